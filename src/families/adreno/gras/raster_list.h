// SPDX-License-Identifier: MIT
#pragma once
// Triangles of a part of a draw, set up for rasterization, in order. Lines and points have become triangles.

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "func/raster/triangle_setup.h"

namespace cyclorama::adreno {

/// Records of vertices that stay where they are until all are forgotten; their memory is kept for the next ones.
class RecordStore {
  public:
    /// Room for `words` words.
    uint32_t* make(size_t words);
    /// A copy.
    const uint32_t* keep(std::span<const uint32_t> words);
    void clear();

  private:
    static constexpr size_t kBlockWords = size_t{1} << 16;
    struct Block {
        explicit Block(size_t itsSize) : words(std::make_unique_for_overwrite<uint32_t[]>(itsSize)), size(itsSize) {}
        std::unique_ptr<uint32_t[]> words;
        size_t size;
        size_t used = 0;
    };
    std::vector<std::unique_ptr<Block>> blocks_;
    size_t current_ = 0;
};

/// The square of a point, for coordinates in it.
struct SpritePlace {
    float left = 0.0f;
    float top = 0.0f;
    float inverseSize = 0.0f;
};

/// A triangle that is a part of what a primitive was before it was clipped.
struct ClippedPart {
    /// By corner of the part: the primitive's corners have these shares in it, in clip coordinates.
    std::array<std::array<double, 3>, 3> shares{};
    /// w of the primitive's corners.
    std::array<double, 3> w{};
};

struct RasterTriangle {
    static constexpr uint32_t kWhole = ~0u;

    /// One for each corner; of a clipped part those of the primitive.
    std::array<const uint32_t*, 3> records{};
    /// The record of the vertex that gives flat varyings.
    const uint32_t* provoking = nullptr;
    SpritePlace sprite{};
    uint32_t primitive = 0;
    /// The number in RasterList::parts of one that is not whole.
    uint32_t part = kWhole;
    uint16_t layer = 0;
    uint8_t viewport = 0;
    uint8_t view = 0;
    bool backFacing = false;
    /// All corners have the same w: interpolation in perspective is linear.
    bool flatW = false;
};

struct RasterList {
    /// Edges are positive inside; fronts and backs alike.
    std::vector<func::SetupTriangle> setups;
    std::vector<RasterTriangle> triangles;
    std::vector<ClippedPart> parts;
    RecordStore records;

    size_t size() const { return triangles.size(); }
    void clear() {
        setups.clear();
        triangles.clear();
        parts.clear();
        records.clear();
    }
};

}  // namespace cyclorama::adreno
