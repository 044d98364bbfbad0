// SPDX-License-Identifier: MIT
#pragma once
// From three vertices in clip space to the equations that a triangle is rasterized with: homogeneous edge equations,
// after Olano and Greer, which need neither clipping nor division by w.

#include <algorithm>
#include <array>
#include <cstdint>

#include "func/raster/raster_state.h"

namespace cyclorama::func {

/// a * x + b * y + c at pixel (x, y).
struct PlaneEquation {
    double a = 0.0;
    double b = 0.0;
    double c = 0.0;
};

/// The edge opposite of vertex 0, 1 and 2 (not negative inside), and z/w.
inline constexpr uint32_t kDepthPlane = 3;
using TrianglePlanes = std::array<PlaneEquation, 4>;

struct SetupTriangle {
    TrianglePlanes planes;
    /// Signed area: positive for a front face. Fragments read it in their face attribute.
    double area = 0.0;
    /// Pixels that the triangle may cover and one more around them, limited to viewport and scissor.
    PixelRectangle bounds;
    /// Signed share of the viewport that the triangle covers; meaningless where a vertex is behind the eye.
    double viewportShare = 0.0;
    /// Polygon offset, in window depth.
    double depthOffset = 0.0;
    /// In window coordinates: 1/w of each vertex, by which its edge value has to be weighted. Homogeneous edges have it
    /// in them.
    std::array<double, 3> inverseW = {1.0, 1.0, 1.0};
};

/// Sets up the triangle of three positions in clip space. Front faces have a positive area and are inside their edges.
SetupTriangle setupTriangle(const Vec4& v0, const Vec4& v1, const Vec4& v2, const RasterState& state);

/// True if the triangle is dropped, by its facing or for having no area. Of those kept, back faces get their edges
/// inverted so that they are inside them; the area keeps its sign.
bool cullTriangle(SetupTriangle& triangle, CullMode mode);

/// Two-sided lighting: replaces the colours of a vertex by its back colours where the triangle is a back face.
void selectFaceColors(double area, std::array<Vec4, kVertexAttributes>& vertex);

/// z/w to the integer that the depth buffer holds.
struct DepthConversion {
    double scale = 0.0;
    double bias = 0.0;
    double maximum = 0.0;
    /// Polygon offset. Depth is clamped where there is one.
    double offset = 0.0;
    /// Depth is clamped in any case.
    bool clamps = false;
    /// Added before the fraction is cut off, as the depth of a fragment is not exact.
    double rounding = 0.0;

    uint32_t operator()(double z) const {
        double window = scale * z + bias;
        if (clamps || offset != 0.0) {
            window = std::clamp(window + offset, 0.0, 1.0);
        }
        window = window * maximum + rounding;
        // Out of range only for fragments outside of the triangle: what x86 makes of it.
        return window > -0x1p63 && window < 0x1p63 ? static_cast<uint32_t>(static_cast<int64_t>(window)) : 0;
    }
};

DepthConversion depthConversion(const DepthRange& range, uint32_t depthBits);
/// The conversion of depths for a state, in either kind of coordinates.
DepthConversion depthConversion(const RasterState& state);

/// The polygon offset of a triangle with this plane of z/w, in window depth.
double depthOffset(const PlaneEquation& depth, const RasterState& state);

/// The largest value of a depth buffer of `depthBits` bits.
constexpr uint32_t maximumDepth(uint32_t depthBits) {
    return depthBits >= 32 ? 0xffffffffu : (uint32_t{1} << depthBits) - 1;
}

/// The depth that a fragment program wrote, clamped to [0, 1], to the integer that the depth buffer holds.
class ProgramDepthConversion {
  public:
    ProgramDepthConversion() = default;
    explicit ProgramDepthConversion(const RasterState& state);

    uint32_t operator()(float depth) const;

  private:
    ProgramDepth rule_ = ProgramDepth::Device;
    DepthConversion device_;
};

}  // namespace cyclorama::func
