// SPDX-License-Identifier: MIT
#pragma once
// Fetching the texels of the four fragments of a quad together, or of two quads, as words of 32 bits.

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

#include "func/texture/texture_access.h"
#include "func/texture/texture_memory.h"
#include "func/texture/texture_quad_locator.h"
#include "func/texture/texture_vector.h"

namespace cyclorama::func {

/// Inputs of one call of sampleQuads().
struct SamplingContext {
    const PreparedTexture& texture;
    const MemoryWindows& memory;
    TextureBlockCache& cache;
    TextureFaults& faults;
    CompressionInfo compression{};
};

/// One level of one face, ready to be read.
struct LevelView {
    uint32_t level = kTextureLevels;
    CubeFace face = CubeFace::PositiveX;
    const LevelLayout* layout = nullptr;
    const PreparedLevel* prepared = nullptr;
    uint64_t base = 0;
    /// The image, if it is aligned, not compressed and inside its memory as a whole; else each texel is checked.
    const std::byte* image = nullptr;
};

inline LevelView viewLevel(const SamplingContext& context, uint32_t level, CubeFace face) {
    const TextureLayout& layout = context.texture.layout;
    LevelView view{
        .level = level, .face = face, .layout = &layout.level(level), .prepared = &context.texture.levels[level]};
    view.base = view.layout->base[layout.mode() == TextureMode::CubeMap ? static_cast<size_t>(face) : 0];
    if (layout.compression() == TextureCompression::None && view.base % std::min(layout.texelBytes(), 4u) == 0) {
        view.image = context.memory.find(Address::fromBits(view.base), view.layout->extent);
    }
    return view;
}

/// Texels of `Bytes` bytes as words of 32 bits, for each fragment.
template <uint32_t Bytes, uint32_t Lanes>
using TexelWords = std::array<typename LaneVectors<Lanes>::Int, (Bytes + 3) / 4>;

/// Gathers words from the place of each fragment's texel in the host's memory, where it has one.
template <uint32_t Bytes, uint32_t Lanes, class Locate>
[[gnu::always_inline]] inline TexelWords<Bytes, Lanes> gatherWords(Locate&& locate) {
    std::array<std::array<uint32_t, Lanes>, (Bytes + 3) / 4> words{};
    for (size_t f = 0; f < Lanes; f++) {
        const std::byte* texel = locate(f);
        for (size_t w = 0; w < words.size(); w++) {
            std::memcpy(&words[w][f], texel + 4 * w, std::min(Bytes, 4u));
        }
    }
    return std::bit_cast<TexelWords<Bytes, Lanes>>(words);
}

/// Texels that are not compressed.
template <uint32_t Bytes>
struct DirectWords {
    static constexpr uint32_t kBytes = Bytes;

    template <uint32_t Lanes>
    [[gnu::always_inline]] static TexelWords<Bytes, Lanes> load(const SamplingContext& context, const LevelView& view,
                                                                const LaneOffsets<Lanes>& texels) {
        if (view.image == nullptr) {
            TexelWords<Bytes, Lanes> words;
            loadChecked(context, view, texels, words);
            return words;
        }
        const auto bytes = std::bit_cast<std::array<int32_t, Lanes>>(texels.bytes);
        return gatherWords<Bytes, Lanes>([&](size_t f) { return view.image + bytes[f]; });
    }

  private:
    template <uint32_t Lanes>
    [[gnu::noinline]] static void loadChecked(const SamplingContext& context, const LevelView& view,
                                              const LaneOffsets<Lanes>& texels, TexelWords<Bytes, Lanes>& words) {
        TexelBytes texel;
        words = gatherWords<Bytes, Lanes>([&](size_t f) {
            texel = {};
            if (!texels.anyOutside || texels.outside[f] == 0) {
                texel = readTexel(context.memory, context.cache, view.base + static_cast<uint64_t>(texels.bytes[f]),
                                  Bytes, context.faults);
            }
            return texel.data();
        });
    }
};

/// Compressed texels.
template <uint32_t Bytes>
struct CompressedWords {
    static constexpr uint32_t kBytes = Bytes;

    template <uint32_t Lanes>
    static TexelWords<Bytes, Lanes> load(const SamplingContext& context, const LevelView& view,
                                         const LaneOffsets<Lanes>& texels) {
        static constexpr std::array<std::byte, Bytes> kNothing{};
        const auto bytes = std::bit_cast<std::array<int32_t, Lanes>>(texels.bytes);
        return gatherWords<Bytes, Lanes>([&](size_t f) {
            if (texels.anyOutside && texels.outside[f] != 0) {
                return kNothing.data();
            }
            const uint64_t address = view.base + static_cast<uint64_t>(bytes[f]);
            const std::byte* block = context.cache.block(context.memory, context.compression, address, context.faults);
            return block + (address & (context.compression.decompressedBytes - 1));
        });
    }
};

}  // namespace cyclorama::func
