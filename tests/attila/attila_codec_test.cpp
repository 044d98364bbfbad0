// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <bit>
#include <fstream>
#include <random>
#include <sstream>

#include "families/attila/isa/codec.h"
#include "support/paths.h"

namespace cyclorama::attila {
namespace {

Word wordOf(uint64_t low, uint64_t high) {
    Word word;
    for (size_t i = 0; i < 8; ++i) {
        word[i] = static_cast<std::byte>(low >> (8 * i) & 0xff);
        word[8 + i] = static_cast<std::byte>(high >> (8 * i) & 0xff);
    }
    return word;
}

isa::Instruction decoded(const Word& word) {
    auto result = decode(word);
    if (const auto* error = std::get_if<DecodeError>(&result)) {
        ADD_FAILURE() << error->message();
        return {};
    }
    return std::get<isa::Instruction>(result);
}

isa::Instruction assembled(std::string_view text) {
    auto result = assemble(text);
    if (const auto* error = std::get_if<AssemblyError>(&result)) {
        ADD_FAILURE() << text << ": " << error->reason << " at column " << error->column;
        return {};
    }
    return std::get<isa::Instruction>(result);
}

std::string reasonFor(std::string_view text) {
    auto result = assemble(text);
    const auto* error = std::get_if<AssemblyError>(&result);
    return error != nullptr ? error->reason : "accepted";
}

/// One instruction of each opcode and each way to write its operands.
constexpr std::string_view kTexts[] = {
    "nop",
    "add r0, i1, c2",
    "addi r1.x, r2.y, 7",
    "addi r1, r2, -7",
    "arl a1, r3.x",
    "andp p1, p2, p3",
    "andp !p1, !p2, true",
    "andp p31, false, !c300.z",
    "cos r0.y, i0.x",
    "dp3 o0.w, i0, c511",
    "dp4 o0.x, i0, c3[a0.x + 12]",
    "dph o0.yz, c3[a1.w + -256], c4[a1.w + -256].wzyx",
    "dst r0, i1, i2",
    "ex2 r0.x, -|r1.w|",
    "exp r0, r1.x",
    "flr r0, r1",
    "frc r0, r1.wzyx",
    "lg2 r0.x, r1.x",
    "lit r0, r1",
    "log r0, |r1.x|",
    "mad_sat o1.xyz, r0, c2, -i1.wzyx",
    "max r0, r1, 1.5",
    "min r0, r1, -0.25",
    "mov r0, -r1",
    "mul r0, r1, -(2.0)",
    "muli r0, r1, r2",
    "rcp r0.x, r1.x",
    "rsq r0.x, r1.x",
    "setpeq p0, r1.x, r2.y",
    "setpgt p0, r1.x, 0.0",
    "sge r0, r1, r2",
    "setplt p0, r1.x, -|2.5|",
    "sin r0.x, r1.x",
    "stpeqi p0, r1.x, 4",
    "slt r0, r1, r2",
    "stpgti p0, r1.x, -2147483648",
    "stplti p0, r1.x, 2147483647",
    "txl r0, r1, t15",
    "tex r0, i6, t0",
    "txb r0, i6, t1",
    "txp_sat r0.xw, i6, t2",
    "kil r0.x",
    "kls r0, s3",
    "zxp r0.x",
    "zxs r0, s1",
    "cmp r0, r1, r2, r3",
    "cmpkil r0.x, r1, r2, r3",
    "chs",
    "lda r0, i0.x, t5",
    "fxmul r0, r1, r2",
    "fxmad r0, r1, r2, r3",
    "fxmad2 r0, r1, r2, r3",
    "ddx r0, r1",
    "ddy r0, r1",
    "jmp p3, -17",
    "jmp !c7[a0.y + 1].w, 2147483647",
    "jmp true, 1",
    "end",
    "(p0) add r0, i1, c2",
    "(!p31) mov o0.x, r1 <- end",
    "tex r0, i6, t0 <- wait",
    "mov o15, r31 <- end <- wait",
    "add r0, r1, 0x7fc00000",
    "add r0, r1, -(0xff800000)",
    "mov r0., r1.xxyy",
};

TEST(AttilaText, RoundTripsThroughTextAndWord) {
    std::array<bool, 256> seen{};
    for (const std::string_view text : kTexts) {
        const isa::Instruction instruction = assembled(text);
        EXPECT_EQ(disassemble(instruction), text);
        EXPECT_EQ(decoded(encode(instruction)), instruction) << text;
        EXPECT_EQ(encode(decoded(encode(instruction))), encode(instruction)) << text;
        seen[instruction.opcode] = true;
    }
    for (const OpcodeRow& row : instructionTable())
        EXPECT_TRUE(seen[row.code]) << row.name << " is not among the texts";
}

// Whatever decodes must survive text and word: random words, the opcode field forced to a known code.
TEST(AttilaText, RoundTripsRandomWords) {
    std::mt19937_64 random(20);
    unsigned accepted = 0;
    for (int i = 0; i < 200'000; ++i) {
        const OpcodeRow& row = instructionTable()[random() % instructionTable().size()];
        const Word word = wordOf((random() & ~uint64_t{0xff}) | row.code, random());
        auto result = decode(word);
        if (!std::holds_alternative<isa::Instruction>(result)) continue;
        ++accepted;
        const isa::Instruction instruction = std::get<isa::Instruction>(result);
        ASSERT_EQ(decoded(encode(instruction)), instruction) << disassemble(instruction);
        ASSERT_EQ(assembled(disassemble(instruction)), instruction) << disassemble(instruction);
    }
    EXPECT_GT(accepted, 50'000u);
}

// Words laid out by hand from the field table. mad_sat o1.xyz, i0, c300, -r2.wzyx with the end flag:
// low: opcode 13h, end (bit 8), bank1 0 (17), bank2 5 = high constants (22), bank3 3 (27), negate3 (30),
// result bank 1 (32), saturate (35), mask xyz = eh (36); high: register1 0, swizzle1 1bh (72), result 1 (80),
// register2 300 - 256 = 2ch (88), swizzle2 1bh (96), register3 2 (104), swizzle3 wzyx = e4h (112).
TEST(AttilaWord, HasItsFieldsWhereTheTableSays) {
    const uint64_t low = 0x13 | 1u << 8 | 5ull << 22 | 3ull << 27 | 1ull << 30 | 1ull << 32 | 1ull << 35 | 0xeull << 36;
    const uint64_t high = 0x1bull << 8 | 1ull << 16 | 0x2cull << 24 | 0x1bull << 32 | 2ull << 40 | 0xe4ull << 48;
    EXPECT_EQ(disassemble(decoded(wordOf(low, high))), "mad_sat o1.xyz, i0, c300, -r2.wzyx <- end");
    EXPECT_EQ(encode(assembled("mad_sat o1.xyz, i0, c300, -r2.wzyx <- end")), wordOf(low, high));
}

TEST(AttilaWord, JumpsAndImmediatesUseTheHighBits) {
    // jmp !p5, -2: bank1 3 (as ATTILA encodes predicates), negate1 (20), register1 5, immediate from bit 96.
    const isa::Instruction jump = decoded(wordOf(0x36 | 3ull << 17 | 1ull << 20, 5 | uint64_t{0xfffffffe} << 32));
    EXPECT_EQ(disassemble(jump), "jmp !p5, -2");
    // add r1.w, i2, 1.0: bank2 6, result bank 3, mask w = 1.
    const isa::Instruction add = decoded(
        wordOf(0x01 | 6ull << 22 | 3ull << 32 | 1ull << 36, 2 | 0x1bull << 8 | 1ull << 16 | 0x3f800000ull << 32));
    EXPECT_EQ(disassemble(add), "add r1.w, i2, 1.0");
}

TEST(AttilaWord, RelativeOffsetsAreSigned) {
    // mov r0, c9[a1.z + -3]: bank1 2, result bank 3, mask fh, relative (40), register 1 (41), component 2 (43),
    // offset 1fdh (45).
    const uint64_t low =
        0x16 | 2ull << 17 | 3ull << 32 | 0xfull << 36 | 1ull << 40 | 1ull << 41 | 2ull << 43 | 0x1fdull << 45;
    EXPECT_EQ(disassemble(decoded(wordOf(low, 9 | 0x1bull << 8))), "mov r0, c9[a1.z + -3]");
}

TEST(AttilaWord, UnusedFieldsAreIgnored) {
    EXPECT_EQ(decoded(wordOf(0x00, ~uint64_t{0})), assembled("nop"));
    const isa::Instruction end = decoded(wordOf(0x37 | ~uint64_t{0x7ff}, ~uint64_t{0}));
    EXPECT_EQ(end, assembled("end"));
}

TEST(AttilaDecode, RefusesMalformedWords) {
    const auto fault = [](uint64_t low) { return std::get<DecodeError>(decode(wordOf(low, 0))); };
    for (const unsigned code : {0x05u, 0x06u, 0x1au, 0x38u, 0xffu}) {
        const DecodeError error = fault(code);
        EXPECT_EQ(error.fault, DecodeFault::UnknownOpcode) << code;
        EXPECT_EQ(error.opcode, code);
    }
    // add with source 1 in the output bank; with source 2 in the invalid bank.
    EXPECT_EQ(fault(0x01 | 1ull << 17 | 3ull << 32).fault, DecodeFault::SourceBank);
    EXPECT_EQ(fault(0x01 | 7ull << 22 | 3ull << 32).message(),
              "instruction 0: source 2 of add is in bank 7, which cannot be read");
    // Immediates: source 1 never, source 2 not beside a third.
    EXPECT_EQ(fault(0x01 | 6ull << 17 | 3ull << 32).fault, DecodeFault::SourceBank);
    EXPECT_EQ(fault(0x13 | 6ull << 22 | 3ull << 32).fault, DecodeFault::ImmediateOfThree);
    // Results in inputs, constants, or nowhere.
    for (const uint64_t bank : {0ull, 2ull, 5ull, 6ull, 7ull}) {
        EXPECT_EQ(fault(0x16 | bank << 32).fault, DecodeFault::ResultBank) << bank;
    }
    // A result bank is not looked at where nothing is written.
    EXPECT_TRUE(std::holds_alternative<isa::Instruction>(decode(wordOf(0x29 | 7ull << 32, 0))));
}

TEST(AttilaDecode, ProgramsNameTheWordAtFault) {
    std::vector<std::byte> code = encodeProgram(std::vector{assembled("nop"), assembled("end")});
    EXPECT_EQ(std::get<isa::Program>(decodeProgram(code)).instructions.size(), 2u);
    code[kInstructionBytes] = std::byte{0x3f};
    EXPECT_EQ(std::get<DecodeError>(decodeProgram(code)).message(), "instruction 1: no opcode has the code 63");
    code.resize(kInstructionBytes + 3);
    EXPECT_EQ(std::get<DecodeError>(decodeProgram(code)).fault, DecodeFault::PartialWord);
    EXPECT_EQ(std::get<DecodeError>(decodeProgram(code)).instruction, 1u);
}

TEST(AttilaAssemble, SaysWhatIsWrong) {
    EXPECT_EQ(reasonFor("foo r0, r1"), "'foo' is no instruction");
    EXPECT_EQ(reasonFor("add r0, r1"), "',' expected");
    EXPECT_EQ(reasonFor("add i0, r1, r2"), "the result cannot be in this bank");
    EXPECT_EQ(reasonFor("add r0, o1, r2"), "this cannot be read as a source");
    EXPECT_EQ(reasonFor("add r0, r1, r2, r3"), "end of the line expected");
    EXPECT_EQ(reasonFor("add r256, r1, r2"), "number 256 is above 255");
    EXPECT_EQ(reasonFor("add r0, c512, r2"), "number 512 is above 511");
    EXPECT_EQ(reasonFor("mad r0, r1, 2.0, r2"), "only source 2 of two can be a number");
    EXPECT_EQ(reasonFor("mov r0.yx, r1"), "components of a mask are in the order xyzw");
    EXPECT_EQ(reasonFor("mov r0, r1.xy"), "one or four components expected");
    EXPECT_EQ(reasonFor("add r0, c1[a0.x], c2"), "either all constants of an instruction are relative or none");
    EXPECT_EQ(reasonFor("add r0, c1[a0.x], c2[a0.y]"), "another relative address is used already");
    EXPECT_EQ(reasonFor("mov r0, c1[a0.x + 256]"), "the offset is not in -256 to 255");
    EXPECT_EQ(reasonFor("(p32) nop"), "number 32 is above 31");
    EXPECT_EQ(reasonFor("kil_sat r0"), "the result cannot be saturated");
    EXPECT_EQ(reasonFor("andp r0, p0, p1"), "the result cannot be in this bank");
    EXPECT_EQ(reasonFor("jmp r0, 1"), "predicate or constant expected");
    EXPECT_EQ(reasonFor("nop <- stop"), "'end' or 'wait' expected");
    EXPECT_EQ(reasonFor(""), "'' is no instruction");
}

TEST(AttilaAssemble, ProgramsHaveCommentsAndReadListings) {
    const auto source = assembleProgram("# all of it\n\n  mov o0, i0   ; position\nmov o1, i3 <- end\n");
    ASSERT_TRUE(std::holds_alternative<std::vector<isa::Instruction>>(source));
    const isa::Program program = isa::makeProgram(std::get<std::vector<isa::Instruction>>(source));
    const std::string listing = disassemble(program);
    EXPECT_EQ(listing, "0000 : mov o0, i0\n0001 : mov o1, i3 <- end\n");
    EXPECT_EQ(std::get<std::vector<isa::Instruction>>(assembleProgram(listing)), program.instructions);
    const AssemblyError error = std::get<AssemblyError>(assembleProgram("nop\n0001 : mov r0, q1"));
    EXPECT_EQ(error.line, 2u);
    EXPECT_EQ(error.column, 16u);
}

TEST(AttilaTables, FieldsDoNotOverlapOrCrossTheHalves) {
    std::array<int, 128> uses{};
    for (const WordField& field : fieldTable()) {
        EXPECT_EQ(field.first / 64, (field.first + field.size - 1) / 64) << field.name;
        if (field.name == "immediate") continue;  // lies over swizzle2, register3 and swizzle3
        for (int bit = field.first; bit < field.first + field.size; ++bit)
            EXPECT_EQ(++uses[static_cast<size_t>(bit)], 1);
    }
}

// ATTILA configuration reference names the architectures; figures from its latency tables.
TEST(AttilaTables, CostsByArchitecture) {
    using enum isa::UnitModel;
    EXPECT_EQ(assembled("lit r0, r1").cost.on(Vector).latency, 4);
    EXPECT_EQ(assembled("lit r0, r1").cost.on(Scalar).repeatRate, 7);
    EXPECT_EQ(assembled("dp4 r0, r1, r2").cost.on(Scalar).latency, 0);
    EXPECT_EQ(assembled("dp4 r0, r1, r2").cost.on(ScalarFixedLatency).latency, 3);
    EXPECT_EQ(assembled("sin r0, r1").cost.on(VectorFixedLatency).latency, 12);
    EXPECT_EQ(assembled("rcp r0, r1").cost.on(VectorFixedLatency).repeatRate, 4);
}

// Opcodes that do the same share a kernel, and the condition tells them apart.
TEST(AttilaTables, OpcodesShareOperations) {
    EXPECT_EQ(assembled("slt r0, r1, r2").operation, isa::Operation::Set);
    EXPECT_EQ(assembled("slt r0, r1, r2").condition, isa::Condition::Less);
    EXPECT_EQ(assembled("cmp r0, r1, r2, r3").operation, isa::Operation::Select);
    EXPECT_EQ(assembled("kil r0").operation, isa::Operation::Discard);
    EXPECT_EQ(assembled("kil r0").condition, isa::Condition::Negative);
    EXPECT_EQ(assembled("stpgti p0, r1.x, 4").operation, assembled("setplt p0, r1.x, r2.x").operation);
    EXPECT_EQ(assembled("stpgti p0, r1.x, 4").type, isa::DataType::Signed32);
    // The level of detail, in the w of the coordinate, is a source of its own.
    const isa::Instruction sample = assembled("txl r0, -r1.xyzy, t2");
    EXPECT_EQ(sample.operation, isa::Operation::SampleLod);
    EXPECT_EQ(sample.sources[1].swizzle, (isa::Swizzle{1, 1, 1, 1}));
    EXPECT_TRUE(sample.sources[1].negate);
}

TEST(InstructionSetPage, EqualsAttilaTables) {
    std::ostringstream expected;
    writeOpcodeTable(expected);
    std::ifstream file(paths::source("docs/reference/isa_attila.md"));
    std::stringstream actual;
    actual << file.rdbuf();
    EXPECT_EQ(actual.str(), expected.str()) << "write the new table to docs/reference/isa_attila.md:\n"
                                            << expected.str();
}

}  // namespace
}  // namespace cyclorama::attila
