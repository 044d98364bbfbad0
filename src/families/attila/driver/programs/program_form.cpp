// SPDX-License-Identifier: MIT
#include "families/attila/driver/programs/program_form.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <optional>

#include "families/attila/isa/encoding.h"
#include "isa/program.h"
#include "virgl/protocol/refusal.h"

namespace cyclorama::attila {
namespace {

constexpr uint8_t kLoadOpcode = 0x30;

isa::Instruction loadOf(uint32_t attribute, uint16_t temporary) {
    isa::Instruction load;
    // The number of the vertex is in x of attribute 0 (ATTILA: GPU.h, INDEX_ATTRIBUTE).
    load.sources[0] = {.bank = isa::RegisterBank::Input, .swizzle = {0, 0, 0, 0}};
    load.destination = {.bank = isa::RegisterBank::Temporary, .index = temporary};
    load.unit = static_cast<uint16_t>(attribute);
    apply(*rowOf(kLoadOpcode), load);
    return load;
}

/// Registers whose loads are under way.
class PendingLoads {
  public:
    bool any() const { return count_ != 0; }
    bool concern(const isa::Instruction& instruction) const {
        return std::ranges::any_of(instruction.sources, [&](const auto& source) { return has(source); }) ||
               has(instruction.destination);
    }
    void add(const isa::DestinationOperand& to) {
        if (to.bank == isa::RegisterBank::Temporary) temporaries_[to.index] = true;
        ++count_;
    }
    void clear() { *this = {}; }

  private:
    template <typename Operand>
    bool has(const Operand& operand) const {
        return operand.bank == isa::RegisterBank::Temporary && temporaries_[operand.index];
    }

    std::array<bool, isa::kTemporaryRegisters> temporaries_{};
    uint32_t count_ = 0;
};

/// By instruction: jumps lead to it.
std::vector<bool> jumpTargets(const std::vector<isa::Instruction>& program) {
    std::vector<bool> targets(program.size());
    for (size_t at = 0; at < program.size(); ++at)
        if (changesFlow(program[at]))
            targets[static_cast<size_t>(static_cast<int64_t>(at) + program[at].jumpOffset)] = true;
    return targets;
}

}  // namespace

uint32_t namedTemporaries(std::span<const isa::Instruction> program) {
    uint32_t named = 0;
    const auto add = [&](const auto& operand) {
        if (operand.bank == isa::RegisterBank::Temporary) named |= 1u << operand.index;
    };
    for (const isa::Instruction& instruction : program) {
        add(instruction.destination);
        for (const isa::SourceOperand& source : instruction.sources) add(source);
    }
    return named;
}

uint16_t freeTemporary(uint32_t named) {
    const auto free = static_cast<uint16_t>(std::countr_one(named));
    if (free >= isa::kTemporaryRegisters)
        throw virgl::BeyondGpu(fmt::format("programs that need more than {} registers", isa::kTemporaryRegisters));
    return free;
}

std::vector<isa::Instruction> loadAttributes(std::vector<isa::Instruction> program) {
    std::array<std::optional<uint16_t>, isa::kInputRegisters> loaded{};
    std::vector<isa::Instruction> loads;
    uint32_t named = namedTemporaries(program);
    for (isa::Instruction& instruction : program)
        for (isa::SourceOperand& source : instruction.sources) {
            if (source.bank != isa::RegisterBank::Input) continue;
            auto& temporary = loaded[source.index];
            if (!temporary) {
                temporary = freeTemporary(named);
                named |= 1u << *temporary;
                loads.push_back(loadOf(source.index, *temporary));
            }
            source.bank = isa::RegisterBank::Temporary;
            source.index = *temporary;
        }
    program.insert(program.begin(), loads.begin(), loads.end());
    return program;
}

void markWaitPoints(std::vector<isa::Instruction>& program) {
    const std::vector<bool> targets = jumpTargets(program);
    PendingLoads pending;
    for (size_t at = 0; at < program.size(); ++at) {
        const isa::Instruction& instruction = program[at];
        const bool waits = targets[at] || changesFlow(instruction) || endsThread(instruction);
        if (pending.any() && (waits || pending.concern(instruction))) {
            program[at - 1].waitPoint = true;
            pending.clear();
        }
        if (isLoad(instruction)) pending.add(instruction.destination);
    }
}

}  // namespace cyclorama::attila
