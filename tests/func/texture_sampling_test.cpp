// SPDX-License-Identifier: MIT
// Whole texture accesses: planned and filtered in two steps, and sampled at once. Origin of the values: worked by hand
// on small images whose texels hold their own coordinates; the order of operations is ATTILA's (TextureEmulator).

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

#include "func/texture/texture_access.h"
#include "func/texture/texture_levels.h"
#include "func/texture/texture_sampler.h"
#include "support/spans_as_memory.h"

namespace cyclorama::func {
namespace {

constexpr uint32_t kLevelBytes = 0x4000;

/// Images of one red component: texel (x, y) of level l holds x + 16 y + 100 l.
struct Scene {
    TextureState state;
    TextureUnitSettings settings;
    std::vector<std::byte> memory = std::vector<std::byte>(8 * kLevelBytes);

    explicit Scene(uint32_t width, uint32_t height) {
        state.format = Format::R32Float;
        state.width = width;
        state.height = height;
        state.depth = 1;
        state.log2Width = static_cast<uint32_t>(std::bit_width(width) - 1);
        state.log2Height = static_cast<uint32_t>(std::bit_width(height) - 1);
        for (uint32_t level = 0; level < 8; level++) {
            state.address[level].fill(level * kLevelBytes);
        }
        const TextureLayout layout(state, settings);
        for (uint32_t level = 0; level < 8; level++) {
            std::vector<float> linear;
            for (uint32_t y = 0; y < levelSize(height, level); y++) {
                for (uint32_t x = 0; x < levelSize(width, level); x++) {
                    linear.push_back(static_cast<float>(x + 16 * y + 100 * level));
                }
            }
            const auto image = layoutTexture(layout, level, std::as_bytes(std::span(linear)));
            std::copy(image.begin(), image.end(), memory.begin() + level * kLevelBytes);
        }
    }

    std::array<Vec4, 4> planned(TextureOperation operation, const QuadCoordinates& quad, TextureAccessPlan& plan,
                                TextureFaults& faults) const {
        const PreparedTexture texture(state, settings);
        TextureBlockCache cache(16);
        FetchedTexels texels;
        planTextureAccess(texture, {operation, quad}, plan);
        fetchTexels(texture, plan, SpansAsMemory(memory), cache, texels, faults);
        return filterTexture(texture, plan, texels);
    }

