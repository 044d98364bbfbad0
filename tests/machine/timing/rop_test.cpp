// SPDX-License-Identifier: MIT
// The cycles are worked out from ATTILA's order of steps: a quad that is written to the unit in cycle c arrives in
// c + 1 and waits for its line from c + 2 on.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>

#include "machine/timing/rop_bench.h"

namespace cyclorama::machine::timing {
namespace {

using sim::kNever;

/// Clears from cycle 10 on, and draws; quads may come from the cycle that is returned.
template <typename Bench>
sim::Cycle clearThenDraw(Bench& bench) {
    const RopCacheSettings& cache = bench.unit.settings().cache;
    bench.at(10, UnitOperation::Clear);
    const sim::Cycle cleared = 10 + cache.stateBlocks / cache.blocksClearedPerCycle;
    bench.at(cleared + 5, UnitOperation::End);
    bench.at(cleared + 10, UnitOperation::Draw);
    return cleared + 20;
}

/// Ends the batch in cycle c, flushes and shows the buffer.
template <typename Bench>
void endAndPresent(Bench& bench, sim::Cycle c) {
    bench.at(c, UnitOperation::End);
    bench.at(c + 5, UnitOperation::Present);
}

void testDepth(gpu::DrawState& state) {
    state.depthStencil.edit().depthTest = true;
    state.depthStencil.edit().depthFunction = func::CompareFunction::Less;
    state.depthStencil.edit().depthWrite = true;
}

void blend(gpu::DrawState& state) { state.color.edit().targets[0].color.blend.enabled = true; }

/// From a quad's write to the unit until it has its line, where that is of a clear block: fetch, then the request is
/// taken and decompressed, then the line is written in.
sim::Cycle cyclesToFill(const RopSettings& settings) {
    const RopCacheSettings& cache = settings.cache;
    return 3 + cache.decompressionLatency + cache.geometry.lineBytes / cache.portWidth;
}
/// From the cycle of its read until the quad leaves.
sim::Cycle cyclesFromRead(const RopSettings& settings) { return 1 + settings.operationLatency + 1 + 1; }

TEST(TimingRop, ClearTakesACycleForEveryGroupOfBlocks) {
    for (const uint32_t perCycle : {256u, 512u, 4096u}) {
        ColorBench bench([&] {
            RopSettings settings = smallColorSettings();
            settings.cache.blocksClearedPerCycle = perCycle;
            return settings;
        }());
        bench.at(10, UnitOperation::Clear);
        bench.run(200);
        EXPECT_EQ(bench.cycleOfStatus(UnitStatus::Clear), 12u);
        EXPECT_EQ(bench.cycleOfStatus(UnitStatus::End), 12u + 4096 / perCycle);
    }
}

TEST(TimingRop, ClearFillsTheUnitsOwnBlocks) {
    RopSettings settings = smallColorSettings();
    settings.units = 2;
    ColorBench bench(settings);
    bench.record.state.color.edit().clearColor = {1.0f, 0.0f, 1.0f, 0.0f};
    bench.at(10, UnitOperation::Clear);
    bench.run(100);
    EXPECT_EQ(bench.space.load<uint32_t>(kBufferAddress), 0x00ff00ffu);
    EXPECT_EQ(bench.space.load<uint32_t>(kBufferAddress + 4 * 256 - 4), 0x00ff00ffu);
    EXPECT_EQ(bench.space.load<uint32_t>(kBufferAddress + 4 * 256), mem::kUnwrittenWord) << "the other unit's";
    EXPECT_EQ(bench.space.load<uint32_t>(kBufferAddress + 8 * 256), 0x00ff00ffu);
}

TEST(TimingRop, WithoutTestsQuadsPassBy) {
    ZBench bench(smallZSettings());
    bench.record.state.depthStencil.edit().depthTest = false;
    const sim::Cycle start = clearThenDraw(bench);
    const QuadId quad = bench.quad(start, 0, 0);
    bench.run(start + 50);
    // Arrives in 1, passes by the cache in 2, leaves in 3, is seen in 4.
    EXPECT_EQ(bench.cycleOf("tested"), start + 4);
    EXPECT_EQ(bench.valuesOf("tested"), std::vector<uint64_t>{quad});
    EXPECT_EQ(bench.memory.bytes, 0u);
}

class TimingRopLatency : public ::testing::TestWithParam<std::array<uint32_t, 3>> {};

TEST_P(TimingRopLatency, OfATestOfAClearBlock) {
    ZStencilTestSettings settings = smallZSettings();
    settings.rop.operationLatency = GetParam()[0];
    settings.rop.cache.decompressionLatency = GetParam()[1];
    settings.rop.cache.portWidth = GetParam()[2];
    settings.rop.operatedQueueSize = GetParam()[0];
    ZBench bench(settings);
    testDepth(bench.record.state);
    const sim::Cycle start = clearThenDraw(bench);
    bench.quad(start, 0, 0);
    bench.run(start + 200);
    EXPECT_EQ(bench.cycleOf("tested"), start + cyclesToFill(settings.rop) + cyclesFromRead(settings.rop) + 1);
    EXPECT_EQ(bench.memory.bytes, 0u) << "a clear block is not read";
}

INSTANTIATE_TEST_SUITE_P(Parameters, TimingRopLatency,
                         ::testing::Values(std::array{2u, 8u, 32u}, std::array{1u, 8u, 32u}, std::array{4u, 8u, 32u},
                                           std::array{2u, 1u, 32u}, std::array{2u, 20u, 32u}, std::array{2u, 8u, 64u},
                                           std::array{2u, 8u, 16u}));

TEST(TimingRop, ALineIsReadInTransactions) {
    for (const sim::Cycle latency : {10u, 50u}) {
        ZBench bench(smallZSettings(), latency);
        testDepth(bench.record.state);
        bench.at(5, UnitOperation::Draw);  // no clear: blocks are uncompressed
        bench.quad(20, 0, 0);
        bench.run(300);
        EXPECT_EQ(bench.valuesOf("read"), (std::vector<uint64_t>{kBufferAddress, kBufferAddress + 64,
                                                                 kBufferAddress + 128, kBufferAddress + 192}));
        // The fetch is in 22, the first request in 23, seen in 24, the others one a cycle.
        EXPECT_EQ(bench.cycleOf("read", 0), 24u);
        EXPECT_EQ(bench.cycleOf("read", 3), 27u);
        // Data begins to arrive a cycle after the answer, takes one more and is decompressed from then on.
        const RopSettings settings = smallZSettings().rop;
        const sim::Cycle lastArrival = 27 + latency + 1;
        EXPECT_EQ(bench.cycleOf("tested"),
                  lastArrival + settings.cache.decompressionLatency + 256 / 32 + cyclesFromRead(settings) + 1);
        EXPECT_EQ(bench.statistic("ReadBytes_ZST-SU0"), 256u);
        EXPECT_EQ(bench.statistic("ReadTransactions_ZST-SU0"), 4u);
    }
}

TEST(TimingRop, QuadsWaitUntilMemoryAccepts) {
    ZBench bench(smallZSettings(), 10);
    testDepth(bench.record.state);
    bench.at(5, UnitOperation::Draw);
    bench.quad(20, 0, 0);
    bench.memory.accepts = {.reads = false, .writes = true};
    bench.probe.script[60] = [&](sim::Cycle) { bench.memory.accepts = {}; };
    bench.run(300);
    EXPECT_GE(bench.cycleOf("read"), 61u);
    EXPECT_LE(bench.cycleOf("read"), 63u);
    EXPECT_NE(bench.cycleOf("tested"), kNever);
}

TEST(TimingRop, TheOperationRateSpacesQuads) {
    for (const uint32_t rate : {1u, 2u, 5u}) {
        ZStencilTestSettings settings = smallZSettings();
        settings.rop.operationRate = rate;
        ZBench bench(settings);
        testDepth(bench.record.state);
        const sim::Cycle start = clearThenDraw(bench);
        for (int32_t i = 0; i < 4; ++i) bench.quad(start, 2 * i, 0);
        bench.run(start + 200);
        for (size_t i = 1; i < 4; ++i)
            EXPECT_EQ(bench.cycleOf("tested", i), bench.cycleOf("tested", i - 1) + rate) << rate;
    }
}

TEST(TimingRop, AQuadIsReadAfterTheWriteOfAnEarlierOneOfItsPlace) {
    for (const uint32_t latency : {1u, 4u}) {
        ZStencilTestSettings settings = smallZSettings();
        settings.rop.operationLatency = latency;
        ZBench bench(settings);
        testDepth(bench.record.state);
        const sim::Cycle start = clearThenDraw(bench);
        bench.quad(start, 0, 0, 0x3000);
        bench.quad(start, 0, 0, 0x2000);
        bench.quad(start, 2, 0, 0x2000);
        bench.run(start + 200);
        // Written in the cycle before the first leaves; read in the same cycle, after the write.
        EXPECT_EQ(bench.cycleOf("tested", 1) - bench.cycleOf("tested", 0), latency + 2);
        EXPECT_EQ(bench.cycleOf("tested", 2) - bench.cycleOf("tested", 1), 1u);
        EXPECT_EQ(bench.statistic("RAWDependence_ZST-SU0"), latency + 1);
        EXPECT_EQ(bench.quadPool[bench.probe.queue[1].second].culled, 0u) << "0x2000 is less than 0x3000";
    }
}

TEST(TimingRop, BackPressureReachesTheInputAndLosesNothing) {
    ZStencilTestSettings settings = smallZSettings();
    settings.rop.inputQueueSize = 6;
    settings.rop.fetchQueueSize = 3;
    settings.rop.readQueueSize = 2;
    settings.rop.operatedQueueSize = 4;
    settings.rop.writeQueueSize = 2;
    ZBench bench(settings);
    testDepth(bench.record.state);
    const sim::Cycle start = clearThenDraw(bench);
    std::vector<uint64_t> sent;
    for (int32_t i = 0; i < 64; ++i) sent.push_back(bench.quad(start, 2 * (i % 8), 2 * (i / 8)));
    bench.probe.script[1] = [&](sim::Cycle cycle) { bench.probe.testedReady.write(cycle, false); };
    bench.probe.script[start + 300] = [&](sim::Cycle cycle) { bench.probe.testedReady.write(cycle, true); };
    bench.run(start + 299);
    EXPECT_EQ(bench.cycleOf("tested"), kNever);
    EXPECT_NE(bench.cycleOf("ready"), kNever);
    EXPECT_GT(bench.statistic("ConsumerBusy_ZST-SU0"), 200u);
    EXPECT_GT(bench.statistic("WriteQFullStall_ZST-SU0"), 200u);
    EXPECT_GT(bench.statistic("OperationQFullStall_ZST-SU0"), 200u);
    EXPECT_GT(bench.statistic("ReadQFullStall_ZST-SU0"), 200u);
    EXPECT_GT(bench.statistic("FetchQFullStall_ZST-SU0"), 200u);
    bench.run(start + 700);
    EXPECT_EQ(bench.valuesOf("tested"), sent);
}

TEST(TimingRop, ReadinessKeepsRoomForTwoCycles) {
    ZStencilTestSettings settings = smallZSettings();
    settings.rop.inputQueueSize = 5;
    settings.rop.fetchQueueSize = 1;
    ZBench bench(settings, 1000);
    testDepth(bench.record.state);
    bench.at(5, UnitOperation::Draw);
    for (int32_t i = 0; i < 12; ++i) bench.quad(20, 2 * i, 0);
    bench.run(500);
    // One waits for its line; three make the unit busy, and one more comes before the distributor sees it.
    EXPECT_EQ(bench.statistic("InputFragments_ZST-SU0"), 4u * (1 + 3 + 1));
    bench.run(4000);
    EXPECT_EQ(bench.valuesOf("tested").size(), 12u);
}

TEST(TimingRop, TheLastQuadLeavesAfterAllOthers) {
    ZBench bench(smallZSettings());
    testDepth(bench.record.state);
    const sim::Cycle start = clearThenDraw(bench);
    const QuadId first = bench.quad(start, 0, 0);
    bench.quad(start, 2, 0, 0x1000, 0xf);  // culled as a whole: ends here
    const QuadId last = bench.last(start);
    bench.run(start + 100);
    EXPECT_EQ(bench.valuesOf("tested"), (std::vector<uint64_t>{first, last}));
    // Leaves in the cycle after the first did, with the status.
    EXPECT_EQ(bench.cycleOf("tested", 1), bench.cycleOf("tested", 0) + 1);
    EXPECT_EQ(bench.cycleOfStatus(UnitStatus::End, 1), bench.cycleOf("tested", 1));
    EXPECT_EQ(bench.statistic("InputFragments_ZST-SU0"), 12u);
    EXPECT_EQ(bench.statistic("CulledFragments_ZST-SU0"), 4u);
    EXPECT_EQ(bench.statistic("OutputFragments_ZST-SU0"), 8u);
    EXPECT_EQ(bench.statistic("PassedFragments_ZST-SU0"), 4u);
}

TEST(TimingRop, FailedQuadsContinueAsCulled) {
    ZBench bench(smallZSettings());
    testDepth(bench.record.state);
    bench.record.state.depthBuffer.edit().clearDepth = 0x800;
    const sim::Cycle start = clearThenDraw(bench);
    const QuadId quad = bench.quad(start, 0, 0, 0x1000);
    bench.run(start + 100);
    EXPECT_EQ(bench.valuesOf("tested"), std::vector<uint64_t>{quad});
    EXPECT_EQ(bench.quadPool[quad].culled, 0xfu);
    EXPECT_EQ(bench.statistic("FailedFragments_ZST-SU0"), 4u);
}

TEST(TimingRop, ALineThatLeavesUpdatesHierarchicalZ) {
    ZBench bench(smallZSettings());
    testDepth(bench.record.state);
    bench.record.state.depthBuffer.edit().clearDepth = 0x5000;
    const sim::Cycle start = clearThenDraw(bench);
    // All of the 8x8 pixels of one generation tile: the largest depth is then that of a quad.
    for (int32_t y = 0; y < 8; y += 2)
        for (int32_t x = 8; x < 16; x += 2) bench.quad(start, x, y, static_cast<uint32_t>(0x1000 + x));
    bench.last(start);
    bench.at(start + 200, UnitOperation::End);
    bench.at(start + 210, UnitOperation::Flush);
    bench.run(start + 400);
    EXPECT_EQ(bench.valuesOf("hz"), std::vector<uint64_t>{uint64_t{1} << 32 | 0x100e});
    EXPECT_EQ(bench.statistic("UpdatesHZ_ZST-SU0"), 1u);
    EXPECT_NE(bench.cycleOfStatus(UnitStatus::Flush), kNever);
    EXPECT_EQ(bench.cycleOf("states"), kNever) << "depth is flushed without showing it";
}

TEST(TimingRop, AllocationNeedsNoFill) {
    ColorBench bench(smallColorSettings());
    const sim::Cycle start = clearThenDraw(bench);
    bench.quad(start, 0, 0);
    const QuadId last = bench.last(start);
    bench.run(start + 100);
    EXPECT_EQ(bench.memory.bytes, 0u);
    EXPECT_EQ(bench.statistic("AllocateOK_CW-SU0"), 1u);
    EXPECT_EQ(bench.statistic("FetchOK_CW-SU0"), 0u);
    // Allocated in 2, operated on from 3 to 5, written in 6, out in 7, the end shown in 8.
    EXPECT_EQ(bench.cycleOfStatus(UnitStatus::End, 1), start + 9);
    EXPECT_EQ(bench.space.load<uint32_t>(kBufferAddress), 0xffbf7f3fu);
    EXPECT_EQ(bench.quadPool.inUse(), 0u) << last;
}

TEST(TimingRop, AFlushCompressesAndWritesLines) {
    for (const uint32_t latency : {1u, 8u, 30u}) {
        RopSettings settings = smallColorSettings();
        settings.cache.compressionLatency = latency;
        ColorBench bench(settings);
        const sim::Cycle start = clearThenDraw(bench);
        bench.quad(start, 0, 0);
        bench.last(start);
        endAndPresent(bench, start + 50);
        bench.run(start + 400);
        // One colour beside the clear colour: compresses to the smallest size, one transaction.
        EXPECT_EQ(bench.valuesOf("write"), std::vector<uint64_t>{kBufferAddress});
        // The command arrives in 56, the flush starts in 57 and finds the line in 58; it is taken and read out in that
        // cycle, for 8; then compressed; written in the cycle in which that ends, and seen one later.
        EXPECT_EQ(bench.cycleOf("write"), start + 58 + 8 + latency + 1);
        EXPECT_EQ(bench.statistic("ComprBlock64_CW-SU0") + bench.statistic("ComprBlock128_CW-SU0"), 1u);
        ASSERT_EQ(bench.valuesOf("states"), std::vector<uint64_t>{256u * 256 * 4 / 256});
        EXPECT_EQ(bench.probe.lastStates[0].state, BlockState::Compressed);
        EXPECT_EQ(bench.probe.lastStates[1].state, BlockState::Clear);
        // 1024 blocks at 1024 a cycle.
        EXPECT_EQ(bench.cycleOfStatus(UnitStatus::End, 2), bench.cycleOf("states") + 1);
    }
}

TEST(TimingRop, OfAnUncompressedBlockOnlyWrittenPiecesGoToMemory) {
    ColorBench bench(smallColorSettings());
    bench.at(5, UnitOperation::Draw);
    bench.quad(20, 0, 0);
    bench.quad(20, 6, 2);
    bench.last(20);
    endAndPresent(bench, 100);
    bench.run(400);
    // Quads of 16 bytes, rows of four: the second is quad 7, in the second piece.
    EXPECT_EQ(bench.valuesOf("write"), (std::vector<uint64_t>{kBufferAddress, kBufferAddress + 64}));
    EXPECT_EQ(bench.statistic("WriteBytes_CW-SU0"), 128u);
    EXPECT_EQ(bench.probe.lastStates[0].state, BlockState::Uncompressed);
}

TEST(TimingRop, BlendingReadsTheDestination) {
    ColorBench bench(smallColorSettings());
    blend(bench.record.state);
    func::BlendState& state = bench.record.state.color.edit().targets[0].color.blend;
    state.destinationColor = func::BlendFactor::One;
    bench.record.state.color.edit().clearColor = {0.25f, 0.0f, 0.0f, 0.0f};
    const sim::Cycle start = clearThenDraw(bench);
    bench.quad(start, 0, 0);
    bench.last(start);
    bench.run(start + 100);
    EXPECT_EQ(bench.statistic("FetchOK_CW-SU0"), 1u);
    EXPECT_EQ(bench.statistic("ReadOK_CW-SU0"), 1u);
    EXPECT_EQ(bench.statistic("BlendedFragments_CW-SU0"), 4u);
    EXPECT_EQ(bench.space.load<uint32_t>(kBufferAddress).value() & 0xff, 63u + 63u);
    const RopSettings settings = smallColorSettings();
    EXPECT_EQ(bench.cycleOfStatus(UnitStatus::End, 1), start + cyclesToFill(settings) + cyclesFromRead(settings) + 2);
}

TEST(TimingRop, MaskedTargetsPassBy) {
    ColorBench bench(smallColorSettings());
    bench.record.state.color.edit().targets[0].color.writeMask = {false, false, false, false};
    const sim::Cycle start = clearThenDraw(bench);
    bench.quad(start, 0, 0);
    bench.last(start);
    bench.run(start + 100);
    EXPECT_EQ(bench.statistic("AllocateOK_CW-SU0"), 0u);
    EXPECT_EQ(bench.cycleOfStatus(UnitStatus::End, 1), start + 5);
}

TEST(TimingRop, EverySampleTakesItsStep) {
    for (const uint32_t samples : {2u, 4u, 8u}) {
        ZBench bench(smallZSettings());
        testDepth(bench.record.state);
        bench.record.state.multisampling = {.enabled = true, .samples = samples};
        const sim::Cycle start = clearThenDraw(bench);
        // Quads of one line: 8 samples leave room for two.
        for (int32_t i = 0; i < 2; ++i) bench.quad(start, 2 * i, 0);
        bench.run(start + 300);
        ASSERT_EQ(bench.valuesOf("tested").size(), 2u);
        EXPECT_EQ(bench.cycleOf("tested", 1) - bench.cycleOf("tested", 0), samples);
        EXPECT_EQ(bench.statistic("ReadOK_ZST-SU0"), 2 * samples);
        EXPECT_EQ(bench.statistic("WriteOK_ZST-SU0"), 2 * samples);
        EXPECT_EQ(bench.statistic("FetchOK_ZST-SU0"), 2u);
    }
}

TEST(TimingRop, SeveralTargetsTakeAStepEach) {
    ColorBench bench(smallColorSettings());
    bench.record.state.color.edit().targets[2] = bench.record.state.color->targets[0];
    bench.record.state.color.edit().targets[2].address = kBufferAddress + 0x200000;
    const sim::Cycle start = clearThenDraw(bench);
    bench.quad(start, 0, 0);
    bench.last(start);
    bench.run(start + 100);
    EXPECT_EQ(bench.statistic("AllocateOK_CW-SU0"), 2u);
    EXPECT_EQ(bench.statistic("WriteOK_CW-SU0"), 2u);
    // One cycle more to allocate, one more to write.
    EXPECT_EQ(bench.cycleOfStatus(UnitStatus::End, 1), start + 9 + 2);
    EXPECT_EQ(bench.space.load<uint32_t>(kBufferAddress + 0x200000), 0xffbf7f3fu);
}

TEST(TimingRop, BlockStatesAreSavedAndRestored) {
    ColorBench bench(smallColorSettings());
    const sim::Cycle start = clearThenDraw(bench);
    bench.quad(start, 0, 0);
    bench.last(start);
    endAndPresent(bench, start + 50);
    bench.at(start + 200, UnitOperation::End);
    bench.at(start + 210, UnitOperation::SaveBlockState);
    bench.at(start + 600, UnitOperation::End);
    bench.at(start + 610, UnitOperation::ResetBlockState);
    bench.at(start + 700, UnitOperation::End);
    bench.run(start + 700);
    // Two states a byte, 64 bytes a transaction, every one two cycles at most.
    const std::vector<uint64_t> writes = bench.valuesOf("write");
    EXPECT_EQ(writes.size(), 1 + 4096u / 2 / 64);
    EXPECT_EQ(writes.back(), kStateAddress + 2048 - 64);
    EXPECT_EQ(bench.unit.cache().blockStates().states(1)[0].state, BlockState::Uncompressed);
    bench.at(start + 710, UnitOperation::RestoreBlockState);
    bench.run(start + 1500);
    EXPECT_EQ(bench.valuesOf("read").size(), 4096u / 2 / 64);
    EXPECT_EQ(bench.unit.cache().blockStates().states(2)[0].state, BlockState::Compressed);
    EXPECT_EQ(bench.unit.cache().blockStates().states(2)[1].state, BlockState::Clear);
    EXPECT_NE(bench.cycleOfStatus(UnitStatus::RestoreBlockState), kNever);
}

/// Many quads over more lines than the cache holds, of which some share their place.
template <typename Bench>
std::vector<RopEvent> stress(Bench& bench, sim::Cycle start) {
    std::mt19937 engine(7);
    const auto random = [&engine] { return static_cast<uint32_t>(engine()); };
    for (int32_t i = 0; i < 1500; ++i) {
        const auto x = static_cast<int32_t>(random() % 96 * 2);
        const auto y = static_cast<int32_t>(random() % 96 * 2);
        const QuadId id = bench.quad(start + static_cast<sim::Cycle>(i) * 3, x, y, random() % 0xffffff, random() % 16);
        for (auto& color : bench.quadPool.color(0, id))
            color = {static_cast<float>(random() % 256) / 255.0f, 0.5f, static_cast<float>(x) / 256.0f, 1.0f};
    }
    bench.last(start);
    endAndPresent(bench, start + 60000);
    bench.run(start + 70000);
    return bench.events;
}

TEST(TimingRop, SleepingAndOrderChangeNothing) {
    std::vector<RopEvent> events[3];
    std::vector<std::pair<std::string, uint64_t>> statistics[3];
    const sim::SimulationSettings ways[3] = {
        {.sleeping = true}, {.sleeping = false}, {.sleeping = false, .reverseOrder = true}};
    for (size_t way = 0; way < 3; ++way) {
        ZBench bench(smallZSettings(), 40, ways[way]);
        testDepth(bench.record.state);
        events[way] = stress(bench, clearThenDraw(bench));
        bench.simulation.settle();
        for (const auto& [name, columns] : bench.simulation.statistics().columns())
            statistics[way].emplace_back(name, columns.front()->value(sim::Interval::Frame).sum);
        std::ranges::stable_sort(events[way], {}, [](const RopEvent& e) { return std::pair(e.cycle, e.what); });
    }
    EXPECT_GT(events[0].size(), 1500u);
    EXPECT_EQ(events[0], events[1]);
    EXPECT_EQ(events[0], events[2]);
    EXPECT_EQ(statistics[0], statistics[1]);
    EXPECT_EQ(statistics[0], statistics[2]);
}

TEST(TimingRop, ValuesAreThoseOfTheFunctionsInOrder) {
    ColorBench bench(smallColorSettings());
    blend(bench.record.state);
    func::BlendState& state = bench.record.state.color.edit().targets[0].color.blend;
    state.sourceColor = func::BlendFactor::DestinationColor;
    state.destinationColor = func::BlendFactor::OneMinusSourceColor;
    const sim::Cycle start = clearThenDraw(bench);
    mem::AddressSpace expectedSpace({.gpuMemoryBytes = 8 << 20});
    Surfaces surfaces(expectedSpace, func::TileSizes{});
    const MappedSurface expected = surfaces.color(bench.record.state, 0);
    func::fillColor(expected.bytes, func::Format::Rgba8888, bench.record.state.color->clearColor);
    const func::ColorWriter writer(bench.record.state.color->targets[0].color);

    std::vector<std::pair<QuadInFlight, QuadVectors>> sent;
    bench.probe.script[start - 1] = [&](sim::Cycle) {
        for (const auto& [from, id] : bench.probe.queue)
            if (!bench.quadPool[id].last) sent.push_back({bench.quadPool[id], bench.quadPool.color(0, id)});
    };
    stress(bench, start);
    for (const auto& [quad, colors] : sent) {
        const uint32_t offset =
            expected.layout->offset(static_cast<uint32_t>(quad.quad.x), static_cast<uint32_t>(quad.quad.y));
        const uint32_t coverage = ~quad.culled & 0xf;
        float color[4][4];
        for (size_t f = 0; f < 4; ++f)
            for (size_t c = 0; c < 4; ++c) color[c][f] = colors[f][c];
        writer.write(
            expected.bytes,
            {.offsets = {&offset, 1}, .coverage = {&coverage, 1}, .color = {color[0], color[1], color[2], color[3]}});
    }
    const auto actual = bench.space.span(kBufferAddress, expected.bytes.size()).value();
    EXPECT_TRUE(std::ranges::equal(actual, expected.bytes));
    EXPECT_EQ(bench.quadPool.inUse(), 0u);
    EXPECT_EQ(bench.trianglePool[bench.triangle].users, 1u);
}

TEST(TimingRop, SaysWhatItWaitsFor) {
    ZBench bench(smallZSettings(), 100000);
    testDepth(bench.record.state);
    bench.at(5, UnitOperation::Draw);
    bench.run(15);
    EXPECT_EQ(bench.unit.describeWait(), "waits for the last quad of the batch");
    bench.quad(20, 0, 0);
    bench.run(60);
    EXPECT_NE(bench.unit.describeWait().find("1 asked for"), std::string::npos) << bench.unit.describeWait();
    EXPECT_NE(bench.unit.describeWait().find("1 to be read"), std::string::npos) << bench.unit.describeWait();
}

}  // namespace
}  // namespace cyclorama::machine::timing
