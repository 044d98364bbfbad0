// SPDX-License-Identifier: MIT
#pragma once
// One thread at a time, one component after the other, straight from the definitions: what the executor's lanes are
// compared with. Slow and plain; shares no code with the executor but the fixed-point functions, which have tests of
// their own.

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <span>

#include "isa/fixed_point.h"
#include "isa/program.h"

namespace cyclorama::isa {

struct ScalarThread {
    std::array<Vec4, kInputRegisters> inputs{};
    std::array<Vec4, kOutputRegisters> outputs{};
    std::array<Vec4, kTemporaryRegisters> temporaries{};
    std::array<Vec4, kAddressRegisters> addresses{};
    std::array<bool, kPredicateRegisters> predicates{};
    std::array<bool, kSamples> killed{};
    std::array<float, kSamples> depths{};
    uint32_t currentSample = 0;
    std::array<FixedPoint, kComponents> accumulator{};
};

class ScalarReference {
  public:
    explicit ScalarReference(std::span<const Vec4> constants) : constants_(constants) {}

    /// Executes all but jumps, loads and derivatives.
    void step(const Instruction& in, ScalarThread& t) const {
        const OperationInfo& info = operationInfo(in.operation);
        if (info.kind == OperationKind::Predicate) return predicate(in, t);
        const bool integer = takesIntegers(in);
        std::array<Vec4, kMaxSources> s{};
        for (unsigned i = 0; i < info.sources; ++i) s[i] = source(in, i, t, integer);
        const bool holds = !in.predicate.enabled || t.predicates[in.predicate.index] != in.predicate.inverted;
        switch (in.operation) {
            case Operation::Discard:
                return kill(t, t.currentSample, anyNegative(s[0], kAllComponents));
            case Operation::KillSample:
                return kill(t, in.unit, anyNegative(s[0], kAllComponents));
            case Operation::ExportDepth:
                t.depths[0] = s[0][0];
                return;
            case Operation::ExportSampleDepths:
                for (size_t c = 0; c < 4 && t.currentSample / 4 + c < kSamples; ++c)
                    t.depths[t.currentSample / 4 + c] = s[0][c];
                return;
            case Operation::NextSample:
                ++t.currentSample;
                return;
            case Operation::FixedMul:
            case Operation::FixedMad:
                for (size_t c = 0; c < 4; ++c) {
                    FixedPoint value = product(s[0][c], s[1][c]);
                    if (in.operation == Operation::FixedMad) value = add(value, toFixedPoint(s[2][c]));
                    if (holds && (in.destination.writeMask >> c & 1) != 0) t.accumulator[c] = value;
                }
                return;
            default:
                break;
        }
        if (!info.writesResult) return;
        Vec4 result = value(in.operation, s, t);
        if (in.operation == Operation::SelectNegativeKill)
            kill(t, t.currentSample, anyNegative(result, in.destination.writeMask));
        write(in, t, result, holds);
    }

    /// Writes a loaded or derived value as the instruction would.
    void write(const Instruction& in, ScalarThread& t, Vec4 result, bool holds) const {
        Vec4* destination = registerOf(in.destination.bank, in.destination.index, t);
        if (!holds || destination == nullptr) return;
        const bool isFloat = !takesIntegers(in) && in.operation != Operation::FloorToIntegers;
        for (size_t c = 0; c < 4; ++c) {
            float v = result[c];
            if (in.destination.saturate && isFloat) v = 0.0f <= v && v <= 1.0f ? v : v < 0.0f ? 0.0f : 1.0f;
            const bool masked = (in.destination.writeMask >> c & 1) != 0;
            if (masked || in.operation == Operation::FloorToIntegers) (*destination)[c] = v;
        }
    }

    Vec4 source(const Instruction& in, unsigned index, ScalarThread& t, bool integer) const {
        const SourceOperand& operand = in.sources[index];
        Vec4 raw{};
        if (operand.bank == RegisterBank::Constant) {
            raw = constant(in, operand, t);
        } else if (operand.bank == RegisterBank::Immediate) {
            raw.fill(std::bit_cast<float>(in.immediate));
        } else if (const Vec4* reg = registerOf(operand.bank, operand.index, t)) {
            raw = *reg;
        }
        Vec4 result;
        for (size_t c = 0; c < 4; ++c) result[c] = modified(raw[operand.swizzle[c]], operand, integer);
        return result;
    }

