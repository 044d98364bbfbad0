// SPDX-License-Identifier: MIT
// Performance counters and timestamps that a stream reads are those of the timing machine.

#include "adreno/timing/blit_stream.h"
#include "adreno/timing/draw_stream.h"
#include "adreno/timing/timing_bench.h"
#include "families/adreno/registers/performance_counters.h"

namespace cyclorama::adreno::test {
namespace {

constexpr uint64_t kCounts = kData + (4 << 20);
constexpr uint32_t kRenderDone = 22;

/// Selects a counter in a block's register, and reads it to memory.
class CounterStream {
  public:
    CounterStream& select(std::string_view name, uint32_t index = 1) {
        const CounterBlock& block = kCounterBlocks[findCounter(name)->block];
        stream.registers(block.select.word(index), {findCounter(name)->number});
        return *this;
    }
    /// 64 bits of the counter, to a place of its own in the order of calls.
    CounterStream& read(std::string_view name, uint32_t index = 1) {
        const CounterBlock& block = kCounterBlocks[findCounter(name)->block];
        const uint64_t place = kCounts + 8 * reads_++;
        constexpr uint32_t kWide = 1 << 30;
        stream.command(Opcode::RegisterToMemory, {block.count.word(index) | 2 << 18 | kWide, low(place), high(place)});
        return *this;
    }
    CounterStream& append(const CommandStream& other) {
        for (const uint32_t word : other.words()) stream.word(word);
        return *this;
    }

    CommandStream stream;

