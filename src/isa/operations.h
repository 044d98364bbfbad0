// SPDX-License-Identifier: MIT
#pragma once
// The operations of the internal form, as one table: lane kernels that no instruction set owns. An instruction set's
// table says which operation each of its opcodes is, with which modifiers; two opcodes share an operation where their
// results are equal to the bit, and have two where they round differently.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "isa/data_type.h"

namespace cyclorama::isa {

enum class Operation : uint8_t {
    Nop,
    End,
    NextSample,
    Add,
    Mul,
    Mad,
    Max,
    Min,
    Mov,
    Floor,
    Fract,
    SetNotLess,
    SelectNegativeKill,
    Dp2,
    Dp3,
    Dp4,
    Dph,
    Reciprocal,
    Divide,
    Sqrt,
    ReciprocalSqrt,
    SqrtReciprocal,
    Exp2,
    Log2,
    Exp2Polynomial,
    Log2Polynomial,
    Sin,
    Cos,
    SinQuarter,
    CosQuarter,
    SinHalf,
    CosHalf,
    Dst,
    Lit,
    LitPartial,
    ExpParts,
    LogParts,
    SetPredicate,
    AndPredicates,
    FixedMul,
    FixedMad,
    FixedMadOut,
    DerivativeX,
    DerivativeY,
    MoveAddress,
    FloorToIntegers,
    Select,
    Set,
    Compare,
    Ceil,
    Sign,
    CopySign,
    RoundEven,
    RoundAway,
    ClampMax,
    IntAdd,
    IntAddSat,
    IntMul,
    IntMulSat,
    IntMulHigh,
    IntMad,
    IntMadSat,
    IntMadHigh,
    IntDiv,
    IntMod,
    IntAbs,
    IntSign,
    LeadingZeros,
    ShiftLeft,
    ShiftRight,
    Rotate,
    Or,
    And,
    Xor,
    Not,
    BitSelect,
    BitExtract,
    PopCount,
    BitReverse,
    ByteReverse,
    FindLsb,
    FindMsb,
    HalfAdd,
    HalfAddInc,
    IntToFloat,
    FloatToInt,
    FloatToIntRound,
    IntToInt,
    Convert,
    Sample,
    SampleProjected,
    SampleBias,
    SampleLod,
    SampleGradient,
    LoadAttribute,
    Discard,
    KillSample,
    ExportDepth,
    ExportSampleDepths,
    GroupJump,
    Branch,
    BranchAny,
    Call,
    Return,
    Load,
    Store,
    AtomicAdd,
    AtomicExchange,
    AtomicCompareExchange,
    AtomicMin,
    AtomicMax,
    AtomicOr,
    AtomicAnd,
    AtomicXor
};
inline constexpr unsigned kOperations = static_cast<unsigned>(Operation::AtomicXor) + 1;

/// The way an operation works over the four components of its operands, or what else it does.
enum class OperationKind : uint8_t {
    Control,      ///< no sources, no result: nop, end, next sample
    Vector,       ///< component by component, floats
    Typed,        ///< component by component, by Instruction::type
    Conditional,  ///< component by component, by Instruction::type and Instruction::condition
    Dot,          ///< one value from all components, the same in every component of the result
    Scalar,       ///< one value from Instruction::scalarComponent of the sources, the same in every component
    Special,      ///< each component of the result has its own formula
    Predicate,    ///< the result is a predicate register
    Accumulator,  ///< component by component, in fixed point; reads or writes the accumulator
    Derivative,   ///< differences between the lanes of a quad
    Address,      ///< the result is integers, for an address register
    Texture,      ///< samples a texture
    Attribute,    ///< loads a vertex attribute
    Discard,      ///< discards the fragment, or its current sample, where a condition holds
    Kill,         ///< discards one sample of the fragment
    Export,       ///< gives the fragment, or its samples, a depth
    Jump,         ///< jumps where a boolean source holds in a whole group of lanes
    Branch,       ///< jumps lane by lane; calls and returns
    Memory        ///< loads from or stores to memory
};

struct OperationInfo {
    Operation operation;
    std::string_view name;
    uint8_t sources;  ///< at most; a sampler, stream, sample number or jump offset is not among them
    OperationKind kind;
    OperandType type;
    bool writesResult;
    std::string_view meaning;  ///< the formula, for listings and documentation
};

/// One row an operation, in the order of the enumeration. In the meanings a, b, c are the sources, s and t scalar
/// sources.
extern const std::array<OperationInfo, kOperations> kOperationTable;

/// The row of an operation.
inline const OperationInfo& operationInfo(Operation operation) {
    return kOperationTable[static_cast<size_t>(operation)];
}

}  // namespace cyclorama::isa
