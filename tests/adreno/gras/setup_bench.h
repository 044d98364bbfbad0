// SPDX-License-Identifier: MIT
#pragma once
// Primitive setup by itself: settings, vertices in clip coordinates, and the triangles that they become.

#include <bit>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <vector>

#include "families/adreno/gras/primitive_setup.h"

namespace cyclorama::adreno::test {

/// x, y, z and w in clip coordinates, then further words of the record.
using SetupVertex = std::vector<float>;

/// A window of 64x64 pixels from (0, 0), y downwards; clip coordinates from -1 to 1 are from its left to its right and
/// from its top to its bottom. Depth is from 0 to 1; nothing is culled.
class SetupBench {
  public:
    static constexpr float kHalf = 32.0f;
    static constexpr float kNotANumber = std::numeric_limits<float>::quiet_NaN();
    static constexpr float kInfinite = std::numeric_limits<float>::infinity();

    SetupBench() {
        for (WindowViewport& viewport : control.viewports) {
            viewport.transform = {.scale = {kHalf, kHalf, 1.0f}, .offset = {kHalf, kHalf, 0.0f}};
            viewport.scissor = {.minX = 0, .minY = 0, .maxX = 64, .maxY = 64};
        }
        control.clip.zeroToOne = true;
        control.samplePlaces[0] = {.x = 0.5, .y = 0.5};
    }

    /// A vertex at (x, y) of the window, with z/w = z.
    static SetupVertex at(float x, float y, float z = 0.5f, float w = 1.0f) {
        return {(x - kHalf) / kHalf * w, (y - kHalf) / kHalf * w, z * w, w};
    }
    /// A vertex with further words.
    static SetupVertex with(SetupVertex vertex, std::initializer_list<float> words) {
        vertex.insert(vertex.end(), words);
        return vertex;
    }
    /// The bits of an integer in a record.
    static float integer(uint32_t value) { return std::bit_cast<float>(value); }

    /// Sets up primitives of consecutive vertices. Number of triangles that they become.
    size_t setUp(const std::vector<SetupVertex>& vertices) {
        words_.clear();
        for (const SetupVertex& vertex : vertices)
            for (const float value : vertex) words_.push_back(std::bit_cast<uint32_t>(value));
        draw.layout.position = 0;
        draw.layout.stride = static_cast<uint32_t>(vertices.front().size());
        std::vector<Primitive> primitives;
        const uint32_t count = draw.verticesPerPrimitive();
        for (uint32_t first = 0; first + count <= vertices.size(); first += count)
            primitives.push_back({.vertices = {first, first + 1, first + 2}, .id = first / count});
        list.clear();
        PrimitiveSetup setup(control, draw);
        setup.begin({.words = words_, .primitives = primitives, .view = view, .positionOfView = positionOfView});
        while (setup.next(list)) {
        }
        left = setup.left();
        return list.size();
    }
    /// The record of a vertex of the last primitives.
    const uint32_t* record(uint32_t vertex) const { return &words_[size_t{vertex} * draw.layout.stride]; }

    RasterControl control;
    PrimitiveDraw draw;
    uint32_t view = 0;
    uint32_t positionOfView = 0;
    RasterList list;
    /// Primitives that are not outside of one plane.
    uint64_t left = 0;

  private:
    std::vector<uint32_t> words_;
};

}  // namespace cyclorama::adreno::test
