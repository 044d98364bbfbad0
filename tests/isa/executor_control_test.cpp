// SPDX-License-Identifier: MIT
// Jumps, ends, limits and traces.

#include <gtest/gtest.h>

#include <bit>

#include "isa/run_program.h"

namespace cyclorama::isa {
namespace {

/// Counts r0.x up to i0.x, each lane on its own.
constexpr std::string_view kLoop = R"(
    setpeq p0, r0.x, i0.x
    jmp p0, 3
    add r0.x, r0.x, 1.0
    jmp true, -3
    mov o0, r0.x <- end)";

TEST(ExecutorControl, EachLaneFollowsItsOwnPath) {
    TestRun test(kLoop, 20);
    for (int lane = 0; lane < 20; ++lane) test.input(lane, 0, {static_cast<float>(lane * 7 % 13), 0, 0, 0});
    const ExecutionResult result = test.run();
    EXPECT_EQ(result.status, ExecutionStatus::Finished);
    uint64_t expected = 0;
    for (int lane = 0; lane < 20; ++lane) {
        EXPECT_EQ(test.output(lane)[0], static_cast<float>(lane * 7 % 13)) << lane;
        expected += static_cast<uint64_t>(lane * 7 % 13) * 4 + 3;
    }
    EXPECT_EQ(result.laneInstructions, expected);
    // The longest lane counts to 12. The others wait at the end, as the lane furthest back runs first.
    EXPECT_EQ(result.steps, 12u * 4 + 3);
}

// ATTILA: GPUEmulator jumps for the quad if all four fragments want to.
TEST(ExecutorControl, AGroupJumpsWhenAllItsLanesDo) {
    constexpr std::string_view kSkip = "setpgt p0, i0.x, 0.0\njmp p0, 2\nmov o0, i1 <- end\nmov o1, i1 <- end";
    for (const int branchGranularity : {1, 2, 4, 64}) {
        TestRun test(kSkip, 8);
        test.input(1, {1, 1, 1, 1});
        for (const int lane : {0, 1, 3, 4, 5, 6, 7}) test.input(lane, 0, {1, 0, 0, 0});
        test.context.branchGranularity = branchGranularity;
        test.run();
        for (int lane = 0; lane < 8; ++lane) {
            const int first = lane / branchGranularity * branchGranularity;
            const bool jumps = !(first <= 2 && 2 < first + branchGranularity);
            EXPECT_EQ(test.output(lane, 1)[0], jumps ? 1.0f : 0.0f) << branchGranularity << ", " << lane;
            EXPECT_EQ(test.output(lane, 0)[0], jumps ? 0.0f : 1.0f) << branchGranularity << ", " << lane;
        }
    }
}

// ATTILA: IRTranslator predicates what its jumps skip; GPUEmulator and the shader's model jump in groups of other
// sizes.
TEST(ExecutorControl, TheSizeOfAGroupChangesNoPredicatedProgram) {
    constexpr std::string_view kSkip = R"(
        setpgt p0, i0.x, 0.0
        jmp p0, 3
        (!p0) mul r0, i1, 2.0
        (!p0) add o0, r0, i1
        mov o1, i1 <- end)";
    for (const int branchGranularity : {1, 4, 64}) {
        TestRun test(kSkip, 8);
        test.input(1, {1, 1, 1, 1});
        for (const int lane : {0, 1, 3, 4, 5, 6, 7}) test.input(lane, 0, {1, 0, 0, 0});
        test.context.branchGranularity = branchGranularity;
        test.run();
        for (int lane = 0; lane < 8; ++lane) {
            EXPECT_EQ(test.output(lane, 0)[0], lane == 2 ? 3.0f : 0.0f) << branchGranularity << ", " << lane;
            EXPECT_EQ(test.output(lane, 1)[0], 1.0f) << branchGranularity << ", " << lane;
        }
    }
}

TEST(ExecutorControl, ParkedLanesKeepTheirRegisters) {
    TestRun test(R"(
        mov r0, i1
        setpgt p0, i0.x, 0.0
        jmp p0, 5
        mul_sat r0.xy, r0, 3.0
        setpgt p1, i0.x, -1.0
        kil -i1
        arl a0, i1
        arl a1, i0
        (p1) add o1, i1, i1
        mov o0, r0
        mov o2, a0 <- end)",
                 2);
    test.input(1, {0.25f, 0.25f, 2, 2}).input(0, 0, {1, 0, 0, 0}).run();
    EXPECT_EQ(test.output(0)[0], 0.25f);
    EXPECT_EQ(test.output(1)[0], 0.75f);
    EXPECT_EQ(test.output(0, 1)[0], 0.0f) << "p1 was set in lane 1 alone";
    EXPECT_EQ(test.output(1, 1)[0], 0.5f);
    EXPECT_EQ(test.output(0, 2)[2], 0.0f);
    EXPECT_EQ(std::bit_cast<int>(test.output(1, 2)[2]), 2);
    EXPECT_EQ(test.group().killed(), 0b10u);
}

