// SPDX-License-Identifier: MIT
// Low resolution depth in time: its unit alone, and draws that use it.

#include <array>

#include "adreno/timing/gmem_stream.h"
#include "families/adreno/timing/gras/lrz_unit.h"
#include "machine/timing/wire_probes.h"

namespace cyclorama::adreno::test {
namespace {

constexpr uint32_t kLineLatency = 30;

/// Answers each line after a fixed time.
class LrzMemory final : public sim::Box {
  public:
    explicit LrzMemory(sim::Simulation& simulation)
        : Box(simulation, 0, "Memory"),
          requests(*this, {.name = "requests", .width = 1, .latency = 1}),
          answers(*this, "answers") {}

    sim::Signal<LineRequest> requests;
    sim::Output<LineAnswer> answers;
    std::vector<LineRequest> seen;

    void clock(sim::Cycle cycle) override {
        if (const auto request = requests.read(cycle)) {
            seen.push_back(*request);
            answers.write(cycle, LineAnswer{.id = request->id}, kLineLatency);
        }
        sleep();
    }
    std::string describeWait() const override { return {}; }
};

struct LrzBench {
    explicit LrzBench(const LrzSettings& settings = {}, const sim::SimulationSettings& order = {})
        : simulation(order),
          domain(simulation.addDomain({.name = "gpu"})),
          unit(simulation, domain, settings, kLineLatency),
          memory(simulation),
          blocks(simulation, "blocks"),
          feedback(simulation, "feedback"),
          clear(simulation, "clear"),
          tested(simulation, "tested", 0),
          cleared(simulation, "cleared", 1) {
        blocks.out.bind(unit.blocks);
        feedback.out.bind(unit.feedback);
        clear.out.bind(unit.clear);
        unit.tested.bind(tested.in);
        unit.cleared.bind(cleared.in);
        unit.lines.bind(memory.requests);
        memory.answers.bind(unit.come);
    }
    void run() { simulation.runThrough(domain, 1000); }

