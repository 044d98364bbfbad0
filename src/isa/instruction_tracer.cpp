// SPDX-License-Identifier: MIT
#include "isa/instruction_tracer.h"

#include <fmt/format.h>

#include <string_view>

namespace cyclorama::isa {

namespace {

constexpr std::string_view kComponentNames = "xyzw";

/// The register that an instruction names for its result; null where it has none, or none that is the same in all
/// lanes.
const VectorRegister* destinationIn(const ThreadGroup& group, const DestinationOperand& destination) {
    if (destination.index >= registerCount(destination.bank) || destination.indexing != Indexing::None) return nullptr;
    switch (destination.bank) {
        case RegisterBank::Output:
            return &group.outputs[destination.index];
        case RegisterBank::Temporary:
            return &group.temporaries[destination.index];
        case RegisterBank::Address:
            return &group.addresses[destination.index];
        case RegisterBank::General:
            return &group.general[destination.index];
        default:
            return nullptr;
    }
}

std::string valueText(const LaneValues& values, int lane, bool integer) {
    if (integer) return fmt::format("{}", values.integer(lane));
    return fmt::format("{:.9g}", values.lane[static_cast<size_t>(lane)]);
}

}  // namespace

std::string registerText(const VectorRegister& reg, int lane) {
    return fmt::format("({}, {}, {}, {})", valueText(reg[0], lane, false), valueText(reg[1], lane, false),
                       valueText(reg[2], lane, false), valueText(reg[3], lane, false));
}

std::string resultText(const Instruction& instruction, const ThreadGroup& group, int lane) {
    const DestinationOperand& destination = instruction.destination;
    if (destination.bank == RegisterBank::Predicate && destination.index < kPredicateRegisters)
        return group.predicates[destination.index].lane[static_cast<size_t>(lane)] != 0 ? "true" : "false";
    const VectorRegister* const reg = destinationIn(group, destination);
    if (reg == nullptr) return {};
    const bool integer = !isFloat(instruction.type) || destination.bank == RegisterBank::Address;
    std::string text;
    for (size_t c = 0; c < kComponents; ++c)
        if ((destination.writeMask >> c & 1) != 0)
            text += fmt::format("{}{} {}", text.empty() ? "" : ", ", kComponentNames[c],
                                valueText((*reg)[c], lane, integer));
    return text;
}

}  // namespace cyclorama::isa
