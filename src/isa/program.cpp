#include "isa/program.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace cyclorama::isa {

namespace {

using enum OpcodeKind;
using enum OperandType;

// ATTILA: ShaderEmulator and GPUMath. a, b, c are the sources; s and t are scalar sources.
constexpr std::array<OpcodeInfo, kOpcodes> kOpcodeTable{{
    {Opcode::Nop, "nop", 0, Control, Float, false, "nothing"},
    {Opcode::Add, "add", 2, Vector, Float, true, "a + b"},
    {Opcode::AddI, "addi", 2, Vector, Integer, true, "a + b"},
    {Opcode::Arl, "arl", 1, Vector, Float, true, "integer of floor(a), in all four components whatever the mask"},
    {Opcode::AndP, "andp", 2, Predicate, Boolean, true, "s and t"},
    {Opcode::Cos, "cos", 1, Scalar, Float, true, "cos(s)"},
    {Opcode::Dp3, "dp3", 2, Dot, Float, true, "(a.x*b.x + a.y*b.y) + a.z*b.z"},
    {Opcode::Dp4, "dp4", 2, Dot, Float, true, "((a.x*b.x + a.y*b.y) + a.z*b.z) + a.w*b.w"},
    {Opcode::Dph, "dph", 2, Dot, Float, true, "((a.x*b.x + a.y*b.y) + a.z*b.z) + b.w"},
    {Opcode::Dst, "dst", 2, Special, Float, true, "(1, a.y*b.y, a.z, b.w)"},
    {Opcode::Ex2, "ex2", 1, Scalar, Float, true, "2^s"},
    {Opcode::Exp, "exp", 1, Special, Float, true, "(2^floor(s), s - floor(s), 2^s, 1)"},
    {Opcode::Flr, "flr", 1, Vector, Float, true, "floor(a)"},
    {Opcode::Frc, "frc", 1, Vector, Float, true, "a - floor(a)"},
    {Opcode::Lg2, "lg2", 1, Scalar, Float, true, "log2(s)"},
    {Opcode::Lit, "lit", 1, Special, Float, true,
     "(1, x, x > 0 ? y^w : 0, 1) with x = max(a.x, 0), y = max(a.y, 0), w = a.w clamped to [-128, 128]"},
    {Opcode::Log, "log", 1, Special, Float, true, "(floor(log2(|s|)), s / 2^floor(log2(s)), log2(s), 1)"},
    {Opcode::Mad, "mad", 3, Vector, Float, true, "a * b + c, rounded twice"},
    {Opcode::Max, "max", 2, Vector, Float, true, "a > b ? a : b"},
    {Opcode::Min, "min", 2, Vector, Float, true, "a < b ? a : b"},
    {Opcode::Mov, "mov", 1, Vector, Float, true, "a"},
    {Opcode::Mul, "mul", 2, Vector, Float, true, "a * b"},
    {Opcode::MulI, "muli", 2, Vector, Integer, true, "a * b, the low 32 bits"},
    {Opcode::Rcp, "rcp", 1, Scalar, Float, true, "1 / s"},
    {Opcode::Rsq, "rsq", 1, Scalar, Float, true, "sqrt(1 / |s|)"},
    {Opcode::SetPEq, "setpeq", 2, Predicate, Float, true, "s == t"},
    {Opcode::SetPGt, "setpgt", 2, Predicate, Float, true, "s > t"},
    {Opcode::Sge, "sge", 2, Vector, Float, true, "a < b ? 0 : 1"},
    {Opcode::SetPLt, "setplt", 2, Predicate, Float, true, "s < t"},
    {Opcode::Sin, "sin", 1, Scalar, Float, true, "sin(s)"},
    {Opcode::StPEqI, "stpeqi", 2, Predicate, Integer, true, "s == t"},
    {Opcode::Slt, "slt", 2, Vector, Float, true, "a < b ? 1 : 0"},
    {Opcode::StPGtI, "stpgti", 2, Predicate, Integer, true, "s > t"},
    {Opcode::StPLtI, "stplti", 2, Predicate, Integer, true, "s < t"},
    {Opcode::Txl, "txl", 1, Texture, Float, true, "texture at a.xyz, level of detail a.w"},
    {Opcode::Tex, "tex", 1, Texture, Float, true, "texture at a.xyz"},
    {Opcode::Txb, "txb", 1, Texture, Float, true, "texture at a.xyz, level of detail biased by a.w"},
    {Opcode::Txp, "txp", 1, Texture, Float, true, "texture at a.xyz / a.w"},
    {Opcode::Kil, "kil", 1, Kill, Float, false, "kills the current sample if any component of a < 0"},
    {Opcode::Kls, "kls", 1, Kill, Float, false, "kills the named sample if any component of a < 0"},
    {Opcode::Zxp, "zxp", 1, Export, Float, false, "depth of sample 0 = a.x"},
    {Opcode::Zxs, "zxs", 1, Export, Float, false,
     "depths of the samples from (current sample / 4) on = a.x a.y a.z a.w"},
    {Opcode::Cmp, "cmp", 3, Vector, Float, true, "a < 0 ? b : c"},
    {Opcode::CmpKil, "cmpkil", 3, Vector, Float, true,
     "a < 0 ? b : c; kills the current sample if any component in the mask is < 0"},
    {Opcode::Chs, "chs", 0, Control, Float, false, "the next sample becomes current"},
    {Opcode::Lda, "lda", 1, Attribute, Float, true, "attribute of the vertex whose index is the integer a.x"},
    {Opcode::FxMul, "fxmul", 2, Vector, FixedPoint, true, "accumulator = a * b"},
    {Opcode::FxMad, "fxmad", 3, Vector, FixedPoint, true, "a * b + accumulator, as float"},
    {Opcode::FxMad2, "fxmad2", 3, Vector, FixedPoint, true, "accumulator = a * b + c"},
    {Opcode::Ddx, "ddx", 1, Derivative, Float, true, "difference of a between the quad's right and left lane"},
    {Opcode::Ddy, "ddy", 1, Derivative, Float, true, "difference of a between the quad's lower and upper lane"},
    {Opcode::Jmp, "jmp", 1, Jump, Boolean, false, "jumps if s holds in every lane of the jump group"},
    {Opcode::End, "end", 0, Control, Float, false, "ends the thread"},
}};

consteval bool tableIsInOrder() {
    for (unsigned i = 0; i < kOpcodes; ++i) {
        if (static_cast<unsigned>(kOpcodeTable[i].opcode) != i) return false;
    }
    return true;
}
static_assert(tableIsInOrder());

constexpr uint8_t kX = 1, kY = 2, kZ = 4, kW = 8;

uint32_t bitIfBelow(unsigned index, unsigned count) { return index < count ? uint32_t{1} << index : 0; }

/// Notes one register operand; `written` tells outputs written from outputs read.
void noteRegister(ProgramResources& resources, RegisterBank bank, unsigned index, bool written) {
    const unsigned count = registerCount(bank);
    if (count != 0 && index >= count) ++resources.missingRegisters;
    const uint32_t bit = bitIfBelow(index, count);
    switch (bank) {
        case RegisterBank::Input:
            resources.inputsRead |= bit;
            break;
        case RegisterBank::Output:
            (written ? resources.outputsWritten : resources.outputsRead) |= bit;
            break;
        case RegisterBank::Temporary:
            resources.temporaries |= bit;
            break;
        case RegisterBank::Address:
            resources.addressRegisters |= bit;
            break;
        case RegisterBank::Predicate:
            resources.predicates |= bit;
            break;
        case RegisterBank::Constant:
            resources.constants = std::max(resources.constants, static_cast<uint16_t>(index + 1));
            break;
        case RegisterBank::None:
        case RegisterBank::Immediate:
        case RegisterBank::Literal:
            break;
    }
}

void noteInstruction(ProgramResources& resources, const Instruction& instruction) {
    const OpcodeInfo& info = opcodeInfo(instruction.opcode);
    for (unsigned s = 0; s < info.sources; ++s) {
        const SourceOperand& source = instruction.sources[s];
        noteRegister(resources, source.bank, source.index, false);
        if (source.relative) {
            resources.relativeConstants = true;
            noteRegister(resources, RegisterBank::Address, instruction.relativeAddress.addressRegister, false);
        }
    }
    if (info.writesResult) noteRegister(resources, instruction.destination.bank, instruction.destination.index, true);
    if (instruction.predicate.enabled) {
        noteRegister(resources, RegisterBank::Predicate, instruction.predicate.index, false);
    }
    if (info.kind == Texture) resources.samplers |= bitIfBelow(instruction.unit, 32);
    if (info.kind == Attribute) resources.attributeStreams |= bitIfBelow(instruction.unit, 32);
    resources.kills |= info.kind == Kill || instruction.opcode == Opcode::CmpKil;
    resources.exportsDepth |= info.kind == Export;
    resources.derivatives |= info.kind == Derivative;
    resources.jumps |= info.kind == Jump;
    resources.accumulator |= info.type == FixedPoint;
    resources.ends |= endsThread(instruction);
}

}  // namespace

