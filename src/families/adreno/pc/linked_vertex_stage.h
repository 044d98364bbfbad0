// SPDX-License-Identifier: MIT
#pragma once
// Vertex programs in front of a hull or geometry program: executed for each corner of each primitive, they leave their
// outputs in the memory between the stages.

#include <algorithm>
#include <cstdint>

#include "families/adreno/chip/query_counters.h"
#include "families/adreno/pc/stage_memory.h"
#include "families/adreno/pc/vertex_walk.h"
#include "families/adreno/sp/stage_binding.h"
#include "families/adreno/vfd/vertex_fetch.h"

namespace cyclorama::adreno {

/// Registers in which the fibers of a stage find where they are.
struct LinkRegisters {
    ProgramRegister header = ir3::kNoRegister;
    ProgramRegister relativePatch = ir3::kNoRegister;
    ProgramRegister primitiveId = ir3::kNoRegister;

    /// Registers of a vertex program whose results a hull or a geometry program reads.
    static LinkRegisters beforeHull(const RegisterValues& registers);
    static LinkRegisters beforeGeometry(const RegisterValues& registers);

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
                      QueryCounters& counters);

    /// Executes the program for some primitives, numbered from 0 on in the memory, and as patches from `firstPatch` on.
    void run(const InputPart& part, uint32_t firstPatch, StageMemory& memory);
    /// A wave over `count` corners of theirs from one on, with its inputs.
    ir3::Wave start(const InputPart& part, uint32_t firstPatch, size_t firstCorner, size_t count);
    /// Has the address of every attribute reported from now on; null: none. The listener outlives this.
    void report(AddressListener* addresses) { fetch_.report(addresses); }

  private:
    StageBinding& binding_;
    const LinkRegisters links_;
    QueryCounters& counters_;
    VertexFetch fetch_;
    StageUnits units_;
};

}  // namespace cyclorama::adreno
