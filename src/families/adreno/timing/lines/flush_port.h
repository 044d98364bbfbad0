// SPDX-License-Identifier: MIT
#pragma once
// The command processor's way to a cache: flushes, one at a time, and the number of those that are done.

#include <cstdint>
#include <string>

#include "sim/box.h"
#include "sim/level.h"
#include "sim/signal.h"

namespace cyclorama::adreno {

/// Work on all lines of UCHE: dirty ones go to memory, and with `invalidate` none is left.
struct UcheFlush {
    bool invalidate = false;
};
inline std::string describe(const UcheFlush& flush) { return flush.invalidate ? "invalidate" : "flush"; }

template <typename Flush>
class FlushPort {
  public:
    /// `owner` clocks this.
    FlushPort(sim::Box& owner, const std::string& name) : command(owner, name), flushed(owner, name + ".flushed", 0) {}

    sim::Output<Flush> command;
    sim::Level<uint32_t> flushed;

    void ask(sim::Cycle cycle, const Flush& flush) {
        command.write(cycle, flush);
        ++asked_;
    }
    void clock(sim::Cycle cycle) { done_ = flushed.read(cycle); }
    /// All that were asked for are.
    bool done() const { return done_ >= asked_; }

  private:
    uint32_t asked_ = 0;
    uint32_t done_ = 0;
};

}  // namespace cyclorama::adreno
