// SPDX-License-Identifier: MIT
#pragma once
// Events that take effect at the end of the pipe: when the work before them is done, in their order.

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "families/adreno/timing/cp/packet_cost.h"

namespace cyclorama::adreno {

struct PipeEvent {
    /// Dispatches before it, and blits of the 2D engine.
    uint32_t after = 0;
    uint32_t afterBlits = 0;
    CacheEvent cache = CacheEvent::None;
    /// Place and bytes of the event's write; without bytes it writes nothing.
    uint64_t address = 0;
    std::vector<std::byte> bytes{};
    /// Number of its reading of the always-on counter, which it writes: its value is that when the event takes effect.
    std::optional<size_t> reading{};
};

class PipeEvents {
  public:
    /// Events that may wait; an estimate.
    static constexpr size_t kMost = 32;

    bool full() const { return events_.size() == kMost; }
    bool empty() const { return events_.empty(); }
    void push(PipeEvent event) { events_.push_back(std::move(event)); }
    /// Forgets the events after more than `dispatches` dispatches.
    void dropAfter(uint32_t dispatches);

    /// The first event if the work before it has ended.
    const PipeEvent* due(uint32_t endedDispatches, uint32_t endedBlits) const {
        if (events_.empty()) return nullptr;
        const PipeEvent& first = events_.front();
        return first.after > endedDispatches || first.afterBlits > endedBlits ? nullptr : &first;
    }
    void pop() {
        events_.pop_front();
        flushes_ = false;
    }

    /// The flush of the first event was asked for.
    bool flushes() const { return flushes_; }
    void setFlushes() { flushes_ = true; }

  private:
    std::deque<PipeEvent> events_;
    bool flushes_ = false;
};

}  // namespace cyclorama::adreno
