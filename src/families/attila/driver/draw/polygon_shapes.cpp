// SPDX-License-Identifier: MIT
#include "families/attila/driver/draw/polygon_shapes.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "func/raster/primitive_assembly.h"

namespace cyclorama::attila {
namespace {

using virgl::Fill;
using virgl::Primitive;

/// The smallest change of depth that all fragments show: two steps of the depth buffer, as corners are moved in floats,
/// which round it by half a step.
constexpr double kDepthUnit = 2.0 / (1 << 24);

bool isCulled(const virgl::RasterizerState& raster, bool front) {
    return raster.cull == func::CullMode::FrontAndBack ||
           raster.cull == (front ? func::CullMode::Front : func::CullMode::Back);
}

}  // namespace

bool needsPolygonShapes(const virgl::RasterizerState& raster) {
    const bool moved = raster.offsetTriangles && (raster.offsetScale != 0 || raster.offsetUnits != 0);
    return moved || (raster.fill[0] != Fill::Solid && !isCulled(raster, true)) ||
           (raster.fill[1] != Fill::Solid && !isCulled(raster, false));
}

bool PolygonShapes::areQuads(std::span<const uint32_t> numbers) {
    constexpr size_t kPair = 6;
    if (numbers.empty() || numbers.size() % kPair != 0) return false;
    for (size_t i = 0; i < numbers.size(); i += kPair)
        if (numbers[i + 1] != numbers[i + 3] || numbers[i + 2] != numbers[i + 5]) return false;
    return true;
}

void PolygonShapes::add(Primitive primitive, std::span<const func::VertexAttributes> vertices,
                        std::span<const uint32_t> numbers) {
    const auto addGroup = [&](std::initializer_list<size_t> places, size_t provoking, bool flags) {
        std::vector<func::VertexAttributes> corners;
        for (const size_t place : places) corners.push_back(vertices[place]);
        addPolygon(std::move(corners), provoking, flags);
    };
    if (primitive == Primitive::Polygon) {
        if (vertices.size() > 2) addPolygon({vertices.begin(), vertices.end()}, 0, true);
        return;
    }
    if (primitive == Primitive::Quads) {
        for (size_t i = 0; i + 3 < vertices.size(); i += 4) addGroup({i, i + 1, i + 2, i + 3}, 3, true);
        return;
    }
    if (primitive == Primitive::QuadStrip) {
        for (size_t i = 0; i + 3 < vertices.size(); i += 2) addGroup({i, i + 1, i + 3, i + 2}, 2, false);
        return;
    }
    if (primitive == Primitive::Triangles && !state_.rasterizer.provokingFirst && areQuads(numbers)) {
        for (size_t i = 0; i < vertices.size(); i += 6) addGroup({i, i + 1, i + 4, i + 2}, 3, true);
        return;
    }
    const bool separate = primitive == Primitive::Triangles;
    const auto type = separate                                ? func::PrimitiveType::Triangles
                      : primitive == Primitive::TriangleStrip ? func::PrimitiveType::TriangleStrip
                                                              : func::PrimitiveType::TriangleFan;
    const uint32_t count = func::primitiveCount(type, static_cast<uint32_t>(vertices.size()));
    for (uint32_t i = 0; i < count; ++i) {
        const auto places = func::assemblePrimitive(type, i).vertices;
        addGroup({places[0], places[1], places[2]}, func::provokingVertex(type, i, !state_.rasterizer.provokingFirst),
                 separate);
    }
}

double PolygonShapes::depthOffset(const std::vector<func::VertexAttributes>& corners, Fill fill) const {
    const virgl::RasterizerState& raster = state_.rasterizer;
    const bool enabled = fill == Fill::Solid   ? raster.offsetTriangles
                         : fill == Fill::Lines ? raster.offsetLines
                                               : raster.offsetPoints;
    const double depthScale = std::fabs(double{state_.viewport.scale[2]});
    if (!enabled || depthScale == 0) return 0;
    // z = a x + b y + c w in all corners: a and b are the slopes of z/w.
    const auto position = [&](size_t i) { return corners[i][func::kPositionAttribute]; };
    const auto with = [&](size_t component) {
        std::array<func::Vec4, 3> columns = {position(0), position(1), position(2)};
        for (func::Vec4& column : columns) column[component] = column[2];
        return orientation(columns[0], columns[1], columns[2]);
    };
    const double area = orientation(position(0), position(1), position(2));
    double slope = 0;
    for (size_t axis = 0; axis < 2 && area != 0; ++axis)
        slope = std::max(slope, std::fabs(with(axis) / area * depthScale / state_.viewport.scale[axis]));
    const double inWindow = slope * raster.offsetScale + kDepthUnit * raster.offsetUnits;
    return inWindow / double{state_.viewport.scale[2]};
}

void PolygonShapes::addPolygon(std::vector<func::VertexAttributes> corners, size_t provoking, bool flags) {
    const virgl::RasterizerState& raster = state_.rasterizer;
    double area = 0;
    for (size_t i = 1; i + 1 < corners.size(); ++i)
        area += orientation(corners[0][func::kPositionAttribute], corners[i][func::kPositionAttribute],
                            corners[i + 1][func::kPositionAttribute]);
    const bool rowsGoUp = state_.viewport.scale[1] < 0;
    const bool front = area == 0 || (area > 0) == (raster.frontCounterClockwise == rowsGoUp);
    if (isCulled(raster, front) || (area == 0 && raster.cull != func::CullMode::None)) return;
    const Fill fill = raster.fill[front ? 0 : 1];
    for (AttributeMask rest = state_.flat; rest != 0; rest &= rest - 1) {
        const auto attribute = static_cast<size_t>(std::countr_zero(rest));
        for (func::VertexAttributes& corner : corners) corner[attribute] = corners[provoking][attribute];
    }
    shapes_.setPolygon(front, depthOffset(corners, fill));
    shapes_.restartPattern();
    const size_t count = corners.size();
    for (size_t i = 0; i < count; ++i) {
        if (fill == Fill::Solid) {
            if (i > 0 && i + 1 < count) shapes_.addTriangle({&corners[0], &corners[i], &corners[i + 1]});
            continue;
        }
        if (flags && edgeFlag_ && corners[i][*edgeFlag_][0] == 0) continue;
        if (fill == Fill::Points)
            shapes_.addPoint(corners[i]);
        else
            shapes_.addLine(corners[i], corners[(i + 1) % count]);
    }
}

}  // namespace cyclorama::attila
