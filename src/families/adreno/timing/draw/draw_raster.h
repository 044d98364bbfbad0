// SPDX-License-Identifier: MIT
#pragma once
// The primitives of a draw on their way to waves of fragments: set up one by one, rasterized a batch of quads at a
// time, tested early and packed.

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "families/adreno/fragment/early_stage.h"
#include "families/adreno/fragment/fragment_draw.h"
#include "families/adreno/fragment/lrz_filter.h"
#include "families/adreno/gras/primitive_setup.h"
#include "families/adreno/operations/open_draw.h"
#include "families/adreno/timing/draw/lrz_messages.h"
#include "families/adreno/timing/draw/render_wave.h"
#include "families/adreno/timing/draw/vertex_wave.h"
#include "families/adreno/timing/lines/line_accesses.h"
#include "families/adreno/vpc/rectangles.h"
#include "func/raster/quad_source.h"

namespace cyclorama::adreno {

class DrawRaster {
  public:
    /// The draw has fragments. `program`: null where none is executed. All outlive it.
    DrawRaster(OpenDraw& draw, ShaderProgram* program);

    /// Takes the primitives of a wave whose program has ended; all of the one before are set up.
    void take(const VertexWave& wave);
    struct SetUp {
        uint32_t triangles = 0;  ///< that the primitive has become, in the list
        bool clipped = false;    ///< some are parts of it
    };
    /// Sets the next primitive up; empty if there is none.
    std::optional<SetUp> setUpNext();
    /// The list takes no more triangles before endList().
    bool listIsFull() const;
    /// All triangles of the list are rasterized, and their waves have left the render backend.
    void endList();
    /// Low resolution depths that ended lists have taken from what they left.
    LrzMessage takeFedBack() { return std::exchange(fedBack_, {}); }

    /// Triangles of the list that are not rasterized to their end.
    size_t triangles() const { return list_.size() - nextTriangle_; }
    struct Step {
        uint32_t tiles = 0;         ///< of 8x4 pixels that the quads are in
        uint32_t triangles = 0;     ///< whose last quads they are
        uint64_t tested = 0;        ///< samples that were tested early
        uint64_t passed = 0;        ///< of these
        LineAccesses depthReads{};  ///< of these tests
        LineAccesses depthWrites{};
        LrzMessage lrz{};                                  ///< of the triangle, with its first quads
        std::vector<std::unique_ptr<RenderWave>> waves{};  ///< that have become full
    };
    /// The next quads. Requires a triangle.
    Step rasterizeNext();
    /// The quads that are left, in a wave that is not full; null: none are.
    std::unique_ptr<RenderWave> lastWave();

    /// The draw's early tests.
    bool testsEarly() const { return stages_.targets.testsEarly && stages_.targets.depth.tests(); }
    uint64_t clipped() const { return setup_.left(); }
    /// Counts of fragments that ended before the render backend.
    FragmentCounts counts() const;

  private:
    void startTriangle();
    std::unique_ptr<RenderWave> takeWave();
    static uint32_t tilesOf(const func::QuadBatch& quads);
    void noteTests(Step& step) const;

    OpenDraw& draw_;
    ShaderProgram* program_;
    RasterList& list_;
    const FragmentStages stages_;
    PrimitiveSetup setup_;
    RectangleExpansion rectangles_;
    std::vector<Primitive> primitives_;
    machine::FragmentEnds ends_;
    FragmentTracer tracer_;
    std::optional<LrzFilter> lrz_;
    LrzMessage lrzLines_;
    LrzMessage fedBack_;
    FragmentOutput output_;
    EarlyStage early_;
    std::optional<TexelGrouping> grouping_;
    size_t nextTriangle_ = 0;
    /// A copy, as the list grows, and the quads of it.
    std::array<func::SetupTriangle, 1> triangle_{};
    std::optional<func::QuadSource> source_;
    std::optional<uint8_t> viewport_;  ///< the source's
    bool rasterizing_ = false;
    /// The triangle's next quads.
    func::QuadBatch quads_;
    bool hasQuads_ = false;
    uint64_t shaded_ = 0;
};

}  // namespace cyclorama::adreno
