#include "isa/attila/encoding.h"

#include <cstdio>
#include <ostream>
#include <string>

namespace cyclorama::isa::attila {

namespace {

constexpr std::array<Field, kFields> kFieldTable{{
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

/// Latencies and repeat rates: {VarLatAOS}, {VarLatSOA}, latency with fixed latencies. The fixed architectures repeat
/// at the rate of the variable ones.
constexpr OpcodeEncoding row(Opcode opcode, uint8_t code, Form form, Timing aos, Timing soa, uint8_t fixedLatency) {
    return {opcode, code, form, {aos, soa, Timing{fixedLatency, aos.repeatRate}, Timing{fixedLatency, soa.repeatRate}}};
}

constexpr std::array<OpcodeEncoding, kAttilaOpcodes> kEncodingTable{
    row(Opcode::Nop, 0x00, Form::NoOperands, {1, 1}, {1, 1}, 3),
    row(Opcode::Add, 0x01, Form::Plain, {3, 1}, {3, 1}, 3),
    row(Opcode::AddI, 0x02, Form::Plain, {2, 1}, {2, 1}, 3),
    row(Opcode::Arl, 0x03, Form::Plain, {3, 1}, {3, 1}, 3),
    row(Opcode::AndP, 0x04, Form::Predicates, {1, 1}, {1, 1}, 3),
    row(Opcode::Cos, 0x07, Form::Plain, {12, 6}, {12, 6}, 12),
    row(Opcode::Dp3, 0x08, Form::Plain, {3, 1}, {0, 0}, 3),
    row(Opcode::Dp4, 0x09, Form::Plain, {3, 1}, {0, 0}, 3),
    row(Opcode::Dph, 0x0a, Form::Plain, {3, 1}, {0, 0}, 3),
    row(Opcode::Dst, 0x0b, Form::Plain, {4, 1}, {4, 8}, 3),
    row(Opcode::Ex2, 0x0c, Form::Plain, {5, 2}, {5, 2}, 3),
    row(Opcode::Exp, 0x0d, Form::Plain, {9, 4}, {9, 4}, 3),
    row(Opcode::Flr, 0x0e, Form::Plain, {0, 0}, {0, 0}, 0),
    row(Opcode::Frc, 0x0f, Form::Plain, {3, 1}, {3, 1}, 3),
    row(Opcode::Lg2, 0x10, Form::Plain, {5, 2}, {5, 2}, 3),
    row(Opcode::Lit, 0x11, Form::Plain, {4, 1}, {4, 7}, 3),
    row(Opcode::Log, 0x12, Form::Plain, {9, 4}, {9, 4}, 3),
    row(Opcode::Mad, 0x13, Form::Plain, {3, 1}, {3, 1}, 3),
    row(Opcode::Max, 0x14, Form::Plain, {3, 1}, {3, 1}, 3),
    row(Opcode::Min, 0x15, Form::Plain, {3, 1}, {3, 1}, 3),
    row(Opcode::Mov, 0x16, Form::Plain, {3, 1}, {3, 1}, 3),
    row(Opcode::Mul, 0x17, Form::Plain, {3, 1}, {3, 1}, 3),
    row(Opcode::MulI, 0x18, Form::Plain, {2, 1}, {2, 1}, 3),
    row(Opcode::Rcp, 0x19, Form::Plain, {5, 4}, {5, 4}, 3),
    row(Opcode::Rsq, 0x1b, Form::Plain, {5, 4}, {5, 4}, 3),
    row(Opcode::SetPEq, 0x1c, Form::Plain, {3, 1}, {3, 1}, 3),
    row(Opcode::SetPGt, 0x1d, Form::Plain, {3, 1}, {3, 1}, 3),
    row(Opcode::Sge, 0x1e, Form::Plain, {3, 1}, {3, 1}, 3),
    row(Opcode::SetPLt, 0x1f, Form::Plain, {3, 1}, {3, 1}, 3),
    row(Opcode::Sin, 0x20, Form::Plain, {12, 6}, {12, 6}, 12),
    row(Opcode::StPEqI, 0x21, Form::Plain, {2, 1}, {2, 1}, 3),
    row(Opcode::Slt, 0x22, Form::Plain, {3, 1}, {3, 1}, 3),
    row(Opcode::StPGtI, 0x23, Form::Plain, {2, 1}, {2, 1}, 3),
    row(Opcode::StPLtI, 0x24, Form::Plain, {2, 1}, {2, 1}, 3),
    row(Opcode::Txl, 0x25, Form::Unit, {1, 1}, {4, 4}, 3),
    row(Opcode::Tex, 0x26, Form::Unit, {1, 1}, {3, 3}, 3),
    row(Opcode::Txb, 0x27, Form::Unit, {1, 1}, {4, 4}, 3),
    row(Opcode::Txp, 0x28, Form::Unit, {5, 1}, {7, 4}, 3),
    row(Opcode::Kil, 0x29, Form::Plain, {3, 1}, {3, 1}, 3),
    row(Opcode::Kls, 0x2a, Form::Unit, {3, 1}, {3, 1}, 3),
    row(Opcode::Zxp, 0x2b, Form::Plain, {3, 1}, {3, 1}, 3),
    row(Opcode::Zxs, 0x2c, Form::Unit, {3, 1}, {3, 1}, 3),
    row(Opcode::Cmp, 0x2d, Form::Plain, {3, 1}, {3, 1}, 3),
    row(Opcode::CmpKil, 0x2e, Form::Plain, {3, 1}, {3, 1}, 3),
    row(Opcode::Chs, 0x2f, Form::NoOperands, {3, 1}, {3, 1}, 3),
    row(Opcode::Lda, 0x30, Form::Unit, {1, 1}, {1, 1}, 3),
    row(Opcode::FxMul, 0x31, Form::Plain, {3, 1}, {3, 1}, 3),
    row(Opcode::FxMad, 0x32, Form::Plain, {3, 1}, {3, 1}, 3),
    row(Opcode::FxMad2, 0x33, Form::Plain, {3, 1}, {3, 1}, 3),
    row(Opcode::Ddx, 0x34, Form::Plain, {16, 8}, {16, 8}, 16),
    row(Opcode::Ddy, 0x35, Form::Plain, {16, 8}, {16, 8}, 16),
    row(Opcode::Jmp, 0x36, Form::Jump, {1, 1}, {1, 1}, 3),
    row(Opcode::End, 0x37, Form::NoOperands, {1, 1}, {1, 1}, 3),
};

consteval bool tableIsInOrder() {
    for (unsigned i = 0; i < kAttilaOpcodes; ++i) {
        if (static_cast<unsigned>(kEncodingTable[i].opcode) != i) return false;
        if (i != 0 && kEncodingTable[i].code <= kEncodingTable[i - 1].code) return false;
    }
    return true;
}
static_assert(tableIsInOrder());

constexpr int kNoOpcode = -1;

consteval std::array<int16_t, 256> opcodesByCode() {
    std::array<int16_t, 256> byCode{};
    byCode.fill(kNoOpcode);
    for (unsigned i = 0; i < kAttilaOpcodes; ++i) byCode[kEncodingTable[i].code] = static_cast<int16_t>(i);
    return byCode;
}
constexpr std::array<int16_t, 256> kOpcodesByCode = opcodesByCode();

std::string_view kindName(OpcodeKind kind) {
    switch (kind) {
        case OpcodeKind::Control:
            return "control";
        case OpcodeKind::Vector:
            return "vector";
        case OpcodeKind::Dot:
            return "dot";
        case OpcodeKind::Scalar:
            return "scalar";
        case OpcodeKind::Special:
            return "special";
        case OpcodeKind::Predicate:
            return "predicate";
        case OpcodeKind::Derivative:
            return "derivative";
        case OpcodeKind::Texture:
            return "texture";
        case OpcodeKind::Attribute:
            return "attribute";
        case OpcodeKind::Kill:
            return "kill";
        case OpcodeKind::Export:
            return "export";
        case OpcodeKind::Jump:
            return "jump";
        default:
            break;
    }
    return "";
}

std::string_view typeName(OperandType type) {
    switch (type) {
        case OperandType::Float:
            return "float";
        case OperandType::Integer:
            return "integer";
        case OperandType::Boolean:
            return "boolean";
        case OperandType::FixedPoint:
            return "fixed point";
        case OperandType::Typed:
            break;
    }
    return "";
}

/// "latency/repeat rate", or a dash where the architecture does not have the opcode.
std::string timingText(Timing timing) {
    if (timing.latency == 0 || timing.repeatRate == 0) return "-";
    return std::to_string(timing.latency) + "/" + std::to_string(timing.repeatRate);
}

/// A table cell: a bar would end it.
std::string cell(std::string_view text) {
    std::string escaped;
    for (const char c : text) {
        if (c == '|') escaped += '\\';
        escaped += c;
    }
    return escaped;
}

void writeFields(std::ostream& out) {
    out << "## The instruction word\n\n"
           "128 bits, little-endian.\n\n"
           "| Field | Bits | Meaning |\n|---|---|---|\n";
    for (const Field& field : kFieldTable) {
        out << "| " << field.name << " | " << unsigned{field.first};
        if (field.size > 1) out << "-" << field.first + field.size - 1;
        out << " | " << cell(field.meaning) << " |\n";
    }
    out << "\nBanks: 0 input (i), 1 output (o), 2 constant 0-255 (c), 3 temporary (r), 4 address (a), 5 constant "
           "256-511 (c),\n"
           "6 immediate (source 2 only, of instructions with two sources).\n\n";
}

void writeOpcodes(std::ostream& out) {
    out << "## The opcodes\n\n"
           "a, b, c are the sources; s, t are scalar sources: the w of the swizzled register. Latency and repeat rate "
           "are in\n"
           "shader cycles, for ATTILA's architectures VarLatAOS, VarLatSOA, FixedLatAOS and FixedLatSOA.\n\n"
           "| Code | Name | Kind | Type | Sources | Result | AOS | SOA | fixed AOS | fixed SOA |\n"
           "|---|---|---|---|---|---|---|---|---|---|\n";
    for (const OpcodeEncoding& encoding : kEncodingTable) {
        const OpcodeInfo& info = opcodeInfo(encoding.opcode);
        char code[8];
        std::snprintf(code, sizeof code, "%02x", unsigned{encoding.code});
        out << "| " << code << " | " << info.mnemonic << " | " << kindName(info.kind) << " | " << typeName(info.type)
            << " | " << unsigned{info.sources} << " | " << cell(info.meaning);
        for (const Timing& timing : encoding.timing) out << " | " << timingText(timing);
        out << " |\n";
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

}  // namespace

std::span<const Field, kFields> fieldTable() { return kFieldTable; }

std::span<const OpcodeEncoding, kAttilaOpcodes> encodingTable() { return kEncodingTable; }

const OpcodeEncoding& encodingOf(Opcode opcode) { return kEncodingTable[static_cast<size_t>(opcode)]; }

std::optional<Opcode> opcodeOf(uint8_t code) {
    const int16_t index = kOpcodesByCode[code];
    if (index == kNoOpcode) return std::nullopt;
    return static_cast<Opcode>(index);
}

void writeOpcodeTable(std::ostream& out) {
    out << "# ATTILA's shader instruction set\n\n"
           "Written from the tables in `src/isa/opcodes.h` and `src/isa/attila/encoding.cpp`; a test holds it equal to "
           "them.\n\n";
    writeFields(out);
    writeOpcodes(out);
    writeDifferences(out);
}

}  // namespace cyclorama::isa::attila
