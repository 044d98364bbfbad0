// SPDX-License-Identifier: MIT
// A timing machine without the draw pipeline: a command unit of its own, one client of the memory, one kind of cache.

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "machine/timing/timing_machine.h"
#include "mem/memory_controller.h"
#include "sim/fault.h"

namespace cyclorama::machine {
namespace {

/// Takes a command a cycle; a marker reads 64 bytes of memory, and the next command waits for them.
class ReadingUnit final : public timing::CommandUnit {
  public:
    static constexpr std::string_view kMemoryClient = "Reader";

    ReadingUnit(sim::Simulation& simulation, sim::DomainId domain, mem::AddressSpace& space)
        : CommandUnit(simulation, domain, "ReadingUnit"),
          memory(*this, "memory"),
          log_(nullptr, space, {}),
          busy_(simulation.statistics(), {.name = "Busy_RU",
                                          .unit = "cycles",
                                          .sentence = "Cycles of reads.",
                                          .role = sim::StatisticRole::Activity,
                                          .part = "reads"}) {}

    mem::MemoryPort memory;
    uint32_t reads = 0;

    void setSource(gpu::CommandSource& source) override {
        source_ = &source;
        ended_ = false;
        wake();
    }
    bool done() const override { return ended_ && !reading_; }
    const gpu::DrawState& drawState() const override { return source_->state(); }
    std::string place() const override { return "command " + std::to_string(reads); }
    void giveUpLongDraw(sim::Cycle, uint64_t) override {}
    OperationLog& operations() override { return log_; }

    void clock(sim::Cycle cycle) override {
        beginCycle(cycle);
        if (memory.data.read(cycle)) reading_ = false;
        if (reading_) ++busy_;
        if (reading_ || ended_ || source_ == nullptr) return;
        command_ = source_->next(noMemory_);
        ended_ = !command_;
        if (ended_) return;
        cycleEvents().fetched = &*command_;
        memory.send(cycle, {.address = 64 * reads++, .bytes = 64});
        reading_ = true;
    }
    std::string describeWait() const override { return {}; }

  private:
    class NoMemory final : public gpu::MemoryReader {
      public:
        bool read(func::Address, std::span<std::byte>) const override { return false; }
    };

    NoMemory noMemory_;
    OperationLog log_;
    sim::Counter busy_;
    gpu::CommandSource* source_ = nullptr;
    std::optional<gpu::Command> command_;
    bool ended_ = false;
    bool reading_ = false;
};

class OwnTopology final : public timing::Topology {
  public:
    OwnTopology(const timing::TopologyContext& context, uint32_t& reads)
        : Topology(context, clients()), unit_(context.simulation, domains().gpu, context.space), reads_(&reads) {
        memory().commands.driveFromOutside();
        memory().connect(ReadingUnit::kMemoryClient, 0, unit_.memory);
        caches().add("own", [this](mem::CacheBlocks* uses) { counts_ = uses != nullptr; });
    }
    ~OwnTopology() override { *reads_ = unit_.reads; }

    timing::CommandUnit& commandUnit() override { return unit_; }
    timing::Pace pace() const override { return {.unit = &unit_, .through = &unit_}; }

  private:
    static mem::ClientSettings clients() {
        mem::ClientSettings settings;
        settings.clients.add({.name = ReadingUnit::kMemoryClient});
        return settings;
    }

    ReadingUnit unit_;
    uint32_t* reads_;
    bool counts_ = false;
};

class Markers final : public gpu::CommandSource {
  public:
    explicit Markers(uint32_t count) : left_(count) {}
    std::optional<gpu::Command> next(const gpu::MemoryReader&) override {
        if (left_ == 0) return std::nullopt;
        --left_;
        return gpu::Command{.operation = gpu::Marker{}, .position = {}, .cost = {}};
    }
    const gpu::DrawState& state() const override { return state_; }

