// SPDX-License-Identifier: MIT
// ASTC of low dynamic range (Khronos Data Format Specification 1.3, chapter ASTC).

#include <algorithm>

#include "func/formats/astc_integers.h"
#include "func/formats/block_codecs.h"

namespace cyclorama::func {

namespace {

constexpr unsigned kBlockBits = 128;
constexpr unsigned kMaxWeights = 64;
constexpr unsigned kMaxColors = 18;
constexpr unsigned kSmallBlock = 31;  // texels below which partitions are stretched

using AstcColor = std::array<int, 4>;
struct AstcEndpoints {
    AstcColor first{};
    AstcColor second{};
};
/// The colour of texels whose endpoints are of high dynamic range, and of all texels of a block that is none.
constexpr AstcColor kErrorColor = {255, 0, 255, 255};

/// The grid of weights that a block's mode asks for.
struct WeightGrid {
    bool valid = false;
    unsigned width = 0;
    unsigned height = 0;
    bool dual = false;
    AstcRange range;

    unsigned count() const { return width * height * (dual ? 2 : 1); }
};

WeightGrid gridOf(unsigned mode) {
    WeightGrid grid;
    const unsigned a = mode >> 5 & 3;
    const unsigned b = mode >> 7 & 3;
    unsigned range = mode >> 4 & 1;
    bool precise = (mode >> 9 & 1) != 0;
    grid.dual = (mode >> 10 & 1) != 0;
    if ((mode & 3) != 0) {
        range |= (mode & 3) << 1;
        const std::array<std::array<unsigned, 2>, 4> sizes = {
            {{b + 4, a + 2}, {b + 8, a + 2}, {a + 2, b + 8}, {b < 2 ? a + 2 : (b & 1) + 2, b < 2 ? b + 6 : a + 2}}};
        grid.width = sizes[mode >> 2 & 3][0];
        grid.height = sizes[mode >> 2 & 3][1];
    } else {
        range |= (mode >> 2 & 3) << 1;
        if (b == 3 && a > 1) return grid;
        const unsigned c = mode >> 9 & 3;
        const std::array<std::array<unsigned, 2>, 4> sizes = {
            {{12, a + 2}, {a + 2, 12}, {a + 6, c + 6}, {a == 0 ? 6u : 10u, a == 0 ? 10u : 6u}}};
        grid.width = sizes[b][0];
        grid.height = sizes[b][1];
        if (b == 2) precise = grid.dual = false;
    }
    if (range < 2) return grid;
    grid.range = kAstcWeightRanges[range - 2 + (precise ? 6 : 0)];
    const unsigned bits = astcSequenceBits(grid.range, grid.count());
    grid.valid = grid.count() <= kMaxWeights && bits >= 24 && bits <= 96;
    return grid;
}

uint32_t partitionHash(uint32_t p) {
    p ^= p >> 15;
    p -= p << 17;
    p += p << 7;
    p += p << 4;
    p ^= p >> 5;
    p += p << 16;
    p ^= p >> 7;
    p ^= p >> 3;
    p ^= p << 6;
    p ^= p >> 17;
    return p;
}

unsigned partitionOf(unsigned seed, unsigned x, unsigned y, unsigned partitions, bool small) {
    if (partitions == 1) return 0;
    if (small) {
        x <<= 1;
        y <<= 1;
    }
    seed += (partitions - 1) * 1024;
    const uint32_t random = partitionHash(seed);
    const unsigned three = partitions == 3 ? 6 : 5;
    const unsigned other = (seed & 2) != 0 ? 4 : 5;
    const bool odd = (seed & 1) != 0;
    const std::array<unsigned, 2> shift = {odd ? other : three, odd ? three : other};
    std::array<unsigned, 4> value{};
    constexpr std::array<unsigned, 4> kOffsets = {14, 10, 6, 2};
    for (unsigned i = 0; i < partitions; ++i) {
        const unsigned forX = random >> (8 * i) & 15;
        const unsigned forY = random >> (8 * i + 4) & 15;
        value[i] = ((forX * forX >> shift[0]) * x + (forY * forY >> shift[1]) * y + (random >> kOffsets[i])) & 63;
    }
    const auto* const largest = std::ranges::max_element(value);
    return static_cast<unsigned>(largest - value.begin());
}

// Endpoints of colours.

void transferBit(int& offset, int& base) {
    base = base >> 1 | (offset & 0x80);
    offset = offset >> 1 & 0x3f;
    if ((offset & 0x20) != 0) offset -= 0x40;
}

AstcColor clampedColor(const AstcColor& color) {
    AstcColor result{};
    for (size_t c = 0; c < result.size(); ++c) result[c] = std::clamp(color[c], 0, 255);
    return result;
}

AstcColor blueContracted(const AstcColor& color) {
    return {(color[0] + color[2]) >> 1, (color[1] + color[2]) >> 1, color[2], color[3]};
}

/// Red, green and blue of two endpoints, with or without alpha.
AstcEndpoints directEndpoints(std::span<const int> v, bool alpha) {
    const AstcColor first = {v[0], v[2], v[4], alpha ? v[6] : 255};
    const AstcColor second = {v[1], v[3], v[5], alpha ? v[7] : 255};
    if (v[1] + v[3] + v[5] >= v[0] + v[2] + v[4]) return {first, second};
    return {blueContracted(second), blueContracted(first)};
}

AstcEndpoints offsetEndpoints(std::span<int> v, bool alpha) {
    const size_t pairs = alpha ? 4 : 3;
    for (size_t i = 0; i < pairs; ++i) transferBit(v[2 * i + 1], v[2 * i]);
    const AstcColor base = {v[0], v[2], v[4], alpha ? v[6] : 255};
    const AstcColor sum = {v[0] + v[1], v[2] + v[3], v[4] + v[5], alpha ? v[6] + v[7] : 255};
    if (v[1] + v[3] + v[5] >= 0) return {clampedColor(base), clampedColor(sum)};
    return {clampedColor(blueContracted(sum)), clampedColor(blueContracted(base))};
}

AstcEndpoints luminanceEndpoints(unsigned mode, std::span<int> v) {
    switch (mode) {
        case 0:
            return {{v[0], v[0], v[0], 255}, {v[1], v[1], v[1], 255}};
        case 1: {
            const int low = v[0] >> 2 | (v[1] & 0xc0);
            const int high = std::min(low + (v[1] & 0x3f), 255);
            return {{low, low, low, 255}, {high, high, high, 255}};
        }
        case 4:
            return {{v[0], v[0], v[0], v[2]}, {v[1], v[1], v[1], v[3]}};
        default:
            transferBit(v[1], v[0]);
            transferBit(v[3], v[2]);
            const int sum = v[0] + v[1];
            return {clampedColor({v[0], v[0], v[0], v[2]}), clampedColor({sum, sum, sum, v[2] + v[3]})};
    }
}

AstcEndpoints decodeEndpoints(unsigned mode, std::span<int> v) {
    const auto scaled = [&](int alpha) {
        return AstcColor{v[0] * v[3] >> 8, v[1] * v[3] >> 8, v[2] * v[3] >> 8, alpha};
    };
    switch (mode) {
        case 0:
        case 1:
        case 4:
        case 5:
            return luminanceEndpoints(mode, v);
        case 6:
            return {scaled(255), {v[0], v[1], v[2], 255}};
        case 10:
            return {scaled(v[4]), {v[0], v[1], v[2], v[5]}};
        case 8:
        case 12:
            return directEndpoints(v, mode == 12);
        case 9:
        case 13:
            return offsetEndpoints(v, mode == 13);
        default:
            return {kErrorColor, kErrorColor};
    }
}

/// True if a block of one colour has an extent that is empty.
bool hasEmptyExtent(const BlockBits& bits) {
    const uint32_t none = 0x1fff;
    const std::array<uint32_t, 4> ends = {bits.at(12, 13), bits.at(25, 13), bits.at(38, 13), bits.at(51, 13)};
    if (std::ranges::all_of(ends, [&](uint32_t end) { return end == none; })) return false;
    return ends[0] >= ends[1] || ends[2] >= ends[3];
}

BlockBits backwards(const BlockBits& bits) {
    uint64_t low = 0;
    uint64_t high = 0;
    for (unsigned i = 0; i < 64; ++i) {
        low |= (bits.high() >> i & 1) << (63 - i);
        high |= (bits.low() >> i & 1) << (63 - i);
    }
    return {low, high};
}

/// A block's parts.
class AstcBlock {
  public:
    AstcBlock(const BlockBits& bits, unsigned width, unsigned height) : bits_(bits), width_(width), height_(height) {
        grid_ = gridOf(bits.at(0, 11));
        partitions_ = bits.at(11, 2) + 1;
        valid_ = grid_.valid && grid_.width <= width && grid_.height <= height && !(grid_.dual && partitions_ == 4) &&
                 readEndpoints();
        if (valid_) readWeights();
    }

