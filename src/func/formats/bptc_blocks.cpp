// SPDX-License-Identifier: MIT
// BC6H and BC7 (Khronos Data Format Specification 1.3, chapters BPTC).

#include <algorithm>
#include <bit>
#include <string_view>

#include "func/formats/block_codecs.h"
#include "func/formats/float_formats.h"

namespace cyclorama::func {

namespace {

constexpr unsigned kBptcTexels = 16;

/// A bit a texel: those of the second of two subsets.
constexpr std::array<uint16_t, 64> kTwoSubsets = {
    0xcccc, 0x8888, 0xeeee, 0xecc8, 0xc880, 0xfeec, 0xfec8, 0xec80, 0xc800, 0xffec, 0xfe80, 0xe800, 0xffe8,
    0xff00, 0xfff0, 0xf000, 0xf710, 0x008e, 0x7100, 0x08ce, 0x008c, 0x7310, 0x3100, 0x8cce, 0x088c, 0x3110,
    0x6666, 0x366c, 0x17e8, 0x0ff0, 0x718e, 0x399c, 0xaaaa, 0xf0f0, 0x5a5a, 0x33cc, 0x3c3c, 0x55aa, 0x9696,
    0xa55a, 0x73ce, 0x13c8, 0x324c, 0x3bdc, 0x6996, 0xc33c, 0x9966, 0x0660, 0x0272, 0x04e4, 0x4e40, 0x2720,
    0xc936, 0x936c, 0x39c6, 0x639c, 0x9336, 0x9cc6, 0x817e, 0xe718, 0xccf0, 0x0fcc, 0x7744, 0xee22,
};
/// Two bits a texel, of three subsets.
constexpr std::array<uint32_t, 64> kThreeSubsets = {
    0xaa685050, 0x6a5a5040, 0x5a5a4200, 0x5450a0a8, 0xa5a50000, 0xa0a05050, 0x5555a0a0, 0x5a5a5050,
    0xaa550000, 0xaa555500, 0xaaaa5500, 0x90909090, 0x94949494, 0xa4a4a4a4, 0xa9a59450, 0x2a0a4250,
    0xa5945040, 0x0a425054, 0xa5a5a500, 0x55a0a0a0, 0xa8a85454, 0x6a6a4040, 0xa4a45000, 0x1a1a0500,
    0x0050a4a4, 0xaaa59090, 0x14696914, 0x69691400, 0xa08585a0, 0xaa821414, 0x50a4a450, 0x6a5a0200,
    0xa9a58000, 0x5090a0a8, 0xa8a09050, 0x24242424, 0x00aa5500, 0x24924924, 0x24499224, 0x50a50a50,
    0x500aa550, 0xaaaa4444, 0x66660000, 0xa5a0a5a0, 0x50a050a0, 0x69286928, 0x44aaaa44, 0x66666600,
    0xaa444444, 0x54a854a8, 0x95809580, 0x96969600, 0xa85454a8, 0x80959580, 0xaa141414, 0x96960000,
    0xaaaa1414, 0xa05050a0, 0xa0a5a5a0, 0x96000000, 0x40804080, 0xa9a8a9a8, 0xaaaaaa44, 0x2a4a5254,
};
/// Texels without their index's highest bit, a digit a partition: of the second of two subsets, the second of three,
/// the third of three. Of the first it is texel 0.
constexpr std::array<std::string_view, 3> kAnchors = {
    "fffffffffffffffff282288f28228822ff6828ff28222ff66268ff22fffff22f",
    "33ff83ff88666533338f336a588685ff8f356a8ff3f5ffff3f55585a5a8dfc33",
    "f883ff38fffffff8f8f3f8f83f6affa8f3faa89a6f8f3668f3ffffffffff3ff8"};

constexpr std::array<uint8_t, 4> kWeights2 = {0, 21, 43, 64};
constexpr std::array<uint8_t, 8> kWeights3 = {0, 9, 18, 27, 37, 46, 55, 64};
constexpr std::array<uint8_t, 16> kWeights4 = {0, 4, 9, 13, 17, 21, 26, 30, 34, 38, 43, 47, 51, 55, 60, 64};

unsigned anchorOf(unsigned row, unsigned partition) {
    const char digit = kAnchors[row][partition];
    return static_cast<unsigned>(digit <= '9' ? digit - '0' : digit - 'a' + 10);
}

int interpolated(int first, int second, unsigned weight) {
    const auto share = static_cast<int>(weight);
    return ((64 - share) * first + share * second + 32) >> 6;
}

struct Bc7Mode {
    uint8_t subsets = 1;
    uint8_t partitionBits = 0;
    uint8_t rotationBits = 0;
    uint8_t selectionBits = 0;
    uint8_t colorBits = 0;
    uint8_t alphaBits = 0;
    bool endpointBit = false;  ///< a further lowest bit for each endpoint
    bool subsetBit = false;    ///< a further lowest bit for both endpoints of a subset
    uint8_t indexBits = 2;
    uint8_t secondIndexBits = 0;
};
constexpr std::array<Bc7Mode, 8> kBc7Modes = {{{3, 4, 0, 0, 4, 0, true, false, 3, 0},
                                               {2, 6, 0, 0, 6, 0, false, true, 3, 0},
                                               {3, 6, 0, 0, 5, 0, false, false, 2, 0},
                                               {2, 6, 0, 0, 7, 0, true, false, 2, 0},
                                               {1, 0, 2, 1, 5, 6, false, false, 2, 3},
                                               {1, 0, 2, 0, 7, 8, false, false, 2, 2},
                                               {1, 0, 0, 0, 7, 7, true, false, 4, 0},
                                               {2, 6, 0, 0, 5, 5, true, false, 2, 0}}};

/// Takes bits of a block one field after the other.
class BitReader {
  public:
    BitReader(const BlockBits& bits, unsigned first) : bits_(bits), next_(first) {}
    uint32_t take(unsigned count) {
        const uint32_t value = bits_.at(next_, count);
        next_ += count;
        return value;
    }

