// SPDX-License-Identifier: MIT
// Where fragment programs release the storage of varyings, and where they fail to (Mesa: ir3/ir3_legalize.c).

#include "families/adreno/checks/input_ends.h"

#include "adreno/ir3_program.h"

namespace cyclorama::adreno::ir3 {
namespace {

using Kind = InputEndFault::Kind;

std::optional<InputEndFault> faultOf(std::string_view text) {
    const Ir3Program program = programOf(text);
    return findInputEndFault(program, program.steps.size());
}

TEST(InputEnds, TheLastReadOfAVaryingHasIt) {
    EXPECT_EQ(faultOf("bary.f r1.x, 0, r0.x\nbary.f (ei)r1.y, 1, r0.x\nend\n"), std::nullopt);
    EXPECT_EQ(faultOf("bary.f r1.x, 0, r0.x\nbary.f r1.y, 1, r0.x\nend\n"), (InputEndFault{Kind::Missing, 1}));
    EXPECT_EQ(faultOf("flat.b r1.x, 0, 0\nend\n"), (InputEndFault{Kind::Missing, 0}));
    EXPECT_EQ(faultOf("flat.b (ei)r1.x, 0, 0\nend\n"), std::nullopt);
    EXPECT_EQ(faultOf("mov.f32f32 r1.x, r0.x\nend\n"), std::nullopt) << "without inputs";
}

TEST(InputEnds, AnAdditionWithTheBitIsNone) {
    EXPECT_EQ(faultOf("bary.f r1.x, 0, r0.x\nadd.s (ei)r1.y, r0.x, r0.x\nend\n"), (InputEndFault{Kind::Missing, 0}));
}

TEST(InputEnds, LoadsAreAwaitedBeforeIt) {
    EXPECT_EQ(faultOf("ldlv.u32 r1.x, l[0], 1\nend\n"), (InputEndFault{Kind::Missing, 0}));
    EXPECT_EQ(faultOf("ldlv.u32 r1.x, l[0], 1\n(ss)bary.f (ei)r63.x, 0, r0.x\nend\n"), std::nullopt);
    EXPECT_EQ(faultOf("ldlv.u32 r1.x, l[0], 1\nbary.f (ei)r63.x, 0, r0.x\nend\n"), (InputEndFault{Kind::Early, 1}));
}

TEST(InputEnds, NothingIsReadAfterIt) {
    EXPECT_EQ(faultOf("bary.f (ei)r1.x, 0, r0.x\nbary.f r1.y, 1, r0.x\nend\n"), (InputEndFault{Kind::Early, 1}));
}

TEST(InputEnds, KillsFollowIt) {
    const std::string kill = "cmps.f.lt p0.x, r0.x, r0.y\n(rpt5)nop\nkill p0.x\n";
    EXPECT_EQ(faultOf("bary.f (ei)r1.x, 0, r0.x\n" + kill + "end\n"), std::nullopt);
    EXPECT_EQ(faultOf(kill + "bary.f (ei)r1.x, 0, r0.x\nend\n"), (InputEndFault{Kind::AfterKill, 3}));
}

// The storage is released where a program ends that reads varyings on some of its paths alone.
TEST(InputEnds, ReadsAfterBranchesNeedNone) {
    EXPECT_EQ(faultOf("br p0.x, #2\nbary.f r1.x, 0, r0.x\n(jp)nop\nend\n"), std::nullopt);
    EXPECT_EQ(faultOf("bary.f r1.x, 0, r0.x\nbr p0.x, #2\nbary.f r1.y, 1, r0.x\n(jp)nop\nend\n"), std::nullopt);
    EXPECT_EQ(faultOf("bary.f r1.x, 0, r0.x\nbr p0.x, #2\nmov.f32f32 r1.y, r1.x\n(jp)nop\nend\n"),
              (InputEndFault{Kind::Missing, 0}));
}

TEST(InputEnds, LoopsAreNotTheFirstBlock) {
    EXPECT_EQ(faultOf("nop\n(jp)bary.f r1.x, 0, r0.x\nbr p0.x, #-1\nend\n"), std::nullopt);
}

TEST(InputEnds, PreamblesComeBeforeTheFirstBlock) {
    const std::string preamble = "getone #3\nshps #3\nstc.u32 c[16], r0.w, 1\nshpe\n(jp)";
    const std::string inputs = "bary.f r1.x, 0, r0.x\nend\n";
    EXPECT_EQ(faultOf(preamble + inputs), (InputEndFault{Kind::Missing, 4}));
}

}  // namespace
}  // namespace cyclorama::adreno::ir3