    bool valid() const { return valid_; }

    std::array<uint16_t, 4> texel(unsigned x, unsigned y, bool srgb) const {
        const bool small = width_ * height_ < kSmallBlock;
        const AstcEndpoints& ends = endpoints_[partitionOf(seed_, x, y, partitions_, small)];
        const unsigned weight = weightAt(x, y, 0);
        const unsigned other = grid_.dual ? weightAt(x, y, 1) : weight;
        std::array<uint16_t, 4> result{};
        for (unsigned c = 0; c < 4; ++c) {
            const unsigned share = grid_.dual && c == dualComponent_ ? other : weight;
            const auto widened = [&](int value) {
                const auto byte = static_cast<unsigned>(value);
                return byte << 8 | (srgb ? 0x80 : byte);
            };
            const unsigned value = (widened(ends.first[c]) * (64 - share) + widened(ends.second[c]) * share + 32) / 64;
            result[c] = static_cast<uint16_t>(srgb ? value >> 8 : value);
        }
        return result;
    }

  private:
    bool readEndpoints() {
        const unsigned weightBits = astcSequenceBits(grid_.range, grid_.count());
        unsigned end = kBlockBits - weightBits;
        std::array<unsigned, 4> modes{};
        unsigned first = 17;
        if (partitions_ == 1) {
            modes[0] = bits_.at(13, 4);
        } else {
            first = 29;
            seed_ = bits_.at(13, 10);
            end = readModes(end, modes);
        }
        if (grid_.dual) {
            end -= 2;
            dualComponent_ = bits_.at(end, 2);
        }
        unsigned count = 0;
        for (unsigned i = 0; i < partitions_; ++i) count += ((modes[i] >> 2) + 1) * 2;
        if (count > kMaxColors || end < first) return false;
        const auto range = std::find_if(kAstcColorRanges.rbegin(), kAstcColorRanges.rend(), [&](const AstcRange& each) {
            return astcSequenceBits(each, count) <= end - first;
        });
        if (range == kAstcColorRanges.rend()) return false;
        std::array<uint8_t, kMaxColors> packed{};
        decodeAstcSequence(bits_, first, first + astcSequenceBits(*range, count), *range,
                           std::span(packed).first(count));
        std::array<int, kMaxColors> values{};
        for (unsigned i = 0; i < count; ++i) values[i] = static_cast<int>(astcColor(*range, packed[i]));
        unsigned next = 0;
        for (unsigned i = 0; i < partitions_; ++i) {
            const unsigned used = ((modes[i] >> 2) + 1) * 2;
            endpoints_[i] = decodeEndpoints(modes[i], std::span(values).subspan(next, used));
            next += used;
        }
        return true;
    }

