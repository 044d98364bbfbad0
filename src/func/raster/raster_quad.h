// SPDX-License-Identifier: MIT
#pragma once
// The values and the coverage of one quad of fragments. All traversals end here.
//
// Edge and depth values are never computed from a fragment's coordinates: they are carried from the tile where a
// traversal starts, adding a power of two times the increment per pixel at each level of tiles, first in x, then in y.
// The rounding of these sums decides coverage and depth to the last bit, so a start tile is part of a triangle's
// result.

#include <array>
#include <cstddef>
#include <cstdint>

#include "func/lanes/fragment_lanes.h"
#include "func/layout/pixel_layout.h"
#include "func/raster/raster_batch.h"
#include "func/raster/triangle_setup.h"

namespace cyclorama::func {

/// The values of a triangle's planes at some place.
using PlaneValues = std::array<double, 4>;

/// Four fragments, (x, y), (x+1, y), (x, y+1), (x+1, y+1), of one triangle.
struct Quad {
    int32_t x = 0;
    int32_t y = 0;
    /// The triangle's position in its group.
    uint32_t triangle = 0;
    /// Bit f: fragment f, or any sample of it, is inside the triangle.
    uint32_t coverage = 0;
    /// At the fragment's sample point; with multisampling the mean over the covered samples, or where none is the
    /// values at the corner of the pixel (in window coordinates: at its centre). Attributes are interpolated with them.
    std::array<PlaneValues, kQuadFragments> values;
    /// As in the depth buffer; with multisampling at the corner of the pixel.
    std::array<uint32_t, kQuadFragments> depth;
    /// With multisampling only. Bit s: sample s of the fragment is inside.
    std::array<uint32_t, kQuadFragments> sampleCoverage;
    /// With multisampling only. Bit f: the corner of fragment f is inside, whatever its samples.
    uint32_t cornerCoverage = 0;
    /// With multisampling only, and only of the samples inside.
    std::array<std::array<uint32_t, kMaxSamples>, kQuadFragments> sampleDepth;
};

/// Number of fragments in a mask of a quad's fragments.
constexpr uint32_t countFragments(uint32_t mask) {
    constexpr uint64_t kCounts = 0x4332'3221'3221'2110;  // 4 bits each
    return static_cast<uint32_t>(kCounts >> 4 * mask & 0xf);
}

/// Values that a triangle's quads are made with: increments per pixel, coverage limits and sample increments.
class QuadEvaluator {
  public:
    QuadEvaluator() = default;
    QuadEvaluator(const SetupTriangle& triangle, const RasterState& state) { start(triangle, state); }

    /// Continues with another triangle.
    void start(const SetupTriangle& triangle, const RasterState& state);

    /// Increments of the values per pixel.
    const PlaneValues& stepX() const { return stepX_; }
    const PlaneValues& stepY() const { return stepY_; }

    /// Values at the first fragment of pixel (0, 0).
    const PlaneValues& origin() const { return origin_; }

    /// Values at the first fragment of a tile that starts at pixel (x, y).
    PlaneValues startValues(int32_t x, int32_t y) const;

    /// True if these values are those of a point inside the triangle: on the inner side of each edge, or on it where it
    /// is a left edge, or a horizontal one on the inner triangle's lower side, and within the depth range. Values
    /// closer to zero than 1e-12 count as on the edge.
    bool inside(const PlaneValues& values) const {
        return values[0] >= edgeLimit_[0] && values[1] >= edgeLimit_[1] && values[2] >= edgeLimit_[2] &&
               values[kDepthPlane] >= nearLimit_ && values[kDepthPlane] <= farLimit_;
    }

    /// The quad at (x, y) whose first fragment has these values. Fills all of `quad` but `triangle`; where nothing is
    /// covered, only x, y and coverage.
    void evaluate(int32_t x, int32_t y, const PlaneValues& values, Quad& quad) const {
        if (canSkip(values, kQuadWidth))
            markUncovered(x, y, quad);
        else
            evaluateTouched(x, y, values, quad);
    }
    /// evaluate() for a quad that cannot be skipped, and for one that can.
    void evaluateTouched(int32_t x, int32_t y, const PlaneValues& values, Quad& quad) const;
    static void markUncovered(int32_t x, int32_t y, Quad& quad) {
        quad.x = x;
        quad.y = y;
        quad.coverage = quad.cornerCoverage = 0;
    }

