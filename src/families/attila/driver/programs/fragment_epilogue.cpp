// SPDX-License-Identifier: MIT
#include "families/attila/driver/programs/fragment_epilogue.h"

#include <fmt/format.h>

#include <bit>
#include <string>

#include "func/raster/raster_state.h"
#include "virgl/protocol/refusal.h"

namespace cyclorama::attila {

bool FragmentEpilogue::changesColor() const {
    return variant_.alphaTest.has_value() || variant_.colorCopies > 1 || variant_.alphaToOne ||
           variant_.smooth != Smooth::None;
}

void FragmentEpilogue::dropFragments(TranslatedProgram& made) {
    clip();
    if (variant_.polygonStipple) stipple(made);
}

void FragmentEpilogue::finishColor(const TextResult& color, TranslatedProgram& made) {
    if (variant_.smooth != Smooth::None) cover(color, made);
    if (variant_.alphaToOne) setAlphaToOne(color);
    if (variant_.alphaTest) testAlpha(color, made);
    for (uint32_t i = 0; i < variant_.colorCopies; ++i)
        text_.emitLine(fmt::format("mov o{}, {}", func::kColorAttribute + i, color.reg));
}

// A distance below zero kills the fragment.
void FragmentEpilogue::clip() {
    for (const auto& [attribute, component] : clipDistances(link_, variant_.clipPlanes))
        text_.kill(TextOperand{.reg = fmt::format("i{}", attribute)}.component(component));
}

// A pattern of 32 by 32 pixels from the first pixel of the surface on, as a texture that repeats.
void FragmentEpilogue::stipple(TranslatedProgram& made) {
    constexpr float kEdge = 32;
    const auto unit = static_cast<uint32_t>(std::countr_one(made.samplers));
    if (unit >= virgl::kSamplers) throw virgl::BeyondGpu("stippled polygons with 16 textures");
    made.stippleUnit = unit;
    const uint32_t scale = text_.addConstant({1 / kEdge, 1 / kEdge, 0, 0});
    const uint32_t centre = text_.addConstant({0.5f / kEdge, 0.5f / kEdge, 0, 0});
    const TextResult texel = text_.scratch(0);
    text_.emitLine(fmt::format("mad {}, i0, c{}, c{}", texel.reg, scale, centre));
    text_.emitLine(fmt::format("tex {0}, {0}, t{1}", texel.reg, unit));
    text_.emit("add", texel, texel.operand(), text_.number(Number::Half).negated());
    text_.kill(texel.operand().component(0));
}

// Multiplies alpha by the part of the pixel that a smooth point or line covers: by its distance from the edge.
void FragmentEpilogue::cover(const TextResult& color, TranslatedProgram& made) {
    const uint32_t attribute = coverageAttribute(link_);
    const std::string place = text_.scratch(0).reg;
    const std::string distance = text_.scratch(1).reg;
    text_.emitLine(fmt::format("rcp {}.w, i{}.wwww", place, attribute));
    text_.emitLine(fmt::format("mul {0}.xyz, i{1}, {0}.wwww", place, attribute));
    if (variant_.smooth == Smooth::Points) {
        text_.emitLine(fmt::format("mul {0}, {1}, {1}", distance, place));
        text_.emitLine(fmt::format("add {0}.x, {0}.xxxx, {0}.yyyy", distance));
        text_.emitLine(fmt::format("rsq {0}.x, {0}.xxxx", distance));
        text_.emitLine(fmt::format("rcp {0}.x, {0}.xxxx", distance));
        text_.emitLine(fmt::format("add_sat {0}.x, {1}.zzzz, -{0}.xxxx", distance, place));
    } else {
        made.lineExtent = text_.addConstant({});
        text_.emitLine(fmt::format("add_sat {}.x, c{}.xxxx, -|{}.xxxx|", distance, *made.lineExtent, place));
        text_.emitLine(fmt::format("add_sat {0}.y, {1}.zzzz, -|{1}.yyyy|", distance, place));
        text_.emitLine(fmt::format("mul {0}.x, {0}.xxxx, {0}.yyyy", distance));
    }
    text_.emitLine(fmt::format("mul {0}.w, {0}.wwww, {1}.xxxx", color.reg, distance));
}

void FragmentEpilogue::setAlphaToOne(const TextResult& color) {
    using namespace virgl::tgsi;
    const std::string one = text_.number(Number::One).text();
    text_.emitLine(fmt::format("mov {}.w, {}", color.reg, one));
    for (const Declaration& declaration : program_.declarations)
        if (declaration.file == File::Output && declaration.semantic == Semantic::Color &&
            declaration.semanticIndex != 0)
            text_.emitLine(fmt::format("mov o{}.w, {}", func::kColorAttribute + declaration.semanticIndex, one));
}

// A sum below zero kills those that do not pass.
void FragmentEpilogue::testAlpha(const TextResult& color, TranslatedProgram& made) {
    made.alphaReference = text_.addConstant({});
    const TextOperand alpha = color.operand().component(3);
    const TextOperand reference = TextOperand{.reg = fmt::format("c{}", *made.alphaReference)}.component(0);
    const TextResult passes = text_.scratch(0, 1);
    using Compare = func::CompareFunction;
    switch (*variant_.alphaTest) {
        case Compare::Always:
            return;
        case Compare::Never:
            text_.emit("mov", passes, text_.number(Number::Zero));
            break;
        case Compare::Less:
            text_.emit("slt", passes, alpha, reference);
            break;
        case Compare::Greater:
            text_.emit("slt", passes, reference, alpha);
            break;
        case Compare::LessEqual:
            text_.emit("sge", passes, reference, alpha);
            break;
        case Compare::GreaterEqual:
            text_.emit("sge", passes, alpha, reference);
            break;
        case Compare::Equal:
            arithmetic_.compareBoth("sge", "mul", passes, alpha, reference);
            break;
        case Compare::NotEqual:
            arithmetic_.compareBoth("slt", "add", passes, alpha, reference);
            break;
    }
    text_.emit("add", passes, passes.operand().component(0), text_.number(Number::Half).negated());
    text_.kill(passes.operand().component(0));
}

}  // namespace cyclorama::attila
