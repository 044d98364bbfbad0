// SPDX-License-Identifier: MIT
#pragma once
// Operands in a word, for WordReader and WordWriter.

#include "families/adreno/isa/encoding.h"
#include "families/adreno/isa/instruction.h"

namespace cyclorama::adreno::ir3 {

/// Gives an operand its kind where a word is read; where one is written the operand must have it.
template <typename Bits, typename Op>
void kindOf(Bits& bits, Op& operand, OperandKind kind) {
    if constexpr (Bits::kReads) {
        operand.kind = kind;
    } else {
        bits.require(operand.kind == kind);
    }
}

template <typename Bits, typename Op>
void codeRegister(Bits& bits, unsigned low, Op& operand) {
    kindOf(bits, operand, OperandKind::Register);
    bits.field(low, 8, operand.value);
}

/// A register, or a number where `immediate`.
template <typename Bits, typename Op>
void codeRegisterOrNumber(Bits& bits, unsigned low, bool immediate, Op& operand) {
    kindOf(bits, operand, immediate ? OperandKind::Immediate : OperandKind::Register);
    bits.field(low, 8, operand.value);
}

template <typename Bits, typename Op>
void codeGeneralRegister(Bits& bits, unsigned low, Op& operand) {
    bits.field(low, 8, operand.value);
    bits.expect(low + 8, 2, 0);
    bits.flag(low + 10, operand.last);
}

template <typename Bits, typename Op>
void codeRelative(Bits& bits, unsigned low, Op& operand) {
    bool constant = operand.kind == OperandKind::RelativeConstant;
    bits.signedField(low, 10, operand.value);
    bits.flag(low + 10, constant);
    if constexpr (Bits::kReads) operand.kind = constant ? OperandKind::RelativeConstant : OperandKind::RelativeRegister;
}

/// A source of categories 2 and 4, of 16 bits.
template <typename Bits, typename Op>
void codeSource(Bits& bits, unsigned low, Op& operand) {
    bool numbered = operand.kind == OperandKind::Immediate || operand.kind == OperandKind::FloatTable;
    bool constant = operand.kind == OperandKind::Constant;
    bool other = operand.kind == OperandKind::FloatTable || operand.kind == OperandKind::RelativeRegister ||
                 operand.kind == OperandKind::RelativeConstant;
    bits.flag(low + 12, constant);
    bits.flag(low + 11, other);
    bits.require(!(constant && other));
    if (!constant) bits.flag(low + 13, numbered);
    bits.flag(low + 14, operand.negate);
    bits.flag(low + 15, operand.absolute);
    if (constant) {
        kindOf(bits, operand, OperandKind::Constant);
        bits.field(low, 11, operand.value);
    } else if (numbered && other) {
        kindOf(bits, operand, OperandKind::FloatTable);
        bits.field(low, 10, operand.value);
        bits.flag(low + 10, operand.half);
    } else if (numbered) {
        kindOf(bits, operand, OperandKind::Immediate);
        bits.signedField(low, 11, operand.value);
    } else if (other) {
        codeRelative(bits, low, operand);
    } else {
        kindOf(bits, operand, OperandKind::Register);
        codeGeneralRegister(bits, low, operand);
    }
}

/// The first or third source of category 3, of 13 bits.
template <typename Bits, typename Op>
void codeShortSource(Bits& bits, unsigned low, bool numbers, Op& operand) {
    const OperandKind direct = numbers ? OperandKind::Immediate : OperandKind::Constant;
    bool isDirect = operand.kind == direct;
    bool relative = operand.kind == OperandKind::RelativeRegister || operand.kind == OperandKind::RelativeConstant;
    bits.flag(low + 12, isDirect);
    if (isDirect) {
        kindOf(bits, operand, direct);
        bits.field(low, numbers ? 12 : 11, operand.value);
        return;
    }
    bits.flag(low + 11, relative);
    if (relative) {
        codeRelative(bits, low, operand);
    } else {
        kindOf(bits, operand, OperandKind::Register);
        codeGeneralRegister(bits, low, operand);
    }
}

}  // namespace cyclorama::adreno::ir3
