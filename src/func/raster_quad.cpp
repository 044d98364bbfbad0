#include "func/raster_quad.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace cyclorama::func {

namespace {

// Closer to zero, a value counts as zero (ATTILA: GPUMath.h, MIN_BIAS).
constexpr double kZeroLimit = 1.0e-12;

PlaneValues add(const PlaneValues& a, const PlaneValues& b) {
    return {a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3]};
}

/// The fragments of the quad at (x, y) that lie within the rectangle.
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

PlaneValues scale(const PlaneValues& a, double factor) {
    return {a[0] * factor, a[1] * factor, a[2] * factor, a[3] * factor};
}

}  // namespace

void QuadEvaluator::start(const SetupTriangle& triangle, const RasterState& state) {
    depthConversion_ = depthConversion(state);
    samples_ = state.samples;
    centreUncovered_ = state.viewportTransform.has_value();
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
    if (state.viewportTransform) {
        // Far beyond what the depth of a vertex on a plane can be off, far below a step of the depth buffer.
        constexpr double kMargin = 0x1p-26;
        farLimit_ = state.clipDepth ? 1.0 + kMargin : std::numeric_limits<double>::infinity();
        nearLimit_ = !state.clipDepth             ? -std::numeric_limits<double>::infinity()
                     : state.depthRange.zeroToOne ? -kMargin
                                                  : -farLimit_;
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
    const auto pattern = state.viewportTransform ? windowSamplePattern(samples_) : samplePattern(samples_);
    for (uint32_t s = 0; s < pattern.size(); ++s) {
        sampleX_[s] = scale(stepX_, pattern[s].x);
        sampleY_[s] = scale(stepY_, pattern[s].y);
    }
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

void QuadEvaluator::evaluate(int32_t x, int32_t y, const PlaneValues& values, Quad& quad) const {
    quad.x = x;
    quad.y = y;
    if (canSkip(values, kQuadWidth)) {
        quad.coverage = quad.cornerCoverage = 0;
        return;
    }
    quad.values[0] = values;
    quad.values[1] = add(values, stepX_);
    quad.values[2] = add(values, stepY_);
    quad.values[3] = add(quad.values[1], stepY_);
    quad.coverage = 0;
    if (samples_ > 1) {
        quad.cornerCoverage = 0;
        for (uint32_t f = 0; f < kQuadFragments; ++f) {
            quad.cornerCoverage |= static_cast<uint32_t>(inside(quad.values[f])) << f;
            quad.depth[f] = depthConversion_(quad.values[f][kDepthPlane]);
            evaluateSamples(quad, f);
        }
        return;
    }
    for (uint32_t f = 0; f < kQuadFragments; ++f) {
        quad.coverage |= static_cast<uint32_t>(inside(quad.values[f])) << f;
    }
    if (quad.coverage == 0) {
        return;
    }
    for (uint32_t f = 0; f < kQuadFragments; ++f) {
        quad.depth[f] = depthConversion_(quad.values[f][kDepthPlane]);
    }
}

void QuadEvaluator::append(int32_t x, int32_t y, const PlaneValues& values, const PixelRectangle& rectangle,
                           uint32_t triangle, QuadBatch& batch) const {
    if (canSkip(values, kQuadWidth)) return;
    const auto atFragments = [&](uint32_t plane) -> std::array<double, kQuadFragments> {
        const double right = values[plane] + stepX_[plane];
        return {values[plane], right, values[plane] + stepY_[plane], right + stepY_[plane]};
    };
    const auto mask = [](const std::array<double, kQuadFragments>& at, auto holds) {
        uint32_t bits = 0;
        for (uint32_t f = 0; f < kQuadFragments; ++f) bits |= static_cast<uint32_t>(holds(at[f])) << f;
        return bits;
    };
    const uint32_t firstLane = batch.quads * kQuadFragments;
    uint32_t coverage = pixelsWithin(x, y, rectangle);
    for (uint32_t e = 0; e < 3; ++e) {
        const std::array<double, kQuadFragments> edge = atFragments(e);
        coverage &= mask(edge, [limit = edgeLimit_[e]](double value) { return value >= limit; });
        if (coverage == 0) return;
        std::copy_n(edge.begin(), kQuadFragments, &batch.edge[e][firstLane]);
    }
    const std::array<double, kQuadFragments> depth = atFragments(kDepthPlane);
    coverage &= mask(depth, [this](double value) { return value >= nearLimit_ && value <= farLimit_; });
    if (coverage == 0) return;
    for (uint32_t f = 0; f < kQuadFragments; ++f) batch.depth[firstLane + f] = depthConversion_(depth[f]);
    batch.x[batch.quads] = x;
    batch.y[batch.quads] = y;
    batch.triangle[batch.quads] = triangle;
    batch.coverage[batch.quads] = batch.sampleCoverage[batch.quads] = coverage;
    ++batch.quads;
}

void QuadEvaluator::evaluateSamples(Quad& quad, uint32_t fragment) const {
    const PlaneValues corner = quad.values[fragment];
    quad.sampleCoverage[fragment] = 0;
    if (centreUncovered_) {
        for (uint32_t p = 0; p < 4; ++p) quad.values[fragment][p] += (stepX_[p] + stepY_[p]) * 0.5;
    }
    if (canSkip(corner, 1.0)) {
        return;
    }
    // As inside(), but without a way out before the end: which comparison fails cannot be foretold.
    const auto within = [this](const PlaneValues& values) {
        const std::array<bool, 5> met{values[0] >= edgeLimit_[0], values[1] >= edgeLimit_[1],
                                      values[2] >= edgeLimit_[2], values[kDepthPlane] >= nearLimit_,
                                      values[kDepthPlane] <= farLimit_};
        uint32_t all = 1;
        for (const bool one : met) all &= static_cast<uint32_t>(one);
        return all;
    };
    std::array<PlaneValues, kMaxSamples> at;
    uint32_t covered = 0;
    for (uint32_t s = 0; s < samples_; ++s) {
        at[s] = add(add(corner, sampleX_[s]), sampleY_[s]);
        covered |= within(at[s]) << s;
    }
    quad.sampleCoverage[fragment] = covered;
    if (covered == 0) return;
    quad.coverage |= 1u << fragment;
    PlaneValues sum{};
    for (uint32_t rest = covered; rest != 0; rest &= rest - 1) {
        const auto s = static_cast<uint32_t>(std::countr_zero(rest));
        quad.sampleDepth[fragment][s] = depthConversion_(at[s][kDepthPlane]);
        sum = add(sum, at[s]);
    }
    const auto count = static_cast<double>(std::popcount(covered));
    for (uint32_t p = 0; p < 4; ++p) quad.values[fragment][p] = sum[p] / count;
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
