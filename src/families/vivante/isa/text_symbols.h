// SPDX-License-Identifier: MIT
#pragma once
// The names in the text of an instruction, for writing and reading alike.

#include <array>
#include <cstdint>
#include <string_view>

#include "families/vivante/isa/encoding.h"

namespace cyclorama::vivante {

struct Symbol {
    uint8_t value;
    std::string_view text;
};

inline constexpr std::array kConditions = std::to_array<Symbol>(
    {{1, "gt"},      {2, "lt"},      {3, "ge"},      {4, "le"},      {5, "eq"},      {6, "ne"},      {7, "and"},
     {8, "or"},      {9, "xor"},     {10, "not"},    {11, "nz"},     {12, "gez"},    {13, "gz"},     {14, "lez"},
     {15, "lz"},     {16, "cond16"}, {17, "cond17"}, {18, "cond18"}, {19, "cond19"}, {20, "cond20"}, {21, "cond21"},
     {22, "selmsb"}, {23, "cond23"}, {24, "cond24"}, {25, "cond25"}, {26, "cond26"}, {27, "cond27"}, {28, "cond28"},
     {29, "cond29"}, {30, "cond30"}, {31, "cond31"}});
inline constexpr std::array kTypes =
    std::to_array<Symbol>({{1, "s32"}, {2, "s8"}, {3, "u16"}, {4, "f16"}, {5, "s16"}, {6, "u32"}, {7, "u8"}});
inline constexpr std::array kRoundings = std::to_array<Symbol>({{1, "rtz"}, {2, "rtne"}, {3, "round3"}});
inline constexpr std::array kAddressings = std::to_array<Symbol>(
    {{1, "[a.x]"}, {2, "[a.y]"}, {3, "[a.z]"}, {4, "[a.w]"}, {5, "[a5]"}, {6, "[a6]"}, {7, "[a7]"}});
/// Register groups whose register follows as a number.
inline constexpr std::array kGroups =
    std::to_array<Symbol>({{4, "th"}, {3, "u128+"}, {5, "g5_"}, {6, "g6_"}, {0, "t"}, {1, "i"}, {2, "u"}});

/// Flags in the place of the texel's swizzle: memory accesses have all of them, other instructions the first.
inline constexpr std::array kFlags =
    std::to_array<Symbol>({{0x10, "skpHp"}, {0x80, "denorm"}, {0x20, "local"}, {0x08, "flag38"}, {0x40, "flag41"}});
inline constexpr uint8_t kShiftMask = 7;

inline constexpr std::string_view kComponentNames = "xyzw";
inline constexpr size_t kOperandColumn = 18;

/// Opcodes after the last one, by the register of the third source (Mesa: etnaviv.xml).
inline constexpr uint8_t kExtended = 0x7f;
inline constexpr std::array kExtendedNames = std::to_array<Symbol>({{11, "bit_findlsb"}, {12, "bit_findmsb"}});
/// Addressing of the third source of an extended instruction: an unsigned immediate.
inline constexpr uint8_t kUnsignedImmediate = 4;
inline constexpr uint8_t kImmediateGroup = static_cast<uint8_t>(RegisterGroup::Immediate);

/// Instructions that have neither sources nor a result.
inline bool hasNoOperands(const OpcodeRow& row) {
    return row.form == Form::Plain && row.support == Support::Executed && row.sources[0] < 0;
}

}  // namespace cyclorama::vivante
