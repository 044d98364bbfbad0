// SPDX-License-Identifier: MIT
#include "func/formats/etc_compression.h"

#include <algorithm>

namespace cyclorama::func {

namespace {

using RgbBytes = std::array<int32_t, 3>;

/// Changes of brightness by table and texel code: code 0 adds the first, 1 the second, 2 and 3 subtract them.
constexpr std::array<std::array<int32_t, 2>, 8> kBrightness{
    {{2, 8}, {5, 17}, {9, 29}, {13, 42}, {18, 60}, {24, 80}, {33, 106}, {47, 183}}};

/// Distances of the paint colours of the T and H modes.
constexpr std::array<int32_t, 8> kDistance{3, 6, 11, 16, 23, 32, 41, 64};

/// Changes of an EAC value by table and texel code.
constexpr std::array<std::array<int32_t, 8>, 16> kEacModifiers{{{-3, -6, -9, -15, 2, 5, 8, 14},
                                                                {-3, -7, -10, -13, 2, 6, 9, 12},
                                                                {-2, -5, -8, -13, 1, 4, 7, 12},
                                                                {-2, -4, -6, -13, 1, 3, 5, 12},
                                                                {-3, -6, -8, -12, 2, 5, 7, 11},
                                                                {-3, -7, -9, -11, 2, 6, 8, 10},
                                                                {-4, -7, -8, -11, 3, 6, 7, 10},
                                                                {-3, -5, -8, -11, 2, 4, 7, 10},
                                                                {-2, -6, -8, -10, 1, 5, 7, 9},
                                                                {-2, -5, -8, -10, 1, 4, 7, 9},
                                                                {-2, -4, -8, -10, 1, 3, 7, 9},
                                                                {-2, -5, -7, -10, 1, 4, 6, 9},
                                                                {-3, -4, -7, -10, 2, 3, 6, 9},
                                                                {-1, -2, -3, -10, 0, 1, 2, 9},
                                                                {-4, -6, -8, -9, 3, 5, 7, 8},
                                                                {-3, -5, -7, -9, 2, 4, 6, 8}}};

/// Bits are counted as the specification does: the first byte is the highest.
uint64_t bigEndian(std::span<const std::byte, 8> block) {
    uint64_t value = 0;
    for (const std::byte byte : block) value = value << 8 | static_cast<uint64_t>(byte);
    return value;
}

uint32_t field(uint64_t block, uint32_t high, uint32_t low) {
    return static_cast<uint32_t>(block >> low & ((uint64_t{1} << (high - low + 1)) - 1));
}

int32_t from4(uint32_t value) { return static_cast<int32_t>(value << 4 | value); }
int32_t from5(uint32_t value) { return static_cast<int32_t>(value << 3 | value >> 2); }
int32_t from6(uint32_t value) { return static_cast<int32_t>(value << 2 | value >> 4); }
int32_t from7(uint32_t value) { return static_cast<int32_t>(value << 1 | value >> 6); }
int32_t signed3(uint32_t value) { return static_cast<int32_t>(value ^ 4u) - 4; }

uint32_t packed(const RgbBytes& color, int32_t change) {
    uint32_t result = 0xff000000;
    for (size_t c = 0; c < color.size(); ++c)
        result |= static_cast<uint32_t>(std::clamp(color[c] + change, 0, 255)) << (8 * c);
    return result;
}

/// The texels' two-bit codes are in two planes, column by column.
uint32_t codeOf(uint64_t block, uint32_t x, uint32_t y) {
    const uint32_t place = x * 4 + y;
    return static_cast<uint32_t>((block >> (place + 16) & 1) << 1 | (block >> place & 1));
}

using Texels = std::array<uint32_t, kEtcTexels>;

/// The modes of two halves with a colour each.
Texels halves(uint64_t block, const std::array<RgbBytes, 2>& colors, bool punchesThrough) {
    const bool flipped = field(block, 32, 32) != 0;
    const std::array<uint32_t, 2> tables{field(block, 39, 37), field(block, 36, 34)};
    Texels texels;
    for (uint32_t y = 0; y < 4; ++y) {
        for (uint32_t x = 0; x < 4; ++x) {
            const size_t half = (flipped ? y : x) >= 2 ? 1 : 0;
            const uint32_t code = codeOf(block, x, y);
            const auto& brightness = kBrightness[tables[half]];
            int32_t change = brightness[code & 1];
            if (punchesThrough && (code & 1) == 0) change = 0;
            if ((code & 2) != 0) change = -change;
            const bool transparent = punchesThrough && code == 2;
            texels[y * 4 + x] = transparent ? 0 : packed(colors[half], change);
        }
    }
    return texels;
}

Texels painted(uint64_t block, const std::array<uint32_t, 4>& paint, bool punchesThrough) {
    Texels texels;
    for (uint32_t y = 0; y < 4; ++y) {
        for (uint32_t x = 0; x < 4; ++x) {
            const uint32_t code = codeOf(block, x, y);
            texels[y * 4 + x] = punchesThrough && code == 2 ? 0 : paint[code];
        }
    }
    return texels;
}

Texels modeT(uint64_t block, bool punchesThrough) {
    const RgbBytes first{from4(field(block, 60, 59) << 2 | field(block, 57, 56)), from4(field(block, 55, 52)),
                         from4(field(block, 51, 48))};
    const RgbBytes second{from4(field(block, 47, 44)), from4(field(block, 43, 40)), from4(field(block, 39, 36))};
    const int32_t distance = kDistance[field(block, 35, 34) << 1 | field(block, 32, 32)];
    return painted(block, {packed(first, 0), packed(second, distance), packed(second, 0), packed(second, -distance)},
                   punchesThrough);
}

Texels modeH(uint64_t block, bool punchesThrough) {
    const uint32_t red1 = field(block, 62, 59);
    const uint32_t green1 = field(block, 58, 56) << 1 | field(block, 52, 52);
    const uint32_t blue1 = field(block, 51, 51) << 3 | field(block, 49, 47);
    const uint32_t red2 = field(block, 46, 43);
    const uint32_t green2 = field(block, 42, 39);
    const uint32_t blue2 = field(block, 38, 35);
    const bool firstIsLarger = (red1 << 8 | green1 << 4 | blue1) >= (red2 << 8 | green2 << 4 | blue2);
    const uint32_t index = field(block, 34, 34) << 2 | field(block, 32, 32) << 1 | (firstIsLarger ? 1u : 0u);
    const int32_t distance = kDistance[index];
    const RgbBytes first{from4(red1), from4(green1), from4(blue1)};
    const RgbBytes second{from4(red2), from4(green2), from4(blue2)};
    return painted(
        block, {packed(first, distance), packed(first, -distance), packed(second, distance), packed(second, -distance)},
        punchesThrough);
}

Texels modePlanar(uint64_t block) {
    const RgbBytes origin{from6(field(block, 62, 57)), from7(field(block, 56, 56) << 6 | field(block, 54, 49)),
                          from6(field(block, 48, 48) << 5 | field(block, 44, 43) << 3 | field(block, 41, 39))};
    const RgbBytes horizontal{from6(field(block, 38, 34) << 1 | field(block, 32, 32)), from7(field(block, 31, 25)),
                              from6(field(block, 24, 19))};
    const RgbBytes vertical{from6(field(block, 18, 13)), from7(field(block, 12, 6)), from6(field(block, 5, 0))};
    Texels texels;
    for (uint32_t y = 0; y < 4; ++y) {
        for (uint32_t x = 0; x < 4; ++x) {
            RgbBytes color;
            for (size_t c = 0; c < color.size(); ++c) {
                color[c] = (static_cast<int32_t>(x) * (horizontal[c] - origin[c]) +
                            static_cast<int32_t>(y) * (vertical[c] - origin[c]) + 4 * origin[c] + 2) >>
                           2;
            }
            texels[y * 4 + x] = packed(color, 0);
        }
    }
    return texels;
}

/// EAC's three-bit codes, column by column from the highest bit down.
uint32_t eacCode(uint64_t block, uint32_t x, uint32_t y) {
    return static_cast<uint32_t>(block >> (45 - 3 * (x * 4 + y)) & 7);
}

}  // namespace

std::array<uint32_t, kEtcTexels> decompressEtcColor(std::span<const std::byte, 8> bytes, EtcAlpha alpha) {
    const uint64_t block = bigEndian(bytes);
    const bool punchThrough = alpha == EtcAlpha::PunchThrough;
    const bool bit33 = field(block, 33, 33) != 0;
    // With punch-through alpha the bit says whether the block is opaque, and the colours are differences.
    const bool differential = punchThrough || bit33;
    const bool punches = punchThrough && !bit33;
    if (!differential) {
        const RgbBytes first{from4(field(block, 63, 60)), from4(field(block, 55, 52)), from4(field(block, 47, 44))};
        const RgbBytes second{from4(field(block, 59, 56)), from4(field(block, 51, 48)), from4(field(block, 43, 40))};
        return halves(block, {first, second}, false);
    }
    std::array<uint32_t, 3> base;
    RgbBytes sum;
    for (uint32_t c = 0; c < 3; ++c) {
        base[c] = field(block, 63 - 8 * c, 59 - 8 * c);
        sum[c] = static_cast<int32_t>(base[c]) + signed3(field(block, 58 - 8 * c, 56 - 8 * c));
    }
    const auto outside = [](int32_t value) { return value < 0 || value > 31; };
    if (outside(sum[0])) return modeT(block, punches);
    if (outside(sum[1])) return modeH(block, punches);
    if (outside(sum[2])) return modePlanar(block);
    const RgbBytes first{from5(base[0]), from5(base[1]), from5(base[2])};
    const RgbBytes second{from5(static_cast<uint32_t>(sum[0])), from5(static_cast<uint32_t>(sum[1])),
                          from5(static_cast<uint32_t>(sum[2]))};
    return halves(block, {first, second}, punches);
}

std::array<uint8_t, kEtcTexels> decompressEacAlpha(std::span<const std::byte, 8> bytes) {
    const uint64_t block = bigEndian(bytes);
    const auto base = static_cast<int32_t>(field(block, 63, 56));
    const auto multiplier = static_cast<int32_t>(field(block, 55, 52));
    const auto& modifiers = kEacModifiers[field(block, 51, 48)];
    std::array<uint8_t, kEtcTexels> alphas;
    for (uint32_t y = 0; y < 4; ++y) {
        for (uint32_t x = 0; x < 4; ++x) {
            const int32_t value = base + modifiers[eacCode(block, x, y)] * multiplier;
            alphas[y * 4 + x] = static_cast<uint8_t>(std::clamp(value, 0, 255));
        }
    }
    return alphas;
}

std::array<int16_t, kEtcTexels> decompressEac11(std::span<const std::byte, 8> bytes, bool isSigned) {
    const uint64_t block = bigEndian(bytes);
    const auto multiplier = static_cast<int32_t>(field(block, 55, 52));
    const auto& modifiers = kEacModifiers[field(block, 51, 48)];
    const uint32_t codeword = field(block, 63, 56);
    // The base -128 stands for -127.
    const int32_t base = isSigned ? std::max(static_cast<int32_t>(static_cast<int8_t>(codeword)), -127) * 8
                                  : static_cast<int32_t>(codeword) * 8 + 4;
    const int32_t low = isSigned ? -1023 : 0;
    const int32_t high = isSigned ? 1023 : 2047;
    std::array<int16_t, kEtcTexels> values;
    for (uint32_t y = 0; y < 4; ++y) {
        for (uint32_t x = 0; x < 4; ++x) {
            const int32_t change = modifiers[eacCode(block, x, y)] * (multiplier != 0 ? multiplier * 8 : 1);
            values[y * 4 + x] = static_cast<int16_t>(std::clamp(base + change, low, high));
        }
    }
    return values;
}

}  // namespace cyclorama::func
