// SPDX-License-Identifier: MIT
#pragma once
// Triangles given in pixels, for the rasterization tests.

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <random>
#include <span>
#include <tuple>
#include <vector>

#include "func/raster/raster_fill.h"

namespace cyclorama::func {

struct PixelVertex {
    double x;
    double y;
    float z = 0.0f;
    float w = 1.0f;
};

inline RasterState squareState(uint32_t size) {
    RasterState state;
    state.surfaceWidth = size;
    state.surfaceHeight = size;
    state.viewport = {0, 0, size, size};
    return state;
}

/// The clip position that comes out at a place in the viewport (y up).
inline Vec4 clipPosition(const PixelVertex& vertex, const RasterState& state) {
    const double w = static_cast<double>(vertex.w);
    return {static_cast<float>((vertex.x * 2.0 / state.viewport.width - 1.0) * w),
            static_cast<float>((vertex.y * 2.0 / state.viewport.height - 1.0) * w), vertex.z * vertex.w, vertex.w};
}

inline SetupTriangle setupPixels(const std::array<PixelVertex, 3>& vertices, const RasterState& state) {
    return setupTriangle(clipPosition(vertices[0], state), clipPosition(vertices[1], state),
                         clipPosition(vertices[2], state), state);
}

/// As above, facing made good as drawing with no culling does.
inline SetupTriangle drawnTriangle(const std::array<PixelVertex, 3>& vertices, const RasterState& state) {
    SetupTriangle triangle = setupPixels(vertices, state);
    cullTriangle(triangle, CullMode::None);
    return triangle;
}

struct Fragment {
    uint32_t depth = 0;
    std::array<double, 3> edge{};
    uint32_t samples = 0;
    bool operator==(const Fragment&) const = default;
};

/// Key: triangle, x, y.
using Fragments = std::map<std::tuple<uint32_t, int32_t, int32_t>, Fragment>;

inline void collect(const QuadBatch& batch, uint32_t samples, Fragments& fragments) {
    for (uint32_t quad = 0; quad < batch.quads; ++quad) {
        for (uint32_t f = 0; f < kQuadFragments; ++f) {
            if ((batch.coverage[quad] >> f & 1) == 0) {
                continue;
            }
            const uint32_t lane = quad * kQuadFragments + f;
            Fragment fragment;
            fragment.depth = batch.depth[lane];
            fragment.edge = {batch.edge[0][lane], batch.edge[1][lane], batch.edge[2][lane]};
            fragment.samples = batch.sampleCoverage[quad] >> (f * samples) & ((1u << samples) - 1);
            fragments[{batch.triangle[quad], batch.x[quad] + static_cast<int32_t>(f & 1),
                       batch.y[quad] + static_cast<int32_t>(f >> 1)}] = fragment;
        }
    }
}

inline Fragments fillGroup(const RasterState& state, const TileSizes& tiles, std::span<const SetupTriangle> group,
                           const PixelRectangle& rectangle) {
    QuadFiller filler(state, tiles);
    filler.start(group, 0, rectangle);
    Fragments fragments;
    auto batch = std::make_unique<QuadBatch>();
    bool more = true;
    while (more) {
        batch->quads = 0;
        more = filler.fill(*batch);
        collect(*batch, state.samples, fragments);
    }
    return fragments;
}

inline Fragments fillGroup(const RasterState& state, const TileSizes& tiles, std::span<const SetupTriangle> group) {
    return fillGroup(state, tiles, group, fragmentRectangle(state));
}

inline Fragments traverseGroup(const RasterState& state, TileTraversal& traversal,
                               std::span<const SetupTriangle> group) {
    traversal.start(state, group);
    Fragments fragments;
    auto batch = std::make_unique<QuadBatch>();
    bool more = true;
    while (more) {
        batch->quads = 0;
        more = fillFromTraversal(traversal, fragmentRectangle(state), state.samples, 0, *batch);
        collect(*batch, state.samples, fragments);
    }
    return fragments;
}

/// The triangles that a square of `size` pixels is cut into by a grid of `cells` by `cells` whose inner vertices are
/// moved at random: by halves of a pixel, so that edges run through sample points, or by any amount.
inline std::vector<SetupTriangle> jitteredGrid(const RasterState& state, uint32_t cells, bool halfPixels,
                                               uint32_t seed) {
    std::mt19937 random(seed);
    const double cell = static_cast<double>(state.viewport.width) / cells;
    std::uniform_int_distribution<int> halves(-static_cast<int>(cell * 0.6), static_cast<int>(cell * 0.6));
    std::uniform_real_distribution<double> any(-0.3 * cell, 0.3 * cell);
    std::vector<PixelVertex> vertices;
    for (uint32_t row = 0; row <= cells; ++row) {
        for (uint32_t column = 0; column <= cells; ++column) {
            const bool inner = row > 0 && row < cells && column > 0 && column < cells;
            const double dx = !inner ? 0.0 : halfPixels ? 0.5 * halves(random) : any(random);
            const double dy = !inner ? 0.0 : halfPixels ? 0.5 * halves(random) : any(random);
            vertices.push_back({column * cell + dx, row * cell + dy});
        }
    }
    std::vector<SetupTriangle> triangles;
    for (uint32_t row = 0; row < cells; ++row) {
        for (uint32_t column = 0; column < cells; ++column) {
            const uint32_t v = row * (cells + 1) + column;
            const PixelVertex a = vertices[v], b = vertices[v + 1], c = vertices[v + cells + 1],
                              d = vertices[v + cells + 2];
            triangles.push_back(drawnTriangle({a, b, c}, state));
            triangles.push_back(drawnTriangle({b, d, c}, state));
        }
    }
    return triangles;
}

}  // namespace cyclorama::func
