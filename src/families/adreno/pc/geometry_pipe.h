// SPDX-License-Identifier: MIT
#pragma once
// The geometry stages of a draw: from its numbers and the chip's state to primitives.

#include "families/adreno/chip/query_counters.h"
#include "families/adreno/chip/reporter.h"
#include "families/adreno/pc/draw_operands.h"
#include "families/adreno/pc/primitive_assembler.h"
#include "families/adreno/pc/recent_vertices.h"
#include "families/adreno/pc/vertex_walk.h"
#include "families/adreno/sp/stage_binding.h"
#include "families/adreno/vpc/primitive_output.h"

namespace cyclorama::adreno {

/// Vertices that a draw reads before its driver takes the chip for hung.
inline constexpr uint64_t kMostDrawVertices = uint64_t{1} << 30;

class GeometryPipe {
  public:
    /// The binder has the draw's programs. All outlive it; `recent` is no other draw's until then.
    GeometryPipe(const RegisterValues& registers, const StageBinder& binder, const GpuMemory& memory,
                 RecentVertices& recent, QueryCounters& counters, Reporter& reporter)
        : registers_(registers),
          binder_(binder),
          memory_(memory),
          recent_(recent),
          counters_(counters),
          reporter_(reporter),
          control_(PrimitiveControl::of(registers)) {}

    /// Executes the stages of a draw. Reports draws of kinds that its stages do not take.
    void draw(const DrawOperands& operands, PrimitiveOutput& output);

  private:
    VertexWalk walkOver(const InputShape& shape, const DrawOperands& operands) const;
    void drawVertices(const InputShape& shape, const DrawOperands& operands, PrimitiveOutput& output);
    void drawPatches(const InputShape& shape, const DrawOperands& operands, PrimitiveOutput& output);

    const RegisterValues& registers_;
    const StageBinder& binder_;
    const GpuMemory& memory_;
    RecentVertices& recent_;
    QueryCounters& counters_;
    Reporter& reporter_;
    const PrimitiveControl control_;
};

}  // namespace cyclorama::adreno
