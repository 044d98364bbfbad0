// SPDX-License-Identifier: MIT
#include "families/adreno/tp/texel_fetch.h"

#include "func/formats/texel_gather.h"

namespace cyclorama::adreno {

namespace {

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
    func::gatherTexels(
        texture.bytes(), taps.size(), texture.packed().bytes, [taps](size_t i) { return taps[i].offset; },
        words.packed.data());
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
