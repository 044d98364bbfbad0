// SPDX-License-Identifier: MIT
// The vector shader in time. The known answers are of ATTILA's own log of VectorShaderFetch0, in its reference
// configuration; what else is expected follows from the latencies of its instruction set (3 cycles and one to write
// back for mov, add, mul and dp4; 5 and one, started every fourth cycle, for rcp) and from its signals of one cycle.

#include <numeric>

#include "machine/timing/shader_bench.h"

namespace cyclorama::machine::timing {
namespace {

using Cycles = std::vector<sim::Cycle>;

constexpr uint32_t kLength = 16;

/// Sixteen vertices, four a cycle, as the work distributor sends them.
void feedVectorVertices(ShaderBench& bench, sim::Cycle first) {
    for (uint32_t v = 0; v < kLength; ++v) bench.vertex(first + v / 4);
}

void feedVectorQuads(ShaderBench& bench, sim::Cycle first) {
    for (uint32_t q = 0; q < kLength / 4; ++q) bench.quad(first + q);
}

TEST(TimingVectorShader, TakesAttilasCyclesForTheVerticesOfATriangle) {
    ShaderBench bench(referenceSettings());
    bench.draw.state.stages[gpu::Stage::Vertex].program =
        assembled("dp4 o0.x, c0, i0\ndp4 o0.z, c2, i0\ndp4 o0.y, c1, i0\ndp4 o0.w, c3, i0\nmov o1, i3 <- end");
    feedVectorVertices(bench, 689);
    bench.run(800);
    // Transmission began in cycle 717; four cycles later, and every cycle, four vertices arrive.
    EXPECT_EQ(bench.outputCycles(), (Cycles{721, 722, 723, 724}));
    EXPECT_EQ(bench.statistic("FetchedInstr_ShF-FS0"), "80");
    EXPECT_EQ(bench.statistic("ExecutedInstructions_ShDX-FS0"), "80");
    EXPECT_EQ(bench.statistic("ReplayCommands_ShDX-FS0"), "0");
}

TEST(TimingVectorShader, TakesAttilasCyclesForTheFirstFragmentsOfATriangle) {
    ShaderBench bench(referenceSettings());
    for (uint32_t thread = 0; thread < 3; ++thread) feedVectorQuads(bench, 798 + 4 * thread);
    bench.run(900);
    // Transmissions began in cycles 810, 814 and 818.
    Cycles expected(12);
    std::iota(expected.begin(), expected.end(), sim::Cycle{814});
    EXPECT_EQ(bench.outputCycles(), expected);
}

TEST(TimingVectorShader, ADependentInstructionIsFetchedAgain) {
    // Both scalar: fetched together, but the second needs the first.
    ShaderBench bench(referenceSettings());
    bench.draw.state.stages[gpu::Stage::Fragment].program =
        assembled("mov r0.x, i1.x\nadd r0.y, r0.x, r0.x\nmov o1, r0 <- end");
    feedVectorQuads(bench, 97);
    bench.run(200);
    // Decoded in 101, 105 and 109; the last group of the last one leaves the pipeline in 116, fetch hears of it in
    // 117, and the output takes 4 cycles.
    EXPECT_EQ(bench.outputCycles().front(), 121u);
    EXPECT_EQ(bench.statistic("ReplayCommands_ShDX-FS0"), "2");
    EXPECT_EQ(bench.statistic("ReFetchedInstr_ShF-FS0"), "32");
}

TEST(TimingVectorShader, IndependentScalarInstructionsIssueTogether) {
    ShaderBench bench(referenceSettings());
    bench.draw.state.stages[gpu::Stage::Fragment].program =
        assembled("mov r0.x, i1.x\nadd r1.y, i1.x, i1.x\nmov o1, i1 <- end");
    feedVectorQuads(bench, 97);
    bench.run(200);
    EXPECT_EQ(bench.outputCycles().front(), 117u);
    ShaderSettings simd = referenceSettings();
    simd.vectorModel.aluConfig = VectorAluConfig::Simd4;
    ShaderBench one(simd);
    one.draw.state.stages[gpu::Stage::Fragment].program = bench.draw.state.stages[gpu::Stage::Fragment].program;
    feedVectorQuads(one, 97);
    one.run(200);
    EXPECT_EQ(one.outputCycles().front(), 121u);
}

TEST(TimingVectorShader, SlowInstructionsHoldTheNextFetch) {
    ShaderBench bench(referenceSettings());
    bench.draw.state.stages[gpu::Stage::Fragment].program = assembled("rcp r0, i1.x\nmov o1, i1 <- end");
    feedVectorQuads(bench, 97);
    bench.run(200);
    // Decoded in 101; four groups, one every four cycles, until the next decode in 117.
    EXPECT_EQ(bench.outputCycles().front(), 117u + 3 + 4 + 1 + 4);
}

TEST(TimingVectorShader, WaitingInDecodeSavesTheFetch) {
    ShaderSettings settings = referenceSettings();
    settings.vectorModel.waitOnStall = true;
    settings.vectorModel.aluWidth = 16;  // a result takes longer than its vector's execution
    ShaderBench bench(settings);
    bench.draw.state.stages[gpu::Stage::Fragment].program = assembled("mov r0, i1\nmov o1, r0 <- end");
    feedVectorQuads(bench, 97);
    bench.run(200);
    // Decoded in 101; fetched in 102, decoded from 103 on, executed when the result is there in 105.
    EXPECT_EQ(bench.outputCycles().front(), 105u + 4 + 1 + 4);
    EXPECT_EQ(bench.statistic("ReplayCommands_ShDX-FS0"), "0");

    settings.vectorModel.waitOnStall = false;
    ShaderBench again(settings);
    again.draw.state.stages[gpu::Stage::Fragment].program = bench.draw.state.stages[gpu::Stage::Fragment].program;
    feedVectorQuads(again, 97);
    again.run(200);
    EXPECT_EQ(again.outputCycles().front(), 105u + 4 + 1 + 4);
    EXPECT_EQ(again.statistic("ReplayCommands_ShDX-FS0"), "1");
}

TEST(TimingVectorShader, VerticesWithManyOutputsTakeTwoOutputsACycle) {
    ShaderBench bench(referenceSettings());
    for (uint32_t a = 0; a < 5; ++a) bench.draw.state.vertexOutputs[a] = true;
    feedVectorVertices(bench, 97);
    bench.run(200);
    // Three cycles each, and three more on the way: the first is sent in 113.
    EXPECT_EQ(bench.outputCycles(), (Cycles{119, 122, 125, 128}));
}

TEST(TimingVectorShader, OutputsWaitForTheirReader) {
    ShaderBench bench(referenceSettings());
    bench.probe->consumer = {{50, false}, {150, true}};
    feedVectorQuads(bench, 97);
    bench.run(200);
    EXPECT_EQ(bench.outputCycles().front(), 154u);
}

TEST(TimingVectorShader, IsBusyWithoutTwoFreeThreads) {
    ShaderSettings settings = referenceSettings();
    settings.vectorModel.threads = 4;
    ShaderBench bench(settings);
    bench.probe->consumer = {{1, false}, {400, true}};
    feedVectorQuads(bench, 100);
    feedVectorQuads(bench, 110);
    feedVectorQuads(bench, 120);
    bench.run(500);
    // The third thread is reserved in cycle 120.
    EXPECT_EQ(bench.probe->statuses.at(120), ShaderStatus::Ready);
    EXPECT_EQ(bench.probe->statuses.at(121), ShaderStatus::Busy);
    // The first is free again in 403, after its four outputs.
    EXPECT_EQ(bench.probe->statuses.at(403), ShaderStatus::Busy);
    EXPECT_EQ(bench.probe->statuses.at(404), ShaderStatus::Ready);
}

TEST(TimingVectorShader, IsBusyWithoutRegistersForTwoThreads) {
    ShaderSettings settings = referenceSettings();
    settings.vectorModel.resources = 25;
    ShaderBench bench(settings);
    bench.draw.state.stages[gpu::Stage::Fragment].threadResources = 8;
    bench.probe->consumer = {{1, false}};
    feedVectorQuads(bench, 100);
    feedVectorQuads(bench, 110);
    bench.run(200);
    // 25 registers, 17 with one thread, 9 with two; two more would take 16.
    EXPECT_EQ(bench.probe->statuses.at(101), ShaderStatus::Ready);
    EXPECT_EQ(bench.probe->statuses.at(110), ShaderStatus::Ready);
    EXPECT_EQ(bench.probe->statuses.at(111), ShaderStatus::Busy);
    EXPECT_EQ(bench.statistic("InputRegisters_ShF-FS0"), "256");
}

TEST(TimingVectorShader, ATextureInstructionBlocksItsThreadUntilTheLastQuad) {
    ShaderBench bench(referenceSettings());
    bench.draw.state.stages[gpu::Stage::Fragment].program = assembled("tex r0, i1, t3\nmov o1, r0 <- end");
    for (uint32_t q = 0; q < 4; ++q) {
        const QuadId id = bench.quad(97 + q);
        for (uint32_t f = 0; f < 4; ++f)
            bench.quadPool.input(1, id)[f] = {static_cast<float>(q), static_cast<float>(f), 0.5f, 7.0f};
    }
    bench.run(200);
    // A quad executes in each of 101 to 104, and is asked for at once.
    ASSERT_EQ(bench.probe->sent[0].size(), 4u);
    for (uint32_t q = 0; q < 4; ++q) {
        const ArrivedRequest& each = bench.probe->sent[0][q];
        EXPECT_EQ(each.cycle, 102u + q);
        EXPECT_EQ(each.request.unit, 3u);
        EXPECT_EQ(each.request.draw, &bench.draw);
        EXPECT_NE(each.request.texture, nullptr);
        EXPECT_EQ(each.request.operation, func::TextureOperation::SampleBias);
        for (uint32_t f = 0; f < 4; ++f)
            EXPECT_EQ(each.request.operand[f], (func::Vec4{static_cast<float>(q), static_cast<float>(f), 0.5f, 0.0f}));
    }
    // The last result is there in 126: wakes the thread in 127, which fetches in 128.
    EXPECT_EQ(bench.outputCycles().front(), 129u + 3 + 4 + 1 + 4);
    EXPECT_EQ(bench.statistic("UnblockCommands_ShDX-FS0"), "1");
    EXPECT_EQ(bench.statistic("TextureRequests_ShDX-FS0"), "4");
}

TEST(TimingVectorShader, ATextureInstructionWaitsForTickets) {
    ShaderBench bench(referenceSettings());
    bench.draw.state.stages[gpu::Stage::Fragment].program = assembled("tex r0, i1, t0\nmov o1, r0 <- end");
    bench.probe->firstTicket = 150;
    feedVectorQuads(bench, 97);
    bench.run(300);
    // Four elements a ticket: enough for sixteen with the one of cycle 154.
    const sim::Cycle first = bench.probe->sent[0].front().cycle;
    EXPECT_GE(first, 155u);
    EXPECT_LE(first, 159u);  // fetched again every four cycles
    EXPECT_NE(bench.statistic("ReplayCommands_ShDX-FS0"), "0");
}

TEST(TimingVectorShader, ExplicitBlocksWaitAtTheMarkedInstruction) {
    ShaderSettings settings = referenceSettings();
    settings.vectorModel.explicitBlock = true;
    ShaderBench bench(settings);
    auto program = *assembled("tex r0, i1, t0\nmov r1, i1\nmov o1, r0 <- end");
    program.instructions[1].waitPoint = true;
    bench.draw.state.stages[gpu::Stage::Fragment].program = std::make_shared<const isa::Program>(program);
    feedVectorQuads(bench, 97);
    bench.run(300);
    // tex in 101, mov in 105 blocks; awake in 127, the last instruction decodes in 129.
    EXPECT_EQ(bench.outputCycles().front(), 129u + 3 + 4 + 1 + 4);
    EXPECT_EQ(bench.statistic("BlockCommands_ShDX-FS0"), "2");
}

TEST(TimingVectorShader, TextureUnitsTakeTurns) {
    ShaderSettings settings = referenceSettings();
    settings.textureUnits = 2;
    settings.textureRequestGroup = 4;
    ShaderBench bench(settings);
    bench.draw.state.stages[gpu::Stage::Fragment].program = assembled("tex r0, i1, t0\nmov o1, r0 <- end");
    feedVectorQuads(bench, 97);
    feedVectorQuads(bench, 140);
    bench.run(300);
    EXPECT_EQ(bench.probe->sent[0].size(), 4u);
    EXPECT_EQ(bench.probe->sent[1].size(), 4u);
}

TEST(TimingVectorShader, PaddingRepeatsTheQuadBeforeIt) {
    ShaderBench bench(referenceSettings());
    bench.draw.state.stages[gpu::Stage::Fragment].program = assembled("tex r0, i1, t0\nmov o1, i1 <- end");
    const QuadId id = bench.quad(97);
    for (uint32_t f = 0; f < 4; ++f) bench.quadPool.input(1, id)[f] = {static_cast<float>(f), 2, 3, 4};
    for (uint32_t q = 1; q < 4; ++q) bench.padding(97 + q, ShaderTarget::Fragment, 4);
    bench.run(300);
    ASSERT_EQ(bench.probe->sent[0].size(), 4u);
    for (const ArrivedRequest& each : bench.probe->sent[0])
        EXPECT_EQ(each.request.operand, bench.probe->sent[0][0].request.operand);
    ASSERT_EQ(bench.probe->arrived.size(), 4u);
    EXPECT_FALSE(bench.probe->arrived[0].elements.padding);
    EXPECT_TRUE(bench.probe->arrived[3].elements.padding);
    EXPECT_EQ(bench.quadPool.color(0, id)[2], (func::Vec4{2, 2, 3, 4}));
}

TEST(TimingVectorShader, KilledFragmentsComeBackMarked) {
    ShaderBench bench(referenceSettings());
    bench.draw.state.stages[gpu::Stage::Fragment].program = assembled("kil i1\nmov o1, i1 <- end");
    for (uint32_t q = 0; q < 4; ++q) {
        const QuadId id = bench.quad(97 + q);
        bench.quadPool.input(1, id) = {};
        bench.quadPool.input(1, id)[q] = {-1, 0, 0, 0};
    }
    bench.run(200);
    ASSERT_EQ(bench.probe->arrived.size(), 4u);
    for (uint32_t q = 0; q < 4; ++q) EXPECT_EQ(bench.probe->arrived[q].elements.killed, 1u << q);
}

TEST(TimingVectorShader, QuadsMayComeAndGoInHalves) {
    ShaderSettings settings = referenceSettings();
    settings.inputsPerCycle = settings.outputsPerCycle = 2;
    ShaderBench bench(settings);
    for (uint32_t q = 0; q < 4; ++q) {
        const QuadId id = bench.quadPool.acquire();
        bench.quadPool[id].draw = &bench.draw;
        for (uint32_t f = 0; f < 4; ++f) bench.quadPool.input(1, id)[f] = {static_cast<float>(4 * q + f), 0, 0, 0};
        for (uint8_t half = 0; half < 2; ++half)
            bench.probe->feed.emplace(
                97 + 2 * q + half,
                ShaderElements{
                    .target = ShaderTarget::Fragment, .first = static_cast<uint8_t>(2 * half), .count = 2, .id = id});
    }
    bench.run(200);
    ASSERT_EQ(bench.probe->arrived.size(), 8u);
    EXPECT_EQ(bench.probe->arrived[1].elements.first, 2u);
    EXPECT_EQ(bench.probe->arrived[1].elements.count, 2u);
    EXPECT_EQ(bench.quadPool.color(0, bench.probe->arrived[7].elements.id)[3][0], 15.0f);
}

TEST(TimingVectorShader, JumpsFollowTheProgramsPath) {
    // The first thread skips two instructions; one fragment of the second thread does not want to.
    ShaderBench bench(referenceSettings());
    bench.draw.state.stages[gpu::Stage::Fragment].program =
        assembled("setpgt p0, i1.x, c0.x\njmp p0, 3\nmov r0, i1\nmov r1, i1\nmov o1, i1 <- end");
    for (uint32_t thread = 0; thread < 2; ++thread)
        for (uint32_t q = 0; q < 4; ++q) {
            const QuadId id = bench.quad(97 + 100 * thread + q);
            for (uint32_t f = 0; f < 4; ++f)
                bench.quadPool.input(1, id)[f] = {thread == 1 && q == 3 && f == 3 ? -1.0f : 1.0f, 0, 0, 0};
        }
    bench.run(400);
    const Cycles cycles = bench.outputCycles();
    ASSERT_EQ(cycles.size(), 8u);
    EXPECT_EQ(cycles[4] - 100, cycles[0] + 2 * 4);
    EXPECT_EQ(bench.statistic("ExecutedInstructions_ShDX-FS0"), std::to_string(16 * (3 + 5)));
}

TEST(TimingVectorShader, SwappingOnBlockAloneFinishesAThreadFirst) {
    ShaderSettings settings = referenceSettings();
    const auto last = [&](bool swap) {
        settings.swapOnBlock = swap;
        ShaderBench bench(settings);
        bench.draw.state.stages[gpu::Stage::Fragment].program =
            assembled("mov r0, i1\nmov r1, i1\nmov r2, i1\nmov o1, i1 <- end");
        feedVectorQuads(bench, 97);
        feedVectorQuads(bench, 101);
        bench.run(400);
        return bench.outputCycles().front();
    };
    EXPECT_LT(last(true), last(false));
}

/// Some work of all kinds; what came out, and all counters, as text.
std::string record(bool sleeping, uint64_t shaderPeriod) {
    ShaderBench bench(referenceSettings(), sleeping, shaderPeriod);
    bench.draw.state.stages[gpu::Stage::Fragment].program =
        assembled("tex r0, i1, t0\nrcp r1.x, r0.x\nmov o1, r1 <- end");
    feedVectorVertices(bench, 20);
    for (uint32_t thread = 0; thread < 20; ++thread) feedVectorQuads(bench, 60 + 5 * thread);
    feedVectorVertices(bench, 700);
    bench.run(1500);
    std::string text;
    for (const ArrivedElements& each : bench.probe->arrived)
        text += std::to_string(each.cycle) + ":" + std::to_string(each.elements.id) + " ";
    for (const auto& [name, statistics] : bench.simulation.statistics().columns())
        text += std::string(name) + "=" + bench.statistic(std::string(name)) + "\n";
    return text;
}

TEST(TimingVectorShader, SleepingChangesNothing) {
    for (const uint64_t period : {1000u, 500u, 1700u}) EXPECT_EQ(record(true, period), record(false, period)) << period;
}

TEST(TimingVectorShader, TwiceTheClockShadesFaster) {
    ShaderBench slow(referenceSettings());
    ShaderBench fast(referenceSettings(), true, 500);
    for (ShaderBench* bench : {&slow, &fast}) {
        feedVectorVertices(*bench, 20);
        bench->run(200);
    }
    EXPECT_LT(fast.outputCycles().front(), slow.outputCycles().front());
}

}  // namespace
}  // namespace cyclorama::machine::timing