    /// Red of a quad of four equal fragments, both ways.
    float red(float s, float t, TextureOperation operation = TextureOperation::Sample, float r = 0, float q = 1) const {
        TextureAccessPlan plan;
        TextureFaults faults;
        const Vec4 operand = {s, t, r, q};
        const float value = planned(operation, {operand, operand, operand, operand}, plan, faults)[0][0];
        std::array<float, 4> color{};
        TextureBlockCache cache(16);
        sampleQuads(PreparedTexture(state, settings), SpansAsMemory(memory), cache,
                    {.operation = operation,
                     .grouping = LaneGrouping::Single,
                     .count = 1,
                     .operand = {&operand[0], &operand[1], &operand[2], &operand[3]}},
                    {&color[0], &color[1], &color[2], &color[3]}, faults);
        EXPECT_EQ(std::bit_cast<uint32_t>(color[0]), std::bit_cast<uint32_t>(value));
        return value;
    }
};

TEST(TextureSampling, PicksTheNearestTexel) {
    const Scene scene(8, 4);
    EXPECT_EQ(scene.red(0.0f, 0.0f), 0.0f);
    EXPECT_EQ(scene.red(0.99f, 0.99f), 7.0f + 48.0f);
    EXPECT_EQ(scene.red(0.25f, 0.5f), 2.0f + 32.0f);
}

struct WrapCase {
    WrapMode mode;
    float s;
    float nearest;
    float linear;
};

// Eight texels with the values 0 to 7. What is outside the image reads as zero bytes.
TEST(TextureSampling, WrapsAtTheEdges) {
    const WrapCase cases[] = {
        {WrapMode::Repeat, 1.25f, 2, 1.5f},
        {WrapMode::Repeat, -0.0625f, 7, 7},
        {WrapMode::Repeat, 1.0f, 0, 3.5f},  // half of texel 7 and half of texel 0
        {WrapMode::Clamp, 1.25f, 0, 3.5f},  // at 8: outside; half of texel 7 and half of the border
        {WrapMode::Clamp, -3.0f, 0, 0},
        {WrapMode::ClampToEdge, 1.25f, 7, 7},
        {WrapMode::ClampToEdge, -1.0f, 0, 0},
        {WrapMode::ClampToBorder, 1.03125f, 0, 1.75f},  // at 8.25: a quarter of texel 7
        {WrapMode::ClampToBorder, 9.0f, 0, 0},
        {WrapMode::MirroredRepeat, 1.0625f, 7, 7},
        {WrapMode::MirroredRepeat, 1.25f, 6, 5.5f},
        {WrapMode::MirroredRepeat, -0.25f, 2, 1.5f},
        {WrapMode::MirroredRepeat, 2.0f, 0, 0},
    };
    Scene scene(8, 1);
    scene.state.wrapT = WrapMode::Repeat;
    for (const WrapCase& test : cases) {
        SCOPED_TRACE(::testing::Message() << "mode " << static_cast<int>(test.mode) << " at " << test.s);
        scene.state.wrapS = test.mode;
        scene.state.minFilter = scene.state.magFilter = FilterMode::Nearest;
        EXPECT_EQ(scene.red(test.s, 0.5f), test.nearest);
        scene.state.minFilter = scene.state.magFilter = FilterMode::Linear;
        EXPECT_EQ(scene.red(test.s, 0.5f), test.linear);
    }
}

TEST(TextureSampling, MayShowTheBorderColour) {
    Scene scene(8, 1);
    scene.state.wrapT = WrapMode::ClampToEdge;
    scene.state.wrapS = WrapMode::ClampToBorder;
    scene.state.borderColor = {40, 41, 42, 43};
    EXPECT_EQ(scene.red(2.0f, 0.5f), 0.0f);
    scene.state.borderTexel = BorderTexel::BorderColor;
    EXPECT_EQ(scene.red(2.0f, 0.5f), 40.0f);
    scene.state.minFilter = scene.state.magFilter = FilterMode::Linear;
    EXPECT_EQ(scene.red(1.03125f, 0.5f), 7 * 0.25f + 40 * 0.75f);
}

TEST(TextureSampling, WeighsTheNeighbours) {
    Scene scene(8, 4);
    scene.state.minFilter = scene.state.magFilter = FilterMode::Linear;
    // At texel (2.75, 1.25): corner (2.25, 0.75).
    EXPECT_EQ(scene.red(2.75f / 8, 1.25f / 4), 2.25f + 16 * 0.75f);
}

TEST(TextureSampling, ReadsCoordinatesInTexels) {
    Scene scene(8, 4);
    scene.state.nonNormalized = true;
    EXPECT_EQ(scene.red(5.5f, 2.0f), 5.0f + 32.0f);
    EXPECT_EQ(scene.red(8.0f, 0.0f), 0.0f);
    scene.state.minFilter = scene.state.magFilter = FilterMode::Linear;
    EXPECT_EQ(scene.red(5.25f, 0.5f), 4.75f);
    scene.state.wrapS = scene.state.wrapT = WrapMode::Repeat;
    EXPECT_EQ(scene.red(16.75f, 0.5f), 0.25f);
}

TEST(TextureSampling, TurnsTheImageOver) {
    Scene scene(8, 4);
    scene.state.d3d9InvertV = true;
    EXPECT_EQ(scene.red(0.0f, 0.125f), 48.0f);
    EXPECT_EQ(scene.red(0.0f, 0.0f), 0.0f) << "at row 4, which is outside";
}

TEST(TextureSampling, DividesProjectedCoordinates) {
    const Scene scene(8, 4);
    EXPECT_EQ(scene.red(0.5f, 1.0f, TextureOperation::SampleProject, 0, 2.0f), 2.0f + 32.0f);
}

TEST(TextureSampling, ChoosesTheNearestLevel) {
    Scene scene(16, 16);
    scene.state.minFilter = FilterMode::NearestMipmapNearest;
    const auto level = [&](float lod) { return scene.red(0, 0, TextureOperation::SampleLod, 0, lod) / 100; };
    EXPECT_EQ(level(0.5f), 0.0f);
    EXPECT_EQ(level(0.51f), 1.0f);
    EXPECT_EQ(level(1.5f), 1.0f);
    EXPECT_EQ(level(1.51f), 2.0f);
    EXPECT_EQ(level(9.0f), 4.0f) << "the level of one texel";
    scene.state.maxLevel = 3;
    EXPECT_EQ(level(9.0f), 3.0f);
    scene.state.minLevel = 1;
    EXPECT_EQ(level(1.0f), 2.0f);
    scene.state.maxLod = 0.25f;
    EXPECT_EQ(level(5.0f), 1.0f);
}

TEST(TextureSampling, BlendsTwoLevels) {
    Scene scene(16, 16);
    scene.state.minFilter = FilterMode::NearestMipmapLinear;
    EXPECT_EQ(scene.red(0, 0, TextureOperation::SampleLod, 0, 1.5f), 150.0f);
    EXPECT_EQ(scene.red(0, 0, TextureOperation::SampleLod, 0, 1.0f), 100.0f);
    EXPECT_EQ(scene.red(0, 0, TextureOperation::SampleLod, 0, 2.25f), 225.0f);
    scene.state.minFilter = FilterMode::LinearMipmapLinear;
    // Texel (4, 4) of level 0 between its neighbours; texel (2, 2) of level 1.
    EXPECT_EQ(scene.red(0.25f, 0.25f, TextureOperation::SampleLod, 0, 0.5f),
              (3.5f + 16 * 3.5f) * 0.5f + (1.5f + 16 * 1.5f + 100) * 0.5f);
}

TEST(TextureSampling, SamplesOneLevelOutsideTheBrilinearRange) {
    Scene scene(16, 16);
    scene.state.minFilter = FilterMode::NearestMipmapLinear;
    scene.settings.trilinearPrecision = 8;
    scene.settings.brilinearThreshold = 64;  // blends between 0.25 and 0.75
    const auto value = [&](float lod) { return scene.red(0, 0, TextureOperation::SampleLod, 0, lod); };
    EXPECT_EQ(value(1.25f), 100.0f);
    EXPECT_EQ(value(1.5f), 150.0f);
    EXPECT_EQ(value(1.75f), 200.0f);
    EXPECT_EQ(value(1.74f), 100.0f + 100 * (1.74f - 1.0f));
}

TEST(TextureSampling, FindsTheLevelFromTheGradientAndTheBias) {
    Scene scene(64, 64);
    scene.state.minFilter = FilterMode::NearestMipmapNearest;
    // Four texels from fragment to fragment: level 2.
    QuadCoordinates quad{};
    for (size_t f = 0; f < 4; f++) {
        quad[f] = {f % 2 != 0 ? 4.0f / 64 : 0.0f, f / 2 != 0 ? 4.0f / 64 : 0.0f, 0, 1};
    }
    TextureAccessPlan plan;
    TextureFaults faults;
    scene.planned(TextureOperation::Sample, quad, plan, faults);
    EXPECT_EQ(plan.lod[0], 2.0f);
    EXPECT_EQ(plan.level[3][0], 2u);
    EXPECT_EQ(plan.magnified, 0u);
    scene.planned(TextureOperation::SampleBias, quad, plan, faults);
    EXPECT_EQ(plan.lod[0], 3.0f);
}

TEST(TextureSampling, MagnifiesUpToALevelOfZero) {
    Scene scene(16, 16);
    scene.state.minFilter = FilterMode::NearestMipmapNearest;
    scene.state.magFilter = FilterMode::Linear;
    TextureAccessPlan plan;
    TextureFaults faults;
    const Vec4 operand = {0.5f, 0.5f, 0, 0.0f};
    scene.planned(TextureOperation::SampleLod, {operand, operand, operand, operand}, plan, faults);
    EXPECT_EQ(plan.magnified, 4u);
    EXPECT_EQ(plan.filter[0], FilterMode::Linear);
    scene.planned(TextureOperation::SampleLod,
                  {Vec4{0, 0, 0, 0.25f}, Vec4{0, 0, 0, 0}, Vec4{0, 0, 0, 0}, Vec4{0, 0, 0, -1}}, plan, faults);
    EXPECT_EQ(plan.magnified, 3u);
    EXPECT_EQ(plan.filter[0], FilterMode::NearestMipmapNearest);
}

struct LoopCase {
    TextureMode mode;
    FilterMode filter;
    float lod;
    uint32_t texelsPerLoop, loops;
};

TEST(TextureSampling, PlansTheLoopsOfTheTextureUnit) {
    const LoopCase cases[] = {
        {TextureMode::Texture1D, FilterMode::LinearMipmapNearest, 1.0f, 2, 1},
        {TextureMode::Texture1D, FilterMode::LinearMipmapLinear, 0.5f, 2, 2},
        {TextureMode::Texture2D, FilterMode::NearestMipmapLinear, 0.5f, 1, 2},
        {TextureMode::Texture2D, FilterMode::LinearMipmapLinear, 1.0f, 4, 1},
        {TextureMode::Texture2D, FilterMode::LinearMipmapLinear, 1.5f, 4, 2},
        {TextureMode::Texture3D, FilterMode::LinearMipmapNearest, 1.0f, 4, 2},
        {TextureMode::Texture3D, FilterMode::LinearMipmapLinear, 1.5f, 4, 4},
    };
    for (const LoopCase& test : cases) {
        Scene scene(16, 16);
        scene.state.mode = test.mode;
        scene.state.minFilter = test.filter;
        TextureAccessPlan plan;
        TextureFaults faults;
        const Vec4 operand = {0.5f, 0.5f, 0.5f, test.lod};
        scene.planned(TextureOperation::SampleLod, {operand, operand, operand, operand}, plan, faults);
        EXPECT_EQ(plan.samples.at(0).texelsPerLoop[0], test.texelsPerLoop);
        EXPECT_EQ(plan.samples.at(0).loops[0], test.loops);
        EXPECT_EQ(plan.bytesPerRead[0], 4u);
    }
}

// Four samples along s, at -1.5, -0.5, 0.5 and 1.5 times a fifth of the four texels that the pixel spans.
TEST(TextureSampling, SpreadsAnisotropicSamples) {
    Scene scene(64, 64);
    scene.state.maxAnisotropy = 16;
    scene.settings.anisotropyAlgorithm = AnisotropyAlgorithm::TwoAxis;
    QuadCoordinates quad{};
    for (size_t f = 0; f < 4; f++) {
        quad[f] = {(32.0f + (f % 2 != 0 ? 4.0f : 0.0f)) / 64, (0.5f + (f / 2 != 0 ? 1.0f : 0.0f)) / 64, 0, 1};
    }
    TextureAccessPlan plan;
    TextureFaults faults;
    const auto colors = scene.planned(TextureOperation::Sample, quad, plan, faults);
    ASSERT_EQ(plan.samples.size(), 4u);
    EXPECT_EQ(plan.lod[0], 0.0f);
    // Texels 30.8, 31.6, 32.4, 33.2.
    EXPECT_EQ(colors[0][0], (30.0f + 31.0f + 32.0f + 33.0f) / 4);
}

TEST(TextureSampling, ComparesBeforeItFilters) {
    Scene scene(8, 1);
    scene.state.wrapT = WrapMode::ClampToEdge;
    scene.state.minFilter = scene.state.magFilter = FilterMode::Linear;
    scene.state.comparison = true;
    scene.state.comparisonFunction = CompareFunction::Less;
    // Texels 2 and 3 at weights 0.25 and 0.75; only texel 2 is less than 2.5.
    EXPECT_EQ(scene.red(3.25f / 8, 0.5f, TextureOperation::Sample, 2.5f), 0.25f);
}

TEST(TextureSampling, CountsTexelsOutsideMemoryAndReadsThemAsZero) {
    Scene scene(8, 8);
    scene.state.minFilter = scene.state.magFilter = FilterMode::Linear;
    scene.memory.resize(16);
    TextureAccessPlan plan;
    TextureFaults faults;
    const Vec4 operand = {2.0f / 8, 1.0f / 8, 0, 1};  // around texels (1, 0) to (2, 1): the first two blocks' fringe
    const auto colors = scene.planned(TextureOperation::Sample, {operand, operand, operand, operand}, plan, faults);
    EXPECT_EQ(faults.outOfRange, 4u * 2) << "texels (2, 0) and (2, 1)";
    EXPECT_EQ(colors[0][0], (1 + 17) * 0.25f);
    EXPECT_EQ(scene.red(operand[0], operand[1]), colors[0][0]);
    scene.state.compression = TextureCompression::Dxt1Rgb;
    scene.state.format = Format::Rgba8888;
    scene.memory.resize(4);
    faults = {};
    scene.planned(TextureOperation::Sample, {operand, operand, operand, operand}, plan, faults);
    EXPECT_EQ(faults.outOfRange, 16u);
}

TEST(TextureSampling, CountsQuadsOfUnsupportedTextures) {
    Scene scene(8, 8);
    scene.state.width = kMaxTextureSize + 1;
    TextureAccessPlan plan;
    TextureFaults faults;
    scene.planned(TextureOperation::Sample, {}, plan, faults);
    EXPECT_EQ(faults.unsupported, 1u);
    EXPECT_EQ(faults.outOfRange, 0u);
}

TEST(TextureBlocks, AreKeptUntilTheCacheIsCleared) {
    std::vector<std::byte> memory(64);
    TextureBlockCache cache(4);
    TextureFaults faults;
    const CompressionInfo info = compressionInfo(TextureCompression::Latc1);
    const uint64_t address = (uint64_t{5} << kCompressionShift) + 32;  // of the block at 16
    memory[16] = memory[17] = std::byte{7};
    const SpansAsMemory memories(memory);
    EXPECT_EQ(cache.block(memories, info, address + 3, faults)[0], std::byte{7});
    memory[16] = std::byte{9};
    EXPECT_EQ(cache.block(memories, info, address, faults)[0], std::byte{7});
    cache.clear();
    EXPECT_EQ(cache.block(memories, info, address, faults)[0], std::byte{9});
    EXPECT_EQ(faults, TextureFaults{});
}

/// States and quads of all kinds, the same ones in every run.
class RandomAccess {
  public:
    TextureState state() {
        TextureState state;
        state.mode = pick<TextureMode>(4);
        state.format = pick<Format>(kFormats);
        if (one(3)) {
            state.compression = pick<TextureCompression>(9);
            if (state.compression != TextureCompression::None && !one(10)) {
                state.format = compressionInfo(state.compression).texelFormat;
            }
        }
        state.blocking = one(6) ? TextureBlocking::Framebuffer : TextureBlocking::Texture;
        state.width = 1 + below(70);
        state.height = 1 + below(70);
        state.depth = 1 + below(9);
        state.log2Width = below(8);
        state.log2Height = below(8);
        state.log2Depth = below(4);
        for (auto& level : state.address) {
            for (Address& address : level) {
                const uint32_t offset = below(1 << 18) * (one(8) ? 1 : 16);
                address = Address(one(8) ? MemoryKind::System : MemoryKind::Dram, offset);
            }
        }
        state.wrapS = pick<WrapMode>(5);
        state.wrapT = pick<WrapMode>(5);
        state.wrapR = pick<WrapMode>(5);
        state.nonNormalized = one(8);
        state.minFilter = pick<FilterMode>(6);
        state.magFilter = pick<FilterMode>(one(10) ? 6 : 2);
        state.maxAnisotropy = one(2) ? 1 : 1 + below(16);
        state.minLevel = one(5) ? below(20) : 0;
        state.maxLevel = below(14);
        state.lodBias = one(2) ? number(3) : 0.0f;
        state.borderTexel = pick<BorderTexel>(2);
        state.comparison = one(5);
        state.comparisonFunction = pick<CompareFunction>(8);
        state.d3d9ColorOrder = one(2);
        state.reverse = one(3);
        state.srgb = one(4);
        state.d3d9InvertV = one(3);
        return state;
    }

