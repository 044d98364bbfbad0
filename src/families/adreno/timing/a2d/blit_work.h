// SPDX-License-Identifier: MIT
#pragma once
// A blit under way, and the command processor's way to the 2D engine.

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>

#include "families/adreno/timing/a2d/blit_plan.h"
#include "sim/box.h"
#include "sim/signal.h"

namespace cyclorama::adreno {

struct BlitWork {
    BlitPlan plan;
    /// Number of its operation for an observer, if there is one.
    std::optional<uint32_t> operation{};
    std::string place{};
};

/// A blit that begins, or one that is over.
struct BlitMessage {
    BlitWork* work = nullptr;
};
std::string describe(const BlitMessage& message);

/// Blits that the 2D engine has, in order.
class BlitsInFlight {
  public:
    /// `owner` clocks this.
    explicit BlitsInFlight(sim::Box& owner)
        : start(owner, "blit"), ended(owner, {.name = "blitEnded", .width = 1, .latency = 1}) {}

    sim::Output<BlitMessage> start;
    sim::Signal<BlitMessage> ended;

    bool empty() const { return works_.empty(); }
    size_t size() const { return works_.size(); }
    /// All that were begun so far, and those of them that have ended.
    uint32_t begun() const { return begun_; }
    uint32_t endedCount() const { return begun_ - static_cast<uint32_t>(works_.size()); }

    void begin(sim::Cycle cycle, std::unique_ptr<BlitWork> work) {
        start.write(cycle, BlitMessage{.work = work.get()});
        works_.push_back(std::move(work));
        ++begun_;
    }
    /// The one that ends in this cycle; null if none does.
    std::unique_ptr<BlitWork> takeEnded(sim::Cycle cycle) {
        if (!ended.read(cycle)) return nullptr;
        std::unique_ptr<BlitWork> first = std::move(works_.front());
        works_.pop_front();
        return first;
    }
    const std::deque<std::unique_ptr<BlitWork>>& works() const { return works_; }

  private:
    std::deque<std::unique_ptr<BlitWork>> works_;
    uint32_t begun_ = 0;
};

}  // namespace cyclorama::adreno
