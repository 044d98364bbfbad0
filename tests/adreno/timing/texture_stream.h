// SPDX-License-Identifier: MIT
#pragma once
// Textures and samplers of streams, for the timing machine and the functional one.

#include <array>
#include <cstdint>
#include <initializer_list>
#include <span>

#include "adreno/command_stream.h"
#include "adreno/timing/timing_bench.h"
#include "adreno/tp/texture_words.h"

namespace cyclorama::adreno::test {

inline constexpr uint64_t kTexels = kData + 0x500000;

/// Formats by their numbers (FMT6).
inline constexpr uint32_t kByteTexels = 0x30;    // four bytes
inline constexpr uint32_t kHalfTexels = 0x62;    // four floats of 16 bits
inline constexpr uint32_t kFloatTexels = 0x82;   // four floats of 32 bits
inline constexpr uint32_t kNumberTexels = 0x83;  // four numbers of 32 bits

/// The first word of a sampler: the nearest texel, or a linear filter, of one level or of two.
inline constexpr uint32_t kNearest = 0;
inline constexpr uint32_t kLinear = 1 << 1 | 1 << 3;
inline constexpr uint32_t kMixed = kLinear | 1;

enum class TextureStage : uint32_t { Fragments = 4, Compute = 5 };

/// Loads texture and sampler `number` of a stage. `flags`: where those of UBWC are; 0: it is not compressed.
inline void loadTexture(CommandStream& stream, TextureStage stage, uint32_t number, const TestTexture& texture,
                        uint32_t sampler, uint64_t flags = 0) {
    constexpr uint32_t kMaxLod = 15u << 16;
    const auto load = [&](uint32_t kind, std::span<const uint32_t> words) {
        stream.word(commandHeader(adreno::Opcode::LoadStateFragment, static_cast<uint32_t>(words.size()) + 3));
        for (const uint32_t word : {number | kind << 14 | static_cast<uint32_t>(stage) << 18 | 1u << 22, 0u, 0u})
            stream.word(word);
        for (const uint32_t word : words) stream.word(word);
    };
    auto words = texture.words();
    if (flags != 0) {
        words[3] |= 1u << 28;
        words[7] = low(flags);
        words[8] = high(flags);
    }
    load(1, words);
    load(0, std::array<uint32_t, kSamplerDescriptorWords>{sampler, kMaxLod, 0, 0});
}

/// A linear image of one row.
inline TestTexture rowOfTexels(uint32_t format, uint32_t texels, uint32_t texelBytes) {
    return {.format = format, .width = texels, .pitch = texels * texelBytes, .address = kTexels};
}

}  // namespace cyclorama::adreno::test
