// SPDX-License-Identifier: MIT
#pragma once
// Hull and domain programs. Between them, patches are in buffers that the programs address themselves; factors are
// where PC_TESSFACTOR_ADDR says.

#include <cstdint>
#include <span>
#include <vector>

#include "families/adreno/pc/linked_vertex_stage.h"
#include "families/adreno/vpc/vertex_outputs.h"
#include "func/raster/tessellator.h"

namespace cyclorama::adreno {

class HullStage {
  public:
    /// All outlive it.
    HullStage(StageBinding& binding, const RegisterValues& registers, const LinkRegisters& links,
              QueryCounters& counters, StageMemory& memory);

    /// Patches with some numbers, whose vertices are in the memory.
    void run(std::span<const uint32_t> ids);

  private:
    StageBinding& binding_;
    const LinkRegisters links_;
    QueryCounters& counters_;
    StageMemory& memory_;
    StageUnits units_;
    /// Invocations of a patch.
    uint32_t invocations_ = 1;
};

/// The factors of a patch, by its number in the piece of the draw.
class FactorReader {
  public:
    /// The memory outlives it.
    FactorReader(func::TessellationDomain domain, const RegisterValues& registers, const GpuMemory& memory);
    func::TessellationFactors read(uint32_t patch) const;

  private:
    func::TessellationDomain domain_;
    const GpuMemory& memory_;
    uint64_t address_ = 0;
};

/// A point of a patch's domain that a domain program is executed for.
struct DomainVertex {
    uint32_t patch = 0;
    uint32_t id = 0;
    func::DomainPoint at;
    /// For the geometry program after it, if there is one.
    StageHeader header{};
};

class DomainStage {
  public:
    /// All outlive it; `memory` is null where no geometry stage follows.
    DomainStage(StageBinding& binding, const RegisterValues& registers, const VertexOutputs& outputs,
                QueryCounters& counters, StageMemory* memory);

    /// Records of the vertices, where no geometry stage follows. They stay until the next call.
    std::span<const uint32_t> run(std::span<const DomainVertex> vertices);

    const LinkRegisters& links() const { return links_; }

  private:
    void runWave(std::span<const DomainVertex> vertices, uint32_t* records);

    StageBinding& binding_;
    const VertexOutputs& outputs_;
    QueryCounters& counters_;
    StageMemory* memory_;
    StageUnits units_;
    LinkRegisters links_;
    ProgramRegister u_ = ir3::kNoRegister;
    ProgramRegister v_ = ir3::kNoRegister;
    std::vector<uint32_t> records_;
};

}  // namespace cyclorama::adreno
