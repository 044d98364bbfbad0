// SPDX-License-Identifier: MIT
#pragma once
// Lines of instructions that a shader unit has at hand, for all of its waves; the one used longest ago is replaced.
// A line that is missing is requested from the instruction cache of the shader processor (instruction_cache.h), one
// request a cycle.

#include <cstdint>
#include <deque>
#include <vector>

#include "families/adreno/timing/sp/instruction_messages.h"
#include "sim/box.h"
#include "sim/signal.h"

namespace cyclorama::adreno {

class InstructionBuffer {
  public:
    /// `unit` clocks this.
    InstructionBuffer(sim::Box& unit, uint32_t lines) : output(unit, "instructions"), places_(lines) {}

    sim::Output<InstructionRequest> output;

    /// A wave comes to a line of a program that ends in the line `last`. False if it is not there: it is asked for, and
    /// arrives.
    bool fetch(uint64_t line, uint64_t last);
    /// A wave will come to it, unless its program jumps.
    void fetchAhead(uint64_t line, uint64_t last);
    void arrive(uint64_t line);

    void send(sim::Cycle cycle);
    bool sends() const { return !queue_.empty(); }

  private:
    struct Place {
        uint64_t line = UINT64_MAX;
        uint64_t used = 0;
    };
    Place* find(uint64_t line);

    std::vector<Place> places_;
    std::vector<uint64_t> asked_;  ///< lines that waves wait for
    std::deque<InstructionRequest> queue_;
    uint64_t uses_ = 0;
};

}  // namespace cyclorama::adreno
