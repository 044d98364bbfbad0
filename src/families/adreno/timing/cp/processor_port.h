// SPDX-License-Identifier: MIT
#pragma once
// The command processor's way to memory: it fetches streams ahead (ROQ), looks at values that it waits for, and writes.
//
//   packet's place -> [lines of 64 bytes, as far ahead as the queue holds, to the end of its buffer] -> the packet is
//                                                                                                     there
//   what the packet reads, visibility streams among it -> lines, after the packet -> all have come
//
// Simplified: buffers that are called are not fetched before the call; a bin's visibility streams are read whole when
// they are set.

#include <cstdint>
#include <deque>
#include <span>
#include <vector>

#include "families/adreno/cp/processor_memory.h"
#include "mem/memory_controller.h"
#include "sim/queue.h"

namespace cyclorama::adreno {

class ProcessorPort {
  public:
    /// `owner` clocks this.
    ProcessorPort(sim::Box& owner, uint32_t queueBytes);

    mem::MemoryPort memory;

    /// The next packet's bytes are to be brought; what was fetched ahead stays if it belongs to them. `following`:
    /// bytes of its buffer after them.
    void fetch(uint64_t address, uint64_t bytes, uint64_t following);
    /// The packet reads memory.
    void read(std::span<const ProcessorRead> reads);
    /// The packet's bytes, and what it reads, have come.
    bool fetched() const { return left_ == 0 && data_.empty() && dataIds_.empty(); }
    /// Bytes go to memory: the sectors that they are in, 64 bytes at a time.
    void write(uint64_t address, uint64_t bytes);
    /// All writes are on their way.
    bool written() const { return writeLeft_ == 0 && writeCycles_ == 0; }
    /// Looks at a word.
    void look(uint64_t address);

    /// One cycle; true if anything moved.
    bool clock(sim::Cycle cycle);

  private:
    struct Line {
        uint32_t id = 0;
        bool arrived = false;
    };

    void receive(sim::Cycle cycle, bool& moved);
    bool take();
    bool send(sim::Cycle cycle);

    sim::BoundedQueue<Line> lines_;  // from the one with the next byte on
    uint64_t head_ = 0;              // the next byte to be taken
    uint64_t end_ = 0;               // after the last byte that may be asked for
    uint64_t left_ = 0;
    std::deque<uint64_t> data_;  // lines that the packet reads, and the reads of them that are on their way
    std::vector<uint32_t> dataIds_;
    uint64_t writeAddress_ = 0;
    uint64_t writeLeft_ = 0;
    bool looks_ = false;
    uint64_t lookAddress_ = 0;
    uint32_t nextId_ = 0;
    // The transfers on the bus.
    uint32_t readCycles_ = 0;
    uint32_t arriving_ = 0;
    uint32_t writeCycles_ = 0;
};

}  // namespace cyclorama::adreno
