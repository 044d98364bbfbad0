// SPDX-License-Identifier: MIT
#include "virgl/capabilities.h"

#include <algorithm>
#include <cstring>

namespace cyclorama::virgl {
namespace {

/// Bit of a format: formats are numbered through all words.
struct FormatMask {
    uint32_t words[16];

    void add(std::span<const Format> formats) {
        for (const Format format : formats)
            words[static_cast<uint32_t>(format) / 32] |= 1u << static_cast<uint32_t>(format) % 32;
    }
};

/// virgl_caps_v1.
struct CapabilitiesV1 {
    uint32_t version;
    FormatMask sampler, render, depthStencil, vertexBuffer;
    uint32_t flags;
    uint32_t glslLevel;
    uint32_t textureArrayLayers;
    uint32_t streamoutBuffers;
    uint32_t dualSourceTargets;
    uint32_t renderTargets;
    uint32_t samples;
    uint32_t primitives;
    uint32_t textureBufferTexels;
    uint32_t uniformBlocks;
    uint32_t viewports;
    uint32_t gatherComponents;
};

/// virgl_caps_v2; names as there, for what is not zero.
struct CapabilitiesV2 {
    CapabilitiesV1 v1;
    float pointSizes[4];  // aliased from and to, smooth from and to
    float lineWidths[4];
    float lodBias;
    uint32_t geometry[2];
    uint32_t vertexOutputs;
    uint32_t vertexAttributes;
    uint32_t patchVaryings;
    int32_t offsets[4];
    uint32_t alignments[3];  // of texture buffers, uniform buffers, shader buffers
    uint32_t bits;
    uint32_t sampleLocations[8];
    uint32_t vertexStride;
    uint32_t buffersAndImages[5];
    uint32_t compute[8];
    uint32_t textureSizes[3];  // of two and three dimensions, of cube maps
    uint32_t atomics[15];
    uint32_t featureCheck;
    FormatMask readback, scanout;
    uint32_t bitsV2;
    uint32_t videoMemory;
    char renderer[64];
    float anisotropy;
    uint32_t samplerViews;
    FormatMask multisampled;
    uint32_t constantBytes[6];
    uint32_t videoCapabilities[1 + 32 * 4];
    uint32_t uniformBlockBytes;
};
static_assert(sizeof(CapabilitiesV1) == 308 && sizeof(CapabilitiesV2) == 1376);

/// Flags of virgl_caps_bool_set1: whether colour buffers differ in blending, and in its equations; what every machine
/// of this host has.
constexpr uint32_t kBlendingByBuffer = 3;
constexpr uint32_t kConditionalRendering = 1 << 4;
constexpr uint32_t kOcclusionQuery = 1 << 11;
constexpr uint32_t kMultisampling = 1 << 14;

/// Flags of capability_bits. Whether colours are stored in sRGB is the surface's format alone
/// (VIRGL_CAP_SRGB_WRITE_CONTROL).
constexpr uint32_t kSrgbBySurface = 1 << 15;
/// The host fills textures (VIRGL_CAP_CLEAR_TEXTURE). Without it Mesa 25.0.7 still lets programs ask for that, and does
/// nothing.
constexpr uint32_t kClearTexture = 1 << 30;

/// GLSL 1.20: a guest then sends programs without integers.
constexpr uint32_t kGlslLevel = 120;
/// Version of the host that a guest goes by: 10 has the semantic TEXCOORD, 12 limits of constants by stage.
constexpr uint32_t kFeatureCheck = 12;
constexpr uint32_t kBytesOfConstant = 16;
/// Primitives by their numbers: all from points to polygons.
constexpr uint32_t kPrimitives = 0x3ff;
constexpr uint32_t kVertexStride = 2048;

CapabilitiesV1 firstPart(const Capabilities& from) {
    CapabilitiesV1 to{};
    to.version = 1;
    to.sampler.add(from.sampled);
    to.render.add(from.rendered);
    to.depthStencil.add(from.depthStencil);
    to.flags = kConditionalRendering | kOcclusionQuery | (from.samples > 1 ? kMultisampling : 0) |
               (from.renderTargets > 1 ? kBlendingByBuffer : 0);
    to.samples = from.samples > 1 ? from.samples : 0;
    to.glslLevel = kGlslLevel;
    to.renderTargets = from.renderTargets;
    to.viewports = 1;
    to.primitives = kPrimitives;
    return to;
}

CapabilitiesV2 whole(const Capabilities& from) {
    CapabilitiesV2 to{};
    to.v1 = firstPart(from);
    to.v1.version = 2;
    std::ranges::fill(to.pointSizes, 1.0f);
    std::ranges::fill(to.lineWidths, 1.0f);
    to.pointSizes[1] = to.pointSizes[3] = from.pointSize;
    to.lineWidths[1] = to.lineWidths[3] = from.lineWidth;
    to.lodBias = from.lodBias;
    to.vertexOutputs = from.vertexOutputs;
    to.vertexAttributes = from.vertexAttributes;
    std::ranges::fill(to.alignments, kBytesOfConstant);
    to.bits = kSrgbBySurface | kClearTexture;
    std::ranges::copy(from.sampleLocations, to.sampleLocations);
    to.vertexStride = kVertexStride;
    to.textureSizes[0] = to.textureSizes[2] = from.textureSize;
    to.textureSizes[1] = from.textureSize3d;
    to.featureCheck = kFeatureCheck;
    to.readback.add(from.sampled);
    to.readback.add(from.rendered);
    to.readback.add(from.depthStencil);
    to.scanout.add(from.shown);
    to.multisampled.add(from.multisampled);
    from.renderer.copy(to.renderer, sizeof to.renderer - 1);
    to.anisotropy = from.anisotropy;
    to.samplerViews = from.samplers;
    std::ranges::fill(to.constantBytes, from.constants * kBytesOfConstant);
    to.uniformBlockBytes = from.constants * kBytesOfConstant;
    return to;
}

template <typename T>
std::vector<std::byte> bytesOf(const T& value) {
    const auto bytes = std::as_bytes(std::span(&value, 1));
    return {bytes.begin(), bytes.end()};
}

}  // namespace

std::vector<std::byte> encode(const Capabilities& capabilities, uint32_t set) {
    return set == kCapabilitySet ? bytesOf(whole(capabilities)) : bytesOf(firstPart(capabilities));
}

}  // namespace cyclorama::virgl
