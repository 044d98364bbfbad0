// SPDX-License-Identifier: MIT
// The DAC and its blitter alone, with a memory that answers 40 cycles after a request. Expected cycles are counted from
// the steps that the header names.

#include "machine/timing/display/dac.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "machine/timing/rop_bench.h"
#include "sim/level.h"
#include "sim/simulation.h"

namespace cyclorama::machine::timing {
namespace {

constexpr uint32_t kAddress = 0x10000;
constexpr uint32_t kTexture = 0x40000;

/// Plays the command processor and the ROPs.
class DacProbe final : public sim::Box {
  public:
    DacProbe(sim::Simulation& simulation, Dac& dac, std::vector<RopEvent>& events)
        : Box(simulation, 0, "Probe"),
          command(*this, "command"),
          status(*this, "status", UnitStatus::Reset),
          events_(&events) {
        command.bind(dac.command);
        dac.status.bind(status);
        for (auto* inputs : {&dac.colorStates, &dac.depthStates})
            for (auto& input : *inputs) {
                outputs.push_back(std::make_unique<sim::Output<BlockStateUpdate>>(*this, "states"));
                outputs.back()->bind(*input);
            }
    }

    sim::Output<UnitCommand> command;
    sim::Level<UnitStatus> status;
    std::vector<std::unique_ptr<sim::Output<BlockStateUpdate>>> outputs;
    std::multimap<sim::Cycle, std::function<void(sim::Cycle)>> script;

    void clock(sim::Cycle cycle) override {
        if (const UnitStatus now = status.read(cycle); now != shown_) {
            events_->push_back({cycle, "status", static_cast<uint64_t>(now)});
            shown_ = now;
        }
        const auto [first, last] = script.equal_range(cycle);
        for (auto action = first; action != last; ++action) action->second(cycle);
    }
    std::string describeWait() const override { return {}; }

  private:
    std::vector<RopEvent>* events_;
    UnitStatus shown_ = UnitStatus::Reset;
};

struct Changes {
    uint32_t decompressionLatency = 1;
    uint32_t blocksUpdatedPerCycle = 1024;
    uint32_t blockUpdateLatency = 1;
    bool synchronised = true;
    bool refreshes = true;
    uint64_t refreshRate = 5'000'000;
    uint32_t blockRequestQueueSize = 32;
    sim::SimulationSettings how{};
};

struct DacBench {
    explicit DacBench(const Changes& changes = {})
        : simulation(changes.how),
          domain(simulation.addDomain({.name = "gpu"})),
          dac(simulation, domain, parameters(changes), {.ropUnits = 1}, space),
          probe(simulation, dac, events),
          memory(simulation, Dac::kMemoryClient, 40, events) {
        memory.connect(Dac::kMemoryClient, 0, dac.memory);
        record.state.raster.edit().surfaceWidth = 64;
        record.state.raster.edit().surfaceHeight = 64;
        record.state.color.edit().targets[0].enabled = true;
        record.state.color.edit().targets[0].address = kAddress;
        record.state.depthBuffer.edit().address = kAddress;
    }

    static DacParameters parameters(const Changes& changes) {
        DacParameters parameters;
        parameters.decompressionUnitLatency = changes.decompressionLatency;
        parameters.blocksUpdatedPerCycle = changes.blocksUpdatedPerCycle;
        parameters.blockUpdateLatency = changes.blockUpdateLatency;
        parameters.synchedRefresh = changes.synchronised;
        parameters.refreshFrame = changes.refreshes;
        parameters.refreshRate = changes.refreshRate;
        parameters.blockRequestQueueSize = changes.blockRequestQueueSize;
        return parameters;
    }

    void at(sim::Cycle cycle, UnitOperation operation) {
        probe.script.insert({cycle, [this, operation](sim::Cycle now) {
                                 probe.command.write(now, UnitCommand{.operation = operation, .draw = &record});
                             }});
    }
    /// All 64 blocks of the buffer have this state.
    void statesAt(sim::Cycle cycle, BlockInfo info, size_t output = 0) {
        probe.script.insert(
            {cycle, [this, info, output](sim::Cycle now) {
                 probe.outputs[output]->write(
                     now,
                     BlockStateUpdate{.unit = 0, .blocks = std::make_shared<const std::vector<BlockInfo>>(64, info)});
             }});
    }
    DacBench& run(sim::Cycle last) {
        simulation.runThrough(domain, last);
        simulation.settle();
        return *this;
    }
    std::vector<RopEvent> of(const std::string& what) const {
        std::vector<RopEvent> some;
        std::ranges::copy_if(events, std::back_inserter(some), [&](const RopEvent& e) { return e.what == what; });
        return some;
    }
    /// The cycle in which the end was seen.
    sim::Cycle end() const {
        const auto changes = of("status");
        const auto found = std::ranges::find(changes, static_cast<uint64_t>(UnitStatus::End), &RopEvent::value);
        return found == changes.end() ? sim::kNever : found->cycle;
    }
    uint64_t statistic(const std::string& name) {
        return simulation.statistics().columns().at(name).front()->value(sim::Interval::Frame).sum;
    }

