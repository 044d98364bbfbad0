// SPDX-License-Identifier: MIT
#include "families/adreno/render/plain_depths.h"

#include <algorithm>
#include <cstring>

#include "func/compare.h"
#include "func/lanes/host_versions.h"
#include "func/lanes/vectors.h"

namespace cyclorama::adreno {
namespace {

using func::Uint4;

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
    TriangleDepths(const RenderContext& context, uint32_t triangle)
        : plane(context.list.setups[triangle].planes[func::kDepthPlane]),
          transform(context.geometry->depthOf(triangle)),
          offset(context.list.setups[triangle].depthOffset),
          layer(context.list.triangles[triangle].layer) {
        for (uint32_t s = 0; s < kSamples; ++s) changes[s] = context.geometry->changeTo(s, plane);
    }

    func::PlaneEquation plane;
    DepthTransform transform;
    double offset;
    uint32_t layer;
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

/// Samples of one number of a quad's fragments, and their words in the buffer.
template <typename Word>
class QuadWords {
  public:
    [[gnu::always_inline]] QuadWords(std::span<std::byte> bytes, const std::array<uint64_t, 4>& pixels,
                                     uint64_t inPixel)
        : bytes_(bytes), pixels_(pixels), inPixel_(inPixel) {
        const uint64_t last = std::max(std::max(pixels[0], pixels[1]), std::max(pixels[2], pixels[3]));
        allThere_ = last <= bytes.size() && bytes.size() - last >= inPixel + sizeof(Word);
    }

    /// Zeros where there is no memory.
    [[gnu::always_inline]] void load(Uint4& words) const {
        std::array<Word, func::kQuadFragments> loaded{};
        for (size_t f = 0; f < loaded.size(); ++f)
            if (allThere_ || isThere(f)) std::memcpy(&loaded[f], place(f), sizeof(Word));
        words = Uint4{loaded[0], loaded[1], loaded[2], loaded[3]};
    }
    /// Stores the words of the fragments in a mask.
    [[gnu::always_inline]] void store(const Uint4& words, uint32_t fragments) const {
        for (size_t f = 0; f < func::kQuadFragments; ++f) {
            const auto word = static_cast<Word>(words[f]);
            if ((fragments >> f & 1) != 0 && (allThere_ || isThere(f))) std::memcpy(place(f), &word, sizeof word);
        }
    }

  private:
    bool isThere(size_t fragment) const {
        const uint64_t offset = pixels_[fragment] + inPixel_;
        return offset <= bytes_.size() && bytes_.size() - offset >= sizeof(Word);
    }
    std::byte* place(size_t fragment) const { return bytes_.data() + pixels_[fragment] + inPixel_; }

    std::span<std::byte> bytes_;
    const std::array<uint64_t, 4>& pixels_;
    uint64_t inPixel_;
    bool allThere_;
};

/// A bit for each fragment that a mask has.
[[gnu::always_inline]] inline uint32_t bitsOf(const func::Int4& mask) {
    const auto pairs = std::bit_cast<std::array<uint64_t, 2>>(mask & func::Int4{1, 2, 4, 8});
    const uint64_t both = pairs[0] | pairs[1];
    return static_cast<uint32_t>(both | both >> 32);
}

template <DepthFormat kFormat, uint32_t kSamples>
[[gnu::always_inline]] inline uint32_t testQuad(const RenderContext& context, const TriangleDepths<kSamples>& triangle,
                                                const FragmentBatch& batch, uint32_t q) {
    using Word = std::conditional_t<kFormat == DepthFormat::Unorm16, uint16_t, uint32_t>;
    constexpr uint32_t kDepth = depthBits(kFormat);
    const DepthTarget& target = context.targets.depth;
    const std::array<uint64_t, 4> pixels =
        target.depth.view.offsetsOfQuad(static_cast<uint32_t>(batch.x[q] - context.targets.offsetX),
                                        static_cast<uint32_t>(batch.y[q] - context.targets.offsetY), triangle.layer);
    QuadValues centres;
    FragmentGeometry::planeAtCentres(triangle.plane, batch.x[q], batch.y[q], centres);
    const uint32_t live = batch.live[q];
    uint32_t left = 0;
    for (uint32_t s = 0; s < kSamples; ++s) {
        QuadValues depths = centres + triangle.changes[s];
        transformDepths(triangle.transform, triangle.offset, depths);
        Uint4 tested;
        depthWords<kFormat>(depths, tested);
        const QuadWords<Word> place(target.depth.bytes, pixels, s * sizeof(Word));
        Uint4 stored;
        place.load(stored);
        uint32_t passing = bitsOf(std::bit_cast<func::Int4>(func::compare(*target.plainTest, tested, stored & kDepth)));
        uint32_t samples = 0;
        for (uint32_t f = 0; f < func::kQuadFragments; ++f) samples |= (passing >> f & 1) << (f * kSamples + s);
        samples &= live;
        left |= samples;
        if constexpr (kSamples == 1) {
            passing = samples;
        } else {
            passing = 0;
            for (uint32_t f = 0; f < func::kQuadFragments; ++f) passing |= (samples >> (f * kSamples + s) & 1) << f;
        }
        if (target.writes && passing != 0) place.store(tested | (stored & ~kDepth), passing);
    }
    return left;
}

template <DepthFormat kFormat, uint32_t kSamples>
[[gnu::always_inline]] inline void testQuads(const RenderContext& context, FragmentBatch& batch) {
    for (uint32_t q = 0; q < batch.quads;) {
        const uint32_t number = batch.triangle[q];
        const TriangleDepths<kSamples> triangle(context, number);
        for (; q < batch.quads && batch.triangle[q] == number; ++q)
            if (batch.live[q] != 0) batch.live[q] = testQuad<kFormat, kSamples>(context, triangle, batch, q);
    }
}

template <DepthFormat kFormat>
[[gnu::always_inline]] inline void testFormat(const RenderContext& context, FragmentBatch& batch) {
    if (context.samples() == 1) return testQuads<kFormat, 1>(context, batch);
    if (context.samples() == 2) return testQuads<kFormat, 2>(context, batch);
    testQuads<kFormat, 4>(context, batch);
}

[[gnu::always_inline]] inline void testPlain(const RenderContext& context, FragmentBatch& batch) {
    switch (context.targets.depth.format) {
        case DepthFormat::Unorm16:
            return testFormat<DepthFormat::Unorm16>(context, batch);
        case DepthFormat::Float32:
            return testFormat<DepthFormat::Float32>(context, batch);
        default:
            return testFormat<DepthFormat::Unorm24Stencil8>(context, batch);
    }
}

void testPlainOnAnyHost(const RenderContext& context, FragmentBatch& batch) { testPlain(context, batch); }

CYCLORAMA_WIDE_HOST [[gnu::flatten]] void testPlainOnWideHost(const RenderContext& context, FragmentBatch& batch) {
    testPlain(context, batch);
}

}  // namespace

void testPlainDepths(const RenderContext& context, FragmentBatch& batch) {
    const auto test = func::isWideHost() ? testPlainOnWideHost : testPlainOnAnyHost;
    test(context, batch);
}

}  // namespace cyclorama::adreno
