// SPDX-License-Identifier: MIT
#pragma once
// One instruction of the internal form: its operation, operands and modifiers, and the registers they name.

#include <array>
#include <cstddef>
#include <cstdint>

#include "func/types.h"
#include "isa/cost_class.h"
#include "isa/operations.h"

namespace cyclorama::isa {

/// A register or constant: four 32-bit components, x y z w. Integers and floats share the bits.
using func::Vec4;

inline constexpr unsigned kComponents = 4;
inline constexpr unsigned kMaxSources = 3;

/// Registers of a thread, bank by bank. The constant bank's size is the caller's.
inline constexpr unsigned kInputRegisters = 16;
inline constexpr unsigned kOutputRegisters = 16;
inline constexpr unsigned kTemporaryRegisters = 32;
inline constexpr unsigned kAddressRegisters = 2;
inline constexpr unsigned kPredicateRegisters = 32;
inline constexpr unsigned kGeneralRegisters = 128;
/// Inputs, and outputs, that an interface may have.
inline constexpr unsigned kInterfaceRegisters = 32;
/// Samples of a fragment that a program may kill or give a depth, one by one.
inline constexpr unsigned kSamples = 16;

enum class RegisterBank : uint8_t {
    None,
    Input,
    Output,
    Constant,
    Temporary,
    Address,
    Predicate,
    Immediate,  ///< the instruction's 32-bit immediate in all four components
    Literal,    ///< a boolean source that is plainly false (index 0) or true (index 1)
    General,    ///< inputs, temporaries and outputs alike: RegisterOrganization::Unified
    Internal,   ///< values that the hardware derives: ThreadGroup::internal
    Inline      ///< SourceOperand::bits in all four components
};
inline constexpr unsigned kRegisterBanks = static_cast<unsigned>(RegisterBank::Inline) + 1;

inline constexpr std::array<unsigned, kRegisterBanks> kRegisterCounts{0,
                                                                      kInputRegisters,
                                                                      kOutputRegisters,
                                                                      0,
                                                                      kTemporaryRegisters,
                                                                      kAddressRegisters,
                                                                      kPredicateRegisters,
                                                                      0,
                                                                      0,
                                                                      kGeneralRegisters,
                                                                      1,
                                                                      0};

/// Registers that a bank holds: 0 for banks that are no registers or have no size of their own (constants).
constexpr unsigned registerCount(RegisterBank bank) { return kRegisterCounts[static_cast<size_t>(bank)]; }

/// Component i of an operand is component swizzle[i] of the register.
using Swizzle = std::array<uint8_t, kComponents>;
inline constexpr Swizzle kIdentitySwizzle{0, 1, 2, 3};

/// The component of address register 0 that is added to the index of an operand, or to the number of a sampler.
enum class Indexing : uint8_t { None, ByX, ByY, ByZ, ByW };

struct SourceOperand {
    RegisterBank bank = RegisterBank::None;
    uint16_t index = 0;
    Swizzle swizzle = kIdentitySwizzle;
    bool negate = false;  ///< after absolute; a boolean source is inverted
    bool absolute = false;
    bool relative = false;               ///< a constant at index + Instruction::relativeAddress
    Indexing indexing = Indexing::None;  ///< general registers and constants only
    uint32_t bits = 0;                   ///< value of the bank Inline, modifiers applied

    bool operator==(const SourceOperand&) const = default;
};

/// Write masks have bit i for component i (x is bit 0).
inline constexpr uint8_t kAllComponents = 0xf;

struct DestinationOperand {
    RegisterBank bank = RegisterBank::None;
    uint16_t index = 0;
    uint8_t writeMask = kAllComponents;
    bool saturate = false;               ///< clamps floats to [0, 1]; a boolean result is inverted
    Indexing indexing = Indexing::None;  ///< general registers only

    bool operator==(const DestinationOperand&) const = default;
};

struct Predication {
    bool enabled = false;
    bool inverted = false;
    uint8_t index = 0;

    bool operator==(const Predication&) const = default;
};

/// Summands of a relative constant's index: one component of an address register and a fixed offset.
struct RelativeAddress {
    uint8_t addressRegister = 0;
    uint8_t component = 0;
    int16_t offset = 0;

    bool operator==(const RelativeAddress&) const = default;
};

struct Instruction {
    Operation operation = Operation::Nop;
    uint8_t opcode = 0;  ///< code in the instruction set that it comes from, for that set's encoder and listings alone
    Predication predicate{};
    std::array<SourceOperand, kMaxSources> sources{};
    DestinationOperand destination{};
    RelativeAddress relativeAddress{};
    uint32_t immediate = 0;                 ///< bits of the Immediate source
    int32_t jumpOffset = 0;                 ///< target of a jump, branch or call: instructions, from this one
    uint16_t unit = 0;                      ///< texture sampler, attribute stream, or sample number
    bool end = false;                       ///< the last instruction that a thread executes
    bool waitPoint = false;                 ///< the thread waits here for its texture and attribute requests
    DataType type = DataType::Float32;      ///< typed operations only
    Condition condition = Condition::True;  ///< operations with a test only
    uint8_t shift = 0;                      ///< left shift of the second operand of a memory operation
    uint8_t scalarComponent = 0;            ///< component of the swizzled sources that scalar operations take
    bool factors = false;                   ///< a scalar result as two factors: the value in x and z, 1 in y and w
    bool absoluteThroughFloat = false;      ///< integers' absolute values are rounded to floats, from 2^24 on
    Indexing samplerIndexing = Indexing::None;
    Swizzle texelSwizzle = kIdentitySwizzle;  ///< applied to a texture's result
    CostClass cost{};

    bool operator==(const Instruction&) const = default;
};

/// Components of the swizzled source number `source` (0 to 2) that the instruction's result depends on, as a mask.
uint8_t componentsRead(const Instruction& instruction, unsigned source);

/// True if the thread ends after this instruction.
inline bool endsThread(const Instruction& instruction) {
    return instruction.end || instruction.operation == Operation::End;
}

/// A texture sample, an attribute load or an access to memory: its result comes later, from another unit.
bool isLoad(const Instruction& instruction);

/// A jump, branch, call or return: which instruction is next is known when it has executed.
inline bool changesFlow(const Instruction& instruction) {
    const OperationKind kind = operationInfo(instruction.operation).kind;
    return kind == OperationKind::Jump || kind == OperationKind::Branch;
}

/// True if a scalar unit beside the vector unit can take the instruction.
bool isScalarOperation(const Instruction& instruction);

}  // namespace cyclorama::isa
