// SPDX-License-Identifier: MIT
#include "families/adreno/isa/operand_text.h"

#include <array>
#include <bit>
#include <cstdlib>

#include "func/formats/float_formats.h"

namespace cyclorama::adreno::ir3 {

namespace {

constexpr std::array<std::string_view, 12> kFloatTableNames{"(0.0)",     "(0.5)",        "(1.0)",      "(2.0)",
                                                            "(e)",       "(pi)",         "(1/pi)",     "(1/log2(e))",
                                                            "(log2(e))", "(1/log2(10))", "(log2(10))", "(4.0)"};

constexpr int32_t kSpecialRegister = kAddressRegister / kComponents;
/// Unsigned immediates beyond it are shown in hexadecimal digits.
constexpr uint32_t kLastDecimal = 0x1000;

void printNumbered(TextPrinter& text, char letter, int32_t value) {
    text.text() += fmt::format("{}{}.{}", letter, value / static_cast<int32_t>(kComponents),
                               kComponentNames[static_cast<size_t>(value) % kComponents]);
}

void printRelative(TextPrinter& text, const Operand& operand, bool showsZero) {
    const char letter = operand.kind == OperandKind::RelativeConstant ? 'c' : 'r';
    if (operand.value == 0 && !showsZero) {
        text.text() += fmt::format("{}<a0.x>", letter);
    } else {
        text.text() += fmt::format("{}<a0.x + {}>", letter, operand.value);
    }
}

void printModifiers(TextPrinter& text, const Operand& operand, OperandStyle style) {
    if (style == OperandStyle::Three) {
        text.flag(operand.negate, "(neg)");
        text.flag(operand.repeats, "(r)");
        text.flag(operand.last, "(last)");
        return;
    }
    text.flag(operand.last, "(last)");
    if (style == OperandStyle::Two) {
        text.flag(operand.negate && !operand.absolute, "(neg)");
        text.flag(operand.absolute && !operand.negate, "(abs)");
        text.flag(operand.absolute && operand.negate, "(absneg)");
    }
    text.flag(operand.repeats, "(r)");
}

void scanModifiers(TextScanner& text, Operand& operand) {
    for (;;) {
        if (text.accepts("(last)")) {
            operand.last = true;
        } else if (text.accepts("(neg)")) {
            operand.negate = true;
        } else if (text.accepts("(abs)")) {
            operand.absolute = true;
        } else if (text.accepts("(absneg)")) {
            operand.absolute = operand.negate = true;
        } else if (text.accepts("(r)")) {
            operand.repeats = true;
        } else {
            return;
        }
    }
}

/// The text after the letter of a register or constant.
void scanNumbered(TextScanner& text, Operand& operand, OperandKind direct, OperandKind relative) {
    if (text.accepts("<")) {
        operand.kind = relative;
        text.literal("a0.x");
        if (text.accepts("+")) text.number(operand.value);
        text.literal(">");
        return;
    }
    operand.kind = direct;
    int32_t vector = 0;
    uint8_t component = 0;
    text.number(vector);
    text.literal(".");
    text.choice(component, kComponentNames);
    operand.value = vector * static_cast<int32_t>(kComponents) + component;
}

/// a0.x, a1.x (which is a0.y to the word) and p0.x to p0.w.
bool scanSpecial(TextScanner& text, Operand& operand) {
    int32_t base = 0;
    if (text.accepts("a0.")) {
        base = kAddressRegister;
    } else if (text.accepts("p0.")) {
        base = kPredicateRegister;
    } else {
        return false;
    }
    uint8_t component = 0;
    text.choice(component, kComponentNames);
    operand.kind = OperandKind::Register;
    operand.value = base + component;
    return true;
}

/// True if the text continues with a digit.
bool digitFollows(TextScanner& text) {
    return !text.rest().empty() && std::isdigit(static_cast<unsigned char>(text.rest().front())) != 0;
}

void scanImmediate(TextScanner& text, Operand& operand, bool table) {
    operand.kind = table ? OperandKind::FloatTable : OperandKind::Immediate;
    text.number(operand.value);
}

bool scanFloatTable(TextScanner& text, Operand& operand) {
    for (size_t i = 0; i < kFloatTableNames.size(); ++i) {
        if (!text.accepts(kFloatTableNames[i])) continue;
        operand.kind = OperandKind::FloatTable;
        operand.value = static_cast<int32_t>(i);
        return true;
    }
    return false;
}

}  // namespace

void printRegister(TextPrinter& text, const Operand& operand) {
    text.flag(operand.half, "h");
    const int32_t vector = operand.value / static_cast<int32_t>(kComponents);
    if (operand.kind == OperandKind::RelativeRegister || operand.kind == OperandKind::RelativeConstant) {
        printRelative(text, operand, false);
    } else if (vector == kSpecialRegister || vector == kSpecialRegister + 1) {
        text.text() += fmt::format("{}0.{}", vector == kSpecialRegister ? 'a' : 'p',
                                   kComponentNames[static_cast<size_t>(operand.value) % kComponents]);
    } else {
        printNumbered(text, 'r', operand.value);
    }
}

void printRegisterOrNumber(TextPrinter& text, const Operand& operand) {
    if (operand.kind == OperandKind::Immediate) {
        text.number(operand.value);
    } else {
        printNumbered(text, 'r', operand.value);
    }
}

void printOperand(TextPrinter& text, const Operand& operand, OperandStyle style) {
    printModifiers(text, operand, style);
    switch (operand.kind) {
        case OperandKind::Immediate:
            if (operand.half && style != OperandStyle::Three) {
                text.text() += fmt::format("h({})", operand.value);
            } else {
                text.number(operand.value);
            }
            break;
        case OperandKind::FloatTable:
            text.flag(operand.half, "h");
            text.choice(operand.value, kFloatTableNames);
            break;
        case OperandKind::Constant:
            text.flag(operand.half, "h");
            printNumbered(text, 'c', operand.value);
            break;
        case OperandKind::RelativeRegister:
        case OperandKind::RelativeConstant:
            text.flag(operand.half, "h");
            printRelative(text, operand, style == OperandStyle::Three);
            break;
        default:
            printRegister(text, operand);
            break;
    }
}

void printMoveImmediate(TextPrinter& text, int32_t bits, ValueType type) {
    const auto word = static_cast<uint32_t>(bits);
    switch (type) {
        case ValueType::F16:
            text.text() += fmt::format("h({:f})", func::exactFloatFromHalf(static_cast<uint16_t>(word)));
            break;
        case ValueType::F32:
            text.text() += fmt::format("({:f})", std::bit_cast<float>(word));
            break;
        case ValueType::S16:
            text.number(static_cast<int16_t>(word));
            break;
        case ValueType::S32:
            text.number(bits);
            break;
        default:
            text.text() +=
                type == ValueType::U32 && word > kLastDecimal ? fmt::format("{:#x}", word) : std::to_string(word);
            break;
    }
}

void scanOperand(TextScanner& text, Operand& operand) {
    scanModifiers(text, operand);
    if (scanFloatTable(text, operand) || scanSpecial(text, operand)) return;
    if (text.rest().starts_with('h')) {
        text.skip(1);
        operand.half = true;
        if (scanFloatTable(text, operand) || scanSpecial(text, operand)) return;
        if (digitFollows(text)) return scanImmediate(text, operand, true);
        if (text.accepts("(")) {
            scanImmediate(text, operand, false);
            return text.literal(")");
        }
    }
    if (text.accepts("r")) {
        scanNumbered(text, operand, OperandKind::Register, OperandKind::RelativeRegister);
    } else if (text.accepts("c")) {
        scanNumbered(text, operand, OperandKind::Constant, OperandKind::RelativeConstant);
    } else {
        scanImmediate(text, operand, false);
    }
}

void scanMoveImmediate(TextScanner& text, int32_t& bits, ValueType type) {
    const bool isFloat = type == ValueType::F16 || type == ValueType::F32;
    if (!isFloat) {
        int64_t value = 0;
        text.number(value);
        bits = static_cast<int32_t>(value);
        return;
    }
    if (type == ValueType::F16) text.literal("h");
    text.literal("(");
    if (text.rest().starts_with("0x")) {
        text.number(bits);
    } else {
        const std::string rest(text.rest().substr(0, text.rest().find(')')));
        char* end = nullptr;
        const float value = std::strtof(rest.c_str(), &end);
        text.require(end != rest.c_str());
        text.skip(static_cast<size_t>(end - rest.c_str()));
        bits = type == ValueType::F16 ? func::nearestHalfFromFloat(value) : std::bit_cast<int32_t>(value);
    }
    text.literal(")");
}

}  // namespace cyclorama::adreno::ir3
