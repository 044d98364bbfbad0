// SPDX-License-Identifier: MIT
#include "func/output/blending.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <random>

namespace cyclorama::func {
namespace {

/// The equations of the OpenGL 4.6 specification, section 17.3.6, one component at a time, in single precision with a
/// rounding after each operation, with minimum and maximum as selections.
struct Reference {
    const BlendState& state;
    Vec4 source;
    Vec4 destination;
    Vec4 second{};

    float factor(BlendFactor f, uint32_t c) const {
        switch (f) {
            case BlendFactor::Zero:
                return 0.0f;
            case BlendFactor::One:
                return 1.0f;
            case BlendFactor::SourceColor:
                return source[c];
            case BlendFactor::OneMinusSourceColor:
                return 1.0f - source[c];
            case BlendFactor::DestinationColor:
                return destination[c];
            case BlendFactor::OneMinusDestinationColor:
                return 1.0f - destination[c];
            case BlendFactor::SourceAlpha:
                return source[3];
            case BlendFactor::OneMinusSourceAlpha:
                return 1.0f - source[3];
            case BlendFactor::DestinationAlpha:
                return destination[3];
            case BlendFactor::OneMinusDestinationAlpha:
                return 1.0f - destination[3];
            case BlendFactor::ConstantColor:
                return state.constant[c];
            case BlendFactor::OneMinusConstantColor:
                return 1.0f - state.constant[c];
            case BlendFactor::ConstantAlpha:
                return state.constant[3];
            case BlendFactor::OneMinusConstantAlpha:
                return 1.0f - state.constant[3];
            case BlendFactor::SourceAlphaSaturate:
                return c == 3 ? 1.0f : std::min(source[3], 1.0f - destination[3]);
            case BlendFactor::SecondColor:
                return second[c];
            case BlendFactor::OneMinusSecondColor:
                return 1.0f - second[c];
            case BlendFactor::SecondAlpha:
                return second[3];
            case BlendFactor::OneMinusSecondAlpha:
                return 1.0f - second[3];
        }
        return 0.0f;
    }

    float blend(uint32_t c) const {
        const BlendEquation equation = c == 3 ? state.alphaEquation : state.colorEquation;
        const volatile float weightedSource = source[c] * factor(c == 3 ? state.sourceAlpha : state.sourceColor, c);
        const volatile float weightedDestination =
            destination[c] * factor(c == 3 ? state.destinationAlpha : state.destinationColor, c);
        switch (equation) {
            case BlendEquation::Add:
                return weightedSource + weightedDestination;
            case BlendEquation::Subtract:
                return weightedSource - weightedDestination;
            case BlendEquation::ReverseSubtract:
                return weightedDestination - weightedSource;
            case BlendEquation::Min:
                return std::min(source[c], destination[c]);
            case BlendEquation::Max:
                return std::max(source[c], destination[c]);
        }
        return 0.0f;
    }
};

class Blending : public testing::Test {
  protected:
    void fill(ColorLanes& lanes) {
        std::uniform_real_distribution<float> value(-0.5f, 1.5f);
        for (auto& component : lanes.component) {
            for (float& lane : component) lane = value(random_);
        }
    }

    void expectAsReference(const BlendState& state, uint32_t lanes) {
        ColorLanes source;
        ColorLanes destination;
        ColorLanes second;
        fill(source);
        fill(destination);
        fill(second);
        const ColorLanes before = source;
        Blender(state).blend(source, second, destination, lanes);
        for (uint32_t i = 0; i < kColorLanes; ++i) {
            Reference reference{state, {}, {}};
            for (uint32_t c = 0; c < 4; ++c) {
                reference.source[c] = before.component[c][i];
                reference.destination[c] = destination.component[c][i];
                reference.second[c] = second.component[c][i];
            }
            for (uint32_t c = 0; c < 4; ++c) {
                const float expected = i < lanes ? reference.blend(c) : reference.source[c];
                ASSERT_EQ(source.component[c][i], expected)
                    << "component " << c << " lane " << i << " factors " << int(state.sourceColor) << ' '
                    << int(state.destinationColor) << " equation " << int(state.colorEquation);
            }
        }
    }

  private:
    std::mt19937 random_{1};
};

TEST_F(Blending, EveryEquationAndFactorMatchesTheSpecification) {
    for (uint32_t e = 0; e < 5; ++e) {
        for (uint32_t s = 0; s < 19; ++s) {
            for (uint32_t d = 0; d < 19; ++d) {
                expectAsReference({.enabled = true,
                                   .colorEquation = static_cast<BlendEquation>(e),
                                   .alphaEquation = static_cast<BlendEquation>((e + 1) % 5),
                                   .sourceColor = static_cast<BlendFactor>(s),
                                   .sourceAlpha = static_cast<BlendFactor>((s + 5) % 19),
                                   .destinationColor = static_cast<BlendFactor>(d),
                                   .destinationAlpha = static_cast<BlendFactor>((d + 7) % 19),
                                   .constant = {0.1f, 0.6f, -0.3f, 0.4f}},
                                  kColorLanes);
            }
        }
    }
}

TEST_F(Blending, TouchesTheGivenLanesAlone) {
    for (uint32_t lanes : {0u, 4u, 12u, 60u}) {
        expectAsReference({.enabled = true,
                           .sourceColor = BlendFactor::SourceAlpha,
                           .sourceAlpha = BlendFactor::SourceAlpha,
                           .destinationColor = BlendFactor::OneMinusSourceAlpha,
                           .destinationAlpha = BlendFactor::OneMinusSourceAlpha},
                          lanes);
    }
}

TEST_F(Blending, DisabledKeepsTheSource) {
    ColorLanes source;
    ColorLanes destination;
    fill(source);
    fill(destination);
    const ColorLanes before = source;
    Blender().blend(source, destination, kColorLanes);
    Blender(BlendState{}).blend(source, destination, kColorLanes);
    EXPECT_EQ(source.component, before.component);
    EXPECT_FALSE(Blender(BlendState{}).enabled());
}

TEST_F(Blending, NotANumberYieldsTheDestinationInMinimumAndMaximum) {
    for (BlendEquation equation : {BlendEquation::Min, BlendEquation::Max}) {
        ColorLanes source;
        ColorLanes destination;
        for (uint32_t c = 0; c < 4; ++c) source.component[c].fill(NAN), destination.component[c].fill(0.25f);
        Blender({.enabled = true, .colorEquation = equation, .alphaEquation = equation}).blend(source, destination, 4);
        EXPECT_EQ(source.component[0][3], 0.25f);
    }
}

/// Zero weights do not hide what is not finite.
TEST_F(Blending, ZeroTimesInfinityIsNotANumberOfOnePattern) {
    ColorLanes source;
    ColorLanes destination;
    for (uint32_t c = 0; c < 4; ++c) source.component[c].fill(INFINITY), destination.component[c].fill(0.25f);
    Blender({.enabled = true, .sourceColor = BlendFactor::Zero, .destinationColor = BlendFactor::One})
        .blend(source, destination, 1);
    EXPECT_EQ(std::bit_cast<uint32_t>(source.component[0][0]), 0xffc00000u);
}

}  // namespace
}  // namespace cyclorama::func
