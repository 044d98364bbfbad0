// SPDX-License-Identifier: MIT
#pragma once
// Decoding texels of bytes, the most frequent ones, for a quad or for two.

#include <array>
#include <cstdint>

#include "func/texture/texture_quad_fetch.h"
#include "func/texture/texture_quad_texels.h"

namespace cyclorama::func {

/// Texels of four bytes that are not compressed, each component a byte over 255, without a comparison.
class ByteTexels {
  public:
    template <uint32_t Lanes>
    using Fetched = TexelWords<4, Lanes>;
    template <uint32_t Lanes>
    using Floats = typename LaneVectors<Lanes>::Float;

    explicit ByteTexels(const SamplingContext& context) : context_(context), conversion_(context.texture.conversion) {}

    static bool holdFor(const PreparedTexture& texture) {
        bool hold = texture.layout.texelBytes() == 4 && texture.layout.compression() == TextureCompression::None &&
                    !texture.state.comparison;
        for (size_t c = 0; c < 4; c++) {
            const ComponentField& field = texture.conversion.component[c];
            hold = hold && field.kind == ComponentKind::Unsigned && field.bits == 8 && field.divisor == 255.0f &&
                   texture.conversion.srgbTable[c] == nullptr;
        }
        return hold;
    }

    size_t equalTo(size_t c) const { return c; }

    template <uint32_t Lanes>
    [[gnu::always_inline]] Fetched<Lanes> fetch(const LevelView& view, const LaneOffsets<Lanes>& texels,
                                                Floats<Lanes>) const {
        return DirectWords<4>::load<Lanes>(context_, view, texels);
    }

    template <uint32_t Lanes, size_t N>
    [[gnu::always_inline]] std::array<Floats<Lanes>, N> component(size_t c, const std::array<Fetched<Lanes>, N>& words,
                                                                  const std::array<LaneOffsets<Lanes>, N>& texels,
                                                                  Floats<Lanes>) const {
        const int32_t shift = conversion_.component[c].shift;
        std::array<Floats<Lanes>, N> values;
        for (size_t n = 0; n < N; n++) {
            values[n] = byteFraction((words[n][0] >> shift) & 255);
            if (texels[n].anyOutside) {
                values[n] = select(texels[n].outside, filled<Floats<Lanes>>(conversion_.outside[c]), values[n]);
            }
        }
        return values;
    }

  private:
    const SamplingContext& context_;
    const TexelConversion& conversion_;
};

}  // namespace cyclorama::func