    sim::Simulation simulation;
    sim::DomainId domain;
    LrzUnit unit;
    LrzMemory memory;
    machine::timing::SignalWriter<LrzMessage> blocks;
    machine::timing::SignalWriter<LrzMessage> feedback;
    machine::timing::SignalWriter<LrzClearMessage> clear;
    machine::timing::LevelReader<uint64_t> tested;
    machine::timing::SignalReader<LrzClearMessage> cleared;
};

/// A triangle of a number of blocks of a line, some of which are replaced.
LrzMessage blocksOf(uint64_t line, uint32_t blocks, uint32_t replaced = 0) {
    LrzMessage message;
    for (uint32_t i = 0; i < blocks; ++i) message.reads.access(line * kLineBytes + 2 * i, 2);
    for (uint32_t i = 0; i < replaced; ++i) message.writes.access(line * kLineBytes + 2 * i, 2);
    return message;
}

TEST(LrzUnit, ATriangleIsTestedWhenItsLinesHaveCome) {
    LrzBench bench;
    bench.blocks.at(10, blocksOf(1, 1));
    bench.blocks.at(100, blocksOf(1, 1));
    bench.blocks.at(200, blocksOf(1, 10));
    bench.run();
    // Read in 11, asked for in the same cycle and seen in 12; the answer's cycle is that of the test.
    EXPECT_EQ(bench.tested.when(1), 12 + kLineLatency) << "not one cycle earlier";
    EXPECT_EQ(bench.tested.when(2), 101 + 1) << "the line is there";
    EXPECT_EQ(bench.tested.when(3), 201 + 5) << "two blocks a cycle";
    EXPECT_EQ(bench.memory.seen.size(), 1u);
}

TEST(LrzUnit, LinesOfSeveralTrianglesAreOnTheirWayAtOnce) {
    LrzBench bench;
    for (uint32_t i = 0; i < 8; ++i) bench.blocks.at(10 + i, blocksOf(i, 1));
    bench.run();
    for (uint32_t i = 0; i < 8; ++i) EXPECT_EQ(bench.tested.when(i + 1), 12 + i + kLineLatency) << i;
}

TEST(LrzUnit, ReplacedDepthsAreWrittenAndStay) {
    LrzBench bench;
    bench.blocks.at(10, blocksOf(1, 4, 2));
    bench.blocks.at(100, blocksOf(1, 4));
    bench.run();
    ASSERT_EQ(bench.memory.seen.size(), 2u);
    EXPECT_TRUE(bench.memory.seen[1].write);
    EXPECT_EQ(bench.memory.seen[1].line.bytes, 0xfu);
}

TEST(LrzUnit, TheCacheHasSoManyLinesAndForgetsThoseUsedLongestAgo) {
    LrzBench bench({.cacheLines = 2});
    uint32_t sent = 0;
    for (const uint64_t line : std::array<uint64_t, 6>{1, 2, 1, 3, 1, 2})
        bench.blocks.at(10 + 100 * sent++, blocksOf(line, 1));
    bench.run();
    std::vector<uint64_t> read;
    for (const LineRequest& request : bench.memory.seen) read.push_back(request.line.address / kLineBytes);
    EXPECT_EQ(read, (std::vector<uint64_t>{1, 2, 3, 2}));
}

TEST(LrzUnit, WhatDrawsFeedBackIsInTheQueueAndNoTriangle) {
    LrzBench bench;
    bench.feedback.at(10, blocksOf(1, 4, 2));
    bench.blocks.at(11, blocksOf(1, 1));
    bench.run();
    // The feedback requests the line. The next triangle waits for the line; no unit waits for the feedback.
    EXPECT_EQ(bench.tested.when(1), 12 + kLineLatency + 1);
    EXPECT_EQ(bench.tested.when(2), sim::kNever);
    ASSERT_EQ(bench.memory.seen.size(), 2u);
    EXPECT_TRUE(bench.memory.seen[1].write);
    EXPECT_EQ(bench.memory.seen[1].line.bytes, 0xfu);
}

TEST(LrzUnit, BitsOfTheFastClearAreLinesBeforeDepths) {
    LrzBench bench;
    LrzMessage message = blocksOf(2, 1);
    message.bits.access(5 * kLineBytes, 1);
    message.bits.access(5 * kLineBytes, 1);
    bench.blocks.at(10, message);
    bench.run();
    ASSERT_EQ(bench.memory.seen.size(), 2u);
    EXPECT_EQ(bench.memory.seen[0].line.address, 5 * kLineBytes);
    EXPECT_EQ(bench.memory.seen[1].line.address, 2 * kLineBytes);
    EXPECT_EQ(bench.tested.when(1), 13 + kLineLatency);
    EXPECT_EQ(message.blocks(), 2u) << "one of which is cleared";
}

TEST(LrzUnit, EachParameterChangesTheCycles) {
    const auto timed = [](const std::string& setting) {
        LrzBench bench(lrzSettings(chipConfiguration("a640", {setting})));
        for (uint32_t i = 0; i < 6; ++i) bench.blocks.at(10 + 100 * i, blocksOf(i % 2, 8));
        bench.run();
        std::vector<sim::Cycle> cycles;
        for (uint32_t i = 0; i < 6; ++i) cycles.push_back(bench.tested.when(i + 1));
        return cycles;
    };
    const std::vector<sim::Cycle> cycles = timed("ADRENO.LrzCacheLines=64");
    EXPECT_NE(timed("ADRENO.LrzCacheLines=1"), cycles);
    EXPECT_NE(timed("ADRENO.LrzBlocksPerCycle=1"), cycles);
}

/// Draws triangles as often, with low resolution depth.
void buildLrz(DrawStream& stream, const std::vector<std::array<float, 8>>& vertices, uint32_t draws) {
    stream.vertices(vertices);
    stream.depthTest();
    stream.setAddress("GRAS_LRZ_BUFFER_BASE"_reg, kData + 0x280000);
    stream.set("GRAS_LRZ_BUFFER_PITCH/PITCH"_field, 32);
    stream.set("GRAS_LRZ_CNTL/ENABLE"_field, 1);
    stream.set("GRAS_LRZ_CNTL/LRZ_WRITE"_field, 1);
    stream.set("GRAS_LRZ_CNTL/GREATER"_field, 1);
    for (uint32_t i = 0; i < draws; ++i) stream.draw(static_cast<uint32_t>(vertices.size()));
}

/// Triangles at falling or rising depths, from the front or from the back.
void buildLrz(DrawStream& stream, bool fromFront) {
    std::vector<std::array<float, 8>> vertices;
    for (uint32_t i = 0; i < 20; ++i) {
        const float depth = 0.04f * static_cast<float>(fromFront ? 20 - i : i + 1);
        vertices.insert(vertices.end(), {{-1, -1, depth, 1, 1}, {3, -1, depth, 1, 1}, {-1, 3, depth, 1, 1}});
    }
    buildLrz(stream, vertices, 4);
}

TEST(TimedLrz, DrawsFromTheFrontHaveFewerQuads) {
    const auto quadsOf = [](bool fromFront) {
        TimingBench bench;
        DrawStream stream(bench.memory);
        buildLrz(stream, fromFront);
        bench.run(stream.stream);
        EXPECT_GT(bench.counter("READ_REQUESTS_LRZ_UCHE"), 0u);
        EXPECT_GT(bench.counter("WRITE_REQUESTS_LRZ_UCHE"), 0u);
        EXPECT_GE(bench.counter("BLOCKS_LRZ"), 20u * 8 * 8);
        return bench.counter("FRAGMENT_QUADS_RAS");
    };
    EXPECT_LT(quadsOf(true), quadsOf(false) / 4);
}

TEST(TimedLrz, DrawsOfOneBufferOverlap) {
    const auto timed = [](const std::string& setting) {
        TimingBench bench({.parameters = {setting}});
        DrawStream stream(bench.memory);
        buildLrz(stream, false);
        return bench.run(stream.stream);
    };
    EXPECT_LT(timed("ADRENO.DrawsInFlight=4") + 300, timed("ADRENO.DrawsInFlight=1"));
}

TEST(TimedLrz, CyclesAreTheSameWithoutSleepAndInReverseOrder) {
    const auto countsWith = [](const sim::SimulationSettings& settings) {
        TimingBench bench({.simulation = settings});
        DrawStream stream(bench.memory);
        buildLrz(stream, false);
        const uint64_t cycles = bench.run(stream.stream);
        return std::array{cycles, bench.counter("BUSY_CYCLES_LRZ"), bench.counter("STALL_CYCLES_UCHE_LRZ"),
                          bench.counter("STALL_CYCLES_LRZ_RAS")};
    };
    const auto expected = countsWith({});
    EXPECT_EQ(countsWith({.sleeping = false}), expected);
    EXPECT_EQ(countsWith({.reverseOrder = true}), expected);
    EXPECT_EQ(countsWith({.sleeping = false, .reverseOrder = true}), expected);
}

TEST(TimedLrz, ClearedBlocksReadTheirBitsAloneAndWriteAllThatIsClearedWithThem) {
    // A triangle over 8x8 blocks, in rows of 64 bytes; a byte has the bits of the fast clear.
    const auto linesOf = [](bool fastClear, bool writes) {
        TimingBench bench({.chip = "a650"});
        DrawStream stream(bench.memory);
        stream.setAddress("GRAS_LRZ_FAST_CLEAR_BUFFER_BASE"_reg, kData + 0x290000);
        stream.set("GRAS_LRZ_CNTL/FC_ENABLE"_field, fastClear);
        buildLrz(stream, {{-1, -1, 0.5f, 1}, {3, -1, 0.5f, 1}, {-1, 3, 0.5f, 1}}, 0);
        stream.set("GRAS_LRZ_CNTL/LRZ_WRITE"_field, writes);
        stream.draw(3);
        bench.run(stream.stream);
        return std::array{bench.counter("READ_REQUESTS_LRZ_UCHE"), bench.counter("WRITE_REQUESTS_LRZ_UCHE"),
                          bench.counter("BLOCKS_LRZ")};
    };
    EXPECT_EQ(linesOf(false, false), (std::array<uint64_t, 3>{8, 0, 64}));
    EXPECT_EQ(linesOf(true, false), (std::array<uint64_t, 3>{1, 0, 64}));
    EXPECT_EQ(linesOf(false, true), (std::array<uint64_t, 3>{8, 8, 64}));
    EXPECT_EQ(linesOf(true, true), (std::array<uint64_t, 3>{1, 8 + 1, 64}));
}

TEST(TimedLrz, DrawsFeedTheDepthsThatTheyLeaveBack) {
    const auto build = [](DrawStream& stream, uint32_t modes) {
        buildLrz(stream, {{-1, -1, 0.5f, 1}, {3, -1, 0.5f, 1}, {-1, 3, 0.5f, 1}}, 0);
        stream.set("GRAS_BIN_CONTROL/LRZ_FEEDBACK_ZMODE_MASK"_field, modes);
        stream.testsLate().draw(3).waitForIdle();
    };
    constexpr uint32_t kLate = 4;
    for (const uint32_t modes : {0u, kLate}) {
        TimingBench bench({.chip = "a650"});
        DrawStream stream(bench.memory);
        build(stream, modes);
        bench.run(stream.stream);
        // The end of a draw does not wait for it.
        bench.simulation.runThrough(0, bench.simulation.nextCycle(0) + 1000);
        EXPECT_EQ(bench.counter("FEEDBACK_BLOCKS_LRZ"), modes == 0 ? 0u : 64u);
        EXPECT_EQ(bench.counter("READ_REQUESTS_LRZ_UCHE"), modes == 0 ? 0u : 8u);
        EXPECT_EQ(bench.counter("WRITE_REQUESTS_LRZ_UCHE"), modes == 0 ? 0u : 8u);
        EXPECT_EQ(bench.at(kData + 0x280000), modes == 0 ? 0u : 0x7fff7fffu);
    }
}

TEST(TimedLrz, ClearsWriteTheirLines) {
    constexpr uint64_t kTracking = kData + 0x290000;
    constexpr uint32_t kClear = 37;
    TimingBench bench({.chip = "a650"});
    bench.set(kTracking, ~0u);
    DrawStream stream(bench.memory);
    stream.setAddress("GRAS_LRZ_FAST_CLEAR_BUFFER_BASE"_reg, kTracking);
    stream.set("GRAS_LRZ_CNTL/ENABLE"_field, 1);
    stream.set("GRAS_LRZ_CNTL/FC_ENABLE"_field, 1);
    stream.set("GRAS_LRZ_CNTL/DISABLE_ON_WRONG_DIR"_field, 1);
    stream.event(kClear).waitForIdle();
    bench.run(stream.stream);
    EXPECT_EQ(bench.at(kTracking), 0u);
    EXPECT_EQ(bench.counter("WRITE_REQUESTS_LRZ_UCHE"), 512u / 64 + 1);
    EXPECT_TRUE(bench.reported().empty());
}

}  // namespace
}  // namespace cyclorama::adreno::test
