#pragma once
// Fetching and decoding the texels of the four fragments of a quad together, one component at a time. Which class does
// it is chosen once for a texture (texture_sampler.cpp).

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

#include "func/texture_access.h"
#include "func/texture_memory.h"
#include "func/texture_vector.h"

namespace cyclorama::func {

/// What one call of sampleQuads() works with.
struct SamplingContext {
    const PreparedTexture& texture;
    const TextureMemory& memory;
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
        const auto address = static_cast<uint32_t>(view.base);
        const auto space = (address & kSystemMemoryBit) != 0 ? context.memory.system : context.memory.gpu;
        const uint64_t offset = address & ~kSystemMemoryBit;
        if (offset + view.layout->extent <= space.size()) {
            view.image = space.data() + offset;
        }
    }
    return view;
}

/// A texel for each fragment: its distance from the start of the level's image in bytes of decompressed texels, or 0
/// and a mask where the fragment's texel is outside the image.
struct QuadOffsets {
    Int4 bytes = {};
    Int4 outside = {};
    bool anyOutside = false;
};

/// The first `Bytes` bytes of texels that are not compressed, as numbers.
template <uint32_t Bytes>
struct DirectWords {
    static Int4 load(const SamplingContext& context, const LevelView& view, const QuadOffsets& texels) {
        Int4 words = {};
        for (size_t f = 0; f < kQuadFragments; f++) {
            uint32_t word = 0;
            if (view.image != nullptr) {
                std::memcpy(&word, view.image + texels.bytes[f], Bytes);
            } else if (texels.outside[f] == 0) {
                const TexelBytes bytes =
                    readTexel(context.memory, context.cache, view.base + static_cast<uint64_t>(texels.bytes[f]), Bytes,
                              context.faults);
                std::memcpy(&word, bytes.data(), Bytes);
            }
            words[f] = std::bit_cast<int32_t>(word);
        }
        return words;
    }
};

/// The same of compressed texels.
template <uint32_t Bytes>
struct CompressedWords {
    static Int4 load(const SamplingContext& context, const LevelView& view, const QuadOffsets& texels) {
        Int4 words = {};
        for (size_t f = 0; f < kQuadFragments; f++) {
            if (texels.anyOutside && texels.outside[f] != 0) {
                continue;
            }
            const uint64_t address = view.base + static_cast<uint64_t>(texels.bytes[f]);
            const std::byte* block = context.cache.block(context.memory, context.compression, address, context.faults);
            uint32_t word = 0;
            std::memcpy(&word, block + (address & (context.compression.decompressedBytes - 1)), Bytes);
            words[f] = std::bit_cast<int32_t>(word);
        }
        return words;
    }
};

/// A byte over 255. The reciprocal is split so that the first product is exact and the sum rounds as the quotient does.
inline Float4 byteFraction(Int4 byte) {
    constexpr float kHigh = 0x1p-8f + 0x1p-16f;
    constexpr float kLow = static_cast<float>(1.0 / 255.0 - static_cast<double>(kHigh));
    const Float4 value = toFloat(byte);
    return value * splat(kHigh) + value * splat(kLow);
}

/// Texels whose components are fields of a word (TexelConversion::byFields).
template <class Words>
class FieldTexels {
  public:
    using Fetched = Int4;

    explicit FieldTexels(const SamplingContext& context)
        : context_(context), conversion_(context.texture.conversion), state_(context.texture.state) {
        const auto same = [&](size_t a, size_t b) {
            const ComponentField& first = conversion_.component[a];
            const ComponentField& second = conversion_.component[b];
            return first.kind == second.kind && first.shift == second.shift && first.bits == second.bits &&
                   conversion_.srgbTable[a] == conversion_.srgbTable[b] &&
                   std::bit_cast<uint32_t>(conversion_.outside[a]) == std::bit_cast<uint32_t>(conversion_.outside[b]);
        };
        for (uint8_t c = 0; c < 4; c++) {
            equalTo_[c] = 0;
            while (!same(equalTo_[c], c)) {
                equalTo_[c]++;
            }
        }
    }

    /// The first component that always has the same values as `c`.
    size_t equalTo(size_t c) const { return equalTo_[c]; }

    Fetched fetch(const LevelView& view, const QuadOffsets& texels, Float4) const {
        return Words::load(context_, view, texels);
    }

    Float4 component(size_t c, Fetched words, const QuadOffsets& texels, Float4 reference) const {
        Float4 value = decode(c, words);
        if (texels.anyOutside) {
            const Vec4& outside = state_.comparison ? conversion_.outsideDecoded : conversion_.outside;
            value = select(texels.outside, splat(outside[c]), value);
        }
        return state_.comparison ? compareTexel(state_.comparisonFunction, reference, value) : value;
    }

  private:
    Float4 decode(size_t c, Int4 words) const {
        const ComponentField& field = conversion_.component[c];
        switch (field.kind) {
            case ComponentKind::Zero:
                return splat(0.0f);
            case ComponentKind::One:
                return splat(1.0f);
            case ComponentKind::Signed8:
                return toFloat((words << (24 - field.shift)) >> 24) / splat(field.divisor);
            case ComponentKind::Float:
                return std::bit_cast<Float4>(words);
            default:
                break;
        }
        const Int4 bits = (words >> static_cast<int32_t>(field.shift)) & ((1 << field.bits) - 1);
        if (const float* table = conversion_.srgbTable[c]; table != nullptr) {
            return Float4{table[bits[0]], table[bits[1]], table[bits[2]], table[bits[3]]};
        }
        return field.divisor == 255.0f ? byteFraction(bits) : toFloat(bits) / splat(field.divisor);
    }

    const SamplingContext& context_;
    const TexelConversion& conversion_;
    const TextureState& state_;
    std::array<uint8_t, 4> equalTo_{};
};

/// All other texels, one at a time.
class GeneralTexels {
  public:
    using Fetched = std::array<Float4, 4>;

    explicit GeneralTexels(const SamplingContext& context)
        : context_(context), conversion_(context.texture.conversion), state_(context.texture.state) {}

    size_t equalTo(size_t c) const { return c; }

    Fetched fetch(const LevelView& view, const QuadOffsets& texels, Float4 reference) const {
        Fetched components;
        for (size_t f = 0; f < kQuadFragments; f++) {
            const Vec4 color = texels.outside[f] != 0
                                   ? outside(reference[f])
                                   : texel(view, static_cast<uint64_t>(texels.bytes[f]), reference[f]);
            for (size_t c = 0; c < color.size(); c++) {
                components[c][f] = color[c];
            }
        }
        return components;
    }

    Float4 component(size_t c, const Fetched& fetched, const QuadOffsets&, Float4) const { return fetched[c]; }

  private:
    Vec4 outside(float reference) const {
        if (!state_.comparison) {
            return conversion_.outside;
        }
        Vec4 color = conversion_.outsideDecoded;
        for (float& component : color) {
            component = func::compareTexel(state_.comparisonFunction, reference, component);
        }
        return color;
    }

    Vec4 texel(const LevelView& view, uint64_t offset, float reference) const {
        if (view.image != nullptr) {
            return convertTexel(state_, decodeTexel(state_.format, view.image + offset), reference);
        }
        const TexelBytes bytes = readTexel(context_.memory, context_.cache, view.base + offset,
                                           context_.texture.layout.texelBytes(), context_.faults);
        return convertTexel(state_, decodeTexel(state_.format, bytes.data()), reference);
    }

    const SamplingContext& context_;
    const TexelConversion& conversion_;
    const TextureState& state_;
};

}  // namespace cyclorama::func
