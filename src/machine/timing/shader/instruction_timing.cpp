#include "machine/timing/shader/instruction_timing.h"

namespace cyclorama::machine::timing {

namespace {

isa::Opcode costsAsKind(isa::OpcodeKind kind) {
    switch (kind) {
        case isa::OpcodeKind::Texture:
            return isa::Opcode::Tex;
        case isa::OpcodeKind::Memory:
            return isa::Opcode::Lda;
        case isa::OpcodeKind::Branch:
            return isa::Opcode::Jmp;
        case isa::OpcodeKind::Discard:
            return isa::Opcode::Kil;
        case isa::OpcodeKind::Address:
            return isa::Opcode::Arl;
        case isa::OpcodeKind::TypedScalar:
            return isa::Opcode::Rcp;
        case isa::OpcodeKind::Dot:
            return isa::Opcode::Dp3;
        default:
            return isa::Opcode::Mul;
    }
}

}  // namespace

isa::Opcode costsAs(isa::Opcode opcode) {
    if (static_cast<unsigned>(opcode) < isa::attila::kAttilaOpcodes) return opcode;
    switch (opcode) {
        case isa::Opcode::Exp2:
            return isa::Opcode::Ex2;
        case isa::Opcode::Log2:
            return isa::Opcode::Lg2;
        case isa::Opcode::SinQuarter:
        case isa::Opcode::CosQuarter:
        case isa::Opcode::SinHalf:
        case isa::Opcode::CosHalf:
        // A division of integers takes many steps, as the longest instruction of ATTILA's does.
        case isa::Opcode::IntDiv:
        case isa::Opcode::IntMod:
            return isa::Opcode::Sin;
        case isa::Opcode::ReciprocalSqrt:
        case isa::Opcode::Sqrt:
        case isa::Opcode::NormDp2:
        case isa::Opcode::NormDp3:
        case isa::Opcode::NormDp4:
            return isa::Opcode::Rsq;
        case isa::Opcode::LitPartial:
            return isa::Opcode::Lit;
        case isa::Opcode::Select:
        case isa::Opcode::Compare:
            return isa::Opcode::Cmp;
        case isa::Opcode::Set:
            return isa::Opcode::Sge;
        default:
            return costsAsKind(isa::opcodeInfo(opcode).kind);
    }
}

InstructionTiming::InstructionTiming(isa::attila::ShaderArchitecture architecture) {
    const isa::attila::Timing move = isa::attila::timingOf(isa::Opcode::Mov, architecture);
    for (unsigned i = 0; i < isa::kOpcodes; ++i) {
        attila_[i] = isa::attila::timingOf(costsAs(static_cast<isa::Opcode>(i)), architecture);
        general_[i] = attila_[i].latency != 0 && attila_[i].repeatRate != 0 ? attila_[i] : move;
    }
}

}  // namespace cyclorama::machine::timing
