// SPDX-License-Identifier: MIT
#pragma once
// The attributes of fragments from those of a triangle's vertices. Edge values are barycentric coordinates before the
// perspective division, so their shares of the sum interpolate perspectively correct whatever w is.

#include <array>
#include <cstdint>
#include <span>

#include "func/raster/raster_quad.h"

namespace cyclorama::func {

using VertexAttributes = std::array<Vec4, kVertexAttributes>;

/// The three vertices of a triangle.
using TriangleVertices = std::array<const VertexAttributes*, 3>;

/// One attribute of all lanes of a QuadBatch: component, lane.
struct alignas(64) LaneVec4 {
    std::array<std::array<float, kBatchLanes>, 4> component;
};

/// The share of each vertex in each lane.
struct alignas(64) LaneWeights {
    std::array<std::array<double, kBatchLanes>, 3> vertex;
};

/// The shares of the vertices in a fragment.
std::array<double, 3> interpolationWeights(const PlaneValues& values);

/// The shares in a fragment of a triangle that was set up in window coordinates: edge values are weighted by 1/w of
/// their vertex.
std::array<double, 3> windowWeights(const PlaneValues& values, const std::array<double, 3>& inverseW);

/// One attribute of one fragment.
Vec4 interpolate(const std::array<double, 3>& weights, const Vec4& a0, const Vec4& a1, const Vec4& a2);

/// The shares for the lanes of the batch's quads; other lanes stay as they are.
void interpolationWeights(const QuadBatch& batch, LaneWeights& weights);

/// The shares for the lanes of quads of triangles set up in window coordinates; QuadBatch::triangle is an index in
/// `triangles`.
void windowWeights(const QuadBatch& batch, std::span<const SetupTriangle> triangles, LaneWeights& weights);

/// An attribute for all lanes of the quads `firstQuad` to `lastQuad` - 1, which are of one triangle.
void interpolate(const LaneWeights& weights, const TriangleVertices& vertices, uint32_t attribute, uint32_t firstQuad,
                 uint32_t lastQuad, LaneVec4& out);

/// As interpolate(), for a flat attribute: that of the last vertex.
void copyFlat(const TriangleVertices& vertices, uint32_t attribute, uint32_t firstQuad, uint32_t lastQuad,
              LaneVec4& out);

/// The quad after the last one that is of the same triangle as `firstQuad`.
uint32_t triangleEnd(const QuadBatch& batch, uint32_t firstQuad);

/// Position that a fragment program reads: pixel x and y, depth from 0 to 1 as rounded to the depth buffer, and 1.
Vec4 fragmentPosition(int32_t x, int32_t y, uint32_t depth, uint32_t depthBits);
void fragmentPositions(const QuadBatch& batch, uint32_t depthBits, LaneVec4& out);

/// Position that a fragment program reads in window coordinates: x and y of the pixel's centre, depth from 0 to 1, and
/// 1/w.
Vec4 windowPosition(int32_t x, int32_t y, uint32_t depth, uint32_t depthBits, const PlaneValues& values,
                    const std::array<double, 3>& inverseW);
void windowPositions(const QuadBatch& batch, std::span<const SetupTriangle> triangles, uint32_t depthBits,
                     LaneVec4& out);

/// Sets the last component of the face attribute: the triangle's signed area.
void setFace(double area, uint32_t firstQuad, uint32_t lastQuad, LaneVec4& out);

}  // namespace cyclorama::func
