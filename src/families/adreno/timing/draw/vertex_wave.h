// SPDX-License-Identifier: MIT
#pragma once
// Waves of the stages before the rasterizer: vertices, patches, points of patches, and fibers of geometry programs.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "families/adreno/operations/open_draw.h"
#include "families/adreno/pc/geometry_stage.h"
#include "families/adreno/timing/lines/line_accesses.h"
#include "families/adreno/timing/programs/wave_group.h"

namespace cyclorama::adreno {

/// Primitives whose vertices pass from stage to stage through a memory of their own.
struct GeometryPart {
    StageMemory memory;
    std::vector<uint32_t> ids;  ///< numbers of the primitives
    uint32_t firstPatch = 0;    ///< place of the first in the buffers of patches
    uint32_t bytes = 0;         ///< of VPC's storage, that they hold
    uint32_t running = 0;       ///< waves that have not ended
    bool read = false;          ///< the last wave that reads the memory is made
};

/// Records of vertices that share their numbers, of several waves.
struct VertexBatch {
    GeometryRecords records;
    /// Of geometry programs: the first fiber whose invocation is not assembled.
    size_t nextFiber = 0;
};

/// Places in the buffers of patches, which later patches use again: who reads or writes them, and who comes after.
struct TessellationPiece {};

class VertexWave final : public WaveGroup {
  public:
    /// Place of a wave's results.
    struct Results {
        std::shared_ptr<VertexBatch> batch{};  ///< null: the program leaves nothing for the rasterizer
        /// The first record of the wave in the batch, and their number.
        size_t first = 0;
        size_t count = 0;
    };
    /// `draw`, and the stage of one of geometry programs, outlive it. `its`: with the inputs.
    VertexWave(ShaderProgram& program, const OpenDraw& draw, Results results, ir3::Wave its,
               const GeometryStage* geometry = nullptr);

    std::string describe() const override;
    ir3::Wave takeWave(unsigned) override { return std::move(wave_); }
    std::unique_ptr<StageUnits> takeUnits(const WaveSlot& place) override;
    std::span<std::byte> memory() override { return part ? part->memory.bytes() : WaveGroup::memory(); }
    void keepResults(ir3::Wave& ended) override;

    ShaderStage stage() const { return program().binding().stage; }
    /// Fibers that it executes.
    size_t fibers() const { return fibers_; }
    /// Else its records are those of waves before it.
    bool hasProgram() const { return fibers_ != 0; }
    /// Its records or primitives are sent to the rasterizer; false before a hull or geometry program.
    bool leaves() const { return results_.batch != nullptr; }
    const Results& results() const { return results_; }
    bool beginsBatch() const { return results_.first == 0; }
    /// Words of each vertex of its batch.
    const std::vector<uint32_t>& records() const { return results_.batch->records.words; }
    /// Records and primitives of it, as its view has them.
    PrimitiveBatch batchOf(std::span<const uint32_t> words, std::span<const Primitive> its) const {
        return {.words = words,
                .primitives = its,
                .view = view,
                .positionOfView = draw_.control.positionPerView ? std::min(view, draw_.primitives.positions - 1) : 0};
    }

    /// The view that its primitives are drawn for.
    uint32_t view = 0;
    /// Bytes of VPC's storage that its records take.
    uint32_t recordBytes = 0;
    /// In order, those that need no vertex after the wave's; vertices by their numbers in the batch. Of geometry
    /// programs when it has ended.
    std::vector<Primitive> primitives{};
    /// Lines with the indices that name its vertices, and their number; lines with its attributes.
    LineAccesses indexLines{};
    uint32_t indices = 0;
    /// Primitives among them that do not reach the bin.
    uint32_t skipped = 0;
    LineAccesses attributeLines{};
    /// Null: its stage shares no memory with others.
    std::shared_ptr<GeometryPart> part{};
    /// Patches that were tessellated for it.
    uint32_t patches = 0;
    /// Null: it touches no buffers of patches.
    std::shared_ptr<const TessellationPiece> piece{};

  private:
    const OpenDraw& draw_;
    Results results_;
    ir3::Wave wave_;
    size_t fibers_ = 0;
    const GeometryStage* geometry_;
};

}  // namespace cyclorama::adreno
