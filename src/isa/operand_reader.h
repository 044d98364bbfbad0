// SPDX-License-Identifier: MIT
#pragma once
// Reads an instruction's sources as arrays of lanes, with swizzle and modifiers applied.

#include <array>
#include <cstdint>
#include <span>

#include "isa/thread_group.h"

namespace cyclorama::isa {

/// The four components of a source after swizzle and modifiers; those that the instruction does not read may be null.
using Operand = std::array<const float*, kComponents>;

/// Reads the sources of one instruction after the other. Operands stay valid until the next read of the same source.
class OperandReader {
  public:
    OperandReader(const ThreadGroup& group, std::span<const Vec4> constants, std::span<const Vec4> relativeConstants,
                  int width)
        : group_(group), constants_(constants), relativeConstants_(relativeConstants), width_(width) {}

    /// Source number `source` (0 to 2) with float or integer modifiers, as the operation wants.
    void read(const Instruction& instruction, unsigned source, Operand& operand);
    Operand read(const Instruction& instruction, unsigned source) {
        Operand operand;
        read(instruction, source, operand);
        return operand;
    }

    /// A boolean source in every lane.
    void readFlags(const Instruction& instruction, unsigned source, LaneFlags& flags);

  private:
    const float* component(const Instruction& instruction, unsigned source, uint8_t component);
    void loadRelative(const Instruction& instruction, const SourceOperand& source, uint8_t component, float* out) const;
    void loadIndexed(const SourceOperand& source, uint8_t component, float* out) const;
    const VectorRegister* registerOf(const SourceOperand& source) const;
    /// One component of a constant or immediate, which is the same in every lane.
    float uniformValue(const Instruction& instruction, const SourceOperand& source, uint8_t component) const;

    const ThreadGroup& group_;
    std::span<const Vec4> constants_;
    std::span<const Vec4> relativeConstants_;
    int width_;
    std::array<VectorRegister, kMaxSources> scratch_;
};

}  // namespace cyclorama::isa
