#pragma once
// The opcodes of the internal form, as one table.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace cyclorama::isa {

enum class Opcode : uint8_t {
    Nop,
    Add,
    AddI,
    Arl,
    AndP,
    Cos,
    Dp3,
    Dp4,
    Dph,
    Dst,
    Ex2,
    Exp,
    Flr,
    Frc,
    Lg2,
    Lit,
    Log,
    Mad,
    Max,
    Min,
    Mov,
    Mul,
    MulI,
    Rcp,
    Rsq,
    SetPEq,
    SetPGt,
    Sge,
    SetPLt,
    Sin,
    StPEqI,
    Slt,
    StPGtI,
    StPLtI,
    Txl,
    Tex,
    Txb,
    Txp,
    Kil,
    Kls,
    Zxp,
    Zxs,
    Cmp,
    CmpKil,
    Chs,
    Lda,
    FxMul,
    FxMad,
    FxMad2,
    Ddx,
    Ddy,
    Jmp,
    End,
    // What only Vivante's instruction set has.
    Dp2,
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
    MoveAddress,
    Reciprocal,
    ReciprocalSqrt,
    Sqrt,
    Exp2,
    Log2,
    SinQuarter,
    CosQuarter,
    SinHalf,
    CosHalf,
    Divide,
    NormDp2,
    NormDp3,
    NormDp4,
    LitPartial,
    Sample,
    SampleBias,
    SampleLod,
    SampleGradient,
    Discard,
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
inline constexpr unsigned kOpcodes = static_cast<unsigned>(Opcode::AtomicXor) + 1;

/// How an instruction works over the four components, or what else it is.
enum class OpcodeKind : uint8_t {
    Control,     ///< no sources, no result: nop, end, next sample
    Vector,      ///< component by component
    Dot,         ///< one value from all components, the same in every component of the result
    Scalar,      ///< one value from one component (the w of the swizzled source), the same in every component
    Special,     ///< each component of the result has its own formula
    Predicate,   ///< the result is a predicate register
    Derivative,  ///< differences between the lanes of a quad
    Texture,     ///< samples a texture
    Attribute,   ///< loads a vertex attribute
    Kill,        ///< discards the fragment, or one sample of it
    Export,      ///< gives the fragment, or its samples, a depth
    Jump,
    Typed,        ///< component by component, by Instruction::type and Instruction::condition
    TypedScalar,  ///< one value from the x of the swizzled sources, the same in every component
    Address,      ///< the result is an address register
    Branch,       ///< goes to an instruction where a condition holds, lane by lane; calls and returns
    Memory,       ///< loads from or stores to memory
    Discard       ///< discards the fragment where a condition holds
};

enum class OperandType : uint8_t {
    Float,
    Integer,
    Boolean,
    FixedPoint,
    Typed  ///< Instruction::type says
};

/// What the bits of a typed operand mean. The values are Vivante's encoding (etna_viv: INST_TYPE).
enum class DataType : uint8_t { Float32, Signed32, Signed8, Unsigned16, Float16, Signed16, Unsigned32, Unsigned8 };

/// What a typed instruction tests, of one or two operands. The values are Vivante's encoding (etna_viv: INST_CONDITION;
/// Mesa: etnaviv.xml has the last).
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
    Not,  ///< the first operand is zero
    NotZero,
    NotNegative,
    Positive,
    NotPositive,
    Negative,
    HighestBit = 22  ///< the first operand's highest bit is set
};

/// Whether a condition looks at one operand alone.
constexpr bool isUnary(Condition condition) { return condition >= Condition::Not; }

struct OpcodeInfo {
    Opcode opcode;
    std::string_view mnemonic;
    uint8_t sources;  ///< register sources; a sampler, stream, sample number or jump offset is not among them
    OpcodeKind kind;
    OperandType type;
    bool writesResult;
    std::string_view meaning;  ///< the formula, for listings and documentation
};

