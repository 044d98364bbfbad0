#include "isa/program.h"

#include <algorithm>
#include <bit>
#include <span>
#include <utility>

namespace cyclorama::isa {

namespace {

constexpr uint8_t kX = 1, kY = 2, kZ = 4, kW = 8;

uint32_t bitIfBelow(unsigned index, unsigned count) { return index < count ? uint32_t{1} << index : 0; }

/// Notes one register operand; `written` tells outputs written from outputs read.
void noteRegister(ProgramResources& resources, RegisterBank bank, unsigned index, bool written) {
    const unsigned count = registerCount(bank);
    if (count != 0 && index >= count) ++resources.missingRegisters;
    const uint32_t bit = bitIfBelow(index, count);
    switch (bank) {
        case RegisterBank::Input:
            resources.inputsRead |= bit;
            break;
        case RegisterBank::Output:
            (written ? resources.outputsWritten : resources.outputsRead) |= bit;
            break;
        case RegisterBank::Temporary:
            resources.temporaries |= bit;
            break;
        case RegisterBank::Address:
            resources.addressRegisters |= bit;
            break;
        case RegisterBank::Predicate:
            resources.predicates |= bit;
            break;
        case RegisterBank::Constant:
            resources.constants = std::max(resources.constants, static_cast<uint16_t>(index + 1));
            break;
        case RegisterBank::None:
        case RegisterBank::Immediate:
        case RegisterBank::Literal:
            break;
    }
}

void noteInstruction(ProgramResources& resources, const Instruction& instruction) {
    const OpcodeInfo& info = opcodeInfo(instruction.opcode);
    for (unsigned s = 0; s < info.sources; ++s) {
        const SourceOperand& source = instruction.sources[s];
        noteRegister(resources, source.bank, source.index, false);
        if (source.relative) {
            resources.relativeConstants = true;
            noteRegister(resources, RegisterBank::Address, instruction.relativeAddress.addressRegister, false);
        }
    }
    if (info.writesResult) noteRegister(resources, instruction.destination.bank, instruction.destination.index, true);
    if (instruction.predicate.enabled) {
        noteRegister(resources, RegisterBank::Predicate, instruction.predicate.index, false);
    }
    if (info.kind == OpcodeKind::Texture) resources.samplers |= bitIfBelow(instruction.unit, 32);
    if (info.kind == OpcodeKind::Attribute) resources.attributeStreams |= bitIfBelow(instruction.unit, 32);
    resources.kills |= info.kind == OpcodeKind::Kill || instruction.opcode == Opcode::CmpKil;
    resources.exportsDepth |= info.kind == OpcodeKind::Export;
    resources.derivatives |= info.kind == OpcodeKind::Derivative;
    resources.jumps |= info.kind == OpcodeKind::Jump;
    resources.accumulator |= info.type == OperandType::FixedPoint;
    resources.ends |= endsThread(instruction);
}

/// Temporaries that a program without jumps may read in a component that it has not surely written before.
uint32_t unsetTemporaries(std::span<const Instruction> instructions) {
    std::array<uint8_t, kTemporaryRegisters> written{};
    uint32_t unset = 0;
    for (const Instruction& instruction : instructions) {
        const OpcodeInfo& info = opcodeInfo(instruction.opcode);
        for (unsigned s = 0; s < info.sources; ++s) {
            const SourceOperand& source = instruction.sources[s];
            if (source.bank != RegisterBank::Temporary || source.index >= kTemporaryRegisters) continue;
            const uint8_t needed = componentsRead(instruction, s);
            for (unsigned c = 0; c < kComponents; ++c) {
                const bool set = (written[source.index] >> source.swizzle[c] & 1) != 0;
                if ((needed >> c & 1) != 0 && !set) unset |= uint32_t{1} << source.index;
            }
        }
        const DestinationOperand& destination = instruction.destination;
        const bool surely = info.writesResult && !instruction.predicate.enabled &&
                            (info.type != OperandType::FixedPoint || instruction.opcode == Opcode::FxMad);
        if (surely && destination.bank == RegisterBank::Temporary && destination.index < kTemporaryRegisters) {
            written[destination.index] |= destination.writeMask;
        }
    }
    return unset;
}

}  // namespace

Program makeProgram(std::vector<Instruction> instructions) {
    Program program{.instructions = std::move(instructions), .resources = {}};
    for (const Instruction& instruction : program.instructions) noteInstruction(program.resources, instruction);
    program.resources.unsetTemporaries =
        program.resources.jumps ? program.resources.temporaries : unsetTemporaries(program.instructions);
    return program;
}

uint8_t componentsRead(const Instruction& instruction, unsigned source) {
    const OpcodeInfo& info = opcodeInfo(instruction.opcode);
    if (source >= info.sources) return 0;
    switch (instruction.opcode) {
        case Opcode::Arl:
        case Opcode::Kil:
        case Opcode::Kls:
        case Opcode::Zxs:
            return kAllComponents;
        case Opcode::Zxp:
        case Opcode::Lda:
            return kX;
        case Opcode::Dp3:
            return kX | kY | kZ;
        case Opcode::Dp4:
            return kAllComponents;
        case Opcode::Dph:
            return source == 0 ? kX | kY | kZ : kAllComponents;
        case Opcode::Dst:
            return source == 0 ? kY | kZ : kY | kW;
        case Opcode::Lit:
            return kX | kY | kW;
        case Opcode::Exp:
        case Opcode::Log:
            return kW;
        default:
            break;
    }
    switch (info.kind) {
        case OpcodeKind::Scalar:
        case OpcodeKind::Predicate:
        case OpcodeKind::Jump:
            return kW;
        case OpcodeKind::Texture:
            return kAllComponents;
        default:
            return instruction.destination.writeMask;
    }
}

bool isLoad(const Instruction& instruction) {
    const OpcodeKind kind = opcodeInfo(instruction.opcode).kind;
    return kind == OpcodeKind::Texture || kind == OpcodeKind::Attribute;
}

bool isScalarOperation(const Instruction& instruction) {
    switch (opcodeInfo(instruction.opcode).kind) {
        case OpcodeKind::Predicate:
        case OpcodeKind::Jump:
            return true;
        case OpcodeKind::Vector:
        case OpcodeKind::Scalar:
        case OpcodeKind::Derivative:
            return std::has_single_bit(instruction.destination.writeMask);
        default:
            return false;
    }
}

}  // namespace cyclorama::isa
