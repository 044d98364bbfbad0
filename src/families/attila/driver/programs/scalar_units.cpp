// SPDX-License-Identifier: MIT
// Programs for units of one component: ATTILA's driver divides instructions in the same way (ATTILA:
// ShaderOptimization, aos2soa).

#include <algorithm>
#include <bit>
#include <optional>

#include "families/attila/driver/programs/program_form.h"
#include "families/attila/isa/encoding.h"

namespace cyclorama::attila {
namespace {

constexpr uint8_t kAdd = 0x01;
constexpr uint8_t kDp3 = 0x08;
constexpr uint8_t kDph = 0x0a;
constexpr uint8_t kMad = 0x13;
constexpr uint8_t kMov = 0x16;
constexpr uint8_t kMul = 0x17;

constexpr uint8_t maskBit(uint32_t component) { return static_cast<uint8_t>(1 << component); }
uint8_t firstComponent(uint8_t mask) { return static_cast<uint8_t>(std::countr_zero(mask)); }

bool isResult(const isa::Instruction& instruction, const isa::SourceOperand& source) {
    return source.bank == instruction.destination.bank && source.index == instruction.destination.index;
}

std::vector<uint8_t> componentsOf(uint8_t mask) {
    std::vector<uint8_t> components;
    for (uint8_t c = 0; c < isa::kComponents; ++c)
        if ((mask & maskBit(c)) != 0) components.push_back(c);
    return components;
}

/// Component i of an operand in all four.
isa::SourceOperand componentOf(isa::SourceOperand source, uint32_t i) {
    source.swizzle.fill(source.swizzle[i]);
    return source;
}

class ScalarProgram {
  public:
    explicit ScalarProgram(const std::vector<isa::Instruction>& program) : program_(program) {}

    std::vector<isa::Instruction> make() {
        std::vector<size_t> starts;
        for (const isa::Instruction& instruction : program_) {
            starts.push_back(made_.size());
            isa::Instruction plain = instruction;
            plain.end = plain.waitPoint = false;
            add(plain);
            made_.back().end = instruction.end;
            made_.back().waitPoint = instruction.waitPoint;
        }
        for (size_t at = 0; at < program_.size(); ++at) {
            if (!changesFlow(program_[at])) continue;
            const auto target = static_cast<size_t>(static_cast<int64_t>(at) + program_[at].jumpOffset);
            made_[starts[at]].jumpOffset = static_cast<int32_t>(starts[target]) - static_cast<int32_t>(starts[at]);
        }
        return std::move(made_);
    }

  private:
    void add(const isa::Instruction& instruction) {
        if (runsOnScalarUnits(instruction))
            made_.push_back(instruction);
        else if (instruction.opcode >= kDp3 && instruction.opcode <= kDph)
            addDotProduct(instruction);
        else if (operationInfo(instruction.operation).kind == isa::OperationKind::Scalar)
            spread(instruction);
        else
            divide(instruction);
    }

    /// An instruction as another, on these sources.
    static isa::Instruction with(const isa::Instruction& instruction, uint8_t opcode,
                                 std::array<isa::SourceOperand, 3> sources) {
        isa::Instruction other = instruction;
        other.sources = sources;
        apply(*rowOf(opcode), other);
        return other;
    }

    /// A register that no instruction of the program names.
    uint16_t scratch() {
        if (!scratch_) scratch_ = freeTemporary(namedTemporaries(program_));
        return *scratch_;
    }

    /// One value in all components of the result: a result that cannot be read is computed again.
    void spread(const isa::Instruction& instruction) {
        const bool readable = instruction.destination.bank == isa::RegisterBank::Temporary;
        const uint8_t mask = instruction.destination.writeMask;
        const uint8_t first = firstComponent(mask);
        const isa::SourceOperand value{.bank = instruction.destination.bank,
                                       .index = instruction.destination.index,
                                       .swizzle = {first, first, first, first}};
        for (const uint8_t c : componentsOf(mask)) {
            made_.push_back(c == first || !readable ? instruction : with(instruction, kMov, {value}));
            made_.back().destination.writeMask = maskBit(c);
        }
    }

    /// Products, and sums in the order of the vector unit.
    void addDotProduct(const isa::Instruction& instruction) {
        const isa::SourceOperand& a = instruction.sources[0];
        const isa::SourceOperand& b = instruction.sources[1];
        isa::DestinationOperand sum = instruction.destination;
        if (sum.bank != isa::RegisterBank::Temporary || isResult(instruction, a) || isResult(instruction, b))
            sum = {.bank = isa::RegisterBank::Temporary, .index = scratch()};
        const uint8_t component = firstComponent(sum.writeMask);
        sum.writeMask = maskBit(component);
        sum.saturate = false;
        const isa::SourceOperand before{
            .bank = sum.bank, .index = sum.index, .swizzle = {component, component, component, component}};
        const uint32_t products = instruction.opcode == kDp3 || instruction.opcode == kDph ? 3 : 4;
        const uint32_t sums = instruction.opcode == kDph ? products + 1 : products;
        for (uint32_t i = 0; i < sums; ++i) {
            isa::Instruction step = i == 0 ? with(instruction, kMul, {componentOf(a, 0), componentOf(b, 0)})
                                    : i < products
                                        ? with(instruction, kMad, {componentOf(a, i), componentOf(b, i), before})
                                        : with(instruction, kAdd, {before, componentOf(b, i)});
            if (i + 1 == sums) return spread(step);
            step.destination = sum;
            made_.push_back(step);
        }
    }

    /// One instruction for each component, ordered so that none overwrites a value that a later one reads.
    void divide(const isa::Instruction& instruction) {
        const std::optional<std::vector<uint8_t>> order = orderOf(instruction);
        const isa::DestinationOperand& to = instruction.destination;
        for (const uint8_t component : order.value_or(componentsOf(to.writeMask))) {
            made_.push_back(instruction);
            made_.back().destination.writeMask = maskBit(component);
            if (!order) made_.back().destination.index = scratch();
        }
        if (order) return;
        isa::Instruction moved = with(instruction, kMov, {isa::SourceOperand{.bank = to.bank, .index = scratch()}});
        moved.destination.saturate = false;
        divide(moved);
    }

    /// Components, ordered so that none is written before another reads it; empty if no such order exists.
    static std::optional<std::vector<uint8_t>> orderOf(const isa::Instruction& instruction) {
        std::vector<uint8_t> order;
        uint8_t left = instruction.destination.writeMask;
        while (left != 0) {
            uint8_t next = 0;
            while (next < isa::kComponents && ((left & maskBit(next)) == 0 || isRead(instruction, left, next))) ++next;
            if (next == isa::kComponents) return std::nullopt;
            order.push_back(next);
            left &= static_cast<uint8_t>(~maskBit(next));
        }
        return order;
    }

    /// True if one of the components of the mask, but for the component itself, needs that of the result's register.
    static bool isRead(const isa::Instruction& instruction, uint8_t mask, uint8_t component) {
        return std::ranges::any_of(instruction.sources, [&](const isa::SourceOperand& source) {
            if (!isResult(instruction, source)) return false;
            for (uint8_t c = 0; c < isa::kComponents; ++c)
                if (c != component && (mask & maskBit(c)) != 0 && source.swizzle[c] == component) return true;
            return false;
        });
    }

    const std::vector<isa::Instruction>& program_;
    std::vector<isa::Instruction> made_;
    std::optional<uint16_t> scratch_;
};

}  // namespace

std::vector<isa::Instruction> forScalarUnits(const std::vector<isa::Instruction>& program) {
    return ScalarProgram(program).make();
}

}  // namespace cyclorama::attila
