// SPDX-License-Identifier: MIT
#pragma once
// The fetching of a command stream from the GPU's memory, as Vivante's front end (FE) does it: ahead of what is
// decoded, in order, up to the end that the last LINK gave.
//
//   command's place in memory -> [lines of 64 bytes, as far ahead as the queue holds] -> memory -> queue
//                             -> [BytesPerCycle] -> the command may be executed
//
// Parameters: size of the queue and bytes that are decoded in a cycle. Both are estimates: no document gives them.
// Statistics: StreamBytes_CP, StreamWait_CP.
//
// Simplified: a LINK costs the latency of the first line after it, and nothing else. The bytes are those that the
// front end decoded when it was asked for the command.

#include <cstdint>
#include <optional>

#include "gpu/command.h"
#include "mem/memory_controller.h"
#include "sim/queue.h"
#include "sim/statistics.h"

namespace cyclorama::vivante {

class StreamFetch {
  public:
    struct Settings {
        uint32_t queueBytes = 512;
        uint32_t bytesPerCycle = 8;
    };

    /// `port` belongs to the box that clocks this.
    StreamFetch(sim::StatisticsRegistry& registry, const Settings& settings, mem::MemoryPort& port);

    /// The next command's bytes are to be brought; what was fetched ahead stays where it belongs to them.
    void start(const gpu::FetchCost& cost);
    /// All bytes of the command have come and are decoded.
    bool done() const { return toTake_ == 0; }

    /// One cycle: a request where `mayRequest`, and bytes to the decoder. Whether anything moved.
    bool clock(sim::Cycle cycle, bool mayRequest);
    void accountSleep(uint64_t count) {
        if (!done()) statistics_.waiting.add(count);
    }
    /// The data of a read has begun to come.
    void receive(const mem::MemoryTransaction& transaction);
    /// No read is under way: the memory port is free.
    bool quiet() const { return outstanding_ == 0; }

  private:
    struct Line {
        uint32_t id = 0;
        bool arrived = false;
    };
    struct Statistics {
        explicit Statistics(sim::StatisticsRegistry& registry);
        sim::Counter bytes, waiting;
    };

    void restart(func::Address address);
    bool request(sim::Cycle cycle);
    bool take();

    Settings settings_;
    mem::MemoryPort& port_;
    Statistics statistics_;
    sim::BoundedQueue<Line> lines_;  // from the one with the next byte on
    func::Address head_{};           // the next byte to be decoded
    func::Address end_{};            // after the last byte that may be asked for
    uint32_t toTake_ = 0;
    uint32_t nextId_ = 0;
    uint32_t outstanding_ = 0;
    // The transfer on the memory bus.
    uint32_t busCycles_ = 0;
    uint32_t arriving_ = 0;
};

}  // namespace cyclorama::vivante
