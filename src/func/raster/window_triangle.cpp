// SPDX-License-Identifier: MIT
#include "func/raster/window_triangle.h"

#include <algorithm>
#include <cmath>

namespace cyclorama::func {

namespace {

// Steps of z that are sums of these are exact over any surface; the error over 16384 pixels is below 2^-29.
constexpr double kDepthGrid = 0x1p44;
// Depths below this have a grid as fine as themselves: floating-point depth keeps its precision near zero.
constexpr double kSmallDepth = 0x1p-8;
constexpr int kLeastExponent = -200;

// The least w that is in front of the eye.
constexpr double kLeastW = 0x1p-60;

double snap(double pixels) { return std::nearbyint(pixels * kSubpixels) / kSubpixels; }

/// Steps in a unit of z of the plane through three vertices.
double depthGrid(const std::array<WindowVertex, 3>& v) {
    const double largest = std::max({std::abs(v[0].z), std::abs(v[1].z), std::abs(v[2].z)});
    if (!(largest < kSmallDepth) || largest == 0.0) return kDepthGrid;
    return std::scalbn(kDepthGrid, -std::max(std::ilogb(largest), kLeastExponent));
}

double snapDepthStep(double step, double grid) {
    const double scaled = step * grid;
    return std::abs(scaled) < 0x1p52 ? std::nearbyint(scaled) / grid : step;
}

// Window coordinate times w.
double windowTimesW(const Vec4& position, uint32_t axis, const ViewportTransform& transform) {
    return static_cast<double>(position[axis]) * static_cast<double>(transform.scale[axis]) +
           static_cast<double>(position[3]) * static_cast<double>(transform.offset[axis]);
}

// A plane's distance: not negative inside.
enum class ClipPlane : uint8_t { Near, Eye, Left, Right, Top, Bottom };

double distanceTo(ClipPlane plane, const Vec4& position, const RasterState& state) {
    const ViewportTransform& transform = state.viewportTransform;
    const double w = static_cast<double>(position[3]);
    switch (plane) {
        case ClipPlane::Near:
            return static_cast<double>(position[2]) + (state.depthRange.zeroToOne ? 0.0 : w);
        case ClipPlane::Eye:
            return w - kLeastW;
        case ClipPlane::Left:
            return windowTimesW(position, 0, transform) + kGuardBand * w;
        case ClipPlane::Right:
            return kGuardBand * w - windowTimesW(position, 0, transform);
        case ClipPlane::Top:
            return windowTimesW(position, 1, transform) + kGuardBand * w;
        case ClipPlane::Bottom:
            return kGuardBand * w - windowTimesW(position, 1, transform);
    }
    return 0.0;
}

// Always from the vertex inside to the one outside: both triangles of an edge get the same vertex.
VertexAttributes between(const VertexAttributes& inside, double insideDistance, const VertexAttributes& outside,
                         double outsideDistance) {
    const double share = insideDistance / (insideDistance - outsideDistance);
    VertexAttributes result;
    for (uint32_t a = 0; a < kVertexAttributes; ++a) {
        for (uint32_t c = 0; c < 4; ++c) {
            const double from = static_cast<double>(inside[a][c]);
            result[a][c] = static_cast<float>(from + (static_cast<double>(outside[a][c]) - from) * share);
        }
    }
    return result;
}

/// Keeps the part of which `distanceOf` a vertex is not negative.
template <typename DistanceOf>
void clip(std::vector<VertexAttributes>& polygon, DistanceOf distanceOf) {
    std::vector<VertexAttributes> kept;
    const size_t count = polygon.size();
    for (size_t i = 0; i < count; ++i) {
        const VertexAttributes& vertex = polygon[i];
        const double distance = distanceOf(vertex);
        if (distance >= 0.0) kept.push_back(vertex);
        if (count == 2 && i == 1) break;
        const VertexAttributes& next = polygon[(i + 1) % count];
        const double nextDistance = distanceOf(next);
        if (distance >= 0.0 && nextDistance < 0.0) kept.push_back(between(vertex, distance, next, nextDistance));
        if (distance < 0.0 && nextDistance >= 0.0) kept.push_back(between(next, nextDistance, vertex, distance));
    }
    polygon = std::move(kept);
}

bool hasPositions(const std::vector<VertexAttributes>& polygon) {
    return std::ranges::all_of(polygon, [](const VertexAttributes& vertex) {
        return std::ranges::all_of(vertex[kPositionAttribute],
                                   [](float component) { return std::isfinite(component); });
    });
}

// The edge from a to b, positive on the inner side of a triangle of positive area.
PlaneEquation edgeFrom(const WindowVertex& a, const WindowVertex& b) {
    PlaneEquation edge{a.y - b.y, b.x - a.x, 0.0};
    edge.c = -(edge.a * a.x + edge.b * a.y);
    return edge;
}

/// Twice the area. With y downwards a positive one is clockwise.
double clockwiseArea(const std::array<WindowVertex, 3>& v) {
    return (v[1].x - v[0].x) * (v[2].y - v[0].y) - (v[2].x - v[0].x) * (v[1].y - v[0].y);
}

PixelRectangle boundsOf(const std::array<WindowVertex, 3>& v, const RasterState& state) {
    const PixelRectangle limits = fragmentRectangle(state);
    const auto pixel = [](double coordinate) { return static_cast<int32_t>(std::floor(coordinate)); };
    const auto [minX, maxX] = std::minmax({v[0].x, v[1].x, v[2].x});
    const auto [minY, maxY] = std::minmax({v[0].y, v[1].y, v[2].y});
    return {std::max(pixel(minX) - 1, limits.minX), std::max(pixel(minY) - 1, limits.minY),
            std::min(pixel(maxX) + 1, limits.maxX), std::min(pixel(maxY) + 1, limits.maxY)};
}

}  // namespace

WindowVertex toWindow(const Vec4& position, const RasterState& state) {
    const double inverseW = 1.0 / static_cast<double>(position[3]);
    const ViewportTransform& transform = state.viewportTransform;
    const auto window = [&](uint32_t axis) {
        return snap(static_cast<double>(position[axis]) * inverseW * static_cast<double>(transform.scale[axis]) +
                    static_cast<double>(transform.offset[axis]));
    };
    return {window(0), window(1), static_cast<double>(position[2]) * inverseW, inverseW};
}

bool needsClipping(const Vec4& position, const RasterState& state) {
    for (const ClipPlane plane :
         {ClipPlane::Eye, ClipPlane::Left, ClipPlane::Right, ClipPlane::Top, ClipPlane::Bottom}) {
        if (!(distanceTo(plane, position, state) >= 0.0)) return true;
    }
    return false;
}

void clipToGuardBand(std::vector<VertexAttributes>& polygon, const RasterState& state) {
    if (!hasPositions(polygon)) return polygon.clear();
    const auto clipAt = [&](ClipPlane plane) {
        clip(polygon,
             [&](const VertexAttributes& vertex) { return distanceTo(plane, vertex[kPositionAttribute], state); });
    };
    if (state.clipDepth && state.clipNearDepth) clipAt(ClipPlane::Near);
    for (const ClipPlane plane :
         {ClipPlane::Eye, ClipPlane::Left, ClipPlane::Right, ClipPlane::Top, ClipPlane::Bottom}) {
        clipAt(plane);
    }
}

void clipAtDistance(std::vector<VertexAttributes>& polygon, uint32_t attribute, uint32_t component) {
    clip(polygon, [=](const VertexAttributes& vertex) { return static_cast<double>(vertex[attribute][component]); });
}

bool isInReach(const WindowVertex& vertex) {
    constexpr double kReach = 2.0 * kGuardBand;
    return std::abs(vertex.x) <= kReach && std::abs(vertex.y) <= kReach;
}

double windowArea(const std::array<WindowVertex, 3>& v, const RasterState& state) {
    const double clockwise = clockwiseArea(v);
    return state.frontFace == FaceOrientation::Clockwise ? clockwise : -clockwise;
}

SetupTriangle setupWindowTriangle(const std::array<WindowVertex, 3>& v, const RasterState& state) {
    SetupTriangle triangle;
    triangle.planes[0] = edgeFrom(v[1], v[2]);
    triangle.planes[1] = edgeFrom(v[2], v[0]);
    triangle.planes[2] = edgeFrom(v[0], v[1]);
    const double area = clockwiseArea(v);
    PlaneEquation& depth = triangle.planes[kDepthPlane];
    if (area != 0.0) {
        const double z1 = (v[1].z - v[0].z) / area;
        const double z2 = (v[2].z - v[0].z) / area;
        const double grid = depthGrid(v);
        depth.a = snapDepthStep(triangle.planes[1].a * z1 + triangle.planes[2].a * z2, grid);
        depth.b = snapDepthStep(triangle.planes[1].b * z1 + triangle.planes[2].b * z2, grid);
        depth.c = snapDepthStep(v[0].z - depth.a * v[0].x - depth.b * v[0].y, grid);
    }
    const bool frontIsPositive = state.frontFace == FaceOrientation::Clockwise;
    triangle.area = frontIsPositive ? area : -area;
    for (uint32_t edge = 0; edge < 3 && !frontIsPositive; ++edge) {
        PlaneEquation& plane = triangle.planes[edge];
        plane = {-plane.a, -plane.b, -plane.c};
    }
    for (PlaneEquation& plane : triangle.planes) plane.c += plane.a * 0.5 + plane.b * 0.5;
    triangle.bounds = boundsOf(v, state);
    triangle.inverseW = {v[0].inverseW, v[1].inverseW, v[2].inverseW};
    triangle.depthOffset = depthOffset(depth, state);
    return triangle;
}

}  // namespace cyclorama::func
