// SPDX-License-Identifier: MIT
#include "isa/half_lanes.h"

#include <bit>
#include <limits>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include "func/lanes/host_versions.h"
#include "isa/word_lanes.h"

namespace cyclorama::isa {

namespace {

/// Difference of the biases of a float's and a half's exponent, at the place of a float's exponent.
constexpr int32_t kExponentStep = (127 - 15) << 23;
/// Bits of the least float that is a normal half, of the least that is rounded to an infinite half, and of the largest
/// half.
constexpr int32_t kLeastHalf = (127 - 14) << 23;
constexpr int32_t kBeyondHalves = ((127 + 16) << 23) - 0x1000;
constexpr int32_t kLargestHalf = ((127 + 16) << 23) - 0x2000;
constexpr int32_t kInfiniteFloat = 0x7f800000;
constexpr int32_t kInfiniteHalf = 0x7c00;
constexpr int32_t kHalfFraction = 0x3ff;
/// Marks a not-a-number that is quiet.
constexpr int32_t kQuiet = 0x200;
/// Bits of the float 0.5, whose last place is 2^-24.
constexpr int32_t kOneHalf = 0x3f000000;
/// Bits of a float's fraction beyond a half's.
constexpr int kLostBits = 13;

// One lane of each function, without branches, so that the compiler makes vectors of the loops.

constexpr int32_t maskOf(bool condition) { return condition ? -1 : 0; }
constexpr int32_t selectBits(int32_t mask, int32_t value, int32_t otherwise) {
    return (value & mask) | (otherwise & ~mask);
}
constexpr int32_t magnitudeOf(uint32_t bits) { return static_cast<int32_t>(bits & 0x7fffffffu); }

/// Magnitude whose upper bits are those of the nearest half, of two as near the even one. Of a not-a-number the sum may
/// exceed an int32_t: its callers take another value for these.
constexpr uint32_t roundedToHalf(int32_t magnitude) {
    const auto bits = static_cast<uint32_t>(magnitude);
    return bits + 0xfff + (bits >> kLostBits & 1);
}

/// The fraction of a half that is no number: what it keeps of a float's, and never zero, which were infinity.
constexpr int32_t fractionOfNoNumber(int32_t magnitude) {
    const int32_t kept = magnitude >> kLostBits & kHalfFraction;
    return kept | (maskOf(kept == 0) & kQuiet);
}

constexpr uint32_t widenedHalf(uint32_t high) {
    const auto magnitude = static_cast<int32_t>((high & 0x7fff0000u) >> 3);
    const int32_t special = maskOf(magnitude >= kInfiniteHalf << kLostBits);
    const int32_t normal = magnitude + kExponentStep + (special & kExponentStep);
    return (high & 0x80000000u) | static_cast<uint32_t>(normal & maskOf(magnitude > kHalfFraction << kLostBits));
}

/// The same, and the values of denormal halves. These go by way of their fractions as integers: the processor's mode
/// for denormal floats does not touch them.
constexpr uint32_t valueOf(uint32_t high) {
    const auto magnitude = static_cast<int32_t>((high & 0x7fff0000u) >> 3);
    const auto denormal = std::bit_cast<uint32_t>(static_cast<float>(magnitude >> kLostBits) * 0x1p-24f);
    const auto isDenormal = static_cast<uint32_t>(maskOf(magnitude <= kHalfFraction << kLostBits));
    return widenedHalf(high) | (denormal & isDenormal);
}

constexpr uint32_t halfBitsOf(uint32_t bits) {
    const int32_t magnitude = magnitudeOf(bits);
    const auto rounded = static_cast<int32_t>((roundedToHalf(magnitude) - kExponentStep) >> kLostBits);
    // The sum's last place is that of denormal halves.
    const int32_t denormal = std::bit_cast<int32_t>(std::bit_cast<float>(magnitude) + 0.5f) - kOneHalf;
    int32_t half = selectBits(maskOf(magnitude >= kBeyondHalves), kInfiniteHalf, rounded);
    half = selectBits(maskOf(magnitude < kLeastHalf), denormal, half);
    half |= maskOf(magnitude > kInfiniteFloat) & fractionOfNoNumber(magnitude);
    return static_cast<uint32_t>(half) | (bits >> 16 & 0x8000u);
}

constexpr uint32_t arithmeticHalf(uint32_t bits, int32_t beyond) {
    const int32_t magnitude = magnitudeOf(bits);
    const auto nearest = static_cast<int32_t>(roundedToHalf(magnitude) & ~((1u << kLostBits) - 1));
    const int32_t noNumber = (magnitude & (kHalfFraction << kLostBits)) | kInfiniteFloat | kQuiet << kLostBits;
    const int32_t finite = selectBits(maskOf(magnitude >= kBeyondHalves), beyond, nearest);
    const int32_t value = selectBits(maskOf(magnitude > kInfiniteFloat), noNumber, finite);
    return static_cast<uint32_t>(value & maskOf(magnitude >= kLeastHalf)) | (bits & 0x80000000u);
}

void roundPlain(size_t lanes, void* result, const void* floats, bool limits) {
    const int32_t beyond = limits ? kLargestHalf : kInfiniteFloat;
    mapWords(
        lanes, result, [beyond](uint32_t x) { return arithmeticHalf(x, beyond); }, floats);
}

void keepPlain(size_t lanes, void* result, const void* floats) {
    mapWords(
        lanes, result, [](uint32_t x) { return valueOf(halfBitsOf(x) << 16); }, floats);
}

void takePlain(size_t lanes, void* floats, const void* words, unsigned shift) {
    mapWords(
        lanes, floats, [up = 16 - shift](uint32_t x) { return valueOf(x << up); }, words);
}

void mergePlain(size_t lanes, void* words, const void* floats, uint32_t kept, unsigned shift) {
    mapWords(
        lanes, words, [=](uint32_t before, uint32_t x) { return (before & kept) | halfBitsOf(x) << shift; }, words,
        floats);
}

#if defined(__x86_64__)

// The same by instructions that convert eight floats to halves and back: they round to the nearest, and do not look at
// the modes for denormals. They make not-a-numbers quiet, which is corrected afterwards.

constexpr unsigned kWideLanes = 8;

CYCLORAMA_WIDE_HOST inline __m256i wordsAt(const void* from, size_t lane) {
    return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(static_cast<const std::byte*>(from) + 4 * lane));
}
CYCLORAMA_WIDE_HOST inline void storeAt(void* to, size_t lane, __m256i words) {
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(static_cast<std::byte*>(to) + 4 * lane), words);
}
CYCLORAMA_WIDE_HOST inline __m256i all(int32_t word) { return _mm256_set1_epi32(word); }
CYCLORAMA_WIDE_HOST inline __m256i magnitudes(__m256i floats) {
    return _mm256_and_si256(floats, all(std::numeric_limits<int32_t>::max()));
}
/// All bits where floats are at least the least half, else the sign alone.
CYCLORAMA_WIDE_HOST inline __m256i keptBits(__m256i floats) {
    return _mm256_or_si256(_mm256_cmpgt_epi32(magnitudes(floats), all(kLeastHalf - 1)),
                           all(std::numeric_limits<int32_t>::min()));
}
/// `values` where floats are numbers, else `others`.
CYCLORAMA_WIDE_HOST inline __m256i whereNumbers(__m256i floats, __m256i values, __m256i others) {
    return _mm256_blendv_epi8(values, others, _mm256_cmpgt_epi32(magnitudes(floats), all(kInfiniteFloat)));
}
/// The fractions of not-a-numbers as halves, at their place in a half.
CYCLORAMA_WIDE_HOST inline __m256i fractionsOfNoNumbers(__m256i floats) {
    const __m256i kept = _mm256_and_si256(_mm256_srli_epi32(floats, kLostBits), all(kHalfFraction));
    const __m256i isZero = _mm256_cmpeq_epi32(kept, _mm256_setzero_si256());
    return _mm256_or_si256(kept, _mm256_and_si256(isZero, all(kQuiet)));
}
CYCLORAMA_WIDE_HOST inline __m128i halvesOf(__m256i floats) {
    return _mm256_cvtps_ph(_mm256_castsi256_ps(floats), _MM_FROUND_TO_NEAREST_INT);
}

