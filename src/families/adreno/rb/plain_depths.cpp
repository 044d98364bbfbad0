// SPDX-License-Identifier: MIT
#include "families/adreno/rb/plain_depths.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <optional>
#include <type_traits>

#include "func/compare.h"
#include "func/lanes/host_versions.h"
#include "func/lanes/vectors.h"

namespace cyclorama::adreno {
namespace {

using func::Uint4;

/// Bit n: lane n of a mask.
[[gnu::always_inline]] inline uint32_t bitsOf(const func::Int4& mask) {
#if defined(__SSE__)
    return static_cast<uint32_t>(__builtin_ia32_movmskps(std::bit_cast<func::Float4>(mask)));
#else
    const auto halves = std::bit_cast<std::array<uint64_t, 2>>(mask & func::Int4{1, 2, 4, 8});
    const uint64_t bits = halves[0] | halves[1];
    return static_cast<uint32_t>(bits | bits >> 32);
#endif
}

/// Bits of a buffer's word that are depth.
constexpr uint32_t depthBits(DepthFormat format) {
    return format == DepthFormat::Unorm24Stencil8 ? 0xffffff : ~uint32_t{0};
}

/// depthWord() of each fragment.
template <DepthFormat kFormat>
[[gnu::always_inline]] inline void depthWords(const QuadValues& depths, Uint4& words) {
    if constexpr (kFormat == DepthFormat::Float32) {
        const func::Float4 floats = __builtin_convertvector(depths, func::Float4);
        words = std::bit_cast<Uint4>(floats + func::splat(0.0f));
    } else {
        constexpr double kMost = kFormat == DepthFormat::Unorm16 ? 0xffff : 0xffffff;
        const QuadValues scaled = depths * kMost + 0.5;
        words = std::bit_cast<Uint4>(__builtin_convertvector(scaled, func::Int4));
    }
}

/// The depths of a triangle, for many quads.
template <uint32_t kSamples>
struct TriangleDepths {
    TriangleDepths(const DepthTest& draw, uint32_t triangle)
        : plane(draw.places.list.setups[triangle].planes[func::kDepthPlane]),
          transform(draw.geometry.depthOf(triangle)),
          offset(draw.places.list.setups[triangle].depthOffset) {
        for (uint32_t s = 0; s < kSamples; ++s) changes[s] = draw.geometry.changeTo(s, plane);
    }

    func::PlaneEquation plane;
    DepthTransform transform;
    double offset;
    /// From the centres of pixels to their samples.
    std::array<double, kSamples> changes;
};

/// DepthTransform of each fragment.
[[gnu::always_inline]] inline void transformDepths(const DepthTransform& transform, double offset, QuadValues& depths) {
    const QuadValues least = transform.least - QuadValues{};
    const QuadValues most = transform.most - QuadValues{};
    const QuadValues window = depths * transform.scale + transform.bias + offset;
    const QuadValues below = window <= most ? window : most;
    depths = window < least ? least : below;
}

/// Outcomes of a comparison, as masks.
class PlainTest {
  public:
    explicit PlainTest(func::CompareFunction function)
        : less_(maskOf(func::compare(function, 0, 1))),
          equal_(maskOf(func::compare(function, 0, 0))),
          greater_(maskOf(func::compare(function, 1, 0))) {}

    [[gnu::always_inline]] func::Int4 passes(const Uint4& tested, const Uint4& stored) const {
        const auto less = std::bit_cast<Uint4>(tested < stored);
        const auto equal = std::bit_cast<Uint4>(tested == stored);
        return std::bit_cast<func::Int4>((less & less_) | (equal & equal_) | (~(less | equal) & greater_));
    }

  private:
    static uint32_t maskOf(bool passes) { return passes ? ~uint32_t{0} : 0; }

    uint32_t less_;
    uint32_t equal_;
    uint32_t greater_;
};

/// Words of a quad's samples in the buffer, four at a time, in the order of fragments, samples.
template <typename Word, uint32_t kSamples>
class QuadWords {
  public:
    /// `pixels` are the offsets of the fragments' first samples. `inside`: the image has the quad's four pixels.
    [[gnu::always_inline]] QuadWords(std::span<std::byte> bytes, const std::array<uint64_t, 4>& pixels, bool inside)
        : bytes_(bytes), pixels_(pixels) {
        const bool paired =
            kSamples > 1 || (pixels[1] - pixels[0] == sizeof(Word) && pixels[3] - pixels[2] == sizeof(Word));
        inPairs_ = inside && paired;
    }

