// SPDX-License-Identifier: MIT
#pragma once
// Hull and domain programs. Between them, patches are in buffers that the programs address themselves; factors are
// where PC_TESSFACTOR_ADDR says.

#include <algorithm>
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
              QueryCounters& counters);

    /// Executes the program for patches with some numbers, whose vertices are in the memory, and whose places in the
    /// buffers of factors and outputs are those from `firstPatch` on.
    void run(std::span<const uint32_t> ids, uint32_t firstPatch, StageMemory& memory);
    /// All invocations of a patch are in one wave.
    size_t patchesInWave() const { return std::max<size_t>(binding_.shape.width / invocations_, 1); }
    /// A wave over `patches` of them from one on, with its inputs.
    ir3::Wave start(std::span<const uint32_t> ids, uint32_t firstPatch, size_t first, size_t patches) const;
    uint32_t invocations() const { return invocations_; }

  private:
    StageBinding& binding_;
    const LinkRegisters links_;
    QueryCounters& counters_;
    StageUnits units_;
    /// Invocations of a patch.
    uint32_t invocations_ = 1;
};

/// The factors of a patch, by its place in the buffer: its number, then its outer, then its inner factors.
class FactorReader {
  public:
    /// The memory outlives it.
    FactorReader(func::TessellationDomain domain, const RegisterValues& registers, const GpuMemory& memory);
    func::TessellationFactors read(uint32_t patch) const;
    /// Where they are, and their bytes.
    uint64_t addressOf(uint32_t patch) const { return address_ + patch * bytes(); }
    uint64_t bytes() const { return (1 + outer() + inner()) * sizeof(uint32_t); }

  private:
    size_t outer() const;
    size_t inner() const;

    func::TessellationDomain domain_;
    const GpuMemory& memory_;
    uint64_t address_ = 0;
};

/// A point of a patch's domain that a domain program is executed for.
struct DomainVertex {
    uint32_t patch = 0;  ///< its place in the buffers
    uint32_t id = 0;
    func::DomainPoint at;
    /// For the geometry program after it, if there is one.
    StageHeader header{};
};

class DomainStage {
  public:
    /// All outlive it. `linked`: a geometry stage follows.
    DomainStage(StageBinding& binding, const RegisterValues& registers, const VertexOutputs& outputs,
                QueryCounters& counters, bool linked);

    /// Executes the program for some vertices, and gives their records, which stay until the next call. Where a
    /// geometry stage follows, they are in the memory, else that is null.
    std::span<const uint32_t> run(std::span<const DomainVertex> vertices, StageMemory* memory);
    /// A wave over vertices, with its inputs.
    ir3::Wave start(std::span<const DomainVertex> vertices) const;

    const LinkRegisters& links() const { return links_; }

  private:
    StageBinding& binding_;
    const VertexOutputs& outputs_;
    QueryCounters& counters_;
    StageUnits units_;
    LinkRegisters links_;
    ProgramRegister u_ = ir3::kNoRegister;
    ProgramRegister v_ = ir3::kNoRegister;
    std::vector<uint32_t> records_;
};

}  // namespace cyclorama::adreno
