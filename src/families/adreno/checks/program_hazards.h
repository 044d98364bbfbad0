// SPDX-License-Identifier: MIT
#pragma once
// Finds instructions of a program that use a register before its value is there: a shader processor does not wait by
// itself. Words are as the rules of Mesa's compiler have them (ir3/ir3_delay.c, ir3/ir3_legalize.c):
//
//   3  cycles from the end of an arithmetic instruction to one that reads its result, 1 to the third source of a
//      multiply-add; 6 where the reader takes a half of it, or two halves as one, or is no arithmetic instruction;
//      6 for p0, a0.x and a1.x
//   (ss)  waits for special functions, local loads, shuffles, shared registers, constants that STC wrote, and until
//         sources of those, of textures and of memory are read; a scalar unit (a650 and later) waits for none of its
//         own results of the same width, and its sources are read in the order of its instructions
//   (sy)  waits for textures, loads and atomics by address or descriptor, constants that LDC.K wrote
//
// All paths through the program count, whether a wave takes them or not. Registers by a0.x are not followed; of vectors
// whose length an instruction does not tell the first component alone is.

#include <compare>
#include <cstdint>
#include <string>
#include <vector>

#include "families/adreno/isa/program.h"

namespace cyclorama::adreno::ir3::hazards {

struct ProgramHazard {
    enum class Kind : uint8_t {
        Early,        ///< too few cycles behind the producer
        NoShortWait,  ///< (ss) is missing
        NoLongWait    ///< (sy) is missing
    };
    Kind kind = Kind::Early;
    size_t instruction = 0;  ///< that uses the register
    size_t producer = 0;
    unsigned cycles = 0;  ///< that are missing

    bool operator==(const ProgramHazard&) const = default;
};

struct ProgramRules {
    bool mergedRegisters = true;  ///< half registers are the halves of full ones
    bool scalarUnit = false;      ///< arithmetic into shared registers has a unit of its own

    auto operator<=>(const ProgramRules&) const = default;
};

/// At most one of a kind for each instruction, in the order of the program. `length`: instructions up to the end.
std::vector<ProgramHazard> programHazards(const Program& program, size_t length, const ProgramRules& rules);

/// "instruction 12 uses what instruction 10 gives, 2 cycles early".
std::string describe(const ProgramHazard& hazard);

}  // namespace cyclorama::adreno::ir3::hazards
