// SPDX-License-Identifier: MIT
#pragma once
// Operands as text, written and read.

#include <string>

#include "families/adreno/isa/instruction.h"
#include "families/adreno/isa/text_io.h"

namespace cyclorama::adreno::ir3 {

/// The order of an operand's modifiers, which differs by category.
enum class OperandStyle : uint8_t {
    Move,   ///< category 1
    Two,    ///< categories 2 and 4
    Three,  ///< category 3
    Plain   ///< no modifiers but (r) and half
};

inline constexpr std::array<std::string_view, 4> kComponentNames{"x", "y", "z", "w"};
inline constexpr std::array<std::string_view, 8> kTypeNames{"f16", "f32", "u16", "u32", "s16", "s32", "u8", "u8_32"};
inline constexpr std::array<std::string_view, 8> kAtomicTypeNames{"f16", "f32", "u16", "u32",
                                                                  "s16", "s32", "u64", "u8_32"};

/// A register of categories 5 to 7 or a result, e.g. "r3.y", "hr3.y" or "p0.x".
void printRegister(TextPrinter& text, const Operand& operand);
/// A register or number of category 6, which shows no size, and no special register by its name.
void printRegisterOrNumber(TextPrinter& text, const Operand& operand);
void printOperand(TextPrinter& text, const Operand& operand, OperandStyle style);
/// The immediate of a move, by the source's type.
void printMoveImmediate(TextPrinter& text, int32_t bits, ValueType type);

/// Whatever operand the text begins with, and its modifiers.
void scanOperand(TextScanner& text, Operand& operand);
void scanMoveImmediate(TextScanner& text, int32_t& bits, ValueType type);

}  // namespace cyclorama::adreno::ir3
