// SPDX-License-Identifier: MIT
#include "isa/word_operations.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <functional>

#include "func/lanes/host_versions.h"
#include "isa/fast_math.h"
#include "isa/lane_math.h"
#include "isa/word_conversions.h"
#include "isa/word_lanes.h"

namespace cyclorama::isa {

namespace {

constexpr float asFloat(uint32_t bits) { return std::bit_cast<float>(bits); }
constexpr uint32_t bitsOf(float value) { return std::bit_cast<uint32_t>(value); }
constexpr int32_t asSigned(uint32_t bits) { return static_cast<int32_t>(bits); }
constexpr uint32_t bitsOf(int32_t value) { return static_cast<uint32_t>(value); }

template <auto F>
[[gnu::always_inline]] inline void unary(size_t lanes, void* result, const void* a, const void*, const void*) {
    mapWords(lanes, result, F, a);
}

template <auto F>
[[gnu::always_inline]] inline void binary(size_t lanes, void* result, const void* a, const void* b, const void*) {
    mapWords(lanes, result, F, a, b);
}

template <auto F>
[[gnu::always_inline]] inline void ternary(size_t lanes, void* result, const void* a, const void* b, const void* c) {
    mapWords(lanes, result, F, a, b, c);
}

template <auto kKernel>
constexpr WordKernelVersions kVersions{func::HostVersions<kKernel>::plain, func::HostVersions<kKernel>::wide};

template <auto F>
constexpr WordKernelVersions kUnary = kVersions<&unary<F>>;
template <auto F>
constexpr WordKernelVersions kBinary = kVersions<&binary<F>>;
template <auto F>
constexpr WordKernelVersions kTernary = kVersions<&ternary<F>>;
template <auto F>
constexpr auto kFloatUnary = kUnary<([](uint32_t x) { return bitsOf(F(asFloat(x))); })>;
template <auto F>
constexpr auto kFloatBinary = kBinary<([](uint32_t x, uint32_t y) { return bitsOf(F(asFloat(x), asFloat(y))); })>;
template <auto F>
constexpr auto kFloatTest = kBinary<([](uint32_t x, uint32_t y) { return F(asFloat(x), asFloat(y)) ? 1u : 0u; })>;
template <auto F>
constexpr auto kSignedBinary = kBinary<([](uint32_t x, uint32_t y) { return bitsOf(F(asSigned(x), asSigned(y))); })>;
template <auto F>
constexpr auto kSignedTest = kBinary<([](uint32_t x, uint32_t y) { return F(asSigned(x), asSigned(y)) ? 1u : 0u; })>;
template <auto F>
constexpr auto kUnsignedTest = kBinary<([](uint32_t x, uint32_t y) { return F(x, y) ? 1u : 0u; })>;

constexpr int64_t clampTo(int64_t value, int64_t lowest, int64_t highest) {
    return value < lowest ? lowest : value > highest ? highest : value;
}
constexpr int32_t clampSigned(int64_t value, int bits) {
    return static_cast<int32_t>(clampTo(value, -(int64_t{1} << (bits - 1)), (int64_t{1} << (bits - 1)) - 1));
}
constexpr uint32_t clampUnsigned(int64_t value, int bits) {
    return static_cast<uint32_t>(clampTo(value, 0, (int64_t{1} << bits) - 1));
}

constexpr int32_t signed24(uint32_t value) { return asSigned(value << 8) >> 8; }
constexpr uint32_t unsigned24(uint32_t value) { return value & 0xffffff; }
constexpr uint32_t low16(uint32_t value) { return value & 0xffff; }

/// In the products of C's integers the low 32 bits are the same whatever the sign.
constexpr uint32_t product24(uint32_t a, uint32_t b) { return bitsOf(signed24(a)) * bitsOf(signed24(b)); }

constexpr uint32_t leadingZeros(uint32_t value, int bits) {
    return value == 0 ? ~uint32_t{0} : static_cast<uint32_t>(std::countl_zero(value) - (32 - bits));
}

/// The sum of the products of `count` bytes, from byte `first` on.
template <bool kSignedA, bool kSignedB>
constexpr uint32_t dot(uint32_t a, uint32_t b, uint32_t c, int first, int count) {
    for (int i = first; i < first + count; ++i) {
        const uint32_t x = a >> (8 * i) & 0xff;
        const uint32_t y = b >> (8 * i) & 0xff;
        c += (kSignedA ? bitsOf(int32_t{static_cast<int8_t>(x)}) : x) *
             (kSignedB ? bitsOf(int32_t{static_cast<int8_t>(y)}) : y);
    }
    return c;
}

constexpr uint32_t multiplyAddSaturated(uint32_t a, uint32_t b, uint32_t c) {
    return static_cast<uint32_t>(std::min(uint64_t{a} * b + c, uint64_t{~uint32_t{0}}));
}
constexpr uint32_t multiplyHigh(uint32_t a, uint32_t b) { return static_cast<uint32_t>(uint64_t{a} * b >> 32); }
constexpr uint32_t multiplyHighSigned(uint32_t a, uint32_t b) {
    return static_cast<uint32_t>(static_cast<uint64_t>(int64_t{asSigned(a)} * asSigned(b)) >> 32);
}
/// In 64 bits, which hold the quotient of the least integer by -1.
constexpr int32_t quotient(int32_t a, int32_t b) { return b == 0 ? -1 : static_cast<int32_t>(int64_t{a} / b); }
constexpr int32_t remainder(int32_t a, int32_t b) { return b == 0 ? a : static_cast<int32_t>(int64_t{a} % b); }

constexpr uint32_t extracted(uint32_t value, uint32_t offset, uint32_t count, bool isSigned) {
    if (count == 0) return 0;
    const uint32_t unused = 32 - std::min(count, 32u);
    const uint32_t high = (value >> (offset & 31)) << unused;
    return isSigned ? bitsOf(asSigned(high) >> unused) : high >> unused;
}
constexpr uint32_t reversedBytes(uint32_t value) {
    return value >> 24 | (value >> 8 & 0xff00) | (value & 0xff00) << 8 | value << 24;
}
constexpr uint32_t lowestBit(uint32_t value) {
    return value == 0 ? ~uint32_t{0} : static_cast<uint32_t>(std::countr_zero(value));
}
constexpr uint32_t highestBit(uint32_t value) { return static_cast<uint32_t>(31 - std::countl_zero(value)); }

inline float clampedBelow(float value, float highest) {
    const float positive = select(flagOf(value > 0.0f), value, 0.0f);
    return select(flagOf(positive < highest), positive, highest);
}
/// Adding a half would round what is just below it up, so the distance decides.
inline float roundedAway(float value) {
    const float magnitude = withBits(value, ~kSignBit, 0);
    const float whole = floorOf(magnitude);
    const float rounded = whole + select(flagOf(magnitude - whole >= 0.5f), 1.0f, 0.0f);
    return withBits(rounded, ~uint32_t{0}, bitsOf(value) & kSignBit);
}
/// The lesser or greater one, by `better`; the other one where one is not a number. -0 is less than 0. Where the host
/// takes denormals for zeros, so are they here, and the result, too, although no arithmetic makes it.
template <typename Better, typename OfEqual>
float chosen(float x, float y, Better better, OfEqual ofEqual) {
    const float one = select(flagOf(better(x, y)) | flagOf(y != y), x, y);
    const float either = select(flagOf(x == y), asFloat(ofEqual(bitsOf(x), bitsOf(y))), one);
    return select(flagOf(either == 0.0f), withBits(either, kSignBit, 0), either);
}
inline float lesser(float x, float y) { return chosen(x, y, std::less{}, std::bit_or{}); }
inline float greater(float x, float y) { return chosen(x, y, std::greater{}, std::bit_and{}); }
inline float signOf(float value) {
    return select(flagOf(value > 0.0f), 1.0f, select(flagOf(value < 0.0f), -1.0f, 0.0f));
}

constexpr float kQuarters = 0.636619772367581f;  // 2 / pi

struct Row {
    WordOperation operation;
    unsigned sources;
    WordKernelVersions kernel;
};

using enum WordOperation;

constexpr std::array kFloatRows = std::to_array<Row>({
    {None, 0, {nullptr, nullptr}},
    {Copy, 1, kUnary<([](uint32_t x) { return x; })>},
    {FloatAdd, 2, kFloatBinary<([](float x, float y) { return x + y; })>},
    {FloatMul, 2, kFloatBinary<([](float x, float y) { return x * y; })>},
    {FloatMad, 3,
     kTernary<([](uint32_t x, uint32_t y, uint32_t z) { return bitsOf(asFloat(x) * asFloat(y) + asFloat(z)); })>},
    {FloatMin, 2, kFloatBinary<lesser>},
    {FloatMax, 2, kFloatBinary<greater>},
    {FloatSign, 1, kFloatUnary<signOf>},
    {FloatFloor, 1, kFloatUnary<floorOf>},
    {FloatCeil, 1, kFloatUnary<roundedFloat<WordRounding::Up>>},
    {FloatRoundEven, 1, kFloatUnary<roundToEven>},
    {FloatRoundAway, 1, kFloatUnary<roundedAway>},
    {FloatTruncate, 1, kFloatUnary<roundedFloat<WordRounding::TowardZero>>},
    {FloatReciprocal, 1, kFloatUnary<([](float x) { return 1.0f / x; })>},
    {FloatReciprocalSqrt, 1, kFloatUnary<([](float x) { return 1.0f / std::sqrt(x); })>},
    {FloatSqrt, 1, kFloatUnary<([](float x) { return std::sqrt(x); })>},
    {FloatLog2, 1, kFloatUnary<fastLog2>},
    {FloatExp2, 1, kFloatUnary<fastExp2>},
    {FloatSin, 1, kFloatUnary<([](float x) { return fastSinQuarter(x * kQuarters, 0); })>},
    {FloatCos, 1, kFloatUnary<([](float x) { return fastSinQuarter(x * kQuarters, 1); })>},
    {FloatCopySign, 2, kBinary<([](uint32_t x, uint32_t y) { return (x & ~kSignBit) | (y & kSignBit); })>},
    {FloatClampBelow, 2, kFloatBinary<clampedBelow>},
    {FloatLess, 2, kFloatTest<([](float x, float y) { return x < y; })>},
    {FloatLessEqual, 2, kFloatTest<([](float x, float y) { return x <= y; })>},
    {FloatGreater, 2, kFloatTest<([](float x, float y) { return x > y; })>},
    {FloatGreaterEqual, 2, kFloatTest<([](float x, float y) { return x >= y; })>},
    {FloatEqual, 2, kFloatTest<([](float x, float y) { return x == y; })>},
    {FloatNotEqual, 2, kFloatTest<([](float x, float y) { return x != y; })>},
});

constexpr std::array kIntegerRows = std::to_array<Row>({
    {SignedLess, 2, kSignedTest<([](int32_t x, int32_t y) { return x < y; })>},
    {SignedLessEqual, 2, kSignedTest<([](int32_t x, int32_t y) { return x <= y; })>},
    {SignedGreater, 2, kSignedTest<([](int32_t x, int32_t y) { return x > y; })>},
    {SignedGreaterEqual, 2, kSignedTest<([](int32_t x, int32_t y) { return x >= y; })>},
    {SignedEqual, 2, kSignedTest<([](int32_t x, int32_t y) { return x == y; })>},
    {SignedNotEqual, 2, kSignedTest<([](int32_t x, int32_t y) { return x != y; })>},
    {UnsignedLess, 2, kUnsignedTest<([](uint32_t x, uint32_t y) { return x < y; })>},
    {UnsignedLessEqual, 2, kUnsignedTest<([](uint32_t x, uint32_t y) { return x <= y; })>},
    {UnsignedGreater, 2, kUnsignedTest<([](uint32_t x, uint32_t y) { return x > y; })>},
    {UnsignedGreaterEqual, 2, kUnsignedTest<([](uint32_t x, uint32_t y) { return x >= y; })>},
    {UnsignedEqual, 2, kUnsignedTest<([](uint32_t x, uint32_t y) { return x == y; })>},
    {UnsignedNotEqual, 2, kUnsignedTest<([](uint32_t x, uint32_t y) { return x != y; })>},
    {Add, 2, kBinary<([](uint32_t x, uint32_t y) { return x + y; })>},
    {AddSaturatedSigned, 2, kSignedBinary<([](int32_t x, int32_t y) { return clampSigned(int64_t{x} + y, 32); })>},
    {AddSaturatedSigned16, 2, kSignedBinary<([](int32_t x, int32_t y) { return clampSigned(int64_t{x} + y, 16); })>},
    {AddSaturatedUnsigned, 2,
     kBinary<([](uint32_t x, uint32_t y) { return clampUnsigned(int64_t{x} + int64_t{y}, 32); })>},
    {AddSaturatedUnsigned16, 2,
     kBinary<([](uint32_t x, uint32_t y) { return clampUnsigned(int64_t{x} + int64_t{y}, 16); })>},
    {HalvingAddSigned, 2,
     kSignedBinary<([](int32_t x, int32_t y) { return static_cast<int32_t>((int64_t{x} + y) >> 1); })>},
    {HalvingAddUnsigned, 2,
     kBinary<([](uint32_t x, uint32_t y) { return static_cast<uint32_t>((uint64_t{x} + y) >> 1); })>},
    {HalvingAddUpSigned, 2,
     kSignedBinary<([](int32_t x, int32_t y) { return static_cast<int32_t>((int64_t{x} + y + 1) >> 1); })>},
    {HalvingAddUpUnsigned, 2,
     kBinary<([](uint32_t x, uint32_t y) { return static_cast<uint32_t>((uint64_t{x} + y + 1) >> 1); })>},
    {Subtract, 2, kBinary<([](uint32_t x, uint32_t y) { return x - y; })>},
    {SubtractSaturatedSigned, 2, kSignedBinary<([](int32_t x, int32_t y) { return clampSigned(int64_t{x} - y, 32); })>},
    {SubtractSaturatedSigned16, 2,
     kSignedBinary<([](int32_t x, int32_t y) { return clampSigned(int64_t{x} - y, 16); })>},
    {SubtractSaturatedUnsigned, 2, kBinary<([](uint32_t x, uint32_t y) { return x > y ? x - y : 0; })>},
    {MinSigned, 2, kSignedBinary<([](int32_t x, int32_t y) { return x < y ? x : y; })>},
    {MinUnsigned, 2, kBinary<([](uint32_t x, uint32_t y) { return x < y ? x : y; })>},
    {MaxSigned, 2, kSignedBinary<([](int32_t x, int32_t y) { return x > y ? x : y; })>},
    {MaxUnsigned, 2, kBinary<([](uint32_t x, uint32_t y) { return x > y ? x : y; })>},
    {Multiply, 2, kBinary<([](uint32_t x, uint32_t y) { return x * y; })>},
    {Multiply24Signed, 2, kBinary<product24>},
    {Multiply24Unsigned, 2, kBinary<([](uint32_t x, uint32_t y) { return unsigned24(x) * unsigned24(y); })>},
    {Multiply16, 2, kBinary<([](uint32_t x, uint32_t y) { return low16(x) * low16(y); })>},
    {MultiplyAdd, 3, kTernary<([](uint32_t x, uint32_t y, uint32_t z) { return x * y + z; })>},
    {MultiplyAddSaturatedSigned, 3, kTernary<([](uint32_t x, uint32_t y, uint32_t z) {
         return clampSigned(int64_t{asSigned(x)} * asSigned(y) + asSigned(z), 32);
     })>},
    {MultiplyAddSaturatedUnsigned, 3, kTernary<multiplyAddSaturated>},
    {MultiplyHighAddSigned, 3,
     kTernary<([](uint32_t x, uint32_t y, uint32_t z) { return multiplyHighSigned(x, y) + z; })>},
    {MultiplyHighAddUnsigned, 3, kTernary<([](uint32_t x, uint32_t y, uint32_t z) { return multiplyHigh(x, y) + z; })>},
    {Multiply24SignedAdd, 3, kTernary<([](uint32_t x, uint32_t y, uint32_t z) { return product24(x, y) + z; })>},
    {Multiply24UnsignedAdd, 3,
     kTernary<([](uint32_t x, uint32_t y, uint32_t z) { return unsigned24(x) * unsigned24(y) + z; })>},
    {MultiplyCrossAdd, 3,
     kTernary<([](uint32_t x, uint32_t y, uint32_t z) { return ((low16(x) * (y >> 16)) << 16) + z; })>},
    {MultiplyLowAdd, 3,
     kTernary<([](uint32_t x, uint32_t y, uint32_t z) { return ((low16(x) * low16(y)) << 16) + z; })>},
    {AddThree, 3, kTernary<([](uint32_t x, uint32_t y, uint32_t z) { return x + y + z; })>},
    {DivideSigned, 2, kSignedBinary<quotient>},
    {DivideUnsigned, 2, kBinary<([](uint32_t x, uint32_t y) { return y == 0 ? ~uint32_t{0} : x / y; })>},
    {RemainderSigned, 2, kSignedBinary<remainder>},
    {RemainderUnsigned, 2, kBinary<([](uint32_t x, uint32_t y) { return y == 0 ? x : x % y; })>},
    {AbsoluteSigned, 1, kUnary<([](uint32_t x) { return asSigned(x) < 0 ? 0u - x : x; })>},
    {SignOfSigned, 1, kUnary<([](uint32_t x) { return (asSigned(x) > 0 ? 1 : 0) - (asSigned(x) < 0 ? 1 : 0); })>},
});

constexpr std::array kBitRows = std::to_array<Row>({
    {And, 2, kBinary<([](uint32_t x, uint32_t y) { return x & y; })>},
    {Or, 2, kBinary<([](uint32_t x, uint32_t y) { return x | y; })>},
    {Xor, 2, kBinary<([](uint32_t x, uint32_t y) { return x ^ y; })>},
    {Not, 1, kUnary<([](uint32_t x) { return ~x; })>},
    {ShiftLeft, 2, kBinary<([](uint32_t x, uint32_t y) { return x << (y & 31); })>},
    {ShiftLeft16, 2, kBinary<([](uint32_t x, uint32_t y) { return x << (y & 15); })>},
    {ShiftRight, 2, kBinary<([](uint32_t x, uint32_t y) { return x >> (y & 31); })>},
    {ShiftRight16, 2, kBinary<([](uint32_t x, uint32_t y) { return low16(x) >> (y & 15); })>},
    {ShiftRightSigned, 2, kBinary<([](uint32_t x, uint32_t y) { return asSigned(x) >> (y & 31); })>},
    {ShiftRightSigned16, 2, kBinary<([](uint32_t x, uint32_t y) { return static_cast<int16_t>(x) >> (y & 15); })>},
    {ShiftRightAnd, 3, kTernary<([](uint32_t x, uint32_t y, uint32_t z) { return (y >> (x & 31)) & z; })>},
    {ShiftRightAnd16, 3, kTernary<([](uint32_t x, uint32_t y, uint32_t z) { return (low16(y) >> (x & 15)) & z; })>},
    {ShiftLeftAnd, 3, kTernary<([](uint32_t x, uint32_t y, uint32_t z) { return (y << (x & 31)) & z; })>},
    {ShiftLeftAnd16, 3, kTernary<([](uint32_t x, uint32_t y, uint32_t z) { return (y << (x & 15)) & z; })>},
    {ShiftRightOr, 3, kTernary<([](uint32_t x, uint32_t y, uint32_t z) { return (y >> (x & 31)) | z; })>},
    {ShiftRightOr16, 3, kTernary<([](uint32_t x, uint32_t y, uint32_t z) { return (low16(y) >> (x & 15)) | z; })>},
    {ShiftLeftOr, 3, kTernary<([](uint32_t x, uint32_t y, uint32_t z) { return (y << (x & 31)) | z; })>},
    {ShiftLeftOr16, 3, kTernary<([](uint32_t x, uint32_t y, uint32_t z) { return (y << (x & 15)) | z; })>},
    {AndOr, 3, kTernary<([](uint32_t x, uint32_t y, uint32_t z) { return (x & y) | z; })>},
    {RotateLeft, 2, kBinary<([](uint32_t x, uint32_t y) { return std::rotl(x, static_cast<int>(y & 31)); })>},
    {SelectBits, 3, kTernary<([](uint32_t x, uint32_t y, uint32_t z) { return (x & y) | (~x & z); })>},
    {ExtractSigned, 3, kTernary<([](uint32_t x, uint32_t y, uint32_t z) { return extracted(x, y, z, true); })>},
    {ExtractUnsigned, 3, kTernary<([](uint32_t x, uint32_t y, uint32_t z) { return extracted(x, y, z, false); })>},
    {ReverseBits, 1, kUnary<reversedBits>},
    {ReverseBits16, 1, kUnary<([](uint32_t x) { return reversedBits(x) >> 16; })>},
    {ReverseBytes, 1, kUnary<reversedBytes>},
    {LeadingZeros, 1, kUnary<([](uint32_t x) { return leadingZeros(x, 32); })>},
    {LeadingZeros16, 1, kUnary<([](uint32_t x) { return leadingZeros(low16(x), 16); })>},
    {LeadingSigns, 1, kUnary<([](uint32_t x) { return leadingZeros(asSigned(x) < 0 ? ~x : x, 32); })>},
    {LeadingSigns16, 1, kUnary<([](uint32_t x) { return leadingZeros(low16((x & 0x8000) != 0 ? ~x : x), 16); })>},
    {LeadingZerosOr, 2,
     kBinary<([](uint32_t x, uint32_t y) { return x == 0 ? y : static_cast<uint32_t>(std::countl_zero(x)); })>},
    {LowestBit, 1, kUnary<lowestBit>},
    {HighestBit, 1, kUnary<highestBit>},
    {HighestBitSigned, 1, kUnary<([](uint32_t x) { return highestBit(asSigned(x) < 0 ? ~x : x); })>},
    {CountBits, 1, kUnary<([](uint32_t x) { return std::popcount(x); })>},
    {SelectNonZero, 3, kTernary<([](uint32_t x, uint32_t y, uint32_t z) { return y != 0 ? x : z; })>},
    {SelectNotNegative, 3, kTernary<([](uint32_t x, uint32_t y, uint32_t z) { return asSigned(y) >= 0 ? x : z; })>},
    {SelectFloatNotNegative, 3,
     kTernary<([](uint32_t x, uint32_t y, uint32_t z) { return asFloat(y) >= 0.0f ? x : z; })>},
    {Dot2Unsigned, 3, kTernary<([](uint32_t x, uint32_t y, uint32_t z) { return dot<false, false>(x, y, z, 0, 2); })>},
    {Dot2UnsignedHigh, 3,
     kTernary<([](uint32_t x, uint32_t y, uint32_t z) { return dot<false, false>(x, y, z, 2, 2); })>},
    {Dot2Mixed, 3, kTernary<([](uint32_t x, uint32_t y, uint32_t z) { return dot<true, false>(x, y, z, 0, 2); })>},
    {Dot2MixedHigh, 3, kTernary<([](uint32_t x, uint32_t y, uint32_t z) { return dot<true, false>(x, y, z, 2, 2); })>},
    {Dot4Unsigned, 3, kTernary<([](uint32_t x, uint32_t y, uint32_t z) { return dot<false, false>(x, y, z, 0, 4); })>},
    {Dot4Signed, 3, kTernary<([](uint32_t x, uint32_t y, uint32_t z) { return dot<true, true>(x, y, z, 0, 4); })>},
    {Dot4Mixed, 3, kTernary<([](uint32_t x, uint32_t y, uint32_t z) { return dot<true, false>(x, y, z, 0, 4); })>},
    {Dot4MixedSaturated, 3, kTernary<([](uint32_t x, uint32_t y, uint32_t z) {
         return clampSigned(int64_t{asSigned(dot<true, false>(x, y, 0, 0, 4))} + asSigned(z), 32);
     })>},
});

constexpr size_t kIntegerStart = kFloatRows.size();
constexpr size_t kBitStart = kIntegerStart + kIntegerRows.size();
static_assert(kBitStart + kBitRows.size() == kWordOperations);

constexpr const Row& rowOf(size_t index) {
    return index < kIntegerStart ? kFloatRows[index]
           : index < kBitStart   ? kIntegerRows[index - kIntegerStart]
                                 : kBitRows[index - kBitStart];
}

constexpr bool inOrder() {
    for (size_t i = 0; i < kWordOperations; ++i) {
        if (rowOf(i).operation != static_cast<WordOperation>(i)) return false;
    }
    return true;
}
static_assert(inOrder());

}  // namespace

const WordKernelVersions& wordKernelVersions(WordOperation operation) {
    return rowOf(static_cast<size_t>(operation)).kernel;
}

WordKernel wordKernel(WordOperation operation) {
    const WordKernelVersions& kernel = wordKernelVersions(operation);
    return func::isWideHost() ? kernel.wide : kernel.plain;
}

unsigned sourcesOf(WordOperation operation) { return rowOf(static_cast<size_t>(operation)).sources; }

}  // namespace cyclorama::isa
