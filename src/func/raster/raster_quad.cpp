// SPDX-License-Identifier: MIT
#include "func/raster/raster_quad.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include "func/lanes/host_versions.h"

namespace cyclorama::func {

namespace {

// Closer to zero, a value counts as zero.
constexpr double kZeroLimit = 1.0e-12;

// Beyond, where depth is not limited, rounding is not bounded either.
constexpr double kMostDepth = 0x1p8;

PlaneValues add(const PlaneValues& a, const PlaneValues& b) {
    return {a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3]};
}

/// The fragments of the quad at (x, y) within the rectangle.
uint32_t pixelsWithin(int32_t x, int32_t y, const PixelRectangle& rectangle) {
    const auto inside = [](int32_t at, int32_t from, int32_t to) {
        return static_cast<uint32_t>(at >= from && at < to);
    };
    const uint32_t columns =
        inside(x, rectangle.minX, rectangle.maxX) * 0b0101u | inside(x + 1, rectangle.minX, rectangle.maxX) * 0b1010u;
    const uint32_t rows =
        inside(y, rectangle.minY, rectangle.maxY) * 0b0011u | inside(y + 1, rectangle.minY, rectangle.maxY) * 0b1100u;
    return columns & rows;
}

/// Bit f of a mask of fragments at bit f * samples.
uint32_t spreadFragments(uint32_t mask, uint32_t samples) {
    uint32_t bits = 0;
    for (uint32_t f = 0; f < kQuadFragments; ++f) bits |= (mask >> f & 1) << (f * samples);
    return bits;
}

/// DepthConversion of each fragment; `clamped` where it clamps.
[[gnu::always_inline]] inline std::array<uint32_t, kQuadFragments> depthsOf(const DepthConversion& conversion,
                                                                            bool clamped, const FragmentLanes& z) {
    std::array<uint32_t, kQuadFragments> depths;
    for (uint32_t half = 0; half < 2; ++half) {
        Double2 window = splat(conversion.scale) * z[half] + splat(conversion.bias);
        if (clamped) {
            window += splat(conversion.offset);
            window = select(maskOf(window > splat(1.0)), splat(1.0), window);
            window = select(maskOf(window < splat(0.0)), splat(0.0), window);
        }
        window = window * splat(conversion.maximum) + splat(conversion.rounding);
        window = keep(maskOf(absolute(window) < splat(0x1p63)), window);
        depths[size_t{2} * half] = static_cast<uint32_t>(static_cast<int64_t>(window[0]));
        depths[size_t{2} * half + 1] = static_cast<uint32_t>(static_cast<int64_t>(window[1]));
    }
    return depths;
}

}  // namespace

void QuadEvaluator::start(const SetupTriangle& triangle, const RasterState& state) {
    depthConversion_ = depthConversion(state);
    samples_ = state.samples;
    centreUncovered_ = state.rules.uncoveredFragments == UncoveredFragments::AtCentre;
    for (uint32_t p = 0; p < 4; ++p) {
        const PlaneEquation& plane = triangle.planes[p];
        stepX_[p] = plane.a;
        stepY_[p] = plane.b;
        origin_[p] = plane.c;
    }
    // The least value that is inside, so that one comparison decides: just above -kZeroLimit for edges that own the
    // points on them.
    const double aboveNegativeLimit = std::nextafter(-kZeroLimit, 0.0);
    for (uint32_t e = 0; e < 3; ++e) {
        const bool ownsEdge = stepX_[e] > 0.0 || (stepX_[e] == 0.0 && stepY_[e] >= 0.0);
        edgeLimit_[e] = ownsEdge ? aboveNegativeLimit : kZeroLimit;
    }
    farLimit_ = 1.0 + kZeroLimit;
    nearLimit_ = state.depthRange.zeroToOne ? aboveNegativeLimit : -farLimit_;
    if (state.rules.coordinates == SetupCoordinates::Window) {
        // Far beyond what the depth of a vertex on a plane can be off, far below a step of the depth buffer.
        constexpr double kMargin = 0x1p-26;
        constexpr double kNone = std::numeric_limits<double>::infinity();
        farLimit_ = state.clipDepth && state.clipFarDepth ? 1.0 + kMargin : kNone;
        nearLimit_ = !state.clipDepth || !state.clipNearDepth ? -kNone
                     : state.depthRange.zeroToOne             ? -kMargin
                                                              : -1.0 - kMargin;
    }
    depthConversion_.offset = triangle.depthOffset;

    // A value is at most that at the tile's start plus the rise over the tile. The slack is some thousand times what
    // rounding can add on the way there.
    constexpr double kSlack = 0x1p-30;
    const double shrink = samples_ > 1 ? 0.0 : 1.0;
    for (uint32_t e = 0; e < 3; ++e) {
        const double rise = std::max(stepX_[e], 0.0) + std::max(stepY_[e], 0.0);
        const double slack = (std::abs(stepX_[e]) + std::abs(stepY_[e])) * kSlack;
        skipRise_[e] = rise + slack;
        skipMargin_[e] = 2.0 * kZeroLimit - rise * shrink;
    }
    if (samples_ == 1) return;
    findWhole();
    const auto pattern = sampleOffsets(state);
    for (uint32_t s = 0; s < pattern.size(); ++s) {
        for (uint32_t p = 0; p < 4; ++p) {
            sampleSteps_[s].x[p] = splat(stepX_[p] * pattern[s].x);
            sampleSteps_[s].y[p] = splat(stepY_[p] * pattern[s].y);
        }
    }
}

