// SPDX-License-Identifier: MIT
#pragma once
// Parts that the texts of several forms have, for TextPrinter and TextScanner.

#include "families/adreno/isa/encoding.h"
#include "families/adreno/isa/operand_text.h"

namespace cyclorama::adreno::ir3 {

template <typename Text, typename Op>
void operand(Text& text, Op& value, OperandStyle style) {
    if constexpr (Text::kReads) {
        scanOperand(text, value);
    } else {
        printOperand(text, value, style);
    }
}

/// A register with "h" in front where it is a half one.
template <typename Text, typename Op>
void result(Text& text, Op& value) {
    if constexpr (Text::kReads) {
        scanOperand(text, value);
    } else {
        printRegister(text, value);
    }
}

/// A register that is shown without its size, which is that of the type.
template <typename Text, typename Op>
void unsized(Text& text, Op& value) {
    if constexpr (Text::kReads) {
        scanOperand(text, value);
    } else {
        Operand shown = value;
        shown.half = false;
        printRegister(text, shown);
    }
}

template <typename Text, typename Op>
void registerOrNumber(Text& text, Op& value) {
    if constexpr (Text::kReads) {
        scanOperand(text, value);
    } else {
        printRegisterOrNumber(text, value);
    }
}

/// A number that is kept less one.
template <typename Text, typename T>
void plusOne(Text& text, T& value) {
    unsigned shown = value + 1u;
    text.number(shown);
    if constexpr (Text::kReads) {
        text.require(shown >= 1);
        value = static_cast<uint8_t>(shown - 1);
    }
}

/// A number n, stored as log2(n / 2).
template <typename Text, typename T>
void clusterSize(Text& text, T& value) {
    unsigned shown = 2u << value;
    text.number(shown);
    if constexpr (Text::kReads) {
        value = 0;
        while (value < 7 && 2u << value != shown) ++value;
        text.require(2u << value == shown);
    }
}

template <typename Text, typename In>
void name(Text& text, const OpcodeRow& row, In&) {
    text.literal(row.name);
}

template <typename Text, typename In>
void syncs(Text& text, In& in) {
    text.flag(in.syncLong, "(sy)");
    text.flag(in.syncShort, "(ss)");
}

/// ", " and a vector of sources.
template <typename Text, typename Op>
void listed(Text& text, Op& value) {
    text.literal(", ");
    result(text, value);
}

}  // namespace cyclorama::adreno::ir3
