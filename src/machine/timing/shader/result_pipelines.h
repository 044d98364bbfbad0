// SPDX-License-Identifier: MIT
#pragma once
// Instructions in the execution pipelines of a shader processor, by the cycle in which their results come.

#include <array>
#include <cstdint>
#include <vector>

#include "machine/timing/shader/write_ports.h"
#include "sim/time.h"

namespace cyclorama::machine::timing {

template <typename Completion>
class ResultPipelines {
  public:
    bool empty() const { return underWay_ == 0; }
    /// A new one, to be filled in; valid until the next. `done` is at most kMostLatency cycles away.
    Completion& add(sim::Cycle done) {
        ++underWay_;
        return slots_[done % kSlots].emplace_back();
    }
    /// Calls complete(completion) for each of `cycle`, in their order, and takes them out; how many.
    template <typename Complete>
    uint32_t take(sim::Cycle cycle, const Complete& complete) {
        std::vector<Completion>& arrived = slots_[cycle % kSlots];
        for (const Completion& completion : arrived) complete(completion);
        const auto taken = static_cast<uint32_t>(arrived.size());
        underWay_ -= taken;
        arrived.clear();
        return taken;
    }
    /// The first cycle after `cycle` with a result; kNever without.
    sim::Cycle next(sim::Cycle cycle) const {
        if (empty()) return sim::kNever;
        for (sim::Cycle c = cycle + 1; c <= cycle + kMostLatency; ++c)
            if (!slots_[c % kSlots].empty()) return c;
        return sim::kNever;
    }

  private:
    static constexpr uint32_t kSlots = 32;
    static_assert(kSlots > kMostLatency);

    std::array<std::vector<Completion>, kSlots> slots_;
    uint32_t underWay_ = 0;
};

}  // namespace cyclorama::machine::timing
