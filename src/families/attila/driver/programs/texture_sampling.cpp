// SPDX-License-Identifier: MIT
#include "families/attila/driver/programs/texture_sampling.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "families/attila/driver/programs/translation_refusal.h"

namespace cyclorama::attila {
namespace {

using namespace virgl::tgsi;

std::string_view mnemonicOf(Opcode opcode) {
    switch (opcode) {
        case Opcode::Tex:
            return "tex";
        case Opcode::Txp:
            return "txp";
        case Opcode::Txb:
            return "txb";
        default:
            return "txl";
    }
}

}  // namespace

uint32_t textureUnit(virgl::Stage stage, uint32_t sampler) {
    return stage == virgl::Stage::Fragment ? sampler : virgl::kSamplers - 1 - sampler;
}

void TextureSampling::translate(const Instruction& instruction, const TextResult& to,
                                std::span<const TextOperand> from) {
    const auto sampler = static_cast<uint32_t>(instruction.sources.back().index);
    if (sampler >= virgl::kSamplers) refuseForGpu(instruction.line, "more than 16 textures");
    samplers_ |= 1u << sampler;
    if (instruction.shape == Shape::ShadowCube) refuse(instruction.line, "comparisons with cube maps");
    const TextOperand coordinates = coordinatesOf(instruction, sampler, from);
    const std::string_view mnemonic = mnemonicOf(instruction.opcode);
    const std::string unit = fmt::format(", t{}", textureUnit(stage_, sampler));
    const auto& swizzle = variant_.swizzles[sampler];
    using virgl::Swizzle;
    const bool plain = swizzle == std::array{Swizzle::X, Swizzle::Y, Swizzle::Z, Swizzle::W};
    const TextResult texel = plain && !to.saturate ? to : text_.scratch(0);
    text_.emitLine(fmt::format("{} {}, {}{}", mnemonic, texel.text(), coordinates.text(), unit));
    if (texel.reg == to.reg) return;
    for (uint32_t i = 0; i < 4; ++i) {
        if ((to.mask >> i & 1) == 0) continue;
        const TextResult component{.reg = to.reg, .mask = static_cast<uint8_t>(1 << i), .saturate = to.saturate};
        text_.emit("mov", component,
                   swizzle[i] == Swizzle::Zero  ? text_.number(Number::Zero)
                   : swizzle[i] == Swizzle::One ? text_.number(Number::One)
                                                : texel.operand().component(static_cast<uint32_t>(swizzle[i])));
    }
}

TextOperand TextureSampling::coordinatesOf(const Instruction& instruction, uint32_t sampler,
                                           std::span<const TextOperand> from) {
    using Kind = TextureConstant::Kind;
    const bool rectangle = instruction.shape == Shape::Rectangle || instruction.shape == Shape::ShadowRectangle;
    const bool derivatives = instruction.opcode == Opcode::Txd;
    const BorderPlan& border = variant_.borders[sampler];
    const bool shadow = instruction.shape == Shape::Shadow1D || instruction.shape == Shape::Shadow2D ||
                        instruction.shape == Shape::ShadowRectangle;
    if (!rectangle && !derivatives && !shadow && border.axes == 0) return from[0];
    if (derivatives) levelOfDetail(instruction, sampler, from);
    const TextResult made = text_.scratch(1);
    if (rectangle)
        text_.emit("mul", made, from[0], textureConstant(sampler, Kind::Reciprocal));
    else
        text_.emit("mov", made, from[0]);
    if (instruction.opcode == Opcode::Txp && (shadow || border.axes != 0)) {
        text_.emit("rcp", TextResult{.reg = made.reg, .mask = 8}, made.operand().component(3));
        text_.emit("mul", TextResult{.reg = made.reg, .mask = 7}, made.operand(), made.operand().component(3));
        text_.emit("mov", TextResult{.reg = made.reg, .mask = 8}, text_.number(Number::One));
    }
    if (shadow) text_.emit("mov", TextResult{.reg = made.reg, .mask = 4, .saturate = true}, made.operand());
    if (border.axes != 0) takeToBorder(sampler, border, made);
    if (derivatives) text_.emit("mov", text_.scratch(1, 8), text_.scratch(0).operand().component(0));
    return made.operand();
}

void TextureSampling::takeToBorder(uint32_t sampler, const BorderPlan& border, const TextResult& made) {
    using Kind = TextureConstant::Kind;
    if (border.clamps != 0)
        text_.emit("mov", TextResult{.reg = made.reg, .mask = border.clamps, .saturate = true}, made.operand());
    const TextOperand scale = textureConstant(sampler, Kind::BorderScale);
    const TextOperand offset = textureConstant(sampler, Kind::BorderOffset);
    text_.emit("mad", TextResult{.reg = made.reg, .mask = border.axes}, made.operand(), scale, offset);
}

void TextureSampling::levelOfDetail(const Instruction& instruction, uint32_t sampler,
                                    std::span<const TextOperand> from) {
    if (instruction.shape == Shape::Cube) refuse(instruction.line, "cube maps by given derivatives");
    // log2 of the square of a length that is none: far below all levels.
    constexpr float kShortest = 1e-30f;
    const bool inTexels = instruction.shape == Shape::Rectangle || instruction.shape == Shape::ShadowRectangle;
    const TextOperand size =
        inTexels ? text_.literal({1, 1, 0, 0}) : textureConstant(sampler, TextureConstant::Kind::Size);
    const TextOperand shortest = text_.literal({kShortest, kShortest, kShortest, kShortest});
    for (uint32_t axis = 0; axis < 2; ++axis) {
        text_.emit("mul", text_.scratch(axis), from[1 + axis], size);
        text_.emit("dp3", text_.scratch(axis, 1), text_.scratch(axis).operand(), text_.scratch(axis).operand());
        text_.emit("max", text_.scratch(0, 1), text_.scratch(0).operand(),
                   axis == 0 ? shortest : text_.scratch(1).operand());
    }
    text_.emit("lg2", text_.scratch(0, 1), text_.scratch(0).operand().component(0));
    text_.emit("mul", text_.scratch(0, 1), text_.scratch(0).operand(), text_.number(Number::Half));
}

TextOperand TextureSampling::textureConstant(uint32_t sampler, TextureConstant::Kind kind) {
    const auto found = std::ranges::find_if(constants_, [&](const TextureConstant& constant) {
        return constant.sampler == sampler && constant.kind == kind;
    });
    const uint32_t number = found != constants_.end() ? found->constant : text_.addConstant({});
    if (found == constants_.end()) constants_.push_back({.constant = number, .sampler = sampler, .kind = kind});
    return {.reg = fmt::format("c{}", number)};
}

}  // namespace cyclorama::attila