    /// Zeros where there is no memory.
    [[gnu::always_inline]] void load(uint32_t first, Uint4& words) const {
        if (inPairs_) {
            std::array<Pair, 2> pairs;
            std::memcpy(&pairs[0], place(first), sizeof(Pair));
            std::memcpy(&pairs[1], place(first + 2), sizeof(Pair));
            words = unpacked(pairs);
            return;
        }
        for (uint32_t i = 0; i < kLanes; ++i) {
            Word word{};
            if (isThere(first + i)) std::memcpy(&word, place(first + i), sizeof word);
            words[i] = word;
        }
    }
    /// Stores the words of the samples in a mask.
    [[gnu::always_inline]] void store(uint32_t first, const Uint4& words, uint32_t samples) const {
        for (uint32_t i = 0; i < kLanes; ++i) {
            const auto word = static_cast<Word>(words[i]);
            if ((samples >> i & 1) != 0 && isThere(first + i)) std::memcpy(place(first + i), &word, sizeof word);
        }
    }
    /// Stores all four words. Requires inPairs().
    [[gnu::always_inline]] void storeAll(uint32_t first, const Uint4& words) const {
        const std::array<Pair, 2> pairs = packed(words);
        std::memcpy(place(first), &pairs[0], sizeof(Pair));
        std::memcpy(place(first + 2), &pairs[1], sizeof(Pair));
    }
    /// True if the image has all of them, and they are in pairs.
    [[gnu::always_inline]] bool inPairs() const { return inPairs_; }

  private:
    static constexpr uint32_t kLanes = 4;
    /// Two words that are side by side.
    using Pair = std::conditional_t<sizeof(Word) == 2, uint32_t, uint64_t>;
    using Pairs [[gnu::vector_size(16)]] = uint64_t;

    [[gnu::always_inline]] static Uint4 unpacked(const std::array<Pair, 2>& pairs) {
        if constexpr (sizeof(Word) == 2)
            return Uint4{pairs[0] & 0xffff, pairs[0] >> 16, pairs[1] & 0xffff, pairs[1] >> 16};
        else
            return std::bit_cast<Uint4>(Pairs{pairs[0], pairs[1]});
    }
    [[gnu::always_inline]] static std::array<Pair, 2> packed(const Uint4& words) {
        if constexpr (sizeof(Word) == 2)
            return {(words[0] & 0xffff) | words[1] << 16, (words[2] & 0xffff) | words[3] << 16};
        else
            return std::bit_cast<std::array<Pair, 2>>(words);
    }
    [[gnu::always_inline]] uint64_t offset(uint32_t sample) const {
        return pixels_[sample / kSamples] + sample % kSamples * sizeof(Word);
    }
    [[gnu::always_inline]] bool isThere(uint32_t sample) const {
        return offset(sample) <= bytes_.size() && bytes_.size() - offset(sample) >= sizeof(Word);
    }
    [[gnu::always_inline]] std::byte* place(uint32_t sample) const { return bytes_.data() + offset(sample); }

    std::span<std::byte> bytes_;
    const std::array<uint64_t, 4>& pixels_;
    bool inPairs_ = false;
};

/// True if the image has the square of `size` pixels each way that begins at a place.
[[gnu::always_inline]] inline bool isInside(const SurfaceView& view, const TexelPlace& place, uint32_t size) {
    return view.contains(place) &&
           view.contains({.x = place.x + size - 1, .y = place.y + size - 1, .layer = place.layer});
}

/// Tests quads one after the other, four samples at a time.
template <DepthFormat kFormat, uint32_t kSamples>
class QuadTester {
  public:
    [[gnu::always_inline]] explicit QuadTester(const DepthTest& draw)
        : draw_(draw),
          target_(draw.target),
          test_(*target_.plainTest),
          allMapped_(target_.depth.bytes.size() >= target_.depth.view.extent()) {}

    /// Finds the places of a batch's quads, and has the host fetch them.
    [[gnu::always_inline]] void locate(const FragmentBatch& batch) {
        const SurfaceView& view = target_.depth.view;
        for (uint32_t q = 0; q < batch.quads; ++q) {
            const TexelPlace place = draw_.places.of(batch, q);
            pixels_[q] = view.offsetsOfQuad(place.x, place.y, place.layer);
            isInside_[q] = allMapped_ && isInside(view, place, 2);
            if (!isInside_[q]) continue;
            __builtin_prefetch(&target_.depth.bytes[pixels_[q][0]], 1);
            __builtin_prefetch(&target_.depth.bytes[pixels_[q][2]], 1);
        }
    }

