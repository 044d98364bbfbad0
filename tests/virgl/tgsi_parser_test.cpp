// SPDX-License-Identifier: MIT
// TGSI's text as Mesa 22.3.6 writes it.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "virgl/protocol/refusal.h"
#include "virgl/tgsi/parser.h"

namespace cyclorama::virgl::tgsi {
namespace {

using testing::HasSubstr;

constexpr const char* kProgram = R"(FRAG
PROPERTY FS_COLOR0_WRITES_ALL_CBUFS 1
DCL IN[0], GENERIC[9], PERSPECTIVE
DCL OUT[0], COLOR
DCL SAMP[0]
DCL SVIEW[0], 2D, FLOAT
DCL CONST[0][0..3]
DCL TEMP[0..1], LOCAL
DCL ADDR[0]
IMM[0] FLT32 {0x3f000000, 0x00000000, 0x00000000, 0x3f800000}
IMM[1] INT32 {-1, 2, 0, 0}
  0: TEX TEMP[0], IN[0].xyyy, SAMP[0], 2D
  1: IF TEMP[0].xxxx :3
  2:   MAD_SAT TEMP[1].xyz, -TEMP[0], |CONST[0][2].wzyx|, IMM[0].xxxx
  3: ENDIF
  4: ARL ADDR[0].x, TEMP[1].xxxx
  5: MOV OUT[0], CONST[0][ADDR[0].x-1]
  6: END
)";

TEST(TgsiParser, ReadsAProgram) {
    const TgsiProgram program = parse(kProgram);
    EXPECT_TRUE(program.fragment);
    EXPECT_TRUE(program.colorToAll);
    ASSERT_EQ(program.declarations.size(), 7u);
    EXPECT_EQ(program.declarations[0].semantic, Semantic::Generic);
    EXPECT_EQ(program.declarations[0].semanticIndex, 9u);
    EXPECT_EQ(program.declarations[4].last, 3u);
    ASSERT_EQ(program.immediates.size(), 2u);
    EXPECT_EQ(program.immediates[0][0], 0x3f000000u);
    EXPECT_EQ(program.immediates[1][0], 0xffffffffu);
    ASSERT_EQ(program.instructions.size(), 7u);
    const Instruction& tex = program.instructions[0];
    EXPECT_EQ(tex.opcode, Opcode::Tex);
    EXPECT_EQ(tex.shape, Shape::Texture2D);
    EXPECT_EQ(tex.sources[0].swizzle, (std::array<uint8_t, 4>{0, 1, 1, 1}));
    const Instruction& mad = program.instructions[2];
    EXPECT_TRUE(mad.saturate);
    EXPECT_EQ(mad.destination->mask, 7);
    EXPECT_TRUE(mad.sources[0].negate);
    EXPECT_TRUE(mad.sources[1].absolute);
    EXPECT_EQ(mad.sources[1].index, 2);
    EXPECT_EQ(mad.sources[1].swizzle, (std::array<uint8_t, 4>{3, 2, 1, 0}));
    const Source& relative = program.instructions[5].sources[0];
    ASSERT_TRUE(relative.indirect.has_value());
    EXPECT_EQ(relative.index, -1);
}

/// The words with which a program is refused: as malformed, or as beyond what is offered.
template <typename Refusal>
std::string refusalOf(const std::string& text) {
    try {
        parse(text);
    } catch (const Refusal& refusal) {
        return refusal.what();
    }
    return "none";
}

TEST(TgsiParser, NamesThePlaceOfWhatIsMalformed) {
    using std::string;
    const auto withLine = [](const string& line) { return "VERT\nDCL TEMP[0]\n" + line + "\n  1: END\n"; };
    EXPECT_EQ(refusalOf<Malformed>(withLine("  0: MOV TEMP[0] TEMP[0]")), "TGSI line 3 column 18: ',' expected");
    EXPECT_THAT(refusalOf<Malformed>(withLine("  0: MOV TEMP[1], TEMP[0]")), HasSubstr("not declared"));
    EXPECT_THAT(refusalOf<Malformed>(withLine("  0: MOV TEMP[0], TEMP[0].xyq")), HasSubstr("a component expected"));
    EXPECT_THAT(refusalOf<Malformed>(withLine("  0: ENDIF")), HasSubstr("ENDIF without IF"));
    EXPECT_THAT(refusalOf<Malformed>(withLine("  0: BRK")), HasSubstr("no loop is open"));
    EXPECT_THAT(refusalOf<Malformed>(withLine("  0: IF TEMP[0] :1")), HasSubstr("is open"));
    EXPECT_THAT(refusalOf<Malformed>(withLine("DCL TEMP[5..2]")), HasSubstr("no range"));
    EXPECT_THAT(refusalOf<Malformed>(withLine("IMM[3] FLT32 {0x0, 0x0, 0x0, 0x0}")), HasSubstr("next immediate"));
    EXPECT_THAT(refusalOf<Malformed>("VERT\n"), HasSubstr("END expected"));
    EXPECT_THAT(refusalOf<Malformed>(""), HasSubstr("END expected"));
}

TEST(TgsiParser, NamesWhatIsNotOffered) {
    const auto withLine = [](const std::string& line) { return "VERT\nDCL TEMP[0]\n" + line + "\n  1: END\n"; };
    EXPECT_EQ(refusalOf<Unsupported>("GEOM\n"), "TGSI line 1: programs of the stage GEOM");
    EXPECT_EQ(refusalOf<Unsupported>(withLine("  0: IMAX TEMP[0], TEMP[0], TEMP[0]")), "TGSI line 3: the opcode IMAX");
    EXPECT_EQ(refusalOf<Unsupported>(withLine("DCL BUFFER[0]")), "TGSI line 3: the register file BUFFER");
    EXPECT_EQ(refusalOf<Unsupported>(withLine("DCL CONST[1][0..3]")), "TGSI line 3: constant buffers beside the first");
}

}  // namespace
}  // namespace cyclorama::virgl::tgsi
