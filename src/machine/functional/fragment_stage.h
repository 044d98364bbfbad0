// SPDX-License-Identifier: MIT
#pragma once
// From triangles to pixels: traversal, tests, interpolation, the fragment program and the render targets, for the part
// of the surface that one worker has to itself.

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "func/raster/raster_fill.h"
#include "gpu/pixel_counts.h"
#include "isa/executor.h"
#include "machine/functional/draw_context.h"
#include "machine/values/fragment_trace.h"
#include "machine/values/program_memory.h"
#include "machine/values/shader_units.h"

namespace cyclorama::machine {

/// The rows of the surface that a worker draws: bands of `height` rows, every `step`-th one from `first` on.
struct RowBands {
    uint32_t first = 0;
    uint32_t step = 1;
    uint32_t height = 0;

    /// The first of these bands that reaches a row.
    uint32_t firstFrom(int32_t row) const {
        const uint32_t band = row <= 0 ? 0 : static_cast<uint32_t>(row) / height;
        return band <= first ? first : first + (band - first + step - 1) / step * step;
    }
};

class FragmentStage {
  public:
    FragmentStage(mem::AddressSpace& memory, const TextureUnits& textures)
        : units_(memory, textures), programMemory_(memory) {}

    /// The context must stay valid until the last draw() of it.
    void startDraw(const DrawContext& context, bool memoryChanged);

    /// Draws the fragments of the triangles that lie in the bands.
    void draw(const TriangleList& list, const RowBands& bands);
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
    void removeKilled(isa::LaneMask killed);
    isa::LaneMask alphaFailed(const isa::Program& program) const;
    void coverByAlpha(const isa::Program& program);
    void testDepthStencil(const func::QuadBatch& batch, std::span<uint32_t> samples, bool shaderDepth);
    void writeColor();
    /// Tells the observer of the run, if there is one, the end of the fragments of a batch that have no sample left.
    void countEnded(gpu::FragmentEnd end, const func::QuadBatch& batch, const QuadSamples& before,
                    const QuadSamples& after) const;
    void countHelpers() const;

    /// A fragment that somebody follows, in a batch, and its samples in a buffer that is about to change.
    struct Look {
        uint32_t quad;
        uint32_t fragment;
        uint32_t covered;  // samples
        TracedSamples samples;
    };
    uint32_t samplesOfFragment(uint32_t samples, uint32_t fragment) const;
    std::vector<Look> look(const func::QuadBatch& batch, const Surface& surface, std::span<const uint32_t> offsets,
                           std::span<const uint32_t> samples) const;
    void tellCoverage() const;
    void follow(const isa::Program& program, LaneTrace& traced);
    void tellKilled(const QuadSamples& before) const;
    /// Fragments have ended that have no sample left.
    void finishFollowed(const func::QuadBatch& batch, const QuadSamples& left) const;

    const DrawContext* context_ = nullptr;
    const TriangleList* list_ = nullptr;
    ShaderUnits units_;
    ProgramMemory programMemory_;
    uint32_t samplesPerPixel_ = 1;
    /// The samples of a quad that the state lets through.
    uint32_t sampleMask_ = ~0u;
    /// Inputs of the program that its results depend on, a bit for each.
    uint32_t inputs_ = 0;
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
