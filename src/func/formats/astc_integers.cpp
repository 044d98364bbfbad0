// SPDX-License-Identifier: MIT
#include "func/formats/astc_integers.h"

#include <algorithm>

namespace cyclorama::func {

namespace {

/// Five digits of base 3 in eight bits.
std::array<uint8_t, 5> tritsOf(unsigned packed) {
    const auto bit = [](unsigned value, unsigned index) { return value >> index & 1; };
    std::array<unsigned, 5> digit{};
    unsigned low = packed & 31;
    if ((packed >> 2 & 7) == 7) {
        low = (packed >> 5 & 7) << 2 | (packed & 3);
        digit[3] = digit[4] = 2;
    } else if ((packed >> 5 & 3) == 3) {
        digit[4] = 2;
        digit[3] = packed >> 7 & 1;
    } else {
        digit[4] = packed >> 7 & 1;
        digit[3] = packed >> 5 & 3;
    }
    if ((low & 3) == 3) {
        digit[2] = 2;
        digit[1] = bit(low, 4);
        digit[0] = bit(low, 3) << 1 | (bit(low, 2) & ~bit(low, 3));
    } else if ((low >> 2 & 3) == 3) {
        digit[2] = 2;
        digit[1] = 2;
        digit[0] = low & 3;
    } else {
        digit[2] = bit(low, 4);
        digit[1] = low >> 2 & 3;
        digit[0] = bit(low, 1) << 1 | (bit(low, 0) & ~bit(low, 1));
    }
    std::array<uint8_t, 5> digits{};
    for (size_t i = 0; i < digits.size(); ++i) digits[i] = static_cast<uint8_t>(digit[i] & 3);
    return digits;
}

/// Three digits of base 5 in seven bits.
std::array<uint8_t, 3> quintsOf(unsigned packed) {
    const auto bit = [packed](unsigned index) { return packed >> index & 1; };
    if ((packed >> 1 & 3) == 3 && (packed >> 5 & 3) == 0) {
        const unsigned rest = ~bit(0) & 1;
        return {4, 4, static_cast<uint8_t>(bit(0) << 2 | (bit(4) & rest) << 1 | (bit(3) & rest))};
    }
    unsigned low = packed & 31;
    unsigned third = packed >> 5 & 3;
    if ((packed >> 1 & 3) == 3) {
        third = 4;
        low = (packed >> 3 & 3) << 3 | (~(packed >> 5) & 3) << 1 | bit(0);
    }
    if ((low & 7) == 5) return {static_cast<uint8_t>(low >> 3), 4, static_cast<uint8_t>(third)};
    return {static_cast<uint8_t>(low & 7), static_cast<uint8_t>(low >> 3), static_cast<uint8_t>(third)};
}

/// Bits of a group's digits after each of its integers.
constexpr std::array<uint8_t, 5> kTritBits = {2, 2, 1, 2, 1};
constexpr std::array<uint8_t, 3> kQuintBits = {3, 2, 2};

/// Bits repeated until they fill `width`.
unsigned repeated(unsigned value, unsigned bits, unsigned width) {
    unsigned result = 0;
    for (int shift = static_cast<int>(width) - static_cast<int>(bits); shift > -static_cast<int>(bits);
         shift -= static_cast<int>(bits)) {
        result |= shift >= 0 ? value << shift : value >> -shift;
    }
    return result;
}

/// The factor of the digit, and the term of the bits above the lowest.
struct Unquantization {
    unsigned factor = 0;
    unsigned term = 0;
};

Unquantization weightTerms(const AstcRange& range, unsigned upper) {
    if (range.trits) {
        if (range.bits == 1) return {50, 0};
        if (range.bits == 2) return {23, upper << 6 | upper << 2 | upper};
        return {11, upper << 5 | upper};
    }
    if (range.bits == 1) return {28, 0};
    return {13, upper << 6 | upper << 1};
}

Unquantization colorTerms(const AstcRange& range, unsigned upper) {
    if (range.trits) {
        switch (range.bits) {
            case 1:
                return {204, 0};
            case 2:
                return {93, upper << 8 | upper << 4 | upper << 2 | upper << 1};
            case 3:
                return {44, upper << 7 | upper << 2 | upper};
            case 4:
                return {22, upper << 6 | upper};
            case 5:
                return {11, upper << 5 | upper >> 2};
            default:
                return {5, upper << 4 | upper >> 4};
        }
    }
    switch (range.bits) {
        case 1:
            return {113, 0};
        case 2:
            return {54, upper << 8 | upper << 3 | upper << 2};
        case 3:
            return {26, upper << 7 | upper << 1 | upper >> 1};
        case 4:
            return {13, upper << 6 | upper >> 1};
        default:
            return {6, upper << 5 | upper >> 3};
    }
}

}  // namespace

const std::array<AstcRange, 12> kAstcWeightRanges = {{{1, false, false},
                                                      {0, true, false},
                                                      {2, false, false},
                                                      {0, false, true},
                                                      {1, true, false},
                                                      {3, false, false},
                                                      {1, false, true},
                                                      {2, true, false},
                                                      {4, false, false},
                                                      {2, false, true},
                                                      {3, true, false},
                                                      {5, false, false}}};

const std::array<AstcRange, 17> kAstcColorRanges = {{{1, true, false},
                                                     {3, false, false},
                                                     {1, false, true},
                                                     {2, true, false},
                                                     {4, false, false},
                                                     {2, false, true},
                                                     {3, true, false},
                                                     {5, false, false},
                                                     {3, false, true},
                                                     {4, true, false},
                                                     {6, false, false},
                                                     {4, false, true},
                                                     {5, true, false},
                                                     {7, false, false},
                                                     {5, false, true},
                                                     {6, true, false},
                                                     {8, false, false}}};

unsigned astcSequenceBits(const AstcRange& range, unsigned count) {
    const unsigned digits = range.trits ? (8 * count + 4) / 5 : range.quints ? (7 * count + 2) / 3 : 0;
    return count * range.bits + digits;
}

void decodeAstcSequence(const BlockBits& bits, unsigned first, unsigned end, const AstcRange& range,
                        std::span<uint8_t> values) {
    unsigned next = first;
    const auto take = [&](unsigned count) {
        const unsigned there = next < end ? std::min(count, end - next) : 0;
        const uint32_t value = bits.at(next, there);
        next += count;
        return value;
    };
    const std::span<const uint8_t> digitBits = range.trits    ? std::span<const uint8_t>(kTritBits)
                                               : range.quints ? std::span<const uint8_t>(kQuintBits)
                                                              : std::span<const uint8_t>();
    const size_t group = digitBits.empty() ? 1 : digitBits.size();
    for (size_t begin = 0; begin < values.size(); begin += group) {
        unsigned packed = 0;
        unsigned shift = 0;
        for (size_t i = 0; i < group; ++i) {
            const uint32_t low = take(range.bits);
            if (begin + i < values.size()) values[begin + i] = static_cast<uint8_t>(low);
            if (digitBits.empty()) continue;
            packed |= take(digitBits[i]) << shift;
            shift += digitBits[i];
        }
        if (digitBits.empty()) continue;
        const std::array<uint8_t, 5> trits = range.trits ? tritsOf(packed) : std::array<uint8_t, 5>{};
        const std::array<uint8_t, 3> quints = range.quints ? quintsOf(packed) : std::array<uint8_t, 3>{};
        for (size_t i = 0; i < group && begin + i < values.size(); ++i) {
            const unsigned digit = range.trits ? trits[i] : quints[i];
            values[begin + i] = static_cast<uint8_t>(values[begin + i] | digit << range.bits);
        }
    }
}

unsigned astcWeight(const AstcRange& range, unsigned value) {
    constexpr std::array<uint8_t, 4> kThirds = {0, 32, 63, 63};
    constexpr std::array<uint8_t, 8> kFifths = {0, 16, 32, 47, 63, 63, 63, 63};
    unsigned weight = 0;
    if (!range.trits && !range.quints) {
        weight = repeated(value, range.bits, 6);
    } else if (range.bits == 0) {
        weight = range.trits ? kThirds[value & 3] : kFifths[value & 7];
    } else {
        const unsigned low = value & ((1u << range.bits) - 1);
        const unsigned all = (low & 1) != 0 ? 0x7f : 0;
        const Unquantization terms = weightTerms(range, low >> 1);
        const unsigned mixed = ((value >> range.bits) * terms.factor + terms.term) ^ all;
        weight = (all & 0x20) | (mixed >> 2 & 0x3f);
    }
    return weight > 32 ? weight + 1 : weight;
}

unsigned astcColor(const AstcRange& range, unsigned value) {
    if (!range.trits && !range.quints) return repeated(value, range.bits, 8);
    const unsigned low = value & ((1u << range.bits) - 1);
    const unsigned all = (low & 1) != 0 ? 0x1ff : 0;
    const Unquantization terms = colorTerms(range, low >> 1);
    const unsigned mixed = ((value >> range.bits) * terms.factor + terms.term) ^ all;
    return (all & 0x80) | (mixed >> 2 & 0x7f);
}

}  // namespace cyclorama::func
