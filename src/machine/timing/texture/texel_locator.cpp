// SPDX-License-Identifier: MIT
#include "machine/timing/texture/texel_locator.h"

#include <algorithm>
#include <array>
#include <bit>

#include "func/texture/texture_attribute.h"
#include "func/texture/texture_layout.h"
#include "machine/values/shader_units.h"

namespace cyclorama::machine::timing {

namespace {

/// True if a request asks for texels, not for an attribute, of a texture that the draw has.
bool sampled(const TextureRequest& request) {
    return request.texture != nullptr && request.operation != func::TextureOperation::LoadAttribute;
}

bool sampledSurface(const TextureRequest& request) { return sampled(request) && request.texture->surface != nullptr; }

/// Size and alignment of a program's loads and stores in memory: one that crosses their bounds becomes two.
constexpr uint32_t kMemoryRequestBytes = 16;

bool accessesMemory(const TextureRequest& request) { return request.detail != nullptr && request.detail->bytes != 0; }

func::SurfaceQuadRequest surfaceRequest(const TextureRequest& request) {
    func::SurfaceQuadRequest asked{.operation = request.operation, .operand = request.operand};
    if (request.detail == nullptr) return asked;
    asked.fragments = request.detail->executing;
    asked.gradients = request.detail->gradients;
    return asked;
}

void planSurface(const TextureRequest& request, PlannedAccess& access) {
    access.surface = func::startSurfaceAccess(*request.texture->surface, surfaceRequest(request));
    access.sampleCount = access.surface.samples;
    access.loops = access.surface.loops;
    access.kind.samples = access.sampleCount;
    access.kind.magnified = access.surface.magnified;
    access.kind.pointSampled = access.surface.pointSampled;
}

}  // namespace

void TexelLocator::plan(const TextureRequest& request, PlannedAccess& access) {
    // An attribute load is counted as if it went to the sampler of its number.
    const func::TextureState& state = request.texture != nullptr
                                          ? request.texture->state
                                          : request.draw->state.textures[request.unit % gpu::kTextureUnits];
    access.kind = {.isotropic = state.maxAnisotropy == 1, .volume = state.mode == func::TextureMode::Texture3D};
    if (sampledSurface(request)) return planSurface(request, access);
    if (accessesMemory(request)) {
        access.sampleCount = access.loops = 1;
        return;
    }
    if (!sampled(request)) {
        planWhole(request);
        access.sampleCount = 1;
        access.loops = *std::max_element(whole_.samples[0].loops.begin(), whole_.samples[0].loops.end());
        return;
    }
    access.quad = func::startQuadAccess(*request.texture, {.operation = request.operation, .operand = request.operand});
    access.sampleCount = access.quad.area.samples;
    access.loops = access.quad.loops;
    access.kind.samples = access.sampleCount;
    access.kind.magnified = access.quad.magnified;
    for (const func::FragmentLevels& levels : access.quad.levels)
        access.kind.pointSampled += levels.filter == func::FilterMode::Nearest ? 1 : 0;
}

const func::SampleTexels& TexelLocator::locate(const TextureRequest& request, const PlannedAccess& access,
                                               uint32_t sample) {
    if (sampledSurface(request)) {
        func::locateSurfaceSample(*request.texture->surface, surfaceRequest(request), access.surface, sample, texels_);
    } else if (accessesMemory(request)) {
        locateMemory(request);
    } else if (access.quad.together) {
        func::locateSample(*request.texture, access.quad, sample, texels_);
    } else {
        planWhole(request);
        func::arrangeSample(whole_, sample, texels_);
    }
    return texels_;
}

void TexelLocator::locateMemory(const TextureRequest& request) {
    uint32_t texels = 0;
    for (uint32_t f = 0; f < func::kQuadFragments; ++f) {
        if ((request.detail->executing >> f & 1) == 0) continue;
        auto address = std::bit_cast<uint32_t>(request.operand[f][0]);
        for (uint32_t rest = request.detail->bytes; rest > 0;) {
            const uint32_t bytes = std::min(rest, kMemoryRequestBytes - address % kMemoryRequestBytes);
            texels_.address[texels] = address;
            texels_.bytes[texels++] = static_cast<uint8_t>(bytes);
            address += bytes;
            rest -= bytes;
        }
    }
    texels_.loops = 1;
    texels_.loopEnd[0] = texels;
    texels_.mostBytes = kMemoryRequestBytes;
}

void TexelLocator::planWhole(const TextureRequest& request) {
    if (sampled(request)) {
        func::planTextureAccess(*request.texture, {.operation = request.operation, .operand = request.operand}, whole_);
        return;
    }
    std::array<uint32_t, func::kQuadFragments> indices;
    for (uint32_t f = 0; f < func::kQuadFragments; ++f) indices[f] = std::bit_cast<uint32_t>(request.operand[f][0]);
    // A sampler that the draw does not have is as an attribute without a stream: nothing is read.
    const bool loads = request.operation == func::TextureOperation::LoadAttribute;
    const func::AttributeStream stream =
        loads ? attributeStream(*request.draw->state.input, request.unit) : func::AttributeStream{};
    func::planAttributeLoad(stream, sampling_, indices, whole_);
}

}  // namespace cyclorama::machine::timing
