#pragma once
// From the bytes of a texel to the colour that is filtered: decoding and what the state asks to be done with each texel
// (ATTILA: TextureEmulator, convertFormat).

#include <array>
#include <cstddef>
#include <cstdint>

#include "func/texture_format.h"
#include "func/texture_state.h"

namespace cyclorama::func {

/// The comparison, the orders of components and the colour space of a texture, applied to decoded texels.
/// `reference` is what a comparison compares with.
Vec4 convertTexel(const TextureState& state, const Vec4& decoded, float reference);

/// Decoding and conversion of texels whose components each depend on a single byte, as four table look-ups:
/// component c is table[c][(texel >> shift[c]) & 255], with the texel's first four bytes, little endian, as a number.
/// Made once for each state. The tables live as long as the program.
struct TexelConversion {
    /// False where the format or the state needs decodeTexel() and convertTexel().
    bool byBytes = false;
    std::array<uint8_t, 4> shift{};
    std::array<const float*, 4> table{};
    /// What a texel outside the image becomes; not used with a comparison.
    Vec4 outside{};
};

TexelConversion texelConversion(const TextureState& state);

}  // namespace cyclorama::func
