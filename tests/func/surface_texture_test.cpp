// SPDX-License-Identifier: MIT
// Textures outside of ATTILA's layout, against a plain reference in double precision, one lane at a time, that shares
// nothing with the code but the texture's state.

#include "func/texture/surface_texture.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <random>
#include <vector>

#include "func/formats/etc_compression.h"
#include "func/texture/surface_sampler.h"
#include "func/texture/surface_texel.h"
#include "func/texture/texture_sampler.h"
#include "support/spans_as_memory.h"

namespace cyclorama::func {
namespace {

struct Image {
    TextureState state;
    std::vector<std::byte> memory;
    /// Texels as they were put in: [level][face][z][y][x].
    std::vector<std::vector<Vec4>> texels;

    const Vec4& at(uint32_t level, uint32_t face, uint32_t x, uint32_t y, uint32_t z) const {
        const auto [w, h, d] = sizeOf(state, level);
        return texels[level][((face * d + z) * h + y) * w + x];
    }

    /// Texels along x and y of a level, and its slices or layers.
    static std::array<uint32_t, 3> sizeOf(const TextureState& state, uint32_t level) {
        const bool line = state.mode == TextureMode::Texture1DArray;
        const bool layered = line || state.mode == TextureMode::Texture2DArray;
        const bool volume = state.mode == TextureMode::Texture3D;
        return {std::max(state.width >> level, 1u), line ? 1 : std::max(state.height >> level, 1u),
                volume    ? std::max(state.depth >> level, 1u)
                : layered ? state.layers
                          : 1};
    }
};

/// An image of random bytes, all levels one after the other.
Image makeImage(TextureState state, uint32_t seed) {
    Image image{.state = state, .memory = {}, .texels = {}};
    std::mt19937 random(seed);
    const uint32_t faces = state.mode == TextureMode::CubeMap ? 6 : 1;
    uint32_t next = 64;
    for (uint32_t level = 0; level < 6; ++level) {
        const auto [w, h, d] = Image::sizeOf(state, level);
        const uint32_t align = state.tiling == Tiling::SuperTiled ? 64 : 4;
        const uint32_t pw = (w + align - 1) / align * align, ph = (h + align - 1) / align * align;
        image.state.stride[level] = pw * 4;
        image.state.sliceStride[level] = pw * ph * 4;
        image.texels.emplace_back(size_t{faces} * d * w * h);
        size_t n = 0;
        for (uint32_t face = 0; face < faces; ++face) {
            image.state.address[level][face] = next;
            image.memory.resize(next + size_t{d} * pw * ph * 4);
            for (uint32_t z = 0; z < d; ++z) {
                for (uint32_t y = 0; y < h; ++y) {
                    for (uint32_t x = 0; x < w; ++x) {
                        uint32_t place = y * pw + x;
                        if (state.tiling == Tiling::Tiled) {
                            place = ((y / 4) * (pw / 4) + x / 4) * 16 + y % 4 * 4 + x % 4;
                        } else if (state.tiling == Tiling::SuperTiled) {
                            const uint32_t tx = x / 4 % 16, ty = y / 4 % 16;
                            const uint32_t tile = ty / 4 * 64 + tx / 2 * 8 + ty % 4 * 2 + tx % 2;
                            place = ((y / 64) * (pw / 64) + x / 64) * 4096 + tile * 16 + y % 4 * 4 + x % 4;
                        }
                        const auto word = static_cast<uint32_t>(random());
                        std::memcpy(&image.memory[next + z * pw * ph * 4 + place * 4], &word, 4);
                        for (uint32_t c = 0; c < 4; ++c)
                            image.texels[level][n][c] = static_cast<float>(word >> (8 * c) & 255) / 255.0f;
                        ++n;
                    }
                }
            }
            next += d * pw * ph * 4;
        }
    }
    return image;
}

int wrapReference(WrapMode mode, int i, int size) {
    switch (mode) {
        case WrapMode::Repeat:
            return (i % size + size) % size;
        case WrapMode::MirroredRepeat: {
            const int m = (i % (2 * size) + 2 * size) % (2 * size);
            return m < size ? m : 2 * size - 1 - m;
        }
        case WrapMode::ClampToBorder:
            return i < 0 || i >= size ? -1 : i;
        default:
            return std::clamp(i, 0, size - 1);
    }
}

/// One level by the book (OpenGL ES 3.0, 3.8.9 and 3.8.10).
Vec4 referenceLevel(const Image& image, uint32_t level, bool linear, uint32_t face, const std::array<double, 3>& at) {
    const TextureState& state = image.state;
    const bool volume = state.mode == TextureMode::Texture3D;
    const bool line = state.mode == TextureMode::Texture1DArray;
    const auto size = Image::sizeOf(state, level);
    const int w = static_cast<int>(size[0]), h = static_cast<int>(size[1]), d = volume ? static_cast<int>(size[2]) : 1;
    const int layer =
        line || state.mode == TextureMode::Texture2DArray
            ? std::clamp(static_cast<int>(std::floor(at[line ? 1 : 2] + 0.5)), 0, static_cast<int>(state.layers) - 1)
            : 0;
    const auto fetch = [&](int i, int j, int k) -> std::array<double, 4> {
        const int x = wrapReference(state.wrapS, i, w), y = line ? 0 : wrapReference(state.wrapT, j, h);
        const int z = volume ? wrapReference(state.wrapR, k, d) : layer;
        if (x < 0 || y < 0 || z < 0)
            return {state.borderColor[0], state.borderColor[1], state.borderColor[2], state.borderColor[3]};
        const Vec4& t =
            image.at(level, face, static_cast<uint32_t>(x), static_cast<uint32_t>(y), static_cast<uint32_t>(z));
        return {t[0], t[1], t[2], t[3]};
    };
    const double u = at[0] * w, v = at[1] * h, r = at[2] * d;
    std::array<double, 4> sum{};
    if (!linear) {
        sum = fetch(static_cast<int>(std::floor(u)), static_cast<int>(std::floor(v)), static_cast<int>(std::floor(r)));
    } else {
        const double fu = u - 0.5 - std::floor(u - 0.5), fv = v - 0.5 - std::floor(v - 0.5);
        const double fr = volume ? r - 0.5 - std::floor(r - 0.5) : 0.0;
        for (int n = 0; n < 8; ++n) {
            const int i = n & 1, j = n >> 1 & 1, k = n >> 2;
            const double weight = (i ? fu : 1 - fu) * (j ? fv : 1 - fv) * (k ? fr : 1 - fr);
            if (weight == 0) continue;
            const auto t = fetch(static_cast<int>(std::floor(u - 0.5)) + i, static_cast<int>(std::floor(v - 0.5)) + j,
                                 static_cast<int>(std::floor(r - 0.5)) + k);
            for (size_t c = 0; c < 4; ++c) sum[c] += weight * t[c];
        }
    }
    return {static_cast<float>(sum[0]), static_cast<float>(sum[1]), static_cast<float>(sum[2]),
            static_cast<float>(sum[3])};
}

struct Lanes {
    std::array<std::array<float, 64>, 4> operand{};
    std::array<std::array<float, 64>, 4> result{};

