// SPDX-License-Identifier: MIT
#pragma once
// Walks over a draw's indices, instance by instance, and gives the primitives that they make in batches.

#include <optional>
#include <span>
#include <utility>

#include "families/adreno/chip/query_counters.h"
#include "families/adreno/chip/reporter.h"
#include "families/adreno/pc/draw_operands.h"
#include "families/adreno/pc/index_stream.h"
#include "families/adreno/pc/input_batch.h"
#include "families/adreno/pc/primitive_assembler.h"
#include "families/adreno/vpc/primitive_control.h"

namespace cyclorama::adreno {

class VertexWalk {
  public:
    /// All but the shape outlive it. `recent` is no other walk's until then.
    VertexWalk(const InputShape& shape, const DrawOperands& operands, const PrimitiveControl& control,
               const GpuMemory& memory, RecentVertices& recent, QueryCounters& counters, Reporter& reporter)
        : shape_(shape),
          operands_(operands),
          control_(control),
          counters_(counters),
          reporter_(reporter),
          indices_(operands, memory),
          batch_(shape.vertices, recent) {}

    /// The next batch, full but for the last one; valid until the next call. Null at the end, and once the chip hangs.
    const InputBatch* next();
    /// Indices that were taken so far, of all instances.
    uint64_t indicesTaken() const { return taken_; }
    /// Primitives so far that do not reach the bin.
    uint64_t primitivesSkipped() const { return skipped_; }

  private:
    void beginInstance();
    /// Takes vertices until the batch is full; false at the end of the instance.
    bool fill();
    void take(uint32_t index);
    /// Ends the instance; true if that fills the batch.
    bool endInstance();
    void add(std::span<const uint32_t> corners);
    /// True if the next primitive of the input reaches the bin.
    bool isSeen();

    const InputShape shape_;
    const DrawOperands& operands_;
    const PrimitiveControl& control_;
    QueryCounters& counters_;
    Reporter& reporter_;
    IndexStream indices_;
    InputBatch batch_;

    uint32_t instance_ = 0;
    /// Empty between instances.
    std::optional<PrimitiveAssembler> assembler_;
    /// Indices of the instance that are read, those of them that are not taken yet, and what they made.
    uint32_t position_ = 0;
    uint64_t taken_ = 0;
    uint64_t skipped_ = 0;
    std::span<const uint32_t> block_;
    uint32_t vertices_ = 0;
    uint32_t primitives_ = 0;
    /// Ordinals of the next primitive of the draw, and of the next run of primitives that reach the bin.
    uint32_t nextPrimitive_ = 0;
    size_t nextRun_ = 0;
};

/// Primitives of a batch from `first` on.
struct InputPart {
    const InputBatch* batch = nullptr;
    size_t first = 0;
    size_t count = 0;

    std::span<const uint32_t> ids() const { return batch->ids().subspan(first, count); }
    size_t corners() const { return count * batch->verticesPerPrimitive(); }
};

/// The batches of a walk in parts that fit the memory between stages.
class InputParts {
  public:
    explicit InputParts(VertexWalk&& walk) : walk_(std::move(walk)) {}

    /// The next primitives, at most `most` of one batch; empty at the end. Valid until the next call.
    std::optional<InputPart> next(size_t most);
    const VertexWalk& walk() const { return walk_; }

  private:
    VertexWalk walk_;
    /// The last part.
    InputPart part_;
};

}  // namespace cyclorama::adreno
