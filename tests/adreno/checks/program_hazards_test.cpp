// SPDX-License-Identifier: MIT
// Delays and waits that a program needs, in the smallest programs that have or lack them (Mesa: ir3/ir3_delay.c,
// ir3/ir3_legalize.c).

#include "families/adreno/checks/program_hazards.h"

#include "adreno/ir3_program.h"

namespace cyclorama::adreno::ir3::hazards {
namespace {

std::vector<ProgramHazard> hazardsOf(std::string_view text, const ProgramRules& rules = {}) {
    const Ir3Program program = programOf(text);
    return programHazards(program, program.steps.size(), rules);
}

ProgramHazard early(size_t instruction, size_t producer, unsigned cycles) {
    return {ProgramHazard::Kind::Early, instruction, producer, cycles};
}
ProgramHazard noShortWait(size_t instruction, size_t producer) {
    return {ProgramHazard::Kind::NoShortWait, instruction, producer, 0};
}
ProgramHazard noLongWait(size_t instruction, size_t producer) {
    return {ProgramHazard::Kind::NoLongWait, instruction, producer, 0};
}

using List = std::vector<ProgramHazard>;

TEST(ProgramHazards, ArithmeticFollowsArithmeticThreeCyclesLater) {
    EXPECT_EQ(hazardsOf("add.f r1.x, r0.x, r0.y\nadd.f r1.y, r1.x, r0.y\nend\n"), (List{early(1, 0, 3)}));
    EXPECT_EQ(hazardsOf("add.f r1.x, r0.x, r0.y\nnop\nadd.f r1.y, r1.x, r0.y\nend\n"), (List{early(2, 0, 2)}));
    EXPECT_EQ(hazardsOf("add.f r1.x, r0.x, r0.y\n(rpt2)nop\nadd.f r1.y, r1.x, r0.y\nend\n"), List{});
    EXPECT_EQ(hazardsOf("(nop3) add.f r1.x, r0.x, r0.y\nadd.f r1.y, r1.x, r0.y\nend\n"), List{});
}

TEST(ProgramHazards, TheThirdSourceOfMultiplyAddComesLater) {
    EXPECT_EQ(hazardsOf("mul.f r1.x, r0.x, r0.y\nmad.f32 r1.y, r0.x, r0.y, r1.x\nend\n"), (List{early(1, 0, 1)}));
    EXPECT_EQ(hazardsOf("mul.f r1.x, r0.x, r0.y\nnop\nmad.f32 r1.y, r0.x, r0.y, r1.x\nend\n"), List{});
    EXPECT_EQ(hazardsOf("mul.f r1.x, r0.x, r0.y\nnop\nmad.f32 r1.y, r1.x, r0.y, r0.x\nend\n"), (List{early(2, 0, 2)}));
}

TEST(ProgramHazards, OtherUnitsFollowSixCyclesLater) {
    EXPECT_EQ(hazardsOf("add.f r1.x, r0.x, r0.y\n(rpt4)nop\nrcp r1.y, r1.x\nend\n"), (List{early(2, 0, 1)}));
    EXPECT_EQ(hazardsOf("add.f r1.x, r0.x, r0.y\n(rpt5)nop\nrcp r1.y, r1.x\nend\n"), List{});
}

TEST(ProgramHazards, HalvesOfFullRegistersTakeLonger) {
    // hr2.x is the low half of r1.x where registers are merged.
    constexpr std::string_view kText = "add.f r1.x, r0.x, r0.y\n(rpt2)nop\nadd.f hr0.x, hr2.x, hr0.y\nend\n";
    EXPECT_EQ(hazardsOf(kText), (List{early(2, 0, 3)}));
    EXPECT_EQ(hazardsOf(kText, {.mergedRegisters = false}), List{});
    EXPECT_EQ(hazardsOf("add.f r1.x, r0.x, r0.y\n(rpt5)nop\nadd.f hr0.x, hr2.x, hr0.y\nend\n"), List{});
}

TEST(ProgramHazards, RepeatedInstructionsAreReadyOneByOne) {
    // Each component is written, and read, a cycle after the one before.
    EXPECT_EQ(hazardsOf("(rpt3)mov.f32f32 r1.x, (r)r0.x\n(rpt3)add.f r2.x, (r)r1.x, (r)r0.x\nend\n"), List{});
    EXPECT_EQ(hazardsOf("(rpt1)mov.f32f32 r1.x, (r)r0.x\n(rpt1)add.f r2.x, (r)r1.x, (r)r0.x\nend\n"),
              (List{early(1, 0, 2)}));
    EXPECT_EQ(hazardsOf("(rpt3)mov.f32f32 r1.x, (r)r0.x\nadd.f r2.x, r1.w, r0.x\nend\n"), (List{early(1, 0, 3)}));
}

TEST(ProgramHazards, SwizzlesTakeACycleForEachOfTheirMoves) {
    EXPECT_EQ(hazardsOf("swz.f32f32 r1.x, r1.y, r0.x, r0.y\n(rpt1)nop\nadd.f r2.x, r1.x, r0.x\nend\n"), List{});
    EXPECT_EQ(hazardsOf("swz.f32f32 r1.x, r1.y, r0.x, r0.y\n(rpt1)nop\nadd.f r2.x, r1.y, r0.x\nend\n"),
              (List{early(2, 0, 1)}));
}

TEST(ProgramHazards, InterpolationsDelayByTheBitsOfRepeatedSources) {
    EXPECT_EQ(hazardsOf("bary.f r1.x, (r)0, (r)r0.x\nadd.f r2.x, r1.x, r0.x\nend\n"), List{});
    EXPECT_EQ(hazardsOf("bary.f r1.x, 0, (r)r0.x\nadd.f r2.x, r1.x, r0.x\nend\n"), (List{early(1, 0, 1)}));
}

TEST(ProgramHazards, EmptyArmsDependOnNothing) {
    EXPECT_EQ(hazardsOf("cmps.f.lt p0.x, r0.x, r0.y\npredt\nprede\nend\n"), List{});
    EXPECT_EQ(hazardsOf("cmps.f.lt p0.x, r0.x, r0.y\npredt\nmov.f32f32 r1.x, r0.x\nprede\nend\n"),
              (List{early(1, 0, 6)}));
}

TEST(ProgramHazards, ArmsComeFromTheirCondition) {
    // Each arm waits only for its own results; behind both, the waits of either count.
    const std::string arms = "predt\nrcp r1.x, r0.x\npredf\nadd.f r1.y, r1.x, r0.y\nprede\n";
    EXPECT_EQ(hazardsOf(arms + "end\n"), List{});
    EXPECT_EQ(hazardsOf(arms + "add.f r1.z, r1.x, r0.y\nend\n"), (List{noShortWait(5, 1)}));
    EXPECT_EQ(hazardsOf("rcp r1.x, r0.x\n" + arms + "end\n"), (List{noShortWait(2, 0), noShortWait(4, 0)}));
}

TEST(ProgramHazards, ConstantsThatAreStoredAreAwaited) {
    EXPECT_EQ(hazardsOf("stc.u32 c[16], r0.w, 1\nadd.f r1.x, r0.x, c4.x\nend\n"), (List{noShortWait(1, 0)}));
    EXPECT_EQ(hazardsOf("stc.u32 c[16], r0.w, 1\n(ss)add.f r1.x, r0.x, c4.x\nend\n"), List{});
    // Its neighbour.
    EXPECT_EQ(hazardsOf("stc.u32 c[16], r0.w, 1\nadd.f r1.x, r0.x, c4.y\nend\n"), List{});
}

TEST(ProgramHazards, BranchesFollowTheirConditionSixCyclesLater) {
    EXPECT_EQ(hazardsOf("cmps.f.lt p0.x, r0.x, r0.y\n(rpt4)nop\nbr p0.x, #1\nend\n"), (List{early(2, 0, 1)}));
    EXPECT_EQ(hazardsOf("cmps.f.lt p0.x, r0.x, r0.y\n(rpt5)nop\nbr p0.x, #1\nend\n"), List{});
}

TEST(ProgramHazards, AddressesFollowSixCyclesLater) {
    EXPECT_EQ(hazardsOf("mova a0.x, hr8.x\n(rpt1)nop\nmov.f32f32 r1.x, c<a0.x + 4>\nend\n"), (List{early(2, 0, 4)}));
    EXPECT_EQ(hazardsOf("mova a0.x, hr8.x\n(rpt5)nop\nmov.f32f32 r1.x, c<a0.x + 4>\nend\n"), List{});
}

TEST(ProgramHazards, SpecialFunctionsAreAwaitedByShortWaits) {
    EXPECT_EQ(hazardsOf("rcp r1.x, r0.x\n(rpt5)nop\nadd.f r1.y, r1.x, r0.y\nend\n"), (List{noShortWait(2, 0)}));
    EXPECT_EQ(hazardsOf("rcp r1.x, r0.x\n(ss)add.f r1.y, r1.x, r0.y\nend\n"), List{});
    EXPECT_EQ(hazardsOf("rcp r1.x, r0.x\n(sy)add.f r1.y, r1.x, r0.y\nend\n"), (List{noShortWait(1, 0)}));
}

TEST(ProgramHazards, LocalLoadsAreAwaitedByShortWaits) {
    EXPECT_EQ(hazardsOf("ldl.u32 r1.x, l[r0.x], 1\nadd.u r1.y, r1.x, r0.y\nend\n"), (List{noShortWait(1, 0)}));
    EXPECT_EQ(hazardsOf("ldl.u32 r1.x, l[r0.x], 1\n(ss)add.u r1.y, r1.x, r0.y\nend\n"), List{});
}

TEST(ProgramHazards, LoadsAndTexturesAreAwaitedByLongWaits) {
    EXPECT_EQ(hazardsOf("ldg.u32 r1.x, g[r0.x], 1\nadd.u r1.y, r1.x, r0.y\nend\n"), (List{noLongWait(1, 0)}));
    EXPECT_EQ(hazardsOf("ldg.u32 r1.x, g[r0.x], 1\n(ss)add.u r1.y, r1.x, r0.y\nend\n"), (List{noLongWait(1, 0)}));
    EXPECT_EQ(hazardsOf("ldg.u32 r1.x, g[r0.x], 1\n(sy)add.u r1.y, r1.x, r0.y\nend\n"), List{});
    EXPECT_EQ(hazardsOf("sam (f32)(xyzw)r1.x, r0.x, s#0, t#0\nadd.f r2.y, r1.w, r0.y\nend\n"),
              (List{noLongWait(1, 0)}));
    // The third component is not asked for, and what is written there is not waited for.
    EXPECT_EQ(hazardsOf("sam (f32)(xy)r1.x, r0.x, s#0, t#0\nadd.f r2.y, r1.z, r0.y\nend\n"), List{});
}

TEST(ProgramHazards, AResultThatIsDueMayNotBeOverwritten) {
    EXPECT_EQ(hazardsOf("ldg.u32 r1.x, g[r0.x], 1\nmov.f32f32 r1.x, r0.y\nend\n"), (List{noLongWait(1, 0)}));
}

TEST(ProgramHazards, SourcesAreReadLate) {
    EXPECT_EQ(hazardsOf("sam (f32)(x)r1.x, r0.x, s#0, t#0\nmov.f32f32 r0.x, r2.y\nend\n"), (List{noShortWait(1, 0)}));
    EXPECT_EQ(hazardsOf("sam (f32)(x)r1.x, r0.x, s#0, t#0\n(ss)mov.f32f32 r0.x, r2.y\nend\n"), List{});
    // With its result the texture's sources have been read.
    EXPECT_EQ(hazardsOf("sam (f32)(x)r1.x, r0.x, s#0, t#0\n(sy)mov.f32f32 r0.x, r2.y\nend\n"), List{});
    EXPECT_EQ(hazardsOf("rcp r1.x, r0.x\n(sy)mov.f32f32 r0.x, r2.y\nend\n"), (List{noShortWait(1, 0)}));
}

TEST(ProgramHazards, TheScalarUnitWaitsForItself) {
    constexpr ProgramRules kScalar{.scalarUnit = true};
    constexpr std::string_view kText = "mov.u32u32 r48.x, c0.x\nadd.u r48.y, r48.x, c0.y\nend\n";
    EXPECT_EQ(hazardsOf(kText, kScalar), List{});
    EXPECT_EQ(hazardsOf(kText), (List{noShortWait(1, 0)}));
    // Vectors do not, nor for moves of vectors, nor halves of what is whole.
    EXPECT_EQ(hazardsOf("add.u r48.x, r48.z, c0.y\nadd.u r1.x, r48.x, r0.y\nend\n", kScalar),
              (List{noShortWait(1, 0)}));
    EXPECT_EQ(hazardsOf("mov.u32u32 r48.x, r0.x\nadd.u r48.y, r48.x, c0.y\nend\n", kScalar), (List{noShortWait(1, 0)}));
    EXPECT_EQ(hazardsOf("add.u r48.x, r48.z, c0.y\nadd.u hr48.w, hr48.y, hc0.y\nend\n", kScalar),
              (List{noShortWait(1, 0)}));
}

TEST(ProgramHazards, TheScalarUnitReadsLate) {
    constexpr std::string_view kText = "add.u r48.x, r48.z, c0.y\nmov.u32u32 r48.z, r0.x\nend\n";
    EXPECT_EQ(hazardsOf(kText, {.scalarUnit = true}), (List{noShortWait(1, 0)}));
    EXPECT_EQ(hazardsOf(kText), List{});
}

TEST(ProgramHazards, NothingFollowsTheChangeToAnotherStage) {
    EXPECT_EQ(hazardsOf("rcp r1.x, r0.x\nchsh\nadd.f r1.y, r1.x, r0.y\nend\n"), List{});
}

TEST(ProgramHazards, BothWaysToAnInstructionCount) {
    // The jump leads around the wait.
    EXPECT_EQ(hazardsOf("rcp r1.x, r0.x\nbr p0.x, #2\n(ss)nop\nadd.f r1.y, r1.x, r0.y\nend\n"),
              (List{noShortWait(3, 0)}));
    EXPECT_EQ(hazardsOf("rcp r1.x, r0.x\nbr p0.x, #2\n(ss)nop\n(ss)add.f r1.y, r1.x, r0.y\nend\n"), List{});
}

TEST(ProgramHazards, LoopsBringTheirEndToTheirStart) {
    EXPECT_EQ(hazardsOf("add.f r1.y, r1.x, r0.y\nrcp r1.x, r0.x\nbr p0.x, #-2\nend\n"), (List{noShortWait(0, 1)}));
    EXPECT_EQ(hazardsOf("(ss)add.f r1.y, r1.x, r0.y\nrcp r1.x, r0.x\nbr p0.x, #-2\nend\n"), List{});
}

}  // namespace
}  // namespace cyclorama::adreno::ir3::hazards
