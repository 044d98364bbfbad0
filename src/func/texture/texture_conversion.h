// SPDX-License-Identifier: MIT
#pragma once
// From the bytes of a texel to the colour that is filtered: decoding and what the state asks to be done with each
// texel.

#include <array>
#include <cstdint>

#include "func/texture/texture_format.h"
#include "func/texture/texture_state.h"

namespace cyclorama::func {

/// The comparison, the orders of components and the colour space of a texture, applied to decoded texels.
/// `reference` is the reference of a comparison.
Vec4 convertTexel(const TextureState& state, const Vec4& decoded, float reference);

/// Decoding and conversion of texels component by component, made once for each state.
struct TexelConversion {
    /// The components stand in `component` in the order that the state asks for; what remains to be done is the colour
    /// space, from `srgbTable`, and the comparison. False: only decodeTexel() and convertTexel() can do it.
    bool byFields = false;
    std::array<ComponentField, 4> component{};
    /// Components that come from sRGB: linearFromSrgb() of the field, from a table where it is a byte.
    std::array<const float*, 4> srgbTable{};
    /// A texel outside of the image, without a comparison; and decoded, before one.
    Vec4 outside{};
    Vec4 outsideDecoded{};
};

TexelConversion texelConversion(const TextureState& state);

}  // namespace cyclorama::func
