// SPDX-License-Identifier: MIT
#pragma once
// Facts about an instruction that its issue depends on, worked out once a program.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "families/adreno/checks/register_uses.h"
#include "families/adreno/isa/issue_rules.h"
#include "families/adreno/isa/program.h"

namespace cyclorama::adreno {

/// The way that an instruction takes through a unit.
enum class IssuePath : uint8_t {
    Flow,        ///< the program counter's: one slot, and one for each repetition
    Barrier,     ///< waits until the wave's accesses have taken effect
    Arithmetic,  ///< a partition's arithmetic unit
    Special,     ///< a partition's unit for reciprocals, roots, logarithms and powers
    Local,       ///< the memory of workgroups
    Other,       ///< registers of other lanes, constants, descriptors: with the latency of Local
    Quad,        ///< derivatives and exchanges in quads: with the latency of textures
    Access,      ///< memory, in UCHE's order
    Texture      ///< the same by the texture unit
};

/// The effect of an access to memory, of workgroups or of all.
enum class AccessKind : uint8_t { Load, Store, Atomic };

struct InstructionPlan {
    IssuePath path = IssuePath::Flow;
    ir3::IssueRule rule{};
    bool syncShort = false;
    bool syncLong = false;
    bool sharedResult = false;  ///< arithmetic into shared registers by the vector unit
    bool scalar = false;        ///< a scalar unit's
    bool half = false;          ///< operands and result are half registers
    bool halfRate = false;      ///< at the rate of half floats
    bool wideInteger = false;   ///< adds or multiplies integers of 32 bits
    bool interpolates = false;  ///< a varying
    bool blocksWave = false;    ///< an access that no other instruction of the wave goes past: it writes constants
    bool allRegisters = false;  ///< names registers by a0.x: any may be meant
    AccessKind access = AccessKind::Load;
    uint32_t uniforms = 0;     ///< components that a load of uniforms has; 0 for others
    uint32_t repetitions = 1;  ///< executions one after the other
    uint32_t delay = 0;        ///< slots that the wave stays away after them
    uint32_t localBytes = 0;   ///< of a lane, for Local
    ir3::hazards::RegisterUses reads;
    ir3::hazards::RegisterUses writes;
};

/// `scalarUnit`: the chip has a unit of its own for arithmetic into shared registers.
InstructionPlan planOf(const ir3::Instruction& instruction, bool mergedRegisters, bool scalarUnit);

/// The plans of one program, each made when it is first asked for.
class ProgramPlans {
  public:
    /// The program outlives it.
    ProgramPlans(const ir3::Ir3Program& program, bool mergedRegisters, bool scalarUnit)
        : program_(program), merged_(mergedRegisters), scalarUnit_(scalarUnit), plans_(program.steps.size()) {}

    /// Requires an index of the program.
    const InstructionPlan& of(size_t instruction);

  private:
    const ir3::Ir3Program& program_;
    bool merged_;
    bool scalarUnit_;
    std::vector<std::unique_ptr<const InstructionPlan>> plans_;
};

}  // namespace cyclorama::adreno
