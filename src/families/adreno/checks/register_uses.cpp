// SPDX-License-Identifier: MIT
#include "families/adreno/checks/register_uses.h"

#include <algorithm>

#include "families/adreno/isa/issue_rules.h"

namespace cyclorama::adreno::ir3::hazards {
namespace {

class Collector {
  public:
    explicit Collector(bool merged) : merged_(merged) {}

    /// Components from the operand's own on; each `step` cycles after the one before.
    void add(const Operand& operand, bool half, unsigned components, unsigned cycle = 0, unsigned step = 0,
             uint8_t mask = 0xff) {
        if (operand.kind != OperandKind::Register || operand.value < 0) return;
        for (unsigned c = 0; c < components; ++c)
            if ((mask >> c & 1) != 0) addOne(static_cast<unsigned>(operand.value) + c, half, cycle + c * step);
    }
    void special(unsigned slot) { uses_.add({.first = static_cast<uint16_t>(slot)}); }
    const RegisterUses& uses() const { return uses_; }

  private:
    void addOne(unsigned number, bool half, unsigned cycle);

    bool merged_;
    RegisterUses uses_;
};

void Collector::addOne(unsigned number, bool half, unsigned cycle) {
    RegisterUse use{.count = static_cast<uint8_t>(half ? 1 : 2), .half = half, .cycle = static_cast<uint8_t>(cycle)};
    if (number < kSharedRegisters) {
        const unsigned own = merged_ ? number : slots::kHalves + number;
        use.first = static_cast<uint16_t>(half ? own : 2 * number);
    } else if (number < kSharedRegisters + kSharedComponents) {
        const unsigned shared = number - kSharedRegisters;
        use.first = static_cast<uint16_t>(slots::kShared + (half ? shared : 2 * shared));
    } else if (number == kAddressRegister || number == kAddressRegister1) {
        use = {.first = static_cast<uint16_t>(number == kAddressRegister ? slots::kAddress : slots::kAddress1)};
    } else if (number >= kPredicateRegister && number < kPredicateRegister + kComponents) {
        use = {.first = static_cast<uint16_t>(slots::kPredicates + number - kPredicateRegister)};
    } else {
        return;
    }
    uses_.add(use);
}

bool isStore(Opcode opcode) {
    return isBetween(opcode, Opcode::StoreGlobal, Opcode::StoreGlobalIndexed) ||
           isBetween(opcode, Opcode::StoreLocal, Opcode::StoreConstants) || opcode == Opcode::StoreBuffer;
}

unsigned branchConditions(Opcode opcode) {
    switch (opcode) {
        case Opcode::Branch:
        case Opcode::BranchAny:
        case Opcode::BranchAll:
        case Opcode::Kill:
        case Opcode::PredicateTrue:
        case Opcode::PredicateFalse:
            return 1;
        case Opcode::BranchOr:
        case Opcode::BranchAnd:
            return 2;
        default:
            return 0;
    }
}

void addArithmeticReads(const Instruction& in, Collector& reads) {
    for (unsigned i = 0; i < in.sources.size(); ++i) {
        const Operand& source = in.sources[i];
        const unsigned repeated = source.repeats ? in.repeat + 1u : 1;
        const unsigned components = in.opcode == Opcode::Scatter ? 4 : repeated;
        reads.add(source, source.half, components, sourceCycle(in.opcode, i), 1);
    }
}

/// Sources of memory instructions: addresses, and the data of stores.
void addMemoryReads(const Instruction& in, Collector& reads) {
    const bool byAddress = isBetween(in.opcode, Opcode::LoadGlobal, Opcode::StoreGlobalIndexed) ||
                           isBetween(in.opcode, Opcode::GlobalAdd, Opcode::GlobalXor);
    const unsigned last =
        isBetween(in.opcode, Opcode::StoreGlobal, Opcode::StoreGlobalIndexed) || in.opcode == Opcode::StoreBuffer ? 2
                                                                                                                  : 1;
    for (unsigned i = 0; i < in.sources.size(); ++i) {
        const bool isData = isStore(in.opcode) && i == last;
        const unsigned size = in.opcode == Opcode::StoreBuffer ? in.memory.elements + 1u : in.memory.size;
        unsigned components = 1;
        if (byAddress && i == 0) components = 2;
        if (isData) components = std::min(size, 4u);
        const Operand& source = in.sources[i];
        reads.add(source, isData ? isHalf(in.type) : source.half, components);
    }
    if (isBetween(in.opcode, Opcode::BufferAdd, Opcode::BufferXor)) {
        Operand operand = in.destinations[0];
        ++operand.value;
        reads.add(operand, false, in.opcode == Opcode::BufferCompareExchange ? 2 : 1);
    }
}

bool readsAddress1(const Instruction& in) {
    if (in.opcode == Opcode::LoadUniformConstants || in.memory.viaA1) return true;
    const DescriptorSource mode = in.texture.mode;
    return unitOf(in.opcode) == ExecutionUnit::Texture && in.texture.indirect &&
           (mode == DescriptorSource::BindlessA1Uniform || mode == DescriptorSource::BindlessA1Nonuniform ||
            mode == DescriptorSource::BindlessA1Immediate);
}

bool isRelative(const Operand& operand) {
    return operand.kind == OperandKind::RelativeRegister || operand.kind == OperandKind::RelativeConstant;
}

void addMemoryWrites(const Instruction& in, Collector& writes) {
    if (isStore(in.opcode)) return;
    unsigned components = 1;
    bool half = isHalf(in.type);
    if (isBetween(in.opcode, Opcode::LoadGlobal, Opcode::LoadGlobalIndexed) ||
        isBetween(in.opcode, Opcode::LoadLocal, Opcode::LoadVarying)) {
        components = in.memory.size;
    } else if (in.opcode == Opcode::LoadBuffer) {
        components = in.memory.elements + 1u;
    } else if (in.opcode == Opcode::LoadUniform) {
        components = in.memory.elements + 1u;
        half = false;
    } else if (in.opcode != Opcode::Shuffle) {
        half = false;
    }
    writes.add(in.destinations[0], half, std::min(components, 4u));
}

}  // namespace

RegisterUses readsOf(const Instruction& in, bool mergedRegisters) {
    Collector reads(mergedRegisters);
    const ExecutionUnit unit = unitOf(in.opcode);
    if (unit == ExecutionUnit::Arithmetic || unit == ExecutionUnit::Special) {
        addArithmeticReads(in, reads);
    } else if (unit == ExecutionUnit::Memory) {
        addMemoryReads(in, reads);
    } else if (unit == ExecutionUnit::Texture) {
        for (const Operand& source : in.sources) reads.add(source, source.half, 1);
    }
    for (unsigned i = 0; i < branchConditions(in.opcode); ++i)
        reads.special(slots::kPredicates + in.conditions[i].component);
    const bool relative =
        std::ranges::any_of(in.sources, isRelative) || std::ranges::any_of(in.destinations, isRelative);
    if (relative) reads.special(slots::kAddress);
    if (readsAddress1(in)) reads.special(slots::kAddress1);
    return reads.uses();
}

RegisterUses writesOf(const Instruction& in, bool mergedRegisters) {
    Collector writes(mergedRegisters);
    const Operand& result = in.destinations[0];
    switch (unitOf(in.opcode)) {
        case ExecutionUnit::Arithmetic:
            if (in.opcode == Opcode::Scatter || in.opcode == Opcode::Swizzle) {
                for (unsigned i = 0; i < in.destinations.size(); ++i)
                    writes.add(in.destinations[i], in.destinations[i].half, 1, i);
            } else if (in.opcode == Opcode::MoveMask) {
                writes.add(result, result.half, in.repeat + 1u, in.repeat);
            } else {
                writes.add(result, result.half, in.opcode == Opcode::Gather ? 4 : in.repeat + 1u, 0, 1);
            }
            break;
        case ExecutionUnit::Special:
            writes.add(result, result.half, in.repeat + 1u);
            break;
        case ExecutionUnit::Texture: {
            const bool whole = isBetween(in.opcode, Opcode::BroadcastActive, Opcode::QuadDiagonal);
            if (whole)
                writes.add(result, isHalf(in.type), 1);
            else if (in.opcode != Opcode::TextureCacheInvalidate)
                writes.add(result, isHalf(in.type), 4, 0, 0, in.texture.writeMask);
            break;
        }
        case ExecutionUnit::Memory:
            addMemoryWrites(in, writes);
            break;
        default:
            break;
    }
    return writes.uses();
}

}  // namespace cyclorama::adreno::ir3::hazards