void QuadEvaluator::findWhole() {
    // As for canSkip(), with slack far beyond what rounding can take away on the way to a sample: of a value some units
    // in the 50th place, for which surelyWhole() leaves out a share, and of the steps.
    constexpr double kSlack = 0x1p-28;
    constexpr double kSize = kQuadWidth;
    double allSteps = 0.0;
    const auto fallOf = [&](uint32_t plane) {
        const double x = stepX_[plane];
        const double y = stepY_[plane];
        const double steps = std::abs(x) + std::abs(y);
        allSteps += steps;
        return (std::max(-x, 0.0) + std::max(-y, 0.0)) * kSize + steps * kSlack;
    };
    for (uint32_t e = 0; e < 3; ++e) wholeFrom_[e] = fallOf(e) + 2.0 * kZeroLimit;
    depthFall_ = fallOf(kDepthPlane);
    depthRise_ = depthFall_ + (stepX_[kDepthPlane] + stepY_[kDepthPlane]) * kSize;
    wholeNear_ = std::max(nearLimit_, -kMostDepth) + kSlack;
    wholeFar_ = std::min(farLimit_, kMostDepth) - kSlack;
    // With steps that are infinite or no numbers, nothing is sure.
    if (!std::isfinite(allSteps)) wholeFrom_[0] = std::numeric_limits<double>::quiet_NaN();
}

PlaneValues QuadEvaluator::startValues(int32_t x, int32_t y) const {
    // Samples are placed from the corner of the pixel.
    const double corner = samples_ > 1 ? -0.5 : 0.0;
    const double atX = static_cast<double>(x) + corner;
    const double atY = static_cast<double>(y) + corner;
    PlaneValues values;
    for (uint32_t p = 0; p < 4; ++p) {
        values[p] = stepX_[p] * atX + stepY_[p] * atY + origin_[p];
    }
    return values;
}

[[gnu::always_inline]] inline void QuadEvaluator::appendKernel(int32_t x, int32_t y, const PlaneValues& values,
                                                               const PixelRectangle& rectangle, uint32_t triangle,
                                                               QuadBatch& batch) const {
    if (canSkip(values, kQuadWidth)) return;
    const uint32_t firstLane = batch.quads * kQuadFragments;
    const auto atFragments = [&](uint32_t plane) { return fragmentsFrom(values[plane], stepX_[plane], stepY_[plane]); };
    const FragmentLanes depth = atFragments(kDepthPlane);
    FragmentMask covered{atLeast(depth[0], nearLimit_) & atMost(depth[0], farLimit_),
                         atLeast(depth[1], nearLimit_) & atMost(depth[1], farLimit_)};
    for (uint32_t e = 0; e < 3; ++e) {
        const FragmentLanes edge = atFragments(e);
        for (uint32_t half = 0; half < 2; ++half) covered[half] &= atLeast(edge[half], edgeLimit_[e]);
        std::memcpy(&batch.edge[e][firstLane], edge.data(), sizeof edge);
    }
    const uint32_t coverage = bitsOf(covered) & pixelsWithin(x, y, rectangle);
    if (coverage == 0) return;
    const std::array<uint32_t, kQuadFragments> depths = depthsOf(depthConversion_, clampsDepth(), depth);
    std::memcpy(&batch.depth[firstLane], depths.data(), sizeof depths);
    batch.x[batch.quads] = x;
    batch.y[batch.quads] = y;
    batch.triangle[batch.quads] = triangle;
    batch.coverage[batch.quads] = batch.sampleCoverage[batch.quads] = coverage;
    ++batch.quads;
}

