// SPDX-License-Identifier: MIT
#pragma once
// From primitives in clip coordinates to triangles in the window: culling, clipping, viewports, facing, polygon modes,
// lines, points and polygon offset.

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "families/adreno/gras/raster_control.h"
#include "families/adreno/gras/raster_list.h"
#include "families/adreno/vpc/primitives.h"
#include "func/raster/interpolation.h"
#include "func/raster/window_line.h"
#include "func/raster/window_triangle.h"

namespace cyclorama::adreno {

class PrimitiveSetup {
  public:
    /// Both outlive it.
    PrimitiveSetup(const RasterControl& control, const PrimitiveDraw& draw);

    /// Takes a batch whose primitives are set up next. Its words stay as long as the triangles that point to them.
    void begin(const PrimitiveBatch& batch);
    /// Appends the triangles, if any, that the next primitive of the batch becomes. False after its last one.
    bool next(RasterList& list);
    /// Primitives that are not wholly outside of one plane.
    uint64_t left() const { return left_; }

  private:
    /// A corner of a primitive.
    struct Corner {
        /// In clip coordinates.
        func::Vec4 position{};
        const uint32_t* record = nullptr;
        /// Shares that the primitive's corners have in a triangle that clipping made.
        func::Vec4 shares{};
        /// Meaningless where the corner has to be cut off.
        func::WindowVertex window;
        /// A bit for each plane that it is outside of, and kCut.
        uint32_t codes = 0;
    };
    /// All that the triangles of a primitive share.
    struct Shared {
        RasterTriangle triangle;
        const func::RasterState* state = nullptr;
        /// Polygon offset of edges and corners of a polygon.
        double depthOffset = 0.0;
        /// The primitive's corners, where what is drawn is a part that clipping left of it.
        std::span<const Corner> cutFrom;
    };

    void setUp(const Primitive& primitive);
    const func::RasterState& stateOf(uint32_t viewport);
    /// The viewport of all primitives of the batch; empty if each has its own.
    std::optional<uint32_t> commonViewport() const;
    void placeVertex(uint32_t vertex, const func::RasterState& state, Corner& corner) const;
    void place(const Primitive& primitive, const uint32_t* provoking, RasterTriangle& triangle) const;
    uint32_t codesOf(const Corner& corner, const func::RasterState& state) const;
    static bool isOutside(std::span<const Corner> corners);
    static bool needsCut(std::span<const Corner> corners);
    float distance(const uint32_t* record, uint32_t number) const;
    /// The part of a polygon or line within the planes.
    std::vector<Corner> cut(std::span<const Corner> corners, const func::RasterState& state);

    void addTriangle(std::span<const Corner> corners, Shared& shared);
    void addPolygon(std::span<const Corner> corners, std::span<const Corner> whole, Shared& shared);
    void addLine(std::span<const Corner> corners, Shared shared);
    void addPoint(const Corner& corner, Shared& shared);
    void addQuadrangle(const func::WindowQuadrangle& window, const std::array<const Corner*, 4>& corners,
                       const Shared& shared);
    func::SetupTriangle planesOf(const std::array<func::WindowVertex, 3>& window, const func::RasterState& state) const;
    void append(const func::SetupTriangle& setup, const std::array<const Corner*, 3>& corners, const Shared& shared);
    static ClippedPart partOf(const std::array<const Corner*, 3>& corners, std::span<const Corner> whole);
    double offsetOf(const func::SetupTriangle& setup, std::span<const func::WindowVertex> window,
                    const func::RasterState& state) const;

    const RasterControl& control_;
    const PrimitiveDraw& draw_;
    std::array<std::optional<func::RasterState>, kViewports> states_;
    PrimitiveBatch batch_;
    size_t next_ = 0;
    /// Vertices of the batch, where all its primitives share a viewport.
    std::vector<Corner> vertices_;
    std::vector<func::VertexAttributes> polygon_;
    RasterList* list_ = nullptr;
    uint64_t left_ = 0;
};

}  // namespace cyclorama::adreno