TEST(ExecutorControl, EndlessProgramsAreGivenUp) {
    TestRun test("nop\njmp true, -1", 4);
    test.context.stepLimit = 1000;
    const ExecutionResult result = test.run();
    EXPECT_EQ(result.status, ExecutionStatus::StepLimit);
    EXPECT_EQ(result.steps, 1000u);
    EXPECT_EQ(result.laneInstructions, 4000u);
}

TEST(ExecutorControl, ProgramsThatAreLeftAreReported) {
    for (const std::string_view text : {"nop", "jmp true, 5\nend", "jmp true, -1\nend", "jmp true, -2147483648\nend"}) {
        TestRun test(text, 3);
        EXPECT_EQ(test.run().status, ExecutionStatus::LeftTheProgram) << text;
    }
    TestRun partly("setpgt p0, i0.x, 0.0\njmp p0, 100\nmov o0, i0.y <- end", 3);
    partly.input(1, 0, {1, 0, 0, 0}).input(2, 0, {0, 9, 0, 0});
    EXPECT_EQ(partly.run().status, ExecutionStatus::LeftTheProgram);
    EXPECT_EQ(partly.output(2)[0], 9.0f) << "the other lanes finish";
    TestRun empty("", 1);
    EXPECT_EQ(empty.run().status, ExecutionStatus::LeftTheProgram);
}

TEST(ExecutorControl, TracesHoldThePathAndTheLoads) {
    TestRun test("tex r0, i0, t0\nsetpgt p0, i0.x, 0.0\njmp p0, 2\nlda r1, i0.x, t1\ntex o0, i0, t1 <- end", 3);
    test.input(1, 0, {1, 0, 0, 0});
    ExecutionTrace trace;
    test.context.trace = &trace;
    const ExecutionResult result = test.run();
    ASSERT_EQ(trace.steps.size(), 5u);
    EXPECT_EQ(result.steps, 5u);
    const LaneMask lanes[] = {0b111, 0b111, 0b111, 0b101, 0b111};
    for (uint32_t i = 0; i < 5; ++i) {
        EXPECT_EQ(trace.steps[i].instruction, i);
        EXPECT_EQ(trace.steps[i].lanes, lanes[i]) << i;
    }
    EXPECT_EQ(trace.loads, (std::vector<uint32_t>{0, 3, 4}));
    trace.clear();
    EXPECT_TRUE(trace.steps.empty());
}

TEST(ExecutorControl, CountsIssuesAndThreadsOfEachInstruction) {
    // Threads 0 and 2 go round twice, thread 1 once.
    TestRun test("nop\nadd r0, r0, i0\nsetpgt p0, c0.x, r0.x\njmp p0, -2\nmov o0, r0 <- end", 3);
    test.constants({{2, 2, 2, 2}});
    for (int lane = 0; lane < 3; ++lane) test.input(lane, 0, lane == 1 ? Vec4{2, 2, 2, 2} : Vec4{1, 1, 1, 1});
    IssueCounts issues(6);
    test.context.issues = &issues;
    const ExecutionResult result = test.run();
    const std::vector<IssueCount> counts = issues.counts();
    ASSERT_EQ(counts.size(), 6u);
    const IssueCount expected[] = {{1, 3}, {2, 5}, {2, 5}, {2, 5}, {1, 3}, {0, 0}};
    uint64_t issued = 0;
    uint64_t threads = 0;
    for (size_t i = 0; i < counts.size(); ++i) {
        EXPECT_EQ(counts[i].issues, expected[i].issues) << i;
        EXPECT_EQ(counts[i].threads, expected[i].threads) << i;
        issued += counts[i].issues;
        threads += counts[i].threads;
    }
    EXPECT_EQ(result.steps, issued);
    EXPECT_EQ(result.laneInstructions, threads);
}

TEST(ExecutorControl, AGroupIsCleanWhenItStartsAgain) {
    const Program dirty =
        programOf("mov o5, i0\nsetpeq p3, i0.x, i0.x\nkil -i0\nzxp i0.x\nchs\nmov r7, i0\narl a0, i0 <- end");
    const Program reader = programOf("mov o0, r7\n(p3) mov o1, i0\nmov o2, a0\nkil i0 <- end");
    auto group = std::make_unique<ThreadGroup>();
    group->start(dirty, 64);
    for (int lane = 0; lane < 64; ++lane) group->setInput(lane, 0, {3, 3, 3, 3});
    execute(dirty, *group, {});
    EXPECT_EQ(group->killed(), ~LaneMask{0});
    EXPECT_EQ(group->output(63, 5), (Vec4{3, 3, 3, 3}));
    group->start(reader, 2);
    execute(reader, *group, {});
    for (unsigned index = 0; index < kOutputRegisters; ++index) EXPECT_EQ(group->output(1, index), Vec4{}) << index;
    EXPECT_EQ(group->killed(), 0u);
    EXPECT_EQ(group->depths[0].lane[0], 0.0f);
    EXPECT_EQ(group->currentSample[0], 0u);
}

}  // namespace
}  // namespace cyclorama::isa
