// SPDX-License-Identifier: MIT
#include "families/attila/driver/program_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "gpu/draw_state.h"
#include "isa/instruction.h"
#include "virgl/refusal.h"

namespace cyclorama::attila {
namespace {

constexpr std::string_view kLetters = "xyzw";

}  // namespace

TextOperand TextOperand::negated() const {
    TextOperand other = *this;
    other.negate = !negate;
    return other;
}

TextOperand TextOperand::magnitude() const {
    TextOperand other = *this;
    other.absolute = true;
    other.negate = false;
    return other;
}

TextOperand TextOperand::component(uint32_t i) const {
    TextOperand other = *this;
    other.swizzle.fill(swizzle[i]);
    return other;
}

std::string TextOperand::text() const {
    std::string letters;
    for (const uint8_t component : swizzle) letters += kLetters[component];
    const std::string plain = reg + (letters == kLetters ? "" : "." + letters);
    return std::string(negate ? "-" : "") + (absolute ? "|" + plain + "|" : plain);
}

std::string TextResult::text() const {
    if (mask == isa::kAllComponents) return reg;
    std::string letters = ".";
    for (uint32_t i = 0; i < kLetters.size(); ++i)
        if ((mask >> i & 1) != 0) letters += kLetters[i];
    return reg + letters;
}

void ProgramText::emitLine(const std::string& line) {
    lines_.push_back(predicate_.empty() ? line : "(" + predicate_ + ") " + line);
}

TextResult ProgramText::scratch(uint32_t number, uint8_t mask) {
    const uint32_t reg = firstTemporary_ + number;
    if (reg >= isa::kTemporaryRegisters)
        throw virgl::Unsupported(fmt::format("programs with {} temporary registers, of which the shaders have {}",
                                             reg + 1, isa::kTemporaryRegisters));
    temporaries_ = std::max(temporaries_, reg + 1);
    return {.reg = fmt::format("r{}", reg), .mask = mask};
}

TextOperand ProgramText::number(Number value) {
    if (numbers_ < 0) numbers_ = static_cast<int32_t>(addConstant({0.0f, 1.0f, 0.5f, -1.0f}));
    const TextOperand all{.reg = fmt::format("c{}", numbers_)};
    return all.component(static_cast<uint32_t>(value));
}

uint32_t ProgramText::addConstant(const func::Vec4& value) {
    const uint32_t number = firstConstant_ + static_cast<uint32_t>(constants_.size());
    if (number >= gpu::kShaderConstants)
        throw virgl::Unsupported(fmt::format("programs with more than {} constants", gpu::kShaderConstants));
    constants_.push_back(value);
    return number;
}

std::string ProgramText::finish() {
    lines_.emplace_back("nop <- end");
    std::string text;
    for (const std::string& line : lines_) text += line + "\n";
    return text;
}

}  // namespace cyclorama::attila
