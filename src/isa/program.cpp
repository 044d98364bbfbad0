// SPDX-License-Identifier: MIT
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

/// Notes one register operand; `written`: an output that is written, not read.
void recordRegister(ProgramResources& resources, RegisterBank bank, unsigned index, bool written) {
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
void recordIndexing(ProgramResources& resources, Indexing indexing, RegisterBank bank) {
    if (indexing == Indexing::None) return;
    resources.addressRegisters |= 1;
    resources.relativeConstants |= bank == RegisterBank::Constant;
    resources.indexedRegisters |= bank == RegisterBank::General;
}

void recordInstruction(ProgramResources& resources, const Instruction& instruction) {
    const OperationInfo& info = operationInfo(instruction.operation);
    for (unsigned s = 0; s < info.sources; ++s) {
        const SourceOperand& source = instruction.sources[s];
        recordRegister(resources, source.bank, source.index, false);
        recordIndexing(resources, source.indexing, source.bank);
        if (source.relative) {
            resources.relativeConstants = true;
            recordRegister(resources, RegisterBank::Address, instruction.relativeAddress.addressRegister, false);
        }
    }
    if (info.writesResult) {
        recordRegister(resources, instruction.destination.bank, instruction.destination.index, true);
        recordIndexing(resources, instruction.destination.indexing, instruction.destination.bank);
    }
    recordIndexing(resources, instruction.samplerIndexing, RegisterBank::None);
    if (instruction.predicate.enabled) {
        recordRegister(resources, RegisterBank::Predicate, instruction.predicate.index, false);
    }
    if (info.kind == OperationKind::Texture) {
        resources.samplers |=
            instruction.samplerIndexing == Indexing::None ? bitIfBelow(instruction.unit, 32) : ~uint32_t{0};
    }
    if (info.kind == OperationKind::Attribute) resources.attributeStreams |= bitIfBelow(instruction.unit, 32);
    resources.kills |= info.kind == OperationKind::Kill || info.kind == OperationKind::Discard ||
                       instruction.operation == Operation::SelectNegativeKill;
    resources.exportsDepth |= info.kind == OperationKind::Export;
    resources.derivatives |= info.kind == OperationKind::Derivative;
    resources.jumps |= info.kind == OperationKind::Jump || info.kind == OperationKind::Branch;
    resources.calls |= instruction.operation == Operation::Call || instruction.operation == Operation::Return;
    resources.loadsMemory |= info.kind == OperationKind::Memory && instruction.operation != Operation::Store;
    resources.storesMemory |= info.kind == OperationKind::Memory && instruction.operation != Operation::Load;
    resources.accumulator |= info.kind == OperationKind::Accumulator;
    resources.ends |= endsThread(instruction);
}

/// Temporaries that a program without jumps may read in a component that it has not surely written before.
uint32_t unsetTemporaries(std::span<const Instruction> instructions) {
    std::array<uint8_t, kTemporaryRegisters> written{};
    uint32_t unset = 0;
    for (const Instruction& instruction : instructions) {
        const OperationInfo& info = operationInfo(instruction.operation);
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
        const bool surely =
            info.writesResult && !instruction.predicate.enabled &&
            (info.kind != OperationKind::Accumulator || instruction.operation == Operation::FixedMadOut);
        if (surely && destination.bank == RegisterBank::Temporary && destination.index < kTemporaryRegisters) {
            written[destination.index] |= destination.writeMask;
        }
    }
    return unset;
}

/// Components of general registers that a program without jumps has written by now.
using WrittenComponents = std::array<uint8_t, kGeneralRegisters>;

/// Finds out which inputs of an interface of general registers the program reads, and which other registers it may read
/// unset. A program with jumps may come to any instruction without having been at those before it.
void recordGeneralRegisters(Program& program) {
    ProgramResources& resources = program.resources;
    if (resources.indexedRegisters) resources.general.set();
    WrittenComponents written{};
    std::bitset<kGeneralRegisters> unset;
    const auto read = [&](unsigned index, uint8_t components) {
        if (index < kGeneralRegisters && (components & ~written[index]) != 0) unset.set(index);
    };
    for (const Instruction& instruction : program.instructions) {
        const OperationInfo& info = operationInfo(instruction.operation);
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
    for (const Instruction& instruction : program.instructions) recordInstruction(program.resources, instruction);
    program.resources.unsetTemporaries =
        program.resources.jumps ? program.resources.temporaries : unsetTemporaries(program.instructions);
    if (program.unified()) recordGeneralRegisters(program);
    return program;
}

uint8_t componentsRead(const Instruction& instruction, unsigned source) {
    const OperationInfo& info = operationInfo(instruction.operation);
    if (source >= info.sources) return 0;
    const uint8_t scalar = static_cast<uint8_t>(1u << instruction.scalarComponent);
    switch (instruction.operation) {
        case Operation::Dp2:
            return kX | kY;
        case Operation::Dp3:
            return kX | kY | kZ;
        case Operation::Dp4:
        case Operation::FloorToIntegers:
        case Operation::ExportSampleDepths:
        case Operation::LitPartial:
        case Operation::BranchAny:
            return kAllComponents;
        case Operation::Dph:
            return source == 0 ? kX | kY | kZ : kAllComponents;
        case Operation::Dst:
            return source == 0 ? kY | kZ : kY | kW;
        case Operation::Lit:
            return kX | kY | kW;
        case Operation::ExpParts:
        case Operation::LogParts:
            return scalar;
        case Operation::ExportDepth:
            return kX;
        case Operation::Sample:
        case Operation::SampleBias:
        case Operation::SampleLod:
            return source == 0 ? kAllComponents : kX;
        case Operation::Store:
            return source == 2 ? instruction.destination.writeMask : kX;
        case Operation::AtomicCompareExchange:
            return source == 2 ? kX | kY : kX;
        default:
            break;
    }
    switch (info.kind) {
        case OperationKind::Branch:
        case OperationKind::Memory:
        case OperationKind::Attribute:
            return kX;
        case OperationKind::Scalar:
        case OperationKind::Predicate:
        case OperationKind::Jump:
            return scalar;
        case OperationKind::Discard:
        case OperationKind::Kill:
        case OperationKind::Texture:
            return kAllComponents;
        default:
            return instruction.destination.writeMask;
    }
}

bool isLoad(const Instruction& instruction) {
    const OperationKind kind = operationInfo(instruction.operation).kind;
    return kind == OperationKind::Texture || kind == OperationKind::Attribute || kind == OperationKind::Memory;
}

bool isScalarOperation(const Instruction& instruction) {
    switch (instruction.cost.scalarUnit) {
        case ScalarUnit::Never:
            return false;
        case ScalarUnit::SingleComponent:
            return std::has_single_bit(instruction.destination.writeMask);
        case ScalarUnit::Always:
            return true;
    }
    return false;
}

}  // namespace cyclorama::isa
