// SPDX-License-Identifier: MIT
#pragma once
// The command processor's way to memory: it fetches streams ahead (ROQ), looks at values that it waits for, and writes.
//
//   packet's place -> its queue: [lines of 64 bytes, as far ahead as the queue holds, to the end of its buffer]
//                  -> the packet is there
//   what the packet reads, visibility streams among it -> lines, after the packet -> all have come
//
// Each level of buffers has a queue (stream_queue.h), and keeps it while buffers that it calls are read. Lines of the
// packet's queue are asked for first.
// Parameters: [ADRENO] StreamQueueBytes, NestedStreamQueueBytes, DrawStateQueueBytes.
// Simplified: a bin's visibility streams are read whole when they are set.

#include <array>
#include <cstdint>
#include <deque>
#include <span>
#include <vector>

#include "families/adreno/cp/fetched_packet.h"
#include "families/adreno/cp/processor_memory.h"
#include "families/adreno/timing/cp/stream_line_queue.h"
#include "mem/memory_controller.h"

namespace cyclorama::adreno {

class ProcessorPort {
  public:
    /// `owner` clocks this. `queueBytes`: by StreamQueue.
    ProcessorPort(sim::Box& owner, const std::array<uint32_t, kStreamQueues>& queueBytes);

    mem::MemoryPort memory;

    /// The next packet's bytes are to be brought.
    void fetch(const FetchedPacket& packet);
    /// The packet reads memory.
    void read(std::span<const ProcessorRead> reads);
    /// The packet's bytes, and what it reads, have come.
    bool fetched() const { return current().taken() && data_.empty() && dataIds_.empty(); }
    /// Bytes go to memory: the sectors that they are in, 64 bytes at a time.
    void write(uint64_t address, uint64_t bytes);
    /// All writes are on their way.
    bool written() const { return writeLeft_ == 0 && writeCycles_ == 0; }
    /// Looks at a word.
    void look(uint64_t address);

    /// One cycle; true if anything moved.
    bool clock(sim::Cycle cycle);

  private:
    StreamLineQueue& current() { return queues_[static_cast<size_t>(current_)]; }
    const StreamLineQueue& current() const { return queues_[static_cast<size_t>(current_)]; }
    void receive(sim::Cycle cycle, bool& moved);
    bool send(sim::Cycle cycle);
    /// Asks for the next line of a queue; false if there is none, or no room.
    bool ask(StreamLineQueue& queue, sim::Cycle cycle);

    std::array<StreamLineQueue, kStreamQueues> queues_;
    StreamQueue current_ = StreamQueue::Buffer;  ///< the packet's
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
