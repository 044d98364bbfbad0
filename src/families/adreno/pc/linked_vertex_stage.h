// SPDX-License-Identifier: MIT
#pragma once
// Vertex programs in front of a hull or geometry program: executed for each corner of each primitive, they leave their
// outputs in the memory between the stages.

#include <algorithm>
#include <cstdint>

#include "families/adreno/chip/query_counters.h"
#include "families/adreno/pc/input_batch.h"
#include "families/adreno/pc/stage_memory.h"
#include "families/adreno/sp/stage_binding.h"
#include "families/adreno/vfd/vertex_fetch.h"

namespace cyclorama::adreno {

/// Registers in which the fibers of a stage find where they are.
struct LinkRegisters {
    ProgramRegister header = ir3::kNoRegister;
    ProgramRegister relativePatch = ir3::kNoRegister;
    ProgramRegister primitiveId = ir3::kNoRegister;

    uint32_t registersUsed() const {
        uint32_t used = 0;
        for (const ProgramRegister reg : {header, relativePatch, primitiveId})
            if (reg < ir3::kNoRegister) used = std::max(used, reg + 1);
        return used;
    }
};

class LinkedVertexStage {
  public:
    /// All outlive it.
    LinkedVertexStage(StageBinding& binding, const VertexInputState& inputs, const LinkRegisters& links,
                      QueryCounters& counters, StageMemory& memory);

    /// Some primitives of a batch, numbered from 0 on in the memory.
    void run(const InputBatch& batch, size_t first, size_t primitives);

  private:
    /// A wave over corners from one on.
    void runWave(const InputBatch& batch, size_t firstPrimitive, size_t firstCorner, size_t count);

    StageBinding& binding_;
    const LinkRegisters links_;
    QueryCounters& counters_;
    StageMemory& memory_;
    VertexFetch fetch_;
    StageUnits units_;
};

}  // namespace cyclorama::adreno
