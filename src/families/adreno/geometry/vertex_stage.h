// SPDX-License-Identifier: MIT
#pragma once
// Vertex programs: waves over the vertices of a batch, and the records that they leave. All workers share the waves of
// a large batch, where the program writes no memory in which their order could be seen.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "families/adreno/geometry/input_batch.h"
#include "families/adreno/geometry/vertex_fetch.h"
#include "families/adreno/geometry/vertex_outputs.h"
#include "families/adreno/shading/stage_binding.h"

namespace cyclorama::adreno {

/// One worker's means of executing vertex programs.
class VertexWaves {
  public:
    /// `inputs` and `memory` outlive it; the binding is copied, for waves have constants of their own.
    VertexWaves(const StageBinding& binding, const VertexInputState& inputs, const GpuMemory& memory,
                const WaveSlot& slot);

    /// Executes the program for as many vertices as a wave has fibers, or fewer. The wave stays until the next call.
    const ir3::Wave& run(const VertexLanes& lanes, uint32_t view, Reporter& reporter);

  private:
    StageBinding binding_;
    VertexFetch fetch_;
    StageUnits units_;
    std::optional<ir3::Wave> wave_;
};

class VertexStage {
  public:
    /// A binding of the vertex stage; all outlive the stage.
    VertexStage(StageBinding& binding, const VertexInputState& inputs, const VertexOutputs& outputs,
                Execution& execution);

    /// Executes the program for each vertex of the batch, and gives their records. They stay until the next call.
    std::span<const uint32_t> run(const InputBatch& batch, uint32_t view);

  private:
    /// Fewest waves of a batch that are worth waking the other workers.
    static constexpr size_t kSharedWaves = 4;

    uint32_t workersFor(size_t waves) const;
    /// Executes waves from the one that `next` has on, until none is left.
    void runWaves(const InputBatch& batch, uint32_t view, std::atomic<size_t>& next, VertexWaves& worker);

    const StageBinding& binding_;
    const VertexInputState& inputs_;
    const VertexOutputs& outputs_;
    Execution& execution_;
    std::vector<std::unique_ptr<VertexWaves>> workers_;
    std::vector<uint32_t> records_;
};

}  // namespace cyclorama::adreno
