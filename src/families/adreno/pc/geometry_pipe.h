// SPDX-License-Identifier: MIT
#pragma once
// The geometry stages of a draw: from its numbers and the chip's state to primitives.

#include <cstdint>
#include <memory>
#include <optional>

#include "families/adreno/chip/query_counters.h"
#include "families/adreno/chip/reporter.h"
#include "families/adreno/pc/draw_operands.h"
#include "families/adreno/pc/primitive_assembler.h"
#include "families/adreno/pc/recent_vertices.h"
#include "families/adreno/pc/vertex_walk.h"
#include "families/adreno/sp/stage_binding.h"
#include "families/adreno/vpc/primitive_control.h"
#include "families/adreno/vpc/primitives.h"

namespace cyclorama::adreno {

/// Vertices that a draw reads before its driver takes the chip for hung.
inline constexpr uint64_t kMostDrawVertices = uint64_t{1} << 30;

class GeometryPipe {
  public:
    /// The binder has the draw's programs. All outlive it; `recent` is no other draw's until then.
    GeometryPipe(const RegisterValues& registers, const StageBinder& binder, const GpuMemory& memory,
                 RecentVertices& recent, QueryCounters& counters, Reporter& reporter);

    const PrimitiveControl& control() const { return control_; }
    /// Binds the programs of a draw, which then executes as its primitives are asked for. Null, with a finding, for
    /// draws of kinds that its stages do not take, and where a program cannot run. The operands and this outlive it.
    std::unique_ptr<PrimitiveSource> open(const DrawOperands& operands) const;

    /// The input of a draw; empty, with a finding, for kinds that the stages do not take.
    std::optional<InputShape> inputOf(const DrawOperands& operands) const;
    VertexWalk walkOver(const InputShape& shape, const DrawOperands& operands) const;

  private:
    std::unique_ptr<PrimitiveSource> openVertices(const InputShape& shape, const DrawOperands& operands) const;
    std::unique_ptr<PrimitiveSource> openPatches(const InputShape& patches, const DrawOperands& operands) const;

    const RegisterValues& registers_;
    const StageBinder& binder_;
    const GpuMemory& memory_;
    RecentVertices& recent_;
    QueryCounters& counters_;
    Reporter& reporter_;
    const PrimitiveControl control_;
};

}  // namespace cyclorama::adreno