    sim::Simulation simulation;
    sim::DomainId domain;
    mem::AddressSpace space{{.gpuMemoryBytes = 1 << 20}};
    std::vector<RopEvent> events;
    Dac dac;
    DacProbe probe;
    FixedMemory memory;
    DrawRecord record;
};

constexpr BlockInfo kClear{.state = BlockState::Clear};
constexpr BlockInfo kPlain{.state = BlockState::Uncompressed};

TEST(Dac, ReadsAFrameBlockByBlock) {
    DacBench bench;
    bench.at(10, UnitOperation::Present);
    bench.run(400);
    // Command seen in 11, first block in 12, asked for in 13.
    const auto reads = bench.of("read");
    ASSERT_EQ(reads.size(), 256u);
    for (uint32_t i = 0; i < 256; ++i) EXPECT_EQ(reads[i], (RopEvent{14 + i, "read", kAddress + i * 64}));
    // The last request is answered in 309, its block decompressed in 310 and let go in 311.
    EXPECT_EQ(bench.end(), 312u);
    EXPECT_EQ(bench.statistic("ColorStateBlocksTotal_DAC"), 64u);
    EXPECT_EQ(bench.statistic("ColorStateBlocksUncompressed_DAC"), 64u);
}

TEST(Dac, ReadsNothingOfClearBlocks) {
    DacBench bench;
    bench.statesAt(5, kClear);
    bench.at(10, UnitOperation::Present);
    bench.run(200);
    EXPECT_TRUE(bench.of("read").empty());
    // A block a cycle: the last of 64 starts in 75, passes the request in 76, is decompressed in 77, let go in 78.
    EXPECT_EQ(bench.end(), 79u);
    EXPECT_EQ(bench.statistic("ColorStateBlocksClear_DAC"), 64u);
}

TEST(Dac, DecompressesOneBlockAtATime) {
    DacBench bench({.decompressionLatency = 10});
    bench.statesAt(5, kClear);
    bench.at(10, UnitOperation::Present);
    bench.run(1000);
    // The first starts in 14; each of 64 takes 10 cycles.
    EXPECT_EQ(bench.end(), 14u + 640 + 1);
}

TEST(Dac, TakesCompressedBlocksInTheirOwnSize) {
    DacBench bench;
    bench.statesAt(5, {.state = BlockState::Compressed, .level = 0});
    bench.at(10, UnitOperation::Present);
    bench.run(400);
    const uint32_t bytes = func::compressedBytes(func::BlockCompression::HiloTwoLevels, 0);
    ASSERT_LT(bytes, 256u);
    EXPECT_EQ(bench.memory.bytes, 64 * bytes);
    EXPECT_EQ(bench.statistic("ColorStateBlocksCompressedBest_DAC"), 64u);
}

TEST(Dac, WithoutCompressionIgnoresBlockStates) {
    DacBench bench;
    bench.record.state.color.edit().compression = false;
    bench.statesAt(5, kClear);
    bench.at(10, UnitOperation::Present);
    bench.run(400);
    EXPECT_EQ(bench.of("read").size(), 256u);
}

TEST(Dac, WaitsForTheBlockStates) {
    for (const uint32_t latency : {1u, 2u, 3u}) {
        DacBench bench({.blocksUpdatedPerCycle = 4, .blockUpdateLatency = latency});
        bench.statesAt(7, kPlain);
        bench.at(10, UnitOperation::Present);
        bench.run(400);
        // They take 16 cycles when they have come; then the first block, its request a cycle later, seen in the next.
        EXPECT_EQ(bench.of("read").front().cycle, 7u + latency + 16 + 2);
    }
}

TEST(Dac, ReadsAsManyBlocksAtATimeAsItsQueueHolds) {
    for (const uint32_t blocks : {1u, 3u, 7u}) {
        DacBench bench({.blockRequestQueueSize = blocks});
        bench.at(10, UnitOperation::Present);
        // The first answer leaves the memory after 40 cycles.
        bench.run(14 + 40);
        EXPECT_EQ(bench.of("read").size(), 4 * blocks);
        bench.run(5000);
        EXPECT_EQ(bench.of("read").size(), 256u);
        EXPECT_NE(bench.end(), sim::kNever);
    }
}

TEST(Dac, UnsynchronisedRefreshesAtItsRate) {
    for (const uint64_t rate : {1000u, 1500u}) {
        DacBench bench({.synchronised = false, .refreshRate = rate});
        bench.at(10, UnitOperation::Present);
        bench.run(2 * rate + 100);
        // A refresh begins in the last cycle of each period; its first request is seen three cycles later.
        EXPECT_EQ(bench.of("read").at(0).cycle, rate - 1 + 3);
        EXPECT_EQ(bench.of("read").at(256).cycle, 2 * rate - 1 + 3);
    }
}

TEST(Dac, DumpsDepthWithItsOwnStates) {
    DacBench bench;
    bench.statesAt(5, kClear, 1);
    bench.at(10, UnitOperation::DumpDepth);
    bench.run(200);
    EXPECT_TRUE(bench.of("read").empty());
    EXPECT_EQ(bench.end(), 79u);
}

TEST(Dac, ShowsTheEndUntilItIsAcknowledged) {
    DacBench bench({.refreshes = false});
    bench.at(10, UnitOperation::Present);
    bench.at(20, UnitOperation::End);
    bench.run(40);
    const auto value = [](UnitStatus status) { return static_cast<uint64_t>(status); };
    EXPECT_EQ(bench.of("status"), (std::vector<RopEvent>{{1, "status", value(UnitStatus::Ready)},
                                                         {12, "status", value(UnitStatus::End)},
                                                         {22, "status", value(UnitStatus::Ready)}}));
}

TEST(Dac, UnsynchronisedShowsTheEndForACycle) {
    DacBench bench({.synchronised = false});
    bench.at(10, UnitOperation::Present);
    bench.run(40);
    const auto value = [](UnitStatus status) { return static_cast<uint64_t>(status); };
    EXPECT_EQ(bench.of("status"), (std::vector<RopEvent>{{1, "status", value(UnitStatus::Ready)},
                                                         {12, "status", value(UnitStatus::End)},
                                                         {13, "status", value(UnitStatus::Ready)}}));
    EXPECT_TRUE(bench.of("read").empty());
}

TEST(Dac, DoesTheSameWithoutSleepAndInReverse) {
    const auto events = [](sim::SimulationSettings how) {
        DacBench bench({.how = how});
        bench.statesAt(5, kClear);
        bench.at(10, UnitOperation::Present);
        bench.at(90, UnitOperation::End);
        bench.statesAt(95, kPlain);
        bench.at(100, UnitOperation::Present);
        bench.run(600);
        return bench.events;
    };
    EXPECT_EQ(events({.sleeping = false}), events({}));
    EXPECT_EQ(events({.reverseOrder = true}), events({}));
}

gpu::BlitParameters window(uint32_t width, uint32_t height) {
    return {
        .x = 0, .y = 0, .width = width, .height = height, .destinationAddress = kTexture, .destinationLog2Width = 6};
}

TEST(Blitter, CopiesABlockOfTheTexture) {
    DacBench bench;
    bench.record.state.blit = window(4, 4);
    const std::vector<std::byte> red(256, std::byte{0x11});
    ASSERT_TRUE(bench.space.write(kAddress, red));
    bench.at(10, UnitOperation::Blit);
    bench.run(200);
    // Command in 11; a block can need four colour blocks: after four cycles from 12 on it is there in 16; its 256 bytes
    // are asked for from 17 on.
    const auto reads = bench.of("read");
    ASSERT_EQ(reads.size(), 4u);
    for (uint32_t i = 0; i < 4; ++i) EXPECT_EQ(reads[i], (RopEvent{18 + i, "read", kAddress + i * 64}));
    // The last data comes in 62 and is decompressed in 63, swizzled from 64 to 67 and sent in 68.
    EXPECT_EQ(bench.of("write"), (std::vector<RopEvent>{{69, "write", kTexture}}));
    EXPECT_EQ(bench.space.load<uint32_t>(kTexture), 0x11111111u);
    EXPECT_EQ(bench.statistic("ReadBlocks_Blitter"), 1u);
    EXPECT_EQ(bench.statistic("WrittenBlocks_Blitter"), 1u);
}

TEST(Blitter, StartsABlockEveryFiveCycles) {
    DacBench bench;
    bench.record.state.blit = window(16, 4);
    bench.statesAt(5, kClear);
    bench.at(10, UnitOperation::Blit);
    bench.run(200);
    const auto writes = bench.of("write");
    ASSERT_EQ(writes.size(), 4u);
    EXPECT_TRUE(bench.of("read").empty());
    for (size_t i = 1; i < 4; ++i) EXPECT_EQ(writes[i].cycle - writes[i - 1].cycle, 5u);
    EXPECT_EQ(bench.end(), writes[3].cycle + 1);
}

TEST(Blitter, EndsAtOnceWithoutAnythingToCopy) {
    DacBench bench;
    bench.record.state.blit = window(0, 4);
    bench.at(10, UnitOperation::Blit);
    bench.run(40);
    EXPECT_EQ(bench.end(), 13u);
}

}  // namespace
}  // namespace cyclorama::machine::timing
