// SPDX-License-Identifier: MIT
#pragma once
// The lines of one level's buffers on their way to the command processor (ROQ).

#include <algorithm>
#include <cstdint>
#include <optional>

#include "families/adreno/timing/lines/line_accesses.h"
#include "sim/queue.h"

namespace cyclorama::adreno {

class StreamLineQueue {
  public:
    /// `bytes`: its room, in whole lines; it has two at least.
    explicit StreamLineQueue(uint32_t bytes) : lines_(std::max(bytes / kLineBytes, 2u)) {}

    /// Bytes at an address are to be taken next; `following`: bytes of their buffer after them. Bytes before them that
    /// the program leaves out of the same buffer pass, too. In another buffer the queue begins anew.
    void begin(uint64_t address, uint64_t bytes, uint64_t following);
    /// All of them are taken.
    bool taken() const { return left_ == 0; }
    /// Takes what has come of them; false if nothing has.
    bool take();

    /// The next line to be asked for; none if the buffer has no more, or the queue no room.
    std::optional<uint64_t> next() const;
    /// It is asked for by a number, with which it arrives.
    void ask(uint32_t id) { lines_.push({.id = id}); }
    /// Lines of other numbers are others'.
    void arrive(uint32_t id);

  private:
    struct Line {
        uint32_t id = 0;
        bool arrived = false;
    };

    sim::BoundedQueue<Line> lines_;  ///< from the one with the next byte on
    uint64_t head_ = 0;              ///< the next byte to be taken
    uint64_t end_ = 0;               ///< after the last byte that may be asked for
    uint64_t left_ = 0;              ///< bytes to be taken
};

}  // namespace cyclorama::adreno
