// SPDX-License-Identifier: MIT
#include "families/attila/driver/draw_passes.h"

#include <algorithm>
#include <array>
#include <utility>

#include "virgl/refusal.h"

namespace cyclorama::attila {
namespace {

using func::StencilOperation;

constexpr uint8_t kColors = 7;
constexpr uint8_t kAlpha = 8;
constexpr uint8_t kAllBits = 0xff;

bool blendDiffers(const virgl::State& state) {
    const virgl::BlendTarget& target = state.blend->targets[0];
    return target.enabled && !state.blend->logicOperationEnabled && target.colorEquation != target.alphaEquation;
}

/// The chip clears the bits that a stencil test may not write.
void requireWholeStencil(const virgl::State& state) {
    const virgl::StencilFace& face = state.depthStencilAlpha->stencil[0];
    if (state.depthBuffer && changesStencil(face) && face.writeMask != kAllBits)
        throw virgl::Unsupported("stencil writes of some of the bits alone");
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

/// One for each face that is not culled, with its stencil test as that of all.
std::vector<virgl::State> passesOfFaces(const virgl::State& state) {
    std::vector<virgl::State> passes;
    const func::CullMode culled = state.rasterizer->cull;
    constexpr std::array kOthers = {func::CullMode::Back, func::CullMode::Front};
    for (size_t face = 0; face < kOthers.size(); ++face) {
        if (culled != func::CullMode::None && culled != kOthers[face]) continue;
        virgl::State pass = state;
        virgl::Rasterizer raster = *state.rasterizer;
        raster.cull = kOthers[face];
        pass.rasterizer = std::make_shared<virgl::Rasterizer>(raster);
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
std::vector<virgl::State> passesOfBlending(const virgl::State& state, bool alphaWritten) {
    const virgl::BlendTarget& target = state.blend->targets[0];
    std::vector<virgl::State> passes;
    const auto add = [&](uint8_t mask, func::BlendEquation equation) {
        virgl::State pass = state;
        virgl::Blend blend = *state.blend;
        blend.targets[0].mask = mask;
        blend.targets[0].colorEquation = blend.targets[0].alphaEquation = equation;
        pass.blend = std::make_shared<virgl::Blend>(blend);
        passes.push_back(std::move(pass));
    };
    const auto colors = static_cast<uint8_t>(target.mask & kColors);
    if (colors != 0 || !alphaWritten) add(colors, target.colorEquation);
    if (alphaWritten) add(kAlpha, target.alphaEquation);
    if (passes.size() < 2) return passes;
    virgl::DepthStencilAlpha tests = *state.depthStencilAlpha;
    tests.depthWrite = false;
    for (virgl::StencilFace& face : tests.stencil)
        face.stencilFail = face.depthFail = face.depthPass = StencilOperation::Keep;
    passes[0].depthStencilAlpha = std::make_shared<virgl::DepthStencilAlpha>(tests);
    return passes;
}

bool colorReadsAlpha(const virgl::BlendTarget& target) {
    using func::BlendFactor;
    const auto reads = [](BlendFactor factor) {
        return factor == BlendFactor::DestinationAlpha || factor == BlendFactor::OneMinusDestinationAlpha ||
               factor == BlendFactor::SourceAlphaSaturate;
    };
    return reads(target.sourceColor) || reads(target.destinationColor);
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

PassPlan planPasses(const virgl::State& state, bool alphaWritten) {
    PassPlan plan;
    const bool differentFaces = stencilDiffers(state);
    const std::vector<virgl::State> faces = differentFaces ? passesOfFaces(state) : std::vector<virgl::State>{state};
    for (const virgl::State& face : faces) requireWholeStencil(face);
    if (faces.size() > 1) {
        const bool color = state.colorBuffers[0] && (state.blend->targets[0].mask & (kColors | kAlpha)) != 0;
        plan.byTriangle = color || writesDepth(state) || !stencilHasNoOrder(state);
    }
    if (!blendDiffers(state)) {
        plan.passes = faces;
        return plan;
    }
    for (const virgl::State& face : faces) {
        std::vector<virgl::State> parts = passesOfBlending(face, alphaWritten);
        const bool writes = writesDepth(face) || changesStencil(face.depthStencilAlpha->stencil[0]);
        if (parts.size() > 1 && (writes || colorReadsAlpha(state.blend->targets[0]))) plan.byTriangle = true;
        std::ranges::move(parts, std::back_inserter(plan.passes));
    }
    return plan;
}

}  // namespace cyclorama::attila