    /// The samples that pass, of a quad that is located.
    [[gnu::always_inline]] uint32_t test(const FragmentBatch& batch, uint32_t q) {
        startTriangle(batch.triangle[q]);
        const QuadWords<Word, kSamples> place(target_.depth.bytes, pixels_[q], isInside_[q]);
        QuadValues centres;
        FragmentGeometry::planeAtCentres(triangle_->plane, batch.x[q], batch.y[q], centres);
        uint32_t left = 0;
        for (uint32_t first = 0; first < func::kQuadFragments * kSamples; first += kLanes) {
            const uint32_t live = batch.live[q] >> first & kAllLanes;
            if (live == 0) continue;
            QuadValues depths;
            for (uint32_t i = 0; i < kLanes; ++i)
                depths[i] = centres[(first + i) / kSamples] + triangle_->changes[i % kSamples];
            transformDepths(triangle_->transform, triangle_->offset, depths);
            Uint4 tested;
            depthWords<kFormat>(depths, tested);
            Uint4 stored;
            place.load(first, stored);
            const auto isLive = std::bit_cast<func::Int4>(((Uint4{} + live) & kLaneBits) == kLaneBits);
            const func::Int4 passes = test_.passes(tested, stored & kDepth) & isLive;
            const uint32_t passing = bitsOf(passes);
            left |= passing << first;
            if (!target_.writes) continue;
            // All pixels of a quad are this worker's: what does not pass is stored again as it is.
            const Uint4 words = tested | (stored & ~kDepth);
            if (place.inPairs())
                place.storeAll(first, passes != 0 ? words : stored);
            else
                place.store(first, words, passing);
        }
        return left;
    }

  private:
    using Word = std::conditional_t<kFormat == DepthFormat::Unorm16, uint16_t, uint32_t>;
    static constexpr uint32_t kDepth = depthBits(kFormat);
    static constexpr uint32_t kLanes = 4;
    static constexpr uint32_t kAllLanes = 0xf;
    static constexpr Uint4 kLaneBits = {1, 2, 4, 8};

    [[gnu::always_inline]] void startTriangle(uint32_t number) {
        if (triangle_ && number == number_) return;
        number_ = number;
        triangle_.emplace(draw_, number);
    }

    const DepthTest& draw_;
    const DepthTarget& target_;
    PlainTest test_;
    bool allMapped_;
    uint32_t number_ = 0;
    std::optional<TriangleDepths<kSamples>> triangle_;
    std::array<std::array<uint64_t, func::kQuadFragments>, FragmentBatch::kQuads> pixels_;
    std::array<bool, FragmentBatch::kQuads> isInside_;
};

/// Pixels of a block's rows and columns.
constexpr int32_t kBlockPixels = 8;

/// True for the quads of a block of pixels that one triangle covers wholly, in whatever order. Of a triangle, no quad
/// comes twice.
bool isWholeBlock(const FragmentBatch& batch) {
    constexpr uint32_t kQuads = kBlockPixels * kBlockPixels / func::kQuadFragments;
    if (batch.quads != kQuads) return false;
    const int32_t left = batch.x[0];
    const int32_t top = batch.y[0];
    if (((left | top) & (kBlockPixels - 1)) != 0) return false;
    int32_t beyond = 0;
    uint32_t others = 0;
    uint32_t live = func::kAllFragments;
    for (uint32_t q = 0; q < kQuads; ++q) {
        beyond |= (batch.x[q] ^ left) | (batch.y[q] ^ top);
        others |= batch.triangle[q] ^ batch.triangle[0];
        live &= batch.live[q];
    }
    return beyond < kBlockPixels && beyond >= 0 && others == 0 && live == func::kAllFragments;
}

/// Tests a whole block of pixels of one sample, row by row, in words of 32 bits that are side by side. The values are
/// those that QuadTester computes for the block's quads.
template <DepthFormat kFormat>
class BlockTester {
  public:
    [[gnu::always_inline]] BlockTester(const DepthTest& draw, uint32_t triangle)
        : target_(draw.target), test_(*target_.plainTest), triangle_(draw, triangle) {}

    /// `place`: the word of the pixel (left, top).
    [[gnu::always_inline]] void test(int32_t left, int32_t top, std::byte* place, FragmentBatch& batch) {
        const uint64_t pitch = target_.depth.view.parameters().pitch;
        const func::PlaneEquation& plane = triangle_.plane;
        const auto x = static_cast<double>(left);
        const QuadValues across = plane.a * QuadValues{x, x + 2.0, x + 4.0, x + 6.0};
        for (int32_t y = 0; y < kBlockPixels; y += 2, place += 2 * pitch) {
            const QuadValues first = across + plane.b * static_cast<double>(top + y) + plane.c;
            const QuadValues right = first + plane.a;
            testRow(first, right, place, passing_[static_cast<size_t>(y)]);
            testRow(first + plane.b, right + plane.b, place + pitch, passing_[static_cast<size_t>(y) + 1]);
        }
        for (uint32_t q = 0; q < batch.quads; ++q) {
            const int32_t column = batch.x[q] - left;
            const auto row = static_cast<size_t>(batch.y[q] - top);
            batch.live[q] = (passing_[row] >> column & 3) | (passing_[row + 1] >> column & 3) << 2;
        }
    }

