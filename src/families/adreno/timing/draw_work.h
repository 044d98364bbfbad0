// SPDX-License-Identifier: MIT
#pragma once
// A draw under way.

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <utility>

#include "families/adreno/operations/draw_operation.h"
#include "families/adreno/timing/ccu_cache.h"
#include "families/adreno/timing/draw_bins.h"
#include "families/adreno/timing/draw_output.h"
#include "families/adreno/timing/draw_raster.h"
#include "families/adreno/timing/draw_vertices.h"
#include "families/adreno/timing/packet_work.h"
#include "families/adreno/timing/untimed_context.h"

namespace cyclorama::adreno {

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
    /// The next vertices; null at the end, and once the work is dropped. The walk begins with the first call.
    VertexWave* nextVertices();
    bool verticesEnded() const { return dropped() || open_->empty || (vertices_ && vertices_->atEnd()); }
    /// After the first wave.
    const DrawVertices& vertices() const { return *vertices_; }
    /// Bytes of the records of a full wave of vertices.
    uint32_t waveBytes() const;
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
    /// How often the draw's state halves the caches of a target.
    uint8_t halvings(CcuTarget target) const;
    /// Shows observers of the run the targets, before the first colour.
    void showBefore();
    /// All fragments have left RB, and none of them was left out: counts, and reports.
    void close();

    /// Waves of vertices until their primitives are rasterized, and of fragments until RB has taken them; in order.
    void forgetVertices() { vertexWaves_.pop_front(); }
    RenderWave& keep(std::unique_ptr<RenderWave> wave) { return *renderWaves_.emplace_back(std::move(wave)); }
    void forgetFragments() { renderWaves_.pop_front(); }

    void giveUp() override;
    void countStep(uint64_t) override {}

  private:
    std::shared_ptr<const DrawOperation> draw_;
    GpuMemory memory_;
    std::unique_ptr<UntimedContext> context_;
    std::unique_ptr<OpenDraw> open_;
    std::optional<ShaderProgram> vertexProgram_;
    std::optional<ShaderProgram> fragmentProgram_;
    std::optional<DrawVertices> vertices_;
    std::optional<DrawRaster> raster_;
    std::optional<DrawBins> bins_;
    std::optional<DrawOutput> output_;
    uint32_t movesBefore_ = 0;
    std::deque<std::unique_ptr<VertexWave>> vertexWaves_;
    std::deque<std::unique_ptr<RenderWave>> renderWaves_;
};

}  // namespace cyclorama::adreno
