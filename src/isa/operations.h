#pragma once
// The operations of the internal form, as one table: lane kernels that no instruction set owns. An instruction set's
// table says which operation each of its opcodes is, with which modifiers; two opcodes share an operation where their
// results are equal to the bit, and have two where they round differently.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

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
    InverseLength2,
    InverseLength3,
    InverseLength4,
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
inline constexpr std::array<OperationInfo, kOperations> kOperationTable{{
    {Operation::Nop, "nop", 0, OperationKind::Control, OperandType::Float, false, "nothing"},
    {Operation::End, "end", 0, OperationKind::Control, OperandType::Float, false, "ends the thread"},
    {Operation::NextSample, "nextsample", 0, OperationKind::Control, OperandType::Float, false,
     "the next sample becomes current"},
    {Operation::Add, "add", 2, OperationKind::Vector, OperandType::Float, true, "a + b"},
    {Operation::Mul, "mul", 2, OperationKind::Vector, OperandType::Float, true, "a * b"},
    {Operation::Mad, "mad", 3, OperationKind::Vector, OperandType::Float, true, "a * b + c, rounded twice"},
    {Operation::Max, "max", 2, OperationKind::Vector, OperandType::Float, true, "a > b ? a : b"},
    {Operation::Min, "min", 2, OperationKind::Vector, OperandType::Float, true, "a < b ? a : b"},
    {Operation::Mov, "mov", 1, OperationKind::Vector, OperandType::Float, true, "a"},
    {Operation::Floor, "floor", 1, OperationKind::Vector, OperandType::Float, true, "floor(a)"},
    {Operation::Fract, "fract", 1, OperationKind::Vector, OperandType::Float, true, "a - floor(a)"},
    {Operation::SetNotLess, "setnotless", 2, OperationKind::Vector, OperandType::Float, true, "a < b ? 0 : 1"},
    {Operation::SelectNegativeKill, "selectnegativekill", 3, OperationKind::Vector, OperandType::Float, true,
     "a < 0 ? b : c; kills the current sample if any component in the mask is < 0"},
    {Operation::Dp2, "dp2", 2, OperationKind::Dot, OperandType::Float, true, "a.x*b.x + a.y*b.y"},
    {Operation::Dp3, "dp3", 2, OperationKind::Dot, OperandType::Float, true, "(a.x*b.x + a.y*b.y) + a.z*b.z"},
    {Operation::Dp4, "dp4", 2, OperationKind::Dot, OperandType::Float, true,
     "((a.x*b.x + a.y*b.y) + a.z*b.z) + a.w*b.w"},
    {Operation::Dph, "dph", 2, OperationKind::Dot, OperandType::Float, true, "((a.x*b.x + a.y*b.y) + a.z*b.z) + b.w"},
    {Operation::InverseLength2, "inverselength2", 1, OperationKind::Dot, OperandType::Float, true,
     "1 / sqrt(a.xy . a.xy)"},
    {Operation::InverseLength3, "inverselength3", 1, OperationKind::Dot, OperandType::Float, true,
     "1 / sqrt(a.xyz . a.xyz)"},
    {Operation::InverseLength4, "inverselength4", 1, OperationKind::Dot, OperandType::Float, true, "1 / sqrt(a . a)"},
    {Operation::Reciprocal, "reciprocal", 1, OperationKind::Scalar, OperandType::Float, true, "1 / s"},
    {Operation::Divide, "divide", 2, OperationKind::Scalar, OperandType::Float, true, "s / t"},
    {Operation::Sqrt, "sqrt", 1, OperationKind::Scalar, OperandType::Float, true, "sqrt(s)"},
    {Operation::ReciprocalSqrt, "reciprocalsqrt", 1, OperationKind::Scalar, OperandType::Float, true, "1 / sqrt(s)"},
    {Operation::SqrtReciprocal, "sqrtreciprocal", 1, OperationKind::Scalar, OperandType::Float, true, "sqrt(1 / |s|)"},
    {Operation::Exp2, "exp2", 1, OperationKind::Scalar, OperandType::Float, true,
     "2^s, from a power in double precision"},
    {Operation::Log2, "log2", 1, OperationKind::Scalar, OperandType::Float, true,
     "log2(s), from logarithms in double precision"},
    {Operation::Exp2Polynomial, "exp2polynomial", 1, OperationKind::Scalar, OperandType::Float, true,
     "2^s, by a polynomial; denormals are zero"},
    {Operation::Log2Polynomial, "log2polynomial", 1, OperationKind::Scalar, OperandType::Float, true,
     "log2(s), by a series; denormals are zero"},
    {Operation::Sin, "sin", 1, OperationKind::Scalar, OperandType::Float, true, "sin(s), s in radians"},
    {Operation::Cos, "cos", 1, OperationKind::Scalar, OperandType::Float, true, "cos(s), s in radians"},
    {Operation::SinQuarter, "sinquarter", 1, OperationKind::Scalar, OperandType::Float, true, "sin(s * pi/2)"},
    {Operation::CosQuarter, "cosquarter", 1, OperationKind::Scalar, OperandType::Float, true, "cos(s * pi/2)"},
    {Operation::SinHalf, "sinhalf", 1, OperationKind::Scalar, OperandType::Float, true, "sin(s * pi)"},
    {Operation::CosHalf, "coshalf", 1, OperationKind::Scalar, OperandType::Float, true, "cos(s * pi)"},
    {Operation::Dst, "dst", 2, OperationKind::Special, OperandType::Float, true, "(1, a.y*b.y, a.z, b.w)"},
    {Operation::Lit, "lit", 1, OperationKind::Special, OperandType::Float, true,
     "(1, x, x > 0 ? y^w : 0, 1) with x = max(a.x, 0), y = max(a.y, 0), w = a.w clamped to [-128, 128]"},
    {Operation::LitPartial, "litpartial", 3, OperationKind::Special, OperandType::Float, true,
     "(1, b.z > 0 and a.y > 0 ? b.y : 0, b.z > 0 and a.z > 0 ? 2^c.x : 0, 1)"},
    {Operation::ExpParts, "expparts", 1, OperationKind::Special, OperandType::Float, true,
     "(2^floor(s), s - floor(s), 2^s, 1)"},
    {Operation::LogParts, "logparts", 1, OperationKind::Special, OperandType::Float, true,
     "(floor(log2(|s|)), s / 2^floor(log2(s)), log2(s), 1)"},
    {Operation::SetPredicate, "setpredicate", 2, OperationKind::Predicate, OperandType::Typed, true, "s COND t"},
    {Operation::AndPredicates, "andpredicates", 2, OperationKind::Predicate, OperandType::Boolean, true, "s and t"},
    {Operation::FixedMul, "fixedmul", 2, OperationKind::Accumulator, OperandType::Float, true, "accumulator = a * b"},
    {Operation::FixedMad, "fixedmad", 3, OperationKind::Accumulator, OperandType::Float, true,
     "accumulator = a * b + c"},
    {Operation::FixedMadOut, "fixedmadout", 3, OperationKind::Accumulator, OperandType::Float, true,
     "a * b + accumulator, as float"},
    {Operation::DerivativeX, "derivativex", 1, OperationKind::Derivative, OperandType::Float, true,
     "difference of a between the quad's right and left lane"},
    {Operation::DerivativeY, "derivativey", 1, OperationKind::Derivative, OperandType::Float, true,
     "difference of a between the quad's lower and upper lane"},
    {Operation::MoveAddress, "moveaddress", 1, OperationKind::Address, OperandType::Typed, true,
     "the integer a; of a float, floor(a)"},
    {Operation::FloorToIntegers, "floortointegers", 1, OperationKind::Address, OperandType::Float, true,
     "integer of floor(a), in all four components whatever the mask"},
    {Operation::Select, "select", 3, OperationKind::Conditional, OperandType::Typed, true,
     "two operands: b COND a ? c : b; one operand: COND a ? b : c"},
    {Operation::Set, "set", 2, OperationKind::Conditional, OperandType::Typed, true, "a COND b ? 1 : 0"},
    {Operation::Compare, "compare", 3, OperationKind::Conditional, OperandType::Typed, true, "a COND b ? c : 0"},
    {Operation::Ceil, "ceil", 1, OperationKind::Typed, OperandType::Float, true, "the smallest integer not below a"},
    {Operation::Sign, "sign", 1, OperationKind::Typed, OperandType::Float, true, "a > 0 ? 1 : a < 0 ? -1 : 0"},
    {Operation::CopySign, "copysign", 2, OperationKind::Typed, OperandType::Float, true, "|a| with the sign of b"},
    {Operation::RoundEven, "roundeven", 1, OperationKind::Typed, OperandType::Float, true,
     "the nearest integer, of two the even one"},
    {Operation::RoundAway, "roundaway", 1, OperationKind::Typed, OperandType::Float, true,
     "the nearest integer, of two the one further from zero"},
    {Operation::ClampMax, "clampmax", 2, OperationKind::Typed, OperandType::Float, true, "a clamped to [0, b]"},
    {Operation::IntAdd, "intadd", 2, OperationKind::Typed, OperandType::Typed, true, "a + b, wrapping"},
    {Operation::IntAddSat, "intaddsat", 2, OperationKind::Typed, OperandType::Typed, true, "a + b, saturating"},
    {Operation::IntMul, "intmul", 2, OperationKind::Typed, OperandType::Typed, true, "a * b, the low bits"},
    {Operation::IntMulSat, "intmulsat", 2, OperationKind::Typed, OperandType::Typed, true, "a * b, saturating"},
    {Operation::IntMulHigh, "intmulhigh", 2, OperationKind::Typed, OperandType::Typed, true, "a * b, the high bits"},
    {Operation::IntMad, "intmad", 3, OperationKind::Typed, OperandType::Typed, true, "a * b + c, the low bits"},
    {Operation::IntMadSat, "intmadsat", 3, OperationKind::Typed, OperandType::Typed, true, "a * b + c, saturating"},
    {Operation::IntMadHigh, "intmadhigh", 3, OperationKind::Typed, OperandType::Typed, true,
     "the high bits of a * b, + c"},
    {Operation::IntDiv, "intdiv", 2, OperationKind::Typed, OperandType::Typed, true,
     "a / b towards zero; all ones for b = 0"},
    {Operation::IntMod, "intmod", 2, OperationKind::Typed, OperandType::Typed, true, "the rest of a / b; a for b = 0"},
    {Operation::IntAbs, "intabs", 1, OperationKind::Typed, OperandType::Typed, true, "|a|"},
    {Operation::IntSign, "intsign", 1, OperationKind::Typed, OperandType::Typed, true, "a > 0 ? 1 : a < 0 ? -1 : 0"},
    {Operation::LeadingZeros, "leadingzeros", 1, OperationKind::Typed, OperandType::Typed, true,
     "zero bits above the highest one"},
    {Operation::ShiftLeft, "shiftleft", 2, OperationKind::Typed, OperandType::Typed, true, "a << (b & 31)"},
    {Operation::ShiftRight, "shiftright", 2, OperationKind::Typed, OperandType::Typed, true,
     "a >> (b & 31), with the sign where the type has one"},
    {Operation::Rotate, "rotate", 2, OperationKind::Typed, OperandType::Typed, true, "a rotated left by b & 31"},
    {Operation::Or, "or", 2, OperationKind::Typed, OperandType::Typed, true, "a | b"},
    {Operation::And, "and", 2, OperationKind::Typed, OperandType::Typed, true, "a & b"},
    {Operation::Xor, "xor", 2, OperationKind::Typed, OperandType::Typed, true, "a ^ b"},
    {Operation::Not, "not", 1, OperationKind::Typed, OperandType::Typed, true, "~a"},
    {Operation::BitSelect, "bitselect", 3, OperationKind::Typed, OperandType::Typed, true, "(a & b) | (~a & c)"},
    {Operation::BitExtract, "bitextract", 3, OperationKind::Typed, OperandType::Typed, true,
     "c bits of a from bit b, with the sign where the type has one"},
    {Operation::PopCount, "popcount", 1, OperationKind::Typed, OperandType::Typed, true, "bits of a that are one"},
    {Operation::BitReverse, "bitreverse", 1, OperationKind::Typed, OperandType::Typed, true,
     "the bits of a in reverse order"},
    {Operation::ByteReverse, "bytereverse", 1, OperationKind::Typed, OperandType::Typed, true,
     "the bytes of a in reverse order"},
    {Operation::FindLsb, "findlsb", 1, OperationKind::Typed, OperandType::Typed, true,
     "position of the lowest one; -1 for 0"},
    {Operation::FindMsb, "findmsb", 1, OperationKind::Typed, OperandType::Typed, true,
     "position of the highest bit that differs from the sign; -1 if none does"},
    {Operation::HalfAdd, "halfadd", 2, OperationKind::Typed, OperandType::Typed, true,
     "(a + b) >> 1, without overflow"},
    {Operation::HalfAddInc, "halfaddinc", 2, OperationKind::Typed, OperandType::Typed, true,
     "(a + b + 1) >> 1, without overflow"},
    {Operation::IntToFloat, "inttofloat", 1, OperationKind::Typed, OperandType::Typed, true,
     "the float of the integer a"},
    {Operation::FloatToInt, "floattoint", 1, OperationKind::Typed, OperandType::Float, true,
     "the integer of a, towards zero, clamped to the type"},
    {Operation::FloatToIntRound, "floattointround", 1, OperationKind::Typed, OperandType::Float, true,
     "the integer nearest to a, of two the even one, clamped to the type"},
    {Operation::IntToInt, "inttoint", 1, OperationKind::Typed, OperandType::Typed, true,
     "the low bits of a as the type has them"},
    {Operation::Convert, "convert", 1, OperationKind::Typed, OperandType::Float, true,
     "Float16: the half of the float a; else the float of the half a"},
    {Operation::Sample, "sample", 3, OperationKind::Texture, OperandType::Float, true,
     "texture at a, texels compared with c.x where there is a c"},
    {Operation::SampleProjected, "sampleprojected", 1, OperationKind::Texture, OperandType::Float, true,
     "texture at a.xyz / a.w"},
    {Operation::SampleBias, "samplebias", 3, OperationKind::Texture, OperandType::Float, true,
     "texture at a, level of detail biased by b.x, texels compared with c.x where there is a c"},
    {Operation::SampleLod, "samplelod", 3, OperationKind::Texture, OperandType::Float, true,
     "texture at a, level of detail b.x, texels compared with c.x where there is a c"},
    {Operation::SampleGradient, "samplegradient", 3, OperationKind::Texture, OperandType::Float, true,
     "texture at a, whose change from pixel to pixel is b along x and c along y"},
    {Operation::LoadAttribute, "loadattribute", 1, OperationKind::Attribute, OperandType::Float, true,
     "attribute of the vertex whose index is the integer a.x"},
    {Operation::Discard, "discard", 2, OperationKind::Discard, OperandType::Typed, false,
     "discards the current sample, or the fragment, if a COND b in any component"},
    {Operation::KillSample, "killsample", 1, OperationKind::Kill, OperandType::Float, false,
     "kills the named sample if any component of a < 0"},
    {Operation::ExportDepth, "exportdepth", 1, OperationKind::Export, OperandType::Float, false,
     "depth of sample 0 = a.x"},
    {Operation::ExportSampleDepths, "exportsampledepths", 1, OperationKind::Export, OperandType::Float, false,
     "depths of the samples from (current sample / 4) on = a.x a.y a.z a.w"},
    {Operation::GroupJump, "groupjump", 1, OperationKind::Jump, OperandType::Boolean, false,
     "jumps if s holds in every lane of the jump group"},
    {Operation::Branch, "branch", 2, OperationKind::Branch, OperandType::Typed, false,
     "jumps if a.x COND b.x, lane by lane"},
    {Operation::BranchAny, "branchany", 2, OperationKind::Branch, OperandType::Typed, false,
     "jumps if a COND b in any component, lane by lane"},
    {Operation::Call, "call", 0, OperationKind::Branch, OperandType::Typed, false,
     "jumps; a return comes back behind it"},
    {Operation::Return, "return", 0, OperationKind::Branch, OperandType::Typed, false,
     "goes back behind the last call"},
    {Operation::Load, "load", 2, OperationKind::Memory, OperandType::Typed, true,
     "values from address a.x + (b.x << shift) on, one for each component in the mask"},
    {Operation::Store, "store", 3, OperationKind::Memory, OperandType::Typed, false,
     "the components of c in the mask, from address a.x + (b.x << shift) on"},
    {Operation::AtomicAdd, "atomicadd", 3, OperationKind::Memory, OperandType::Typed, true, "old value; memory += c.x"},
    {Operation::AtomicExchange, "atomicexchange", 3, OperationKind::Memory, OperandType::Typed, true,
     "old value; memory = c.x"},
    {Operation::AtomicCompareExchange, "atomiccompareexchange", 3, OperationKind::Memory, OperandType::Typed, true,
     "old value; memory = c.y where it was c.x"},
    {Operation::AtomicMin, "atomicmin", 3, OperationKind::Memory, OperandType::Typed, true,
     "old value; memory = min(memory, c.x)"},
    {Operation::AtomicMax, "atomicmax", 3, OperationKind::Memory, OperandType::Typed, true,
     "old value; memory = max(memory, c.x)"},
    {Operation::AtomicOr, "atomicor", 3, OperationKind::Memory, OperandType::Typed, true, "old value; memory |= c.x"},
    {Operation::AtomicAnd, "atomicand", 3, OperationKind::Memory, OperandType::Typed, true, "old value; memory &= c.x"},
    {Operation::AtomicXor, "atomicxor", 3, OperationKind::Memory, OperandType::Typed, true, "old value; memory ^= c.x"},
}};

consteval bool operationTableIsInOrder() {
    for (unsigned i = 0; i < kOperations; ++i) {
        if (static_cast<unsigned>(kOperationTable[i].operation) != i) return false;
    }
    return true;
}
static_assert(operationTableIsInOrder());

/// The row of an operation.
constexpr const OperationInfo& operationInfo(Operation operation) {
    return kOperationTable[static_cast<size_t>(operation)];
}

}  // namespace cyclorama::isa
