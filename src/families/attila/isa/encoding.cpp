// SPDX-License-Identifier: MIT
#include "families/attila/isa/encoding.h"

#include <bit>
#include <cstdio>
#include <ostream>
#include <string>

#include "isa/table_cell.h"

namespace cyclorama::attila {

namespace {

constexpr std::array<WordField, kFields> kFieldTable{{
    {"opcode", 0, 8, "the opcode"},
    {"end", 8, 1, "the last instruction of the thread"},
    {"wait", 9, 1, "the thread waits here for its texture and attribute requests"},
    {"predicated", 10, 1, "the result is written only where the predicate holds"},
    {"invert", 11, 1, "the predicate is inverted"},
    {"predicate", 12, 5, "predicate register"},
    {"bank1", 17, 3, "bank of source 1"},
    {"negate1", 20, 1, "negates source 1; inverts a boolean source, or is the value of a literal one"},
    {"absolute1", 21, 1, "absolute value of source 1; a boolean source is a literal"},
    {"bank2", 22, 3, "bank of source 2"},
    {"negate2", 25, 1, "as negate1, for source 2"},
    {"absolute2", 26, 1, "as absolute1, for source 2"},
    {"bank3", 27, 3, "bank of source 3"},
    {"negate3", 30, 1, "as negate1, for source 3"},
    {"absolute3", 31, 1, "as absolute1, for source 3"},
    {"resultBank", 32, 3, "bank of the result"},
    {"saturate", 35, 1, "clamps a float result to [0, 1]; inverts the result of andp"},
    {"mask", 36, 4, "components written: 8 x, 4 y, 2 z, 1 w"},
    {"relative", 40, 1, "constant sources are at register + address register + offset"},
    {"relativeRegister", 41, 2, "address register of relative constants"},
    {"relativeComponent", 43, 2, "its component"},
    {"relativeOffset", 45, 9, "offset of relative constants, -256 to 255"},
    {"register1", 64, 8, "register of source 1"},
    {"swizzle1", 72, 8, "swizzle of source 1: two bits a component, x in the highest"},
    {"resultRegister", 80, 8, "register of the result"},
    {"register2", 88, 8, "register of source 2; sampler, attribute stream or sample number"},
    {"swizzle2", 96, 8, "swizzle of source 2"},
    {"register3", 104, 8, "register of source 3"},
    {"swizzle3", 112, 8, "swizzle of source 3"},
    {"immediate", 96, 32, "immediate source 2, or the offset of a jump"},
}};

using isa::Condition;
using Kernel = isa::Operation;
using isa::ScalarUnit;

/// From the latencies and repeat rates on vector and on scalar units. With fixed latencies units repeat at the same
/// rate.
constexpr isa::CostClass cost(isa::UnitCost vector, isa::UnitCost scalar, uint8_t fixedLatency, ScalarUnit scalarUnit) {
    return {{vector, scalar, {fixedLatency, vector.repeatRate}, {fixedLatency, scalar.repeatRate}}, scalarUnit};
}

constexpr std::array kOpcodeTable = std::to_array<OpcodeRow>({
    {0x00, "nop", Form::NoOperands, Operands::Float, 0, Kernel::Nop, Condition::True,
     cost({1, 1}, {1, 1}, 3, ScalarUnit::Never), "nothing"},
    {0x01, "add", Form::Plain, Operands::Float, 2, Kernel::Add, Condition::True,
     cost({3, 1}, {3, 1}, 3, ScalarUnit::SingleComponent), "a + b"},
    {0x02, "addi", Form::Plain, Operands::Integer, 2, Kernel::IntAdd, Condition::True,
     cost({2, 1}, {2, 1}, 3, ScalarUnit::SingleComponent), "a + b"},
    {0x03, "arl", Form::Plain, Operands::Float, 1, Kernel::FloorToIntegers, Condition::True,
     cost({3, 1}, {3, 1}, 3, ScalarUnit::SingleComponent),
     "integer of floor(a), in all four components whatever the mask"},
    {0x04, "andp", Form::Predicates, Operands::Boolean, 2, Kernel::AndPredicates, Condition::True,
     cost({1, 1}, {1, 1}, 3, ScalarUnit::Always), "s and t"},
    {0x07, "cos", Form::Plain, Operands::Float, 1, Kernel::Cos, Condition::True,
     cost({12, 6}, {12, 6}, 12, ScalarUnit::SingleComponent), "cos(s)"},
    {0x08, "dp3", Form::Plain, Operands::Float, 2, Kernel::Dp3, Condition::True,
     cost({3, 1}, {0, 0}, 3, ScalarUnit::Never), "(a.x*b.x + a.y*b.y) + a.z*b.z"},
    {0x09, "dp4", Form::Plain, Operands::Float, 2, Kernel::Dp4, Condition::True,
     cost({3, 1}, {0, 0}, 3, ScalarUnit::Never), "((a.x*b.x + a.y*b.y) + a.z*b.z) + a.w*b.w"},
    {0x0a, "dph", Form::Plain, Operands::Float, 2, Kernel::Dph, Condition::True,
     cost({3, 1}, {0, 0}, 3, ScalarUnit::Never), "((a.x*b.x + a.y*b.y) + a.z*b.z) + b.w"},
    {0x0b, "dst", Form::Plain, Operands::Float, 2, Kernel::Dst, Condition::True,
     cost({4, 1}, {4, 8}, 3, ScalarUnit::Never), "(1, a.y*b.y, a.z, b.w)"},
    {0x0c, "ex2", Form::Plain, Operands::Float, 1, Kernel::Exp2, Condition::True,
     cost({5, 2}, {5, 2}, 3, ScalarUnit::SingleComponent), "2^s"},
    {0x0d, "exp", Form::Plain, Operands::Float, 1, Kernel::ExpParts, Condition::True,
     cost({9, 4}, {9, 4}, 3, ScalarUnit::Never), "(2^floor(s), s - floor(s), 2^s, 1)"},
    {0x0e, "flr", Form::Plain, Operands::Float, 1, Kernel::Floor, Condition::True,
     cost({0, 0}, {0, 0}, 0, ScalarUnit::SingleComponent), "floor(a)"},
    {0x0f, "frc", Form::Plain, Operands::Float, 1, Kernel::Fract, Condition::True,
     cost({3, 1}, {3, 1}, 3, ScalarUnit::SingleComponent), "a - floor(a)"},
    {0x10, "lg2", Form::Plain, Operands::Float, 1, Kernel::Log2, Condition::True,
     cost({5, 2}, {5, 2}, 3, ScalarUnit::SingleComponent), "log2(s)"},
    {0x11, "lit", Form::Plain, Operands::Float, 1, Kernel::Lit, Condition::True,
     cost({4, 1}, {4, 7}, 3, ScalarUnit::Never),
     "(1, x, x > 0 ? y^w : 0, 1) with x = max(a.x, 0), y = max(a.y, 0), w = a.w clamped to [-128, 128]"},
    {0x12, "log", Form::Plain, Operands::Float, 1, Kernel::LogParts, Condition::True,
     cost({9, 4}, {9, 4}, 3, ScalarUnit::Never), "(floor(log2(|s|)), s / 2^floor(log2(s)), log2(s), 1)"},
    {0x13, "mad", Form::Plain, Operands::Float, 3, Kernel::Mad, Condition::True,
     cost({3, 1}, {3, 1}, 3, ScalarUnit::SingleComponent), "a * b + c, rounded twice"},
    {0x14, "max", Form::Plain, Operands::Float, 2, Kernel::Max, Condition::True,
     cost({3, 1}, {3, 1}, 3, ScalarUnit::SingleComponent), "a > b ? a : b"},
    {0x15, "min", Form::Plain, Operands::Float, 2, Kernel::Min, Condition::True,
     cost({3, 1}, {3, 1}, 3, ScalarUnit::SingleComponent), "a < b ? a : b"},
    {0x16, "mov", Form::Plain, Operands::Float, 1, Kernel::Mov, Condition::True,
     cost({3, 1}, {3, 1}, 3, ScalarUnit::SingleComponent), "a"},
    {0x17, "mul", Form::Plain, Operands::Float, 2, Kernel::Mul, Condition::True,
     cost({3, 1}, {3, 1}, 3, ScalarUnit::SingleComponent), "a * b"},
    {0x18, "muli", Form::Plain, Operands::Integer, 2, Kernel::IntMul, Condition::True,
     cost({2, 1}, {2, 1}, 3, ScalarUnit::SingleComponent), "a * b, the low 32 bits"},
    {0x19, "rcp", Form::Plain, Operands::Float, 1, Kernel::Reciprocal, Condition::True,
     cost({5, 4}, {5, 4}, 3, ScalarUnit::SingleComponent), "1 / s"},
    {0x1b, "rsq", Form::Plain, Operands::Float, 1, Kernel::SqrtReciprocal, Condition::True,
     cost({5, 4}, {5, 4}, 3, ScalarUnit::SingleComponent), "sqrt(1 / |s|)"},
    {0x1c, "setpeq", Form::Plain, Operands::Float, 2, Kernel::SetPredicate, Condition::Equal,
     cost({3, 1}, {3, 1}, 3, ScalarUnit::Always), "s == t"},
    {0x1d, "setpgt", Form::Plain, Operands::Float, 2, Kernel::SetPredicate, Condition::Greater,
     cost({3, 1}, {3, 1}, 3, ScalarUnit::Always), "s > t"},
    {0x1e, "sge", Form::Plain, Operands::Float, 2, Kernel::SetNotLess, Condition::True,
     cost({3, 1}, {3, 1}, 3, ScalarUnit::SingleComponent), "a < b ? 0 : 1"},
    {0x1f, "setplt", Form::Plain, Operands::Float, 2, Kernel::SetPredicate, Condition::Less,
     cost({3, 1}, {3, 1}, 3, ScalarUnit::Always), "s < t"},
    {0x20, "sin", Form::Plain, Operands::Float, 1, Kernel::Sin, Condition::True,
     cost({12, 6}, {12, 6}, 12, ScalarUnit::SingleComponent), "sin(s)"},
    {0x21, "stpeqi", Form::Plain, Operands::Integer, 2, Kernel::SetPredicate, Condition::Equal,
     cost({2, 1}, {2, 1}, 3, ScalarUnit::Always), "s == t"},
    {0x22, "slt", Form::Plain, Operands::Float, 2, Kernel::Set, Condition::Less,
     cost({3, 1}, {3, 1}, 3, ScalarUnit::SingleComponent), "a < b ? 1 : 0"},
    {0x23, "stpgti", Form::Plain, Operands::Integer, 2, Kernel::SetPredicate, Condition::Greater,
     cost({2, 1}, {2, 1}, 3, ScalarUnit::Always), "s > t"},
    {0x24, "stplti", Form::Plain, Operands::Integer, 2, Kernel::SetPredicate, Condition::Less,
     cost({2, 1}, {2, 1}, 3, ScalarUnit::Always), "s < t"},
    {0x25, "txl", Form::Unit, Operands::Float, 1, Kernel::SampleLod, Condition::True,
     cost({1, 1}, {4, 4}, 3, ScalarUnit::Never), "texture at a.xyz, level of detail a.w"},
    {0x26, "tex", Form::Unit, Operands::Float, 1, Kernel::Sample, Condition::True,
     cost({1, 1}, {3, 3}, 3, ScalarUnit::Never), "texture at a.xyz"},
    {0x27, "txb", Form::Unit, Operands::Float, 1, Kernel::SampleBias, Condition::True,
     cost({1, 1}, {4, 4}, 3, ScalarUnit::Never), "texture at a.xyz, level of detail biased by a.w"},
    {0x28, "txp", Form::Unit, Operands::Float, 1, Kernel::SampleProjected, Condition::True,
     cost({5, 1}, {7, 4}, 3, ScalarUnit::Never), "texture at a.xyz / a.w"},
    {0x29, "kil", Form::Plain, Operands::Float, 1, Kernel::Discard, Condition::Negative,
     cost({3, 1}, {3, 1}, 3, ScalarUnit::Never), "kills the current sample if any component of a < 0"},
    {0x2a, "kls", Form::Unit, Operands::Float, 1, Kernel::KillSample, Condition::True,
     cost({3, 1}, {3, 1}, 3, ScalarUnit::Never), "kills the named sample if any component of a < 0"},
    {0x2b, "zxp", Form::Plain, Operands::Float, 1, Kernel::ExportDepth, Condition::True,
     cost({3, 1}, {3, 1}, 3, ScalarUnit::Never), "depth of sample 0 = a.x"},
    {0x2c, "zxs", Form::Unit, Operands::Float, 1, Kernel::ExportSampleDepths, Condition::True,
     cost({3, 1}, {3, 1}, 3, ScalarUnit::Never),
     "depths of the samples from (current sample / 4) on = a.x a.y a.z a.w"},
    {0x2d, "cmp", Form::Plain, Operands::Float, 3, Kernel::Select, Condition::Negative,
     cost({3, 1}, {3, 1}, 3, ScalarUnit::SingleComponent), "a < 0 ? b : c"},
    {0x2e, "cmpkil", Form::Plain, Operands::Float, 3, Kernel::SelectNegativeKill, Condition::True,
     cost({3, 1}, {3, 1}, 3, ScalarUnit::SingleComponent),
     "a < 0 ? b : c; kills the current sample if any component in the mask is < 0"},
    {0x2f, "chs", Form::NoOperands, Operands::Float, 0, Kernel::NextSample, Condition::True,
     cost({3, 1}, {3, 1}, 3, ScalarUnit::Never), "the next sample becomes current"},
    {0x30, "lda", Form::Unit, Operands::Float, 1, Kernel::LoadAttribute, Condition::True,
     cost({1, 1}, {1, 1}, 3, ScalarUnit::Never), "attribute of the vertex whose index is the integer a.x"},
    {0x31, "fxmul", Form::Plain, Operands::FixedPoint, 2, Kernel::FixedMul, Condition::True,
     cost({3, 1}, {3, 1}, 3, ScalarUnit::SingleComponent), "accumulator = a * b"},
    {0x32, "fxmad", Form::Plain, Operands::FixedPoint, 3, Kernel::FixedMadOut, Condition::True,
     cost({3, 1}, {3, 1}, 3, ScalarUnit::SingleComponent), "a * b + accumulator, as float"},
    {0x33, "fxmad2", Form::Plain, Operands::FixedPoint, 3, Kernel::FixedMad, Condition::True,
     cost({3, 1}, {3, 1}, 3, ScalarUnit::SingleComponent), "accumulator = a * b + c"},
    {0x34, "ddx", Form::Plain, Operands::Float, 1, Kernel::DerivativeX, Condition::True,
     cost({16, 8}, {16, 8}, 16, ScalarUnit::SingleComponent), "difference of a between the quad's right and left lane"},
    {0x35, "ddy", Form::Plain, Operands::Float, 1, Kernel::DerivativeY, Condition::True,
     cost({16, 8}, {16, 8}, 16, ScalarUnit::SingleComponent),
     "difference of a between the quad's lower and upper lane"},
    {0x36, "jmp", Form::Jump, Operands::Boolean, 1, Kernel::GroupJump, Condition::True,
     cost({1, 1}, {1, 1}, 3, ScalarUnit::Always), "jumps if s holds in every lane of the jump group"},
    {0x37, "end", Form::NoOperands, Operands::Float, 0, Kernel::End, Condition::True,
     cost({1, 1}, {1, 1}, 3, ScalarUnit::Never), "ends the thread"},
});

consteval bool tableIsInOrder() {
    for (size_t i = 1; i < kOpcodeTable.size(); ++i)
        if (kOpcodeTable[i].code <= kOpcodeTable[i - 1].code) return false;
    return true;
}
static_assert(tableIsInOrder());

consteval std::array<const OpcodeRow*, 256> rowsByCode() {
    std::array<const OpcodeRow*, 256> byCode{};
    for (const OpcodeRow& row : kOpcodeTable) byCode[row.code] = &row;
    return byCode;
}
constexpr std::array<const OpcodeRow*, 256> kRowsByCode = rowsByCode();

std::string_view kindName(isa::OperationKind kind) {
    switch (kind) {
        case isa::OperationKind::Control:
            return "control";
        case isa::OperationKind::Vector:
        case isa::OperationKind::Typed:
        case isa::OperationKind::Conditional:
        case isa::OperationKind::Accumulator:
        case isa::OperationKind::Address:
            return "vector";
        case isa::OperationKind::Dot:
            return "dot";
        case isa::OperationKind::Scalar:
            return "scalar";
        case isa::OperationKind::Special:
            return "special";
        case isa::OperationKind::Predicate:
            return "predicate";
        case isa::OperationKind::Derivative:
            return "derivative";
        case isa::OperationKind::Texture:
            return "texture";
        case isa::OperationKind::Attribute:
            return "attribute";
        case isa::OperationKind::Discard:
        case isa::OperationKind::Kill:
            return "kill";
        case isa::OperationKind::Export:
            return "export";
        case isa::OperationKind::Jump:
            return "jump";
        default:
            break;
    }
    return "";
}

std::string_view operandsName(Operands operands) {
    switch (operands) {
        case Operands::Float:
            return "float";
        case Operands::Integer:
            return "integer";
        case Operands::Boolean:
            return "boolean";
        case Operands::FixedPoint:
            return "fixed point";
    }
    return "";
}

/// "latency/repeat rate", or a dash where the architecture does not have the opcode.
std::string costText(const isa::UnitCost& cost) {
    if (cost.latency == 0 || cost.repeatRate == 0) return "-";
    return std::to_string(cost.latency) + "/" + std::to_string(cost.repeatRate);
}

void writeFields(std::ostream& out) {
    out << "## The instruction word\n\n"
           "128 bits, little-endian.\n\n"
           "| Field | Bits | Meaning |\n|---|---|---|\n";
    for (const WordField& field : kFieldTable) {
        out << "| " << field.name << " | " << unsigned{field.first};
        if (field.size > 1) out << "-" << field.first + field.size - 1;
        out << " | " << isa::tableCell(field.meaning) << " |\n";
    }
    out << "\nBanks: 0 input (i), 1 output (o), 2 constant 0-255 (c), 3 temporary (r), 4 address (a), 5 constant "
           "256-511 (c),\n"
           "6 immediate (source 2 only, of instructions with two sources).\n\n";
}

void writeOpcodes(std::ostream& out) {
    out << "## The opcodes\n\n"
           "a, b, c are the sources; s, t are scalar sources: the w of the swizzled register. Latency and repeat rate "
           "are in\n"
           "shader cycles, for ATTILA's architectures VarLatAOS, VarLatSOA, FixedLatAOS and FixedLatSOA. Operation is "
           "the "
           "kernel\n"
           "of `src/isa/operations.cpp` that executes the opcode.\n\n"
           "| Code | Name | Kind | Type | Sources | Result | AOS | SOA | fixed AOS | fixed SOA | "
           "Operation |\n"
           "|---|---|---|---|---|---|---|---|---|---|---|\n";
    for (const OpcodeRow& row : kOpcodeTable) {
        char code[8];
        std::snprintf(code, sizeof code, "%02x", unsigned{row.code});
        out << "| " << code << " | " << row.name << " | " << kindName(isa::operationInfo(row.operation).kind) << " | "
            << operandsName(row.operands) << " | " << unsigned{row.sources} << " | " << isa::tableCell(row.meaning);
        for (const isa::UnitCost& cost : row.cost.units) out << " | " << costText(cost);
        out << " | " << isa::operationInfo(row.operation).name << " |\n";
    }
}

void writeDifferences(std::ostream& out) {
    out << "\n## Where execution differs from ATTILA's emulator\n\n"
           "Values are the emulator's to the bit, but for:\n\n"
           "- the sign and payload of a not-a-number that an operation makes from two others;\n"
           "- `flr`, which the emulator refuses;\n"
           "- `end` without the end flag, which ends the thread as in ATTILA's timing model; the emulator runs on;\n"
           "- `stplti`, which the emulator executes as `stpeqi` (no driver of its own emits it);\n"
           "- `andp` with a relative constant: the emulator takes component y of the address register, whatever the "
           "word says;\n"
           "- `jmp` on a constant, where the emulator reads memory that is not the constant's;\n"
           "- predicates and the fixed-point accumulator, which start false and zero, not as the last thread left "
           "them;\n"
           "- registers that do not exist, which read zero, and constants beyond the bank.\n";
}

void writeJumps(std::ostream& out) {
    out << "\n## Lanes that jump together\n\n"
           "`jmp` is taken where its condition holds in every lane of a group, and by no lane of the group otherwise. "
           "The group is\n"
           "that of each machine's model in ATTILA: in the functional machine, as in the emulator, the four fragments "
           "of "
           "a quad or one\n"
           "vertex; in the timing machine, as in the simulator of the hardware, the whole thread. Which quads share a "
           "thread follows\n"
           "from the timing alone, so the functional machine cannot know it. ATTILA's Direct3D driver predicates every "
           "instruction that\n"
           "such a jump skips, as the jump saves time alone: the size of the group then changes no value. A program "
           "that "
           "skips\n"
           "instructions without predicates, on a condition that differs within a thread, may be drawn differently by "
           "the two\n"
           "machines, as by the two of ATTILA.\n";
}

}  // namespace

std::span<const WordField, kFields> fieldTable() { return kFieldTable; }

std::span<const OpcodeRow> instructionTable() { return kOpcodeTable; }

const OpcodeRow* rowOf(uint8_t code) { return kRowsByCode[code]; }

const OpcodeRow& rowOf(const isa::Instruction& instruction) { return *kRowsByCode[instruction.opcode]; }

bool runsOnScalarUnits(const isa::Instruction& instruction) {
    const OpcodeRow& row = rowOf(instruction);
    if (row.cost.on(isa::UnitModel::Scalar).repeatRate == 0) return false;
    return row.cost.scalarUnit != ScalarUnit::SingleComponent || std::popcount(instruction.destination.writeMask) == 1;
}

void apply(const OpcodeRow& row, isa::Instruction& instruction) {
    constexpr uint8_t kScalarComponent = 3;
    const bool integers = row.operands == Operands::Integer;
    instruction.operation = row.operation;
    instruction.opcode = row.code;
    instruction.condition = row.condition;
    instruction.cost = row.cost;
    instruction.type = integers ? isa::DataType::Signed32 : isa::DataType::Float32;
    instruction.absoluteThroughFloat = integers;
    instruction.scalarComponent = kScalarComponent;
    if (row.operation == Kernel::SampleBias || row.operation == Kernel::SampleLod) {
        instruction.sources[1] = instruction.sources[0];
        instruction.sources[1].swizzle.fill(instruction.sources[0].swizzle[3]);
    }
}

void writeOpcodeTable(std::ostream& out) {
    out << "# ATTILA's shader instruction set\n\n"
           "Made by `./test release -R InstructionSetPage`, which prints the page if it differs from the tables in\n"
           "`src/families/attila/isa/encoding.cpp`.\n\n";
    writeFields(out);
    writeOpcodes(out);
    writeDifferences(out);
    writeJumps(out);
}

}  // namespace cyclorama::attila
