#include "isa/program.h"

#include <algorithm>
#include <bit>
#include <span>
#include <utility>

namespace cyclorama::isa {

namespace {

constexpr uint8_t kX = 1, kY = 2, kZ = 4, kW = 8;

/// Masks have 32 bits: of larger banks nothing.
uint32_t bitIfBelow(unsigned index, unsigned count) { return index < std::min(count, 32u) ? uint32_t{1} << index : 0; }

/// Notes one register operand; `written` tells outputs written from outputs read.
void noteRegister(ProgramResources& resources, RegisterBank bank, unsigned index, bool written) {
    if (bank == RegisterBank::General && index < kGeneralRegisters) resources.general.set(index);
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
        case RegisterBank::Internal:
            resources.internals = true;
            break;
        case RegisterBank::None:
        case RegisterBank::Immediate:
        case RegisterBank::Literal:
        case RegisterBank::General:
        case RegisterBank::Inline:
            break;
    }
}

/// Notes that an address register is added to an operand's index or a sampler's number.
void noteIndexing(ProgramResources& resources, Indexing indexing, RegisterBank bank) {
    if (indexing == Indexing::None) return;
    resources.addressRegisters |= 1;
    resources.relativeConstants |= bank == RegisterBank::Constant;
    resources.indexedRegisters |= bank == RegisterBank::General;
}

void noteInstruction(ProgramResources& resources, const Instruction& instruction) {
    const OpcodeInfo& info = opcodeInfo(instruction.opcode);
    for (unsigned s = 0; s < info.sources; ++s) {
        const SourceOperand& source = instruction.sources[s];
        noteRegister(resources, source.bank, source.index, false);
        noteIndexing(resources, source.indexing, source.bank);
        if (source.relative) {
            resources.relativeConstants = true;
            noteRegister(resources, RegisterBank::Address, instruction.relativeAddress.addressRegister, false);
        }
    }
    if (info.writesResult) {
        noteRegister(resources, instruction.destination.bank, instruction.destination.index, true);
        noteIndexing(resources, instruction.destination.indexing, instruction.destination.bank);
    }
    noteIndexing(resources, instruction.samplerIndexing, RegisterBank::None);
    if (instruction.predicate.enabled) {
        noteRegister(resources, RegisterBank::Predicate, instruction.predicate.index, false);
    }
    if (info.kind == OpcodeKind::Texture) {
        resources.samplers |=
            instruction.samplerIndexing == Indexing::None ? bitIfBelow(instruction.unit, 32) : ~uint32_t{0};
    }
    if (info.kind == OpcodeKind::Attribute) resources.attributeStreams |= bitIfBelow(instruction.unit, 32);
    resources.kills |=
        info.kind == OpcodeKind::Kill || info.kind == OpcodeKind::Discard || instruction.opcode == Opcode::CmpKil;
    resources.exportsDepth |= info.kind == OpcodeKind::Export;
    resources.derivatives |= info.kind == OpcodeKind::Derivative;
    resources.jumps |= info.kind == OpcodeKind::Jump || info.kind == OpcodeKind::Branch;
    resources.calls |= instruction.opcode == Opcode::Call || instruction.opcode == Opcode::Return;
    resources.loadsMemory |= info.kind == OpcodeKind::Memory && instruction.opcode != Opcode::Store;
    resources.storesMemory |= info.kind == OpcodeKind::Memory && instruction.opcode != Opcode::Load;
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

/// Components of general registers that are surely written, as a program without jumps goes on.
using WrittenComponents = std::array<uint8_t, kGeneralRegisters>;

/// Finds out which inputs of an interface of general registers the program reads, and which other registers it may read
/// unset. A program with jumps may come to any instruction without having been at those before it.
void noteGeneralRegisters(Program& program) {
    ProgramResources& resources = program.resources;
    if (resources.indexedRegisters) resources.general.set();
    WrittenComponents written{};
    std::bitset<kGeneralRegisters> unset;
    const auto read = [&](unsigned index, uint8_t components) {
        if (index < kGeneralRegisters && (components & ~written[index]) != 0) unset.set(index);
    };
    for (const Instruction& instruction : program.instructions) {
        const OpcodeInfo& info = opcodeInfo(instruction.opcode);
        for (unsigned s = 0; s < info.sources; ++s) {
            const SourceOperand& source = instruction.sources[s];
            if (source.bank != RegisterBank::General) continue;
            const uint8_t needed = componentsRead(instruction, s);
            uint8_t components = 0;
            for (unsigned c = 0; c < kComponents; ++c)
                if ((needed >> c & 1) != 0) components = static_cast<uint8_t>(components | 1u << source.swizzle[c]);
            read(source.index, components);
        }
        const DestinationOperand& destination = instruction.destination;
        if (!resources.jumps && info.writesResult && destination.bank == RegisterBank::General &&
            destination.indexing == Indexing::None && destination.index < kGeneralRegisters)
            written[destination.index] |= destination.writeMask;
    }
    for (const uint8_t reg : program.linkage.outputs)
        if (reg != kNoRegister) read(reg, kAllComponents);
    if (resources.indexedRegisters) unset.set();

    for (unsigned i = 0; i < kInterfaceRegisters; ++i) {
        const uint8_t input = program.linkage.inputs[i];
        if (input < kGeneralRegisters && unset.test(input)) {
            resources.inputsRead |= uint32_t{1} << i;
        }
        if (program.linkage.outputs[i] != kNoRegister) resources.outputsWritten |= uint32_t{1} << i;
    }
    for (const uint8_t input : program.linkage.inputs)
        if (input < kGeneralRegisters) unset.reset(input);
    resources.unsetGeneral = unset;
}

}  // namespace

Program makeProgram(std::vector<Instruction> instructions, const ProgramInterface& linkage) {
    Program program{.instructions = std::move(instructions), .resources = {}, .linkage = linkage};
    for (const Instruction& instruction : program.instructions) noteInstruction(program.resources, instruction);
    program.resources.unsetTemporaries =
        program.resources.jumps ? program.resources.temporaries : unsetTemporaries(program.instructions);
    if (linkage.general) noteGeneralRegisters(program);
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
        case Opcode::Dp2:
        case Opcode::NormDp2:
            return kX | kY;
        case Opcode::NormDp3:
            return kX | kY | kZ;
        case Opcode::NormDp4:
        case Opcode::LitPartial:
        case Opcode::BranchAny:
            return kAllComponents;
        case Opcode::Sample:
        case Opcode::SampleBias:
        case Opcode::SampleLod:
            return source == 0 ? kAllComponents : kX;
        case Opcode::Store:
            return source == 2 ? instruction.destination.writeMask : kX;
        case Opcode::AtomicCompareExchange:
            return source == 2 ? kX | kY : kX;
        default:
            break;
    }
    switch (info.kind) {
        case OpcodeKind::TypedScalar:
        case OpcodeKind::Branch:
        case OpcodeKind::Memory:
            return kX;
        case OpcodeKind::Discard:
            return kAllComponents;
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
    return kind == OpcodeKind::Texture || kind == OpcodeKind::Attribute || kind == OpcodeKind::Memory;
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