    TextureUnitSettings settings() {
        return {.blockDimension = below(4),
                .superBlockDimension = below(5),
                .anisotropyAlgorithm = pick<AnisotropyAlgorithm>(5),
                .maxAnisotropy = 1 + below(16),
                .anisotropyRatioMultipleOfTwo = one(2),
                .brilinearThreshold = one(2) ? 0 : below(129)};
    }

    float coordinate() {
        if (one(200)) {
            constexpr float kOdd[] = {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity(),
                                      -1e30f, 5e6f, 0.0f};
            return kOdd[below(5)];
        }
        return number(one(4) ? 100.0f : 3.0f);
    }

    float number(float limit) { return std::uniform_real_distribution<float>(-limit, limit)(random_); }
    uint32_t below(uint32_t limit) { return static_cast<uint32_t>(random_() % limit); }
    bool one(uint32_t of) { return below(of) == 0; }
    template <class T>
    T pick(uint32_t count) {
        return static_cast<T>(below(count));
    }

  private:
    std::mt19937 random_{1};
};

constexpr uint32_t kLanes = 16;
using LaneValues = std::array<std::array<float, kLanes>, 4>;

/// Coordinates of quads whose fragments lie close to each other, or apart.
LaneValues randomOperand(RandomAccess& random) {
    const float spread = std::ldexp(1.0f, -static_cast<int>(random.below(10)));
    LaneValues operand;
    for (auto& component : operand) {
        for (size_t lane = 0; lane < component.size(); lane++) {
            component[lane] = lane % 4 == 0 ? random.coordinate() : component[lane - lane % 4] + random.number(spread);
        }
    }
    return operand;
}

/// Memory of the GPU and of the system, of random bytes, the same ones in every run.
struct RandomMemory {
    explicit RandomMemory(RandomAccess& random) {
        for (auto* memory : {&gpu, &system}) {
            std::generate(memory->begin(), memory->end(), [&] { return static_cast<std::byte>(random.below(256)); });
        }
    }
    SpansAsMemory windows() const { return SpansAsMemory(gpu, system); }

