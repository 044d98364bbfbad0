// SPDX-License-Identifier: MIT
#include "func/raster/triangle_setup.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "func/formats/color_format.h"

namespace cyclorama::func {

namespace {

struct Range {
    float min;
    float max;
};

// The range of coordinate/w over the part of the triangle that is inside -1 to 1 of one axis, or -1 to 1 where no
// vertex is inside.
Range visibleRange(const std::array<float, 3>& coordinate, const std::array<float, 3>& w) {
    Range range{1.0f, -1.0f};
    std::array<bool, 3> below{};
    std::array<bool, 3> above{};
    bool anyInside = false;
    for (uint32_t v = 0; v < 3; ++v) {
        below[v] = coordinate[v] + w[v] < 0.0f;
        above[v] = -coordinate[v] + w[v] < 0.0f;
        if (below[v] || above[v]) {
            continue;
        }
        anyInside = true;
        if (coordinate[v] - range.min * w[v] < 0.0f) {
            range.min = coordinate[v] / w[v];
        }
        if (coordinate[v] - range.max * w[v] > 0.0f) {
            range.max = coordinate[v] / w[v];
        }
    }
    if (!anyInside) {
        return {-1.0f, 1.0f};
    }
    for (uint32_t v = 0; v < 3; ++v) {
        if (below[v] && coordinate[v] - range.min * w[v] < 0.0f) {
            range.min = -1.0f;
        }
        if (above[v] && coordinate[v] - range.max * w[v] > 0.0f) {
            range.max = 1.0f;
        }
    }
    return range;
}

// If no pixel can be computed, the least integer, from which the bounds below become empty.
int32_t windowPixel(float normalized, int32_t start, uint32_t size) {
    const float half = static_cast<float>(size) * 0.5f;
    const float window = std::floor(normalized * half + static_cast<float>(start) + half);
    return window >= -0x1p31f && window < 0x1p31f ? static_cast<int32_t>(window) : std::numeric_limits<int32_t>::min();
}

struct PixelRange {
    int32_t min;
    int32_t max;
};

PixelRange pixelRange(const Range& range, int32_t start, uint32_t size, int32_t scissorMin, int32_t scissorMax) {
    const int32_t min = std::max(addWrapped(windowPixel(range.min, start, size), ~0u), start);
    const int32_t max = std::min(addWrapped(windowPixel(range.max, start, size), 1), addWrapped(start, size));
    return {std::min(std::max(min, scissorMin), scissorMax), std::max(std::min(max, scissorMax), scissorMin)};
}

using Positions = std::array<Vec4, 3>;

std::array<float, 3> column(const Positions& positions, uint32_t component) {
    return {positions[0][component], positions[1][component], positions[2][component]};
}

PixelRectangle boundingBox(const Positions& positions, const RasterState& state) {
    const std::array<float, 3> w = column(positions, 3);
    const PixelRectangle scissor = scissorRectangle(state);
    const Viewport& viewport = state.viewport;
    const PixelRange x =
        pixelRange(visibleRange(column(positions, 0), w), viewport.x, viewport.width, scissor.minX, scissor.maxX);
    const PixelRange y =
        pixelRange(visibleRange(column(positions, 1), w), viewport.y, viewport.height, scissor.minY, scissor.maxY);
    return {x.min, y.min, x.max, y.max};
}

// Twice the area in normalized coordinates over that of the viewport's square, 8.
double viewportShare(const Positions& positions) {
    std::array<double, 3> x;
    std::array<double, 3> y;
    for (uint32_t v = 0; v < 3; ++v) {
        const double inverseW = 1.0 / static_cast<double>(positions[v][3]);
        x[v] = static_cast<double>(positions[v][0]) * inverseW;
        y[v] = static_cast<double>(positions[v][1]) * inverseW;
    }
    return ((x[1] - x[0]) * (y[2] - y[0]) - (x[2] - x[0]) * (y[1] - y[0])) / 8.0;
}

// The edge opposite of vertex i: the cross product of the vectors (x, y, w) of the next two vertices. The order of the
// factors and the terms decides the rounding.
PlaneEquation edgeEquation(const Vec4& p, const Vec4& q) {
    const double px = static_cast<double>(p[0]), py = static_cast<double>(p[1]), pw = static_cast<double>(p[3]);
    const double qx = static_cast<double>(q[0]), qy = static_cast<double>(q[1]), qw = static_cast<double>(q[3]);
    return {py * qw - qy * pw, qx * pw - px * qw, px * qy - qx * py};
}

// The interpolation equation of z from the edges, before the division by the area.
PlaneEquation depthEquation(const TrianglePlanes& planes, const Positions& positions) {
    const double z0 = static_cast<double>(positions[0][2]);
    const double z1 = static_cast<double>(positions[1][2]);
    const double z2 = static_cast<double>(positions[2][2]);
    return {planes[0].a * z0 + planes[1].a * z1 + planes[2].a * z2,
            planes[0].b * z0 + planes[1].b * z1 + planes[2].b * z2,
            planes[0].c * z0 + planes[1].c * z1 + planes[2].c * z2};
}

// From normalized coordinates to pixels.
void toViewport(PlaneEquation& plane, const Viewport& viewport) {
    const double width = static_cast<double>(viewport.width);
    const double height = static_cast<double>(viewport.height);
    plane.c = plane.c - plane.a * ((static_cast<double>(viewport.x) * 2.0) / width + 1.0) -
              plane.b * ((static_cast<double>(viewport.y) * 2.0) / height + 1.0);
    plane.a = plane.a * 2.0 / width;
    plane.b = plane.b * 2.0 / height;
}

Positions windowPositions(const Vec4& v0, const Vec4& v1, const Vec4& v2, const RasterState& state) {
    Positions positions{v0, v1, v2};
    if (state.invertY) {
        for (Vec4& position : positions) {
            position[1] = -position[1];
        }
    }
    return positions;
}

}  // namespace

SetupTriangle setupTriangle(const Vec4& v0, const Vec4& v1, const Vec4& v2, const RasterState& state) {
    const Positions positions = windowPositions(v0, v1, v2, state);
    SetupTriangle triangle;
    TrianglePlanes& planes = triangle.planes;
    planes[0] = edgeEquation(positions[1], positions[2]);
    planes[1] = edgeEquation(positions[2], positions[0]);
    planes[2] = edgeEquation(positions[0], positions[1]);

    // Inverting y reverses the order of the vertices.
    if ((state.frontFace == FaceOrientation::Clockwise) != state.invertY) {
        for (uint32_t edge = 0; edge < 3; ++edge) {
            planes[edge] = {-planes[edge].a, -planes[edge].b, -planes[edge].c};
        }
    }
    planes[kDepthPlane] = depthEquation(planes, positions);
    triangle.area = planes[0].c * static_cast<double>(positions[0][3]) +
                    planes[1].c * static_cast<double>(positions[1][3]) +
                    planes[2].c * static_cast<double>(positions[2][3]);
    for (PlaneEquation& plane : planes) {
        toViewport(plane, state.viewport);
    }
    PlaneEquation& depth = planes[kDepthPlane];
    depth = {depth.a / triangle.area, depth.b / triangle.area, depth.c / triangle.area};
    if (!state.sampleAtPixelCorner) {
        for (PlaneEquation& plane : planes) {
            plane.c += plane.a * 0.5 + plane.b * 0.5;
        }
    }
    triangle.bounds = boundingBox(positions, state);
    triangle.viewportShare = viewportShare(positions);
    triangle.depthOffset = depthOffset(depth, state);
    return triangle;
}

bool cullTriangle(SetupTriangle& triangle, CullMode mode) {
    bool dropped = false;
    bool invert = false;
    switch (mode) {
        case CullMode::None:
            invert = triangle.area < 0.0;
            break;
        case CullMode::Front:
            dropped = triangle.area > 0.0;
            invert = true;
            break;
        case CullMode::Back:
            dropped = triangle.area < 0.0;
            break;
        case CullMode::FrontAndBack:
            dropped = true;
            break;
    }
    if (dropped || triangle.area == 0.0) {
        return true;
    }
    if (invert) {
        for (uint32_t edge = 0; edge < 3; ++edge) {
            PlaneEquation& plane = triangle.planes[edge];
            plane = {-plane.a, -plane.b, -plane.c};
        }
    }
    return false;
}

void selectFaceColors(double area, std::array<Vec4, kVertexAttributes>& vertex) {
    if (area > 0.0) {
        return;
    }
    vertex[kColorAttribute] = vertex[kBackColorAttribute];
    vertex[kSecondaryColorAttribute] = vertex[kBackSecondaryColorAttribute];
}

double depthOffset(const PlaneEquation& depth, const RasterState& state) {
    if (!state.polygonOffset.enabled) {
        return 0.0;
    }
    const DepthConversion conversion = depthConversion(state);
    const double slope = std::max(std::abs(depth.a), std::abs(depth.b)) * std::abs(conversion.scale);
    return static_cast<double>(state.polygonOffset.slopeFactor) * slope +
           static_cast<double>(state.polygonOffset.units) / conversion.maximum;
}

DepthConversion depthConversion(const RasterState& state) {
    DepthConversion conversion = depthConversion(state.depthRange, state.depthBits);
    if (state.rules.coordinates == SetupCoordinates::Window) {
        conversion.scale = static_cast<double>(state.viewportTransform.scale[2]);
        conversion.bias = static_cast<double>(state.viewportTransform.offset[2]);
    }
    if (state.rules.depthQuantisation == DepthQuantisation::ClampedTruncated) {
        conversion.clamps = true;
        conversion.rounding = 0x1p-6;
    }
    return conversion;
}

DepthConversion depthConversion(const DepthRange& range, uint32_t depthBits) {
    DepthConversion conversion;
    if (range.zeroToOne) {
        conversion.scale = static_cast<double>(range.farPlane - range.nearPlane);
        conversion.bias = static_cast<double>(range.nearPlane);
    } else {
        conversion.scale = static_cast<double>((range.farPlane - range.nearPlane) / 2.0f);
        conversion.bias = static_cast<double>((range.nearPlane + range.farPlane) / 2.0f);
    }
    conversion.maximum = static_cast<double>(maximumDepth(depthBits));
    return conversion;
}

ProgramDepthConversion::ProgramDepthConversion(const RasterState& state)
    : rule_(state.rules.programDepth), device_(depthConversion(state)) {}

uint32_t ProgramDepthConversion::operator()(float depth) const {
    const auto clamped = static_cast<double>(clampToUnit(depth));
    return rule_ == ProgramDepth::Window ? static_cast<uint32_t>(std::lround(clamped * device_.maximum))
                                         : device_(clamped);
}

}  // namespace cyclorama::func
