// SPDX-License-Identifier: MIT
#pragma once
// The requests to GPU memory that the controller has taken, shared by its two halves: the one that faces the units and
// the one that faces the channels.

#include <bit>
#include <cstdint>
#include <vector>

#include "mem/transaction.h"
#include "sim/queue.h"
#include "sim/time.h"

namespace cyclorama::mem::gddr {

enum class RequestState : uint8_t {
    Ready,        ///< may go to memory
    Transmitting  ///< a write whose data is still on the unit's bus
};

struct Request {
    MemoryTransaction transaction;
    sim::Cycle arrival = 0;
    uint32_t piecesLeft = 0;  ///< parts that memory has not served yet
    RequestState state = RequestState::Ready;
    bool atMemory = false;  ///< a part was sent to a channel
};

class RequestBuffer {
  public:
    RequestBuffer(uint32_t entries, uint32_t readBuffers, uint32_t writeBuffers)
        : freeReadBuffers(readBuffers),
          freeWriteBuffers(writeBuffers),
          entries_(entries),
          free_(entries),
          done_((entries + 63) / 64) {
        for (uint32_t entry = 0; entry < entries; ++entry) free_.push(entry);
    }

    Request& operator[](uint32_t entry) { return entries_[entry]; }
    const Request& operator[](uint32_t entry) const { return entries_[entry]; }
    uint32_t size() const { return static_cast<uint32_t>(entries_.size()); }
    uint32_t freeEntries() const { return free_.size(); }
    uint32_t usedEntries() const { return size() - free_.size(); }

    /// Entries are taken in the order in which they were released.
    uint32_t acquire(const Request& request) {
        const uint32_t entry = free_.pop();
        entries_[entry] = request;
        return entry;
    }
    void release(uint32_t entry) {
        done_[entry / 64] &= ~(uint64_t{1} << entry % 64);
        --doneCount_;
        free_.push(entry);
    }

    /// A part has been served. Whether it was the last.
    bool pieceServed(uint32_t entry) {
        if (--entries_[entry].piecesLeft != 0) return false;
        done_[entry / 64] |= uint64_t{1} << entry % 64;
        ++doneCount_;
        return true;
    }
    bool anyDone() const { return doneCount_ != 0; }
    /// Calls `visit(entry)` for each entry that memory has served wholly, by ascending number; it may release it.
    template <typename Visit>
    void forEachDone(Visit&& visit) {
        for (uint32_t word = 0; word < done_.size() && doneCount_ != 0; ++word)
            for (uint64_t bits = done_[word]; bits != 0; bits &= bits - 1)
                visit(word * 64 + static_cast<uint32_t>(std::countr_zero(bits)));
    }

    /// Calls `visit(request)` for each request that has parts which memory has not served.
    template <typename Visit>
    void forEachUnserved(Visit&& visit) const {
        for (const Request& request : entries_)
            if (request.piecesLeft != 0) visit(request);
    }

    /// Lines for data. Reads from GPU memory take theirs even where none is free, and the count wraps; reads from
    /// system memory wait for one.
    uint32_t freeReadBuffers;
    uint32_t freeWriteBuffers;

  private:
    std::vector<Request> entries_;
    sim::BoundedQueue<uint32_t> free_;
    std::vector<uint64_t> done_;
    uint32_t doneCount_ = 0;
};

}  // namespace cyclorama::mem::gddr
