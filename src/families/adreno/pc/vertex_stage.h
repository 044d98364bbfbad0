// SPDX-License-Identifier: MIT
#pragma once
// Vertex programs: waves over the vertices of a batch, and the records that they leave.

#include <cstdint>
#include <optional>
#include <vector>

#include "families/adreno/pc/input_batch.h"
#include "families/adreno/sp/stage_binding.h"
#include "families/adreno/vfd/vertex_fetch.h"
#include "families/adreno/vpc/vertex_outputs.h"

namespace cyclorama::adreno {

class VertexStage {
  public:
    /// A binding of the vertex stage; all outlive the stage.
    VertexStage(StageBinding& binding, const VertexInputState& inputs, const VertexOutputs& outputs,
                Execution& execution);

    /// Executes the program for each vertex of the batch, and gives their records. They stay until the next call.
    std::span<const uint32_t> run(const InputBatch& batch, uint32_t view);

  private:
    StageBinding& binding_;
    const VertexOutputs& outputs_;
    Execution& execution_;
    VertexFetch fetch_;
    StageUnits units_;
    std::optional<ir3::Wave> wave_;
    std::vector<uint32_t> records_;
};

}  // namespace cyclorama::adreno
