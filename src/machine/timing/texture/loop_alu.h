// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>

#include "machine/timing/texture/texel_sample.h"
#include "sim/queue.h"
#include "sim/time.h"
#include "sim/trace.h"

namespace cyclorama::machine::timing {

/// A pipelined ALU of a texture unit: a sample enters when the last one's loops are over, a cycle each, and leaves
/// after its loops and the latency.
class LoopAlu {
  public:
    /// `name`: of the samples in it, in the trace of `unit`.
    LoopAlu(const sim::Box& unit, const char* name, uint32_t latency)
        : latency_(latency), pipe_(latency + TexelSample::kLoops + 1), trace_(unit, name) {}

    bool busy(sim::Cycle cycle) const { return cycle < free_; }
    uint32_t size() const { return pipe_.size(); }

    /// Requires that it is not busy. `what` comes back from end(); `text` names it in the trace.
    template <typename Text>
    void start(sim::Cycle cycle, uint32_t loops, uint32_t what, Text text) {
        pipe_.push({.leaves = cycle + latency_ + loops, .what = what});
        free_ = cycle + loops;
        trace_.passed(cycle, cycle + latency_ + loops, text);
    }
    /// The item that leaves in this cycle, if any. Call it in each cycle in which one does.
    std::optional<uint32_t> end(sim::Cycle cycle) {
        if (pipe_.empty() || pipe_.front().leaves != cycle) return std::nullopt;
        return pipe_.pop().what;
    }
    /// The cycle in which the next leaves; kNever when empty.
    sim::Cycle nextEnd() const { return pipe_.empty() ? sim::kNever : pipe_.front().leaves; }

  private:
    struct InPipe {
        sim::Cycle leaves = 0;
        uint32_t what = 0;
    };

    uint32_t latency_;
    sim::BoundedQueue<InPipe> pipe_;
    sim::Cycle free_ = 0;
    sim::TracePoint trace_;
};

}  // namespace cyclorama::machine::timing
