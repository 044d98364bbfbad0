// SPDX-License-Identifier: MIT
#include "families/attila/driver/draw/draw_passes.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <utility>

#include "families/attila/driver/draw/state_registers.h"
#include "families/attila/driver/programs/program_variant.h"
#include "families/attila/driver/textures/kept_stencil.h"
#include "func/compare.h"
#include "virgl/protocol/refusal.h"

namespace cyclorama::attila {
namespace {

using func::StencilOperation;

constexpr uint8_t kWrittenColors = 7;
constexpr uint8_t kAlpha = 8;
constexpr uint8_t kAllBits = 0xff;

bool blendDiffers(const virgl::State& state) {
    if (state.blend->logicOperationEnabled) return false;
    for (uint32_t i = 0; i < kColorTargets; ++i) {
        const virgl::BlendTarget& target = state.blend->targets[i];
        if (state.colorBuffers[i] && target.enabled && target.colorEquation != target.alphaEquation) return true;
    }
    return false;
}

/// Bit i: component i of a colour buffer is written.
uint8_t writtenComponents(const virgl::State& state) {
    uint32_t mask = 0;
    for (uint32_t i = 0; i < kColorTargets; ++i) {
        if (!state.colorBuffers[i]) continue;
        mask |= state.blend->targets[i].mask & kWrittenColors;
        if (writesAlpha(state, i)) mask |= kAlpha;
    }
    return static_cast<uint8_t>(mask);
}

/// The value that both operations on a depth test leave in the bits that are written; none where they are not one.
std::optional<uint8_t> replacement(const virgl::StencilFace& face, uint8_t reference) {
    std::optional<uint8_t> value;
    for (const StencilOperation operation : {face.depthPass, face.depthFail}) {
        if (operation == StencilOperation::Keep) continue;
        const bool known = operation == StencilOperation::Zero || operation == StencilOperation::Replace;
        const auto bits = static_cast<uint8_t>(operation == StencilOperation::Replace ? reference & face.writeMask : 0);
        if (!known || (value && *value != bits)) return std::nullopt;
        value = bits;
    }
    return value.value_or(0);
}

/// A pass after which the driver writes the stencil values.
DrawPass countingPass(const virgl::State& state) {
    DrawPass pass{.state = state, .keptStencil = state.depthStencilAlpha->stencil[0]};
    virgl::DepthStencilAlpha tests = *state.depthStencilAlpha;
    tests.stencil[0] = countingTests(*pass.keptStencil);
    pass.state.depthStencilAlpha = std::make_shared<virgl::DepthStencilAlpha>(tests);
    return pass;
}

/// Passes of a draw whose stencil test may write some of the bits alone: the chip clears the others. Where the bits
/// that are written come out equal, and the test does not look at them, a pass for each value that the others may have
/// takes the pixels that have it, and writes it again. All else is for the driver to complete.
std::vector<DrawPass> passesOfKeptBits(const virgl::State& state) {
    const virgl::StencilFace& face = state.depthStencilAlpha->stencil[0];
    if (!state.depthBuffer || !changesStencil(face) || face.writeMask == kAllBits) return {{.state = state}};
    const uint8_t reference = state.stencilReference[0];
    const std::optional<uint8_t> value = replacement(face, reference);
    const auto kept = static_cast<uint8_t>(~face.writeMask);
    const bool always = face.function == func::CompareFunction::Always;
    if (!value || (!always && ((face.compareMask & face.writeMask) != 0 || face.stencilFail != StencilOperation::Keep)))
        return {countingPass(state)};
    std::vector<DrawPass> passes;
    // All subsets of the kept bits, from all of them down to none.
    for (uint32_t bits = kept;; bits = (bits - 1) & kept) {
        if (always || func::compare(face.function, uint32_t{reference} & face.compareMask, bits & face.compareMask)) {
            virgl::State pass = state;
            virgl::DepthStencilAlpha tests = *state.depthStencilAlpha;
            virgl::StencilFace& test = tests.stencil[0];
            test.function = func::CompareFunction::Equal;
            test.compareMask = kept;
            test.writeMask = kAllBits;
            test.stencilFail = StencilOperation::Keep;
            for (StencilOperation* const operation : {&test.depthPass, &test.depthFail})
                if (*operation != StencilOperation::Keep) *operation = StencilOperation::Replace;
            pass.depthStencilAlpha = std::make_shared<virgl::DepthStencilAlpha>(tests);
            pass.stencilReference.fill(static_cast<uint8_t>(*value | bits));
            passes.push_back({.state = std::move(pass)});
        }
        if (bits == 0) return passes;
    }
}

bool writesDepth(const virgl::State& state) {
    return state.depthBuffer && state.depthStencilAlpha->depthTest && state.depthStencilAlpha->depthWrite;
}

/// True where the stencil values come out the same in any order of front and back faces: tests that do not look at
/// them, and operations that can change places.
bool stencilHasNoOrder(const virgl::State& state) {
    const auto& faces = state.depthStencilAlpha->stencil;
    std::vector<StencilOperation> operations;
    for (const virgl::StencilFace& face : faces) {
        if (face.function != func::CompareFunction::Always) return false;
        for (const StencilOperation operation : {face.depthPass, face.depthFail})
            if (operation != StencilOperation::Keep) operations.push_back(operation);
    }
    if (operations.empty()) return true;
    const bool steps = std::ranges::all_of(operations, [](StencilOperation operation) {
        return operation == StencilOperation::IncrementWrap || operation == StencilOperation::DecrementWrap;
    });
    const bool equalMasks = faces[0].writeMask == faces[1].writeMask;
    if (steps) return equalMasks && faces[0].writeMask == kAllBits;
    const bool equal =
        std::ranges::all_of(operations, [&](StencilOperation operation) { return operation == operations[0]; });
    return equal && equalMasks && state.stencilReference[0] == state.stencilReference[1];
}

/// One pass for each face that is not culled, with that face's stencil test for all of the pass.
std::vector<virgl::State> passesOfFaces(const virgl::State& state) {
    std::vector<virgl::State> passes;
    const func::CullMode culled = state.rasterizer->cull;
    constexpr std::array kOthers = {func::CullMode::Back, func::CullMode::Front};
    for (size_t face = 0; face < kOthers.size(); ++face) {
        if (culled != func::CullMode::None && culled != kOthers[face]) continue;
        virgl::State pass = state;
        virgl::RasterizerState raster = *state.rasterizer;
        raster.cull = kOthers[face];
        pass.rasterizer = std::make_shared<virgl::RasterizerState>(raster);
        virgl::DepthStencilAlpha tests = *state.depthStencilAlpha;
        tests.stencil[0] = tests.stencil[face];
        tests.stencil[1] = {};
        pass.depthStencilAlpha = std::make_shared<virgl::DepthStencilAlpha>(tests);
        pass.stencilReference.fill(state.stencilReference[face]);
        passes.push_back(std::move(pass));
    }
    return passes;
}

/// Colour, then alpha, each with its own equation as that of both. The first leaves depth and stencil to the second,
/// whose tests come out the same then.
std::vector<virgl::State> passesOfBlending(const virgl::State& state) {
    std::vector<virgl::State> passes;
    const auto add = [&](uint8_t components, func::BlendEquation virgl::BlendTarget::*equation) {
        virgl::State pass = state;
        virgl::Blend blend = *state.blend;
        for (virgl::BlendTarget& target : blend.targets) {
            target.mask &= components;
            target.colorEquation = target.alphaEquation = target.*equation;
        }
        pass.blend = std::make_shared<virgl::Blend>(blend);
        passes.push_back(std::move(pass));
    };
    const uint8_t written = writtenComponents(state);
    if ((written & kWrittenColors) != 0 || (written & kAlpha) == 0)
        add(kWrittenColors, &virgl::BlendTarget::colorEquation);
    if ((written & kAlpha) != 0) add(kAlpha, &virgl::BlendTarget::alphaEquation);
    if (passes.size() < 2) return passes;
    virgl::DepthStencilAlpha tests = *state.depthStencilAlpha;
    tests.depthWrite = false;
    for (virgl::StencilFace& face : tests.stencil)
        face.stencilFail = face.depthFail = face.depthPass = StencilOperation::Keep;
    passes[0].depthStencilAlpha = std::make_shared<virgl::DepthStencilAlpha>(tests);
    passes[0].countsSamples = false;
    return passes;
}

bool colorReadsAlpha(const virgl::Blend& blend) {
    using func::BlendFactor;
    const auto reads = [](BlendFactor factor) {
        return factor == BlendFactor::DestinationAlpha || factor == BlendFactor::OneMinusDestinationAlpha ||
               factor == BlendFactor::SourceAlphaSaturate;
    };
    return std::ranges::any_of(blend.targets, [&](const virgl::BlendTarget& target) {
        return reads(target.sourceColor) || reads(target.destinationColor);
    });
}

}  // namespace

bool changesStencil(const virgl::StencilFace& face) {
    return face.enabled && face.writeMask != 0 &&
           (face.stencilFail != StencilOperation::Keep || face.depthFail != StencilOperation::Keep ||
            face.depthPass != StencilOperation::Keep);
}

bool stencilDiffers(const virgl::State& state) {
    const auto& [face, back] = state.depthStencilAlpha->stencil;
    return state.depthBuffer && face.enabled && back.enabled &&
           (face.function != back.function || face.stencilFail != back.stencilFail ||
            face.depthPass != back.depthPass || face.depthFail != back.depthFail ||
            face.compareMask != back.compareMask || face.writeMask != back.writeMask ||
            state.stencilReference[0] != state.stencilReference[1]);
}

void requireFewForKeptStencil(const PassPlan& plan, uint32_t triangles) {
    constexpr uint32_t kMostTriangles = 256;
    const bool kept =
        std::ranges::any_of(plan.passes, [](const DrawPass& pass) { return pass.keptStencil.has_value(); });
    if (kept && triangles > kMostTriangles)
        throw virgl::Unsupported("stencil writes of some of the bits alone, of more than 256 triangles");
}

PassPlan planPasses(const virgl::State& state) {
    PassPlan plan;
    const bool differentFaces = stencilDiffers(state);
    std::vector<DrawPass> faces;
    for (const virgl::State& face : differentFaces ? passesOfFaces(state) : std::vector<virgl::State>{state})
        std::ranges::move(passesOfKeptBits(face), std::back_inserter(faces));
    if (differentFaces && faces.size() > 1) {
        plan.byTriangle = writtenComponents(state) != 0 || writesDepth(state) || !stencilHasNoOrder(state);
    }
    if (std::ranges::any_of(faces, [](const DrawPass& face) { return face.keptStencil.has_value(); }))
        plan.byTriangle = true;
    if (!blendDiffers(state)) {
        plan.passes = faces;
        return plan;
    }
    for (const DrawPass& face : faces) {
        std::vector<virgl::State> parts = passesOfBlending(face.state);
        const bool writes = writesDepth(face.state) || changesStencil(face.state.depthStencilAlpha->stencil[0]);
        if (parts.size() > 1 && (writes || colorReadsAlpha(*state.blend))) plan.byTriangle = true;
        for (virgl::State& part : parts) plan.passes.push_back({.state = std::move(part)});
        plan.passes.back().keptStencil = face.keptStencil;
    }
    return plan;
}

}  // namespace cyclorama::attila
