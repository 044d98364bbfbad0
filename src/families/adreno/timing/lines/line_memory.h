// SPDX-License-Identifier: MIT
#pragma once
// The buses between a cache and memory: a queue of reads and one of writes each. Reads go first, unless writes fill
// their queue.

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "families/adreno/timing/chip/remainder.h"
#include "families/adreno/timing/lines/translation.h"
#include "mem/memory_controller.h"
#include "sim/queue.h"

namespace cyclorama::adreno {

class LineMemory {
  public:
    /// `owner` clocks this. Lines are spread over the buses by 256 bytes. `firstName`: the number of the first bus
    /// among those of the owner.
    LineMemory(sim::Box& owner, uint32_t channels, uint32_t mostReads, uint32_t firstName = 0);

    /// Has addresses translated, before the first cycle.
    void translate(const TranslationSettings& settings, sim::StatisticsRegistry& statistics) {
        translation_.emplace(settings, statistics);
    }
    mem::MemoryPort& channel(uint32_t number) { return *channels_[number].port; }

    /// Asks for the line at an address. There is room for as many as misses.
    void read(uint64_t address, uint32_t id);
    bool hasRoomForWrite(uint64_t address) const { return !channelOf(address).writes.full(); }
    /// Whatever the address.
    bool hasRoomForWrites() const;
    /// Bytes of a line, a bit each: the sectors from the first to the last that were written. Returns the write's
    /// number on its bus.
    uint64_t write(uint64_t address, uint64_t bytes);
    /// The write of an address with that number, and all before it, are on their way.
    bool isWritten(uint64_t address, uint64_t number) const { return channelOf(address).written >= number; }
    bool idle() const;
    /// All writes are on their way.
    bool written() const;

    /// One cycle: calls filled(id) for each line that has come. True if anything moved, or will in the next cycle.
    template <typename Filled>
    bool clock(sim::Cycle cycle, Filled filled) {
        bool moved = false;
        if (translation_) translation_->clock(cycle);
        for (Channel& each : channels_) {
            if (receive(each, cycle, moved)) {
                if (each.arriving == kWalk)
                    translation_->endWalk(cycle);
                else
                    filled(each.arriving);
            }
        }
        for (Channel& each : channels_) moved = send(each, cycle) || moved;
        return moved || (translation_ && translation_->counts());
    }

    /// For sim::Box::holdup() of the owner.
    const sim::Box* holdup() const;

  private:
    /// The number of a line of page tables in the place of a read's.
    static constexpr uint32_t kWalk = ~uint32_t{0};
    /// Bytes one after the other that a bus has.
    static constexpr uint64_t kBusBytes = 256;

    struct Write {
        uint64_t address = 0;
        uint32_t bytes = 0;
    };
    struct Read {
        uint64_t address = 0;
        uint32_t id = 0;
    };
    struct Channel {
        std::unique_ptr<mem::MemoryPort> port;
        sim::BoundedQueue<Read> reads;
        sim::BoundedQueue<Write> writes;
        uint32_t outstanding = 0;
        // The transfers on the bus.
        uint32_t readCycles = 0;
        uint32_t arriving = 0;
        uint32_t writeCycles = 0;
        uint64_t begun = 0;  ///< writes so far, and those that are on their way
        uint64_t written = 0;
        // The first of each has its address translated.
        bool readMayGo = false;
        bool writeMayGo = false;
    };

    Channel& channelOf(uint64_t address) { return channels_[numberOf(address)]; }
    const Channel& channelOf(uint64_t address) const { return channels_[numberOf(address)]; }
    size_t numberOf(uint64_t address) const { return busOf_(address / kBusBytes); }
    /// True if the line `arriving` has come whole.
    static bool receive(Channel& channel, sim::Cycle cycle, bool& moved);
    bool send(Channel& channel, sim::Cycle cycle);
    bool sendWalk(Channel& channel, sim::Cycle cycle);
    static void sendRead(Channel& channel, const Read& read, sim::Cycle cycle);
    /// The first access to an address in its queue may go; remembered in `known`.
    bool mayGo(bool& known, uint64_t address, sim::Cycle cycle);

    std::vector<Channel> channels_;
    Remainder busOf_;
    std::optional<Translation> translation_;
};

}  // namespace cyclorama::adreno