    /// evaluate() with one sample a pixel, coverageWithin() and QuadBatch::append() at once: appends nothing if
    /// no fragment within the rectangle is covered. Requires !batch.full().
    void append(int32_t x, int32_t y, const PlaneValues& values, const PixelRectangle& rectangle, uint32_t triangle,
                QuadBatch& batch) const;

    /// As append(), with any number of samples, but of the batch only x, y, triangle and sampleCoverage are filled.
    /// `wholeQuads` as for QuadBatch::append().
    void appendCoverage(int32_t x, int32_t y, const PlaneValues& values, const PixelRectangle& rectangle,
                        uint32_t triangle, bool wholeQuads, QuadBatch& batch) const;

    /// Before surelyWhole() of a triangle with one sample a pixel; with more, start() does it.
    void findWhole();
    /// True if all fragments and samples of the tile of `quads` by `quads` quads that starts with these values are
    /// inside, whatever the rounding. False says nothing.
    bool surelyWhole(const PlaneValues& values, double quads = 1.0) const {
        constexpr double kShare = 1.0 - 0x1p-30;
        const double depth = values[kDepthPlane];
        return values[0] * kShare >= wholeFrom_[0] * quads && values[1] * kShare >= wholeFrom_[1] * quads &&
               values[2] * kShare >= wholeFrom_[2] * quads && depth >= wholeNear_ + depthFall_ * quads &&
               depth <= wholeFar_ - depthRise_ * quads;
    }

    /// True if no fragment or sample of the tile of `size` by `size` pixels that starts with these values can be
    /// inside, whatever the rounding. False says nothing.
    bool canSkip(const PlaneValues& values, double size) const { return canSkip(values, mostRise(size)); }
    /// Largest increase of each edge's value within a tile of this size, from the value at its start: for canSkip() of
    /// many tiles.
    std::array<double, 3> mostRise(double size) const {
        return {skipRise_[0] * size + skipMargin_[0], skipRise_[1] * size + skipMargin_[1],
                skipRise_[2] * size + skipMargin_[2]};
    }
    static bool canSkip(const PlaneValues& values, const std::array<double, 3>& mostRise) {
        // Without branches: which edge decides cannot be foretold.
        const auto isBelow = [&](size_t edge) { return static_cast<int>(values[edge] + mostRise[edge] < 0.0); };
        return (isBelow(0) | isBelow(1) | isBelow(2)) != 0;
    }

  private:
    using Planes = std::array<FragmentLanes, 4>;

    bool clampsDepth() const { return depthConversion_.clamps || depthConversion_.offset != 0.0; }
    FragmentMask within(const Planes& at) const;
    // Compiled for each kind of host (lanes/host_versions.h).
    void appendKernel(int32_t x, int32_t y, const PlaneValues& values, const PixelRectangle& rectangle,
                      uint32_t triangle, QuadBatch& batch) const;
    void appendCoverageKernel(int32_t x, int32_t y, const PlaneValues& values, const PixelRectangle& rectangle,
                              uint32_t triangle, bool wholeQuads, QuadBatch& batch) const;
    template <bool kWhole>
    void evaluateSamples(const Planes& corner, Quad& quad) const;

    PlaneValues stepX_{};
    PlaneValues stepY_{};
    PlaneValues origin_{};
    std::array<double, 3> edgeLimit_{};
    double nearLimit_ = 0.0;
    double farLimit_ = 0.0;
    DepthConversion depthConversion_;
    uint32_t samples_ = 1;
    /// Fragments without a covered sample have the values at the pixel's centre, for the derivatives of their quad.
    bool centreUncovered_ = false;
    std::array<double, 3> skipRise_{};
    std::array<double, 3> skipMargin_{};
    // The values at the start of a quad from which on surelyWhole() holds; of depth without its change over the quad.
    std::array<double, 3> wholeFrom_{};
    double wholeNear_ = 0.0;
    double wholeFar_ = 0.0;
    double depthFall_ = 0.0;
    double depthRise_ = 0.0;
    /// Increments from the corner of the pixel to each sample, plane by plane.
    struct SampleStep {
        std::array<Double2, 4> x;
        std::array<Double2, 4> y;
    };
    std::array<SampleStep, kMaxSamples> sampleSteps_;
};

/// The quad's coverage within a rectangle.
uint32_t coverageWithin(const Quad& quad, const PixelRectangle& rectangle);

}  // namespace cyclorama::func