const OpcodeInfo& opcodeInfo(Opcode opcode) { return kOpcodeTable[static_cast<size_t>(opcode)]; }

std::span<const OpcodeInfo, kOpcodes> opcodeTable() { return kOpcodeTable; }

Program makeProgram(std::vector<Instruction> instructions) {
    Program program{.instructions = std::move(instructions), .resources = {}};
    for (const Instruction& instruction : program.instructions) noteInstruction(program.resources, instruction);
    return program;
}

unsigned registerCount(RegisterBank bank) {
    switch (bank) {
        case RegisterBank::Input:
            return kInputRegisters;
        case RegisterBank::Output:
            return kOutputRegisters;
        case RegisterBank::Temporary:
            return kTemporaryRegisters;
        case RegisterBank::Address:
            return kAddressRegisters;
        case RegisterBank::Predicate:
            return kPredicateRegisters;
        case RegisterBank::None:
        case RegisterBank::Constant:
        case RegisterBank::Immediate:
        case RegisterBank::Literal:
            break;
    }
    return 0;
}

uint8_t componentsRead(const Instruction& instruction, unsigned source) {
    const OpcodeInfo& info = opcodeInfo(instruction.opcode);
    if (source >= info.sources) return 0;
    switch (instruction.opcode) {
        case Opcode::Arl:
        case Opcode::Kil:
        case Opcode::Kls:
        case Opcode::Zxs:
            return kAllComponents;
        case Opcode::Zxp:
        case Opcode::Lda:
            return kX;
        case Opcode::Dp3:
            return kX | kY | kZ;
        case Opcode::Dp4:
            return kAllComponents;
        case Opcode::Dph:
            return source == 0 ? kX | kY | kZ : kAllComponents;
        case Opcode::Dst:
            return source == 0 ? kY | kZ : kY | kW;
        case Opcode::Lit:
            return kX | kY | kW;
        case Opcode::Exp:
        case Opcode::Log:
            return kW;
        default:
            break;
    }
    switch (info.kind) {
        case Scalar:
        case Predicate:
        case Jump:
            return kW;
        case Texture:
            return kAllComponents;
        default:
            return instruction.destination.writeMask;
    }
}

bool isLoad(const Instruction& instruction) {
    const OpcodeKind kind = opcodeInfo(instruction.opcode).kind;
    return kind == Texture || kind == Attribute;
}

bool isScalarOperation(const Instruction& instruction) {
    switch (opcodeInfo(instruction.opcode).kind) {
        case Predicate:
        case Jump:
            return true;
        case Vector:
        case Scalar:
        case Derivative:
            return std::has_single_bit(instruction.destination.writeMask);
        default:
            return false;
    }
}

}  // namespace cyclorama::isa
