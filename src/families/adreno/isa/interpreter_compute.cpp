// SPDX-License-Identifier: MIT
// Categories 1 to 4.

#include <algorithm>
#include <bit>

#include "families/adreno/isa/interpreter.h"
#include "isa/half_lanes.h"
#include "isa/number_conversions.h"

namespace cyclorama::adreno::ir3 {

namespace {

uint32_t signExtended16(uint32_t value) { return static_cast<uint32_t>(int32_t{static_cast<int16_t>(value)}); }
uint32_t signExtended8(uint32_t value) { return static_cast<uint32_t>(int32_t{static_cast<int8_t>(value)}); }

/// True where a repetition would read a register that an earlier one of the same instruction writes: all of them read
/// first, as results take longer than an instruction repeats.
bool readsItsResults(const Instruction& in, unsigned sources) {
    const Operand& to = in.destinations[0];
    for (unsigned i = 0; i < sources; ++i) {
        const Operand& from = in.sources[i];
        if (from.kind == OperandKind::RelativeRegister) return true;
        if (from.kind != OperandKind::Register) continue;
        if (from.half != to.half) return true;
        const int32_t last = from.value + (from.repeats ? in.repeat : 0);
        const bool overlaps = from.value <= to.value + in.repeat && last >= to.value;
        if (overlaps && !(from.repeats && from.value == to.value)) return true;
    }
    return to.kind == OperandKind::RelativeRegister;
}

constexpr bool isFloat(ValueType type) { return type == ValueType::F16 || type == ValueType::F32; }

/// The source of a conversion as a float, or an integer of 32 bits: itself, or in `scratch`.
const LaneWords& widen(unsigned width, ValueType type, const LaneWords& from, LaneWords& scratch) {
    switch (type) {
        case ValueType::F16:
            isa::widenHalves(width, scratch.lane.data(), from.lane.data(), 0);
            return scratch;
        case ValueType::U16:
            each(width, scratch, from, [](uint32_t x) { return x & kHalfMask; });
            return scratch;
        case ValueType::S16:
            each(width, scratch, from, signExtended16);
            return scratch;
        case ValueType::U8:
        case ValueType::U8In32:
            // Unsigned only by its name: Mesa, ir3/ir3_compiler_nir.c, create_cov().
            each(width, scratch, from, signExtended8);
            return scratch;
        default:
            return from;
    }
}

/// The low bits of integers, as many as the type has.
void truncate(unsigned width, ValueType type, LaneWords& values) {
    if (type == ValueType::U32 || type == ValueType::S32) return;
    const bool isByte = type == ValueType::U8 || type == ValueType::U8In32;
    each(width, values, values, [mask = isByte ? 0xff : kHalfMask](uint32_t x) { return x & mask; });
}

isa::DataType integerOf(ValueType type) {
    switch (type) {
        case ValueType::U16:
            return isa::DataType::Unsigned16;
        case ValueType::S16:
            return isa::DataType::Signed16;
        case ValueType::U8:
        case ValueType::U8In32:
            return isa::DataType::Unsigned8;
        default:
            return type == ValueType::U32 ? isa::DataType::Unsigned32 : isa::DataType::Signed32;
    }
}

/// From a float, or an integer of 32 bits.
void convertWide(unsigned width, const Instruction& in, const LaneWords& wide, LaneWords& to) {
    const bool isInteger = !isFloat(in.sourceType);
    const LaneWords* floats = &wide;
    if (isInteger && isFloat(in.type)) {
        isa::floatsOfIntegers(width, to.lane.data(), wide.lane.data(), in.sourceType != ValueType::U32, in.rounding);
        floats = &to;
    }
    if (in.type == ValueType::F16) {
        isa::halvesOfFloats(width, to.lane.data(), floats->lane.data(), in.rounding);
    } else if (in.type == ValueType::F32) {
        if (!isInteger) to = wide;
    } else {
        if (isInteger)
            to = wide;
        else
            isa::integersOfFloats(width, to.lane.data(), wide.lane.data(), integerOf(in.type), in.rounding);
        truncate(width, in.type, to);
    }
}

/// Infinite halves as the largest finite ones.
void limitHalves(unsigned width, LaneWords& halves) {
    constexpr uint32_t kMagnitude = 0x7fff;
    constexpr uint32_t kInfinity = 0x7c00;
    each(width, halves, halves, [](uint32_t x) { return x - static_cast<uint32_t>((x & kMagnitude) == kInfinity); });
}

}  // namespace

void Interpreter::execute(const Step& step, size_t index) {
    const Instruction& in = step.instruction;
    const ExecutionUnit unit = unitOf(in.opcode);
    if (unit == ExecutionUnit::Texture) {
        texture(in, index);
    } else if (unit == ExecutionUnit::Memory) {
        memory(in, index);
    } else if (in.opcode == Opcode::Move) {
        move(in);
    } else if (in.opcode == Opcode::MoveMask) {
        moveMask(in);
    } else if (isBetween(in.opcode, Opcode::Swizzle, Opcode::Scatter)) {
        moveMany(in);
    } else if (isBetween(in.opcode, Opcode::InterpolateFloat, Opcode::FlatBits)) {
        interpolate(in, index);
    } else if (isBetween(in.opcode, Opcode::WideMultiply, Opcode::WideMultiplyAccumulate)) {
        wideMultiply(in);
    } else if (step.kernel != nullptr) {
        compute(step);
    }
}

void Interpreter::compute(const Step& step) {
    const Instruction& in = step.instruction;
    const Operand& to = in.destinations[0];
    if (in.opcode == Opcode::SelectBits16 && in.repeat == 0 && chooseHalves(step)) return;
    const bool delays = in.repeat != 0 && readsItsResults(in, step.sources);
    const bool exact = in.full && !to.half && !in.saturate;
    const bool makesHalves = to.half && step.computation.result == ResultClass::Float;
    for (unsigned repetition = 0; repetition <= in.repeat; ++repetition) {
        std::array<const uint32_t*, 3> sources{};
        for (unsigned i = 0; i < step.sources; ++i) {
            sources[i] =
                registers_.source(in.sources[i], repetition, step.computation.operands, scratch_[i]).lane.data();
        }
        LaneWords* place = nullptr;
        if (exact && !delays) place = registers_.place(to, repetition);
        if (makesHalves && !delays) place = registers_.placeOfHalf(to, repetition);
        LaneWords& result = place != nullptr ? *place : results_[repetition];
        step.kernel(registers_.width(), result.lane.data(), sources[0], sources[1], sources[2]);
        if (!exact) finish(step, result);
        if (place == nullptr && !delays) storeResult(step, repetition);
    }
    for (unsigned repetition = 0; delays && repetition <= in.repeat; ++repetition) storeResult(step, repetition);
}

bool Interpreter::chooseHalves(const Step& step) {
    const Instruction& in = step.instruction;
    const Operand& first = in.sources[0];
    const Operand& second = in.sources[2];
    if (!registers_.isPendingHalf(first) || !registers_.isPendingHalf(second)) return false;
    const LaneWords& condition = registers_.source(in.sources[1], 0, OperandClass::Bits, scratch_[1]);
    const LaneWords& values = registers_.source(first, 0, OperandClass::Float, scratch_[0]);
    const LaneWords& others = registers_.source(second, 0, OperandClass::Float, scratch_[2]);
    LaneWords* const place = registers_.placeOfHalf(in.destinations[0], 0);
    if (place == nullptr) return false;
    step.kernel(registers_.width(), place->lane.data(), values.lane.data(), condition.lane.data(), others.lane.data());
    return true;
}

void Interpreter::storeResult(const Step& step, unsigned repetition) {
    const Operand& to = step.instruction.destinations[0];
    if (to.half && step.computation.result == ResultClass::Float) {
        registers_.storeHalves(to, repetition, results_[repetition]);
    } else {
        registers_.store(to, repetition, results_[repetition]);
    }
}

void Interpreter::finish(const Step& step, LaneWords& values) const {
    const unsigned width = registers_.width();
    const Instruction& in = step.instruction;
    const bool full = step.computation.full;
    const bool toHalf = in.destinations[0].half;
    if (step.computation.result == ResultClass::Float) {
        if (in.saturate) {
            each(width, values, values, [](uint32_t x) {
                const auto value = std::bit_cast<float>(x);
                const float positive = isa::select(isa::flagOf(value > 0.0f), value, 0.0f);
                return std::bit_cast<uint32_t>(isa::select(isa::flagOf(positive < 1.0f), positive, 1.0f));
            });
        }
        if (!full || toHalf) isa::roundToHalves(width, values.lane.data(), values.lane.data(), context_.limitsHalves);
    } else if (toHalf || (!full && step.computation.result == ResultClass::Unsigned)) {
        each(width, values, values, [](uint32_t x) { return x & kHalfMask; });
    } else if (!full) {
        each(width, values, values, signExtended16);
    }
}

void Interpreter::convert(const Instruction& in, const LaneWords& from, LaneWords& to) const {
    const unsigned width = registers_.width();
    if (in.type == in.sourceType) {
        to = from;
        return;
    }
    LaneWords scratch{};  // cleared for g++ 12, which does not see that lanes are written before they are read
    const LaneWords& wide = widen(width, in.sourceType, from, scratch);
    convertWide(width, in, wide, to);
    if (in.type == ValueType::F16 && context_.limitsHalves) limitHalves(width, to);
}

void Interpreter::move(const Instruction& in) {
    const Operand& source = in.sources[0];
    const bool isAddress = in.destinations[0].value >= kSharedRegisters + static_cast<int32_t>(kSharedRegisterCount);
    // (r) of an address' source says something else than that it repeats.
    const bool repeats = source.repeats && !isAddress;
    if (in.repeat == 0) {
        if (moveFloats(in)) return;
        if (in.type == in.sourceType)
            return registers_.store(in.destinations[0], 0, registers_.bits(source, 0, scratch_[0]));
    }
    for (unsigned repetition = 0; repetition <= in.repeat; ++repetition) {
        const LaneWords& from = registers_.bits(source, repeats ? repetition : 0, scratch_[0]);
        convert(in, from, results_[repetition]);
    }
    for (unsigned repetition = 0; repetition <= in.repeat; ++repetition) {
        registers_.store(in.destinations[0], repetition, results_[repetition]);
    }
}

bool Interpreter::moveFloats(const Instruction& in) {
    const Operand& from = in.sources[0];
    const Operand& to = in.destinations[0];
    if (in.type == in.sourceType && isHalf(in.type)) return registers_.copyHalfFloats(from, to);
    if (in.sourceType == ValueType::F16) {
        if (in.type != ValueType::F32 || !from.half || from.kind != OperandKind::Register) return false;
        registers_.store(to, 0, registers_.source(from, 0, OperandClass::Float, scratch_[0]));
        return true;
    }
    const bool narrows = in.sourceType == ValueType::F32 && in.type == ValueType::F16;
    if (!narrows || in.rounding != Rounding::ToEven) return false;
    const LaneWords& values = registers_.bits(from, 0, scratch_[0]);
    LaneWords* const place = registers_.placeOfHalf(to, 0);
    if (place == nullptr) return false;
    isa::roundToHalves(registers_.width(), place->lane.data(), values.lane.data(), context_.limitsHalves);
    return true;
}

void Interpreter::moveMany(const Instruction& in) {
    const unsigned count = in.opcode == Opcode::Swizzle ? 2 : 4;
    for (unsigned i = 0; i < count; ++i) {
        const bool vector = in.opcode == Opcode::Scatter;
        const LaneWords& from = registers_.bits(in.sources[vector ? 0 : i], vector ? i : 0, scratch_[0]);
        convert(in, from, results_[i]);
    }
    for (unsigned i = 0; i < count; ++i) {
        const bool vector = in.opcode == Opcode::Gather;
        registers_.store(in.destinations[vector ? 0 : i], vector ? i : 0, results_[i]);
    }
}

void Interpreter::moveMask(const Instruction& in) {
    const isa::WaveMask mask = registers_.executing();
    const std::array<uint32_t, 4> words{static_cast<uint32_t>(mask.low), static_cast<uint32_t>(mask.low >> 32),
                                        static_cast<uint32_t>(mask.high), static_cast<uint32_t>(mask.high >> 32)};
    for (unsigned i = 0; i <= in.repeat; ++i) {
        results_[0].lane.fill(words[i]);
        registers_.store(in.destinations[0], i, results_[0]);
    }
}

/// The products of four registers and the sum of four others, as often as the third source says. Mesa,
/// isa/ir3-cat3.xml.
void Interpreter::wideMultiply(const Instruction& in) {
    const unsigned width = registers_.width();
    const isa::WordKernel add = isa::wordKernel(isa::WordOperation::FloatAdd);
    const isa::WordKernel multiply = isa::wordKernel(isa::WordOperation::FloatMul);
    const auto take = [&](const Operand& from, unsigned component, LaneWords& scratch) -> const LaneWords& {
        Operand operand = from;
        operand.value += static_cast<int32_t>(component);
        return registers_.source(operand, 0, OperandClass::Float, scratch);
    };
    LaneWords sum{};
    for (unsigned i = 0; i < 4; ++i) {
        add(width, sum.lane.data(), sum.lane.data(), take(in.sources[1], i, scratch_[1]).lane.data(), nullptr);
    }
    for (unsigned i = 0; i < 4; ++i) {
        multiply(width, results_[i].lane.data(), take(in.sources[0], i, scratch_[0]).lane.data(), sum.lane.data(),
                 nullptr);
    }
    const unsigned copies = 1u << std::clamp(in.sources[2].value / 32, 0, 5);
    const Operand& to = in.destinations[0];
    for (unsigned i = 0; i < 4 * copies; ++i) {
        LaneWords value = results_[i % 4];
        if (in.opcode == Opcode::WideMultiplyAccumulate && i != 0) {
            add(width, value.lane.data(), value.lane.data(), take(to, i, scratch_[0]).lane.data(), nullptr);
        }
        if (to.half) {
            isa::roundToHalves(width, value.lane.data(), value.lane.data(), false);
            isa::narrowFloats(width, value.lane.data(), value.lane.data());
        }
        registers_.store(to, i, value);
    }
}

/// BARY.F and FLAT.B: the first source is the component of the varyings, the second the barycentric coordinates.
void Interpreter::interpolate(const Instruction& in, size_t index) {
    for (unsigned repetition = 0; repetition <= in.repeat; ++repetition) {
        const LaneWords& location = registers_.bits(in.sources[0], in.sources[0].repeats ? repetition : 0, scratch_[0]);
        VaryingRequest request;
        request.instruction = index;
        request.lanes = registers_.executing();
        const unsigned lowest = request.lanes.lowest();
        request.location = location.lane[lowest < isa::kWaveLanes ? lowest : 0];
        if (in.opcode == Opcode::InterpolateFloat) {
            request.type = ValueType::F32;
            request.i = &registers_.bits(in.sources[1], 0, scratch_[1]);
            request.j = &registers_.bits(in.sources[1], 1, scratch_[2]);
        }
        LaneWords& value = data_[0];
        std::fill_n(value.lane.begin(), registers_.width(), 0);
        units_->interpolate(request, std::span(data_).first(1));
        const Operand& to = in.destinations[0];
        if (to.half && in.opcode == Opcode::InterpolateFloat) {
            isa::roundToHalves(registers_.width(), value.lane.data(), value.lane.data(), false);
            registers_.storeHalves(to, repetition, value);
            continue;
        }
        if (to.half) each(registers_.width(), value, value, [](uint32_t x) { return x & kHalfMask; });
        registers_.store(to, repetition, value);
    }
}

}  // namespace cyclorama::adreno::ir3
