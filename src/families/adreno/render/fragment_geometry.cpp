// SPDX-License-Identifier: MIT
#include "families/adreno/render/fragment_geometry.h"

#include <bit>

#include "func/lanes/host_versions.h"

namespace cyclorama::adreno {
namespace {

uint32_t word(double value) { return std::bit_cast<uint32_t>(static_cast<float>(value)); }

}  // namespace

FragmentGeometry::FragmentGeometry(const RasterControl& control, const RasterList& list)
    : control_(control), list_(list) {
    for (uint32_t i = 0; i < kViewports; ++i) depths_[i] = DepthTransform(control, i);
}

FragmentGeometry::Place FragmentGeometry::shadedAt(const FragmentBatch& batch, uint32_t quad, bool atSample) const {
    return atSample ? sampleAt(batch.sample[quad]) : Place{};
}

/// The centre of a pixel of which all samples, or none, are covered; else the first of those that are.
FragmentGeometry::Places FragmentGeometry::centroids(uint32_t covered) const {
    Places places{};
    const uint32_t samples = control_.samples;
    const uint32_t whole = (1u << samples) - 1;
    for (uint32_t f = 0; f < func::kQuadFragments; ++f) {
        const uint32_t mask = samplesOf(covered, f, samples);
        if (mask != 0 && mask != whole) places[f] = sampleAt(static_cast<uint32_t>(std::countr_zero(mask)));
    }
    return places;
}

FragmentGeometry::Values FragmentGeometry::valuesAt(const func::PlaneEquation& plane, const FragmentBatch& batch,
                                                    uint32_t quad, const Places& places) {
    QuadValues centres;
    planeAtCentres(plane, batch.x[quad], batch.y[quad], centres);
    Values values = std::bit_cast<Values>(centres);
    for (uint32_t f = 0; f < func::kQuadFragments; ++f) values[f] += plane.a * places[f].x + plane.b * places[f].y;
    return values;
}

/// From the shares of a part's corners, divided by their w, to those of the primitive's corners. Those that are linear
/// in the window are linear in the whole primitive, not only in each of its parts.
FragmentGeometry::Shares FragmentGeometry::sharesOfWhole(const ClippedPart& part, const Shares& ofPart, bool linear) {
    Shares whole{};
    for (size_t k = 0; k < whole.size(); ++k) {
        for (size_t e = 0; e < ofPart.size(); ++e) {
            const double weight = linear ? part.shares[e][k] * part.w[k] : part.shares[e][k];
            for (uint32_t f = 0; f < func::kQuadFragments; ++f) whole[k][f] += ofPart[e][f] * weight;
        }
    }
    return whole;
}

CYCLORAMA_HOST_VERSIONS
void FragmentGeometry::barycentrics(const FragmentBatch& batch, Barycentric kind, bool perSample, ir3::LaneWords& i,
                                    ir3::LaneWords& j) const {
    const bool linear = kind >= Barycentric::LinearPixel;
    const bool centroid = kind == Barycentric::PerspectiveCentroid || kind == Barycentric::LinearCentroid;
    const bool sample = kind == Barycentric::PerspectiveSample || kind == Barycentric::LinearSample;
    for (uint32_t q = 0; q < batch.quads; ++q) {
        const uint32_t t = batch.triangle[q];
        const func::SetupTriangle& setup = list_.setups[t];
        const Places places = centroid && control_.samples > 1 ? centroids(batch.covered[q])
                                                               : all(shadedAt(batch, q, sample && perSample));
        Shares share;
        for (size_t e = 0; e < share.size(); ++e) share[e] = valuesAt(setup.planes[e], batch, q, places);
        const RasterTriangle& triangle = list_.triangles[t];
        const bool isPart = triangle.part != RasterTriangle::kWhole;
        if (isPart || (!linear && !triangle.flatW))
            for (size_t e = 0; e < share.size(); ++e)
                for (double& value : share[e]) value *= setup.inverseW[e];
        if (isPart) share = sharesOfWhole(list_.parts[triangle.part], share, linear);
        const uint32_t lane = q * func::kQuadFragments;
        for (uint32_t f = 0; f < func::kQuadFragments; ++f) {
            const double inverse = 1.0 / (share[0][f] + share[1][f] + share[2][f]);
            i.lane[lane + f] = word(share[1][f] * inverse);
            j.lane[lane + f] = word(share[2][f] * inverse);
        }
    }
}

CYCLORAMA_HOST_VERSIONS
void FragmentGeometry::depths(const FragmentBatch& batch, bool atSample, ir3::LaneWords& z) const {
    for (uint32_t q = 0; q < batch.quads; ++q) {
        const uint32_t t = batch.triangle[q];
        const func::SetupTriangle& setup = list_.setups[t];
        const Values values = valuesAt(setup.planes[func::kDepthPlane], batch, q, all(shadedAt(batch, q, atSample)));
        for (uint32_t f = 0; f < func::kQuadFragments; ++f)
            z.lane[q * func::kQuadFragments + f] = word(depthOf(t).ofPosition(values[f], setup.depthOffset));
    }
}

CYCLORAMA_HOST_VERSIONS
void FragmentGeometry::inverseWs(const FragmentBatch& batch, bool atSample, ir3::LaneWords& inverseW) const {
    for (uint32_t q = 0; q < batch.quads; ++q) {
        const func::SetupTriangle& setup = list_.setups[batch.triangle[q]];
        const Places places = all(shadedAt(batch, q, atSample));
        Values sum{};
        Values weighted{};
        for (size_t e = 0; e < setup.inverseW.size(); ++e) {
            const Values values = valuesAt(setup.planes[e], batch, q, places);
            for (uint32_t f = 0; f < func::kQuadFragments; ++f) {
                sum[f] += values[f];
                weighted[f] += values[f] * setup.inverseW[e];
            }
        }
        for (uint32_t f = 0; f < func::kQuadFragments; ++f)
            inverseW.lane[q * func::kQuadFragments + f] = word(weighted[f] / sum[f]);
    }
}

void FragmentGeometry::pixels(const FragmentBatch& batch, bool atSample, ir3::LaneWords& x, ir3::LaneWords& y) const {
    constexpr int32_t kUnits = 16;
    for (uint32_t q = 0; q < batch.quads; ++q) {
        const Place place = shadedAt(batch, q, atSample);
        const auto units = [](double fromCentre) { return static_cast<int32_t>((fromCentre + 0.5) * kUnits); };
        for (uint32_t f = 0; f < func::kQuadFragments; ++f) {
            const uint32_t lane = q * func::kQuadFragments + f;
            x.lane[lane] = static_cast<uint32_t>((batch.x[q] + static_cast<int32_t>(f & 1)) * kUnits + units(place.x));
            y.lane[lane] = static_cast<uint32_t>((batch.y[q] + static_cast<int32_t>(f >> 1)) * kUnits + units(place.y));
        }
    }
}

CYCLORAMA_HOST_VERSIONS
void FragmentGeometry::sampleDepths(const FragmentBatch& batch, uint32_t quad, double* depths) const {
    const uint32_t t = batch.triangle[quad];
    const func::SetupTriangle& setup = list_.setups[t];
    const DepthTransform& transform = depthOf(t);
    for (uint32_t s = 0; s < control_.samples; ++s) {
        const Values values = valuesAt(setup.planes[func::kDepthPlane], batch, quad, all(sampleAt(s)));
        for (uint32_t f = 0; f < func::kQuadFragments; ++f)
            depths[f * control_.samples + s] = transform(values[f], setup.depthOffset);
    }
}

}  // namespace cyclorama::adreno
