// SPDX-License-Identifier: MIT
#include "func/texture/sampling_rules.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "func/texture/surface_locator.h"
#include "func/texture/texel_axis.h"

namespace cyclorama::func {
namespace {

TEST(SamplingRules, LevelsHalveDownToOneTexel) {
    EXPECT_EQ(levelSize(70, 0), 70u);
    EXPECT_EQ(levelSize(70, 1), 35u);
    EXPECT_EQ(levelSize(70, 2), 17u);
    EXPECT_EQ(levelSize(70, 7), 1u);
    EXPECT_EQ(levelSize(~0u, 40), 1u);
    EXPECT_EQ(levelSize(0, 0), 1u);
}

// Samples are a step apart, and as far to one side of the middle as to the other.
TEST(SamplingRules, AnisotropicSamplesAreAroundTheMiddle) {
    EXPECT_EQ(anisotropicStep(0, 1), 0.0f);
    EXPECT_EQ(anisotropicStep(0, 4), -1.5f);
    EXPECT_EQ(anisotropicStep(4, 5), 2.0f);
    for (int samples = 1; samples <= 16; ++samples) {
        for (int sample = 0; sample < samples; ++sample) {
            EXPECT_EQ(anisotropicStep(static_cast<uint32_t>(sample), static_cast<uint32_t>(samples)),
                      static_cast<float>(2 * sample + 1 - samples) / 2.0f);
        }
    }
}

TEST(SamplingRules, ComponentsComeFromTheirSources) {
    const std::array<uint32_t, 4> color = {10, 11, 12, 13};
    EXPECT_EQ(componentOf(color, ComponentSource::Red, 1u), 10u);
    EXPECT_EQ(componentOf(color, ComponentSource::Green, 1u), 11u);
    EXPECT_EQ(componentOf(color, ComponentSource::Blue, 1u), 12u);
    EXPECT_EQ(componentOf(color, ComponentSource::Alpha, 1u), 13u);
    EXPECT_EQ(componentOf(color, ComponentSource::Zero, 1u), 0u);
    EXPECT_EQ(componentOf(color, ComponentSource::One, 0x3f800000u), 0x3f800000u);
    // Three bits of a register name two more.
    EXPECT_EQ(componentOf(color, static_cast<ComponentSource>(6), 1u), 0u);
    EXPECT_EQ(componentOf(color, static_cast<ComponentSource>(7), 1u), 0u);
}

/// A step at a time: where a texel beyond an edge is reached from the edge.
int32_t walkedTexel(TexelWrap wrap, int32_t texel, int32_t size) {
    int32_t at = texel < 0 ? 0 : size - 1;
    int32_t steps = texel < 0 ? -texel : texel - (size - 1);
    int32_t direction = texel < 0 ? -1 : 1;
    if (wrap == TexelWrap::ClampToBorder) return kOutside;
    if (wrap == TexelWrap::ClampToEdge) return at;
    // Mirrored once, about texel 0: from the first one on towards the last, which stays.
    if (wrap == TexelWrap::MirrorClamp) return texel < 0 && steps <= size ? steps - 1 : size - 1;
    for (; steps > 0; --steps) {
        const bool isLeaving = direction < 0 ? at == 0 : at == size - 1;
        if (!isLeaving) {
            at += direction;
        } else if (wrap == TexelWrap::Repeat) {
            at = direction < 0 ? size - 1 : 0;
        } else {
            direction = -direction;
        }
    }
    return at;
}

constexpr std::array kTexelWraps{TexelWrap::Repeat, TexelWrap::ClampToEdge, TexelWrap::MirrorRepeat,
                                 TexelWrap::ClampToBorder, TexelWrap::MirrorClamp};

TEST(TexelWrap, NumbersFollowFromStepsBeyondTheEdge) {
    std::mt19937 random(8);
    for (int n = 0; n < 20'000; ++n) {
        const auto size = static_cast<int32_t>(1 + random() % 70);
        const auto texel = static_cast<int32_t>(random() % 600) - 300;
        const TexelWrap wrap = kTexelWraps[random() % kTexelWraps.size()];
        const int32_t expected = texel >= 0 && texel < size ? texel : walkedTexel(wrap, texel, size);
        ASSERT_EQ(wrappedTexel(wrap, texel, size), expected) << static_cast<int>(wrap) << ' ' << texel << ' ' << size;
    }
    for (const TexelWrap wrap : kTexelWraps) EXPECT_EQ(wrappedTexel(wrap, 0, 0), kOutside);
}

/// The texels of linear and nearest filters by coordinates in texels, which the mode has wrapped or clamped.
struct ExpectedAxis {
    std::array<int32_t, 2> linear;
    float weight;
    int32_t nearest;
};
ExpectedAxis expectedAxis(WrapMode mode, float coordinate, int32_t size) {
    const auto extent = static_cast<float>(size);
    float u = coordinate * extent;
    if (mode == WrapMode::Repeat) u = (coordinate - std::floor(coordinate)) * extent;
    if (mode == WrapMode::MirroredRepeat) {
        const float twice = coordinate - 2.0f * std::floor(coordinate * 0.5f);
        u = (twice > 1.0f ? 2.0f - twice : twice) * extent;
    }
    const bool border = mode == WrapMode::ClampToBorder;
    u = border ? std::fmin(std::fmax(u, -1.0f), extent + 1.0f) : std::fmin(std::fmax(u, 0.0f), extent);
    const auto place = [&](int32_t texel, TexelWrap beyond) {
        return texel >= 0 && texel < size ? texel : walkedTexel(beyond, texel, size);
    };
    const auto first = static_cast<int32_t>(std::floor(u - 0.5f));
    const TexelWrap clamping = border ? TexelWrap::ClampToBorder : TexelWrap::ClampToEdge;
    const TexelWrap wrap = mode == WrapMode::Repeat           ? TexelWrap::Repeat
                           : mode == WrapMode::MirroredRepeat ? TexelWrap::MirrorRepeat
                           : mode == WrapMode::Clamp          ? TexelWrap::ClampToBorder
                                                              : clamping;
    return {.linear = {place(first, wrap), place(first + 1, wrap)},
            .weight = u - 0.5f - std::floor(u - 0.5f),
            .nearest = place(static_cast<int32_t>(std::floor(u)), clamping)};
}

TEST(SurfaceLocator, TexelsOfAnAxisWrapByTheirNumbers) {
    std::mt19937 random(9);
    std::uniform_real_distribution<float> anywhere(-3.0f, 4.0f);
    constexpr std::array kWrapModes{WrapMode::Clamp, WrapMode::ClampToEdge, WrapMode::Repeat, WrapMode::ClampToBorder,
                                    WrapMode::MirroredRepeat};
    const TextureLanes lanes;
    for (int n = 0; n < 20'000; ++n) {
        TextureState state;
        state.tiling = Tiling::Linear;
        state.width = static_cast<uint32_t>(1 + random() % 40);
        state.height = 1;
        state.wrapS = kWrapModes[random() % kWrapModes.size()];
        const SurfaceTexture texture(state);
        const SurfaceLocator locator(texture, lanes);
        // Also the edges themselves, and numbers next to them.
        const float edge = static_cast<float>(random() % 3) - 1.0f;
        const float coordinate = random() % 4 != 0   ? anywhere(random)
                                 : random() % 2 != 0 ? edge
                                                     : std::nextafter(edge, anywhere(random));
        const auto size = static_cast<int32_t>(state.width);
        const ExpectedAxis expected = expectedAxis(state.wrapS, coordinate, size);
        const SurfaceLocator::Corners linear = locator.linearCorners({.s = coordinate}, 0);
        const SurfaceLocator::Corners nearest = locator.nearestCorner({.s = coordinate}, 0);
        SCOPED_TRACE(testing::Message() << static_cast<int>(state.wrapS) << ' ' << coordinate << ' ' << size);
        ASSERT_EQ(linear.x.texel, expected.linear);
        ASSERT_EQ(linear.x.weight, expected.weight);
        ASSERT_EQ(nearest.x.texel[0], expected.nearest);
    }
}

}  // namespace
}  // namespace cyclorama::func