/// Infinite halves as the largest finite ones, which come just before them.
CYCLORAMA_WIDE_HOST inline __m128i limited(__m128i halves) {
    const __m128i magnitude = _mm_and_si128(halves, _mm_set1_epi16(0x7fff));
    return _mm_add_epi16(halves, _mm_cmpeq_epi16(magnitude, _mm_set1_epi16(kInfiniteHalf)));
}

CYCLORAMA_WIDE_HOST void roundWide(size_t lanes, void* result, const void* floats, bool limits) {
    for (size_t lane = 0; lane < lanes; lane += kWideLanes) {
        const __m256i words = wordsAt(floats, lane);
        const __m128i halves = limits ? limited(halvesOf(words)) : halvesOf(words);
        const __m256i nearest = _mm256_castps_si256(_mm256_cvtph_ps(halves));
        storeAt(result, lane, _mm256_and_si256(nearest, keptBits(words)));
    }
}

CYCLORAMA_WIDE_HOST void keepWide(size_t lanes, void* result, const void* floats) {
    for (size_t lane = 0; lane < lanes; lane += kWideLanes) {
        const __m256i words = wordsAt(floats, lane);
        const __m256i nearest = _mm256_castps_si256(_mm256_cvtph_ps(halvesOf(words)));
        const __m256i fractions = _mm256_slli_epi32(fractionsOfNoNumbers(words), kLostBits);
        const __m256i signs = _mm256_andnot_si256(all(std::numeric_limits<int32_t>::max()), words);
        const __m256i noNumbers = _mm256_or_si256(_mm256_or_si256(signs, fractions), all(kInfiniteFloat));
        storeAt(result, lane, whereNumbers(words, nearest, noNumbers));
    }
}

