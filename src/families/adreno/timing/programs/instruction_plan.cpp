// SPDX-License-Identifier: MIT
#include "families/adreno/timing/programs/instruction_plan.h"

#include <algorithm>

namespace cyclorama::adreno {
namespace {

using ir3::Instruction;
using ir3::isBetween;
using ProgramOpcode = ir3::Opcode;

bool accessesMemory(ProgramOpcode opcode) {
    return isBetween(opcode, ProgramOpcode::LoadGlobal, ProgramOpcode::StoreGlobalIndexed) ||
           opcode == ProgramOpcode::LoadPrivate || opcode == ProgramOpcode::StorePrivate ||
           isBetween(opcode, ProgramOpcode::GlobalAdd, ProgramOpcode::GlobalXor) ||
           isBetween(opcode, ProgramOpcode::LoadUniformConstants, ProgramOpcode::LoadUniform) ||
           isBetween(opcode, ProgramOpcode::BufferAdd, ProgramOpcode::BufferXor) ||
           opcode == ProgramOpcode::StoreBuffer || opcode == ProgramOpcode::LoadBuffer;
}

bool accessesLocalMemory(ProgramOpcode opcode) {
    return opcode == ProgramOpcode::LoadLocal || opcode == ProgramOpcode::LoadStage ||
           opcode == ProgramOpcode::StoreLocal || opcode == ProgramOpcode::StoreStage ||
           isBetween(opcode, ProgramOpcode::LocalAdd, ProgramOpcode::LocalXor);
}

bool worksInQuads(ProgramOpcode opcode) {
    return isBetween(opcode, ProgramOpcode::DerivativeX, ProgramOpcode::DerivativeY) ||
           isBetween(opcode, ProgramOpcode::DerivativeFineX, ProgramOpcode::DerivativeFineY) ||
           isBetween(opcode, ProgramOpcode::TextureCacheInvalidate, ProgramOpcode::QuadDiagonal);
}

IssuePath pathOf(ProgramOpcode opcode) {
    switch (ir3::unitOf(opcode)) {
        case ir3::ExecutionUnit::Arithmetic:
            return IssuePath::Arithmetic;
        case ir3::ExecutionUnit::Special:
            return IssuePath::Special;
        case ir3::ExecutionUnit::Texture:
            return worksInQuads(opcode) ? IssuePath::Quad : IssuePath::Texture;
        case ir3::ExecutionUnit::Memory:
            if (accessesMemory(opcode)) return IssuePath::Access;
            return accessesLocalMemory(opcode) ? IssuePath::Local : IssuePath::Other;
        case ir3::ExecutionUnit::Barrier:
            return opcode == ProgramOpcode::Barrier || opcode == ProgramOpcode::Fence ? IssuePath::Barrier
                                                                                      : IssuePath::Flow;
        case ir3::ExecutionUnit::Flow:
            break;
    }
    return IssuePath::Flow;
}

/// Additions and multiplications of integers; shifts, logic and moves are as fast as floats.
bool addsIntegers(ProgramOpcode opcode) {
    return isBetween(opcode, ProgramOpcode::AddUnsigned, ProgramOpcode::MaxSigned) ||
           isBetween(opcode, ProgramOpcode::MulUnsigned24, ProgramOpcode::MulLow) ||
           isBetween(opcode, ProgramOpcode::MadUnsigned16, ProgramOpcode::MadSigned24) ||
           isBetween(opcode, ProgramOpcode::AddThree16, ProgramOpcode::AddThree32);
}

/// Products of 24 bits take a lane's whole multiplier, whatever registers they are of. vkpeak on an a635: three
/// instructions' time of halves for Mesa's mul.s24 and add.u of half registers.
bool takesWholeMultiplier(ProgramOpcode opcode) {
    return opcode == ProgramOpcode::MulUnsigned24 || opcode == ProgramOpcode::MulSigned24 ||
           opcode == ProgramOpcode::MadUnsigned24 || opcode == ProgramOpcode::MadSigned24;
}

bool isHalfOperand(const ir3::Operand& operand) { return operand.kind != ir3::OperandKind::Register || operand.half; }

bool isRelative(const ir3::Operand& operand) { return operand.kind == ir3::OperandKind::RelativeRegister; }

AccessKind accessKindOf(ProgramOpcode opcode) {
    if (isBetween(opcode, ProgramOpcode::GlobalAdd, ProgramOpcode::GlobalXor) ||
        isBetween(opcode, ProgramOpcode::BufferAdd, ProgramOpcode::BufferXor) ||
        isBetween(opcode, ProgramOpcode::LocalAdd, ProgramOpcode::LocalXor))
        return AccessKind::Atomic;
    const bool stores = isBetween(opcode, ProgramOpcode::StoreGlobal, ProgramOpcode::StoreGlobalIndexed) ||
                        opcode == ProgramOpcode::StorePrivate || opcode == ProgramOpcode::StoreBuffer ||
                        opcode == ProgramOpcode::StoreLocal || opcode == ProgramOpcode::StoreStage;
    return stores ? AccessKind::Store : AccessKind::Load;
}

uint32_t localBytesOf(const Instruction& in) {
    if (isBetween(in.opcode, ProgramOpcode::LocalAdd, ProgramOpcode::LocalXor)) return 2 * sizeof(uint32_t);
    return std::max<uint32_t>(in.memory.size, 1) * (ir3::isHalf(in.type) ? 2 : 4);
}

}  // namespace

InstructionPlan planOf(const Instruction& in, bool mergedRegisters, bool scalarUnit) {
    InstructionPlan plan{.path = pathOf(in.opcode),
                         .rule = ir3::issueRuleOf(in.opcode),
                         .syncShort = in.syncShort,
                         .syncLong = in.syncLong,
                         .scalar = scalarUnit && ir3::usesScalarUnit(in),
                         .blocksWave = in.opcode == ProgramOpcode::LoadUniformConstants ||
                                       in.opcode == ProgramOpcode::LoadGlobalConstants,
                         .reads = ir3::hazards::readsOf(in, mergedRegisters),
                         .writes = ir3::hazards::writesOf(in, mergedRegisters)};
    plan.delay = in.opcode == ProgramOpcode::Nop ? 0 : in.delay;
    plan.repetitions = std::max(ir3::issueCycles(in) - plan.delay, 1u);
    plan.allRegisters = std::ranges::any_of(in.sources, isRelative) || std::ranges::any_of(in.destinations, isRelative);
    if (plan.path == IssuePath::Special) plan.half = std::ranges::all_of(in.sources, isHalfOperand);
    if (plan.path == IssuePath::Arithmetic) {
        plan.half = !in.converts && std::ranges::all_of(in.sources, isHalfOperand) && in.destinations[0].half;
        plan.halfRate = plan.half && !takesWholeMultiplier(in.opcode);
        plan.wideInteger = !plan.half && addsIntegers(in.opcode);
        for (const ir3::hazards::RegisterUse& use : plan.writes)
            plan.sharedResult = plan.sharedResult || (ir3::hazards::isShared(use) && !plan.scalar);
    }
    // These have opcodes of their own (Mesa, ir3-cat4.xml); roots, sines and reciprocals of halves have not.
    if (plan.path == IssuePath::Special)
        plan.halfRate = isBetween(in.opcode, ProgramOpcode::ReciprocalSqrtHalf, ProgramOpcode::Exp2Half);
    if (plan.path == IssuePath::Local) plan.localBytes = localBytesOf(in);
    const bool leaves = plan.path == IssuePath::Access || plan.path == IssuePath::Texture;
    // Which registers it reads or writes is not known: nothing goes past it.
    plan.blocksWave = plan.blocksWave || (leaves && plan.allRegisters);
    if (plan.path == IssuePath::Access || plan.path == IssuePath::Local) plan.access = accessKindOf(in.opcode);
    plan.interpolates = in.opcode == ProgramOpcode::InterpolateFloat || in.opcode == ProgramOpcode::FlatBits;
    if (in.opcode == ProgramOpcode::LoadUniform) plan.uniforms = in.memory.elements + 1u;
    if (in.opcode == ProgramOpcode::LoadUniformConstants) plan.uniforms = std::max<uint32_t>(in.memory.size, 1);
    return plan;
}

const InstructionPlan& ProgramPlans::of(size_t instruction) {
    std::unique_ptr<const InstructionPlan>& plan = plans_[instruction];
    if (!plan)
        plan = std::make_unique<const InstructionPlan>(
            planOf(program_.steps[instruction].instruction, merged_, scalarUnit_));
    return *plan;
}

}  // namespace cyclorama::adreno
