// SPDX-License-Identifier: MIT
#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdio>

#include "families/attila/isa/codec.h"
#include "families/attila/isa/text_symbols.h"

namespace cyclorama::attila {

namespace {

template <typename Number>
std::string numberText(Number value) {
    std::array<char, 32> text;
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value);
    return {text.data(), end.ptr};
}

/// Empty for the identity, one letter where all components are the same.
std::string swizzleText(const isa::Swizzle& swizzle) {
    if (swizzle == isa::kIdentitySwizzle) return "";
    std::string text = ".";
    for (const uint8_t component : swizzle) text += kComponentLetters[component];
    if (std::ranges::count(swizzle, swizzle[0]) == isa::kComponents) text.resize(2);
    return text;
}

/// Empty for all components; a bare point for none.
std::string maskText(uint8_t mask) {
    if (mask == isa::kAllComponents) return "";
    std::string text = ".";
    for (unsigned c = 0; c < isa::kComponents; ++c) {
        if ((mask >> c & 1) != 0) text += kComponentLetters[c];
    }
    return text;
}

/// The shortest text that reads back as the same bits: a number of the opcode's type, or the bits in hexadecimal.
std::string immediateText(uint32_t bits, bool integer) {
    if (integer) return numberText(std::bit_cast<int32_t>(bits));
    const float value = std::bit_cast<float>(bits);
    if (!std::isfinite(value)) {
        std::array<char, 16> text;
        std::snprintf(text.data(), text.size(), "0x%08x", bits);
        return text.data();
    }
    std::string text = numberText(value);
    if (text.find_first_of(".e") == std::string::npos) text += ".0";
    return text;
}

std::string relativeText(const isa::RelativeAddress& relative) {
    return "[a" + numberText(unsigned{relative.addressRegister}) + "." + kComponentLetters[relative.component] + " + " +
           numberText(relative.offset) + "]";
}

std::string registerText(const isa::Instruction& instruction, const isa::SourceOperand& source) {
    std::string text = bankLetter(source.bank) + numberText(source.index);
    if (source.relative) text += relativeText(instruction.relativeAddress);
    return text + swizzleText(source.bank == isa::RegisterBank::Predicate ? isa::kIdentitySwizzle : source.swizzle);
}

std::string booleanText(const isa::Instruction& instruction, const isa::SourceOperand& source) {
    if (source.bank == isa::RegisterBank::Literal) return source.index != 0 ? "true" : "false";
    std::string text = source.negate ? "!" : "";
    return text += registerText(instruction, source);
}

std::string sourceText(const isa::Instruction& instruction, unsigned s, Operands operands) {
    const isa::SourceOperand& source = instruction.sources[s];
    if (operands == Operands::Boolean) return booleanText(instruction, source);
    const bool immediate = source.bank == isa::RegisterBank::Immediate;
    std::string text = immediate ? immediateText(instruction.immediate, operands == Operands::Integer)
                                 : registerText(instruction, source);
    // Parentheses distinguish a negated immediate from a negative one.
    if (source.absolute) {
        text.insert(0, 1, '|').append(1, '|');
    } else if (source.negate && immediate) {
        text.insert(0, 1, '(').append(1, ')');
    }
    if (source.negate) text.insert(0, 1, '-');
    return text;
}

}  // namespace

std::string disassemble(const isa::Instruction& instruction) {
    const OpcodeRow& row = rowOf(instruction);
    const isa::OperationInfo& info = isa::operationInfo(row.operation);
    const isa::DestinationOperand& destination = instruction.destination;
    std::string text;
    if (instruction.predicate.enabled) {
        text += instruction.predicate.inverted ? "(!p" : "(p";
        text += numberText(unsigned{instruction.predicate.index}) + ") ";
    }
    text += row.name;
    if (destination.saturate && row.form != Form::Predicates) text += "_sat";
    std::string_view separator = " ";
    const auto append = [&](const std::string& operand) {
        text += separator;
        text += operand;
        separator = ", ";
    };
    if (info.writesResult) {
        const bool predicate = info.kind == isa::OperationKind::Predicate;
        std::string result = predicate && destination.saturate ? "!" : "";
        result += bankLetter(destination.bank) + numberText(destination.index);
        if (!predicate) result += maskText(destination.writeMask);
        append(result);
    }
    for (unsigned s = 0; s < row.sources; ++s) append(sourceText(instruction, s, row.operands));
    if (row.form == Form::Unit) append(unitLetter(info.kind) + numberText(instruction.unit));
    if (row.form == Form::Jump) append(numberText(instruction.jumpOffset));
    if (instruction.end) text += kEndMark;
    if (instruction.waitPoint) text += kWaitMark;
    return text;
}

std::vector<std::string> listInstructions(const isa::Program& program) {
    std::vector<std::string> lines;
    for (const isa::Instruction& instruction : program.instructions) lines.push_back(disassemble(instruction));
    return lines;
}

std::string disassemble(const isa::Program& program) {
    std::string listing;
    for (size_t i = 0; i < program.instructions.size(); ++i) {
        std::array<char, 24> place;
        std::snprintf(place.data(), place.size(), "%04zx : ", i);
        listing += place.data() + disassemble(program.instructions[i]) + "\n";
    }
    return listing;
}

}  // namespace cyclorama::attila
