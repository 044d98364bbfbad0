// SPDX-License-Identifier: MIT
#include "func/texture/texel_lanes.h"

#include <algorithm>
#include <bit>
#include <cstring>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include "func/formats/byte_fraction.h"
#include "func/lanes/host_versions.h"

namespace cyclorama::func {

namespace {

constexpr int kFractionBits = 8;
constexpr int32_t kFraction = (1 << kFractionBits) - 1;

template <bool kLinear>
[[gnu::always_inline]] inline void fixTexels(const AxisRule& rule, unsigned width, const PerLane<float>& position,
                                             PerLane<int32_t>& fixed) {
    withScaling(
        rule.wrap, static_cast<float>(rule.size), rule.normalized, [&](auto scale) __attribute__((always_inline)) {
            mapLanes(
                static_cast<int>(width), fixed.data(), [scale](float x) { return fixedTexel<kLinear>(scale(x)); },
                position.data());
        });
}

/// Texels before wrapping; true if some are beyond an edge.
[[gnu::always_inline]] inline bool takeTexelsKernel(const AxisRule& rule, unsigned width,
                                                    const PerLane<float>& position, const PerLane<int32_t>* shift,
                                                    AxisBatch& texels) {
    PerLane<int32_t> fixed;
    const auto count = static_cast<int>(width);
    if (rule.linear) {
        fixTexels<true>(rule, width, position, fixed);
    } else {
        fixTexels<false>(rule, width, position, fixed);
    }
    if (shift != nullptr) {
        mapLanes(
            count, fixed.data(), [](int32_t x, int32_t distance) { return x + distance * (1 << kFractionBits); },
            fixed.data(), shift->data());
    }
    mapLanes(
        count, texels.first.data(), [](int32_t x) { return x >> kFractionBits; }, fixed.data());
    if (rule.pairs) {
        mapLanes(
            count, texels.second.data(), [](int32_t x) { return (x + kFraction) >> kFractionBits; }, fixed.data());
        mapLanes(
            count, texels.share.data(), [](int32_t x) { return static_cast<float>(x & kFraction) * kShareStep; },
            fixed.data());
    }
    const PerLane<int32_t>& last = rule.pairs ? texels.second : texels.first;
    uint32_t beyond = 0;
    for (unsigned i = 0; i < width; ++i) beyond |= flagOf(texels.first[i] < 0) | flagOf(last[i] >= rule.size);
    return beyond != 0;
}

bool takeTexels(const AxisRule& rule, unsigned width, const PerLane<float>& position, const PerLane<int32_t>* shift,
                AxisBatch& texels) {
    return runOnHost<takeTexelsKernel>(rule, width, position, shift, texels);
}

[[gnu::always_inline]] inline float fractionAt(uint32_t word, unsigned low) {
    return byteFraction(static_cast<float>(static_cast<int32_t>(word >> low & 0xff)));
}

/// The products of a level's texels with their weights, added to `sum` one after the other.
template <typename ValueOf>
[[gnu::always_inline]] inline void addWeighted(unsigned width, const TexelWords& words, const TexelWeights& weights,
                                               PerLane<float>& sum, ValueOf valueOf) {
    mapLanes(
        static_cast<int>(width), sum.data(),
        [valueOf](float before, uint32_t a, uint32_t b, uint32_t c, uint32_t d, float ofA, float ofB, float ofC,
                  float ofD) {
            return before + valueOf(a) * ofA + valueOf(b) * ofB + valueOf(c) * ofC + valueOf(d) * ofD;
        },
        sum.data(), words[0].data(), words[1].data(), words[2].data(), words[3].data(), weights[0].data(),
        weights[1].data(), weights[2].data(), weights[3].data());
}

/// Results of a comparison, by how the reference compares with the texel.
struct Outcomes {
    uint32_t less = 0;
    uint32_t equal = 0;
    uint32_t greater = 0;
    uint32_t unordered = 0;  ///< one is not a number
};

Outcomes outcomesOf(CompareFunction function) {
    constexpr uint32_t kOne = std::bit_cast<uint32_t>(1.0f);
    using enum CompareFunction;
    Outcomes outcomes;
    if (function == Less || function == LessEqual || function == NotEqual || function == Always) outcomes.less = kOne;
    if (function == Equal || function == LessEqual || function == GreaterEqual || function == Always) {
        outcomes.equal = kOne;
    }
    if (function == Greater || function == GreaterEqual || function == NotEqual || function == Always) {
        outcomes.greater = kOne;
    }
    if (function == NotEqual || function == Always) outcomes.unordered = kOne;
    return outcomes;
}

[[gnu::always_inline]] inline float passed(const Outcomes& outcomes, float reference, float depth) {
    const uint32_t less = flagOf(reference < depth);
    const uint32_t equal = flagOf(reference == depth);
    const uint32_t greater = flagOf(reference > depth);
    return std::bit_cast<float>((less & outcomes.less) | (equal & outcomes.equal) | (greater & outcomes.greater) |
                                (~(less | equal | greater) & outcomes.unordered));
}

/// The fraction in the low bits of a word, `ones` of them.
[[gnu::always_inline]] inline float depthFraction(uint32_t word, int32_t ones) {
    return static_cast<float>(static_cast<int32_t>(word) & ones) / static_cast<float>(ones);
}

/// In [0, 1]; 1 where it is not a number.
[[gnu::always_inline]] inline float clampedReference(float value) {
    const float below = select(flagOf(value < 1.0f), value, 1.0f);
    return select(flagOf(0.0f > below), 0.0f, below);
}

/// Notes texels beyond a border by a bit, and takes the first in their place; true if there are any.
[[gnu::always_inline]] inline bool noteBeyondKernel(int32_t size, unsigned width, uint32_t bit,
                                                    PerLane<int32_t>& numbers, PerLane<uint32_t>& beyond) {
    const auto count = static_cast<int>(width);
    mapLanes(
        count, beyond.data(),
        [=](uint32_t before, int32_t number) { return before | (bit & (flagOf(number < 0) | flagOf(number >= size))); },
        beyond.data(), numbers.data());
    mapLanes(
        count, numbers.data(),
        [=](int32_t number) { return number & static_cast<int32_t>(~(flagOf(number < 0) | flagOf(number >= size))); },
        numbers.data());
    uint32_t any = 0;
    for (unsigned i = 0; i < width; ++i) any |= beyond[i];
    return (any & bit) != 0;
}

bool noteBeyond(int32_t size, unsigned width, uint32_t bit, PerLane<int32_t>& numbers, PerLane<uint32_t>& beyond) {
    return runOnHost<noteBeyondKernel>(size, width, bit, numbers, beyond);
}

}  // namespace

void selectTexels(const AxisRule& rule, unsigned width, const PerLane<float>& position, const PerLane<int32_t>* shift,
                  AxisBatch& texels, PerLane<uint32_t>& found) {
    texels.reachesBorder = false;
    if (rule.bordered) std::fill_n(texels.beyond.begin(), width, 0);
    if (!takeTexels(rule, width, position, shift, texels)) return;
    if (rule.bordered && rule.wrap == TexelWrap::ClampToBorder && !rule.seamless && rule.size > 0) {
        const bool first = noteBeyond(rule.size, width, 1, texels.first, texels.beyond);
        const bool second = noteBeyond(rule.size, width, 2, texels.second, texels.beyond);
        texels.reachesBorder = first || second;
        return;
    }
    const auto wrap = [&](PerLane<int32_t>& numbers) {
        for (unsigned i = 0; i < width; ++i) {
            if (numbers[i] >= 0 && numbers[i] < rule.size) continue;
            if (!rule.seamless) numbers[i] = wrappedTexel(rule.wrap, numbers[i], rule.size);
            if (rule.seamless || numbers[i] < 0) found[i] = 0;
        }
    };
    wrap(texels.first);
    if (rule.pairs) wrap(texels.second);
}

namespace {

template <typename Layout>
[[gnu::always_inline]] inline void locateRowsKernel(const Layout& given, unsigned width,
                                                    const PerLane<uint32_t>& starts, const PerLane<int32_t>& y,
                                                    RowBatch& rows) {
    const Layout layout = given;
    const auto count = static_cast<int>(width);
    mapLanes(
        count, rows.base.data(),
        [layout](uint32_t before, int32_t row) {
            return before + static_cast<uint32_t>(layout.rowBase(static_cast<uint32_t>(row)));
        },
        starts.data(), y.data());
    mapLanes(
        count, rows.bits.data(), [layout](int32_t row) { return layout.rowBits(static_cast<uint32_t>(row)); },
        y.data());
}

template <typename Layout>
[[gnu::always_inline]] inline void locateColumnsKernel(const Layout& given, unsigned width, const PerLane<int32_t>& x,
                                                       PerLane<uint32_t>& columns) {
    mapLanes(
        static_cast<int>(width), columns.data(),
        [layout = given](int32_t column) { return layout.column(static_cast<uint32_t>(column)); }, x.data());
}

/// Texels' places, limited to the last one's; `found` loses those that were not.
[[gnu::always_inline]] inline void placeWordsKernel(uint32_t last, unsigned width, const RowBatch& rows,
                                                    const PerLane<uint32_t>& columns, PerLane<uint32_t>& places,
                                                    PerLane<uint32_t>& found) {
    const auto count = static_cast<int>(width);
    mapLanes(
        count, places.data(), [](uint32_t base, uint32_t bits, uint32_t column) { return base + (bits ^ column); },
        rows.base.data(), rows.bits.data(), columns.data());
    mapLanes(
        count, found.data(), [last](uint32_t before, uint32_t place) { return before & flagOf(place <= last); },
        found.data(), places.data());
    mapLanes(
        count, places.data(), [last](uint32_t place) { return place <= last ? place : last; }, places.data());
}

void placeWords(uint32_t last, unsigned width, const RowBatch& rows, const PerLane<uint32_t>& columns,
                PerLane<uint32_t>& places, PerLane<uint32_t>& found) {
    runOnHost<placeWordsKernel>(last, width, rows, columns, places, found);
}

template <typename Word>
void loadWords(const std::byte* from, unsigned width, const PerLane<uint32_t>& places, PerLane<uint32_t>& words) {
    for (unsigned i = 0; i < width; ++i) {
        Word word{};
        std::memcpy(&word, from + places[i], sizeof word);
        words[i] = word;
    }
}

#if defined(__x86_64__)

constexpr unsigned kVectorLanes = sizeof(__m256i) / sizeof(uint32_t);

CYCLORAMA_WIDE_HOST inline __m256i vectorAt(const PerLane<uint32_t>& values, unsigned lane) {
    return _mm256_loadu_si256(static_cast<const __m256i*>(static_cast<const void*>(&values[lane])));
}

CYCLORAMA_WIDE_HOST inline void storeVector(PerLane<uint32_t>& values, unsigned lane, const __m256i& vector) {
    _mm256_storeu_si256(static_cast<__m256i*>(static_cast<void*>(&values[lane])), vector);
}

/// The same as placeWords() and loadWords() of four bytes, eight lanes at a time. Places are numbers with a sign here.
CYCLORAMA_WIDE_HOST [[gnu::flatten]] void readWordsOnWideHost(std::span<const std::byte> memory, unsigned width,
                                                              const RowBatch& rows, const PerLane<uint32_t>& columns,
                                                              PerLane<uint32_t>& words, PerLane<uint32_t>& found) {
    const auto* const from = static_cast<const int*>(static_cast<const void*>(memory.data()));
    const __m256i last = _mm256_set1_epi32(static_cast<int>(memory.size() - sizeof(uint32_t)));
    for (unsigned i = 0; i < width; i += kVectorLanes) {
        const __m256i column = _mm256_xor_si256(vectorAt(rows.bits, i), vectorAt(columns, i));
        const __m256i place = _mm256_add_epi32(vectorAt(rows.base, i), column);
        const __m256i limited = _mm256_min_epu32(place, last);
        storeVector(found, i, _mm256_and_si256(vectorAt(found, i), _mm256_cmpeq_epi32(place, limited)));
        storeVector(words, i, _mm256_i32gather_epi32(from, limited, 1));
    }
}

#endif

}  // namespace

void readWords(std::span<const std::byte> memory, unsigned bytes, unsigned width, const RowBatch& rows,
               const PerLane<uint32_t>& columns, PerLane<uint32_t>& words, PerLane<uint32_t>& found) {
#if defined(__x86_64__)
    if (bytes == sizeof(uint32_t) && isWideHost())
        return readWordsOnWideHost(memory, width, rows, columns, words, found);
#endif
    PerLane<uint32_t> places;
    placeWords(static_cast<uint32_t>(memory.size() - bytes), width, rows, columns, places, found);
    if (bytes == sizeof(uint32_t))
        loadWords<uint32_t>(memory.data(), width, places, words);
    else
        loadWords<uint16_t>(memory.data(), width, places, words);
}

namespace {

[[gnu::always_inline]] inline void weighTexelsKernel(unsigned width, const PerLane<float>& level,
                                                     const AxisBatch& across, const AxisBatch& down,
                                                     TexelWeights& weights) {
    const auto weigh = [&](size_t texel, auto weightOf) __attribute__((always_inline)) {
        mapLanes(static_cast<int>(width), weights[texel].data(), weightOf, level.data(), across.share.data(),
                 down.share.data());
    };
    weigh(0, [](float whole, float x, float y) { return whole * (1.0f - x) * (1.0f - y); });
    weigh(1, [](float whole, float x, float y) { return whole * x * (1.0f - y); });
    weigh(2, [](float whole, float x, float y) { return whole * (1.0f - x) * y; });
    weigh(3, [](float whole, float x, float y) { return whole * x * y; });
}

[[gnu::always_inline]] inline void addBytesKernel(unsigned width, const TexelWords& words, unsigned low,
                                                  const float* table, const TexelWeights& weights,
                                                  PerLane<float>& sum) {
    if (table != nullptr) {
        addWeighted(width, words, weights, sum, [=](uint32_t word) { return table[word >> low & 0xff]; });
    } else {
        addWeighted(width, words, weights, sum, [=](uint32_t word) { return fractionAt(word, low); });
    }
}

[[gnu::always_inline]] inline void addNearestBytesKernel(unsigned width, const PerLane<uint32_t>& words, unsigned low,
                                                         const float* table, const PerLane<float>& weight,
                                                         PerLane<float>& sum) {
    if (table != nullptr) {
        for (unsigned i = 0; i < width; ++i) sum[i] += table[words[i] >> low & 0xff] * weight[i];
        return;
    }
    mapLanes(
        static_cast<int>(width), sum.data(),
        [low](float before, uint32_t word, float part) { return before + fractionAt(word, low) * part; }, sum.data(),
        words.data(), weight.data());
}

[[gnu::always_inline]] inline bool areAllBeyondKernel(unsigned width, const AxisBatch& across, const AxisBatch& down) {
    constexpr uint32_t kBoth = 3;
    uint32_t within = 0;
    for (unsigned i = 0; i < width; ++i) within |= flagOf(across.beyond[i] != kBoth) & flagOf(down.beyond[i] != kBoth);
    return within == 0;
}

[[gnu::always_inline]] inline void placeBorderKernel(const DepthRule& rule, unsigned width, uint32_t border,
                                                     const AxisBatch& across, const AxisBatch& down,
                                                     TexelWords& words) {
    const auto ones = static_cast<int32_t>((1u << rule.bits) - 1);
    for (uint32_t t = 0; t < words.size(); ++t) {
        const auto place = [&](auto depth) __attribute__((always_inline)) {
            const uint32_t column = 1u << t % 2;
            const uint32_t row = 1u << t / 2;
            mapLanes(
                static_cast<int>(width), words[t].data(),
                [=](uint32_t word, uint32_t x, uint32_t y) {
                    const uint32_t isBeyond = flagOf(((x & column) | (y & row)) != 0);
                    return (border & isBeyond) | (depth(word) & ~isBeyond);
                },
                words[t].data(), across.beyond.data(), down.beyond.data());
        };
        if (rule.bits != 0)
            place([ones](uint32_t word) { return std::bit_cast<uint32_t>(depthFraction(word, ones)); });
        else
            place([](uint32_t word) { return word; });
    }
}

[[gnu::always_inline]] inline void addPassedKernel(const DepthRule& rule, unsigned width, const TexelWords& words,
                                                   const PerLane<float>& reference, const TexelWeights& weights,
                                                   PerLane<float>& sum) {
    const Outcomes outcomes = outcomesOf(rule.compare);
    PerLane<float> limited;
    mapLanes(
        static_cast<int>(width), limited.data(),
        [limits = flagOf(rule.limitsReference)](float given) { return select(limits, clampedReference(given), given); },
        reference.data());
    const auto add = [&](auto depthOf) __attribute__((always_inline)) {
        mapLanes(
            static_cast<int>(width), sum.data(),
            [=](float before, float given, uint32_t a, uint32_t b, uint32_t c, uint32_t d, float ofA, float ofB,
                float ofC, float ofD) {
                return before + passed(outcomes, given, depthOf(a)) * ofA + passed(outcomes, given, depthOf(b)) * ofB +
                       passed(outcomes, given, depthOf(c)) * ofC + passed(outcomes, given, depthOf(d)) * ofD;
            },
            sum.data(), limited.data(), words[0].data(), words[1].data(), words[2].data(), words[3].data(),
            weights[0].data(), weights[1].data(), weights[2].data(), weights[3].data());
    };
    if (rule.bits != 0)
        add([ones = (1 << rule.bits) - 1](uint32_t word) { return depthFraction(word, ones); });
    else
        add([](uint32_t word) { return std::bit_cast<float>(word); });
}

}  // namespace

void locateRows(const TexelLayout& layout, unsigned width, const PerLane<uint32_t>& starts, const PerLane<int32_t>& y,
                RowBatch& rows) {
    layout.visit([&]<typename Layout>(const Layout& kind) {
        runOnHost<locateRowsKernel<Layout>>(kind, width, starts, y, rows);
    });
}

void locateColumns(const TexelLayout& layout, unsigned width, const PerLane<int32_t>& x, PerLane<uint32_t>& columns) {
    layout.visit(
        [&]<typename Layout>(const Layout& kind) { runOnHost<locateColumnsKernel<Layout>>(kind, width, x, columns); });
}

void weighTexels(unsigned width, const PerLane<float>& level, const AxisBatch& across, const AxisBatch& down,
                 TexelWeights& weights) {
    runOnHost<weighTexelsKernel>(width, level, across, down, weights);
}

void addBytes(unsigned width, const TexelWords& words, unsigned low, const float* table, const TexelWeights& weights,
              PerLane<float>& sum) {
    runOnHost<addBytesKernel>(width, words, low, table, weights, sum);
}

void addNearestBytes(unsigned width, const PerLane<uint32_t>& words, unsigned low, const float* table,
                     const PerLane<float>& weight, PerLane<float>& sum) {
    runOnHost<addNearestBytesKernel>(width, words, low, table, weight, sum);
}

bool areAllBeyond(unsigned width, const AxisBatch& across, const AxisBatch& down) {
    return runOnHost<areAllBeyondKernel>(width, across, down);
}

void placeBorder(const DepthRule& rule, unsigned width, uint32_t border, const AxisBatch& across, const AxisBatch& down,
                 TexelWords& words) {
    runOnHost<placeBorderKernel>(rule, width, border, across, down, words);
}

void addPassed(const DepthRule& rule, unsigned width, const TexelWords& words, const PerLane<float>& reference,
               const TexelWeights& weights, PerLane<float>& sum) {
    runOnHost<addPassedKernel>(rule, width, words, reference, weights, sum);
}

}  // namespace cyclorama::func
