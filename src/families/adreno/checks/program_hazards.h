// SPDX-License-Identifier: MIT
#pragma once
// Instructions of a program that use a register before its value is there, by the rules of isa/issue_rules.h.
//
// All paths through the program count, whether a wave takes them or not. Registers by a0.x are not followed. Of a
// vector whose length the instruction does not hold, the first component alone is.

#include <compare>
#include <cstdint>
#include <string>
#include <vector>

#include "families/adreno/isa/program.h"

namespace cyclorama::adreno::ir3::hazards {

struct ProgramHazard {
    enum class Kind : uint8_t {
        Early,        ///< too few cycles after the producer
        NoShortWait,  ///< (ss) is missing
        NoLongWait    ///< (sy) is missing
    };
    Kind kind = Kind::Early;
    size_t instruction = 0;  ///< number of the one that uses the register
    size_t producer = 0;     ///< number of the one that wrote it, or has still to read it
    unsigned cycles = 0;     ///< missing cycles, of `Early`

    bool operator==(const ProgramHazard&) const = default;
};

struct ProgramRules {
    bool mergedRegisters = true;  ///< half registers are the halves of full ones
    bool scalarUnit = false;      ///< arithmetic into shared registers has a unit of its own

    auto operator<=>(const ProgramRules&) const = default;
};

/// At most one of a kind for each instruction, in the order of the program. `length`: instructions up to the end.
std::vector<ProgramHazard> programHazards(const Ir3Program& program, size_t length, const ProgramRules& rules);

/// "instruction 12 uses what instruction 10 gives, 2 cycles early".
std::string describe(const ProgramHazard& hazard);

}  // namespace cyclorama::adreno::ir3::hazards
