// SPDX-License-Identifier: MIT
#pragma once
// The types and tests that an operation is given besides its operands.

#include <cstdint>

namespace cyclorama::isa {

/// The type that a source's modifiers work on.
enum class OperandType : uint8_t {
    Float,
    Boolean,
    Typed  ///< Instruction::type
};

/// The type of a typed operation's operands.
enum class DataType : uint8_t { Float32, Float16, Signed32, Signed16, Signed8, Unsigned32, Unsigned16, Unsigned8 };

constexpr bool isFloat(DataType type) { return type == DataType::Float32 || type == DataType::Float16; }

/// The test of a conditional operation, on one or two operands; bit tests look at the bits of floats, too.
enum class Condition : uint8_t {
    True,
    Greater,
    Less,
    GreaterEqual,
    LessEqual,
    Equal,
    NotEqual,
    And,
    Or,
    Xor,
    Not,  ///< the first of the tests of one operand: it is zero
    NotZero,
    NotNegative,
    Positive,
    NotPositive,
    Negative,
    HighestBit  ///< the operand's highest bit is set
};

/// True for tests of the first operand alone.
constexpr bool isUnary(Condition condition) { return condition >= Condition::Not; }

}  // namespace cyclorama::isa