    std::vector<std::byte> gpu = std::vector<std::byte>(1 << 18);
    std::vector<std::byte> system = std::vector<std::byte>(1 << 16);
};

/// Holds what sampleQuads() gives to what the access gives that is planned quad by quad. `count`: lanes.
void expectAsPlanned(const PreparedTexture& texture, const RandomMemory& random, TextureOperation operation,
                     const LaneValues& operand, uint32_t count, uint64_t active) {
    constexpr float kUntouched = -7.0f;
    const SpansAsMemory memory = random.windows();
    TextureBlockCache cache(64);
    TextureAccessPlan plan;
    FetchedTexels texels;
    LaneValues color;
    for (auto& component : color) component.fill(kUntouched);
    TextureFaults faults;
    TextureFaults plannedFaults;
    sampleQuads(texture, memory, cache,
                {.operation = operation,
                 .count = count,
                 .active = active,
                 .operand = {operand[0].data(), operand[1].data(), operand[2].data(), operand[3].data()}},
                {color[0].data(), color[1].data(), color[2].data(), color[3].data()}, faults);
    for (size_t lane = 0; lane < kLanes; lane++) {
        if (lane >= count || (active >> lane & 1) == 0) {
            for (const auto& component : color) ASSERT_EQ(component[lane], kUntouched) << "lane " << lane;
        }
    }
    for (size_t quad = 0; quad < count / 4; quad++) {
        if ((active >> (4 * quad) & 0xf) == 0) continue;
        TextureQuadRequest request{.operation = operation};
        for (size_t f = 0; f < 4; f++) {
            for (size_t c = 0; c < 4; c++) {
                request.operand[f][c] = operand[c][4 * quad + f];
            }
        }
        planTextureAccess(texture, request, plan);
        fetchTexels(texture, plan, memory, cache, texels, plannedFaults);
        const auto expected = filterTexture(texture, plan, texels);
        for (size_t f = 0; f < 4; f++) {
            if ((active >> (4 * quad + f) & 1) == 0) continue;
            for (size_t c = 0; c < 4; c++) {
                const float value = color[c][4 * quad + f];
                ASSERT_TRUE(std::bit_cast<uint32_t>(value) == std::bit_cast<uint32_t>(expected[f][c]) ||
                            (std::isnan(value) && std::isnan(expected[f][c])))
                    << value << " for " << expected[f][c] << ", quad " << quad << " fragment " << f;
            }
        }
    }
    EXPECT_EQ(faults.unsupported, plannedFaults.unsupported);
    EXPECT_EQ(faults.outOfRange != 0, plannedFaults.outOfRange != 0);
}

TEST(TextureSampling, GivesTheSameBitsAtOnceAsInSteps) {
    RandomAccess random;
    const RandomMemory memory(random);
    for (int round = 0; round < 3000 && !HasFailure(); round++) {
        SCOPED_TRACE(round);
        const PreparedTexture texture(random.state(), random.settings());
        const auto operation = random.pick<TextureOperation>(4);
        expectAsPlanned(texture, memory, operation, randomOperand(random), kLanes, ~uint64_t{0});
    }
}

// Two at a time, with a last one alone, fragments that want nothing, and coordinates that only the planned way takes.
TEST(TextureSampling, GivesTheSameBitsForQuadsOfBytesInOneLevel) {
    RandomAccess random;
    const RandomMemory memory(random);
    for (int round = 0; round < 2000 && !HasFailure(); round++) {
        SCOPED_TRACE(round);
        TextureState state = random.state();
        state.mode = random.one(8) ? TextureMode::CubeMap : TextureMode::Texture2D;
        state.format = Format::Rgba8888;
        state.compression = TextureCompression::None;
        state.minFilter = state.magFilter = random.pick<FilterMode>(2);
        state.maxAnisotropy = 1;
        state.minLevel = 0;
        state.comparison = state.srgb = false;
        // Images of up to 128x128 texels, some of which end beyond the memory.
        for (Address& address : state.address[0]) address = Address(MemoryKind::Dram, 4 * random.below(1 << 16));
        const PreparedTexture texture(state, random.settings());
        const uint64_t active = random.one(2) ? ~uint64_t{0} : random.below(1 << kLanes) & random.below(1 << kLanes);
        expectAsPlanned(texture, memory, random.pick<TextureOperation>(4), randomOperand(random),
                        4 * (1 + random.below(4)), active);
    }
}

TEST(TextureSampling, LeavesInactiveLanesAlone) {
    const Scene scene(8, 4);
    const PreparedTexture texture(scene.state, scene.settings);
    std::array<float, 8> zero{};
    std::array<std::array<float, 8>, 4> color;
    for (auto& component : color) {
        component.fill(-1.0f);
    }
    TextureBlockCache cache(16);
    TextureFaults faults;
    sampleQuads(texture, SpansAsMemory(scene.memory), cache,
                {.count = 8, .active = 0x24, .operand = {zero.data(), zero.data(), zero.data(), zero.data()}},
                {color[0].data(), color[1].data(), color[2].data(), color[3].data()}, faults);
    EXPECT_EQ(color[0], (std::array<float, 8>{-1, -1, 0, -1, -1, 0, -1, -1}));
    EXPECT_EQ(color[3], (std::array<float, 8>{-1, -1, 1, -1, -1, 1, -1, -1}));
}

}  // namespace
}  // namespace cyclorama::func
