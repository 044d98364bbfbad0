// SPDX-License-Identifier: MIT
#include "isa/operand_reader.h"

#include <algorithm>
#include <bit>

#include "isa/lane_math.h"

namespace cyclorama::isa {

namespace {

enum class ModifierType : uint8_t {
    Float,
    Integer,
    RoundedInteger  ///< absolute values pass through a float
};

ModifierType modifierType(const Instruction& instruction) {
    const bool integer = operationInfo(instruction.operation).type == OperandType::Typed && !isFloat(instruction.type);
    if (!integer) return ModifierType::Float;
    return instruction.absoluteThroughFloat ? ModifierType::RoundedInteger : ModifierType::Integer;
}

float modified(float value, const SourceOperand& source, ModifierType type) {
    if (type == ModifierType::Float) {
        return withBits(value, source.absolute ? ~kSignBit : ~uint32_t{0}, source.negate ? kSignBit : 0);
    }
    int32_t bits = std::bit_cast<int32_t>(value);
    const auto negated = [](int32_t x) { return static_cast<int32_t>(0u - static_cast<uint32_t>(x)); };
    if (source.absolute) {
        bits = type == ModifierType::RoundedInteger ? roundedAbsolute(bits) : bits < 0 ? negated(bits) : bits;
    }
    if (source.negate) bits = negated(bits);
    return std::bit_cast<float>(bits);
}

void applyModifiers(int width, float* out, const float* in, const SourceOperand& source, ModifierType type) {
    if (type != ModifierType::Float) {
        mapLanes(
            width, out, [&source, type](float value) { return modified(value, source, type); }, in);
        return;
    }
    const uint32_t keep = source.absolute ? ~kSignBit : ~uint32_t{0};
    const uint32_t flip = source.negate ? kSignBit : 0;
    mapLanes(
        width, out, [keep, flip](float value) { return withBits(value, keep, flip); }, in);
}

Vec4 constantAt(std::span<const Vec4> constants, int64_t index) {
    if (index < 0 || index >= static_cast<int64_t>(constants.size())) return {};
    return constants[static_cast<size_t>(index)];
}

}  // namespace

void OperandReader::read(const Instruction& instruction, unsigned source, Operand& operand) {
    const SourceOperand& from = instruction.sources[source];
    if (!from.negate && !from.absolute) {
        if (const VectorRegister* reg = registerOf(from)) {
            for (unsigned c = 0; c < kComponents; ++c) operand[c] = (*reg)[from.swizzle[c]].lane.data();
            return;
        }
    }
    const uint8_t needed = componentsRead(instruction, source);
    std::array<const float*, kComponents> ofRegister{};
    for (unsigned c = 0; c < kComponents; ++c) {
        const uint8_t swizzled = from.swizzle[c];
        if ((needed >> c & 1) != 0 && ofRegister[swizzled] == nullptr) {
            ofRegister[swizzled] = component(instruction, source, swizzled);
        }
        operand[c] = ofRegister[swizzled];
    }
}

const float* OperandReader::component(const Instruction& instruction, unsigned source, uint8_t component) {
    const SourceOperand& operand = instruction.sources[source];
    const bool hasModifier = operand.negate || operand.absolute;
    const ModifierType type = modifierType(instruction);
    float* scratch = scratch_[source][component].lane.data();
    if (const VectorRegister* reg = registerOf(operand)) {
        const float* values = (*reg)[component].lane.data();
        if (!hasModifier) return values;
        applyModifiers(width_, scratch, values, operand, type);
        return scratch;
    }
    if (operand.relative || operand.indexing != Indexing::None) {
        if (operand.relative) {
            loadRelative(instruction, operand, component, scratch);
        } else {
            loadIndexed(operand, component, scratch);
        }
        if (hasModifier) applyModifiers(width_, scratch, scratch, operand, type);
        return scratch;
    }
    const float value = uniformValue(instruction, operand, component);
    std::fill_n(scratch, width_, hasModifier ? modified(value, operand, type) : value);
    return scratch;
}

void OperandReader::loadRelative(const Instruction& instruction, const SourceOperand& source, uint8_t component,
                                 float* out) const {
    const RelativeAddress& relative = instruction.relativeAddress;
    const LaneValues& address = relative.addressRegister < kAddressRegisters
                                    ? group_.addresses[relative.addressRegister][relative.component]
                                    : kZeroLanes;
    for (int i = 0; i < width_; ++i) {
        const int64_t index = int64_t{address.integer(i)} + relative.offset + source.index;
        out[i] = constantAt(relativeConstants_, index)[component];
    }
}

void OperandReader::loadIndexed(const SourceOperand& source, uint8_t component, float* out) const {
    const LaneValues& address = group_.addresses[0][static_cast<size_t>(source.indexing) - 1];
    const bool constant = source.bank == RegisterBank::Constant;
    for (int i = 0; i < width_; ++i) {
        const int64_t index = int64_t{address.integer(i)} + source.index;
        if (constant) {
            out[i] = constantAt(constants_, index)[component];
        } else {
            const bool exists = index >= 0 && index < int64_t{kGeneralRegisters};
            out[i] = exists ? group_.general[static_cast<size_t>(index)][component].lane[static_cast<size_t>(i)] : 0.0f;
        }
    }
}

const VectorRegister* OperandReader::registerOf(const SourceOperand& source) const {
    static constexpr VectorRegister kZeroRegister{};
    const unsigned count = registerCount(source.bank);
    if (count != 0 && source.index >= count) return &kZeroRegister;
    switch (source.bank) {
        case RegisterBank::Input:
            return &group_.inputs[source.index];
        case RegisterBank::Output:
            return &group_.outputs[source.index];
        case RegisterBank::Temporary:
            return &group_.temporaries[source.index];
        case RegisterBank::Address:
            return &group_.addresses[source.index];
        case RegisterBank::General:
            return source.indexing == Indexing::None ? &group_.general[source.index] : nullptr;
        case RegisterBank::Internal:
            return &group_.internal;
        default:
            return nullptr;
    }
}

float OperandReader::uniformValue(const Instruction& instruction, const SourceOperand& source,
                                  uint8_t component) const {
    switch (source.bank) {
        case RegisterBank::Constant:
            return constantAt(constants_, source.index)[component];
        case RegisterBank::Immediate:
            return std::bit_cast<float>(instruction.immediate);
        case RegisterBank::Inline:
            return std::bit_cast<float>(source.bits);
        default:
            return 0.0f;
    }
}

void OperandReader::readFlags(const Instruction& instruction, unsigned source, LaneFlags& flags) {
    const SourceOperand& operand = instruction.sources[source];
    const uint32_t flip = flagOf(operand.negate);
    if (operand.bank == RegisterBank::Predicate && operand.index < kPredicateRegisters) {
        mapLanes(
            width_, flags.lane.data(), [flip](uint32_t flag) { return flag ^ flip; },
            group_.predicates[operand.index].lane.data());
        return;
    }
    if (operand.bank == RegisterBank::Constant && operand.relative) {
        float* values = scratch_[source][0].lane.data();
        loadRelative(instruction, operand, operand.swizzle[3], values);
        mapLanes(
            width_, flags.lane.data(),
            [flip](float value) { return flagOf(std::bit_cast<uint32_t>(value) != 0) ^ flip; }, values);
        return;
    }
    const bool literal = operand.bank == RegisterBank::Literal && operand.index != 0;
    const bool constant = std::bit_cast<uint32_t>(uniformValue(instruction, operand, operand.swizzle[3])) != 0;
    std::fill_n(flags.lane.data(), width_, flagOf(literal || constant) ^ flip);
}

}  // namespace cyclorama::isa