  private:
    static constexpr uint32_t kDepth = depthBits(kFormat);
    static constexpr size_t kLanes = 4;

    /// `even`, `odd`: the plane at the pixels with even and odd numbers.
    [[gnu::always_inline]] void testRow(const QuadValues& even, const QuadValues& odd, std::byte* place,
                                        uint32_t& passing) const {
        Uint4 evenWords;
        Uint4 oddWords;
        wordsOf(even, evenWords);
        wordsOf(odd, oddWords);
        const std::array<Uint4, 2> tested = {__builtin_shufflevector(evenWords, oddWords, 0, 4, 1, 5),
                                             __builtin_shufflevector(evenWords, oddWords, 2, 6, 3, 7)};
        passing = 0;
        for (size_t half = 0; half < tested.size(); ++half, place += sizeof(Uint4)) {
            Uint4 stored;
            std::memcpy(&stored, place, sizeof stored);
            const func::Int4 passes = test_.passes(tested[half], stored & kDepth);
            passing |= bitsOf(passes) << (kLanes * half);
            if (!target_.writes) continue;
            const Uint4 words = passes != 0 ? tested[half] | (stored & ~kDepth) : stored;
            std::memcpy(place, &words, sizeof words);
        }
    }
    [[gnu::always_inline]] void wordsOf(const QuadValues& plane, Uint4& words) const {
        QuadValues depths = plane + triangle_.changes[0];
        transformDepths(triangle_.transform, triangle_.offset, depths);
        depthWords<kFormat>(depths, words);
    }

    const DepthTarget& target_;
    PlainTest test_;
    TriangleDepths<1> triangle_;
    /// By row: a bit for each column.
    std::array<uint32_t, kBlockPixels> passing_;
};

/// Tests a batch if it is a whole block, all of which is in rows of words; false if it is not.
template <DepthFormat kFormat>
[[gnu::always_inline]] inline bool testBlock(const DepthTest& draw, FragmentBatch& batch) {
    const DepthTarget& target = draw.target;
    const SurfaceView& view = target.depth.view;
    if (!view.hasPlainRows() || target.depth.bytes.size() < view.extent() || !isWholeBlock(batch)) return false;
    const TexelPlace first = draw.places.of(batch, 0);
    if (!isInside(view, first, kBlockPixels)) return false;
    std::byte* const place = &target.depth.bytes[view.offset(first)];
    // All rows at once: they are far apart, and the tests of each would wait for it.
    for (uint32_t row = 0; row < kBlockPixels; ++row) __builtin_prefetch(place + row * view.parameters().pitch, 1);
    BlockTester<kFormat> tester(draw, batch.triangle[0]);
    tester.test(batch.x[0], batch.y[0], place, batch);
    return true;
}

template <DepthFormat kFormat, uint32_t kSamples>
[[gnu::always_inline]] inline void testQuads(const DepthTest& draw, FragmentBatch& batch) {
    if constexpr (kSamples == 1 && kFormat != DepthFormat::Unorm16)
        if (testBlock<kFormat>(draw, batch)) return;
    QuadTester<kFormat, kSamples> tester(draw);
    tester.locate(batch);
    for (uint32_t q = 0; q < batch.quads; ++q)
        if (batch.live[q] != 0) batch.live[q] = tester.test(batch, q);
}

template <DepthFormat kFormat>
[[gnu::always_inline]] inline void testFormat(const DepthTest& draw, FragmentBatch& batch) {
    if (draw.places.samplesPerPixel == 1) return testQuads<kFormat, 1>(draw, batch);
    if (draw.places.samplesPerPixel == 2) return testQuads<kFormat, 2>(draw, batch);
    testQuads<kFormat, 4>(draw, batch);
}

[[gnu::always_inline]] inline void testPlain(const DepthTest& draw, FragmentBatch& batch) {
    switch (draw.target.format) {
        case DepthFormat::Unorm16:
            return testFormat<DepthFormat::Unorm16>(draw, batch);
        case DepthFormat::Float32:
            return testFormat<DepthFormat::Float32>(draw, batch);
        default:
            return testFormat<DepthFormat::Unorm24Stencil8>(draw, batch);
    }
}

}  // namespace

void testPlainDepths(const DepthTest& draw, FragmentBatch& batch) { func::runOnHost<testPlain>(draw, batch); }

}  // namespace cyclorama::adreno
