// SPDX-License-Identifier: MIT
#pragma once
// Vertex programs: waves over the vertices of a batch, and the records that they leave.

#include <cstdint>
#include <optional>
#include <vector>

#include "families/adreno/chip/query_counters.h"
#include "families/adreno/pc/input_batch.h"
#include "families/adreno/sp/stage_binding.h"
#include "families/adreno/vfd/vertex_fetch.h"
#include "families/adreno/vpc/vertex_outputs.h"

namespace cyclorama::adreno {

class VertexShaderStage {
  public:
    /// A binding of the vertex stage; all outlive the stage.
    VertexShaderStage(StageBinding& binding, const VertexInputState& inputs, const VertexOutputs& outputs,
                      QueryCounters& counters);

    /// Executes the program for each vertex of the batch, and gives their records. They stay until the next call.
    std::span<const uint32_t> run(const InputBatch& batch, uint32_t view);

  private:
    StageBinding& binding_;
    const VertexOutputs& outputs_;
    QueryCounters& counters_;
    VertexFetch fetch_;
    StageUnits units_;
    std::optional<ir3::Wave> wave_;
    std::vector<uint32_t> records_;
};

}  // namespace cyclorama::adreno
