// SPDX-License-Identifier: MIT
// TGSI programs translated for ATTILA's shaders: the text that comes out, and that all of it can be assembled.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <variant>

#include "families/attila/driver/draw/state_registers.h"
#include "families/attila/driver/programs/program_translator.h"
#include "families/attila/isa/codec.h"
#include "virgl/protocol/refusal.h"
#include "virgl/tgsi/parser.h"

namespace cyclorama::attila {
namespace {

using testing::HasSubstr;

constexpr const char* kFragmentHead =
    "FRAG\nDCL IN[0], GENERIC[0], PERSPECTIVE\nDCL IN[1], GENERIC[1], PERSPECTIVE\nDCL OUT[0], COLOR\nDCL SAMP[0]\n"
    "DCL CONST[0][0..7]\nDCL ADDR[0]\nDCL TEMP[0..5]\nIMM[0] FLT32 {0x3f800000, 0x00000000, 0x40000000, 0x3f000000}\n";

TranslatedProgram translated(const std::string& text, const ProgramVariant& variant = {}) {
    const virgl::tgsi::TgsiProgram program = virgl::tgsi::parse(text);
    TranslatedProgram made = translate(prepare(program), ProgramLink(program), variant);
    const auto assembled = assembleProgram(made.text);
    if (const auto* error = std::get_if<AssemblyError>(&assembled)) ADD_FAILURE() << error->reason << "\n" << made.text;
    return made;
}

/// The lines between `DCL`s and the end of a fragment program whose instructions are given without their numbers.
std::string linesOf(const std::vector<std::string>& instructions, const ProgramVariant& variant = {}) {
    std::string text = kFragmentHead;
    for (size_t i = 0; i < instructions.size(); ++i) text += "  " + std::to_string(i) + ": " + instructions[i] + "\n";
    return translated(text + "  99: END\n", variant).text;
}

TEST(DriverPrograms, TranslatesWhatIsAnInstructionAsItStands) {
    EXPECT_EQ(linesOf({"MAD_SAT TEMP[0].xyz, -IN[1], |CONST[0][3].wzyx|, IMM[0].xxxx", "MOV OUT[0], TEMP[0]"}),
              "mad_sat r0.xyz, -i6, |c3.wzyx|, c8.xxxx\nmov o1, r0\nnop <- end\n");
    EXPECT_EQ(linesOf({"RCP TEMP[0].x, IN[0].zzzz", "TEX OUT[0], TEMP[0], SAMP[0], 2D"}),
              "rcp r0.x, i5.zzzz\ntex o1, r0, t0\nnop <- end\n");
    EXPECT_EQ(linesOf({"SGT OUT[0], IN[0], IN[1]"}), "slt o1, i6, i5\nnop <- end\n");
}

TEST(DriverPrograms, ExpandsWhatIsNot) {
    EXPECT_EQ(linesOf({"LRP OUT[0], IN[0], IN[1], CONST[0][1]"}), "add r0, i6, -c1\nmad o1, i5, r0, c1\nnop <- end\n");
    EXPECT_EQ(linesOf({"POW OUT[0].x, IN[0].xxxx, IN[1].yyyy"}),
              "lg2 r0.x, i5.xxxx\nmax r0.x, r0, c9\nmul r0.x, r0.xxxx, i6.yyyy\nex2 o1.x, r0.xxxx\nnop <- end\n");
    EXPECT_EQ(linesOf({"DIV OUT[0].xz, IN[0], IN[1]"}),
              "rcp r0.x, i6.xxxx\nrcp r0.z, i6.zzzz\nmul o1.xz, i5, r0\nnop <- end\n");
    EXPECT_EQ(linesOf({"FLR OUT[0], IN[0]"}), "frc r0, i5\nadd o1, i5, -r0\nnop <- end\n");
    EXPECT_EQ(linesOf({"SEQ OUT[0], IN[0], IN[1]"}), "sge r0, i5, i6\nsge r1, i6, i5\nmul o1, r0, r1\nnop <- end\n");
}

TEST(DriverPrograms, MakesPredicatesOfConditionsAndLoops) {
    EXPECT_EQ(linesOf({"IF IN[0].xxxx :2", "MOV OUT[0], IN[0]", "ELSE :4", "MOV OUT[0], IN[1]", "ENDIF"}),
              "setpeq p1, i5.xxxx, c9.xxxx\nandp p0, !p1, true\n(p0) mov o1, i5\nandp p0, p1, true\n(p0) mov o1, i6\n"
              "nop <- end\n");
    EXPECT_EQ(linesOf({"BGNLOOP :9", "IF IN[0].xxxx :3", "BRK", "ENDIF", "ADD TEMP[0], TEMP[0], IN[1]", "ENDLOOP :0",
                       "MOV OUT[0], TEMP[0]"}),
              "andp p0, true, true\n"
              "setpeq p3, i5.xxxx, c9.xxxx\n"
              "andp p0, p0, p3\n"
              "(p0) add r0, r0, i6\n"
              "jmp !p0, 2\n"
              "jmp true, -4\n"
              "mov o1, r0\n"
              "nop <- end\n");
    // Turns that end early: who is in the loop, and who in the turn, are two predicates.
    EXPECT_EQ(linesOf({"BGNLOOP :9", "IF IN[0].xxxx :3", "BRK", "ENDIF", "IF IN[0].yyyy :6", "CONT", "ENDIF",
                       "ADD TEMP[0], TEMP[0], IN[1]", "ENDLOOP :0", "MOV OUT[0], TEMP[0]"}),
              "andp p1, true, true\n"
              "andp p0, p1, true\n"
              "setpeq p3, i5.xxxx, c9.xxxx\n"
              "andp p2, !p3, p0\n"
              "andp p1, p1, !p2\n"
              "andp p0, p0, !p2\n"
              "setpeq p3, i5.yyyy, c9.xxxx\n"
              "andp p2, !p3, p0\n"
              "andp p0, p0, !p2\n"
              "(p0) add r0, r0, i6\n"
              "jmp !p1, 2\n"
              "jmp true, -10\n"
              "mov o1, r0\n"
              "nop <- end\n");
    // Left within a condition.
    EXPECT_EQ(linesOf({"BGNLOOP :9", "IF IN[0].xxxx :5", "ADD TEMP[0], TEMP[0], IN[1]", "BRK", "ENDIF", "ENDLOOP :0",
                       "MOV OUT[0], TEMP[0]"}),
              "andp p0, true, true\n"
              "setpeq p3, i5.xxxx, c9.xxxx\n"
              "andp p2, !p3, p0\n"
              "(p2) add r0, r0, i6\n"
              "andp p0, p0, !p2\n"
              "andp p2, p2, !p2\n"
              "jmp !p0, 2\n"
              "jmp true, -6\n"
              "mov o1, r0\n"
              "nop <- end\n");
}

TEST(DriverPrograms, KillsUnderAConditionByWhatThatChanges) {
    // Predicates do not hold instructions that kill back.
    EXPECT_EQ(linesOf({"IF IN[0].xxxx :2", "KILL", "ENDIF", "MOV OUT[0], IN[0]"}),
              "setpeq p1, i5.xxxx, c9.xxxx\nandp p0, !p1, true\nmov r0, c9.yyyy\n(p0) mov r0, c9.wwww\nkil r0\n"
              "mov o1, i5\nnop <- end\n");
}

TEST(DriverPrograms, SharesRegistersThatAreNotNeededAtOnce) {
    EXPECT_EQ(linesOf({"MOV TEMP[0], IN[0]", "ADD TEMP[3], TEMP[0], IN[1]", "MUL TEMP[5], TEMP[3], TEMP[3]",
                       "MOV OUT[0], TEMP[5]"}),
              "mov r0, i5\nadd r0, r0, i6\nmul r0, r0, r0\nmov o1, r0\nnop <- end\n");
    // A loop needs what it uses until its end.
    EXPECT_THAT(linesOf({"MOV TEMP[0], IN[0]", "BGNLOOP :4", "ADD TEMP[1], TEMP[0], IN[1]", "MOV TEMP[2], TEMP[1]",
                         "BRK", "ENDLOOP :1", "MOV OUT[0], TEMP[2]"}),
                HasSubstr("(p0) mov r2, r1"));
}

TEST(DriverPrograms, AddressesConstantsByRegister) {
    EXPECT_EQ(linesOf({"ARL ADDR[0].x, IN[0].xxxx", "ADD OUT[0], CONST[0][ADDR[0].x+2], CONST[0][1]"}),
              "arl a0.x, i5.xxxx\nmov r0, c1\nadd o1, c511[a0.x + 3], r0\nnop <- end\n");
    const virgl::tgsi::TgsiProgram vertex = virgl::tgsi::parse(
        "VERT\nDCL IN[0]\nDCL OUT[0], POSITION\nDCL CONST[0][0..7]\nDCL ADDR[0]\n  0: ARL ADDR[0].x, IN[0].xxxx\n"
        "  1: MOV OUT[0], CONST[0][ADDR[0].x-1]\n  2: END\n");
    EXPECT_EQ(translate(prepare(vertex), ProgramLink(virgl::tgsi::parse("FRAG\n  0: END\n")), {}).text,
              "arl a0.x, i0.xxxx\nmov o0, c0[a0.x + -1]\nnop <- end\n");
}

TEST(DriverPrograms, ComputesIndicesAsFloats) {
    // Integers 0, 1 and -1, and 3.0, which Mesa makes of an integer that it uses as a float, too.
    const std::string head =
        std::string(kFragmentHead) + "IMM[1] FLT32 {0x00000000, 0x00000001, 0xffffffff, 0x40400000}\n";
    using Made = std::pair<std::string, float>;
    const auto constant = [&](const std::string& instruction) {
        const TranslatedProgram made = translated(head + "  0: " + instruction + "\n  1: END\n");
        return Made(made.text, made.constants.back()[0]);
    };
    EXPECT_EQ(constant("UADD TEMP[0].x, IN[0].xxxx, IMM[1].yyyy"), Made("add r0.x, i5.xxxx, c10\nnop <- end\n", 1.0f));
    EXPECT_EQ(constant("UADD TEMP[0].x, IMM[1].zzzz, IN[0].xxxx"), Made("add r0.x, c10, i5.xxxx\nnop <- end\n", -1.0f));
    EXPECT_EQ(constant("UMUL TEMP[0].x, IN[0].xxxx, IMM[1].wwww"), Made("mul r0.x, i5.xxxx, c10\nnop <- end\n", 3.0f));
    EXPECT_EQ(constant("SHL TEMP[0].x, IN[0].xxxx, IMM[1].wwww"), Made("mul r0.x, i5.xxxx, c10\nnop <- end\n", 8.0f));
}

TEST(DriverPrograms, ChoosesAmongRegistersAtAnIndex) {
    const std::string head =
        "FRAG\nDCL IN[0..1], ARRAY(1), GENERIC[0], PERSPECTIVE\nDCL OUT[0], COLOR\nDCL TEMP[0..1], ARRAY(1)\n"
        "DCL TEMP[2]\nDCL ADDR[0]\n";
    EXPECT_EQ(translated(head + "  0: ARL ADDR[0].x, IN[0].xxxx\n  1: MOV OUT[0], IN[ADDR[0].x](1)\n  2: END\n").text,
              "arl a0.x, i5.xxxx\nfrc r0.x, i5.xxxx\nadd r0.x, i5.xxxx, -r0\n"
              "setpeq p31, r0.xxxx, c0\n(p31) mov r1, i5\nsetpeq p31, r0.xxxx, c1\n(p31) mov r1, i6\n"
              "mov o1, r1\nnop <- end\n");
    // Within a condition, and with an element that is written alone: what lies in the array is needed until its last
    // use.
    EXPECT_EQ(translated(head + "  0: MOV TEMP[0], IN[0]\n  1: MOV TEMP[1], IN[1]\n  2: ARL ADDR[0].x, IN[0].xxxx\n"
                                "  3: IF IN[0].yyyy :5\n  4: MOV TEMP[ADDR[0].x](1).xy, IN[1]\n  5: ENDIF\n"
                                "  6: ADD OUT[0], TEMP[0], TEMP[1]\n  7: END\n")
                  .text,
              "mov r0, i5\nmov r1, i6\narl a0.x, i5.xxxx\nfrc r2.x, i5.xxxx\nadd r2.x, i5.xxxx, -r2\n"
              "setpeq p1, i5.yyyy, c0.xxxx\nandp p0, !p1, true\n(p0) mov r3.xy, i6\n"
              "setpeq p31, r2.xxxx, c1\nandp p31, p31, p0\n(p31) mov r0.xy, r3\n"
              "setpeq p31, r2.xxxx, c2\nandp p31, p31, p0\n(p31) mov r1.xy, r3\nadd o1, r0, r1\nnop <- end\n");
}

TEST(DriverPrograms, TestsAlphaAndSwizzles) {
    ProgramVariant variant;
    variant.alphaTest = func::CompareFunction::Greater;
    EXPECT_EQ(
        linesOf({"MOV OUT[0], IN[0]"}, variant),
        "mov r0, i5\nslt r1.x, c9.xxxx, r0.wwww\nadd r1.x, r1.xxxx, -c10.zzzz\nkil r1.xxxx\nmov o1, r0\nnop <- end\n");
    ProgramVariant alpha;
    using virgl::Swizzle;
    alpha.swizzles[0] = {Swizzle::W, Swizzle::Zero, Swizzle::One, Swizzle::X};
    EXPECT_EQ(
        linesOf({"TEX OUT[0], IN[0], SAMP[0], 2D"}, alpha),
        "tex r0, i5, t0\nmov o1.x, r0.wwww\nmov o1.y, c9.xxxx\nmov o1.z, c9.yyyy\nmov o1.w, r0.xxxx\nnop <- end\n");
}

TEST(DriverPrograms, MovesPositions) {
    ProgramVariant variant;
    variant.movesPosition = true;
    const virgl::tgsi::TgsiProgram vertex =
        virgl::tgsi::parse("VERT\nDCL IN[0]\nDCL OUT[0], POSITION\n  0: MOV OUT[0], IN[0]\n  1: END\n");
    const virgl::tgsi::TgsiProgram fragment = virgl::tgsi::parse("FRAG\n  0: END\n");
    const TranslatedProgram made = translate(prepare(vertex), ProgramLink(fragment), variant);
    EXPECT_EQ(made.text, "mov r0, i0\nmul r0.xyz, r0, c0\nmad r0.xyz, r0.w, c1, r0\nmov o0, r0\nnop <- end\n");
    EXPECT_EQ(made.position, 0u);
}

TEST(DriverPrograms, HandsDistancesToPlanesOn) {
    const virgl::tgsi::TgsiProgram vertex = virgl::tgsi::parse(
        "VERT\nDCL IN[0]\nDCL IN[1]\nDCL OUT[0], POSITION\nDCL OUT[1], CLIPVERTEX\n  0: MOV OUT[0], IN[0]\n"
        "  1: MOV OUT[1], IN[1]\n  2: END\n");
    const virgl::tgsi::TgsiProgram fragment = virgl::tgsi::parse(
        "FRAG\nDCL IN[0], GENERIC[0], PERSPECTIVE\nDCL OUT[0], COLOR\n  0: MOV OUT[0], IN[0]\n  1: END\n");
    const ProgramLink link(fragment);
    ProgramVariant variant;
    variant.clipPlanes = 0b100110;
    TranslatedProgram made = translate(prepare(vertex), link, variant);
    EXPECT_EQ(made.text,
              "mov r0, i0\nmov r1, i1\ndp4 o6.x, r1, c0\ndp4 o6.y, r1, c1\ndp4 o6.z, r1, c2\nmov o0, r0\n"
              "nop <- end\n");
    EXPECT_EQ(made.clipPlanes, 0u);
    made = translate(prepare(fragment), link, variant);
    EXPECT_EQ(made.text, "mov o1, i5\nkil i6.xxxx\nkil i6.yyyy\nkil i6.zzzz\nnop <- end\n");
    EXPECT_TRUE(made.kills);
}

TEST(DriverPrograms, ScalesCoordinatesOfRectanglesToShares) {
    const TranslatedProgram made =
        translated(std::string(kFragmentHead) + "  0: TXP OUT[0], IN[0], SAMP[0], RECT\n  1: END\n");
    EXPECT_EQ(made.text, "mul r0, i5, c9\ntxp o1, r0, t0\nnop <- end\n");
    ASSERT_EQ(made.textureConstants.size(), 1u);
    EXPECT_EQ(made.textureConstants[0].constant, 9u);
    EXPECT_EQ(made.textureConstants[0].kind, TextureConstant::Kind::Reciprocal);
}

TEST(DriverPrograms, ClampsWhatDepthsAreComparedWith) {
    TranslatedProgram made =
        translated(std::string(kFragmentHead) + "  0: TEX OUT[0], IN[0], SAMP[0], SHADOW2D\n  1: END\n");
    EXPECT_EQ(made.text, "mov r0, i5\nmov_sat r0.z, r0\ntex o1, r0, t0\nnop <- end\n");
    // The quotient is clamped.
    made = translated(std::string(kFragmentHead) + "  0: TXP OUT[0], IN[0], SAMP[0], SHADOW2D\n  1: END\n");
    EXPECT_EQ(made.text,
              "mov r0, i5\nrcp r0.w, r0.wwww\nmul r0.xyz, r0, r0.wwww\nmov r0.w, c9.yyyy\nmov_sat r0.z, r0\n"
              "txp o1, r0, t0\nnop <- end\n");
}

TEST(DriverPrograms, BringsCoordinatesToACopyWithABorder) {
    const auto program =
        virgl::tgsi::parse(std::string(kFragmentHead) + "  0: TEX OUT[0], IN[0], SAMP[0], 2D\n  1: END\n");
    ProgramVariant variant;
    variant.borders[0] = {.axes = 3, .clamps = 2};
    const TranslatedProgram made = translate(prepare(program), ProgramLink(program), variant);
    EXPECT_EQ(made.text, "mov r0, i5\nmov_sat r0.y, r0\nmad r0.xy, r0, c9, c10\ntex o1, r0, t0\nnop <- end\n");
    ASSERT_EQ(made.textureConstants.size(), 2u);
    EXPECT_EQ(made.textureConstants[0].kind, TextureConstant::Kind::BorderScale);
    EXPECT_EQ(made.textureConstants[1].kind, TextureConstant::Kind::BorderOffset);
}

TEST(DriverPrograms, ShiftsToTheRightByAProductAndItsWholePart) {
    const TranslatedProgram made = translated(std::string(kFragmentHead) +
                                              "IMM[1] UINT32 {1, 0, 0, 0}\n"
                                              "  0: USHR OUT[0], IN[0], IMM[1].xxxx\n  1: END\n");
    EXPECT_EQ(made.text, "mul r0, i5, c10\nfrc r1, r0\nadd o1, r0, -r1\nnop <- end\n");
    EXPECT_EQ(made.constants.at(2), (func::Vec4{0.5f, 0.5f, 0.5f, 0.5f}));
}

TEST(DriverPrograms, MakesALevelOfDetailOfDerivatives) {
    const TranslatedProgram made =
        translated(std::string(kFragmentHead) + "  0: TXD OUT[0], IN[0], IN[1], CONST[0][0], SAMP[0], 2D\n  1: END\n");
    EXPECT_EQ(made.text,
              "mul r0, i6, c9\ndp3 r0.x, r0, r0\nmax r0.x, r0, c10\nmul r1, c0, c9\ndp3 r1.x, r1, r1\n"
              "max r0.x, r0, r1\nlg2 r0.x, r0.xxxx\nmul r0.x, r0, c11.zzzz\nmov r1, i5\nmov r1.w, r0.xxxx\n"
              "txl o1, r1, t0\nnop <- end\n");
    ASSERT_EQ(made.textureConstants.size(), 1u);
    EXPECT_EQ(made.textureConstants[0].kind, TextureConstant::Kind::Size);
}

TEST(DriverPrograms, LooksAPixelUpInThePatternOfPolygons) {
    ProgramVariant variant;
    variant.polygonStipple = true;
    EXPECT_EQ(linesOf({"TEX OUT[0], IN[0], SAMP[0], 2D"}, variant),
              "tex o1, i5, t0\nmad r0, i0, c9, c10\ntex r0, r0, t1\nadd r0, r0, -c11.zzzz\nkil r0.xxxx\nnop <- end\n");
}

// The chip's face is an area. Mesa's newer programs clamp it to 0 and 1, and count with that.
TEST(DriverPrograms, MakesAFaceOfOneOrMinusOne) {
    const TranslatedProgram made =
        translated("FRAG\nDCL IN[0], FACE, CONSTANT\nDCL OUT[0], COLOR\n  0: MOV_SAT OUT[0], IN[0].xxxx\n  1: END\n");
    EXPECT_EQ(made.text, "cmp r0.x, i15.wwww, c0.yyyy, c0.xxxx\nmov_sat o1, r0.xxxx\nnop <- end\n");
    ASSERT_EQ(made.constants.size(), 1u);
    EXPECT_EQ(made.constants[0], (func::Vec4{1, -1, 0, 0}));
}

// A choice by arithmetic would give no number where the other value is infinite.
TEST(DriverPrograms, ChoosesWhereAWeightIsZeroOrOne) {
    EXPECT_EQ(linesOf({"SGE TEMP[0].x, IN[0].xxxx, IN[0].yyyy", "SLT TEMP[1].x, IN[0].zzzz, IMM[0].xxxx",
                       "MUL TEMP[2].x, TEMP[0].xxxx, TEMP[1].xxxx", "LRP OUT[0], TEMP[2].xxxx, IN[0], IN[1]"}),
              "sge r0.x, i5.xxxx, i5.yyyy\nslt r1.x, i5.zzzz, c8.xxxx\nmul r0.x, r0.xxxx, r1.xxxx\n"
              "cmp o1, -r0.xxxx, i5, i6\nnop <- end\n");
    // Any other value that the component may have makes it a weight.
    EXPECT_EQ(linesOf({"SGE TEMP[0].xy, IN[0], IN[1]", "IF IN[0].xxxx :4", "MOV TEMP[0].x, IMM[0].wwww", "ENDIF",
                       "LRP OUT[0].x, TEMP[0].xxxx, IN[0], IN[1]", "LRP OUT[0].y, TEMP[0].yyyy, IN[0], IN[1]"}),
              "sge r0.xy, i5, i6\nsetpeq p1, i5.xxxx, c9.xxxx\nandp p0, !p1, true\n(p0) mov r0.x, c8.wwww\n"
              "add r1.x, i5, -i6\nmad o1.x, r0.xxxx, r1, i6\ncmp o1.y, -r0.yyyy, i5, i6\nnop <- end\n");
}

TEST(DriverPrograms, JoinsProductsWithTheSumsThatTheyAreFor) {
    EXPECT_EQ(linesOf({"MUL TEMP[0], IN[0].xxxx, CONST[0][0]", "MUL TEMP[1].xy, IN[0].yzww, CONST[0][1]",
                       "ADD OUT[0], TEMP[0], -TEMP[1].yxyx"}),
              "mul r0.xy, i5.yzww, c1\nmad o1, i5.xxxx, c0, -r0.yxyx\nnop <- end\n");
    EXPECT_EQ(linesOf({"MUL TEMP[1].xy, IN[0].yzww, CONST[0][1]", "ADD OUT[0], IN[1], -TEMP[1].yxyx"}),
              "mad o1, -i5.zyzy, c1.yxyx, i6\nnop <- end\n");
    // One that is limited, read again, of a factor that changes, or of another turn of a loop stays.
    const auto staysApart = [](const std::vector<std::string>& instructions) {
        EXPECT_THAT(linesOf(instructions), testing::Not(HasSubstr("mad"))) << instructions[0];
    };
    staysApart({"MUL_SAT TEMP[0], IN[0], IN[1]", "ADD OUT[0], TEMP[0], IN[0]"});
    staysApart({"MUL TEMP[0], IN[0], IN[1]", "ADD TEMP[1], TEMP[0], IN[0]", "MUL OUT[0], TEMP[0], TEMP[1]"});
    staysApart(
        {"MOV TEMP[1], IN[0]", "MUL TEMP[0], TEMP[1], IN[1]", "MOV TEMP[1], IN[1]", "ADD OUT[0], TEMP[0], TEMP[1]"});
    staysApart({"MUL TEMP[0], IN[0], IN[1]", "BGNLOOP :9", "ADD TEMP[1], TEMP[0], TEMP[1]", "BRK", "ENDLOOP :1",
                "MOV OUT[0], TEMP[1]"});
    staysApart({"MUL TEMP[0].x, IN[0], IN[1]", "ADD OUT[0], |TEMP[0].xxxx|, IN[0]"});
}

TEST(DriverPrograms, RefusesPlanesBesideTooManyVaryings) {
    std::string text = "FRAG\n";
    for (int i = 0; i < 9; ++i) text += "DCL IN[" + std::to_string(i) + "], GENERIC[" + std::to_string(i) + "]\n";
    const virgl::tgsi::TgsiProgram program = virgl::tgsi::parse(text + "DCL OUT[0], COLOR\n  0: END\n");
    EXPECT_NO_THROW(clipDistances(ProgramLink(program), 0xf));
    EXPECT_THROW(clipDistances(ProgramLink(program), 0x1f), virgl::Unsupported);
}

TEST(DriverPrograms, RefusesByLine) {
    const auto refusal = [](const std::vector<std::string>& instructions) -> std::string {
        try {
            linesOf(instructions);
        } catch (const virgl::Unsupported& refused) {
            return refused.what();
        }
        return "none";
    };
    EXPECT_EQ(refusal({"NOP", "TXD OUT[0], IN[0], IN[0], IN[0], SAMP[0], CUBE"}),
              "TGSI line 11: cube maps by given derivatives");
    EXPECT_EQ(refusal({"MOV OUT[0], IMM[ADDR[0].x]"}), "TGSI line 10: an operand of this kind by address");
    EXPECT_EQ(refusal({"SHL TEMP[0].x, TEMP[0].xxxx, IN[0].xxxx"}), "TGSI line 10: shifts by what is no immediate");
}

TEST(DriverViewports, TakeWholePixelsAsTheyStand) {
    const SurfaceSize size{.width = 320, .height = 240};
    ViewportPlan plan = planViewport({.scale = {160, -120, 0.5f}, .offset = {160, 120, 0.5f}}, size);
    EXPECT_FALSE(plan.moves);
    EXPECT_TRUE(plan.upwards);
    EXPECT_EQ(plan.width, 320u);
    EXPECT_EQ(plan.height, 240u);
    plan = planViewport({.scale = {50, 25, 0.5f}, .offset = {60, 35, 0.5f}}, size);
    EXPECT_FALSE(plan.moves);
    EXPECT_EQ(plan.x, 10u);
    EXPECT_EQ(plan.y, 10u);
}

TEST(DriverViewports, MovePositionsIntoOthers) {
    // From -40 to 360, and higher than wide: parts of a square of 320 pixels.
    const ViewportPlan plan =
        planViewport({.scale = {200, -120, 0.5f}, .offset = {160, 120, 0.5f}}, {.width = 320, .height = 240});
    EXPECT_TRUE(plan.moves);
    EXPECT_EQ(plan.width, 320u);
    EXPECT_FLOAT_EQ(plan.scale[0], 1.25f);
    EXPECT_FLOAT_EQ(plan.offset[0], 0.0f);
    EXPECT_FLOAT_EQ(plan.scale[1], 0.75f);
    // Row 0 is at y = 1: (1 - 0.75 - offset) / 2 * 320 = 0.
    EXPECT_FLOAT_EQ(plan.offset[1], 0.25f);
    EXPECT_EQ(plan.bounds.maxX, 320u);
}

}  // namespace
}  // namespace cyclorama::attila