CYCLORAMA_WIDE_HOST void takeWide(size_t lanes, void* floats, const void* words, unsigned shift) {
    const __m128i distance = _mm_cvtsi32_si128(static_cast<int32_t>(shift));
    for (size_t lane = 0; lane < lanes; lane += kWideLanes) {
        const __m256i halves = _mm256_and_si256(_mm256_srl_epi32(wordsAt(words, lane), distance), all(0xffff));
        // Eight values of 16 bits, which packing left in the first and third quarter of the vector.
        const __m256i packed = _mm256_permute4x64_epi64(_mm256_packus_epi32(halves, halves), 0b1000);
        const __m256i values = _mm256_castps_si256(_mm256_cvtph_ps(_mm256_castsi256_si128(packed)));
        const __m256i magnitude = _mm256_and_si256(halves, all(0x7fff));
        const __m256i signs = _mm256_and_si256(_mm256_slli_epi32(halves, 16), all(std::numeric_limits<int32_t>::min()));
        const __m256i fractions = _mm256_slli_epi32(_mm256_and_si256(halves, all(kHalfFraction)), kLostBits);
        const __m256i noNumbers = _mm256_or_si256(_mm256_or_si256(signs, fractions), all(kInfiniteFloat));
        const __m256i areNone = _mm256_cmpgt_epi32(magnitude, all(kInfiniteHalf));
        storeAt(floats, lane, _mm256_blendv_epi8(values, noNumbers, areNone));
    }
}

CYCLORAMA_WIDE_HOST void mergeWide(size_t lanes, void* words, const void* floats, uint32_t kept, unsigned shift) {
    const __m256i others = all(static_cast<int32_t>(kept));
    const __m128i distance = _mm_cvtsi32_si128(static_cast<int32_t>(shift));
    for (size_t lane = 0; lane < lanes; lane += kWideLanes) {
        const __m256i values = wordsAt(floats, lane);
        const __m256i signs = _mm256_and_si256(_mm256_srli_epi32(values, 16), all(0x8000));
        const __m256i noNumbers =
            _mm256_or_si256(_mm256_or_si256(signs, fractionsOfNoNumbers(values)), all(kInfiniteHalf));
        const __m256i halves = whereNumbers(values, _mm256_cvtepu16_epi32(halvesOf(values)), noNumbers);
        const __m256i before = _mm256_and_si256(wordsAt(words, lane), others);
        storeAt(words, lane, _mm256_or_si256(before, _mm256_sll_epi32(halves, distance)));
    }
}

#else

void roundWide(size_t lanes, void* result, const void* floats, bool limits) {
    roundPlain(lanes, result, floats, limits);
}

void keepWide(size_t lanes, void* result, const void* floats) { keepPlain(lanes, result, floats); }

void takeWide(size_t lanes, void* floats, const void* words, unsigned shift) { takePlain(lanes, floats, words, shift); }

void mergeWide(size_t lanes, void* words, const void* floats, uint32_t kept, unsigned shift) {
    mergePlain(lanes, words, floats, kept, shift);
}

#endif

[[gnu::always_inline]] inline void widenHalvesKernel(size_t lanes, void* floats, const void* words, unsigned shift) {
    mapWords(
        lanes, floats, [up = 16 - shift](uint32_t x) { return widenedHalf(x << up); }, words);
}

}  // namespace

void widenHalves(size_t lanes, void* floats, const void* words, unsigned shift) {
    func::runOnHost<widenHalvesKernel>(lanes, floats, words, shift);
}

void valuesOfHalves(size_t lanes, void* floats, const void* words, unsigned shift) {
    const auto take = func::isWideHost() ? takeWide : takePlain;
    take(lanes, floats, words, shift);
}

namespace {

[[gnu::always_inline]] inline bool hasDenormalHalvesKernel(size_t lanes, const void* floats) {
    int32_t found = 0;
    for (size_t lane = 0; lane < lanes; ++lane) {
        const int32_t magnitude = magnitudeOf(wordAt(floats, lane));
        found |= maskOf(magnitude > 0) & maskOf(magnitude < kLeastHalf);
    }
    return found != 0;
}

}  // namespace

bool hasDenormalHalves(size_t lanes, const void* floats) {
    return func::runOnHost<hasDenormalHalvesKernel>(lanes, floats);
}

void narrowFloats(size_t lanes, void* halves, const void* floats) {
    if (func::isWideHost()) {
        mergeWide(lanes, halves, floats, 0, 0);
    } else {
        mapWords(lanes, halves, halfBitsOf, floats);
    }
}

void roundToHalves(size_t lanes, void* result, const void* floats, bool limits) {
    const auto round = func::isWideHost() ? roundWide : roundPlain;
    round(lanes, result, floats, limits);
}

void nearestHalves(size_t lanes, void* result, const void* floats) {
    const auto keep = func::isWideHost() ? keepWide : keepPlain;
    keep(lanes, result, floats);
}

void mergeFloats(size_t lanes, void* words, const void* floats, unsigned shift) {
    const auto merge = func::isWideHost() ? mergeWide : mergePlain;
    merge(lanes, words, floats, 0xffff0000u >> shift, shift);
}

}  // namespace cyclorama::isa
