// SPDX-License-Identifier: MIT
#pragma once
// A draw from its first vertex to its last pixel: vertices and triangles on the calling thread, fragments on all
// workers.

#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include "machine/configuration/configuration.h"
#include "machine/functional/draw_context.h"
#include "machine/functional/fragment_stage.h"
#include "machine/functional/vertex_stage.h"
#include "machine/functional/worker_pool.h"
#include "machine/values/draw_budget.h"
#include "machine/values/draw_preparation.h"
#include "machine/values/vertex_fetch.h"
#include "machine/values/window_primitives.h"
#include "sim/finding.h"

namespace cyclorama::machine {

class DrawStage {
  public:
    /// Of a configuration.
    struct Settings {
        /// The vertex program loads the attributes.
        bool attributesByShader = false;
        bool recursiveTraversal = false;
        /// Triangles that are traversed together.
        uint32_t groupTriangles = 1;
        func::TextureUnitSettings textures{};
    };
    struct Options {
        Settings settings{};
        gpu::Dialect dialect{};
        /// Work of one draw, in units of DrawBudget.
        uint64_t drawWorkLimit = kDrawWorkLimit;
        /// Called before the fragments of the first triangles of a draw.
        std::function<void()> beforeFragments;
    };
    /// All but the options outlive it.
    DrawStage(Options options, WorkerPool& workers, mem::AddressSpace& memory, Surfaces& surfaces,
              sim::Findings& findings);

    /// Draws with this state; false if nothing can be drawn with it. `place` is for findings.
    bool draw(const gpu::DrawState& state, std::string_view place);
    /// The completed state of the last draw.
    const gpu::DrawState& state() const { return state_; }

    /// Memory that may hold compressed textures was written.
    void recordMemoryWrite() { texturesStale_ = true; }

    const WorkCounters& counters() const { return counters_; }

  private:
    bool prepare(const gpu::DrawState& state, std::string_view place);
    bool prepareTargets(const gpu::DrawState& state, std::string_view place);
    bool readsItsTargets() const;
    bool inWindow() const { return state_.raster->rules.coordinates == func::SetupCoordinates::Window; }
    void drawInstances();
    void drawRun(const VertexRun& run, uint32_t instance, bool lastOfDraw);
    void drawPrimitives(const VertexRun& run, uint32_t first, uint32_t last, uint32_t instance, bool lastOfDraw);
    void setupTriangles(uint32_t first, uint32_t last, uint32_t firstPosition);
    void resumeIncompleteGroup();
    void carryIncompleteGroup();
    void addTriangle(const std::array<uint32_t, 3>& slots);
    void addWindowPrimitive(uint32_t primitive, const std::array<uint32_t, 3>& slots);
    void drawFragments();
    void limitWork();
    void collect(std::string_view place);

    bool attributesByShader_;
    bool recursiveTraversal_;
    Options options_;
    sim::Findings* findings_;
    const mem::AddressSpace* memory_;
    Surfaces* surfaces_;
    WorkerPool& pool_;
    TextureUnits textures_;
    VertexStage vertexStage_;
    WindowPrimitives windowPrimitives_{true};
    ShaderUnits vertexUnits_;
    std::vector<std::unique_ptr<FragmentStage>> fragmentStages_;
    ConstantBank constants_;
    /// The state with what the machine itself decides: sample counts.
    gpu::DrawState state_;
    DrawPreparation preparation_;
    DrawContext context_;
    TriangleList list_;
    std::vector<uint32_t> positions_;
    std::vector<VertexRun> runs_;
    /// Triangles of a group that the primitives so far did not fill, with their vertices: for the next ones; and those
    /// taken up by these.
    struct Carried {
        func::SetupTriangle triangle;
        std::array<func::VertexAttributes, 3> vertices;
    };
    std::vector<Carried> carried_;
    std::vector<Carried> resumed_;
    /// Vertices with their back colours, of triangles that show their back.
    std::vector<std::unique_ptr<std::array<func::VertexAttributes, 3>>> backVertices_;
    bool texturesStale_ = true;
    bool serial_ = false;
    DrawBudget work_;
    /// The rest of the draw is left out: its work exceeds the limit, or a program does not end.
    bool tooLong_ = false;
    bool givenUp_ = false;
    WorkCounters counters_;
};

DrawStage::Settings drawSettings(const Configuration& configuration);

}  // namespace cyclorama::machine