void QuadEvaluator::append(int32_t x, int32_t y, const PlaneValues& values, const PixelRectangle& rectangle,
                           uint32_t triangle, QuadBatch& batch) const {
    runOnHost<&QuadEvaluator::appendKernel>(*this, x, y, values, rectangle, triangle, batch);
}

[[gnu::always_inline]] inline void QuadEvaluator::appendCoverageKernel(int32_t x, int32_t y, const PlaneValues& values,
                                                                       const PixelRectangle& rectangle,
                                                                       uint32_t triangle, bool wholeQuads,
                                                                       QuadBatch& batch) const {
    if (canSkip(values, kQuadWidth)) return;
    Planes first;
    for (uint32_t p = 0; p < 4; ++p) first[p] = fragmentsFrom(values[p], stepX_[p], stepY_[p]);
    const uint32_t pixels = pixelsWithin(x, y, rectangle);
    uint32_t samples = 0;
    if (samples_ == 1) {
        samples = bitsOf(within(first)) & pixels;
        if (samples == 0) return;
    } else {
        uint32_t any = 0;
        for (uint32_t s = 0; s < samples_; ++s) {
            const SampleStep& step = sampleSteps_[s];
            Planes at;
            for (uint32_t p = 0; p < 4; ++p) at[p] = add(add(first[p], step.x[p]), step.y[p]);
            const uint32_t inside = bitsOf(within(at));
            any |= inside;
            samples |= spreadFragments(wholeQuads ? inside : inside & pixels, samples_) << s;
        }
        if ((any & pixels) == 0) return;
    }
    batch.x[batch.quads] = x;
    batch.y[batch.quads] = y;
    batch.triangle[batch.quads] = triangle;
    batch.sampleCoverage[batch.quads] = samples;
    ++batch.quads;
}

void QuadEvaluator::appendCoverage(int32_t x, int32_t y, const PlaneValues& values, const PixelRectangle& rectangle,
                                   uint32_t triangle, bool wholeQuads, QuadBatch& batch) const {
    runOnHost<&QuadEvaluator::appendCoverageKernel>(*this, x, y, values, rectangle, triangle, wholeQuads, batch);
}

FragmentMask QuadEvaluator::within(const Planes& at) const {
    FragmentMask mask;
    for (uint32_t half = 0; half < 2; ++half)
        mask[half] = atLeast(at[0][half], edgeLimit_[0]) & atLeast(at[1][half], edgeLimit_[1]) &
                     atLeast(at[2][half], edgeLimit_[2]) & atLeast(at[kDepthPlane][half], nearLimit_) &
                     atMost(at[kDepthPlane][half], farLimit_);
    return mask;
}