  private:
    uint32_t left_;
    gpu::DrawState state_;
};

struct DroppedFrames final : FrameSink {
    void present(const PresentedFrame&) override {}
    void dump(const std::string&, const func::Picture&) override {}
};

/// Cycles, and reads that were sent.
struct MarkerRun {
    uint64_t cycles = 0;
    uint32_t reads = 0;
    FrameUse use;
};

MarkerRun runMarkers(uint32_t count, bool sleeping = true) {
    MarkerRun outcome;
    const Configuration configuration;
    DroppedFrames frames;
    sim::Findings findings;
    {
        TimingMachine machine(
            [&outcome](const timing::TopologyContext& context) {
                return std::make_unique<OwnTopology>(context, outcome.reads);
            },
            configuration, {.sleeping = sleeping}, frames, findings);
        Markers source(count);
        machine.start(source);
        EXPECT_TRUE(machine.advance());
        outcome.use = machine.endFrame(0).use;
        outcome.cycles = machine.cycles();
    }
    EXPECT_TRUE(findings.all().empty());
    return outcome;
}

TEST(OwnTopology, RunsCommandsWithoutTheDrawPipeline) {
    const MarkerRun one = runMarkers(1);
    const MarkerRun three = runMarkers(3);
    EXPECT_EQ(one.reads, 1u);
    EXPECT_EQ(three.reads, 3u);
    EXPECT_GT(three.cycles, one.cycles + 20);
    EXPECT_EQ(runMarkers(3, false).cycles, three.cycles);
}

TEST(OwnTopology, FramesHaveItsActivitiesAndItsClients) {
    const MarkerRun three = runMarkers(3);
    ASSERT_EQ(three.use.activities.size(), 1u);
    EXPECT_EQ(three.use.activities[0].name, "reads");
    EXPECT_GT(three.use.activities[0].cycles, 0u);
    ASSERT_EQ(three.use.traffic.size(), 1u);
    EXPECT_EQ(three.use.traffic[0].client, "Reader");
    EXPECT_EQ(three.use.traffic[0].readBytes, 192u);
    EXPECT_EQ(three.use.traffic[0].writtenBytes, 0u);
}

TEST(CacheKinds, TwoOfOneNameAreRefused) {
    timing::CacheKinds caches;
    caches.add("texture", [](mem::CacheBlocks*) {});
    EXPECT_THROW(caches.add("texture", [](mem::CacheBlocks*) {}), sim::Fault);
}

TEST(CacheKinds, CountFromTheStartUntilTheEnd) {
    timing::CacheKinds caches;
    std::vector<mem::CacheBlocks*> counted;
    caches.add("texture", [&](mem::CacheBlocks* uses) { counted.push_back(uses); });
    caches.add("colour", [&](mem::CacheBlocks* uses) { counted.push_back(uses); });
    caches.count(true);
    caches.count(false);
    ASSERT_EQ(counted.size(), 4u);
    EXPECT_NE(counted[0], nullptr);
    EXPECT_NE(counted[1], nullptr);
    EXPECT_NE(counted[0], counted[1]);
    EXPECT_EQ(counted[2], nullptr);
    EXPECT_EQ(counted[3], nullptr);
    std::vector<std::string_view> names;
    caches.take([&](std::string_view name, const auto& uses) {
        EXPECT_TRUE(uses.empty());
        names.push_back(name);
    });
    EXPECT_EQ(names, (std::vector<std::string_view>{"texture", "colour"}));
}

TEST(WorkCounters, EachIsAddedAndSubtracted) {
    WorkCounters counters{1, 2, 3, 4, 5, 6, 7, 8, 9};
    counters += WorkCounters{10, 20, 30, 40, 50, 60, 70, 80, 90};
    const WorkCounters rest = counters - WorkCounters{1, 1, 1, 1, 1, 1, 1, 1, 1};
    EXPECT_EQ(rest.draws, 10u);
    EXPECT_EQ(rest.vertices, 21u);
    EXPECT_EQ(rest.triangles, 32u);
    EXPECT_EQ(rest.trianglesRasterized, 43u);
    EXPECT_EQ(rest.fragments, 54u);
    EXPECT_EQ(rest.fragmentsShaded, 65u);
    EXPECT_EQ(rest.shaderInstructions, 76u);
    EXPECT_EQ(rest.textureSamples, 87u);
    EXPECT_EQ(rest.samplesPassed, 98u);
}

}  // namespace
}  // namespace cyclorama::machine
