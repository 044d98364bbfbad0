// SPDX-License-Identifier: MIT
#pragma once
// The texture cache of a texture unit: one level of decompressed texels, or that and a second one that holds data as
// they are in memory.
//
// A quad fetches the lines of its texels, which reserves them, reads the texels later, and gives the reserves back.
// Misses become fills, which stay in order: a line comes from memory or the second level, goes through the decompressor
// (one line at a time, compressed or not), and is written. One miss of each level enters its input queue each cycle.

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "machine/timing/texture/cache_banks.h"
#include "machine/timing/texture/line_reader.h"
#include "mem/memory_controller.h"
#include "mem/retried_cache.h"
#include "sim/queue.h"
#include "sim/statistics.h"

namespace cyclorama::machine::timing {

struct TextureCacheSettings {
    bool twoLevels = true;
    mem::CacheGeometry geometry{.ways = 8, .lines = 8, .lineBytes = 64};
    /// Bytes a cycle of each of the sixteen ports.
    uint32_t portWidth = 4;
    /// Misses that each level keeps track of.
    uint32_t requestQueueSize = 128;
    uint32_t inputQueueSize = 128;
    uint32_t missesPerCycle = 8;
    uint32_t decompressLatency = 1;
    mem::CacheGeometry secondLevel{.ways = 8, .lines = 8, .lineBytes = 64};
    uint32_t secondInputQueueSize = 128;
};

class TextureCache {
  public:
    using Cycle = sim::Cycle;

    /// Statistics end in `suffix`, for example "TU-FS0TU0".
    TextureCache(sim::StatisticsRegistry& registry, const TextureCacheSettings& settings, const std::string& suffix);

    /// The fills' cycle: takes data from the port and sends it requests. Comes before the cycle's fetches and reads.
    /// The line that is complete from this cycle on, if any.
    std::optional<mem::CacheSlot> clock(Cycle cycle, mem::MemoryPort& port);

    /// Forgets all lines; none is reserved or on its way.
    void flush();

    /// To be tried again in another cycle: Conflict, the bank has no access left; Refused, no place for the line, or
    /// for another miss. Pending: reserved, and on its way.
    enum class Fetch : uint8_t { Conflict, Refused, Pending, Ready };

    /// Reserves the line of a texel address (func::TextureLayout) once. `slot` has a meaning where it is pending or
    /// ready.
    Fetch fetch(uint64_t address, mem::CacheSlot& slot);

    /// The same for `times` texels of one line, one after the other, without the banks' limits. Returns the number that
    /// were fetched: after the first success all succeed.
    uint32_t fetchRun(uint64_t line, uint32_t times, mem::CacheSlot& slot);
    /// Lines of the first level, by texel addresses.
    const mem::RetriedCache& lines() const { return lines_; }
    /// Counts failed fetches that were not tried (RefusedTries): `refused` of a line that is full() and not there,
    /// `laterMisses` each after the last miss that its cycle allows, and `conflicts`.
    void countFailures(uint64_t line, uint64_t refused, uint64_t laterMisses, uint64_t conflicts);

    /// Reads `bytes` bytes of a line that is ready. False: to be tried again in another cycle.
    bool read(uint64_t address, mem::CacheSlot slot, uint32_t bytes);

    /// True if reads of this cycle find all ports free, as long as the banks' accesses suffice.
    bool portsFree() const { return banks_.portsFree(); }
    /// `times` such reads, each of which gives its reserve back.
    void readRun(mem::CacheSlot slot, uint32_t bytes, uint32_t times) {
        lines_.read(slot, bytes, times);
        lines_.unreserve(slot, times);
    }

    void unreserve(mem::CacheSlot slot) { lines_.unreserve(slot); }
    /// Numbers slots from 0 on.
    uint32_t indexOf(mem::CacheSlot slot) const { return lines_.tags().index(slot); }

    /// The next cycle in which the fills move by themselves; the cycle after `cycle` where something is to be done at
    /// once, kNever where all wait for memory.
    Cycle nextEvent(Cycle cycle, mem::AcceptState accepts) const;
    /// Counts cycles in which nothing moved.
    void accountSleep(uint64_t cycles);

    std::string describeWait() const;

