// SPDX-License-Identifier: MIT
#pragma once
// Results of half floats as floats: who takes colours of a wave needs no bits of them.

#include <array>

#include "families/adreno/isa/executor.h"

namespace cyclorama::adreno::ir3 {

/// Four half registers, of which floats are wanted when a wave has ended.
struct HalfResults {
    unsigned first = 0;
    /// A bit for each one that is a float; the bits of the others are in the wave.
    unsigned given = 0;
    std::array<LaneWords, kComponents> values;

    const LaneWords* find(unsigned number) const {
        const bool isOne = number >= first && number - first < kComponents;
        return isOne && (given >> (number - first) & 1) != 0 ? &values[number - first] : nullptr;
    }
};

/// As run(). Gives the results once the wave has ended, whose other half registers are then not up to date.
WaveStatus run(const Ir3Program& program, Wave& wave, const WaveContext& context, HalfResults& results);

}  // namespace cyclorama::adreno::ir3
