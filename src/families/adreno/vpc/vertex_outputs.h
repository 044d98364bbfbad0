// SPDX-License-Identifier: MIT
#pragma once
// The way from the registers in which a stage's programs end to the records of vertices (SP_VS_OUT, SP_VS_VPC_DST,
// VPC_VS_PACK and their like of the other stages).

#include <cstdint>
#include <vector>

#include "families/adreno/chip/reporter.h"
#include "families/adreno/registers/register_values.h"
#include "families/adreno/vfd/vertex_fetch.h"
#include "families/adreno/vpc/primitive_control.h"
#include "families/adreno/vpc/primitives.h"

namespace cyclorama::adreno {

/// One word of a record.
struct OutputWord {
    ProgramRegister source = ir3::kNoRegister;
    uint32_t place = 0;
};

struct VertexOutputs {
    std::vector<OutputWord> words;
    VertexLayout layout;
    /// Positions of a record: one, or one for each view.
    uint32_t positions = 1;
    /// For geometry programs: a register with the stream, and whether a strip ends before the vertex.
    ProgramRegister flags = ir3::kNoRegister;

    /// Reports outputs that do not fit the record; it is made larger then.
    static VertexOutputs of(LastStage stage, const RegisterValues& registers, Reporter& reporter);

    /// Registers up to the last that is read: programs need not name them.
    uint32_t registersUsed() const;

    /// Copies the outputs of the wave's first `count` fibers to consecutive records. `records` has room for count *
    /// layout.stride words.
    void store(const ir3::Wave& wave, unsigned count, uint32_t* records) const;
};

/// A draw whose last stage has such outputs.
PrimitiveDraw describeDraw(PrimitiveTopology topology, LastStage stage, const PrimitiveControl& control,
                           const VertexOutputs& outputs);

}  // namespace cyclorama::adreno