  private:
    const BlockBits& bits_;
    unsigned next_ = 0;
};

using Bc7Endpoints = std::array<std::array<uint32_t, 4>, 6>;

Bc7Endpoints takeBc7Endpoints(const Bc7Mode& mode, BitReader& reader) {
    const unsigned count = mode.subsets * 2u;
    Bc7Endpoints endpoints{};
    for (unsigned c = 0; c < 4; ++c) {
        const unsigned bits = c < 3 ? mode.colorBits : mode.alphaBits;
        for (unsigned i = 0; i < count; ++i) endpoints[i][c] = reader.take(bits);
    }
    const bool further = mode.endpointBit || mode.subsetBit;
    uint32_t bit = 0;
    for (unsigned i = 0; i < count && further; ++i) {
        if (mode.endpointBit || i % 2 == 0) bit = reader.take(1);
        for (uint32_t& component : endpoints[i]) component = component << 1 | bit;
    }
    for (unsigned i = 0; i < count; ++i) {
        for (unsigned c = 0; c < 4; ++c) {
            const unsigned bits = (c < 3 ? mode.colorBits : mode.alphaBits) + (further ? 1u : 0u);
            uint32_t& component = endpoints[i][c];
            component = component << (8 - bits);
            component |= component >> bits;
            if (c == 3 && mode.alphaBits == 0) component = 255;
        }
    }
    return endpoints;
}

std::array<uint8_t, kBptcTexels> takeIndices(BitReader& reader, unsigned bits, unsigned subsets, unsigned partition) {
    std::array<uint8_t, kBptcTexels> indices{};
    for (unsigned i = 0; i < kBptcTexels; ++i) {
        const unsigned lacking = isBptcAnchor(subsets, partition, i) ? 1 : 0;
        indices[i] = static_cast<uint8_t>(reader.take(bits - lacking));
    }
    return indices;
}

/// Fields of the endpoints of BC6H in the order of their bits: component and endpoint, lowest bit, number of bits; with
/// - the highest bit comes first.
struct Bc6Mode {
    uint8_t number = 0;
    bool isDelta = false;  ///< endpoints after the first are differences
    uint8_t subsets = 1;
    uint8_t endpointBits = 0;
    std::array<uint8_t, 3> deltaBits{};
    std::string_view fields;
};
constexpr Bc6Mode kBc6Modes[] = {
    {0x00,
     true,
     2,
     10,
     {5, 5, 5},
     "g2:4+1 b2:4+1 b3:4+1 r0:0+10 g0:0+10 b0:0+10 r1:0+5 g3:4+1 g2:0+4 g1:0+5 b3:0+1 g3:0+4 b1:0+5 "
     "b3:1+1 b2:0+4 r2:0+5 b3:2+1 r3:0+5 b3:3+1"},
    {0x01,
     true,
     2,
     7,
     {6, 6, 6},
     "g2:5+1 g3:4+1 g3:5+1 r0:0+7 b3:0+1 b3:1+1 b2:4+1 g0:0+7 b2:5+1 b3:2+1 g2:4+1 b0:0+7 b3:3+1 "
     "b3:5+1 b3:4+1 r1:0+6 g2:0+4 g1:0+6 g3:0+4 b1:0+6 b2:0+4 r2:0+6 r3:0+6"},
    {0x02,
     true,
     2,
     11,
     {5, 4, 4},
     "r0:0+10 g0:0+10 b0:0+10 r1:0+5 r0:10+1 g2:0+4 g1:0+4 g0:10+1 b3:0+1 g3:0+4 b1:0+4 b0:10+1 "
     "b3:1+1 b2:0+4 r2:0+5 b3:2+1 r3:0+5 b3:3+1"},
    {0x03, false, 1, 10, {10, 10, 10}, "r0:0+10 g0:0+10 b0:0+10 r1:0+10 g1:0+10 b1:0+10"},
    {0x06,
     true,
     2,
     11,
     {4, 5, 4},
     "r0:0+10 g0:0+10 b0:0+10 r1:0+4 r0:10+1 g3:4+1 g2:0+4 g1:0+5 g0:10+1 g3:0+4 b1:0+4 b0:10+1 "
     "b3:1+1 b2:0+4 r2:0+4 b3:0+1 b3:2+1 r3:0+4 g2:4+1 b3:3+1"},
    {0x07, true, 1, 11, {9, 9, 9}, "r0:0+10 g0:0+10 b0:0+10 r1:0+9 r0:10+1 g1:0+9 g0:10+1 b1:0+9 b0:10+1"},
    {0x0a,
     true,
     2,
     11,
     {4, 4, 5},
     "r0:0+10 g0:0+10 b0:0+10 r1:0+4 r0:10+1 b2:4+1 g2:0+4 g1:0+4 g0:10+1 b3:0+1 g3:0+4 b1:0+5 "
     "b0:10+1 b2:0+4 r2:0+4 b3:1+1 b3:2+1 r3:0+4 b3:4+1 b3:3+1"},
    {0x0b, true, 1, 12, {8, 8, 8}, "r0:0+10 g0:0+10 b0:0+10 r1:0+8 r0:10-2 g1:0+8 g0:10-2 b1:0+8 b0:10-2"},
    {0x0e,
     true,
     2,
     9,
     {5, 5, 5},
     "r0:0+9 b2:4+1 g0:0+9 g2:4+1 b0:0+9 b3:4+1 r1:0+5 g3:4+1 g2:0+4 g1:0+5 b3:0+1 g3:0+4 b1:0+5 "
     "b3:1+1 b2:0+4 r2:0+5 b3:2+1 r3:0+5 b3:3+1"},
    {0x0f, true, 1, 16, {4, 4, 4}, "r0:0+10 g0:0+10 b0:0+10 r1:0+4 r0:10-6 g1:0+4 g0:10-6 b1:0+4 b0:10-6"},
    {0x12,
     true,
     2,
     8,
     {6, 5, 5},
     "r0:0+8 g3:4+1 b2:4+1 g0:0+8 b3:2+1 g2:4+1 b0:0+8 b3:3+1 b3:4+1 r1:0+6 g2:0+4 g1:0+5 b3:0+1 "
     "g3:0+4 b1:0+5 b3:1+1 b2:0+4 r2:0+6 r3:0+6"},
    {0x16,
     true,
     2,
     8,
     {5, 6, 5},
     "r0:0+8 b3:0+1 b2:4+1 g0:0+8 g2:5+1 g2:4+1 b0:0+8 g3:5+1 b3:4+1 r1:0+5 g3:4+1 g2:0+4 g1:0+6 "
     "g3:0+4 b1:0+5 b3:1+1 b2:0+4 r2:0+5 b3:2+1 r3:0+5 b3:3+1"},
    {0x1a,
     true,
     2,
     8,
     {5, 5, 6},
     "r0:0+8 b3:1+1 b2:4+1 g0:0+8 b2:5+1 g2:4+1 b0:0+8 b3:5+1 b3:4+1 r1:0+5 g3:4+1 g2:0+4 g1:0+5 "
     "b3:0+1 g3:0+4 b1:0+6 b2:0+4 r2:0+5 b3:2+1 r3:0+5 b3:3+1"},
    {0x1e,
     false,
     2,
     6,
     {6, 6, 6},
     "r0:0+6 g3:4+1 b3:0+1 b3:1+1 b2:4+1 g0:0+6 g2:5+1 b2:5+1 b3:2+1 g2:4+1 b0:0+6 g3:5+1 b3:3+1 "
     "b3:5+1 b3:4+1 r1:0+6 g2:0+4 g1:0+6 g3:0+4 b1:0+6 b2:0+4 r2:0+6 r3:0+6"},
};

using Bc6Endpoints = std::array<std::array<int, 3>, 4>;

unsigned takeNumber(std::string_view& text) {
    unsigned value = 0;
    while (!text.empty() && text.front() >= '0' && text.front() <= '9') {
        value = value * 10 + static_cast<unsigned>(text.front() - '0');
        text.remove_prefix(1);
    }
    return value;
}

uint32_t turnedOver(uint32_t value, unsigned bits) {
    uint32_t result = 0;
    for (unsigned i = 0; i < bits; ++i) result |= (value >> i & 1) << (bits - 1 - i);
    return result;
}

int extended(int value, unsigned bits) {
    return static_cast<int>(static_cast<uint32_t>(value) << (32 - bits)) >> (32 - bits);
}

Bc6Endpoints takeBc6Endpoints(const Bc6Mode& mode, bool isSigned, BitReader& reader) {
    Bc6Endpoints endpoints{};
    for (std::string_view text = mode.fields; !text.empty();) {
        const size_t component = text.front() == 'r' ? 0 : text.front() == 'g' ? 1 : 2;
        const auto endpoint = static_cast<size_t>(text[1] - '0');
        text.remove_prefix(3);
        const unsigned low = takeNumber(text);
        const bool backwards = text.front() == '-';
        text.remove_prefix(1);
        const unsigned bits = takeNumber(text);
        if (!text.empty()) text.remove_prefix(1);
        const uint32_t field = reader.take(bits);
        endpoints[endpoint][component] |= static_cast<int>((backwards ? turnedOver(field, bits) : field) << low);
    }
    const int mask = (1 << mode.endpointBits) - 1;
    for (size_t c = 0; c < 3; ++c) {
        for (size_t i = 1; i < mode.subsets * size_t{2} && mode.isDelta; ++i) {
            endpoints[i][c] = (endpoints[0][c] + extended(endpoints[i][c], mode.deltaBits[c])) & mask;
        }
        for (size_t i = 0; i < mode.subsets * size_t{2} && isSigned; ++i) {
            endpoints[i][c] = extended(endpoints[i][c], mode.endpointBits);
        }
    }
    return endpoints;
}

/// An endpoint's component in 16 bits.
int unquantized(int value, unsigned bits, bool isSigned) {
    if (bits >= (isSigned ? 16u : 15u) || value == 0) return value;
    if (!isSigned) return value == (1 << bits) - 1 ? 0xffff : ((value << 15) + 0x4000) >> (bits - 1);
    const int magnitude = std::abs(value);
    const int result = magnitude >= (1 << (bits - 1)) - 1 ? 0x7fff : ((magnitude << 15) + 0x4000) >> (bits - 1);
    return value < 0 ? -result : result;
}

uint16_t halfOf(int value, bool isSigned) {
    if (!isSigned) return static_cast<uint16_t>(value * 31 >> 6);
    return static_cast<uint16_t>(value < 0 ? (-value * 31 >> 5) | 0x8000 : value * 31 >> 5);
}

}  // namespace

unsigned bptcSubset(unsigned subsets, unsigned partition, unsigned texel) {
    if (subsets == 1) return 0;
    return subsets == 2 ? kTwoSubsets[partition] >> texel & 1u : kThreeSubsets[partition] >> (2 * texel) & 3u;
}

bool isBptcAnchor(unsigned subsets, unsigned partition, unsigned texel) {
    if (texel == 0 || subsets == 1) return texel == 0;
    if (subsets == 2) return texel == anchorOf(0, partition);
    return texel == anchorOf(1, partition) || texel == anchorOf(2, partition);
}

std::span<const uint8_t> bptcWeights(unsigned bits) {
    if (bits == 2) return kWeights2;
    if (bits == 3) return kWeights3;
    return kWeights4;
}

void decodeBc7(const BlockBits& bits, std::span<ByteTexel, 16> texels) {
    const auto number = static_cast<unsigned>(std::countr_zero(bits.at(0, 8)));
    if (number >= kBc7Modes.size()) {
        std::ranges::fill(texels, ByteTexel{});
        return;
    }
    const Bc7Mode& mode = kBc7Modes[number];
    BitReader reader(bits, number + 1);
    const unsigned partition = reader.take(mode.partitionBits);
    const unsigned rotation = reader.take(mode.rotationBits);
    const bool selection = reader.take(mode.selectionBits) != 0;
    const Bc7Endpoints endpoints = takeBc7Endpoints(mode, reader);
    const auto first = takeIndices(reader, mode.indexBits, mode.subsets, partition);
    const bool two = mode.secondIndexBits != 0;
    const auto second = two ? takeIndices(reader, mode.secondIndexBits, 1, 0) : first;
    const auto firstWeights = bptcWeights(mode.indexBits);
    const auto secondWeights = two ? bptcWeights(mode.secondIndexBits) : firstWeights;
    for (unsigned i = 0; i < kBptcTexels; ++i) {
        const unsigned subset = bptcSubset(mode.subsets, partition, i);
        const unsigned weight = firstWeights[first[i]];
        const unsigned other = secondWeights[second[i]];
        for (unsigned c = 0; c < 4; ++c) {
            const unsigned share = (c == 3) == selection ? weight : other;
            texels[i][c] =
                static_cast<uint8_t>(interpolated(static_cast<int>(endpoints[size_t{subset} * 2][c]),
                                                  static_cast<int>(endpoints[size_t{subset} * 2 + 1][c]), share));
        }
        if (rotation != 0) std::swap(texels[i][3], texels[i][rotation - 1]);
    }
}

void decodeBc6(const BlockBits& bits, bool isSigned, std::span<BlockTexel> texels) {
    const uint32_t number = bits.at(0, (bits.at(0, 2) & 2) == 0 ? 2 : 5);
    const auto* const mode = std::ranges::find(kBc6Modes, number, &Bc6Mode::number);
    if (mode == std::end(kBc6Modes)) {
        std::ranges::fill(texels, BlockTexel{0, 0, 0, blockFloat(1.0f)});
        return;
    }
    BitReader reader(bits, number < 2 ? 2 : 5);
    Bc6Endpoints endpoints = takeBc6Endpoints(*mode, isSigned, reader);
    for (auto& endpoint : endpoints)
        for (int& component : endpoint) component = unquantized(component, mode->endpointBits, isSigned);
    const unsigned partition = mode->subsets == 2 ? reader.take(5) : 0;
    const unsigned indexBits = mode->subsets == 2 ? 3 : 4;
    const auto indices = takeIndices(reader, indexBits, mode->subsets, partition);
    for (unsigned i = 0; i < kBptcTexels; ++i) {
        const unsigned subset = bptcSubset(mode->subsets, partition, i);
        const unsigned weight = bptcWeights(indexBits)[indices[i]];
        for (size_t c = 0; c < 3; ++c) {
            const int value =
                interpolated(endpoints[size_t{subset} * 2][c], endpoints[size_t{subset} * 2 + 1][c], weight);
            texels[i][c] = blockFloat(exactFloatFromHalf(halfOf(value, isSigned)));
        }
        texels[i][3] = blockFloat(1.0f);
    }
}

}  // namespace cyclorama::func
