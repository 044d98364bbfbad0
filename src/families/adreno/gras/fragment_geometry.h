// SPDX-License-Identifier: MIT
#pragma once
// Fragments' places on their triangles: barycentric coordinates, depth and 1/w, from the planes of the triangles.
// The rule for the places where they are taken stands here alone.

#include <array>
#include <cstdint>

#include "families/adreno/gras/depth_transform.h"
#include "families/adreno/gras/fragment_batch.h"
#include "families/adreno/gras/raster_control.h"
#include "families/adreno/gras/raster_list.h"
#include "families/adreno/isa/units.h"
#include "families/adreno/sp/fragment_control.h"
#include "func/lanes/vectors.h"

namespace cyclorama::adreno {

/// A double for each fragment of a quad.
using QuadValues = func::Double4;

class FragmentGeometry {
  public:
    /// Both outlive it.
    FragmentGeometry(const RasterControl& control, const RasterList& list);

    /// The shares of the triangle's second and third corner.
    void barycentrics(const FragmentBatch& batch, Barycentric kind, bool perSample, ir3::LaneWords& i,
                      ir3::LaneWords& j) const;
    /// Depth in the window, and 1/w, at the centres of pixels or at the shaded samples.
    void depths(const FragmentBatch& batch, bool atSample, ir3::LaneWords& z) const;
    void inverseWs(const FragmentBatch& batch, bool atSample, ir3::LaneWords& inverseW) const;
    /// x and y in sixteenths of a pixel, as integers.
    void pixels(const FragmentBatch& batch, bool atSample, ir3::LaneWords& x, ir3::LaneWords& y) const;

    /// Depths in the window of all samples of a quad, fragment by fragment.
    void sampleDepths(const FragmentBatch& batch, uint32_t quad, double* depths) const;

    /// A plane at the centres of a quad's pixels, the first of which is (x, y).
    [[gnu::always_inline]] static inline void planeAtCentres(const func::PlaneEquation& plane, int32_t x, int32_t y,
                                                             QuadValues& values) {
        const double first = plane.a * static_cast<double>(x) + plane.b * static_cast<double>(y) + plane.c;
        values = QuadValues{first, first + plane.a, first + plane.b, first + plane.a + plane.b};
    }
    /// A plane's change from the centres of pixels to a sample.
    double changeTo(uint32_t sample, const func::PlaneEquation& plane) const {
        const Place place = sampleAt(sample);
        return plane.a * place.x + plane.b * place.y;
    }

    const DepthTransform& depthOf(uint32_t triangle) const { return depths_[list_.triangles[triangle].viewport]; }

  private:
    // Compiled for each kind of host (func/lanes/host_versions.h).
    void barycentricsKernel(const FragmentBatch& batch, Barycentric kind, bool perSample, ir3::LaneWords& i,
                            ir3::LaneWords& j) const;
    void depthsKernel(const FragmentBatch& batch, bool atSample, ir3::LaneWords& z) const;
    void inverseWsKernel(const FragmentBatch& batch, bool atSample, ir3::LaneWords& inverseW) const;
    void sampleDepthsKernel(const FragmentBatch& batch, uint32_t quad, double* depths) const;

    /// From the centre of a pixel.
    struct Place {
        double x = 0.0;
        double y = 0.0;
    };
    /// Places of the fragments of a quad.
    struct Places {
        QuadValues x{};
        QuadValues y{};
    };
    /// By corner.
    using Shares = std::array<QuadValues, 3>;

    /// With one sample a pixel, planes already begin at its place.
    Place sampleAt(uint32_t sample) const {
        if (control_.samples == 1) return {};
        const func::SampleOffset& place = control_.samplePlaces[sample];
        return {place.x - 0.5, place.y - 0.5};
    }
    Place shadedAt(const FragmentBatch& batch, uint32_t quad, bool atSample) const;
    void centroids(uint32_t covered, Places& places) const;
    [[gnu::always_inline]] static inline void valuesAt(const func::PlaneEquation& plane, const FragmentBatch& batch,
                                                       uint32_t quad, const Places& places, QuadValues& values) {
        planeAtCentres(plane, batch.x[quad], batch.y[quad], values);
        values += plane.a * places.x + plane.b * places.y;
    }
    [[gnu::always_inline]] static inline void setAll(const Place& place, Places& places) {
        places.x = QuadValues{place.x, place.x, place.x, place.x};
        places.y = QuadValues{place.y, place.y, place.y, place.y};
    }

    const RasterControl& control_;
    const RasterList& list_;
    std::array<DepthTransform, kViewports> depths_;
};

}  // namespace cyclorama::adreno
