// SPDX-License-Identifier: MIT
#pragma once
// A program, ready for execution.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "families/adreno/isa/instruction.h"
#include "families/adreno/isa/operations.h"

namespace cyclorama::adreno::ir3 {

struct Step {
    Instruction instruction{};
    Computation computation{};
    isa::WordKernel kernel = nullptr;
    unsigned sources = 0;  ///< that the kernel reads
    bool known = false;    ///< the word is an instruction
};

struct Ir3Program {
    std::vector<Step> steps;
    unsigned registers = 0;  ///< full registers, by component, that the program reaches
    /// Instructions up to the END that have no effect here, whatever they have on a chip: a finding for who loads them.
    std::vector<size_t> withoutEffect;
};

/// Decodes all words.
Ir3Program makeProgram(std::span<const uint64_t> words);

}  // namespace cyclorama::adreno::ir3
