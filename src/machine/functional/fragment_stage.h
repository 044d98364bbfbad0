// SPDX-License-Identifier: MIT
#pragma once
// From triangles to pixels: traversal, tests, interpolation, the fragment program and the render targets, for the part
// of the surface that one worker has to itself.

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "func/raster/interpolation.h"
#include "func/raster/quad_source.h"
#include "func/raster/row_bands.h"
#include "isa/executor.h"
#include "machine/functional/draw_context.h"
#include "machine/values/fragment_quads.h"
#include "machine/values/program_memory.h"
#include "machine/values/shader_units.h"
#include "machine/values/window_primitives.h"

namespace cyclorama::machine {

class FragmentStage {
  public:
    FragmentStage(mem::AddressSpace& memory, const TextureUnits& textures)
        : units_(memory, textures), programMemory_(memory) {}

    /// The context must stay valid until the last draw() of it.
    void startDraw(const DrawContext& context, bool memoryChanged);

    /// Draws the fragments of the triangles within the bands.
    void draw(const TriangleList& list, const func::RowBands& bands);
    /// Draws all fragments of the triangles in scan-line order, whose sums round differently.
    void drawScanLines(const TriangleList& list);

    const WorkCounters& counters() const { return counters_; }
    uint64_t brokenPrograms() const { return brokenPrograms_; }
    /// Programs did not end, or executed all instructions that the draw may: the fragments since then are left out.
    bool givenUp() const { return givenUp_; }
    uint64_t textureSamples() const { return units_.samples(); }
    uint64_t memoryFaults() const { return programMemory_.faults(); }
    func::TextureFaults faults() const { return units_.faults(); }
    void resetCounts();

  private:
    using QuadSamples = std::array<uint32_t, func::kBatchQuads>;
    /// Quads on their way, and for each the samples still alive: bit fragment * samples + sample.
    struct LiveQuads {
        std::unique_ptr<func::QuadBatch> batch = std::make_unique<func::QuadBatch>();
        QuadSamples samples{};
    };

    void start(const TriangleList& list);
    void test();
    void shade();
    bool keepAll(const QuadSamples& samples);
    void keep(uint32_t quad, uint32_t samples);
    uint32_t neededInputs(const isa::Program& program) const;
    void loadInputs(const isa::Program& program);
    void loadAttribute(uint32_t attribute);
    /// Samples that the program or the alpha test removes.
    void removeFragments(isa::LaneMask removed);
    isa::LaneMask alphaFailed(const isa::Program& program) const;
    void coverByAlpha(const isa::Program& program);
    void testDepthStencil(const func::QuadBatch& batch, std::span<uint32_t> samples, bool shaderDepth);
    void writeColor();
    /// Both batches as all stages see them, with the samples that are left.
    FragmentQuads quadsOf(const func::QuadBatch& batch, std::span<const uint32_t> samples) const;
    FragmentQuads liveQuads() const { return quadsOf(*live_.batch, live_.samples); }
    std::vector<TracedTarget> traceTargets(const func::QuadBatch& batch, const MappedSurface& surface,
                                           std::span<const uint32_t> offsets, std::span<const uint32_t> samples) const;
    void traceCoverage() const;
    void traceProgram(const isa::Program& program, LaneTrace& traced);

    const DrawContext* context_ = nullptr;
    const TriangleList* list_ = nullptr;
    ShaderUnits units_;
    ProgramMemory programMemory_;
    uint32_t samplesPerPixel_ = 1;
    /// The samples of a quad that the state lets through.
    uint32_t sampleMask_ = ~0u;
    /// Inputs of the program that its results depend on, a bit for each.
    uint32_t inputs_ = 0;
    FragmentEnds ends_;
    std::unique_ptr<func::QuadBatch> raster_ = std::make_unique<func::QuadBatch>();
    LiveQuads live_;
    isa::ThreadGroup group_;
    func::LaneWeights weights_;
    /// Weights of the attributes that are linear in the window.
    func::LaneWeights linearWeights_;
    func::LaneVec4 attribute_;
    WorkCounters counters_;
    uint64_t brokenPrograms_ = 0;
    bool givenUp_ = false;
};

}  // namespace cyclorama::machine