/// One row an opcode, in the order of the enumeration. In the meanings a, b, c are the sources, s and t scalar sources
/// (ATTILA: ShaderEmulator and GPUMath).
inline constexpr std::array<OpcodeInfo, kOpcodes> kOpcodeTable{{
    {Opcode::Nop, "nop", 0, OpcodeKind::Control, OperandType::Float, false, "nothing"},
    {Opcode::Add, "add", 2, OpcodeKind::Vector, OperandType::Float, true, "a + b"},
    {Opcode::AddI, "addi", 2, OpcodeKind::Vector, OperandType::Integer, true, "a + b"},
    {Opcode::Arl, "arl", 1, OpcodeKind::Vector, OperandType::Float, true,
     "integer of floor(a), in all four components whatever the mask"},
    {Opcode::AndP, "andp", 2, OpcodeKind::Predicate, OperandType::Boolean, true, "s and t"},
    {Opcode::Cos, "cos", 1, OpcodeKind::Scalar, OperandType::Float, true, "cos(s)"},
    {Opcode::Dp3, "dp3", 2, OpcodeKind::Dot, OperandType::Float, true, "(a.x*b.x + a.y*b.y) + a.z*b.z"},
    {Opcode::Dp4, "dp4", 2, OpcodeKind::Dot, OperandType::Float, true, "((a.x*b.x + a.y*b.y) + a.z*b.z) + a.w*b.w"},
    {Opcode::Dph, "dph", 2, OpcodeKind::Dot, OperandType::Float, true, "((a.x*b.x + a.y*b.y) + a.z*b.z) + b.w"},
    {Opcode::Dst, "dst", 2, OpcodeKind::Special, OperandType::Float, true, "(1, a.y*b.y, a.z, b.w)"},
    {Opcode::Ex2, "ex2", 1, OpcodeKind::Scalar, OperandType::Float, true, "2^s"},
    {Opcode::Exp, "exp", 1, OpcodeKind::Special, OperandType::Float, true, "(2^floor(s), s - floor(s), 2^s, 1)"},
    {Opcode::Flr, "flr", 1, OpcodeKind::Vector, OperandType::Float, true, "floor(a)"},
    {Opcode::Frc, "frc", 1, OpcodeKind::Vector, OperandType::Float, true, "a - floor(a)"},
    {Opcode::Lg2, "lg2", 1, OpcodeKind::Scalar, OperandType::Float, true, "log2(s)"},
    {Opcode::Lit, "lit", 1, OpcodeKind::Special, OperandType::Float, true,
     "(1, x, x > 0 ? y^w : 0, 1) with x = max(a.x, 0), y = max(a.y, 0), w = a.w clamped to [-128, 128]"},
    {Opcode::Log, "log", 1, OpcodeKind::Special, OperandType::Float, true,
     "(floor(log2(|s|)), s / 2^floor(log2(s)), log2(s), 1)"},
    {Opcode::Mad, "mad", 3, OpcodeKind::Vector, OperandType::Float, true, "a * b + c, rounded twice"},
    {Opcode::Max, "max", 2, OpcodeKind::Vector, OperandType::Float, true, "a > b ? a : b"},
    {Opcode::Min, "min", 2, OpcodeKind::Vector, OperandType::Float, true, "a < b ? a : b"},
    {Opcode::Mov, "mov", 1, OpcodeKind::Vector, OperandType::Float, true, "a"},
    {Opcode::Mul, "mul", 2, OpcodeKind::Vector, OperandType::Float, true, "a * b"},
    {Opcode::MulI, "muli", 2, OpcodeKind::Vector, OperandType::Integer, true, "a * b, the low 32 bits"},
    {Opcode::Rcp, "rcp", 1, OpcodeKind::Scalar, OperandType::Float, true, "1 / s"},
    {Opcode::Rsq, "rsq", 1, OpcodeKind::Scalar, OperandType::Float, true, "sqrt(1 / |s|)"},
    {Opcode::SetPEq, "setpeq", 2, OpcodeKind::Predicate, OperandType::Float, true, "s == t"},
    {Opcode::SetPGt, "setpgt", 2, OpcodeKind::Predicate, OperandType::Float, true, "s > t"},
    {Opcode::Sge, "sge", 2, OpcodeKind::Vector, OperandType::Float, true, "a < b ? 0 : 1"},
    {Opcode::SetPLt, "setplt", 2, OpcodeKind::Predicate, OperandType::Float, true, "s < t"},
    {Opcode::Sin, "sin", 1, OpcodeKind::Scalar, OperandType::Float, true, "sin(s)"},
    {Opcode::StPEqI, "stpeqi", 2, OpcodeKind::Predicate, OperandType::Integer, true, "s == t"},
    {Opcode::Slt, "slt", 2, OpcodeKind::Vector, OperandType::Float, true, "a < b ? 1 : 0"},
    {Opcode::StPGtI, "stpgti", 2, OpcodeKind::Predicate, OperandType::Integer, true, "s > t"},
    {Opcode::StPLtI, "stplti", 2, OpcodeKind::Predicate, OperandType::Integer, true, "s < t"},
    {Opcode::Txl, "txl", 1, OpcodeKind::Texture, OperandType::Float, true, "texture at a.xyz, level of detail a.w"},
    {Opcode::Tex, "tex", 1, OpcodeKind::Texture, OperandType::Float, true, "texture at a.xyz"},
    {Opcode::Txb, "txb", 1, OpcodeKind::Texture, OperandType::Float, true,
     "texture at a.xyz, level of detail biased by a.w"},
    {Opcode::Txp, "txp", 1, OpcodeKind::Texture, OperandType::Float, true, "texture at a.xyz / a.w"},
    {Opcode::Kil, "kil", 1, OpcodeKind::Kill, OperandType::Float, false,
     "kills the current sample if any component of a < 0"},
    {Opcode::Kls, "kls", 1, OpcodeKind::Kill, OperandType::Float, false,
     "kills the named sample if any component of a < 0"},
    {Opcode::Zxp, "zxp", 1, OpcodeKind::Export, OperandType::Float, false, "depth of sample 0 = a.x"},
    {Opcode::Zxs, "zxs", 1, OpcodeKind::Export, OperandType::Float, false,
     "depths of the samples from (current sample / 4) on = a.x a.y a.z a.w"},
    {Opcode::Cmp, "cmp", 3, OpcodeKind::Vector, OperandType::Float, true, "a < 0 ? b : c"},
    {Opcode::CmpKil, "cmpkil", 3, OpcodeKind::Vector, OperandType::Float, true,
     "a < 0 ? b : c; kills the current sample if any component in the mask is < 0"},
    {Opcode::Chs, "chs", 0, OpcodeKind::Control, OperandType::Float, false, "the next sample becomes current"},
    {Opcode::Lda, "lda", 1, OpcodeKind::Attribute, OperandType::Float, true,
     "attribute of the vertex whose index is the integer a.x"},
    {Opcode::FxMul, "fxmul", 2, OpcodeKind::Vector, OperandType::FixedPoint, true, "accumulator = a * b"},
    {Opcode::FxMad, "fxmad", 3, OpcodeKind::Vector, OperandType::FixedPoint, true, "a * b + accumulator, as float"},
    {Opcode::FxMad2, "fxmad2", 3, OpcodeKind::Vector, OperandType::FixedPoint, true, "accumulator = a * b + c"},
    {Opcode::Ddx, "ddx", 1, OpcodeKind::Derivative, OperandType::Float, true,
     "difference of a between the quad's right and left lane"},
    {Opcode::Ddy, "ddy", 1, OpcodeKind::Derivative, OperandType::Float, true,
     "difference of a between the quad's lower and upper lane"},
    {Opcode::Jmp, "jmp", 1, OpcodeKind::Jump, OperandType::Boolean, false,
     "jumps if s holds in every lane of the jump group"},
    {Opcode::End, "end", 0, OpcodeKind::Control, OperandType::Float, false, "ends the thread"},
    {Opcode::Dp2, "dp2", 2, OpcodeKind::Dot, OperandType::Float, true, "a.x*b.x + a.y*b.y"},
    {Opcode::Select, "select", 3, OpcodeKind::Typed, OperandType::Typed, true,
     "two operands: b COND a ? c : b; one operand: COND a ? b : c"},
    {Opcode::Set, "set", 2, OpcodeKind::Typed, OperandType::Typed, true, "a COND b ? 1 : 0"},
    {Opcode::Compare, "compare", 3, OpcodeKind::Typed, OperandType::Typed, true, "a COND b ? c : 0"},
    {Opcode::Ceil, "ceil", 1, OpcodeKind::Typed, OperandType::Float, true, "the smallest integer not below a"},
    {Opcode::Sign, "sign", 1, OpcodeKind::Typed, OperandType::Float, true, "a > 0 ? 1 : a < 0 ? -1 : 0"},
    {Opcode::CopySign, "copysign", 2, OpcodeKind::Typed, OperandType::Float, true, "|a| with the sign of b"},
    {Opcode::RoundEven, "roundeven", 1, OpcodeKind::Typed, OperandType::Float, true,
     "the nearest integer, of two the even one"},
    {Opcode::RoundAway, "roundaway", 1, OpcodeKind::Typed, OperandType::Float, true,
     "the nearest integer, of two the one further from zero"},
    {Opcode::ClampMax, "clampmax", 2, OpcodeKind::Typed, OperandType::Float, true, "a clamped to [0, b]"},
    {Opcode::IntAdd, "intadd", 2, OpcodeKind::Typed, OperandType::Typed, true, "a + b, wrapping"},
    {Opcode::IntAddSat, "intaddsat", 2, OpcodeKind::Typed, OperandType::Typed, true, "a + b, saturating"},
    {Opcode::IntMul, "intmul", 2, OpcodeKind::Typed, OperandType::Typed, true, "a * b, the low bits"},
    {Opcode::IntMulSat, "intmulsat", 2, OpcodeKind::Typed, OperandType::Typed, true, "a * b, saturating"},
    {Opcode::IntMulHigh, "intmulhigh", 2, OpcodeKind::Typed, OperandType::Typed, true, "a * b, the high bits"},
    {Opcode::IntMad, "intmad", 3, OpcodeKind::Typed, OperandType::Typed, true, "a * b + c, the low bits"},
    {Opcode::IntMadSat, "intmadsat", 3, OpcodeKind::Typed, OperandType::Typed, true, "a * b + c, saturating"},
    {Opcode::IntMadHigh, "intmadhigh", 3, OpcodeKind::Typed, OperandType::Typed, true, "the high bits of a * b, + c"},
    {Opcode::IntDiv, "intdiv", 2, OpcodeKind::Typed, OperandType::Typed, true,
     "a / b towards zero; all ones for b = 0"},
    {Opcode::IntMod, "intmod", 2, OpcodeKind::Typed, OperandType::Typed, true, "the rest of a / b; a for b = 0"},
    {Opcode::IntAbs, "intabs", 1, OpcodeKind::Typed, OperandType::Typed, true, "|a|"},
    {Opcode::IntSign, "intsign", 1, OpcodeKind::Typed, OperandType::Typed, true, "a > 0 ? 1 : a < 0 ? -1 : 0"},
    {Opcode::LeadingZeros, "leadingzeros", 1, OpcodeKind::Typed, OperandType::Typed, true,
     "zero bits above the highest one"},
    {Opcode::ShiftLeft, "shiftleft", 2, OpcodeKind::Typed, OperandType::Typed, true, "a << (b & 31)"},
    {Opcode::ShiftRight, "shiftright", 2, OpcodeKind::Typed, OperandType::Typed, true,
     "a >> (b & 31), with the sign where the type has one"},
    {Opcode::Rotate, "rotate", 2, OpcodeKind::Typed, OperandType::Typed, true, "a rotated left by b & 31"},
    {Opcode::Or, "or", 2, OpcodeKind::Typed, OperandType::Typed, true, "a | b"},
    {Opcode::And, "and", 2, OpcodeKind::Typed, OperandType::Typed, true, "a & b"},
    {Opcode::Xor, "xor", 2, OpcodeKind::Typed, OperandType::Typed, true, "a ^ b"},
    {Opcode::Not, "not", 1, OpcodeKind::Typed, OperandType::Typed, true, "~a"},
    {Opcode::BitSelect, "bitselect", 3, OpcodeKind::Typed, OperandType::Typed, true, "(a & b) | (~a & c)"},
    {Opcode::BitExtract, "bitextract", 3, OpcodeKind::Typed, OperandType::Typed, true,
     "c bits of a from bit b, with the sign where the type has one"},
    {Opcode::PopCount, "popcount", 1, OpcodeKind::Typed, OperandType::Typed, true, "bits of a that are one"},
    {Opcode::BitReverse, "bitreverse", 1, OpcodeKind::Typed, OperandType::Typed, true,
     "the bits of a in reverse order"},
    {Opcode::ByteReverse, "bytereverse", 1, OpcodeKind::Typed, OperandType::Typed, true,
     "the bytes of a in reverse order"},
    {Opcode::FindLsb, "findlsb", 1, OpcodeKind::Typed, OperandType::Typed, true,
     "position of the lowest one; -1 for 0"},
    {Opcode::FindMsb, "findmsb", 1, OpcodeKind::Typed, OperandType::Typed, true,
     "position of the highest bit that differs from the sign; -1 if none does"},
    {Opcode::HalfAdd, "halfadd", 2, OpcodeKind::Typed, OperandType::Typed, true, "(a + b) >> 1, without overflow"},
    {Opcode::HalfAddInc, "halfaddinc", 2, OpcodeKind::Typed, OperandType::Typed, true,
     "(a + b + 1) >> 1, without overflow"},
    {Opcode::IntToFloat, "inttofloat", 1, OpcodeKind::Typed, OperandType::Typed, true, "the float of the integer a"},
    {Opcode::FloatToInt, "floattoint", 1, OpcodeKind::Typed, OperandType::Float, true,
     "the integer of a, towards zero, clamped to the type"},
    {Opcode::FloatToIntRound, "floattointround", 1, OpcodeKind::Typed, OperandType::Float, true,
     "the integer nearest to a, of two the even one, clamped to the type"},
    {Opcode::IntToInt, "inttoint", 1, OpcodeKind::Typed, OperandType::Typed, true,
     "the low bits of a as the type has them"},
    {Opcode::Convert, "convert", 1, OpcodeKind::Typed, OperandType::Float, true,
     "Float16: the half of the float a; else the float of the half a"},
    {Opcode::MoveAddress, "moveaddress", 1, OpcodeKind::Address, OperandType::Typed, true,
     "the integer a; of a float, floor(a)"},
    {Opcode::Reciprocal, "reciprocal", 1, OpcodeKind::TypedScalar, OperandType::Float, true, "1 / s"},
    {Opcode::ReciprocalSqrt, "reciprocalsqrt", 1, OpcodeKind::TypedScalar, OperandType::Float, true, "1 / sqrt(s)"},
    {Opcode::Sqrt, "sqrt", 1, OpcodeKind::TypedScalar, OperandType::Float, true, "sqrt(s)"},
    {Opcode::Exp2, "exp2", 1, OpcodeKind::TypedScalar, OperandType::Float, true, "2^s"},
    {Opcode::Log2, "log2", 1, OpcodeKind::TypedScalar, OperandType::Float, true, "log2(s)"},
    {Opcode::SinQuarter, "sinquarter", 1, OpcodeKind::TypedScalar, OperandType::Float, true, "sin(s * pi/2)"},
    {Opcode::CosQuarter, "cosquarter", 1, OpcodeKind::TypedScalar, OperandType::Float, true, "cos(s * pi/2)"},
    {Opcode::SinHalf, "sinhalf", 1, OpcodeKind::TypedScalar, OperandType::Float, true, "sin(s * pi)"},
    {Opcode::CosHalf, "coshalf", 1, OpcodeKind::TypedScalar, OperandType::Float, true, "cos(s * pi)"},
    {Opcode::Divide, "divide", 2, OpcodeKind::TypedScalar, OperandType::Float, true, "s / t"},
    {Opcode::NormDp2, "normdp2", 1, OpcodeKind::TypedScalar, OperandType::Float, true, "1 / sqrt(a.xy . a.xy)"},
    {Opcode::NormDp3, "normdp3", 1, OpcodeKind::TypedScalar, OperandType::Float, true, "1 / sqrt(a.xyz . a.xyz)"},
    {Opcode::NormDp4, "normdp4", 1, OpcodeKind::TypedScalar, OperandType::Float, true, "1 / sqrt(a . a)"},
    {Opcode::LitPartial, "litpartial", 3, OpcodeKind::Special, OperandType::Float, true,
     "(1, b.z > 0 and a.y > 0 ? b.y : 0, b.z > 0 and a.z > 0 ? 2^c.x : 0, 1)"},
    {Opcode::Sample, "sample", 3, OpcodeKind::Texture, OperandType::Float, true,
     "texture at a, texels compared with c.x where there is a c"},
    {Opcode::SampleBias, "samplebias", 3, OpcodeKind::Texture, OperandType::Float, true,
     "texture at a, level of detail biased by b.x, texels compared with c.x where there is a c"},
    {Opcode::SampleLod, "samplelod", 3, OpcodeKind::Texture, OperandType::Float, true,
     "texture at a, level of detail b.x, texels compared with c.x where there is a c"},
    {Opcode::SampleGradient, "samplegradient", 3, OpcodeKind::Texture, OperandType::Float, true,
     "texture at a, whose change from pixel to pixel is b along x and c along y"},
    {Opcode::Discard, "discard", 2, OpcodeKind::Discard, OperandType::Typed, false,
     "discards the fragment if a COND b in any component"},
    {Opcode::Branch, "branch", 2, OpcodeKind::Branch, OperandType::Typed, false, "goes to the target if a.x COND b.x"},
    {Opcode::BranchAny, "branchany", 2, OpcodeKind::Branch, OperandType::Typed, false,
     "goes to the target if a COND b in any component"},
    {Opcode::Call, "call", 0, OpcodeKind::Branch, OperandType::Typed, false,
     "goes to the target; a return comes back behind it"},
    {Opcode::Return, "return", 0, OpcodeKind::Branch, OperandType::Typed, false, "goes back behind the last call"},
    {Opcode::Load, "load", 2, OpcodeKind::Memory, OperandType::Typed, true,
     "values from address a.x + (b.x << shift) on, one for each component in the mask"},
    {Opcode::Store, "store", 3, OpcodeKind::Memory, OperandType::Typed, false,
     "the components of c in the mask, from address a.x + (b.x << shift) on"},
    {Opcode::AtomicAdd, "atomicadd", 3, OpcodeKind::Memory, OperandType::Typed, true, "old value; memory += c.x"},
    {Opcode::AtomicExchange, "atomicexchange", 3, OpcodeKind::Memory, OperandType::Typed, true,
     "old value; memory = c.x"},
    {Opcode::AtomicCompareExchange, "atomiccompareexchange", 3, OpcodeKind::Memory, OperandType::Typed, true,
     "old value; memory = c.y where it was c.x"},
    {Opcode::AtomicMin, "atomicmin", 3, OpcodeKind::Memory, OperandType::Typed, true,
     "old value; memory = min(memory, c.x)"},
    {Opcode::AtomicMax, "atomicmax", 3, OpcodeKind::Memory, OperandType::Typed, true,
     "old value; memory = max(memory, c.x)"},
    {Opcode::AtomicOr, "atomicor", 3, OpcodeKind::Memory, OperandType::Typed, true, "old value; memory |= c.x"},
    {Opcode::AtomicAnd, "atomicand", 3, OpcodeKind::Memory, OperandType::Typed, true, "old value; memory &= c.x"},
    {Opcode::AtomicXor, "atomicxor", 3, OpcodeKind::Memory, OperandType::Typed, true, "old value; memory ^= c.x"},
}};

consteval bool opcodeTableIsInOrder() {
    for (unsigned i = 0; i < kOpcodes; ++i) {
        if (static_cast<unsigned>(kOpcodeTable[i].opcode) != i) return false;
    }
    return true;
}
static_assert(opcodeTableIsInOrder());

/// The row of an opcode.
constexpr const OpcodeInfo& opcodeInfo(Opcode opcode) { return kOpcodeTable[static_cast<size_t>(opcode)]; }

}  // namespace cyclorama::isa
