// SPDX-License-Identifier: MIT
#include "families/adreno/isa/result_text.h"

#include <fmt/format.h>

#include <bit>

#include "families/adreno/isa/operations.h"
#include "func/formats/half_float.h"

namespace cyclorama::adreno::ir3 {
namespace {

/// Registers from the first on that an instruction writes, a bit for each.
uint32_t writtenBy(const Instruction& in) {
    switch (unitOf(in.opcode)) {
        case ExecutionUnit::Texture:
            return in.texture.writeMask;
        case ExecutionUnit::Memory:
            return (2u << in.memory.elements) - 1;
        default:
            return (2u << in.repeat) - 1;
    }
}

}  // namespace

std::string resultText(const Step& step, const Wave& wave, unsigned lane) {
    const Operand& to = step.instruction.destinations[0];
    if (to.kind != OperandKind::Register) return {};
    const auto first = static_cast<unsigned>(to.value);
    if (first >= kPredicateRegister && first < kPredicateRegister + kComponents)
        return wave.predicates[first - kPredicateRegister].test(lane) ? "true" : "false";
    if (first >= kSharedRegisters) return {};
    std::string text;
    for (uint32_t rest = writtenBy(step.instruction); rest != 0; rest &= rest - 1) {
        const unsigned number = first + static_cast<unsigned>(std::countr_zero(rest));
        const std::string name =
            fmt::format("{}r{}.{}", to.half ? "h" : "", number / kComponents, "xyzw"[number % kComponents]);
        const std::string value = to.half ? fmt::format("0x{:04x} ({:.9g})", wave.halfRegisterValue(number, lane),
                                                        func::floatFromHalf(wave.halfRegisterValue(number, lane)))
                                          : fmt::format("0x{:08x} ({:.9g})", wave.registerValue(number, lane),
                                                        std::bit_cast<float>(wave.registerValue(number, lane)));
        text += fmt::format("{}{} {}", text.empty() ? "" : ", ", name, value);
    }
    return text;
}

}  // namespace cyclorama::adreno::ir3
