// SPDX-License-Identifier: MIT
#include "machine/values/window_primitives.h"

#include <algorithm>
#include <cmath>

#include "func/raster/primitive_assembly.h"

namespace cyclorama::machine {

namespace {

/// Not-a-number counts as the least size.
float sizeWithin(float size, float largest) { return size >= 1.0f ? std::min(size, largest) : 1.0f; }

const func::Vec4& positionOf(WindowPrimitives::Vertex vertex) { return (*vertex)[func::kPositionAttribute]; }

}  // namespace

func::VertexAttributes& VertexStore::add(const func::VertexAttributes& vertex) {
    const size_t block = count_ / kBlockVertices;
    if (block == blocks_.size()) blocks_.push_back(std::make_unique<Block>());
    return (*blocks_[block])[count_++ % kBlockVertices] = vertex;
}

bool cullWindowTriangle(func::SetupTriangle& triangle, const gpu::DrawState& state) {
    const func::PixelRectangle& box = triangle.bounds;
    if (box.minX >= box.maxX || box.minY >= box.maxY) return true;
    const bool polygon = func::primitiveVertices(state.input->primitive) == 3;
    if (!polygon) func::faceFront(triangle);
    return func::cullTriangle(triangle, polygon ? state.raster->cullMode : func::CullMode::None);
}

void WindowPrimitives::add(std::span<const Vertex> vertices, uint32_t provoking, TriangleList& list) {
    switch (vertices.size()) {
        case 1:
            return addPoint(vertices[0], list);
        case 2:
            return addLine(vertices[0], vertices[1], vertices[provoking], list);
        default:
            return addTriangle(vertices[0], vertices[1], vertices[2], vertices[provoking], list);
    }
}

bool WindowPrimitives::behindOneDepthPlane(std::span<const Vertex> vertices) const {
    if (!state_->raster->clipDepth) return false;
    const bool zeroToOne = state_->raster->depthRange.zeroToOne;
    bool allNear = true;
    bool allFar = true;
    for (const Vertex vertex : vertices) {
        const func::Vec4& p = positionOf(vertex);
        allNear = allNear && p[2] < (zeroToOne ? 0.0f : -p[3]);
        allFar = allFar && p[2] > p[3];
    }
    return allNear || allFar;
}

void WindowPrimitives::addTriangle(Vertex v0, Vertex v1, Vertex v2, Vertex provoking, TriangleList& list) {
    const std::array<Vertex, 3> vertices{v0, v1, v2};
    if (behindOneDepthPlane(vertices)) return;
    const func::RasterState& raster = *state_->raster;
    if (std::ranges::none_of(vertices, [&](Vertex v) { return func::needsClipping(positionOf(v), raster); })) {
        append({func::toWindow(positionOf(v0), raster), func::toWindow(positionOf(v1), raster),
                func::toWindow(positionOf(v2), raster)},
               vertices, provoking, list);
        return;
    }
    polygon_.assign({*v0, *v1, *v2});
    func::clipToGuardBand(polygon_, raster);
    if (polygon_.size() < 3) return;
    std::vector<Vertex> corners;
    for (const func::VertexAttributes& vertex : polygon_) corners.push_back(&made_.add(vertex));
    for (size_t i = 2; i < corners.size(); ++i)
        append({func::toWindow(positionOf(corners[0]), raster), func::toWindow(positionOf(corners[i - 1]), raster),
                func::toWindow(positionOf(corners[i]), raster)},
               {corners[0], corners[i - 1], corners[i]}, provoking, list);
}

void WindowPrimitives::addLine(Vertex from, Vertex to, Vertex provoking, TriangleList& list) {
    if (behindOneDepthPlane(std::array{from, to})) return;
    const func::RasterState& raster = *state_->raster;
    if (func::needsClipping(positionOf(from), raster) || func::needsClipping(positionOf(to), raster)) {
        polygon_.assign({*from, *to});
        func::clipToGuardBand(polygon_, raster);
        if (polygon_.size() != 2) return;
        from = &made_.add(polygon_[0]);
        to = &made_.add(polygon_[1]);
    }
    // In whole pixels, as OpenGL has lines that are not smoothed.
    const float width = sizeWithin(std::round(state_->pointsAndLines.lineWidth), state_->pointsAndLines.largestSize);
    addTwo(func::alignedLine(func::toWindow(positionOf(from), raster), func::toWindow(positionOf(to), raster),
                             static_cast<double>(width)),
           {from, from, to, to}, provoking, list);
}

void WindowPrimitives::addPoint(Vertex vertex, TriangleList& list) {
    const func::RasterState& raster = *state_->raster;
    if (behindOneDepthPlane({&vertex, 1}) || func::needsClipping(positionOf(vertex), raster)) return;
    const gpu::PointsAndLines& points = state_->pointsAndLines;
    const bool own = points.pointSizeAttribute < func::kVertexAttributes;
    const float size = sizeWithin(own ? (*vertex)[points.pointSizeAttribute][0] : points.pointSize, points.largestSize);
    const func::WindowQuadrangle corners =
        func::squarePoint(func::toWindow(positionOf(vertex), raster), static_cast<double>(size));
    std::array<Vertex, 4> vertices;
    const bool coordinates = std::ranges::find(points.pointCoordinate, true) != points.pointCoordinate.end();
    for (uint32_t corner = 0; corner < 4; ++corner) {
        const bool right = (corner & 1) != 0;
        const bool lower = (corner & 2) != 0;
        vertices[corner] = vertex;
        if (!coordinates) continue;
        func::VertexAttributes& attributes = made_.add(*vertex);
        for (uint32_t a = 0; a < func::kVertexAttributes; ++a)
            if (points.pointCoordinate[a]) attributes[a] = {right ? 1.0f : 0.0f, lower ? 1.0f : 0.0f, 0.0f, 1.0f};
        vertices[corner] = &attributes;
    }
    addTwo(corners, vertices, vertex, list);
}

void WindowPrimitives::addTwo(const func::WindowQuadrangle& corners, const std::array<Vertex, 4>& vertices,
                              Vertex provoking, TriangleList& list) const {
    append({corners[0], corners[1], corners[2]}, {vertices[0], vertices[1], vertices[2]}, provoking, list);
    append({corners[2], corners[1], corners[3]}, {vertices[2], vertices[1], vertices[3]}, provoking, list);
}

void WindowPrimitives::append(const std::array<func::WindowVertex, 3>& window, const std::array<Vertex, 3>& vertices,
                              Vertex provoking, TriangleList& list) const {
    if (!std::ranges::all_of(window, func::isInReach)) return;
    func::SetupTriangle triangle = func::setupWindowTriangle(window, *state_->raster);
    if (culls_ && cullWindowTriangle(triangle, *state_)) return;
    list.add(triangle, vertices, provoking);
}

}  // namespace cyclorama::machine
