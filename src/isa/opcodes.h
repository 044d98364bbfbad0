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
    End
};
inline constexpr unsigned kOpcodes = static_cast<unsigned>(Opcode::End) + 1;

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
    Jump
};

enum class OperandType : uint8_t { Float, Integer, Boolean, FixedPoint };

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