  private:
    static bool takesIntegers(const Instruction& in) {
        return operationInfo(in.operation).type == OperandType::Typed && in.type == DataType::Signed32;
    }

    static float modified(float v, const SourceOperand& operand, bool integer) {
        if (!integer) {
            if (operand.absolute) v = std::fabs(v);
            return operand.negate ? -v : v;
        }
        int32_t i = std::bit_cast<int32_t>(v);
        // ATTILA: the absolute value of an integer is that of its nearest float.
        if (operand.absolute) i = static_cast<int32_t>(static_cast<uint32_t>(std::abs(static_cast<float>(i))));
        if (operand.negate) i = static_cast<int32_t>(-static_cast<int64_t>(i));
        return std::bit_cast<float>(i);
    }

    Vec4 constant(const Instruction& in, const SourceOperand& operand, const ScalarThread& t) const {
        int64_t index = operand.index;
        if (operand.relative) {
            const RelativeAddress& relative = in.relativeAddress;
            if (relative.addressRegister < kAddressRegisters) {
                index += std::bit_cast<int32_t>(t.addresses[relative.addressRegister][relative.component]);
            }
            index += relative.offset;
        }
        return index >= 0 && index < static_cast<int64_t>(constants_.size()) ? constants_[static_cast<size_t>(index)]
                                                                             : Vec4{};
    }

    static Vec4* registerOf(RegisterBank bank, unsigned index, ScalarThread& t) {
        if (index >= registerCount(bank)) return nullptr;
        switch (bank) {
            case RegisterBank::Input:
                return &t.inputs[index];
            case RegisterBank::Output:
                return &t.outputs[index];
            case RegisterBank::Temporary:
                return &t.temporaries[index];
            case RegisterBank::Address:
                return &t.addresses[index];
            default:
                return nullptr;
        }
    }

    static bool anyNegative(const Vec4& v, uint8_t mask) {
        for (size_t c = 0; c < 4; ++c) {
            if ((mask >> c & 1) != 0 && v[c] < 0.0f) return true;
        }
        return false;
    }

    static void kill(ScalarThread& t, uint32_t sample, bool kills) {
        if (kills && sample < kSamples) t.killed[sample] = true;
    }

    static FixedPoint product(float a, float b) {
        return multiply(multiply(FixedPoint{1, 1, 0}, toFixedPoint(a)), toFixedPoint(b));
    }

    static float floored(float v) { return static_cast<float>(std::floor(static_cast<double>(v))); }
    static double log2d(float v) { return std::log(static_cast<double>(v)) / std::log(2.0); }
    static float pow2(double v) { return static_cast<float>(std::pow(2.0, v)); }
    static Vec4 all(float v) { return {v, v, v, v}; }

    static Vec4 value(Operation operation, const std::array<Vec4, kMaxSources>& s, const ScalarThread& t) {
        const Vec4 &a = s[0], &b = s[1], &c = s[2];
        const float x = a[3];
        switch (operation) {
            case Operation::Cos:
                return all(std::cos(x));
            case Operation::Sin:
                return all(std::sin(x));
            case Operation::Exp2:
                return all(pow2(x));
            case Operation::Log2:
                return all(static_cast<float>(log2d(x)));
            case Operation::Reciprocal:
                return all(1.0f / x);
            case Operation::SqrtReciprocal:
                return all(static_cast<float>(std::sqrt(static_cast<double>(1.0f / (x < 0 ? -x : x)))));
            case Operation::Dp3:
                return all(a[0] * b[0] + a[1] * b[1] + a[2] * b[2]);
            case Operation::Dp4:
                return all(a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3]);
            case Operation::Dph:
                return all(a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + b[3]);
            case Operation::Dst:
                return {1.0f, a[1] * b[1], a[2], b[3]};
            case Operation::ExpParts:
                return {pow2(floored(x)), x - floored(x), pow2(x), 1.0f};
            case Operation::LogParts:
                return {static_cast<float>(std::floor(log2d(x < 0 ? -x : x))), x / pow2(std::floor(log2d(x))),
                        static_cast<float>(log2d(x)), 1.0f};
            case Operation::Lit: {
                const float diffuse = a[0] < 0.0f ? 0.0f : a[0];
                const float base = a[1] < 0.0f ? 0.0f : a[1];
                const float power = -128.0f <= a[3] && a[3] <= 128.0f ? a[3] : a[3] < -128.0f ? -128.0f : 128.0f;
                return {1.0f, diffuse,
                        diffuse > 0.0f ? static_cast<float>(std::pow(double{base}, double{power})) : 0.0f, 1.0f};
            }
            default:
                break;
        }
        Vec4 result{};
        for (size_t i = 0; i < 4; ++i) result[i] = component(operation, a[i], b[i], c[i], t.accumulator[i]);
        return result;
    }

