// SPDX-License-Identifier: MIT
#include "families/adreno/rb/plain_depths.h"

#include <array>
#include <bit>
#include <cstring>
#include <optional>

#include "func/lanes/host_versions.h"
#include "func/lanes/vectors.h"
#include "func/output/depth_words.h"
#include "func/output/quad_depth_words.h"

namespace cyclorama::adreno {
namespace {

using func::DepthWords;
using func::Uint4;

/// The depths of a triangle, for many quads.
template <uint32_t kSamples>
struct TriangleDepths {
    [[gnu::always_inline]] TriangleDepths(const DepthTest& draw, uint32_t triangle)
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

/// True if the image has the square of `size` pixels each way that begins at a place.
[[gnu::always_inline]] inline bool isInside(const SurfaceView& view, const TexelPlace& place, uint32_t size) {
    return view.contains(place) &&
           view.contains({.x = place.x + size - 1, .y = place.y + size - 1, .layer = place.layer});
}

/// Tests quads one after the other, four samples at a time.
template <DepthWords kFormat, uint32_t kSamples>
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
        const func::QuadDepthWords<kFormat, kSamples> place(target_.depth.bytes, pixels_[q], isInside_[q]);
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
            func::depthWords<kFormat>(depths, tested);
            Uint4 words;
            place.load(first, words);
            const auto isLive = std::bit_cast<func::Int4>(((Uint4{} + live) & kLaneBits) == kLaneBits);
            const uint32_t passing = test_.test(tested, isLive, words);
            left |= passing << first;
            if (target_.writes) place.store(first, words, passing);
        }
        return left;
    }

  private:
    static constexpr uint32_t kLanes = 4;
    static constexpr uint32_t kAllLanes = 0xf;
    static constexpr Uint4 kLaneBits = {1, 2, 4, 8};

    [[gnu::always_inline]] void startTriangle(uint32_t number) {
        if (triangle_ && number == number_) return;
        number_ = number;
        triangle_ = TriangleDepths<kSamples>(draw_, number);
    }

    const DepthTest& draw_;
    const DepthTarget& target_;
    func::DepthWordTest<kFormat> test_;
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
template <DepthWords kFormat>
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
    static constexpr size_t kLanes = 4;
    static constexpr func::Int4 kAllLive = {-1, -1, -1, -1};

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
            Uint4 words;
            std::memcpy(&words, place, sizeof words);
            passing |= test_.test(tested[half], kAllLive, words) << (kLanes * half);
            if (target_.writes) std::memcpy(place, &words, sizeof words);
        }
    }
    [[gnu::always_inline]] void wordsOf(const QuadValues& plane, Uint4& words) const {
        QuadValues depths = plane + triangle_.changes[0];
        transformDepths(triangle_.transform, triangle_.offset, depths);
        func::depthWords<kFormat>(depths, words);
    }

    const DepthTarget& target_;
    func::DepthWordTest<kFormat> test_;
    TriangleDepths<1> triangle_;
    /// By row: a bit for each column.
    std::array<uint32_t, kBlockPixels> passing_;
};

/// Tests a batch if it is a whole block, all of which is in rows of words; false if it is not.
template <DepthWords kFormat>
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

template <DepthWords kFormat, uint32_t kSamples>
[[gnu::always_inline]] inline void testQuads(const DepthTest& draw, FragmentBatch& batch) {
    if constexpr (kSamples == 1 && kFormat != DepthWords::Unorm16)
        if (testBlock<kFormat>(draw, batch)) return;
    QuadTester<kFormat, kSamples> tester(draw);
    tester.locate(batch);
    for (uint32_t q = 0; q < batch.quads; ++q)
        if (batch.live[q] != 0) batch.live[q] = tester.test(batch, q);
}

template <DepthWords kFormat>
[[gnu::always_inline]] inline void testFormat(const DepthTest& draw, FragmentBatch& batch) {
    if (draw.places.samplesPerPixel == 1) return testQuads<kFormat, 1>(draw, batch);
    if (draw.places.samplesPerPixel == 2) return testQuads<kFormat, 2>(draw, batch);
    testQuads<kFormat, 4>(draw, batch);
}

[[gnu::always_inline]] inline void testPlain(const DepthTest& draw, FragmentBatch& batch) {
    switch (wordsOf(draw.target.format)) {
        case DepthWords::Unorm16:
            return testFormat<DepthWords::Unorm16>(draw, batch);
        case DepthWords::Unorm24:
            return testFormat<DepthWords::Unorm24>(draw, batch);
        case DepthWords::Float32:
            return testFormat<DepthWords::Float32>(draw, batch);
    }
}

}  // namespace

void testPlainDepths(const DepthTest& draw, FragmentBatch& batch) { func::runOnHost<testPlain>(draw, batch); }

}  // namespace cyclorama::adreno