    /// Modes of the partitions' endpoints; returns the end of the bits below.
    unsigned readModes(unsigned end, std::array<unsigned, 4>& modes) const {
        const unsigned selector = bits_.at(23, 6);
        if ((selector & 3) == 0) {
            modes.fill(selector >> 2);
            return end;
        }
        const unsigned further = 3 * partitions_ - 4;
        end -= further;
        const unsigned all = selector | bits_.at(end, further) << 6;
        for (unsigned i = 0; i < partitions_; ++i) {
            const unsigned group = (selector & 3) - 1 + (all >> (2 + i) & 1);
            modes[i] = group << 2 | (all >> (2 + partitions_ + 2 * i) & 3);
        }
        return end;
    }

    void readWeights() {
        std::array<uint8_t, kMaxWeights> packed{};
        const unsigned count = grid_.count();
        decodeAstcSequence(backwards(bits_), 0, astcSequenceBits(grid_.range, count), grid_.range,
                           std::span(packed).first(count));
        for (unsigned i = 0; i < count; ++i) weights_[i] = static_cast<uint8_t>(astcWeight(grid_.range, packed[i]));
    }

    unsigned weightAt(unsigned x, unsigned y, unsigned plane) const {
        const auto along = [](unsigned texel, unsigned size, unsigned points) {
            const unsigned step = (1024 + size / 2) / (size - 1);
            return (step * texel * (points - 1) + 32) >> 6;
        };
        const unsigned column = along(x, width_, grid_.width);
        const unsigned row = along(y, height_, grid_.height);
        const unsigned right = column & 15;
        const unsigned below = row & 15;
        const unsigned both = (right * below + 8) >> 4;
        const auto point = [&](unsigned dx, unsigned dy) -> unsigned {
            const unsigned index = (column >> 4) + dx + ((row >> 4) + dy) * grid_.width;
            return weights_[std::min(index * (grid_.dual ? 2 : 1) + plane, kMaxWeights - 1)];
        };
        return (point(0, 0) * (16 - right - below + both) + point(1, 0) * (right - both) +
                point(0, 1) * (below - both) + point(1, 1) * both + 8) >>
               4;
    }

    const BlockBits& bits_;
    unsigned width_ = 0;
    unsigned height_ = 0;
    WeightGrid grid_;
    unsigned partitions_ = 1;
    unsigned seed_ = 0;
    unsigned dualComponent_ = 0;
    bool valid_ = false;
    std::array<AstcEndpoints, 4> endpoints_{};
    std::array<uint8_t, kMaxWeights> weights_{};
};

}  // namespace

void decodeAstc(const BlockBits& bits, unsigned width, unsigned height, bool srgb,
                std::span<std::array<uint16_t, 4>> texels) {
    const unsigned shift = srgb ? 8 : 0;
    std::array<uint16_t, 4> plain{};
    for (unsigned c = 0; c < 4; ++c) plain[c] = static_cast<uint16_t>((kErrorColor[c] * 0x101) >> shift);
    if (bits.at(0, 9) == 0x1fc) {
        if (bits.at(9, 1) == 0 && !hasEmptyExtent(bits)) {
            for (unsigned c = 0; c < 4; ++c) plain[c] = static_cast<uint16_t>(bits.at(64 + 16 * c, 16) >> shift);
        }
        std::ranges::fill(texels, plain);
        return;
    }
    const AstcBlock block(bits, width, height);
    for (unsigned y = 0; y < height; ++y) {
        for (unsigned x = 0; x < width; ++x) {
            texels[y * width + x] = block.valid() ? block.texel(x, y, srgb) : plain;
        }
    }
}

}  // namespace cyclorama::func
