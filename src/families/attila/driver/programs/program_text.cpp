// SPDX-License-Identifier: MIT
#include "families/attila/driver/programs/program_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "gpu/draw_state.h"
#include "isa/instruction.h"
#include "virgl/protocol/refusal.h"

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

void ProgramText::kill(const TextOperand& operand) {
    kills_ = true;
    if (predicate_.empty()) return emitAlways("kil " + operand.text());
    const TextResult looked = scratch(0);
    emitAlways(fmt::format("mov {}, {}", looked.text(), number(Number::One).text()));
    emit("mov", looked, operand);
    emitAlways("kil " + looked.operand().text());
}

TextResult ProgramText::scratch(uint32_t number, uint8_t mask) {
    if (number >= scratch_.size()) scratch_.resize(number + 1);
    if (!scratch_[number]) scratch_[number] = temporaries_++;
    if (temporaries_ > isa::kTemporaryRegisters)
        throw virgl::BeyondGpu(fmt::format("programs with {} temporary registers, of which the shaders have {}",
                                           temporaries_, isa::kTemporaryRegisters));
    return {.reg = fmt::format("r{}", *scratch_[number]), .mask = mask};
}

TextOperand ProgramText::number(Number value) {
    return literal({0.0f, 1.0f, 0.5f, -1.0f}).component(static_cast<uint32_t>(value));
}

TextOperand ProgramText::literal(const func::Vec4& value) {
    const auto found = std::ranges::find(literals_, value, &std::pair<func::Vec4, uint32_t>::first);
    const uint32_t number = found == literals_.end() ? addConstant(value) : found->second;
    if (found == literals_.end()) literals_.emplace_back(value, number);
    return {.reg = fmt::format("c{}", number)};
}

uint32_t ProgramText::addConstant(const func::Vec4& value) {
    const uint32_t number = firstConstant_ + static_cast<uint32_t>(constants_.size());
    if (number >= gpu::kShaderConstants)
        throw virgl::BeyondGpu(fmt::format("programs with more than {} constants", gpu::kShaderConstants));
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
