// SPDX-License-Identifier: MIT
// The 2D engine in time: memory as the functional machine leaves it, rates, traffic, and the order with other work.

#include <random>

#include "adreno/timing/blit_stream.h"
#include "adreno/timing/timing_bench.h"

namespace cyclorama::adreno::test {
namespace {

constexpr uint64_t kBlitSource = kData;
constexpr uint64_t kBlitTarget = kData + (8 << 20);
constexpr uint32_t kFlushColor = 29;
constexpr uint32_t kFlushUche = 4;
constexpr uint32_t kInvalidateUche = 49;

BlitSide imageAt(uint64_t address, uint32_t width, uint32_t height, bool tiled = false) {
    return {.address = address, .pitch = (width * 4 + 63) / 64 * 64, .width = width, .height = height, .tiled = tiled};
}

/// The cycles of one blit, from which those of an empty stream are taken.
uint64_t cyclesOf(const BlitStream& blit, const std::vector<std::string>& parameters = {}) {
    TimingBench bench({.parameters = parameters});
    return bench.run(blit.stream);
}

/// Writes of lines, or of a part of one, that memory has got from the caches.
uint64_t linesWritten(TimingBench& bench) {
    return bench.counter("CCU0_WriteTransactions_MC") + bench.counter("CCU1_WriteTransactions_MC");
}

TEST(TimedBlit, WritesTheTargetOfTheFunctionalMachineWithoutAFinding) {
    TimingBench bench;
    FunctionalBench functional;
    for (uint32_t i = 0; i < 64 * 64; ++i) {
        bench.set(kBlitSource + 4 * i, i * 0x01030507);
        ASSERT_TRUE(functional.memory.store(kBlitSource + 4 * i, i * 0x01030507));
    }
    BlitStream stream;
    stream.copy(imageAt(kBlitSource, 64, 64), imageAt(kBlitTarget, 64, 64, true));
    stream.event(kFlushColor).event(kInvalidateUche).waitForIdle();
    stream.copy(imageAt(kBlitTarget, 64, 64, true), imageAt(kBlitTarget + (1 << 20), 33, 21), true);
    stream.fill(imageAt(kBlitTarget + (2 << 20), 17, 5), 0x80);
    const uint64_t cycles = bench.run(stream.stream);
    functional.run(stream.stream);
    for (uint64_t offset = 0; offset < 3 << 20; offset += 4)
        ASSERT_EQ(bench.at(kBlitTarget + offset), functional.memory.load<uint32_t>(kBlitTarget + offset)) << offset;
    EXPECT_EQ(bench.reported(), std::vector<std::string>{});
    EXPECT_EQ(bench.counter("2D_BLITS_CCU"), 3u);
    EXPECT_EQ(bench.counter("2D_PIXELS_CCU"), 64u * 64 + 33 * 21 + 17 * 5);
    EXPECT_GT(cycles, (64u * 64 + 33 * 21) / 8);
}

TEST(TimedBlit, FillsAtTheRateOfTheirTexels) {
    // Texels of 4 and of 1 byte are as fast, those of 8 and of 16 bytes as many times longer. Two pairs of caches take
    // 64 bytes a cycle, so that the engine sets the pace. Targets stay in the caches.
    const auto timed = [](uint32_t format, uint32_t bytes) {
        BlitStream stream;
        BlitSide target = imageAt(kBlitTarget, 64, 64);
        target.format = format;
        target.pitch = 64 * bytes;
        stream.fill(target, 1);
        target.height = 32;
        BlitStream half;
        half.fill(target, 1);
        return cyclesOf(stream) - cyclesOf(half);
    };
    constexpr uint64_t kTexels = 64 * 32;
    EXPECT_EQ(timed(0x03, 1), kTexels / 8);   // 8_UNORM
    EXPECT_EQ(timed(0x30, 4), kTexels / 8);   // 8_8_8_8_UNORM
    EXPECT_EQ(timed(0x62, 8), kTexels / 4);   // 16_16_16_16_FLOAT
    EXPECT_EQ(timed(0x82, 16), kTexels / 2);  // 32_32_32_32_FLOAT
}

TEST(TimedBlit, LargeCopiesMoveEachByteOnceAtMemorysRate) {
    // 1024x512 texels, 2 MiB read and 2 MiB written: more than the caches have.
    constexpr uint64_t kBytes = 2 << 20;
    for (const bool tiled : {false, true}) {
        TimingBench bench;
        BlitStream stream;
        stream.copy(imageAt(kBlitSource, 1024, 512, tiled), imageAt(kBlitTarget, 1024, 512, tiled));
        stream.event(kFlushColor).waitForIdle();
        const auto cycles = static_cast<double>(bench.run(stream.stream));
        const uint64_t ofPageTables = 64 * bench.counter("PAGE_WALKS_UCHE");
        EXPECT_LE(ofPageTables, 2u * 64) << "the source's pages";
        EXPECT_EQ(bench.counter("UCHE0_ReadBytes_MC") + bench.counter("UCHE1_ReadBytes_MC"), kBytes + ofPageTables)
            << tiled;
        EXPECT_EQ(linesWritten(bench), kBytes / 64) << tiled;
        EXPECT_EQ(bench.counter("CCU0_ReadBytes_MC") + bench.counter("CCU1_ReadBytes_MC"), 0u) << tiled;
        // 34.1 GB/s at 585 MHz are 58 bytes a cycle; the directions of the bus take turns.
        const double bytesPerCycle = 2.0 * kBytes / cycles;
        EXPECT_GT(bytesPerCycle, 0.55 * 58) << tiled;
        EXPECT_LT(bytesPerCycle, 58) << tiled;
    }
}

TEST(TimedBlit, PartsOfSectorsAreReadBeforeTheyAreWritten) {
    // A column of one texel: of each row's sector 4 bytes are written.
    TimingBench bench;
    BlitStream stream;
    BlitSide target = imageAt(kBlitTarget, 1, 16);
    target.pitch = 256;
    stream.fill(target, 0).event(kFlushColor).waitForIdle();
    bench.run(stream.stream);
    EXPECT_EQ(bench.counter("PARTIAL_BLOCK_READ_CCU"), 16u);
    EXPECT_EQ(linesWritten(bench), 16u);
}

TEST(TimedBlit, AverageTakesAllSamplesOfItsTexels) {
    const auto timed = [](uint32_t samples) {
        BlitSide source = imageAt(kBlitSource, 64, 32);
        source.samples = samples;
        source.pitch *= samples;
        BlitStream stream;
        stream.copy(source, imageAt(kBlitTarget, 64, 32));
        TimingBench bench;
        bench.run(stream.stream);
        EXPECT_EQ(bench.counter("READ_REQUESTS_TP_UCHE"), 64u * 32 * 4 * samples / 64);
        return bench.counter("2D_BUSY_CYCLES_CCU");
    };
    EXPECT_GT(timed(4), timed(1) + 64 * 32 * 3 / 8 / 2);
}

TEST(TimedBlit, AWaitForIdleWaitsForABlitAndAPacketDoesNot) {
    const auto timed = [](bool waits) {
        TimingBench bench;
        BlitStream stream;
        stream.fill(imageAt(kBlitTarget, 256, 256), 0);
        if (waits) stream.waitForIdle();
        for (int i = 0; i < 200; ++i) stream.stream.command(Opcode::Nop);
        return bench.run(stream.stream);
    };
    const uint64_t alone = timed(false);
    EXPECT_GT(alone, 256u * 256 / 8);
    EXPECT_GT(timed(true), alone + 1000) << "the packets come after the blit";
}

TEST(TimedBlit, AnEventAfterABlitComesWhenItIsDone) {
    TimingBench bench;
    BlitStream stream;
    stream.fill(imageAt(kBlitTarget, 256, 256), 0);
    stream.stream.command(Opcode::EventWrite, {kFlushColor, low(kData), high(kData), 77});
    stream.stream.command(Opcode::WaitRegisterOrMemory, {3 | 1 << 4, low(kData), high(kData), 77, ~0u, 16});
    const uint64_t cycles = bench.run(stream.stream);
    EXPECT_GT(cycles, 256u * 256 / 8);
    EXPECT_EQ(bench.at(kData), 77u);
    EXPECT_EQ(linesWritten(bench), 256u * 1024 / 64) << "the event's word is written when the blocks are";
}

TEST(TimedBlit, ABlitSeesWhatADispatchBeforeItStored) {
    TimingBench bench;
    ComputeStream compute = bench.stream();
    // The program stores late; the blit copies its word.
    std::string late;
    for (int i = 0; i < 256; ++i) late += "(nop3) mul.f r5.x, r5.x, r5.x\n";
    compute.program(late +
                        "mov.u32u32 r3.x, c0.x\nmov.u32u32 r3.y, c0.y\nmov.u32u32 r1.x, 5\n(rpt5)nop\n"
                        "stg.u32 g[r3.x], r1.x, 1\nend",
                    {.localSize = {1, 1, 1}});
    compute.dispatch(1);
    compute.stream.command(Opcode::EventWrite, {kFlushUche});
    BlitStream blit;
    blit.copy(imageAt(kData, 1, 1), imageAt(kBlitTarget, 1, 1));
    for (const uint32_t word : blit.stream.words()) compute.stream.word(word);
    bench.run(compute);
    EXPECT_EQ(bench.at(kBlitTarget), 5u);
}

TEST(TimedBlit, TexelsWithoutMemoryTakeNoTraffic) {
    TimingBench bench;
    BlitStream stream;
    stream.fill(imageAt(0x2'0000'0000, 4096, 4096), 0);
    EXPECT_LT(bench.run(stream.stream), 5000u);
    EXPECT_EQ(bench.counter("2D_WR_REQ_CCU"), 0u);
    EXPECT_EQ(bench.reported(), std::vector<std::string>{"gpu-memory-not-mapped"});
}

/// A stream of blits of all kinds, of which some overlap the packets and blits after them.
BlitStream randomBlits(uint32_t seed) {
    std::mt19937 random(seed);
    const auto below = [&random](uint32_t count) { return static_cast<uint32_t>(random() % count); };
    BlitStream stream;
    for (int i = 0; i < 12; ++i) {
        const bool wide = below(4) == 0;
        const auto side = [&](uint64_t from) {
            BlitSide image = imageAt(from + below(3) * (1 << 20), 1 + below(wide ? 300 : 40), 1 + below(60));
            image.tiled = below(2) == 0;
            image.pitch = 2048;
            image.x = below(20);
            image.y = below(20);
            return image;
        };
        const BlitSide target = side(kBlitTarget);
        BlitSide source = side(kBlitSource);
        if (below(2) == 0) {
            source.width = target.width;
            source.height = target.height;
        }
        stream.set("RB_2D_BLIT_CNTL/ROTATE"_field, below(6));
        if (below(5) == 0)
            stream.fill(target, below(256));
        else
            stream.copy(source, target, below(2) == 0);
        if (below(3) == 0) stream.event(kFlushColor);
        if (below(4) == 0) stream.waitForIdle();
    }
    return stream;
}

TEST(TimedBlit, RandomBlitsLeaveTheMemoryOfTheFunctionalMachineInTheSameCycles) {
    for (uint32_t seed = 0; seed < 12; ++seed) {
        const BlitStream stream = randomBlits(seed);
        FunctionalBench functional;
        std::mt19937 random(seed);
        std::vector<uint32_t> words(3 << 18);
        for (uint32_t& word : words) word = static_cast<uint32_t>(random());
        ASSERT_TRUE(functional.memory.write(kBlitSource, std::as_bytes(std::span(words))));
        functional.run(stream.stream);
        std::optional<uint64_t> cycles;
        for (const sim::SimulationSettings& how :
             {sim::SimulationSettings{}, sim::SimulationSettings{.sleeping = false},
              sim::SimulationSettings{.reverseOrder = true}}) {
            TimingBench bench({.simulation = how});
            ASSERT_TRUE(bench.memory.write(kBlitSource, std::as_bytes(std::span(words))));
            const uint64_t took = bench.run(stream.stream);
            EXPECT_EQ(took, cycles.value_or(took)) << seed;
            cycles = took;
            for (uint64_t offset = 0; offset < 4 << 20; offset += 4)
                ASSERT_EQ(bench.at(kBlitTarget + offset), functional.memory.load<uint32_t>(kBlitTarget + offset))
                    << seed << ": " << offset;
            EXPECT_EQ(bench.reported().size(), functional.findings.all().size()) << seed;
        }
    }
}

TEST(TimedBlit, EachParameterChangesTheCycles) {
    const auto timed = [](const std::string& setting) {
        BlitStream stream;
        stream.fill(imageAt(kBlitTarget, 64, 64), 0);
        BlitSide wide = imageAt(kBlitTarget, 64, 64);
        wide.format = 0x82;
        wide.pitch = 1024;
        stream.fill(wide, 0).copy(imageAt(kBlitSource, 256, 64), imageAt(kBlitTarget, 256, 64));
        return cyclesOf(stream, {setting});
    };
    const uint64_t cycles = timed("ADRENO.A2dPixelsPerCycle=8");
    for (const char* const setting : {"A2dPixelsPerCycle=7", "A2dBytesPerCycle=16", "A2dParts=8", "A2dStartCycles=51"})
        EXPECT_NE(timed(std::string("ADRENO.") + setting), cycles) << setting;
}

}  // namespace
}  // namespace cyclorama::adreno::test