template <bool kWhole>
void QuadEvaluator::evaluateSamples(const Planes& corner, Quad& quad) const {
    constexpr Int4 kSet = {-1, -1, -1, -1};
    quad.cornerCoverage = kWhole ? 0xf : bitsOf(within(corner));
    const bool clamped = clampsDepth();
    quad.depth = depthsOf(depthConversion_, clamped, corner[kDepthPlane]);

    // Over the covered samples: those they are, in bits, how many, and their sum. Adding zero for another one changes
    // nothing, as a sum is never a negative zero.
    FragmentMask covered{};
    FragmentLanes count = lanesOf(0.0);
    Planes sum;
    for (uint32_t p = 0; p < 4; ++p) sum[p] = lanesOf(0.0);
    for (uint32_t s = 0; s < samples_; ++s) {
        const SampleStep& step = sampleSteps_[s];
        Planes at;
        for (uint32_t p = 0; p < 4; ++p) at[p] = add(add(corner[p], step.x[p]), step.y[p]);
        const FragmentMask mask = kWhole ? FragmentMask{kSet, kSet} : within(at);
        if (bitsOf(mask) == 0) continue;
        for (uint32_t half = 0; half < 2; ++half) covered[half] |= maskBits(mask[half], int32_t{1} << s);
        count = add(count, keep(mask, lanesOf(1.0)));
        for (uint32_t p = 0; p < 4; ++p) sum[p] = add(sum[p], keep(mask, at[p]));
        const std::array<uint32_t, kQuadFragments> depths = depthsOf(depthConversion_, clamped, at[kDepthPlane]);
        for (uint32_t f = 0; f < kQuadFragments; ++f) quad.sampleDepth[f][s] = depths[f];
    }
    for (uint32_t f = 0; f < kQuadFragments; ++f) quad.sampleCoverage[f] = wordOf(covered, f);
    const FragmentMask any = {covered[0] != 0, covered[1] != 0};
    quad.coverage = bitsOf(any);
    if (quad.coverage == 0) return;
    for (uint32_t p = 0; p < 4; ++p) {
        const Double2 toUncovered = splat(centreUncovered_ ? (stepX_[p] + stepY_[p]) * 0.5 : -0.0);
        for (uint32_t half = 0; half < 2; ++half) {
            const Double2 value = select(any[half], sum[p][half] / count[half], corner[p][half] + toUncovered);
            quad.values[size_t{2} * half][p] = value[0];
            quad.values[size_t{2} * half + 1][p] = value[1];
        }
    }
}

void QuadEvaluator::evaluateTouched(int32_t x, int32_t y, const PlaneValues& values, Quad& quad) const {
    quad.x = x;
    quad.y = y;
    if (samples_ > 1) {
        Planes corner;
        for (uint32_t p = 0; p < 4; ++p) corner[p] = fragmentsFrom(values[p], stepX_[p], stepY_[p]);
        if (surelyWhole(values))
            evaluateSamples<true>(corner, quad);
        else
            evaluateSamples<false>(corner, quad);
        return;
    }
    quad.values[0] = values;
    quad.values[1] = add(values, stepX_);
    quad.values[2] = add(values, stepY_);
    quad.values[3] = add(quad.values[1], stepY_);
    quad.coverage = 0;
    for (uint32_t f = 0; f < kQuadFragments; ++f) quad.coverage |= static_cast<uint32_t>(inside(quad.values[f])) << f;
    if (quad.coverage == 0) return;
    for (uint32_t f = 0; f < kQuadFragments; ++f) quad.depth[f] = depthConversion_(quad.values[f][kDepthPlane]);
}

void QuadBatch::append(const Quad& quad, uint32_t samples, bool wholeQuads) {
    x[quads] = quad.x;
    y[quads] = quad.y;
    triangle[quads] = quad.triangle;
    coverage[quads] = quad.coverage;
    const uint32_t firstLane = quads * kQuadFragments;
    for (uint32_t f = 0; f < kQuadFragments; ++f) {
        for (uint32_t e = 0; e < 3; ++e) {
            edge[e][firstLane + f] = quad.values[f][e];
        }
        depth[firstLane + f] = quad.depth[f];
    }
    sampleCoverage[quads] = quad.coverage;
    if (samples > 1) {
        uint32_t mask = 0;
        for (uint32_t f = 0; f < kQuadFragments; ++f) {
            if (wholeQuads || (quad.coverage >> f & 1) != 0) {
                mask |= quad.sampleCoverage[f] << (f * samples);
            }
            std::copy_n(quad.sampleDepth[f].begin(), samples, sampleDepth.begin() + size_t{firstLane + f} * samples);
        }
        sampleCoverage[quads] = mask;
    }
    ++quads;
}

std::span<const uint32_t> QuadBatch::testDepths(uint32_t samples) const {
    const std::span<const uint32_t> all = samples > 1 ? std::span<const uint32_t>(sampleDepth) : depth;
    return all.first(size_t{quads} * kQuadFragments * samples);
}

uint32_t coverageWithin(const Quad& quad, const PixelRectangle& rectangle) {
    return quad.coverage & pixelsWithin(quad.x, quad.y, rectangle);
}

}  // namespace cyclorama::func
