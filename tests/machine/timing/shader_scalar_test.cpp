// SPDX-License-Identifier: MIT
// The scalar shader in time. The known answers are of ATTILA's own log of FragmentShaderFetch0 without VectorShader;
// its configuration; what else is expected follows from the latencies of its instruction set and its one-cycle signals.

#include <numeric>

#include "machine/timing/shader_bench.h"
#include "sim/error.h"

namespace cyclorama::machine::timing {
namespace {

using Cycles = std::vector<sim::Cycle>;

constexpr uint32_t kGroup = 16;

ShaderSettings scalarSettings() {
    ShaderSettings settings = referenceSettings();
    settings.vector = false;
    return settings;
}

void feedVertices(ShaderBench& bench, sim::Cycle first) {
    for (uint32_t v = 0; v < kGroup; ++v) bench.vertex(first + v / 4);
}

void feedQuads(ShaderBench& bench, sim::Cycle first) {
    for (uint32_t q = 0; q < kGroup / 4; ++q) bench.quad(first + q);
}

TEST(TimingScalarShader, TakesAttilasCyclesForTheVerticesOfATriangle) {
    ShaderBench bench(scalarSettings());
    bench.draw.state.stages[gpu::Stage::Vertex].program =
        assembled("dp4 o0.x, c0, i0\ndp4 o0.z, c2, i0\ndp4 o0.y, c1, i0\ndp4 o0.w, c3, i0\nmov o1, i3 <- end");
    feedVertices(bench, 689);
    bench.run(800);
    EXPECT_EQ(bench.outputCycles(), (Cycles{721, 722, 723, 724}));  // sent from 717 on
    EXPECT_EQ(bench.statistic("ExecutedInstructions_ShDX-FS0"), "80");
}

TEST(TimingScalarShader, TakesAttilasCyclesForTheFirstFragmentsOfATriangle) {
    ShaderBench bench(scalarSettings());
    for (uint32_t group = 0; group < 3; ++group) feedQuads(bench, 798 + 4 * group);
    bench.run(900);
    Cycles expected(12);
    std::iota(expected.begin(), expected.end(), sim::Cycle{814});  // sent from 810 on
    EXPECT_EQ(bench.outputCycles(), expected);
}

TEST(TimingScalarShader, TheFetchDelayHoldsAGroupBack) {
    ShaderSettings settings = scalarSettings();
    const auto last = [&](uint32_t delay) {
        settings.scalarModel.fetchDelay = delay;
        ShaderBench bench(settings);
        bench.draw.state.stages[gpu::Stage::Fragment].program = assembled("mov r0, i1\nmov o1, i1 <- end");
        feedQuads(bench, 97);
        bench.run(300);
        return bench.outputCycles().front();
    };
    EXPECT_EQ(last(20), last(4) + 16);
}

TEST(TimingScalarShader, OneScalarInstructionGoesBesideOneOther) {
    const auto first = [](std::string_view text) {
        ShaderBench bench(scalarSettings());
        bench.draw.state.stages[gpu::Stage::Fragment].program = assembled(text);
        feedQuads(bench, 97);
        bench.run(300);
        return bench.outputCycles().front();
    };
    const sim::Cycle alone = first("mov o1, i1 <- end");
    EXPECT_EQ(first("mov r0, i1\nmov r1.x, i1.x\nmov o1, i1 <- end"), alone + 4);
    EXPECT_EQ(first("mov r0.x, i1.x\nmov r1.x, i1.x\nmov o1, i1 <- end"), alone + 4);  // with the last one
    EXPECT_EQ(first("mov r0, i1\nmov r1, i1\nmov o1, i1 <- end"), alone + 8);
}

TEST(TimingScalarShader, WhatTheFirstThreadMustRepeatTheGroupDrops) {
    ShaderSettings settings = scalarSettings();
    settings.scalarModel.fetchDelay = 1;
    settings.scalarModel.threadsPerCycle = kGroup;
    ShaderBench bench(settings);
    bench.draw.state.stages[gpu::Stage::Fragment].program = assembled("mov r0, i1\nmov o1, r0 <- end");
    feedQuads(bench, 97);
    bench.run(300);
    EXPECT_NE(bench.statistic("ReplayCommands_ShDX-FS0"), "0");
    EXPECT_EQ(bench.statistic("ExecutedInstructions_ShDX-FS0"), "32");
    EXPECT_EQ(bench.statistic("FetchedInstr_ShF-FS0"),
              std::to_string(32 + std::stoi(bench.statistic("RemovedInstructions_ShDX-FS0"))));
}

TEST(TimingScalarShader, ElementsWaitInInputBuffersForThreads) {
    ShaderSettings settings = scalarSettings();
    settings.scalarModel.threads = 32;
    settings.scalarModel.inputBuffers = 32;
    ShaderBench bench(settings);
    bench.probe->consumer = {{1, false}, {300, true}};
    for (uint32_t group = 0; group < 3; ++group) feedQuads(bench, 100 + 20 * group);
    bench.run(299);
    EXPECT_EQ(bench.statistic("FetchedInstr_ShF-FS0"), "32");  // the third group does not run yet
    bench.run(600);
    EXPECT_EQ(bench.statistic("FetchedInstr_ShF-FS0"), "48");
    EXPECT_EQ(bench.probe->arrived.size(), 12u);
}

TEST(TimingScalarShader, IsBusyWithoutRoomForTwoGroups) {
    ShaderSettings settings = scalarSettings();
    settings.scalarModel.threads = 48;
    settings.scalarModel.inputBuffers = 16;
    ShaderBench bench(settings);
    bench.probe->consumer = {{1, false}};
    feedQuads(bench, 100);
    feedQuads(bench, 110);
    bench.quad(120);
    bench.run(200);
    EXPECT_EQ(bench.probe->statuses.at(120), ShaderStatus::Ready);
    EXPECT_EQ(bench.probe->statuses.at(121), ShaderStatus::Busy);
}

TEST(TimingScalarShader, TextureRequestsComeQuadByQuadAndUnblockQuadByQuad) {
    ShaderBench bench(scalarSettings());
    bench.draw.state.stages[gpu::Stage::Fragment].program = assembled("tex r0, i1, t2\nmov o1, r0 <- end");
    for (uint32_t q = 0; q < 4; ++q) {
        const QuadId id = bench.quad(97 + q);
        for (uint32_t f = 0; f < 4; ++f)
            bench.quadPool.input(1, id)[f] = {static_cast<float>(q), static_cast<float>(f), 0, 1};
    }
    bench.run(300);
    ASSERT_EQ(bench.probe->sent[0].size(), 4u);
    for (uint32_t q = 0; q < 4; ++q) {
        const ArrivedRequest& each = bench.probe->sent[0][q];
        EXPECT_EQ(each.cycle, 102u + q);
        EXPECT_EQ(each.request.unit, 2u);
        for (uint32_t f = 0; f < 4; ++f) EXPECT_EQ(each.request.operand[f][0], static_cast<float>(q));
    }
    EXPECT_EQ(bench.statistic("UnblockCommands_ShDX-FS0"), "16");
    EXPECT_EQ(bench.probe->arrived.size(), 4u);
}

TEST(TimingScalarShader, KilledFragmentsComeBackMarked) {
    ShaderBench bench(scalarSettings());
    bench.draw.state.stages[gpu::Stage::Fragment].program = assembled("kil i1\nmov o1, i1 <- end");
    for (uint32_t q = 0; q < 4; ++q) {
        QuadVectors& inputs = bench.quadPool.input(1, bench.quad(97 + q));
        inputs = {};
        inputs[q] = {-1, 0, 0, 0};
    }
    bench.run(200);
    ASSERT_EQ(bench.probe->arrived.size(), 4u);
    for (uint32_t q = 0; q < 4; ++q) {
        EXPECT_EQ(bench.probe->arrived[q].elements.killed, 1u << q);
        EXPECT_EQ(bench.probe->arrived[q].elements.count, 4u);
    }
}

TEST(TimingScalarShader, InOrderABatchWaitsForItsLastGroup) {
    ShaderSettings settings = scalarSettings();
    settings.scalarModel.threadWindow = false;
    const auto first = [&](ShaderTarget target) {
        ShaderBench bench(settings);
        bench.draw.state.stages[gpu::Stage::Fragment].program = bench.draw.state.stages[gpu::Stage::Vertex].program =
            assembled("mov r0, i1\nmov o1, i1 <- end");
        if (target == ShaderTarget::Fragment) {
            feedQuads(bench, 97);
        } else {
            for (uint32_t v = 0; v < kGroup; ++v) bench.vertexPool[bench.vertex(97 + v / 4)].last = v == kGroup - 1;
        }
        bench.run(400);
        return bench.outputCycles().front();
    };
    // The last vertex closes the batch at once: the second instruction is fetched in 104.
    EXPECT_EQ(first(ShaderTarget::Vertex), 114u);
    // Nothing came for 64 cycles: the batch closes in 164, and goes on in 165.
    EXPECT_EQ(first(ShaderTarget::Fragment), 175u);
}

std::string record(bool sleeping, bool threadWindow) {
    ShaderSettings settings = scalarSettings();
    settings.scalarModel.threadWindow = threadWindow;
    ShaderBench bench(settings, sleeping);
    bench.draw.state.stages[gpu::Stage::Fragment].program =
        assembled("tex r0, i1, t0\nrcp r1.x, r0.x\nmov o1, r1 <- end");
    feedVertices(bench, 20);
    for (uint32_t group = 0; group < 20; ++group) feedQuads(bench, 60 + 5 * group);
    feedVertices(bench, 700);
    bench.run(1500);
    std::string text;
    for (const ArrivedElements& each : bench.probe->arrived)
        text += std::to_string(each.cycle) + ":" + std::to_string(each.elements.id) + " ";
    for (const auto& [name, statistics] : bench.simulation.statistics().columns())
        text += std::string(name) + "=" + bench.statistic(std::string(name)) + "\n";
    return text;
}

TEST(TimingScalarShader, SleepingChangesNothing) {
    for (const bool threadWindow : {true, false}) EXPECT_EQ(record(true, threadWindow), record(false, threadWindow));
}

TEST(TimingScalarShader, RefusesWhatItDoesNotModel) {
    ShaderSettings free = scalarSettings();
    free.scalarModel.lockedExecution = false;
    EXPECT_THROW(ShaderBench{free}, sim::Error);
    EXPECT_THROW((ShaderBench{scalarSettings(), true, 500}), sim::Error);
}

}  // namespace
}  // namespace cyclorama::machine::timing
