// SPDX-License-Identifier: MIT
#include "isa/number_conversions.h"

#include <algorithm>
#include <bit>
#include <limits>

#include "func/lanes/host_versions.h"
#include "isa/typed_lanes.h"
#include "isa/word_lanes.h"

namespace cyclorama::isa {

namespace {

/// Calls `use` with the rounding as a constant.
template <typename Use>
[[gnu::always_inline]] inline void withRounding(WordRounding rounding, Use use) {
    switch (rounding) {
        case WordRounding::TowardZero:
            return use.template operator()<WordRounding::TowardZero>();
        case WordRounding::ToEven:
            return use.template operator()<WordRounding::ToEven>();
        case WordRounding::Up:
            return use.template operator()<WordRounding::Up>();
        case WordRounding::Down:
            return use.template operator()<WordRounding::Down>();
    }
}

template <WordRounding kRounding>
[[gnu::always_inline]] inline void integersKernel(size_t lanes, void* integers, const void* floats, DataType type) {
    const auto rounded = [](uint32_t x) { return roundedFloat<kRounding>(std::bit_cast<float>(x)); };
    const unsigned bits = bitsOf(type);
    if (bits == 32 && !isSigned(type))
        return mapWords(
            lanes, integers, [=](uint32_t x) { return unsignedOfFloat(rounded(x)); }, floats);
    if (bits == 32)
        return mapWords(
            lanes, integers, [=](uint32_t x) { return signedOfFloat(rounded(x)); }, floats);
    const int32_t lowest = isSigned(type) ? -(1 << (bits - 1)) : 0;
    const int32_t highest = (1 << (isSigned(type) ? bits - 1 : bits)) - 1;
    mapWords(
        lanes, integers,
        [=](uint32_t x) { return std::clamp(static_cast<int32_t>(signedOfFloat(rounded(x))), lowest, highest); },
        floats);
}

/// True if all integers have at most 24 bits: floats have their values, whatever the rounding.
bool areFloats(size_t lanes, bool isSigned, const void* integers) {
    constexpr unsigned kBits = std::numeric_limits<float>::digits;
    const uint32_t most = isSigned ? 1u << (kBits - 1) : 0;
    uint32_t bits = 0;
    for (size_t lane = 0; lane < lanes; ++lane) bits |= wordAt(integers, lane) + most;
    return bits >> kBits == 0;
}

template <WordRounding kRounding>
[[gnu::always_inline]] inline void floatsKernel(size_t lanes, void* floats, const void* integers, bool isSigned) {
    if (areFloats(lanes, isSigned, integers))
        return mapWords(
            lanes, floats,
            [](uint32_t x) { return std::bit_cast<uint32_t>(static_cast<float>(static_cast<int32_t>(x))); }, integers);
    mapWords(
        lanes, floats,
        [isSigned](uint32_t x) {
            const auto value = isSigned ? static_cast<double>(static_cast<int32_t>(x)) : static_cast<double>(x);
            return floatBitsOfInteger<kRounding>(value);
        },
        integers);
}

template <WordRounding kRounding>
[[gnu::always_inline]] inline void halvesKernel(size_t lanes, void* halves, const void* floats) {
    mapWords(lanes, halves, halfOfFloatBits<kRounding>, floats);
}

}  // namespace

void integersOfFloats(size_t lanes, void* integers, const void* floats, DataType type, WordRounding rounding) {
    withRounding(rounding, [&]<WordRounding kRounding>() {
        func::runOnHost<integersKernel<kRounding>>(lanes, integers, floats, type);
    });
}

void floatsOfIntegers(size_t lanes, void* floats, const void* integers, bool isSigned, WordRounding rounding) {
    withRounding(rounding, [&]<WordRounding kRounding>() {
        func::runOnHost<floatsKernel<kRounding>>(lanes, floats, integers, isSigned);
    });
}

void halvesOfFloats(size_t lanes, void* halves, const void* floats, WordRounding rounding) {
    withRounding(rounding,
                 [&]<WordRounding kRounding>() { func::runOnHost<halvesKernel<kRounding>>(lanes, halves, floats); });
}

}  // namespace cyclorama::isa
