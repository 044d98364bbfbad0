// SPDX-License-Identifier: MIT
#pragma once
// The lines that a texture unit asks UCHE for, in the order of its lanes. Lanes of an instruction that miss parts of
// the same line share a request until it leaves.

#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>

#include "families/adreno/timing/lines/line_port.h"
#include "sim/queue.h"
#include "sim/time.h"

namespace cyclorama::adreno {

/// Requests have numbers, from 1 on.
class LineRequests {
  public:
    /// `most`: requests that may wait to leave.
    explicit LineRequests(uint32_t most) : unsent_(most) {}

    /// Requests that follow are of another instruction.
    void startInstruction() {
        ofOthers_ = asked_;
        taken_ = 0;
    }
    /// Adds bytes to the instruction's request for the line at `address`, if it has not left, or makes one that leaves
    /// in the cycle `earliest` or later.
    void ask(uint64_t address, uint64_t bytes, sim::Cycle earliest);

    uint32_t unsent() const { return unsent_.size(); }
    /// The cycle from which on the first may leave, of which no more than `most` may be on their way at a time;
    /// sim::kNever if another has to arrive before.
    sim::Cycle nextSend(uint32_t most) const {
        return unsent_.empty() || sent_ - arrived_ >= most ? sim::kNever : unsent_.front().earliest;
    }
    LineRequest send() {
        ++sent_;
        return unsent_.pop().request;
    }
    /// The line of the request that left with that `id` has arrived.
    void receive(uint32_t id);

    /// The number of the last one.
    uint64_t asked() const { return asked_; }
    /// Number up to which all have arrived.
    uint64_t arrived() const { return arrived_; }

  private:
    struct Read {
        LineRequest request{};
        sim::Cycle earliest = 0;
    };
    struct Latest {
        uint64_t address = 0;
        uint64_t number = 0;
    };

    static constexpr size_t kPlaces = 32;

    /// The instruction's request for a line that has not left; null without.
    Read* find(uint64_t address);
    Read& at(uint64_t number) { return unsent_[static_cast<uint32_t>(number - sent_ - 1)]; }

    sim::BoundedQueue<Read> unsent_;
    uint64_t asked_ = 0;
    uint64_t sent_ = 0;
    uint64_t arrived_ = 0;
    uint64_t ofOthers_ = 0;               ///< all up to this number are of other instructions
    std::bitset<LinePort::kMost> early_;  ///< those after `arrived_` that have arrived, by their ids
    // A small table: a request is searched for only where one for another line has taken its place.
    uint32_t taken_ = 0;                    ///< a bit for each place that has had a request of the instruction
    std::array<Latest, kPlaces> latest_{};  ///< the last one of each place
};

}  // namespace cyclorama::adreno
