// SPDX-License-Identifier: MIT
#include "families/adreno/tp/texel_fetch.h"

#include <algorithm>
#include <cstring>

namespace cyclorama::adreno {

namespace {

template <size_t Bytes>
void gatherTaps(std::span<const std::byte> from, std::span<const TexelTap> taps, std::byte* to) {
    for (size_t i = 0; i < taps.size(); ++i) {
        const uint64_t offset = taps[i].offset;
        if (offset <= from.size() && from.size() - offset >= Bytes) {
            std::memcpy(to + i * Bytes, from.data() + offset, Bytes);
        } else {
            std::memset(to + i * Bytes, 0, Bytes);
        }
    }
}

void gatherPacked(std::span<const std::byte> from, std::span<const TexelTap> taps, uint32_t bytes, std::byte* to) {
    switch (bytes) {
        case 1:
            return gatherTaps<1>(from, taps, to);
        case 2:
            return gatherTaps<2>(from, taps, to);
        case 3:
            return gatherTaps<3>(from, taps, to);
        case 4:
            return gatherTaps<4>(from, taps, to);
        case 6:
            return gatherTaps<6>(from, taps, to);
        case 8:
            return gatherTaps<8>(from, taps, to);
        case 12:
            return gatherTaps<12>(from, taps, to);
        default:
            return gatherTaps<16>(from, taps, to);
    }
}

/// The texel in its block, which is decoded where it was not one of the last ones.
func::BlockTexel blockTexel(const Texture& texture, const TexelTap& tap, DecodedBlocks& blocks) {
    const func::BlockFormat format = texture.format()->blockFormat(texture.descriptor().srgb);
    const std::span<const std::byte> bytes = texture.bytes();
    if (tap.offset > bytes.size() || bytes.size() - tap.offset < format.bytes) return {};
    DecodedBlocks::Entry& entry = blocks.entry[tap.offset / format.bytes % DecodedBlocks::kCount];
    if (entry.offset != tap.offset) {
        entry.offset = tap.offset;
        func::decodeBlock(format, bytes.subspan(static_cast<size_t>(tap.offset), format.bytes), entry.texels);
    }
    return entry.texels[tap.inBlock];
}

void fetchBlocks(const Texture& texture, std::span<const TexelTap> taps, TapWords& words) {
    for (size_t i = 0; i < taps.size(); ++i) {
        const func::BlockTexel texel = blockTexel(texture, taps[i], words.blocks);
        for (size_t c = 0; c < texel.size(); ++c) words.component[c][i] = texel[c];
    }
}

void fetchPacked(const Texture& texture, std::span<const TexelTap> taps, TapWords& words) {
    const func::TexelColumns columns = {words.component[0].data(), words.component[1].data(), words.component[2].data(),
                                        words.component[3].data()};
    gatherPacked(texture.bytes(), taps, texture.packed().bytes, words.packed.data());
    func::unpackTexels(texture.packed(), words.packed.data(), taps.size(), columns);
}

}  // namespace

void fetchTexels(const Texture& texture, std::span<const TexelTap> taps, const std::array<uint32_t, 4>& border,
                 TapWords& words) {
    switch (texture.format()->codec) {
        case TexelCodec::Packed:
            fetchPacked(texture, taps, words);
            break;
        case TexelCodec::Block:
            fetchBlocks(texture, taps, words);
            break;
        default:
            fetchChroma(texture, taps, words);
            break;
    }
    for (size_t i = 0; i < taps.size(); ++i) {
        if (taps[i].offset != kBorderTap) continue;
        for (unsigned c = 0; c < border.size(); ++c) words.component[c][i] = border[c];
    }
}

}  // namespace cyclorama::adreno
