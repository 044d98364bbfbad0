// SPDX-License-Identifier: MIT
// The sizes of a render output pipe's queues, each by itself, and how both sections of the configuration set them.

#include <gtest/gtest.h>

#include "machine/timing/rop_bench.h"

namespace cyclorama::machine::timing {
namespace {

/// The consumer takes nothing from a depth test that has more quads to take than its queues hold.
uint64_t quadsTaken(const ZStencilTestSettings& settings) {
    ZBench bench(settings);
    bench.record.state.depthStencil.edit().depthTest = true;
    bench.record.state.depthStencil.edit().depthWrite = true;
    bench.record.state.depthStencil.edit().depthFunction = func::CompareFunction::Less;
    bench.at(10, UnitOperation::Clear);
    bench.at(30, UnitOperation::End);
    bench.at(40, UnitOperation::Draw);
    for (int32_t i = 0; i < 64; ++i) bench.quad(50, 2 * (i % 8), 2 * (i / 8));
    bench.probe.script[1] = [&](sim::Cycle cycle) { bench.probe.testedReady.write(cycle, false); };
    bench.run(600);
    return bench.statistic("InputFragments_ZST-SU0") / 4;
}

TEST(TimingRopQueues, EachHoldsAsManyQuadsAsItsSize) {
    ZStencilTestSettings settings = smallZSettings();
    settings.rop.inputQueueSize = 6;
    settings.rop.fetchQueueSize = 4;
    settings.rop.readQueueSize = 3;
    settings.rop.operatedQueueSize = 4;
    settings.rop.writeQueueSize = 3;
    const uint64_t taken = quadsTaken(settings);
    EXPECT_LT(taken, 40u);
    for (const auto queue : {&RopSettings::inputQueueSize, &RopSettings::fetchQueueSize, &RopSettings::readQueueSize,
                             &RopSettings::operatedQueueSize, &RopSettings::writeQueueSize}) {
        for (const uint32_t more : {1u, 5u}) {
            ZStencilTestSettings larger = settings;
            larger.rop.*queue += more;
            EXPECT_EQ(quadsTaken(larger), taken + more);
        }
    }
}

/// Lines that are asked for of a memory that never answers.
size_t linesAskedFor(const RopCacheSettings& cache) {
    ZStencilTestSettings settings = smallZSettings();
    settings.rop.cache = cache;
    ZBench bench(settings, 1'000'000);
    bench.record.state.depthStencil.edit().depthTest = true;
    bench.at(5, UnitOperation::Draw);  // no clear: blocks are uncompressed
    for (int32_t i = 0; i < 16; ++i) bench.quad(20, 8 * (i % 8), 8 * (i / 8));
    bench.run(500);
    const std::vector<uint64_t> reads = bench.valuesOf("read");
    EXPECT_EQ(reads.size() % 4, 0u) << "four transactions a line";
    return reads.size() / 4;
}

TEST(TimingRopQueues, TheCacheAsksForAsManyLinesAsItKeepsMissesOf) {
    RopCacheSettings cache = smallZSettings().rop.cache;
    EXPECT_EQ(linesAskedFor(cache), 16u);
    for (const uint32_t size : {1u, 3u, 8u}) {
        cache.requestQueueSize = size;
        EXPECT_EQ(linesAskedFor(cache), size);
    }
}

TEST(TimingRopQueues, TheCacheAsksForAsManyLinesAsItHasRoomForFills) {
    RopCacheSettings cache = smallZSettings().rop.cache;
    for (const uint32_t size : {1u, 3u, 8u}) {
        cache.inputQueueSize = size;
        EXPECT_EQ(linesAskedFor(cache), size);
    }
}

TEST(TimingRopQueues, TheCacheHoldsAsManyLeavingLinesAsItsOutputQueue) {
    for (const uint32_t size : {1u, 3u, 8u}) {
        RopSettings settings = smallColorSettings();
        settings.cache.outputQueueSize = size;
        ColorBench bench(settings);
        bench.at(5, UnitOperation::Draw);
        for (int32_t i = 0; i < 16; ++i) bench.quad(20, 8 * (i % 8), 8 * (i / 8));
        bench.last(20);
        bench.at(200, UnitOperation::End);
        bench.at(205, UnitOperation::Flush);
        bench.memory.accepts = {.reads = true, .writes = false};
        bench.probe.script[1000] = [&](sim::Cycle) { bench.memory.accepts = {}; };
        bench.run(999);
        EXPECT_EQ(bench.statistic("WriteReqAccepted_CW-SU0"), size);
        EXPECT_TRUE(bench.valuesOf("write").empty());
        bench.run(3000);
        EXPECT_EQ(bench.statistic("WriteReqAccepted_CW-SU0"), 16u);
        EXPECT_EQ(bench.valuesOf("write").size(), 16u);
    }
}

TEST(TimingRopQueues, BlendingTakesItsLatencyAndStartsAtItsRate) {
    const auto end = [](uint32_t latency, uint32_t rate) {
        RopSettings settings = smallColorSettings();
        settings.operationLatency = latency;
        settings.operationRate = rate;
        settings.operatedQueueSize = 16;
        ColorBench bench(settings);
        bench.record.state.color.edit().targets[0].color.blend.enabled = true;
        bench.at(10, UnitOperation::Clear);
        bench.at(30, UnitOperation::End);
        bench.at(40, UnitOperation::Draw);
        for (int32_t i = 0; i < 4; ++i) bench.quad(50, 2 * i, 0);
        bench.last(50);
        bench.run(300);
        return bench.cycleOfStatus(UnitStatus::End, 1);
    };
    const sim::Cycle fastest = end(1, 1);
    EXPECT_EQ(end(2, 1), fastest + 1);
    EXPECT_EQ(end(9, 1), fastest + 8);
    // Three more start after the first.
    EXPECT_EQ(end(1, 2), fastest + 3);
    EXPECT_EQ(end(1, 5), fastest + 12);
}

TEST(TimingRopQueues, AColourWriteNeedsOnePlaceForFinishedQuads) {
    const auto end = [](uint32_t size) {
        RopSettings settings = smallColorSettings();
        settings.writeQueueSize = size;
        ColorBench bench(settings);
        bench.record.state.color.edit().targets[0].color.blend.enabled = true;
        bench.at(5, UnitOperation::Draw);
        for (int32_t i = 0; i < 64; ++i) bench.quad(20, 2 * (i % 8), 2 * (i / 8));
        bench.last(20);
        bench.run(2000);
        return bench.cycleOfStatus(UnitStatus::End, 0);
    };
    const sim::Cycle last = end(1);
    EXPECT_NE(last, sim::kNever);
    EXPECT_EQ(end(2), last);
    EXPECT_EQ(end(64), last);
}

/// Numbers of its own to each parameter that both sections have.
template <typename Parameters>
void expectSettings(RopSettings (*settingsOf)(const Parameters&)) {
    Parameters p;
    p.cacheRequestQueueSize = 11;
    p.cacheInputQueueSize = 12;
    p.cacheOutputQueueSize = 13;
    p.compressionUnitLatency = 14;
    p.decompressionUnitLatency = 15;
    p.inputQueueSize = 16;
    p.fetchQueueSize = 17;
    p.readQueueSize = 18;
    p.opQueueSize = 19;
    p.writeQueueSize = 20;
    const RopSettings settings = settingsOf(p);
    EXPECT_EQ(settings.cache.requestQueueSize, 11u);
    EXPECT_EQ(settings.cache.inputQueueSize, 12u);
    EXPECT_EQ(settings.cache.outputQueueSize, 13u);
    EXPECT_EQ(settings.cache.compressionLatency, 14u);
    EXPECT_EQ(settings.cache.decompressionLatency, 15u);
    EXPECT_EQ(settings.inputQueueSize, 16u);
    EXPECT_EQ(settings.fetchQueueSize, 17u);
    EXPECT_EQ(settings.readQueueSize, 18u);
    EXPECT_EQ(settings.operatedQueueSize, 19u);
    EXPECT_EQ(settings.writeQueueSize, 20u);
}

TEST(TimingRopQueues, SettingsComeFromBothSections) {
    expectSettings<ZStencilTestParameters>([](const ZStencilTestParameters& p) {
        const ZStencilTestSettings settings = zStencilTestSettings(p, func::TileSizes{}, 1, 0, true);
        EXPECT_EQ(settings.rop.operationRate, p.testRate);
        EXPECT_EQ(settings.rop.operationLatency, p.aluLatency);
        return settings.rop;
    });
    expectSettings<ColorWriteParameters>([](const ColorWriteParameters& p) {
        const RopSettings settings = colorWriteSettings(p, func::TileSizes{}, 1, 0);
        EXPECT_EQ(settings.operationRate, p.blendRate);
        EXPECT_EQ(settings.operationLatency, p.blendLatency);
        return settings;
    });
}

}  // namespace
}  // namespace cyclorama::machine::timing
