// SPDX-License-Identifier: MIT
#include "families/adreno/gras/fragment_geometry.h"

#include <bit>
#include <cstring>

#include "func/lanes/host_versions.h"
#include "func/lanes/vectors.h"

namespace cyclorama::adreno {
namespace {

[[gnu::always_inline]] inline void storeFloats(const QuadValues& values, ir3::LaneWords& words, uint32_t quad) {
    const func::Float4 floats = __builtin_convertvector(values, func::Float4);
    std::memcpy(&words.lane[size_t{quad} * func::kQuadFragments], &floats, sizeof floats);
}

/// From the shares of a part's corners, divided by their w, to those of the primitive's corners. Those that are linear
/// in the window are linear in the whole primitive, not only in each of its parts.
[[gnu::always_inline]] inline void takeShareOfWhole(const ClippedPart& part, bool linear,
                                                    std::array<QuadValues, 3>& shares) {
    std::array<QuadValues, 3> whole{};
    for (size_t k = 0; k < whole.size(); ++k)
        for (size_t e = 0; e < shares.size(); ++e)
            whole[k] += shares[e] * (linear ? part.shares[e][k] * part.w[k] : part.shares[e][k]);
    shares = whole;
}

}  // namespace

FragmentGeometry::FragmentGeometry(const RasterControl& control, const RasterList& list)
    : control_(control), list_(list) {
    for (uint32_t i = 0; i < kViewports; ++i) depths_[i] = DepthTransform(control, i);
}

FragmentGeometry::Place FragmentGeometry::shadedAt(const FragmentBatch& batch, uint32_t quad, bool atSample) const {
    return atSample ? sampleAt(batch.sample[quad]) : Place{};
}

/// Moves the places of pixels of which some samples are covered from the centre to the first of those.
void FragmentGeometry::centroids(uint32_t covered, Places& places) const {
    const uint32_t samples = control_.samples;
    const uint32_t whole = (1u << samples) - 1;
    for (uint32_t f = 0; f < func::kQuadFragments; ++f) {
        const uint32_t mask = machine::samplesOfFragment(covered, f, samples);
        if (mask == 0 || mask == whole) continue;
        const Place place = sampleAt(static_cast<uint32_t>(std::countr_zero(mask)));
        places.x[f] = place.x;
        places.y[f] = place.y;
    }
}

[[gnu::always_inline]] inline void FragmentGeometry::barycentricsKernel(const FragmentBatch& batch, Barycentric kind,
                                                                        bool perSample, ir3::LaneWords& i,
                                                                        ir3::LaneWords& j) const {
    const bool linear = kind >= Barycentric::LinearPixel;
    const bool centroid = kind == Barycentric::PerspectiveCentroid || kind == Barycentric::LinearCentroid;
    const bool sample = kind == Barycentric::PerspectiveSample || kind == Barycentric::LinearSample;
    for (uint32_t q = 0; q < batch.quads; ++q) {
        const uint32_t t = batch.triangle[q];
        const func::SetupTriangle& setup = list_.setups[t];
        Places places;
        if (centroid && control_.samples > 1)
            centroids(batch.covered[q], places);
        else
            setAll(shadedAt(batch, q, sample && perSample), places);
        Shares share;
        for (size_t e = 0; e < share.size(); ++e) valuesAt(setup.planes[e], batch, q, places, share[e]);
        const RasterTriangle& triangle = list_.triangles[t];
        const bool isPart = triangle.part != RasterTriangle::kWhole;
        if (isPart || (!linear && !triangle.flatW))
            for (size_t e = 0; e < share.size(); ++e) share[e] *= setup.inverseW[e];
        if (isPart) takeShareOfWhole(list_.parts[triangle.part], linear, share);
        const QuadValues inverse = 1.0 / (share[0] + share[1] + share[2]);
        storeFloats(share[1] * inverse, i, q);
        storeFloats(share[2] * inverse, j, q);
    }
}

void FragmentGeometry::barycentrics(const FragmentBatch& batch, Barycentric kind, bool perSample, ir3::LaneWords& i,
                                    ir3::LaneWords& j) const {
    func::runOnHost<&FragmentGeometry::barycentricsKernel>(*this, batch, kind, perSample, i, j);
}

[[gnu::always_inline]] inline void FragmentGeometry::depthsKernel(const FragmentBatch& batch, bool atSample,
                                                                  ir3::LaneWords& z) const {
    for (uint32_t q = 0; q < batch.quads; ++q) {
        const uint32_t t = batch.triangle[q];
        const func::SetupTriangle& setup = list_.setups[t];
        Places places;
        setAll(shadedAt(batch, q, atSample), places);
        QuadValues values;
        valuesAt(setup.planes[func::kDepthPlane], batch, q, places, values);
        for (uint32_t f = 0; f < func::kQuadFragments; ++f) {
            const double depth = depthOf(t).ofPosition(values[f], setup.depthOffset);
            z.lane[q * func::kQuadFragments + f] = std::bit_cast<uint32_t>(static_cast<float>(depth));
        }
    }
}

void FragmentGeometry::depths(const FragmentBatch& batch, bool atSample, ir3::LaneWords& z) const {
    func::runOnHost<&FragmentGeometry::depthsKernel>(*this, batch, atSample, z);
}

[[gnu::always_inline]] inline void FragmentGeometry::inverseWsKernel(const FragmentBatch& batch, bool atSample,
                                                                     ir3::LaneWords& inverseW) const {
    for (uint32_t q = 0; q < batch.quads; ++q) {
        const func::SetupTriangle& setup = list_.setups[batch.triangle[q]];
        Places places;
        setAll(shadedAt(batch, q, atSample), places);
        QuadValues sum{};
        QuadValues weighted{};
        for (size_t e = 0; e < setup.inverseW.size(); ++e) {
            QuadValues values;
            valuesAt(setup.planes[e], batch, q, places, values);
            sum += values;
            weighted += values * setup.inverseW[e];
        }
        storeFloats(weighted / sum, inverseW, q);
    }
}

void FragmentGeometry::inverseWs(const FragmentBatch& batch, bool atSample, ir3::LaneWords& inverseW) const {
    func::runOnHost<&FragmentGeometry::inverseWsKernel>(*this, batch, atSample, inverseW);
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

[[gnu::always_inline]] inline void FragmentGeometry::sampleDepthsKernel(const FragmentBatch& batch, uint32_t quad,
                                                                        double* depths) const {
    const uint32_t t = batch.triangle[quad];
    const func::SetupTriangle& setup = list_.setups[t];
    const DepthTransform& transform = depthOf(t);
    for (uint32_t s = 0; s < control_.samples; ++s) {
        Places places;
        setAll(sampleAt(s), places);
        QuadValues values;
        valuesAt(setup.planes[func::kDepthPlane], batch, quad, places, values);
        for (uint32_t f = 0; f < func::kQuadFragments; ++f)
            depths[f * control_.samples + s] = transform(values[f], setup.depthOffset);
    }
}

void FragmentGeometry::sampleDepths(const FragmentBatch& batch, uint32_t quad, double* depths) const {
    func::runOnHost<&FragmentGeometry::sampleDepthsKernel>(*this, batch, quad, depths);
}

}  // namespace cyclorama::adreno
