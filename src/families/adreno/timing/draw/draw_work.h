// SPDX-License-Identifier: MIT
#pragma once
// A draw under way.

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "families/adreno/operations/draw_operation.h"
#include "families/adreno/timing/ccu/target_caching.h"
#include "families/adreno/timing/draw/draw_bins.h"
#include "families/adreno/timing/draw/draw_output.h"
#include "families/adreno/timing/draw/draw_raster.h"
#include "families/adreno/timing/draw/draw_stages.h"
#include "families/adreno/timing/draw/wave_maker.h"
#include "families/adreno/timing/programs/packet_work.h"
#include "families/adreno/timing/programs/untimed_context.h"

namespace cyclorama::adreno {

/// A wave that has ended, on its way to buffers and the rasterizer.
struct OutputStep {
    LineAccesses lines{};
    uint64_t bytes = 0;   ///< of streamout
    uint64_t fibers = 0;  ///< of geometry programs, whose vertices are made into primitives
};

/// Refers to parts of itself: it stays where it was made.
class DrawWork final : public PacketWork {
  public:
    /// `space` outlives it, as does the command unit, and what the context refers to. Use bind() before anything else.
    DrawWork(std::shared_ptr<const DrawOperation> operation, mem::AddressSpace& space,
             std::unique_ptr<UntimedContext> context, uint32_t itsNumber, sim::Box& commandUnit)
        : PacketWork(*operation, itsNumber, commandUnit),
          draw_(std::move(operation)),
          memory_(draw_->memoryIn(space)),
          context_(std::move(context)) {}

    /// Binds the programs and runs their preambles; false if there is nothing to run.
    bool bind(const ProgramSettings& settings);

    const std::shared_ptr<const DrawOperation>& shared() const { return draw_; }
    /// Instructions of the programs' preambles.
    uint64_t preambleSteps() const;
    /// Moves of bins before it, which have to be done before its first quad.
    void setMovesBefore(uint32_t moves) { movesBefore_ = moves; }
    uint32_t movesBefore() const { return movesBefore_; }
    /// Late tests of depth leave depths that later draws test: those wait for it.
    bool testsLate() const;

    // Each is a box's: PC's, GRAS's and RB's.
    struct Made {
        VertexWave* wave = nullptr;
        WaveMaker* maker = nullptr;
    };
    /// The next of a maker's, or, where that is null, of the draw; nothing at the end, and once the work is dropped.
    /// The walk over the indices begins with the draw's first.
    Made make(WaveMaker* maker);
    /// The maker has no more; null: the draw.
    bool atEnd(const WaveMaker* maker) const;
    /// Bytes of VPC's storage that its next wave takes.
    uint32_t roomForNext(const WaveMaker* maker) const;
    // Room of parts whose memory is read to its end, and of all that are left.
    uint32_t release(GeometryPart& part) {
        held_ -= part.bytes;
        return std::exchange(part.bytes, 0);
    }
    uint32_t releaseAll() { return std::exchange(held_, 0); }
    /// Attributes of a vertex.
    uint32_t attributes() const { return static_cast<uint32_t>(open_->inputs.attributes.size()); }
    /// Waves are changed when they have ended, before they go to the rasterizer.
    bool changesAtEnd() const { return streamsOut() || (!open_->empty && open_->geometry); }
    bool streamsOut() const { return !open_->empty && open_->streamout.has_value(); }
    /// That change. In the order of the draw.
    OutputStep output(VertexWave& wave);
    /// Its bins are noted, and no quads made.
    bool isBinned() const { return open_->binned; }
    /// Begins the notes of a draw that is: no other draw's may be under way.
    void beginBins() { bins_.emplace(*draw_, *open_, memory_); }
    /// Null before, and after they have ended.
    DrawBins* bins() { return bins_ ? &*bins_ : nullptr; }
    StreamState endBins() {
        const StreamState streams = bins_->end();
        bins_.reset();
        return streams;
    }
    /// Null where the draw's primitives end before the rasterizer.
    DrawRaster* raster() { return raster_ ? &*raster_ : nullptr; }
    DrawOutput* output() { return output_ ? &*output_ : nullptr; }
    /// How a target's lines are cached: as the draw's state says.
    TargetCaching caching(CcuTarget target) const;
    /// Shows observers of the run the targets, before the first colour.
    void showBefore();
    /// All fragments have left RB, and none of them was left out: counts, and reports.
    void close();

    // Waves of vertices until they have ended or their primitives are rasterized, makers until they are at the end.
    void forget(const VertexWave& wave);
    void forget(const WaveMaker& maker);
    /// Waves of fragments until RB has taken them; in order.
    RenderWave& keep(std::unique_ptr<RenderWave> wave) { return *renderWaves_.emplace_back(std::move(wave)); }
    void forgetFragments() { renderWaves_.pop_front(); }

    void giveUp() override;
    void countStep(uint64_t) override {}

  private:
    /// Takes all of the state of a draw that has something to run.
    void takeState(const ProgramSettings& settings);
    void beginVertices();
    /// Makes primitives of what a geometry program's fibers have left, and writes them.
    void assemble(VertexWave& wave);
    void write(const PrimitiveBatch& batch);

    std::shared_ptr<const DrawOperation> draw_;
    GpuMemory memory_;
    std::unique_ptr<UntimedContext> context_;
    std::unique_ptr<OpenDraw> open_;
    std::optional<ShaderProgram> vertexProgram_;
    std::optional<ShaderProgram> fragmentProgram_;
    std::optional<DrawStages> stages_;
    std::unique_ptr<WaveMaker> vertices_;
    std::vector<std::unique_ptr<WaveMaker>> makers_;
    std::optional<DrawRaster> raster_;
    std::optional<DrawBins> bins_;
    std::optional<DrawOutput> output_;
    CompressedSurfaces compressed_;  ///< its targets
    uint32_t movesBefore_ = 0;
    uint32_t held_ = 0;  ///< bytes of VPC's storage that parts hold
    std::deque<std::unique_ptr<VertexWave>> vertexWaves_;
    std::deque<std::unique_ptr<RenderWave>> renderWaves_;
};

}  // namespace cyclorama::adreno
