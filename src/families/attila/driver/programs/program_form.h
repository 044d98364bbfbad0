// SPDX-License-Identifier: MIT
#pragma once
// Programs in the form that the configured shader units execute.

#include <cstdint>
#include <span>
#include <vector>

#include "isa/instruction.h"

namespace cyclorama::attila {

/// The parts of the configuration that programs depend on.
struct ProgramForm {
    /// Units of one component (FRAGMENTSHADER.VectorALUConfig = "scalar").
    bool scalarUnits = false;
    /// Vertex programs fetch their attributes (FRAGMENTSHADER.VertexAttributeLoadFromShader).
    bool loadsAttributes = false;
};

/// The same without copies, results that are never read, and an instruction that only ends the thread. Programs that
/// jump stay as they are.
std::vector<isa::Instruction> simplified(std::vector<isa::Instruction> program);

/// Attributes that a vertex program loads are no inputs of it: input 0 is the number of its vertex.
/// Throws virgl::Unsupported where there are no registers left for them.
std::vector<isa::Instruction> loadAttributes(std::vector<isa::Instruction> program);

/// For each instruction that writes several components, instructions that write one each, with the same results.
/// Throws virgl::Unsupported where no register is left for sums of products.
std::vector<isa::Instruction> forScalarUnits(const std::vector<isa::Instruction>& program);

/// Marks the instructions before which threads have to wait for what was loaded
/// (FRAGMENTSHADER.VectorExplicitBlock).
void markWaitPoints(std::vector<isa::Instruction>& program);

/// The temporary registers that a program names, as a mask.
uint32_t namedTemporaries(std::span<const isa::Instruction> program);
/// The first register that is not in a mask. Throws virgl::Unsupported where all are.
uint16_t freeTemporary(uint32_t named);

}  // namespace cyclorama::attila
