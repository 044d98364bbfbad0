// SPDX-License-Identifier: MIT
#pragma once
// Instructions of a unit's waves on their way out of it, in order: to UCHE, or to the texture unit.

#include <cstdint>
#include <string>

#include "families/adreno/timing/sp/shader_wave.h"
#include "sim/queue.h"
#include "sim/signal.h"

namespace cyclorama::adreno {

class AccessQueue {
  public:
    /// Accesses that the other side has and has not taken.
    static constexpr uint32_t kMostSent = 2;

    /// `capacity`: instructions that waves may issue; there is room for `spare` others.
    AccessQueue(sim::Box& unit, const std::string& name, uint32_t capacity, uint32_t spare)
        : output(unit, name), capacity_(capacity), queue_(capacity + spare) {}

    sim::Output<AccessMessage> output;

    bool full() const { return queue_.size() >= capacity_; }
    uint32_t size() const { return queue_.size(); }
    uint32_t capacity() const { return queue_.capacity(); }
    /// Its addresses take `cycles` when those before it have left.
    void push(MemoryAccess* access, uint32_t cycles, sim::Cycle cycle) {
        queue_.push({.access = access, .cycles = cycles});
        if (queue_.size() == 1) ready_ = cycle + cycles;
    }
    void send(sim::Cycle cycle) {
        if (cycle < nextSend()) return;
        output.write(cycle, AccessMessage{.access = queue_.pop().access});
        ++sent_;
        if (!queue_.empty()) ready_ = cycle + queue_.front().cycles;
    }
    /// The other side has taken one.
    void accepted() { --sent_; }
    /// The first cycle in which one leaves; sim::kNever if that depends on others.
    sim::Cycle nextSend() const { return queue_.empty() || sent_ == kMostSent ? sim::kNever : ready_; }

  private:
    struct Entry {
        MemoryAccess* access = nullptr;
        uint32_t cycles = 0;
    };

    uint32_t capacity_;
    sim::BoundedQueue<Entry> queue_;
    sim::Cycle ready_ = 0;  ///< the end of the first one's addresses
    uint32_t sent_ = 0;
};

}  // namespace cyclorama::adreno