  private:
    uint32_t reads_ = 0;
};

uint64_t countAt(const TimingBench& bench, uint32_t number) {
    return bench.at(kCounts + 8 * number) | uint64_t{bench.at(kCounts + 8 * number + 4)} << 32;
}

BlitStream someBlit() {
    BlitStream stream;
    const BlitSide source{.address = kData, .pitch = 256, .width = 64, .height = 64};
    const BlitSide target{.address = kData + (8 << 20), .pitch = 256, .width = 64, .height = 64};
    stream.copy(source, target).event(29).waitForIdle();
    return stream;
}

CommandStream someDispatch(TimingBench& bench) {
    ComputeStream stream = bench.stream();
    stream.program(
        "mov.u32u32 r3.x, c0.x\nmov.u32u32 r3.y, c0.y\n(rpt5)nop\nldg.u32 r1.x, g[r3.x], 1\n(sy)rcp r1.x, r1.x\n"
        "(ss)nop\nstg.u32 g[r3.x], r1.x, 1\nmul.f r2.x, r2.x, r2.x\nend",
        {.localSize = {64, 1, 1}});
    stream.dispatch(40).waitForIdle();
    return stream.stream;
}

TEST(TimedCounters, CountWhatTheStatisticsCount) {
    // Read after all work: the statistics are the same then.
    struct Case {
        std::string_view name;
        std::string_view statistic;
        std::string_view other{};
    };
    for (const Case& each : {Case{"HLSQ_CS_INVOCATIONS", "CS_INVOCATIONS_HLSQ"},
                             Case{"HLSQ_COMPUTE_DRAWCALLS", "COMPUTE_DRAWCALLS_HLSQ"},
                             Case{"SP_BUSY_CYCLES", "BUSY_CYCLES_SP"},
                             Case{"SP_EFU_WORKING_CYCLES", "EFU_WORKING_CYCLES_SP"},
                             Case{"SP_CS_INSTRUCTIONS", "CS_INSTRUCTIONS_SP"},
                             Case{"SP_GM_LOAD_LATENCY_CYCLES", "GM_LOAD_LATENCY_CYCLES_SP"},
                             Case{"UCHE_READ_REQUESTS_SP", "READ_REQUESTS_SP_UCHE", "READ_REQUESTS_ICL1_UCHE"},
                             Case{"SP_ICL1_REQUESTS", "ICL1_REQUESTS_SP"},
                             Case{"SP_ICL1_MISSES", "ICL1_MISSES_SP"},
                             Case{"SP_WAVE_FETCH_CYCLES", "WAVE_FETCH_CYCLES_SP"},
                             Case{"UCHE_READ_REQUESTS_TP", "READ_REQUESTS_TP_UCHE"},
                             Case{"UCHE_VBIF_LATENCY_SAMPLES", "VBIF_LATENCY_SAMPLES_UCHE"},
                             Case{"CCU_COLOR_BLOCKS", "COLOR_BLOCKS_CCU"},
                             Case{"CCU_COLOR_BLOCK_HIT", "COLOR_BLOCK_HIT_CCU"},
                             Case{"CCU_2D_WR_REQ", "2D_WR_REQ_CCU"},
                             Case{"RB_2D_VALID_PIXELS", "2D_PIXELS_CCU"},
                             Case{"PC_2D_DRAWCALLS", "2D_BLITS_CCU"},
                             Case{"CP_CACHE_FLUSH", "CACHE_FLUSH_CP"},

                             Case{"CP_SQE_T4_EXEC", "SQE_T4_EXEC_CP"},
                             Case{"CP_SQE_LOAD_STATE_EXEC", "SQE_LOAD_STATE_EXEC_CP"},
                             Case{"SP_WORKING_EU_CS_STAGE", "WORKING_EU_CS_STAGE_SP"},
                             Case{"RBBM_HLSQ_BUSY", "BUSY_CYCLES_HLSQ"},
                             Case{"RBBM_UCHE_BUSY", "BUSY_CYCLES_UCHE"}}) {
        TimingBench bench;
        CounterStream stream;
        stream.select(each.name).append(someDispatch(bench)).append(someBlit().stream);
        stream.read(each.name);
        bench.run(stream.stream);
        const uint64_t other = each.other.empty() ? 0 : bench.counter(each.other);
        EXPECT_EQ(countAt(bench, 0), bench.counter(each.statistic) + other) << each.name;
        EXPECT_GT(countAt(bench, 0), 0u) << each.name;
        EXPECT_EQ(bench.reported(), std::vector<std::string>{}) << each.name;
    }
}

TEST(TimedCounters, DifferencesAreOfTheWorkBetweenTwoReads) {
    TimingBench bench;
    CounterStream stream;
    stream.select("CP_ALWAYS_COUNT").select("RB_2D_VALID_PIXELS");
    for (int i = 0; i < 3; ++i) {
        stream.read("CP_ALWAYS_COUNT").read("RB_2D_VALID_PIXELS");
        stream.append(someBlit().stream);
    }
    const uint64_t cycles = bench.run(stream.stream);
    for (uint32_t i = 0; i < 3; ++i) EXPECT_EQ(countAt(bench, 2 * i + 1), uint64_t{i} * 64 * 64);
    const uint64_t first = countAt(bench, 2) - countAt(bench, 0);
    EXPECT_GT(first, 64u * 64 / 8);
    EXPECT_LT(countAt(bench, 4), cycles);
    // The second time its source's lines are in UCHE.
    EXPECT_LT(countAt(bench, 4) - countAt(bench, 2), first);
}

TEST(TimedCounters, AreTheSameAwakeAsleepAndInReverseOrder) {
    const auto counts = [](const sim::SimulationSettings& how) {
        TimingBench bench({.simulation = how});
        CounterStream stream;
        std::vector<std::string_view> names = {
            "SP_WAVE_CONTEXT_CYCLES", "SP_WAVE_LONG_SYNC_CYCLES", "UCHE_BUSY_CYCLES",  "CCU_BUSY_CYCLES",
            "CP_BUSY_CYCLES",         "CP_SQE_PM4_WFI_STALL",     "RB_2D_ALIVE_CYCLES"};
        // In the middle of work, too: nothing waits before the reads.
        const CommandStream dispatch = someDispatch(bench);
        for (const std::string_view name : names) stream.select(name).append(dispatch).read(name);
        BlitStream blit;
        blit.fill({.address = kData, .pitch = 1024, .width = 256, .height = 256}, 0);
        stream.append(blit.stream);
        for (const std::string_view name : names) stream.select(name).read(name);
        bench.run(stream.stream);
        std::vector<uint64_t> seen;
        for (uint32_t i = 0; i < 2 * names.size(); ++i) seen.push_back(countAt(bench, i));
        return seen;
    };
    const std::vector<uint64_t> expected = counts({});
    EXPECT_EQ(counts({.sleeping = false}), expected);
    EXPECT_EQ(counts({.reverseOrder = true}), expected);
}

/// Statistics and their sums.
using Expected = std::vector<std::pair<std::string_view, uint64_t>>;

void expectCounts(TimingBench& bench, const Expected& expected) {
    for (const auto& [name, count] : expected) EXPECT_EQ(bench.counter(name), count) << name;
}

/// A triangle over the target of 64x64 pixels, at a depth.
void coverTarget(DrawStream& stream, float depth) {
    stream.vertices({{-1, -1, depth, 1}, {3, -1, depth, 1}, {-1, 3, depth, 1}});
    stream.draw(3);
}

TEST(TimedCounters, OfADrawAreItsVerticesPrimitivesAndFragments) {
    TimingBench bench;
    DrawStream stream(bench.memory);
    stream.depthTest().blend();
    coverTarget(stream, 0.5f);
    bench.run(stream.stream);
    constexpr uint64_t kPixels = 64 * 64;
    expectCounts(bench, {{"SQE_DRAW_EXEC_CP", 1},
                         {"IA_VERTICES_PC", 3},
                         {"VERTEX_HITS_PC", 0},
                         {"VS_INVOCATIONS_PC", 3},
                         {"VS_STAGE_WAVES_VFD", 1},
                         {"VPC_PRIMITIVES_PC", 1},
                         {"INPUT_PRIM_TSE", 1},
                         {"OUTPUT_VISIBLE_PRIM_TSE", 1},
                         {"QUADS_HLSQ", kPixels / 4},
                         {"PIXELS_HLSQ", kPixels},
                         {"FS_STAGE_1X_WAVES_HLSQ", kPixels / 64},
                         {"FS_STAGE_2X_WAVES_HLSQ", 0},
                         {"FS_STAGE_WAVE_SAMPLES_SP", kPixels / 64},
                         {"FS_STAGE_BARY_INSTRUCTIONS_SP", kPixels / 64},
                         {"FS_STAGE_CFLOW_INSTRUCTIONS_SP", kPixels / 64},
                         {"Z_WORKLOAD_RB", kPixels},
                         {"Z_PASS_RB", kPixels},
                         {"TOTAL_PASS_RB", kPixels},
                         {"3D_PIXELS_RB", kPixels},
                         {"BLENDED_FXP_COMPONENTS_RB", kPixels * 4},
                         {"BLENDED_FP16_COMPONENTS_RB", 0}});
}

TEST(TimedCounters, OfSamplesThatTestsLeaveOutEndAtTheTests) {
    for (const bool late : {false, true}) {
        TimingBench bench;
        DrawStream stream(bench.memory);
        stream.depthTest();
        if (late) stream.testsLate();
        coverTarget(stream, 0.5f);
        bench.run(stream.stream);
        DrawStream hidden(bench.memory);
        hidden.depthTest();
        if (late) hidden.testsLate();
        coverTarget(hidden, 0.25f);
        bench.run(hidden.stream);
        constexpr uint64_t kPixels = 64 * 64;
        expectCounts(bench, {{"Z_WORKLOAD_RB", 2 * kPixels},
                             {"Z_PASS_RB", kPixels},
                             {"TOTAL_PASS_RB", kPixels},
                             {"PIXELS_HLSQ", late ? 2 * kPixels : kPixels},
                             {"BLENDED_FXP_COMPONENTS_RB", 0},
                             {"BLENDER_WORKING_CYCLES_RB", 0}});
    }
}

TEST(TimedCounters, OfVerticesThatComeAgainAreHits) {
    TimingBench bench;
    DrawStream stream(bench.memory);
    stream.vertices({{5, 0, 0, 1}, {6, 0, 0, 1}, {5, 1, 0, 1}, {6, 1, 0, 1}});
    stream.indices({0, 1, 2, 2, 1, 3});
    stream.drawIndexed();
    bench.run(stream.stream);
    expectCounts(bench, {{"IA_VERTICES_PC", 6},
                         {"VS_INVOCATIONS_PC", 4},
                         {"VERTEX_HITS_PC", 2},
                         {"VPC_PRIMITIVES_PC", 2},
                         {"INPUT_PRIM_TSE", 2},
                         {"OUTPUT_VISIBLE_PRIM_TSE", 0}});
}

TEST(TimedCounters, OfWorkgroupsMemoryAreByKindAndInCyclesOfItsRate) {
    TimingBench bench;
    ComputeStream stream = bench.stream();
    stream.program(
        "mov.u32u32 r1.x, 0\nmov.u32u32 r1.y, 1\n(rpt5)nop\nstl.u32 l[r1.x], r1.y, 1\nldl.u32 r2.x, l[r1.x], 1\n"
        "ldl.u32 r2.y, l[r1.x], 1\natomic.add.untyped.1d.u32.1.l r2.z, l[r1.x], r1.y\n(ss)nop\nend",
        {.localSize = {64, 1, 1}});
    stream.dispatch(3).waitForIdle();
    bench.run(stream);
    // A word, or two of an atomic operation, for each of 64 fibers, at 30 bytes a cycle.
    constexpr uint64_t kWord = (64 * 4 + 29) / 30;
    constexpr uint64_t kTwoWords = (64 * 8 + 29) / 30;
    expectCounts(bench, {{"LM_LOAD_INSTRUCTIONS_SP", 3 * 2},
                         {"LM_STORE_INSTRUCTIONS_SP", 3},
                         {"LM_ATOMICS_SP", 3},
                         {"LM_WORKING_CYCLES_SP", 3 * (3 * kWord + kTwoWords)},
                         {"CS_STAGE_WAVE_SAMPLES_SP", 3},
                         {"CS_STAGE_DURATION_CYCLES_SP", bench.counter("BUSY_CYCLES_SP")},
                         {"CS_STAGE_WAVE_CYCLES_SP", bench.counter("WAVE_CONTEXT_CYCLES_SP")}});
}

TEST(TimedCounters, OfUnitsAtWorkCountACycleOnceWhereTwoPartitionsWork) {
    // Waves of 64 fibers take their partition a cycle an instruction; four of them are on one unit.
    TimingBench bench({.parameters = {"ADRENO.ShaderUnits=1"}});
    ComputeStream stream = bench.stream();
    std::string program;
    for (int i = 0; i < 40; ++i) program += fmt::format("mul.f r{}.x, r2.x, r2.y\n", 4 + i % 8);
    stream.program(program + "end", {.localSize = {256, 1, 1}, .vectors = 12});
    stream.dispatch(1).waitForIdle();
    bench.run(stream);
    EXPECT_EQ(bench.counter("WORKING_EU_CS_STAGE_SP"), 4u * 40);
    EXPECT_EQ(bench.counter("ALU_WORKING_CYCLES_SP"), 4u * 40);
    EXPECT_GE(bench.counter("ANY_EU_WORKING_SP"), 2u * 40);
    EXPECT_LT(bench.counter("ANY_EU_WORKING_SP"), 4u * 40);
    EXPECT_EQ(bench.counter("ANY_EU_WORKING_CS_STAGE_SP"), bench.counter("ANY_EU_WORKING_SP"));
}

TEST(TimedCounters, OnesThatNoBoxCountsAreAFindingWithTheirName) {
    TimingBench bench;
    CounterStream stream;
    stream.select("SP_GPR_READ").read("SP_GPR_READ");
    bench.run(stream.stream);
    EXPECT_EQ(countAt(bench, 0), 0u);
    ASSERT_EQ(bench.reported().front(), "performance-counter-not-modelled");
    EXPECT_NE(bench.findings.all().front().detail.find("PERF_SP_GPR_READ"), std::string::npos);
}

TEST(TimedCounters, ATimestampIsOfTheEndOfTheWorkBeforeItsEvent) {
    TimingBench bench;
    CommandStream stream;
    constexpr uint32_t kTimestamp = 1 << 30;
    const auto stamp = [&stream](uint64_t place) {
        stream.command(Opcode::EventWrite, {kRenderDone | kTimestamp, low(place), high(place), 0});
    };
    stamp(kCounts);
    BlitStream blit;
    blit.fill({.address = kData, .pitch = 4096, .width = 1024, .height = 512}, 0);
    for (const uint32_t word : blit.stream.words()) stream.word(word);
    stamp(kCounts + 8);
    const uint64_t cycles = bench.run(stream);
    const uint64_t took = countAt(bench, 1) - countAt(bench, 0);
    // 19.2 MHz of 585 MHz. The packets are executed long before.
    EXPECT_GT(took, 1024u * 512 / 8 * 192 / 5850);
    EXPECT_LE(took, cycles * 192 / 5850);
}

}  // namespace
}  // namespace cyclorama::adreno::test