    /// Compares both levels from now on with such that have twice the lines, for inLarger(), or no longer does.
    void compareWithLarger(bool compare);
    /// Adds the uses of a level from now on, or with null no longer. The blocks must outlive that.
    void countUses(mem::CacheBlocks* uses);
    void countSecondLevelUses(mem::CacheBlocks* uses);
    /// The levels that would have had the line which is to come next, had they twice the lines: a bit for each, the
    /// first level's the lowest.
    uint8_t inLarger() const;
    bool waitsForMemory() const { return !memory_.empty(); }

  private:
    /// A line on its way into the first level.
    struct Fill {
        uint32_t request = 0;  // in lines_
        mem::CacheSlot slot;
        func::Address address{};  // in memory
        uint32_t bytes = 0;       // in memory
        mem::CacheSlot secondSlot;
    };
    /// A miss that was taken from its level and has not entered its input queue.
    struct Miss {
        uint32_t request = 0;
        bool held = false;
    };
    struct SecondLevel {
        SecondLevel(sim::StatisticsRegistry& registry, const TextureCacheSettings& settings, const std::string& suffix);

        mem::RetriedCache lines;
        /// Requests of `lines` that wait for memory, in the order of memory_.
        sim::BoundedQueue<uint32_t> fills;
        Miss miss;
        sim::Counter pendingRequests;
        sim::Average pendingRequestsAverage;
    };
    struct Statistics {
        Statistics(sim::StatisticsRegistry& registry, const std::string& suffix);
        sim::Counter fetchConflicts, readConflicts;
    };

    static constexpr uint64_t kNoLine = ~uint64_t{0};
    static constexpr uint32_t kRecentSlots = 64;

    bool holds(mem::CacheSlot slot, uint64_t line) const {
        const mem::CacheLine& held = lines_.tags()[slot];
        return held.valid && slot.line == lines_.tags().lineOf(line) && held.tag == lines_.tags().tagOf(line);
    }
    /// Counts `times` fetches of a line that refuses them; the misses left in this cycle take part.
    void countRefusals(uint64_t line, uint32_t times);
    std::optional<mem::CacheSlot> finishWrite(Cycle cycle);
    void acceptMiss();
    void acceptSecondLevelMiss();
    void fetchFromSecondLevel();
    void readFromSecondLevel();
    void writeSecondLevel();
    void decompress(Cycle cycle);
    void startWrite(Cycle cycle);
    bool lineToDecompress() const;
    /// The second level would refuse the first fill that is to be fetched there.
    bool secondLevelBlocks() const {
        const uint64_t address = firstToFetch().address.bits();
        mem::CacheSlot slot;
        return second_->lines.refuses(address) && !second_->lines.tags().find(address, slot);
    }

    Fill& firstToFetch() { return fills_[fills_.size() - toFetch_]; }
    const Fill& firstToFetch() const { return fills_[fills_.size() - toFetch_]; }
    Fill& firstToRead() { return fills_[fills_.size() - toFetch_ - toRead_]; }
    const Fill& firstToRead() const { return fills_[fills_.size() - toFetch_ - toRead_]; }

    TextureCacheSettings settings_;
    CacheBanks banks_;
    mem::RetriedCache lines_;
    uint32_t lineShift_;
    uint32_t missesLeft_ = 0;  // in this cycle
    /// The last fetch of this cycle: neighbouring texels are often in one line.
    uint64_t lastLine_ = kNoLine;
    mem::CacheSlot lastSlot_;
    Fetch lastFetch_ = Fetch::Refused;
    /// Slots in which lines were found lately, by the low bits of their numbers: most lines are there still.
    std::array<mem::CacheSlot, kRecentSlots> recentSlot_{};
    Miss miss_;
    /// All fills, the one that will be written next first. Each is in one of the stages that follow, the last stage's
    /// first: written, decompressed, under decompression, to be decompressed (one level: or still read from memory), to
    /// be read from the second level, to be fetched there.
    sim::BoundedQueue<Fill> fills_;
    uint32_t toFetch_ = 0;
    uint32_t toRead_ = 0;
    uint32_t toDecompress_ = 0;
    uint32_t decompressed_ = 0;
    bool decompressing_ = false;
    bool writing_ = false;
    Cycle decompressDone_ = 0;
    Cycle writeDone_ = 0;
    std::unique_ptr<SecondLevel> second_;
    LineReader memory_;
    Statistics statistics_;
};

}  // namespace cyclorama::machine::timing
