// SPDX-License-Identifier: MIT
#pragma once
// Instructions on their way from the cache of a shader processor to its units, by lines of 128 bytes: 16 instructions,
// the unit in which drivers count programs and have them loaded ahead (Mesa: SP_*_INSTRLEN, NUM_UNIT of a program's
// CP_LOAD_STATE6).

#include <cstdint>
#include <string>

namespace cyclorama::adreno {

/// Bytes of a line of the instruction cache.
inline constexpr uint32_t kInstructionLineBytes = 128;

/// A unit asks for a line.
struct InstructionRequest {
    uint64_t line = 0;   ///< its address / kInstructionLineBytes
    uint64_t last = 0;   ///< of the program
    bool ahead = false;  ///< no wave waits for it
};
std::string describe(const InstructionRequest& request);

/// A line for a unit.
struct InstructionLine {
    uint64_t line = 0;
};
std::string describe(const InstructionLine& line);

/// A program's beginning that the driver has loaded ahead.
struct InstructionPreload {
    uint64_t line = 0;
    uint32_t lines = 0;
};
std::string describe(const InstructionPreload& preload);

}  // namespace cyclorama::adreno