    static float component(Operation operation, float a, float b, float c, const FixedPoint& accumulator) {
        const auto integer = [](float v) { return std::bit_cast<uint32_t>(v); };
        switch (operation) {
            case Operation::Add:
                return a + b;
            case Operation::IntAdd:
                return std::bit_cast<float>(integer(a) + integer(b));
            case Operation::IntMul:
                return std::bit_cast<float>(integer(a) * integer(b));
            case Operation::FloorToIntegers: {
                const double value = std::floor(static_cast<double>(a));
                const bool fits = value >= -2147483648.0 && value <= 2147483647.0;
                return std::bit_cast<float>(fits ? static_cast<int32_t>(value) : INT32_MIN);
            }
            case Operation::Select:
            case Operation::SelectNegativeKill:
                return a < 0.0f ? b : c;
            case Operation::Floor:
                return floored(a);
            case Operation::Fract:
                return a - floored(a);
            case Operation::FixedMadOut:
                return toFloat(add(product(a, b), accumulator));
            case Operation::Mad:
                return a * b + c;
            case Operation::Max:
                return a > b ? a : b;
            case Operation::Min:
                return a < b ? a : b;
            case Operation::Mov:
                return a;
            case Operation::Mul:
                return a * b;
            case Operation::SetNotLess:
                return a < b ? 0.0f : 1.0f;
            case Operation::Set:
                return a < b ? 1.0f : 0.0f;
            default:
                return 0.0f;
        }
    }

    bool boolean(const Instruction& in, unsigned index, ScalarThread& t) const {
        const SourceOperand& operand = in.sources[index];
        bool result = false;
        if (operand.bank == RegisterBank::Literal) result = operand.index != 0;
        if (operand.bank == RegisterBank::Predicate && operand.index < kPredicateRegisters) {
            result = t.predicates[operand.index];
        }
        if (operand.bank == RegisterBank::Constant) {
            result = std::bit_cast<uint32_t>(constant(in, operand, t)[operand.swizzle[3]]) != 0;
        }
        return result != operand.negate;
    }

    void predicate(const Instruction& in, ScalarThread& t) const {
        bool result = false;
        if (in.operation == Operation::AndPredicates) {
            result = boolean(in, 0, t) && boolean(in, 1, t);
        } else {
            const bool integer = takesIntegers(in);
            const float a = source(in, 0, t, integer)[3], b = source(in, 1, t, integer)[3];
            const int32_t i = std::bit_cast<int32_t>(a), j = std::bit_cast<int32_t>(b);
            switch (in.condition) {
                case Condition::Equal:
                    result = integer ? i == j : a == b;
                    break;
                case Condition::Greater:
                    result = integer ? i > j : a > b;
                    break;
                case Condition::Less:
                    result = integer ? i < j : a < b;
                    break;
                default:
                    break;
            }
        }
        const bool holds = !in.predicate.enabled || t.predicates[in.predicate.index] != in.predicate.inverted;
        if (holds && in.destination.index < kPredicateRegisters) {
            t.predicates[in.destination.index] = result != in.destination.saturate;
        }
    }

    std::span<const Vec4> constants_;
};

}  // namespace cyclorama::isa
