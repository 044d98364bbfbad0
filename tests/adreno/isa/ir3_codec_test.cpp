// SPDX-License-Identifier: MIT
// ir3's instructions between words, fields and text.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <ostream>
#include <random>
#include <sstream>
#include <string>

#include "adreno/mesa_sources.h"
#include "families/adreno/isa/codec.h"
#include "families/adreno/isa/documentation.h"
#include "families/adreno/isa/encoding.h"
#include "support/expressions.h"
#include "support/paths.h"

namespace cyclorama::adreno::ir3 {
namespace {

struct Vector {
    uint64_t word;
    std::string text;
};

void PrintTo(const Vector& vector, std::ostream* out) { *out << vector.text; }

// Words of our assembler; the texts are what the disassembler of Mesa 25.0.7 gives for them.
const Vector kVectors[] = {
    {0x1000100000000000, "(sy)(ss)nop"},
    {0x0000050000000000, "(rpt5)nop"},
    {0x09000000fffffff4, "(jp)jump #-12"},
    {0x0282000000000009, "getone #9"},
    {0x00d010800000001f, "(ss)bany !p0.z, #31"},
    {0x0080e040fffffffd, "braa p0.x, !p0.w, #-3"},
    {0x0280000000000000, "kill p0.x"},
    {0x1300100000000000, "(sy)(ss)end"},
    {0x204cc00b00012345, "mov.u32u32 r2.w, 0x12345"},
    {0x20554000fffffff9, "mov.s32s32 r0.x, -7"},
    {0x2084000e0000000b, "cov.f32f16 (even)hr3.z, r2.w"},
    {0x2008c82100000004, "cov.u16u32 r8.y, (r)hr1.x"},
    {0x201100f400000011, "mova a0.x, hr4.y"},
    {0x204880f500000011, "mova1 a1.x, 17"},
    {0x2026400c00000017, "mov.f32f32 r<a0.x + 12>, c5.w"},
    {0x240cc00000010001, "swz.u32u32 r0.x, r0.y, r0.y, r0.x"},
    {0x260cc1c000000000, "movmsk.w64 r48.x"},
    {0x40180404101e4008, "(sat)(nop2) add.f r1.x, (neg)r2.x, c7.z"},
    {0x40700b1028060020, "(rpt3)mul.f r4.x, (r)r8.x, (1/pi)"},
    {0x429300f920ff000c, "cmps.u.ge p0.y, r3.x, 255"},
    {0x4320000827f4800c, "max.s hr2.x, (abs)hr3.x, h(-12)"},
    {0x47100004201f0004, "ashr.b r1.x, r1.x, 31"},
    {0x4730890000002004, "(rpt1)bary.f (ei)r0.x, (r)4, r0.x"},
    {0x6410090020300010, "(rpt1)sel.b16 hr0.x, (r)hr4.x, hr8.x, (r)hr12.x"},
    {0x6284000c0bfc1004, "mad.s24 r3.x, c1.x, r2.x, r<a0.x + -4>"},
    {0x65040c04000c3018, "(nop1) shrg r1.x, 24, r2.x, r3.x"},
    {0x8030000100008001, "rsq r0.y, (abs)r0.y"},
    {0x8140100400000005, "(ss)hlog2 hr1.x, hr1.y"},
    {0xa15317100a601001, "saml.3d.a.o (f32)(xyz)r4.x, r0.x, r2.x, s#3, t#5"},
    {0xa4882f20d2280009, "gather4b.base2 (u16)(xyzw)hr8.x, r1.x, s#1, t#9"},
    {0xa002590804000001, "isam.a.1d (s32)(xw)r2.x, r0.x, s#0, t#2"},
    {0xa10c010044103021, "samb.s.s2en.nonuniform.base4 (f16)(x)hr0.x, r4.x, r6.x, r8.x"},
    {0xa7e0310400100011, "quad_shuffle.vert (u32)(x)r1.x, r2.x"},
    {0xa7c0310400180011, "brcst.active.w16 (u32)(x)r1.x, r2.x"},
    {0xc006000004823f81, "ldg.u32 r0.x, g[r2.x-64], 4"},
    {0xc0d2211803802440, "stg.a.f32 g[r4.x+r6.x<<4+2<<2], r8.x, 3"},
    {0xc044000402804081, "ldl.u16 r1.x, l[r0.y+64], 2"},
    {0xc14201e002803e20, "stp.f32 p[r0.x-32], r4.x, 2"},
    {0xc706010c04800008, "stc.u32 c[a1.x+12], r1.x, 4"},
    {0xc0260ec003c7bd02, "ldc.u.offset2.4.imm.base1 r48.x, 3, 7"},
    {0xc036040f00c78100, "ldc.16.k.imm.base0 c[a1.x], 0, 2"},
    {0xc556000410020001, "atomic.g.cmpxchg.untyped.1d.u32.1.g r1.x, r2.x, r4.x"},
    {0xc446000303008001, "atomic.sub.untyped.1d.u32.1.l r0.w, l[r0.z], r0.w"},
    {0xc036081020648d86, "atomic.b.xchg.typed.3d.u32.1.nonuniform.base3 r4.x, r8.x, r1.x"},
    {0xc02000100861bb40, "ldib.b.typed.2d.f16.4.uniform.base0 hr4.x, r2.x, r0.x"},
    {0xc02608000063c300, "resinfo.b.untyped.2d.u32.1.imm.base0 r0.x, 4"},
    {0xc6e0e00403800010, "shfl.rdown.f16 hr1.x, hr2.x, 3"},
    {0xf062000000000000, "(sy)bar.g.l"},
    {0xe0fa000000000000, "fence.g.l.r.w"},
    {0xe280000000000000, "dcinv.shr"},
};

std::string assembledText(std::string_view text) {
    const auto result = assemble(text);
    if (const auto* error = std::get_if<AssemblyError>(&result)) return error->reason;
    return disassemble(std::get<Instruction>(result));
}

/// A row of the table of floats that has none: its text is a number, as an immediate's is.
bool isNoFloat(const Operand& operand) { return operand.kind == OperandKind::FloatTable && operand.value > 11; }

class TextOfWord : public testing::TestWithParam<Vector> {};

TEST_P(TextOfWord, IsThatOfTheDisassemblerAndGivesTheWordAgain) {
    EXPECT_EQ(disassemble(GetParam().word), GetParam().text);
    const auto assembled = assemble(GetParam().text);
    ASSERT_TRUE(std::holds_alternative<Instruction>(assembled)) << std::get<AssemblyError>(assembled).reason;
    EXPECT_EQ(encode(std::get<Instruction>(assembled)), GetParam().word);
}

INSTANTIATE_TEST_SUITE_P(Ir3, TextOfWord, testing::ValuesIn(kVectors));

/// Words of each opcode whose other bits are random, few or many of them set.
template <typename Use>
void forRandomWords(int words, Use use) {
    std::mt19937_64 random(6);
    for (const OpcodeRow& row : opcodeTable()) {
        for (int i = 0; i < words; ++i) {
            uint64_t bits = random();
            for (int clears = i % 3; clears > 0; --clears) bits &= random();
            use(row, row.value | (bits & ~row.mask));
        }
    }
}

TEST(Ir3Codec, EveryMeaningfulBitSurvivesTheFields) {
    int decoded = 0;
    forRandomWords(300, [&](const OpcodeRow& row, uint64_t word) {
        const auto instruction = decode(word);
        if (!instruction) return;
        ++decoded;
        const auto again = encode(*instruction);
        ASSERT_TRUE(again) << row.name;
        EXPECT_EQ((*again ^ word) & ~meaninglessBits(word), 0u) << disassemble(word);
        EXPECT_EQ(decode(*again), instruction) << disassemble(word);
    });
    EXPECT_GT(decoded, 200 * 200);
}

TEST(Ir3Codec, EveryTextIsUnderstood) {
    forRandomWords(60, [](const OpcodeRow& row, uint64_t word) {
        const auto instruction = decode(word);
        if (!instruction) return;
        if (isNoFloat(instruction->sources[0]) || isNoFloat(instruction->sources[1])) return;
        // The size of a vector that the text does not show.
        if (row.opcode == Opcode::GetBuffer || row.opcode == Opcode::GetInfo || row.opcode == Opcode::GetTargetInfo) {
            if (!instruction->full) return;
        }
        const std::string text = disassemble(word);
        EXPECT_EQ(assembledText(text), text);
    });
}

TEST(Ir3Codec, EveryRowDecodesToItsOwnOpcode) {
    for (const OpcodeRow& row : opcodeTable()) {
        EXPECT_EQ(row.value & ~row.mask, 0u) << row.name;
        ASSERT_NE(findRow(row.value), nullptr) << row.name;
        EXPECT_EQ(findRow(row.value)->name, row.name);
    }
}

TEST(Ir3Codec, WordsThatAreNoInstructionSaySo) {
    EXPECT_FALSE(decode(~uint64_t{0}));
    EXPECT_EQ(disassemble(uint64_t{0xdeadbeefdeadbeef}), "no match: deadbeefdeadbeef");
    EXPECT_EQ(meaninglessBits(0xa700000000000000), 0u);
    EXPECT_EQ(meaninglessBits(0xa700000000000010), 0x10u);
}

TEST(Ir3Codec, MistakesAreReportedWithTheirLine) {
    const auto unknown = assembleProgram("nop\n\nfrobnicate r0.x, r1.x ; none\n");
    ASSERT_TRUE(std::holds_alternative<AssemblyError>(unknown));
    EXPECT_EQ(std::get<AssemblyError>(unknown).line, 3u);
    EXPECT_EQ(std::get<AssemblyError>(unknown).reason, "no instruction is called \"frobnicate\"");
    for (const char* wrong :
         {"add.f r0.x, r1.x", "add.f r0.x, r1.x, r2.x, r3.x", "add.f r0.x, r1.x, 5000",
          "mad.f32 r0.x, r1.x, c0.x, r2.x", "mad.f32 hr0.x, hr1.x, hr2.x, hr3.x", "movmsk.w48 r48.x",
          "(nop4) add.f r0.x, r0.x, r0.x", "ldg.u32 r0.x, g[r0.x+9000], 1", "add.f r0.x r1.x, r2.x", "br p1.x, #3"}) {
        EXPECT_TRUE(std::holds_alternative<AssemblyError>(assemble(wrong))) << wrong;
    }
}

TEST(Ir3Codec, ProgramsHaveNamedPlacesAndListings) {
    const auto words = assembleProgram(
        "; counts down\n"
        "again:\n"
        "add.s r0.x, r0.x, -1\n"
        "cmps.s.gt p0.x, r0.x, 0\n"
        "br p0.x, #again\n"
        "br !p0.x, #done\n"
        "end\n"
        "done:\n"
        "mov.f32f32 r1.x, (0x40490fdb)\n"
        "end\n"
        "nop\n");
    ASSERT_TRUE(std::holds_alternative<std::vector<uint64_t>>(words)) << std::get<AssemblyError>(words).reason;
    const auto& program = std::get<std::vector<uint64_t>>(words);
    ASSERT_EQ(program.size(), 8u);
    EXPECT_EQ(disassemble(program[2]), "br p0.x, #-2");
    EXPECT_EQ(disassemble(program[3]), "br !p0.x, #2");
    EXPECT_EQ(disassemble(program[5]), "mov.f32f32 r1.x, (3.141593)");
    EXPECT_EQ(programLength(program), 7u);
    EXPECT_EQ(programLength(std::span(program).first(3)), 3u);
    const std::string listing = disassemble(std::as_bytes(std::span(program)));
    EXPECT_TRUE(listing.starts_with(":2:0000[")) << listing;
    EXPECT_TRUE(listing.ends_with("] end\n")) << listing;
    EXPECT_EQ(std::ranges::count(listing, '\n'), 7);
}

TEST(InstructionSetPage, EqualsAdrenoTables) {
    std::ifstream file(paths::source("docs/reference/isa_ir3.md"));
    std::ostringstream actual;
    actual << file.rdbuf();
    std::ostringstream expected;
    writeInstructionSet(expected);
    EXPECT_EQ(actual.str(), expected.str()) << "write the new table to docs/reference/isa_ir3.md:\n" << expected.str();
}

std::vector<Vector> mesaVectors(const std::filesystem::path& path) {
    std::ifstream file(path);
    std::stringstream text;
    text << file.rdbuf();
    const Expression vector(R"re(INSTR_6XX\(([0-9a-f]{8})_([0-9a-f]{8}), *"([^"]*)")re");
    std::vector<Vector> vectors;
    bool skipped = false;
    for (std::string line; std::getline(text, line);) {
        if (line.starts_with("#if 0")) skipped = true;
        if (line.starts_with("#else") || line.starts_with("#endif")) skipped = false;
        if (skipped || line.find("/* INSTR") != std::string::npos || line.find("// INSTR") != std::string::npos)
            continue;
        const ExpressionMatch match = vector.find(line);
        if (match.empty()) continue;
        vectors.push_back({std::stoull(match[1] + match[2], nullptr, 16), match[3]});
    }
    // Opcodes that the test makes in a loop.
    for (uint64_t offset = 1; offset < 31 && vectors.size() > 200; ++offset) {
        vectors.push_back({0xc026080916e77100 + (offset << 54),
                           "stib.b.untyped.1d.u32.4.imm.base0 r2.y, r5.z+" + std::to_string(offset) + ", 4"});
        vectors.push_back({0xc026000201e1b100 + (offset << 54),
                           "ldib.b.untyped.1d.u32.4.imm.base0 r0.z, r0.y+" + std::to_string(offset) + ", 0"});
    }
    return vectors;
}

class MesaVectors : public testing::TestWithParam<const char*> {};

TEST_P(MesaVectors, AllAgree) {
    const std::filesystem::path path = mesaFile(GetParam(), "ir3/tests/disasm.c");
    if (!std::filesystem::exists(path)) GTEST_SKIP() << "no " << path << ": scripts/setup/mesa puts it there";
    const std::vector<Vector> vectors = mesaVectors(path);
    EXPECT_GE(vectors.size(), 180u);
    for (const Vector& vector : vectors) {
        // The test prints words that are no instruction in its own way.
        if (vector.text.starts_with("raw ")) {
            EXPECT_FALSE(decode(vector.word));
            continue;
        }
        // 22.3.6 wrote the predicate that these two always test; 25.0.7 does not.
        const bool predicated = vector.text == "predt p0.x" || vector.text == "predf p0.x";
        EXPECT_EQ(disassemble(vector.word), vector.text.substr(0, predicated ? 5 : std::string::npos));
        if (!predicated) {
            EXPECT_EQ(assembledText(vector.text), vector.text);
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Ir3, MesaVectors, testing::Values("22.3.6", "25.0.7"));

/// One line of a program in a log of Mesa's decoder: its place in the program, its word, and its text with what is
/// behind it.
struct LoggedLine {
    int64_t place;
    uint64_t word;
    std::string text;
    uint64_t meaningless;  ///< bits that the line says to be so
};

std::vector<LoggedLine> loggedLines(const std::filesystem::path& path) {
    const Expression instruction(R"re(:[0-7]:([0-9]{4}):[0-9]+\[([0-9a-f]{8})x_([0-9a-f]{8})x\] ([^\t]*)(.*))re");
    const Expression meaningless(R"re(dontcare bits in [^ ]*: ([0-9a-f]+))re");
    std::vector<LoggedLine> lines;
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) {
        const ExpressionMatch match = instruction.find(line);
        if (match.empty()) continue;
        const std::string& remark = match[5];
        const int64_t place = std::stoll(match[1]);
        const uint64_t word = std::stoull(match[2] + match[3], nullptr, 16);
        // The name of a place that is jumped to stands on a line of its own.
        const std::string& text = match[4];
        if (text.ends_with(':')) continue;
        // For random words Mesa also writes the operands that it can tell, and bits that should be zero.
        if (remark.find("no match: FIELD") != std::string::npos ||
            remark.find("unexpected bits") != std::string::npos) {
            continue;
        }
        const ExpressionMatch bits = meaningless.find(remark);
        lines.push_back({place, word, text, bits.empty() ? 0 : std::stoull(bits[1], nullptr, 16)});
    }
    return lines;
}

/// The text with the number of an instruction in the place of the distance to it, as the logs have it.
std::string withPlace(const LoggedLine& line) {
    std::string text = disassemble(line.word);
    const auto instruction = decode(line.word);
    const size_t mark = text.rfind('#');
    const bool jumps = instruction && rowOf(instruction->opcode).form >= Form::Jump &&
                       rowOf(instruction->opcode).form <= Form::TwoBranch;
    // Places beyond the program have no name.
    if (!jumps || line.text.find("#l") == std::string::npos) return text;
    return text.substr(0, mark) + "#l" + std::to_string(line.place + instruction->target);
}

TEST(Ir3Codec, ProgramsInMesasReferenceLogsAgree) {
    size_t compared = 0;
    for (const char* name : {"fd-clouds", "crash", "crash_prefetch", "prefetch-test", "shadow",
                             "dEQP-VK.draw.indirect_draw.indexed.indirect_draw_count.triangle_list"}) {
        const auto path = mesaFile("25.0.7", std::string(".gitlab-ci/reference/") + name + ".log");
        if (!std::filesystem::exists(path)) GTEST_SKIP() << "no " << path << ": scripts/setup/mesa puts it there";
        for (const LoggedLine& line : loggedLines(path)) {
            EXPECT_EQ(withPlace(line), line.text);
            EXPECT_EQ(meaninglessBits(line.word), line.meaningless) << line.text;
            ++compared;
        }
    }
    EXPECT_GT(compared, 4900u);
}

}  // namespace
}  // namespace cyclorama::adreno::ir3
