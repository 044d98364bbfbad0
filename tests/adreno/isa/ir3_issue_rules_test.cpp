// SPDX-License-Identifier: MIT
// The rules of issue, each against what Mesa's compiler keeps (ir3/ir3_delay.c, ir3/ir3_legalize.c, ir3/ir3.h).

#include "adreno/ir3_program.h"
#include "families/adreno/isa/encoding.h"
#include "families/adreno/isa/issue_rules.h"

namespace cyclorama::adreno::ir3 {
namespace {

Instruction instructionOf(std::string_view text) { return programOf(text).steps[0].instruction; }

TEST(IssueRules, EveryOpcodeHasOneRow) {
    size_t next = 0;
    for (const IssueRow& row : issueTable()) {
        EXPECT_EQ(static_cast<size_t>(row.first), next);
        next = static_cast<size_t>(row.last) + 1;
    }
    EXPECT_EQ(next, kOpcodes);
}

TEST(IssueRules, UnitOfRowEqualsUnitOfOpcode) {
    for (const OpcodeRow& row : opcodeTable()) EXPECT_EQ(issueRuleOf(row.opcode).unit, unitOf(row.opcode)) << row.name;
}

TEST(ResultDelay, ArithmeticReadsSameWidthAfterThreeCycles) {
    EXPECT_EQ(resultDelay(Reader::SameWidth), 3);
    EXPECT_EQ(resultDelay(Reader::OtherWidth), 6);
    EXPECT_EQ(resultDelay(Reader::OtherUnit), 6);
}

TEST(IssueRules, ResultsWaitByUnit) {
    EXPECT_EQ(issueRuleOf(Opcode::AddFloat).result, ResultWait::Cycles);
    EXPECT_EQ(issueRuleOf(Opcode::MoveMask).result, ResultWait::Cycles);
    for (const Opcode opcode : {Opcode::Reciprocal, Opcode::Sin, Opcode::LoadLocal, Opcode::LoadVarying,
                                Opcode::LoadStage, Opcode::LocalAdd, Opcode::LocalCompareExchange, Opcode::Shuffle})
        EXPECT_EQ(issueRuleOf(opcode).result, ResultWait::Short) << static_cast<int>(opcode);
    for (const Opcode opcode :
         {Opcode::Sample, Opcode::DerivativeX, Opcode::QuadBroadcast, Opcode::LoadGlobal, Opcode::LoadPrivate,
          Opcode::LoadUniform, Opcode::LoadBuffer, Opcode::GlobalAdd, Opcode::BufferExchange})
        EXPECT_EQ(issueRuleOf(opcode).result, ResultWait::Long) << static_cast<int>(opcode);
    for (const Opcode opcode : {Opcode::StoreGlobal, Opcode::StoreLocal, Opcode::StoreBuffer, Opcode::Branch,
                                Opcode::Barrier, Opcode::LoadUniformConstants})
        EXPECT_EQ(issueRuleOf(opcode).result, ResultWait::None) << static_cast<int>(opcode);
}

TEST(IssueRules, SourcesAreReleasedByUnit) {
    EXPECT_EQ(issueRuleOf(Opcode::MadFloat).sources, SourceRelease::Issue);
    EXPECT_EQ(issueRuleOf(Opcode::Log2).sources, SourceRelease::Short);
    EXPECT_EQ(issueRuleOf(Opcode::StoreGlobal).sources, SourceRelease::Short);
    EXPECT_EQ(issueRuleOf(Opcode::LoadLocal).sources, SourceRelease::Short);
    EXPECT_EQ(issueRuleOf(Opcode::Sample).sources, SourceRelease::Either);
    EXPECT_EQ(issueRuleOf(Opcode::LoadGlobal).sources, SourceRelease::Either);
}

TEST(SourceCycle, ThirdSourceOfMultiplyAddComesTwoCyclesLater) {
    for (const Opcode opcode : {Opcode::MadFloat, Opcode::MadHalf, Opcode::MadUnsigned16, Opcode::MadSigned24}) {
        EXPECT_EQ(sourceCycle(opcode, 0), 0u);
        EXPECT_EQ(sourceCycle(opcode, 1), 0u);
        EXPECT_EQ(sourceCycle(opcode, 2), 2u);
    }
    EXPECT_EQ(sourceCycle(Opcode::SelectBits32, 2), 0u);
    EXPECT_EQ(sourceCycle(Opcode::Gather, 3), 3u);
    EXPECT_EQ(sourceCycle(Opcode::Swizzle, 1), 1u);
}

TEST(IssueCycles, RepetitionsAndNopsTakeACycleEach) {
    EXPECT_EQ(issueCycles(instructionOf("add.f r1.x, r0.x, r0.y\n")), 1u);
    EXPECT_EQ(issueCycles(instructionOf("(nop3) add.f r1.x, r0.x, r0.y\n")), 4u);
    EXPECT_EQ(issueCycles(instructionOf("(rpt2)nop\n")), 3u);
    EXPECT_EQ(issueCycles(instructionOf("(rpt3)mov.f32f32 r1.x, (r)r0.x\n")), 4u);
}

TEST(IssueCycles, MovesOfSeveralRegistersTakeTheirNumber) {
    EXPECT_EQ(issueCycles(instructionOf("swz.f32f32 r1.x, r1.y, r0.x, r0.y\n")), 2u);
    EXPECT_EQ(issueCycles({.opcode = Opcode::Gather}), 4u);
    EXPECT_EQ(issueCycles({.opcode = Opcode::Scatter}), 4u);
}

TEST(IssueCycles, InterpolationsHoldTheirDelayInRepeatBits) {
    EXPECT_EQ(issueCycles(instructionOf("bary.f r1.x, 0, r0.x\n")), 1u);
    EXPECT_EQ(issueCycles(instructionOf("bary.f r1.x, (r)0, r0.x\n")), 2u);
    EXPECT_EQ(issueCycles(instructionOf("bary.f r1.x, 0, (r)r0.x\n")), 3u);
    EXPECT_EQ(issueCycles(instructionOf("bary.f r1.x, (r)0, (r)r0.x\n")), 4u);
    EXPECT_EQ(issueCycles(instructionOf("(rpt1)bary.f r1.x, (r)0, r0.x\n")), 2u);
}

TEST(ScalarUnit, ExecutesArithmeticIntoSharedRegisters) {
    EXPECT_TRUE(usesScalarUnit(instructionOf("add.u r48.y, r48.x, c0.y\n")));
    EXPECT_TRUE(usesScalarUnit(instructionOf("mov.u32u32 r48.x, c0.x\n")));
    EXPECT_FALSE(usesScalarUnit(instructionOf("mov.u32u32 r48.x, r0.x\n")));
    EXPECT_FALSE(usesScalarUnit(instructionOf("add.u r1.x, r48.x, c0.y\n")));
    EXPECT_FALSE(usesScalarUnit(instructionOf("rcp r48.y, r48.x\n")));
}

TEST(ContinuesSequence, SecondOfTwoEqualFineDerivativesDoes) {
    const Instruction first = instructionOf("dsxpp.1 (x)r1.x, r0.x\n");
    Instruction other = first;
    EXPECT_TRUE(continuesSequence(first, first));
    other.destinations[0].value += 1;
    EXPECT_FALSE(continuesSequence(first, other));
    EXPECT_FALSE(continuesSequence({.opcode = Opcode::DerivativeX}, {.opcode = Opcode::DerivativeX}));
    EXPECT_TRUE(continuesSequence({.opcode = Opcode::SampleGradientPixel1}, {.opcode = Opcode::SampleGradientPixel0}));
    EXPECT_FALSE(continuesSequence({.opcode = Opcode::SampleGradientPixel0}, {}));
}

TEST(Flow, BranchesAreUniformOrByFiber) {
    EXPECT_EQ(flowOf(Opcode::Jump), Flow::Jump);
    EXPECT_EQ(flowOf(Opcode::BranchAny), Flow::UniformBranch);
    EXPECT_EQ(flowOf(Opcode::BranchAll), Flow::UniformBranch);
    EXPECT_EQ(flowOf(Opcode::Branch), Flow::Branch);
    EXPECT_EQ(flowOf(Opcode::GetOne), Flow::Branch);
    EXPECT_TRUE(hasTarget(Flow::Jump) && hasTarget(Flow::UniformBranch) && hasTarget(Flow::Branch));
    EXPECT_FALSE(hasTarget(Flow::Next) || hasTarget(Flow::Arm) || hasTarget(Flow::ArmsEnd) || hasTarget(Flow::End));
}

TEST(Flow, OtherUnitsContinueWithTheNext) {
    for (const OpcodeRow& row : opcodeTable()) {
        if (unitOf(row.opcode) != ExecutionUnit::Flow) {
            EXPECT_EQ(flowOf(row.opcode), Flow::Next) << row.name;
        }
    }
}

}  // namespace
}  // namespace cyclorama::adreno::ir3
