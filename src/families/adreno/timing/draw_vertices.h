// SPDX-License-Identifier: MIT
#pragma once
// The vertices of a draw in waves, each with the primitives that are complete with it.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "families/adreno/operations/draw_operation.h"
#include "families/adreno/timing/line_accesses.h"
#include "families/adreno/timing/wave_group.h"

namespace cyclorama::adreno {

/// Records of the vertices that were fetched together, and share their numbers.
struct VertexBatch {
    std::vector<uint32_t> records;
};

class VertexWave final : public WaveGroup {
  public:
    /// The first vertex of the wave in the batch, and their number.
    struct Range {
        size_t first = 0;
        size_t count = 0;
    };
    /// `outputs` outlives it.
    VertexWave(ShaderProgram& program, const VertexOutputs& outputs, std::shared_ptr<VertexBatch> batch,
               const Range& range);

    std::string describe() const override;
    ir3::Wave takeWave(unsigned) override { return std::move(wave); }
    std::unique_ptr<StageUnits> takeUnits(const WaveSlot& place) override;
    void keepResults(ir3::Wave& ended) override;

    size_t vertices() const { return range_.count; }
    bool beginsBatch() const { return range_.first == 0; }
    /// Words of each vertex of its batch.
    const std::vector<uint32_t>& records() const { return batch_->records; }

    /// With its inputs, until it is taken.
    ir3::Wave wave;
    /// In order, those that need no vertex after the wave's; vertices by their numbers in the batch.
    std::vector<Primitive> primitives{};
    /// Lines with the indices that name its vertices, and their number; lines with its attributes.
    LineAccesses indexLines{};
    uint32_t indices = 0;
    /// Primitives among them that do not reach the bin.
    uint32_t skipped = 0;
    LineAccesses attributeLines{};

  private:
    const VertexOutputs& outputs_;
    std::shared_ptr<VertexBatch> batch_;
    Range range_;
};

class DrawVertices {
  public:
    /// Begins the walk over the draw's indices. All outlive it and its waves; no other draw walks until it is gone.
    DrawVertices(const DrawOperation& operation, OpenDraw& draw, ShaderProgram& program, const GpuMemory& memory);

    /// The next wave, its inputs read; null at the end.
    std::unique_ptr<VertexWave> next();
    /// After next(): it has given the last one.
    bool atEnd() const { return atEnd_; }
    /// Attributes of a vertex.
    uint32_t attributes() const { return static_cast<uint32_t>(draw_.inputs.attributes.size()); }

  private:
    /// Takes the next batch of the walk.
    void pull();
    /// The primitives from the next one on that need no vertex from `end` on.
    void takePrimitives(size_t end, VertexWave& wave);
    void takeIndices(size_t end, VertexWave& wave);

    const DrawOperation& operation_;
    OpenDraw& draw_;
    ShaderProgram& program_;
    VertexWalk walk_;
    VertexFetch fetch_;
    // The batch in work: its vertices that are in waves, its primitives that are, and its indices in the order of the
    // draw, of which some are taken.
    const InputBatch* input_ = nullptr;
    std::shared_ptr<VertexBatch> batch_;
    size_t nextVertex_ = 0;
    std::vector<Primitive> primitives_;
    size_t nextPrimitive_ = 0;
    uint64_t firstIndex_ = 0;
    uint64_t nextIndex_ = 0;
    uint64_t firstSkipped_ = 0;  ///< of primitives that do not reach the bin, before the batch, and before the wave
    uint64_t nextSkipped_ = 0;
    bool atEnd_ = false;
};

}  // namespace cyclorama::adreno