    void sample(const Image& image, TextureOperation operation, LaneGrouping grouping, uint32_t count) {
        const PreparedTexture prepared(image.state, {});
        TextureBlockCache cache;
        TextureFaults faults;
        const TextureLanes lanes{
            .operation = operation,
            .grouping = grouping,
            .count = count,
            .operand = {operand[0].data(), operand[1].data(), operand[2].data(), operand[3].data()}};
        sampleQuads(prepared, SpansAsMemory(image.memory), cache, lanes,
                    {result[0].data(), result[1].data(), result[2].data(), result[3].data()}, faults);
        EXPECT_EQ(faults.outOfRange, 0u);
    }
};

TextureState baseState() {
    TextureState state;
    state.enabled = true;
    state.format = Format::R8G8B8A8Unorm;
    state.width = 32;
    state.height = 32;
    state.depth = 1;
    state.maxLevel = 5;
    state.maxLod = 5;
    state.borderTexel = BorderTexel::BorderColor;
    state.borderColor = {0.25f, 0.5f, 0.75f, 1.0f};
    return state;
}

// Nearest and linear filters of one level: all tilings, sizes and wrap modes, quads (the quick way) and single lanes.
TEST(SurfaceTexture, FiltersLikeTheReference) {
    std::mt19937 random(3);
    std::uniform_real_distribution<float> coordinate(-2.5f, 3.5f);
    for (const Tiling tiling : {Tiling::Linear, Tiling::Tiled, Tiling::SuperTiled}) {
        for (const WrapMode wrap :
             {WrapMode::Repeat, WrapMode::MirroredRepeat, WrapMode::ClampToEdge, WrapMode::ClampToBorder}) {
            for (const TextureMode mode : {TextureMode::Texture2D, TextureMode::Texture3D, TextureMode::Texture1DArray,
                                           TextureMode::Texture2DArray}) {
                TextureState state = baseState();
                state.mode = mode;
                state.tiling = tiling;
                state.width = 70;
                state.height = 37;
                state.depth = 5;
                state.layers = 3;
                state.wrapS = state.wrapT = state.wrapR = wrap;
                for (const bool linear : {false, true}) {
                    state.minFilter = state.magFilter = linear ? FilterMode::Linear : FilterMode::Nearest;
                    const Image image = makeImage(state, 17);
                    for (const LaneGrouping grouping : {LaneGrouping::Quads, LaneGrouping::Single}) {
                        Lanes lanes;
                        for (auto& component : lanes.operand)
                            std::ranges::generate(component, [&] { return coordinate(random); });
                        lanes.operand[3].fill(0.0f);
                        lanes.sample(image, TextureOperation::SampleBias, grouping, 64);
                        for (size_t n = 0; n < 64; ++n) {
                            const Vec4 expected = referenceLevel(
                                image, 0, linear, 0, {lanes.operand[0][n], lanes.operand[1][n], lanes.operand[2][n]});
                            for (size_t c = 0; c < 4; ++c) {
                                // Coordinates are singles: a texel's edge may be missed by a little.
                                ASSERT_NEAR(lanes.result[c][n], expected[c], linear ? 2e-4 : 1e-6)
                                    << "tiling " << int(tiling) << " wrap " << int(wrap) << " mode " << int(mode)
                                    << " linear " << linear << " lane " << n << " at " << lanes.operand[0][n] << ","
                                    << lanes.operand[1][n] << "," << lanes.operand[2][n];
                            }
                        }
                    }
                }
            }
        }
    }
}

TextureState randomQuickState(std::mt19937& random) {
    constexpr std::array kFormats{Format::R8G8B8A8Unorm, Format::R8G8B8X8Unorm, Format::B8G8R8A8Unorm,
                                  Format::B8G8R8X8Unorm, Format::Rgba8888};
    constexpr std::array kModes{TextureMode::Texture2D, TextureMode::Texture2DArray, TextureMode::CubeMap};
    constexpr std::array kWraps{WrapMode::Repeat, WrapMode::MirroredRepeat, WrapMode::ClampToEdge};
    constexpr std::array kFilters{FilterMode::Nearest,
                                  FilterMode::Linear,
                                  FilterMode::NearestMipmapNearest,
                                  FilterMode::LinearMipmapNearest,
                                  FilterMode::NearestMipmapLinear,
                                  FilterMode::LinearMipmapLinear};
    constexpr std::array kTilings{Tiling::Linear, Tiling::Tiled, Tiling::SuperTiled};
    const auto oneOf = [&random](const auto& values) { return values[random() % values.size()]; };
    TextureState state = baseState();
    state.format = oneOf(kFormats);
    state.mode = oneOf(kModes);
    state.tiling = oneOf(kTilings);
    state.width = state.mode == TextureMode::CubeMap ? 32 : 70;
    state.height = state.mode == TextureMode::CubeMap ? 32 : 37;
    state.layers = 3;
    state.srgb = random() % 2 != 0;
    state.seamlessCube = random() % 2 != 0;
    state.wrapS = oneOf(kWraps);
    state.wrapT = oneOf(kWraps);
    state.minFilter = oneOf(kFilters);
    state.magFilter = random() % 2 != 0 ? FilterMode::Linear : FilterMode::Nearest;
    state.lodBias = static_cast<float>(random() % 9) / 4.0f - 1.0f;
    constexpr std::array kSources{ComponentSource::Red,   ComponentSource::Green, ComponentSource::Blue,
                                  ComponentSource::Alpha, ComponentSource::Zero,  ComponentSource::One};
    for (ComponentSource& source : state.swizzle) source = oneOf(kSources);
    return state;
}

/// Coordinates of 16 quads, each around a place of its own.
Lanes randomQuads(std::mt19937& random) {
    std::uniform_real_distribution<float> place(-2.5f, 3.5f);
    std::uniform_real_distribution<float> unit(-1.0f, 1.0f);
    constexpr std::array kChanges{0.001f, 0.02f, 0.1f, 1.0f};
    Lanes lanes;
    for (size_t first = 0; first < 64; first += 4) {
        const float change = kChanges[random() % kChanges.size()];
        for (size_t c = 0; c < 4; ++c) {
            const float middle = c == 3 ? unit(random) : place(random);
            for (size_t f = 0; f < 4; ++f)
                lanes.operand[c][first + f] = c == 3 ? middle : middle + change * unit(random);
        }
    }
    return lanes;
}

/// Quads by the way in which they were sampled.
struct SampledQuads {
    uint32_t quick = 0;
    uint32_t general = 0;
};

/// Samples each quad in both ways, if the quick one takes it.
SampledQuads expectQuickEqualsGeneral(const Image& image, TextureOperation operation, const Lanes& lanes) {
    const SurfaceTexture texture(image.state);
    const SpansAsMemory memory(image.memory);
    TextureBlockCache cache;
    TextureFaults faults;
    const TextureLanes sampled{.operation = operation,
                               .count = 64,
                               .operand = {lanes.operand[0].data(), lanes.operand[1].data(), lanes.operand[2].data(),
                                           lanes.operand[3].data()}};
    SurfaceSampler sampler({.texture = texture, .memory = memory, .cache = cache, .faults = faults}, sampled);
    Lanes quick;
    Lanes general;
    const auto resultsOf = [](Lanes& of) {
        return std::array{of.result[0].data(), of.result[1].data(), of.result[2].data(), of.result[3].data()};
    };
    SampledQuads quads;
    for (uint32_t first = 0; first < 64; first += kQuadFragments) {
        if (!sampler.sampleQuick(first, 0xf, resultsOf(quick))) {
            ++quads.general;
            continue;
        }
        ++quads.quick;
        sampler.sampleGroup(first, kQuadFragments, 0xf, resultsOf(general));
    }
    // Those that only the general way takes have no results in either.
    for (size_t c = 0; c < 4; ++c)
        for (size_t lane = 0; lane < 64; ++lane)
            EXPECT_EQ(std::bit_cast<uint32_t>(quick.result[c][lane]), std::bit_cast<uint32_t>(general.result[c][lane]))
                << "lane " << lane << " component " << c;
    return quads;
}

TEST(SurfaceTexture, QuickQuadsEqualGeneralOnesToTheBit) {
    for (const TextureOperation operation :
         {TextureOperation::Sample, TextureOperation::SampleBias, TextureOperation::SampleLod}) {
        std::mt19937 random(22);
        SampledQuads all;
        constexpr uint32_t kStates = 300;
        for (uint32_t n = 0; n < kStates && !testing::Test::HasFailure(); ++n) {
            SCOPED_TRACE(testing::Message() << "state " << n << " operation " << static_cast<int>(operation));
            const Image image = makeImage(randomQuickState(random), n);
            const SampledQuads quads = expectQuickEqualsGeneral(image, operation, randomQuads(random));
            all.quick += quads.quick;
            all.general += quads.general;
        }
        // Of 16 quads a state. Edges of cube maps' faces, and layers that differ, are left to the general way.
        EXPECT_GT(all.quick, kStates * 16 / 3);
        EXPECT_GT(all.general, kStates * 16 / 20);
    }
}

// Other biases, or levels of detail, of its neighbours lead a fragment the general way, and change nothing about it.
TEST(SurfaceTexture, FragmentDoesNotDependOnItsNeighboursLevels) {
    std::mt19937 random(21);
    for (uint32_t n = 0; n < 300; ++n) {
        const TextureState state = randomQuickState(random);
        const Image image = makeImage(state, n);
        const Lanes lanes = randomQuads(random);
        for (const TextureOperation operation : {TextureOperation::SampleBias, TextureOperation::SampleLod}) {
            Lanes quick = lanes;
            quick.sample(image, operation, LaneGrouping::Quads, 64);
            for (size_t fragment = 0; fragment < 4; ++fragment) {
                Lanes general = lanes;
                for (size_t lane = 0; lane < 64; ++lane)
                    if (lane % 4 != fragment) general.operand[3][lane] += 0.5f;
                general.sample(image, operation, LaneGrouping::Quads, 64);
                for (size_t lane = fragment; lane < 64; lane += 4)
                    for (size_t c = 0; c < 4; ++c)
                        ASSERT_EQ(std::bit_cast<uint32_t>(quick.result[c][lane]),
                                  std::bit_cast<uint32_t>(general.result[c][lane]))
                            << "state " << n << " lane " << lane << " component " << c << ": " << quick.result[c][lane]
                            << " and " << general.result[c][lane];
            }
        }
    }
}

// By hand: at a change of k texels a pixel the level of detail is log2(k).
TEST(SurfaceTexture, SelectsLevelsByTheChangeOfCoordinates) {
    TextureState state = baseState();
    state.tiling = Tiling::Tiled;
    state.wrapS = state.wrapT = WrapMode::Repeat;
    state.minFilter = FilterMode::LinearMipmapLinear;
    state.magFilter = FilterMode::Linear;
    const Image image = makeImage(state, 5);
    for (const float change : {0.5f, 1.0f, 2.0f, 3.0f, 4.0f, 100.0f}) {
        Lanes lanes;
        const float s = 0.3f, t = 0.6f;
        lanes.operand[0] = {s, s + change / 32, s, s + change / 32};
        lanes.operand[1] = {t, t, t + change / 64, t + change / 64};
        lanes.sample(image, TextureOperation::Sample, LaneGrouping::Quads, 4);
        const float lod = std::clamp(std::log2(change), 0.0f, 5.0f);
        const auto lower = static_cast<uint32_t>(lod);
        const float weight = lod - static_cast<float>(lower);
        const Vec4 a = referenceLevel(image, lower, true, 0, {s, t, 0});
        const Vec4 b = referenceLevel(image, std::min(lower + 1, 5u), true, 0, {s, t, 0});
        for (size_t c = 0; c < 4; ++c) {
            EXPECT_NEAR(lanes.result[c][0], a[c] + (b[c] - a[c]) * weight, 1e-3) << "change " << change;
        }
    }
}

// OpenGL ES 3.0, 3.8.10.1: the change along x is the length of (3, 4) texels, 5, that along y is 1.
TEST(SurfaceTexture, MeasuresChangesByTheirLength) {
    TextureState state = baseState();
    state.tiling = Tiling::Tiled;
    state.wrapS = state.wrapT = WrapMode::Repeat;
    state.minFilter = FilterMode::NearestMipmapLinear;
    const Image image = makeImage(state, 8);
    Lanes lanes;
    const float s = 0.3f, t = 0.6f;
    lanes.operand[0] = {s, s + 3.0f / 32, s, s + 3.0f / 32};
    lanes.operand[1] = {t, t + 4.0f / 32, t + 1.0f / 32, t + 5.0f / 32};
    lanes.sample(image, TextureOperation::Sample, LaneGrouping::Quads, 4);
    const float weight = std::log2(5.0f) - 2.0f;
    const Vec4 a = referenceLevel(image, 2, false, 0, {s, t, 0});
    const Vec4 b = referenceLevel(image, 3, false, 0, {s, t, 0});
    for (size_t c = 0; c < 4; ++c) EXPECT_NEAR(lanes.result[c][0], a[c] + (b[c] - a[c]) * weight, 1e-4);
}

// OpenGL ES 2.0, 3.7.7: a face of a cube wraps as the sampler says, unless filters reach across its edges (ES 3.0).
TEST(SurfaceTexture, WrapsFacesOfCubesThatAreNotSeamless) {
    TextureState state = baseState();
    state.mode = TextureMode::CubeMap;
    state.tiling = Tiling::Tiled;
    state.minFilter = state.magFilter = FilterMode::Linear;
    for (const WrapMode wrap : {WrapMode::Repeat, WrapMode::MirroredRepeat, WrapMode::ClampToEdge}) {
        state.wrapS = state.wrapT = wrap;
        const Image image = makeImage(state, 10);
        Lanes lanes;
        lanes.operand[0].fill(1.0f);
        lanes.operand[1].fill(-0.25f);
        lanes.operand[2].fill(-0.99f);  // s = 0.995 of 32 texels is between the last and what follows
        for (const LaneGrouping grouping : {LaneGrouping::Quads, LaneGrouping::Single}) {
            lanes.sample(image, TextureOperation::Sample, grouping, 4);
            const Vec4 expected = referenceLevel(image, 0, true, 0, {0.995, 0.625, 0});
            for (size_t c = 0; c < 4; ++c) EXPECT_NEAR(lanes.result[c][0], expected[c], 1e-4) << "wrap " << int(wrap);
        }
    }
}

// A quad at the corner of a face, whose other lanes lie on other faces: one texel a pixel is the image itself.
TEST(SurfaceTexture, MeasuresChangesOnTheFaceOfEachLane) {
    TextureState state = baseState();
    state.mode = TextureMode::CubeMap;
    state.tiling = Tiling::Tiled;
    state.minFilter = FilterMode::NearestMipmapNearest;
    const Image image = makeImage(state, 11);
    Lanes lanes;
    for (size_t n = 0; n < 4; ++n) {
        lanes.operand[0][n] = 1.0f;  // the face of +x: s = (1 - z) / 2, t = (1 - y) / 2
        lanes.operand[1][n] = n < 2 ? 1.0f + 1.0f / 32 : 1.0f - 1.0f / 32;
        lanes.operand[2][n] = n % 2 == 0 ? 1.0f + 1.0f / 32 : 1.0f - 1.0f / 32;
    }
    lanes.sample(image, TextureOperation::Sample, LaneGrouping::Quads, 4);
    const Vec4 expected = referenceLevel(image, 0, false, 0, {0.5 / 32, 0.5 / 32, 0});
    for (size_t c = 0; c < 4; ++c) EXPECT_EQ(lanes.result[c][3], expected[c]);
}

TEST(SurfaceTexture, TakesLodBiasAndLimits) {
    TextureState state = baseState();
    state.tiling = Tiling::SuperTiled;
    state.wrapS = state.wrapT = WrapMode::Repeat;
    state.minFilter = FilterMode::NearestMipmapNearest;
    state.lodBias = 0.5f;
    state.minLod = 1.0f;
    state.maxLod = 3.0f;
    const Image image = makeImage(state, 6);
    Lanes lanes;
    const std::array<float, 4> lods{-4.0f, 1.0f, 2.2f, 9.0f};
    const std::array<uint32_t, 4> levels{1, 2, 3, 3};  // round(clamp(lod + 0.5, 1, 3))
    for (size_t n = 0; n < 4; ++n) {
        lanes.operand[0][n] = 0.4f;
        lanes.operand[1][n] = 0.8f;
        lanes.operand[3][n] = lods[n];
    }
    for (const LaneGrouping grouping : {LaneGrouping::Quads, LaneGrouping::Single}) {
        lanes.sample(image, TextureOperation::SampleLod, grouping, 4);
        for (size_t n = 0; n < 4; ++n)
            EXPECT_EQ(lanes.result[0][n], referenceLevel(image, levels[n], false, 0, {0.4, 0.8, 0})[0]) << n;
    }
}

// OpenGL ES 3.0, table 3.21: which face a direction selects, and its coordinates there.
TEST(SurfaceTexture, SelectsCubeFaces) {
    TextureState state = baseState();
    state.mode = TextureMode::CubeMap;
    state.tiling = Tiling::Tiled;
    const Image image = makeImage(state, 9);
    struct Case {
        std::array<float, 3> direction;
        uint32_t face;
        double s, t;
    };
    const std::array<Case, 6> cases{{{{2, 0.5f, -1}, 0, 0.75, 0.375},
                                     {{-2, 0.5f, -1}, 1, 0.25, 0.375},
                                     {{0.5f, 2, -1}, 2, 0.625, 0.25},
                                     {{0.5f, -2, -1}, 3, 0.625, 0.75},
                                     {{0.5f, -1, 2}, 4, 0.625, 0.75},
                                     {{0.5f, -1, -2}, 5, 0.375, 0.75}}};
    for (const Case& test : cases) {
        Lanes lanes;
        for (size_t c = 0; c < 3; ++c) lanes.operand[c].fill(test.direction[c]);
        for (const LaneGrouping grouping : {LaneGrouping::Quads, LaneGrouping::Single}) {
            lanes.sample(image, TextureOperation::Sample, grouping, 4);
            EXPECT_EQ(lanes.result[1][0], referenceLevel(image, 0, false, test.face, {test.s, test.t, 0})[1])
                << "face " << test.face;
        }
    }
}

TEST(SurfaceTexture, ComparesAndSwizzles) {
    TextureState state = baseState();
    state.tiling = Tiling::Linear;
    state.format = Format::X8Depth24;
    state.width = state.height = 2;
    state.maxLevel = 0;
    state.stride[0] = 8;
    state.comparison = true;
    state.comparisonFunction = CompareFunction::LessEqual;
    state.magFilter = state.minFilter = FilterMode::Linear;
    state.wrapS = state.wrapT = WrapMode::ClampToEdge;
    state.swizzle = {ComponentSource::Red, ComponentSource::Zero, ComponentSource::One, ComponentSource::Green};
    // Depths 0, 1/2, 1/2, 1
    const std::array<uint32_t, 4> depths{0x00, 0x80000000, 0x80000000, 0xffffff00};
    Image image{.state = state, .memory = std::vector<std::byte>(16), .texels = {}};
    std::memcpy(image.memory.data(), depths.data(), 16);
    const PreparedTexture prepared(image.state, {});
    TextureBlockCache cache;
    TextureFaults faults;
    const std::array<float, 4> middle{0.5f, 0.5f, 0.5f, 0.5f}, reference{0.25f, 0.25f, 0.75f, 2.0f};
    std::array<std::array<float, 4>, 4> out{};
    sampleQuads(prepared, SpansAsMemory(image.memory), cache,
                {.count = 4,
                 .operand = {middle.data(), middle.data(), middle.data(), middle.data()},
                 .reference = reference.data()},
                {out[0].data(), out[1].data(), out[2].data(), out[3].data()}, faults);
    EXPECT_EQ(out[0], (std::array<float, 4>{0.75f, 0.75f, 0.25f, 0.25f}));
    EXPECT_EQ(out[1][0], 0.0f);
    EXPECT_EQ(out[2][0], 1.0f);
    EXPECT_EQ(out[3][0], 0.75f);
}

TEST(SurfaceTexel, ConvertsFormats) {
    const auto decode = [](Format format, uint64_t bits, uint32_t x = 0) {
        std::array<std::byte, 16> bytes{};
        std::memcpy(bytes.data(), &bits, sizeof bits);
        return decodeSurfaceTexel(format, bytes.data(), x);
    };
    EXPECT_EQ(decode(Format::B8G8R8A8Unorm, 0x80ff0033), (Vec4{1, 0, 0.2f, 128 / 255.0f}));
    EXPECT_EQ(decode(Format::B5G6R5Unorm, 0xf81f), (Vec4{1, 0, 1, 1}));
    EXPECT_EQ(decode(Format::B5G5R5A1Unorm, 0x83e0), (Vec4{0, 1, 0, 1}));
    EXPECT_EQ(decode(Format::B4G4R4A4Unorm, 0x5f0a), (Vec4{1, 0, 10 / 15.0f, 5 / 15.0f}));
    EXPECT_EQ(decode(Format::R8G8Snorm, 0x8081), (Vec4{-1, -1, 0, 1}));
    EXPECT_EQ(decode(Format::R10G10B10A2Unorm, 0xc00003ff), (Vec4{1, 0, 0, 1}));
    EXPECT_EQ(decode(Format::R11G11B10Float, 0x781e03c0), (Vec4{1, 1, 1, 1}));
    EXPECT_EQ(decode(Format::R9G9B9E5Float, 0x80000000 | 256 | 128 << 9), (Vec4{1, 0.5f, 0, 1}));
    EXPECT_EQ(std::bit_cast<int32_t>(decode(Format::R16Sint, 0xfffe)[0]), -2);
    EXPECT_EQ(std::bit_cast<uint32_t>(decode(Format::R8G8B8A8Uint, 0x04030201)[3]), 4u);
    EXPECT_EQ(decode(Format::Stencil8Depth24, 0xffffff12)[0], 1.0f);
    // Black and white of narrow ranges
    EXPECT_EQ(decode(Format::Yuyv, 0x80eb8010, 0), (Vec4{0, 0, 0, 1}));
    EXPECT_NEAR(decode(Format::Yuyv, 0x80eb8010, 1)[1], 1.0f, 1e-5);
}

// Khronos Data Format Specification: worked out by hand.
TEST(EtcCompression, DecompressesBlocks) {
    const auto block = [](std::array<uint8_t, 8> bytes) { return std::bit_cast<std::array<std::byte, 8>>(bytes); };
    // Individual mode, colours 8 and 1 of 15 in all components, tables 0 and 7, halves side by side, all codes 0.
    const auto individual = decompressEtcColor(block({0x81, 0x81, 0x81, 0x1c, 0, 0, 0, 0}), EtcAlpha::Opaque);
    EXPECT_EQ(individual[0], 0xff8a8a8au);  // 0x88 + 2
    EXPECT_EQ(individual[3], 0xff404040u);  // 0x11 + 47
    // Differential mode, 16 + 3 of 31, flipped, the code of texel (0, 0) is 3: minus the larger change.
    const auto differential = decompressEtcColor(block({0x83, 0x80, 0x80, 0x03, 0, 1, 0, 1}), EtcAlpha::Opaque);
    EXPECT_EQ(differential[0], 0xff7c7c7cu);         // 0x84 - 8
    EXPECT_EQ(differential[1], 0xff868686u);         // 0x84 + 2
    EXPECT_EQ(differential[12] & 0xffu, 0x9cu + 2);  // red 19 of 31
    // Alpha punched through: code 2 is transparent.
    const auto punched = decompressEtcColor(block({0x80, 0x80, 0x80, 0x00, 0, 1, 0, 0}), EtcAlpha::PunchThrough);
    EXPECT_EQ(punched[0], 0u);
    EXPECT_EQ(punched[1], 0xff848484u);  // no change for code 0
    // Planar: all 0 but for a blue of 63 of 63 below: (y * 255 + 2) >> 2.
    const auto planar = decompressEtcColor(block({0, 0, 0x04, 0x02, 0, 0, 0, 0x3f}), EtcAlpha::Opaque);
    EXPECT_EQ(planar[0], 0xff000000u);
    EXPECT_EQ(planar[5], 0xff400000u);
    EXPECT_EQ(planar[15], 0xffbf0000u);
    // EAC: base 100, multiplier 2, table 13, code 7 in the first texel: 100 + 9 * 2; code 0 elsewhere: 100 - 1 * 2.
    const auto alpha = decompressEacAlpha(block({100, 0x2d, 0xe0, 0, 0, 0, 0, 0}));
    EXPECT_EQ(alpha[0], 118);
    EXPECT_EQ(alpha[4], 98);
    const auto eleven = decompressEac11(block({100, 0x2d, 0xe0, 0, 0, 0, 0, 0}), false);
    EXPECT_EQ(eleven[0], 100 * 8 + 4 + 9 * 16);
    const auto negative = decompressEac11(block({0x80, 0x0d, 0xe0, 0, 0, 0, 0, 0}), true);
    EXPECT_EQ(negative[0], -127 * 8 + 9);
}

}  // namespace
}  // namespace cyclorama::func
