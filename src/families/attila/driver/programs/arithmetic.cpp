// SPDX-License-Identifier: MIT
#include "families/attila/driver/programs/arithmetic.h"

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <limits>

#include "families/attila/driver/programs/translation_refusal.h"

namespace cyclorama::attila {
namespace {

using namespace virgl::tgsi;

/// The mnemonic of an opcode that is an instruction as it stands; empty for the others.
std::string_view plainMnemonic(Opcode opcode) {
    switch (opcode) {
        case Opcode::Arl:
            return "arl";
        case Opcode::Mov:
            return "mov";
        case Opcode::Lit:
            return "lit";
        case Opcode::Dst:
            return "dst";
        case Opcode::Mul:
            return "mul";
        case Opcode::Add:
            return "add";
        case Opcode::Dp3:
            return "dp3";
        case Opcode::Dp4:
            return "dp4";
        case Opcode::Min:
            return "min";
        case Opcode::Max:
            return "max";
        case Opcode::Slt:
            return "slt";
        case Opcode::Sge:
            return "sge";
        case Opcode::Mad:
        case Opcode::Fma:
            return "mad";
        case Opcode::Frc:
            return "frc";
        case Opcode::Cmp:
            return "cmp";
        case Opcode::Ddx:
            return "ddx";
        case Opcode::Ddy:
            return "ddy";
        default:
            return {};
    }
}

/// Mnemonic of an opcode that takes the first component of its operand.
std::string_view scalarMnemonic(Opcode opcode) {
    switch (opcode) {
        case Opcode::Rcp:
            return "rcp";
        case Opcode::Rsq:
            return "rsq";
        case Opcode::Ex2:
            return "ex2";
        case Opcode::Lg2:
            return "lg2";
        case Opcode::Sin:
            return "sin";
        case Opcode::Cos:
            return "cos";
        case Opcode::Exp:
            return "exp";
        case Opcode::Log:
            return "log";
        default:
            return {};
    }
}

/// In the place of the logarithm of zero, times which zero is zero.
constexpr func::Vec4 kLowest = [] {
    constexpr float kLowestFloat = std::numeric_limits<float>::lowest();
    return func::Vec4{kLowestFloat, kLowestFloat, kLowestFloat, kLowestFloat};
}();

/// Value of an immediate that guests compute an index with: an integer, or a float where they use the same immediate as
/// one. As floats, the bits of integers up to 2^23 are denormal numbers, and those of negative ones not numbers.
float indexOf(uint32_t bits) {
    const float number = std::bit_cast<float>(bits);
    return std::isnormal(number) ? number : static_cast<float>(std::bit_cast<int32_t>(bits));
}

}  // namespace

void Arithmetic::translate(const Instruction& instruction, const TextResult& to, std::span<const TextOperand> from) {
    if (const std::string_view mnemonic = plainMnemonic(instruction.opcode); !mnemonic.empty())
        return emitPlain(mnemonic, to, from);
    if (const std::string_view mnemonic = scalarMnemonic(instruction.opcode); !mnemonic.empty())
        return text_.emit(mnemonic, to, from[0].component(0));
    const TextResult first = text_.scratch(0, to.mask);
    switch (instruction.opcode) {
        case Opcode::Sgt:
            return text_.emit("slt", to, from[1], from[0]);
        case Opcode::Sle:
            return text_.emit("sge", to, from[1], from[0]);
        case Opcode::Seq:
            return compareBoth("sge", "mul", to, from[0], from[1]);
        case Opcode::Sne:
            return compareBoth("slt", "add", to, from[0], from[1]);
        case Opcode::Ssg:
            text_.emit("slt", first, text_.number(Number::Zero), from[0]);
            text_.emit("slt", text_.scratch(1, to.mask), from[0], text_.number(Number::Zero));
            return text_.emit("add", to, first.operand(), text_.scratch(1).operand().negated());
        case Opcode::Dp2:
            text_.emit("mul", text_.scratch(0, 3), from[0], from[1]);
            return text_.emit("add", to, first.operand().component(0), first.operand().component(1));
        case Opcode::Lrp:
            text_.emit("add", first, from[1], from[2].negated());
            return text_.emit("mad", to, from[0], first.operand(), from[2]);
        case Opcode::Sqrt:
            text_.emit("rsq", text_.scratch(0, 1), from[0].component(0));
            return text_.emit("rcp", to, first.operand().component(0));
        case Opcode::Pow:
            text_.emit("lg2", text_.scratch(0, 1), from[0].component(0));
            // Zero to the power of zero is one.
            text_.emit("max", text_.scratch(0, 1), first.operand(), text_.literal(kLowest));
            text_.emit("mul", text_.scratch(0, 1), first.operand().component(0), from[1].component(0));
            return text_.emit("ex2", to, first.operand().component(0));
        case Opcode::Div:
            return divide(to, from);
        case Opcode::Uadd:
        case Opcode::Umul:
        case Opcode::Shl:
        case Opcode::Ushr:
            return computeIndex(instruction, to, from);
        default:
            return round(instruction, to, from[0]);
    }
}

void Arithmetic::emitPlain(std::string_view mnemonic, const TextResult& to, std::span<const TextOperand> from) {
    if (from.size() == 1) return text_.emit(mnemonic, to, from[0]);
    if (from.size() == 2) return text_.emit(mnemonic, to, from[0], from[1]);
    text_.emit(mnemonic, to, from[0], from[1], from[2]);
}

void Arithmetic::compareBoth(std::string_view compare, std::string_view join, const TextResult& to,
                             const TextOperand& a, const TextOperand& b) {
    const TextResult one = text_.scratch(0, to.mask);
    const TextResult other = text_.scratch(1, to.mask);
    text_.emit(compare, one, a, b);
    text_.emit(compare, other, b, a);
    text_.emit(join, to, one.operand(), other.operand());
}

void Arithmetic::divide(const TextResult& to, std::span<const TextOperand> from) {
    for (uint32_t i = 0; i < 4; ++i)
        if ((to.mask >> i & 1) != 0)
            text_.emit("rcp", text_.scratch(0, static_cast<uint8_t>(1 << i)), from[1].component(i));
    text_.emit("mul", to, from[0], text_.scratch(0).operand());
}

void Arithmetic::computeIndex(const Instruction& instruction, const TextResult& to, std::span<const TextOperand> from) {
    const bool right = instruction.opcode == Opcode::Ushr;
    const bool shift = right || instruction.opcode == Opcode::Shl;
    if (shift && instruction.sources[1].file != File::Immediate)
        refuse(instruction.line, "shifts by what is no immediate");
    std::array<TextOperand, 2> operands{from[0], from[1]};
    for (size_t i = 0; i < operands.size(); ++i) {
        const Source& source = instruction.sources[i];
        if (source.file != File::Immediate) continue;
        func::Vec4 value{};
        for (uint32_t c = 0; c < value.size(); ++c) {
            const float index = indexOf(immediates_[static_cast<size_t>(source.index)][source.swizzle[c]]);
            value[c] = shift && i == 1 ? std::exp2(right ? -index : index) : index;
        }
        operands[i] = text_.literal(value);
    }
    if (!right) return text_.emit(instruction.opcode == Opcode::Uadd ? "add" : "mul", to, operands[0], operands[1]);
    // The bits that are shifted out are a fraction.
    const TextResult whole = text_.scratch(0, to.mask);
    const TextResult fraction = text_.scratch(1, to.mask);
    text_.emit("mul", whole, operands[0], operands[1]);
    text_.emit("frc", fraction, whole.operand());
    text_.emit("add", to, whole.operand(), fraction.operand().negated());
}

void Arithmetic::round(const Instruction& instruction, const TextResult& to, const TextOperand& from) {
    const TextResult first = text_.scratch(0, to.mask);
    const TextResult second = text_.scratch(1, to.mask);
    switch (instruction.opcode) {
        case Opcode::Flr:
            text_.emit("frc", first, from);
            return text_.emit("add", to, from, first.operand().negated());
        case Opcode::Ceil:
            text_.emit("frc", first, from.negated());
            return text_.emit("add", to, from, first.operand());
        case Opcode::Arr:
        case Opcode::Round:
            text_.emit("add", first, from, text_.number(Number::Half));
            if (instruction.opcode == Opcode::Arr) return text_.emit("arl", to, first.operand());
            text_.emit("frc", second, first.operand());
            return text_.emit("add", to, first.operand(), second.operand().negated());
        case Opcode::Trunc:
            text_.emit("frc", first, from.magnitude());
            text_.emit("add", first, from.magnitude(), first.operand().negated());
            return text_.emit("cmp", to, from, first.operand().negated(), first.operand());
        default:
            refuse(instruction.line, fmt::format("the opcode {}", infoOf(instruction.opcode).name));
    }
}

}  // namespace cyclorama::attila
