// SPDX-License-Identifier: MIT
#pragma once
// Blending of shaded colours with those in the render target. The functions for a state are chosen once, when it
// changes; a batch of lanes then runs without looking at the state again.

#include <cstdint>

#include "func/formats/color_format.h"
#include "func/types.h"

namespace cyclorama::func {

/// Blending of one render target. Hardware with one equation for colour and alpha sets both.
struct BlendState {
    bool enabled = false;
    BlendEquation colorEquation = BlendEquation::Add;
    BlendEquation alphaEquation = BlendEquation::Add;
    BlendFactor sourceColor = BlendFactor::One;
    BlendFactor sourceAlpha = BlendFactor::One;
    BlendFactor destinationColor = BlendFactor::Zero;
    BlendFactor destinationAlpha = BlendFactor::Zero;
    Vec4 constant = {0.0f, 0.0f, 0.0f, 0.0f};

    bool operator==(const BlendState&) const = default;
};

/// Computes one component of the first `lanes` lanes: `source` holds the shaded component before and the blended one
/// after.
struct BlendComponent {
    float* source;
    const float* destination;
    const float* sourceAlpha;
    const float* destinationAlpha;
    const float* second;
    const float* secondAlpha;
    float constant;
    float constantAlpha;
};

/// The functions of one BlendState. Products are rounded before they are added. Minimum and Maximum do not use the
/// factors; where an operand is not a number they yield the destination. Nothing is clamped: that belongs to the
/// format.
class Blender {
  public:
    /// Leaves colours as they are.
    Blender() = default;
    explicit Blender(const BlendState& state);

    /// Blends the first `lanes` lanes of `source`, at most kColorLanes, with `destination`.
    void blend(ColorLanes& source, const ColorLanes& destination, uint32_t lanes) const;
    /// The same where factors take a second colour, which the shader wrote beside the first.
    void blend(ColorLanes& source, const ColorLanes& second, const ColorLanes& destination, uint32_t lanes) const;

    bool enabled() const { return color_.run != nullptr; }

  private:
    using FactorFunction = void (*)(const BlendComponent& in, uint32_t lanes, float* factor);
    struct Operation {
        void (*run)(const Operation& self, const BlendComponent& in, uint32_t lanes) = nullptr;
        FactorFunction sourceFactor = nullptr;
        FactorFunction destinationFactor = nullptr;
    };
    struct Tables;

    Operation color_;
    Operation alpha_;
    Vec4 constant_ = {};
};

}  // namespace cyclorama::func
