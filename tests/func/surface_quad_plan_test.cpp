// SPDX-License-Identifier: MIT
// The texels of a quad's access: where each layout has them (PixelLayout, and arithmetic of the formats' own), and that
// sampling depends on no other byte of memory than theirs.

#include "func/texture/surface_quad_plan.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <ostream>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "func/layout/pixel_layout.h"
#include "func/texture/texture_compression.h"
#include "func/texture/texture_memory.h"
#include "func/texture/texture_sampler.h"
#include "support/spans_as_memory.h"

namespace cyclorama::func {
namespace {

constexpr uint32_t kBase = 0x4000;
constexpr uint32_t kAll = 0xf;

/// A square image with all its levels one after the other, at addresses aligned to 4 KiB.
TextureState imageState(uint32_t size, Tiling tiling, FilterMode filter) {
    TextureState state;
    state.enabled = true;
    state.format = Format::R8G8B8A8Unorm;
    state.tiling = tiling;
    state.width = state.height = size;
    state.depth = 1;
    state.wrapS = state.wrapT = state.wrapR = WrapMode::Repeat;
    state.minFilter = filter;
    state.magFilter = filter == FilterMode::Nearest || filter == FilterMode::NearestMipmapLinear ? FilterMode::Nearest
                                                                                                 : FilterMode::Linear;
    state.maxLevel = 5;
    return state;
}

uint32_t aligned(uint32_t value, uint32_t to) { return (value + to - 1) / to * to; }

/// Strides and addresses of all levels, for texels of `bytes` bytes, or blocks of 4x4 texels. Gives the memory's size.
uint32_t place(TextureState& state, uint32_t bytes, bool blocks = false) {
    uint32_t next = kBase;
    const uint32_t faces = state.mode == TextureMode::CubeMap ? kCubeFaces : 1;
    for (uint32_t level = 0; level <= state.maxLevel; ++level) {
        const uint32_t side = state.tiling == Tiling::SuperTiled && !blocks ? 64 : 4;
        const uint32_t width = aligned(std::max(state.width >> level, 1u), side) / (blocks ? 4 : 1);
        const bool line = dimensionsOf(state.mode) == 1;
        const uint32_t height = aligned(line ? 1 : std::max(state.height >> level, 1u), side) / (blocks ? 4 : 1);
        const uint32_t depth = state.mode == TextureMode::Texture3D ? std::max(state.depth >> level, 1u)
                               : isArray(state.mode)                ? state.layers
                                                                    : 1;
        state.stride[level] = width * bytes;
        state.sliceStride[level] = width * bytes * height;
        for (uint32_t face = 0; face < faces; ++face) {
            state.address[level][face] = next;
            next += aligned(state.sliceStride[level] * depth, 4096);
        }
    }
    return next;
}

/// The fragments of a quad `step` apart in the unit square, from (s, t) on.
SurfaceQuadRequest quadAt(float s, float t, float step, float r = 0.0f) {
    return {.operand = {Vec4{s, t, r, 0}, Vec4{s + step, t, r, 0}, Vec4{s, t + step, r, 0},
                        Vec4{s + step, t + step, r, 0}}};
}

SampleTexels texelsOf(const TextureState& state, const SurfaceQuadRequest& request, uint32_t sample = 0) {
    const SurfaceTexture texture(state);
    SampleTexels texels;
    locateSurfaceSample(texture, request, startSurfaceAccess(texture, request), sample, texels);
    return texels;
}

std::vector<uint64_t> addresses(const SampleTexels& texels) {
    return {texels.address.begin(), texels.address.begin() + texels.loopEnd[texels.loops - 1]};
}

struct LayoutCase {
    Tiling tiling;
    uint32_t bytes;
    Format format;
};

void PrintTo(const LayoutCase& layout, std::ostream* out) {
    *out << "tiling " << static_cast<int>(layout.tiling) << ", " << layout.bytes << " bytes a texel";
}

class SurfaceQuadLayout : public testing::TestWithParam<LayoutCase> {};

TEST_P(SurfaceQuadLayout, NearestTexelsLieWhereTheLayoutHasThem) {
    const LayoutCase& layout = GetParam();
    constexpr uint32_t kSize = 192;
    TextureState state = imageState(kSize, layout.tiling, FilterMode::Nearest);
    state.format = layout.format;
    place(state, layout.bytes);
    const PixelLayout pixels(TiledLayoutParameters{.tiling = layout.tiling,
                                                   .width = kSize,
                                                   .height = kSize,
                                                   .stride = state.stride[0],
                                                   .bytesPerSample = layout.bytes});
    std::mt19937 random(3);
    for (int n = 0; n < 200; ++n) {
        const auto x = static_cast<uint32_t>(random() % (kSize - 1)), y = static_cast<uint32_t>(random() % (kSize - 1));
        const auto at = [&](uint32_t texel) { return (static_cast<float>(texel) + 0.5f) / kSize; };
        const SampleTexels texels = texelsOf(state, quadAt(at(x), at(y), 1.0f / kSize));
        ASSERT_EQ(texels.loops, 1u);
        std::vector<uint64_t> expected;
        for (uint32_t f = 0; f < kQuadFragments; ++f) {
            const uint32_t column = x + f % 2, row = y + f / 2;
            expected.push_back(kBase + pixels.offset(column, row));
        }
        EXPECT_EQ(addresses(texels), expected) << x << " " << y;
        EXPECT_EQ(texels.bytes[0], std::max(layout.bytes, 4u));
        EXPECT_EQ(texels.mostBytes, std::max(layout.bytes, 4u));
    }
}

INSTANTIATE_TEST_SUITE_P(Layouts, SurfaceQuadLayout,
                         testing::Values(LayoutCase{Tiling::Linear, 4, Format::R8G8B8A8Unorm},
                                         LayoutCase{Tiling::Linear, 2, Format::B5G6R5Unorm},
                                         LayoutCase{Tiling::Tiled, 4, Format::R8G8B8A8Unorm},
                                         LayoutCase{Tiling::Tiled, 2, Format::B5G6R5Unorm},
                                         LayoutCase{Tiling::Tiled, 8, Format::R32G32Uint},
                                         LayoutCase{Tiling::SuperTiled, 4, Format::R8G8B8A8Unorm},
                                         LayoutCase{Tiling::SuperTiled, 2, Format::B5G6R5Unorm},
                                         LayoutCase{Tiling::SuperTiled, 8, Format::R32G32Uint}));

TEST(SurfaceQuadPlan, ABilinearQuadIsOneLoopOfSixteenTexels) {
    TextureState state = imageState(64, Tiling::Linear, FilterMode::Linear);
    place(state, 4);
    const SampleTexels texels = texelsOf(state, quadAt(8.0f / 64, 8.0f / 64, 1.0f / 64));
    EXPECT_EQ(texels.loops, 1u);
    const auto row = [](uint32_t x, uint32_t y) { return kBase + y * 256 + x * 4; };
    const std::vector<uint64_t> all = addresses(texels);
    ASSERT_EQ(all.size(), 16u);
    EXPECT_EQ(std::vector<uint64_t>(all.begin(), all.begin() + 4),
              (std::vector<uint64_t>{row(7, 7), row(8, 7), row(7, 8), row(8, 8)}));
    EXPECT_EQ(std::vector<uint64_t>(all.end() - 4, all.end()),
              (std::vector<uint64_t>{row(8, 8), row(9, 8), row(8, 9), row(9, 9)}));
}

TEST(SurfaceQuadPlan, TwoLevelsAreTwoLoopsInTheirOwnImages) {
    TextureState state = imageState(64, Tiling::Tiled, FilterMode::LinearMipmapLinear);
    place(state, 4);
    const SampleTexels texels = texelsOf(state, quadAt(0.3f, 0.3f, 3.0f / 64));
    ASSERT_EQ(texels.loops, 2u);
    EXPECT_EQ(texels.loopEnd[0], 16u);
    EXPECT_EQ(texels.loopEnd[1], 32u);
    for (uint32_t t = 0; t < 32; ++t) {
        const uint32_t level = t < 16 ? 1 : 2;
        EXPECT_GE(texels.address[t], state.address[level][0]);
        EXPECT_LT(texels.address[t], state.address[level + 1][0]);
    }
    // Whole levels need no second one.
    EXPECT_EQ(texelsOf(state, quadAt(0.3f, 0.3f, 2.0f / 64)).loops, 1u);
    state.minFilter = FilterMode::LinearMipmapNearest;
    EXPECT_EQ(texelsOf(state, quadAt(0.3f, 0.3f, 3.0f / 64)).loops, 1u);
}

TEST(SurfaceQuadPlan, VolumesTakeTwoLoopsALevel) {
    TextureState state = imageState(32, Tiling::Tiled, FilterMode::LinearMipmapLinear);
    state.mode = TextureMode::Texture3D;
    state.depth = 32;
    place(state, 4);
    const SampleTexels texels = texelsOf(state, quadAt(0.3f, 0.3f, 3.0f / 32, 0.5f));
    ASSERT_EQ(texels.loops, 4u);
    EXPECT_EQ(texels.loopEnd[3], 64u);
    // Slices 7 and 8 of level 1, which has sixteen.
    for (uint32_t t = 0; t < 32; ++t)
        EXPECT_EQ((texels.address[t] - state.address[1][0]) / state.sliceStride[1], t < 16 ? 7u : 8u);
}

TEST(SurfaceQuadPlan, LayersAndFacesHaveImagesOfTheirOwn) {
    TextureState layers = imageState(32, Tiling::SuperTiled, FilterMode::Nearest);
    layers.mode = TextureMode::Texture2DArray;
    layers.layers = 5;
    place(layers, 4);
    EXPECT_EQ(texelsOf(layers, quadAt(0.01f, 0.01f, 0.0f, 3.2f)).address[0], kBase + 3 * layers.sliceStride[0]);

    TextureState lines = imageState(32, Tiling::Tiled, FilterMode::Linear);
    lines.mode = TextureMode::Texture1DArray;
    lines.layers = 5;
    place(lines, 4);
    const SampleTexels pairs = texelsOf(lines, quadAt(0.05f, 2.6f, 0.0f));
    EXPECT_EQ(pairs.loopEnd[0], 8u) << "two texels a fragment";
    EXPECT_EQ(pairs.address[0], kBase + 3 * lines.sliceStride[0] + 4);
    EXPECT_EQ(pairs.address[1], kBase + 3 * lines.sliceStride[0] + 8);

    TextureState cube = imageState(32, Tiling::Tiled, FilterMode::Nearest);
    cube.mode = TextureMode::CubeMap;
    place(cube, 4);
    for (uint32_t face = 0; face < kCubeFaces; ++face) {
        SurfaceQuadRequest request;
        for (Vec4& fragment : request.operand) fragment[face / 2] = face % 2 == 0 ? 1.0f : -1.0f;
        const uint64_t address = texelsOf(cube, request).address[0];
        EXPECT_GE(address, cube.address[0][face]);
        EXPECT_LT(address, cube.address[0][face] + cube.sliceStride[0]);
    }
}

TEST(SurfaceQuadPlan, ACornerOfACubeIsThreeTexels) {
    TextureState cube = imageState(32, Tiling::Tiled, FilterMode::Linear);
    cube.mode = TextureMode::CubeMap;
    cube.seamlessCube = true;
    place(cube, 4);
    SurfaceQuadRequest request;
    request.fragments = 1;
    for (Vec4& fragment : request.operand) fragment = {1.0f, 0.999f, 0.999f, 0.0f};
    const std::vector<uint64_t> all = addresses(texelsOf(cube, request));
    ASSERT_EQ(all.size(), 6u);
    std::set<size_t> faces;
    for (const uint64_t address : all)
        for (size_t face = 0; face < kCubeFaces; ++face)
            if (address >= cube.address[0][face] && address < cube.address[0][face] + cube.sliceStride[0])
                faces.insert(face);
    EXPECT_EQ(faces, (std::set<size_t>{0, 2, 4}));
    cube.seamlessCube = false;
    EXPECT_EQ(addresses(texelsOf(cube, request)).size(), 4u);
}

TEST(SurfaceQuadPlan, CompressedBlocksAreLinesOfDecompressedTexels) {
    for (const TextureCompression compression :
         {TextureCompression::Etc2Rgb, TextureCompression::Dxt1Rgb, TextureCompression::Dxt5Rgba}) {
        TextureState state = imageState(64, Tiling::Tiled, FilterMode::Nearest);
        state.compression = compression;
        const CompressionInfo info = compressionInfo(compression);
        place(state, info.blockBytes, true);
        const SampleTexels texels = texelsOf(state, quadAt(21.5f / 64, 38.5f / 64, 1.0f / 64));
        ASSERT_EQ(texels.loopEnd[0], 4u);
        // Blocks row by row, sixteen a row: texels (21, 38), (22, 38), (21, 39), (22, 39) are in block 5 of row 9.
        for (uint32_t t = 0; t < 4; ++t) {
            EXPECT_EQ(addressCompression(texels.address[t]), compression);
            EXPECT_EQ(memoryAddress(texels.address[t]).alignedDown(info.blockBytes),
                      kBase + (9 * 16 + 5) * info.blockBytes);
        }
        EXPECT_EQ(texels.bytes[0], std::max(info.decompressedBytes / 16, 4u));
    }
}

TEST(SurfaceQuadPlan, TheBorderAndAbsentFragmentsHaveNoTexels) {
    TextureState state = imageState(64, Tiling::Linear, FilterMode::Linear);
    state.wrapS = state.wrapT = WrapMode::ClampToBorder;
    place(state, 4);
    SurfaceQuadRequest request = quadAt(-0.5f, 0.5f, 0.0f);
    EXPECT_EQ(addresses(texelsOf(state, request)), std::vector<uint64_t>(16, kBlackTexelAddress));
    request = quadAt(0.5f, 0.5f, 0.0f);
    request.fragments = 0b0110;
    EXPECT_EQ(addresses(texelsOf(state, request)).size(), 8u);
    request.fragments = 0;
    const SampleTexels none = texelsOf(state, request);
    EXPECT_EQ(none.loops, 1u);
    EXPECT_EQ(none.loopEnd[0], 0u);
}

TEST(SurfaceQuadPlan, AnisotropyTakesASampleAfterTheOther) {
    TextureState state = imageState(64, Tiling::Tiled, FilterMode::LinearMipmapNearest);
    state.maxAnisotropy = 8;
    place(state, 4);
    SurfaceQuadRequest request = quadAt(0.5f, 0.5f, 1.0f / 64);
    for (const size_t f : {1u, 3u}) request.operand[f][0] = 0.5f + 4.0f / 64;
    const SurfaceTexture texture(state);
    const SurfaceQuadAccess access = startSurfaceAccess(texture, request);
    EXPECT_EQ(access.samples, 4u);
    std::set<uint64_t> columns;
    for (uint32_t n = 0; n < access.samples; ++n) {
        const SampleTexels texels = texelsOf(state, request, n);
        EXPECT_EQ(texels.loops, 1u);
        columns.insert(texels.address[0]);
    }
    EXPECT_EQ(columns.size(), 4u);
}

/// Everything that the access touches, in memory.
std::set<uint64_t> touchedBytes(const SurfaceTexture& texture, const SurfaceQuadRequest& request) {
    std::set<uint64_t> touched;
    const TextureState& state = texture.state();
    const SurfaceQuadAccess access = startSurfaceAccess(texture, request);
    for (uint32_t n = 0; n < access.samples; ++n) {
        SampleTexels texels;
        locateSurfaceSample(texture, request, access, n, texels);
        EXPECT_EQ(texels.loops, access.loops);
        for (uint32_t t = 0; t < texels.loopEnd[texels.loops - 1]; ++t) {
            if (texels.address[t] == kBlackTexelAddress) continue;
            uint64_t first = memoryAddress(texels.address[t]).bits();
            uint32_t bytes = texture.level(0).texelBytes;
            if (state.compression != TextureCompression::None) {
                bytes = compressionInfo(state.compression).blockBytes;
                first = first / bytes * bytes;
            }
            for (uint32_t b = 0; b < bytes; ++b) touched.insert(first + b);
        }
    }
    return touched;
}

std::array<Vec4, kQuadFragments> sampled(const SurfaceTexture& texture, std::span<const std::byte> memory,
                                         const SurfaceQuadRequest& request) {
    std::array<std::array<float, kQuadFragments>, 4> operand{}, result{};
    std::array<std::array<float, kQuadFragments>, 3> x{}, y{};
    TextureLanes lanes{.operation = request.operation, .count = kQuadFragments, .active = kAll};
    for (size_t c = 0; c < 4; ++c) {
        for (size_t f = 0; f < kQuadFragments; ++f) operand[c][f] = request.operand[f][c];
        lanes.operand[c] = operand[c].data();
    }
    for (size_t c = 0; c < 3 && request.gradients != nullptr; ++c) {
        for (size_t f = 0; f < kQuadFragments; ++f) {
            x[c][f] = request.gradients->x[f][c];
            y[c][f] = request.gradients->y[f][c];
        }
        lanes.gradientX[c] = x[c].data();
        lanes.gradientY[c] = y[c].data();
    }
    TextureBlockCache cache(16);
    TextureFaults faults;
    texture.sample(SpansAsMemory(memory), cache, lanes,
                   {result[0].data(), result[1].data(), result[2].data(), result[3].data()}, faults);
    std::array<Vec4, kQuadFragments> colors;
    for (size_t f = 0; f < kQuadFragments; ++f)
        for (size_t c = 0; c < 4; ++c) colors[f][c] = result[c][f];
    return colors;
}

TEST(SurfaceQuadPlan, SamplingReadsNothingElse) {
    std::mt19937 random(11);
    const auto unit = [&] { return static_cast<float>(random() % 4096) / 4096; };
    constexpr std::array kFilters{FilterMode::Nearest, FilterMode::Linear, FilterMode::LinearMipmapNearest,
                                  FilterMode::NearestMipmapLinear, FilterMode::LinearMipmapLinear};
    constexpr std::array kWraps{WrapMode::Repeat, WrapMode::MirroredRepeat, WrapMode::ClampToEdge,
                                WrapMode::ClampToBorder};
    constexpr std::array kModes{TextureMode::Texture2D, TextureMode::Texture2D,      TextureMode::Texture3D,
                                TextureMode::CubeMap,   TextureMode::Texture1DArray, TextureMode::Texture2DArray};
    constexpr std::array kTilings{Tiling::Linear, Tiling::Tiled, Tiling::SuperTiled};
    constexpr std::array kOperations{TextureOperation::SampleBias, TextureOperation::SampleLod,
                                     TextureOperation::SampleGradient};
    for (int n = 0; n < 600; ++n) {
        TextureState state = imageState(32, kTilings[random() % 3], kFilters[random() % kFilters.size()]);
        state.mode = kModes[random() % kModes.size()];
        state.depth = state.layers = 8;
        state.wrapS = kWraps[random() % 4];
        state.wrapT = kWraps[random() % 4];
        state.wrapR = kWraps[random() % 4];
        state.seamlessCube = random() % 2 != 0;
        state.maxAnisotropy = state.mode == TextureMode::Texture2D ? 1u << random() % 4 : 1;
        const auto format = random() % 3;
        const bool compressed = format == 2 && state.mode != TextureMode::Texture3D;
        if (compressed) state.compression = TextureCompression::Etc2Rgb;
        if (format == 1) state.format = Format::B5G6R5Unorm;
        const uint32_t size = place(state, compressed ? 8 : format == 1 ? 2 : 4, compressed);
        const SurfaceTexture texture(state);
        const float step = unit() * (random() % 4 == 0 ? 0.5f : 0.05f);
        SurfaceQuadRequest request = quadAt(unit() * 3 - 1, unit() * 3 - 1, step, unit());
        request.operation = kOperations[random() % 3];
        QuadGradients gradients;
        for (size_t f = 0; f < kQuadFragments; ++f) {
            request.operand[f][3] = unit() * 4 - 1;
            for (size_t c = 0; c < 3; ++c) {
                gradients.x[f][c] = unit() * 0.1f;
                gradients.y[f][c] = unit() * 0.1f;
            }
        }
        if (request.operation == TextureOperation::SampleGradient) request.gradients = &gradients;

        std::vector<std::byte> memory(size), other(size);
        for (std::byte& byte : memory) byte = static_cast<std::byte>(random());
        for (std::byte& byte : other) byte = static_cast<std::byte>(random());
        for (const uint64_t byte : touchedBytes(texture, request)) {
            ASSERT_LT(byte, size);
            other[byte] = memory[byte];
        }
        const auto expected = sampled(texture, memory, request);
        const auto from = sampled(texture, other, request);
        // The bits: a NaN equals itself. NOLINTNEXTLINE(bugprone-suspicious-memory-comparison)
        EXPECT_EQ(std::memcmp(&expected, &from, sizeof expected), 0) << "case " << n;
    }
}

}  // namespace
}  // namespace cyclorama::func
