// SPDX-License-Identifier: MIT
// The command processor alone: a box plays all units, with statuses that change in given cycles. Expected cycles follow
// from what the header says: a command a cycle from cycle 1 on, a cycle of latency to and from each unit.

#include "machine/timing/command/command_processor.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "families/attila/operations/operations.h"
#include "families/attila/timing/command_front.h"
#include "isa/program.h"
#include "machine/timing/rop_bench.h"
#include "sim/level.h"
#include "sim/simulation.h"

namespace cyclorama::machine::timing {
namespace {

using Events = std::vector<std::string>;

/// Commands from a list; notes the cycle in which each is asked for.
class ListSource final : public gpu::CommandSource {
  public:
    explicit ListSource(std::vector<gpu::Operation> operations) : operations_(std::move(operations)) {}

    std::optional<gpu::Command> next(const gpu::MemoryReader&) override {
        fetched.push_back(simulation->current().cycle);
        if (fetched.size() > operations_.size()) return std::nullopt;
        if (programs)
            state_.stages[gpu::Stage::Vertex].program = state_.stages[gpu::Stage::Fragment].program =
                std::make_shared<const isa::Program>();
        if (onFetch) onFetch(fetched.size() - 1, state_);
        return gpu::Command{
            .operation = operations_[fetched.size() - 1], .position = {fetched.size() - 1, 0}, .cost = {}};
    }
    const gpu::DrawState& state() const override { return state_; }

    sim::Simulation* simulation = nullptr;
    std::function<void(size_t, gpu::DrawState&)> onFetch;
    bool programs = true;
    std::vector<sim::Cycle> fetched;

  private:
    std::vector<gpu::Operation> operations_;
    gpu::DrawState state_;
};

/// Plays every unit: notes their commands, and shows statuses as the script says.
class Units final : public sim::Box {
  public:
    Units(sim::Simulation& simulation, CommandProcessor& processor, Events& events)
        : Box(simulation, 0, "Units"), events_(&events) {
        add("streamer", processor.units.streamer);
        add("assembly", processor.units.assembly);
        add("clipper", processor.units.clipper);
        add("rasterizer", processor.units.rasterizer);
        add("dac", processor.units.dac);
        for (auto& unit : processor.units.depthTests) add("depth", *unit);
        for (auto& unit : processor.units.colorWrites) add("color", *unit);
        for (auto& output : processor.units.vertexShaders) output->bind(addInput("vertexShader"));
        for (auto& output : processor.units.fragmentShaders) output->bind(addInput("fragmentShader"));
    }

    std::multimap<sim::Cycle, std::pair<std::string, UnitStatus>> script{{0, {"streamer", UnitStatus::Ready}}};
    /// The state that came with the commands, in their order.
    std::vector<const DrawRecord*> records;

    void clock(sim::Cycle cycle) override {
        constexpr std::array kNames{"Reset",      "Draw",    "End",  "Clear",     "Flush",     "Save",       "Restore",
                                    "ResetState", "Present", "Blit", "DumpColor", "DumpDepth", "DumpStencil"};
        for (auto& [name, input] : inputs_)
            while (const auto received = input->read(cycle)) {
                events_->push_back(
                    fmt::format("{} {} {}", cycle, name, kNames[static_cast<size_t>(received->operation)]));
                records.push_back(received->draw);
            }
        const auto [first, last] = script.equal_range(cycle);
        for (auto change = first; change != last; ++change)
            for (auto& [name, output] : outputs_)
                if (name == change->second.first) output->write(cycle, change->second.second);
    }
    std::string describeWait() const override { return {}; }

  private:
    sim::Signal<UnitCommand>& addInput(const std::string& name) {
        inputs_.emplace_back(name, std::make_unique<sim::Signal<UnitCommand>>(
                                       *this, sim::SignalInfo{.name = name, .width = 1, .latency = 1}));
        return *inputs_.back().second;
    }
    void add(const std::string& name, UnitPorts::Unit& unit) {
        unit.command.bind(addInput(name));
        outputs_.emplace_back(name, std::make_unique<sim::LevelOutput<UnitStatus>>(*this, name));
        outputs_.back().second->bind(unit.status);
    }

    Events* events_;
    std::vector<std::pair<std::string, std::unique_ptr<sim::Signal<UnitCommand>>>> inputs_;
    std::vector<std::pair<std::string, std::unique_ptr<sim::LevelOutput<UnitStatus>>>> outputs_;
};

struct CommandProcessorBench {
    explicit CommandProcessorBench(std::vector<gpu::Operation> operations, bool pipelined = true,
                                   sim::SimulationSettings how = {})
        : simulation(how),
          domain(simulation.addDomain({.name = "gpu"})),
          source(std::move(operations)),
          processor(simulation, domain,
                    {.pipelinedBatches = pipelined,
                     .units = {.ropUnits = 1, .shaders = 1},
                     .depthFlushDelay = attila::kDepthFlushDelay},
                    {.source = &source,
                     .space = &space,
                     .earlier = &earlier,
                     .drawInFlight = &drawInFlight,
                     .checks = &checks,
                     .findings = &findings}),
          front(processor),
          units(simulation, processor, events),
          memory(simulation, CommandProcessor::kMemoryClient, 40, transfers, 8) {
        source.simulation = &simulation;
        processor.setFront(front);
        memory.connect(CommandProcessor::kMemoryClient, 0, processor.transfer.port);
        front.memoryController.bind(memory.commands);
    }

    /// Runs, and notes the cycles in which batches and frames ended.
    CommandProcessorBench& run(sim::Cycle last) {
        for (sim::Cycle cycle = 0; cycle <= last; ++cycle) {
            simulation.runThrough(domain, cycle);
            const auto& now = processor.events();
            if (now.endedDraw != nullptr && (batchEnds.empty() || batchEnds.back() + 1 < cycle))
                batchEnds.push_back(cycle);
            if (now.presented != nullptr && frameEnds.empty()) frameEnds.push_back(cycle);
        }
        simulation.settle();
        return *this;
    }
    uint64_t statistic(const std::string& name) {
        return simulation.statistics().columns().at(name).front()->value(sim::Interval::Frame).sum;
    }

    sim::Simulation simulation;
    sim::DomainId domain;
    mem::AddressSpace space{{.gpuMemoryBytes = 1 << 20, .systemMemoryBytes = 1 << 16}};
    mem::StaleContents earlier;
    DrawInFlight drawInFlight{Configuration{}, space};
    sim::Findings findings;
    DrawChecks checks{Configuration{}, gpu::Dialect{}, space, findings, kDrawWorkLimit};
    ListSource source;
    Events events;
    std::vector<RopEvent> transfers;
    CommandProcessor processor;
    attila::CommandFront front;
    Units units;
    FixedMemory memory;
    std::vector<sim::Cycle> batchEnds, frameEnds;
};

const gpu::Operation kGeometry = attila::operation(attila::SetState{.domain = attila::StateDomain::Geometry});
const gpu::Operation kFragment = attila::operation(attila::SetState{.domain = attila::StateDomain::Fragment});

TEST(CommandProcessor, TakesACommandACycleFromTheSecondOn) {
    CommandProcessorBench bench(
        {kGeometry, kFragment, gpu::Marker{}, attila::operation(attila::EndOfInitialization{})});
    bench.run(20);
    EXPECT_EQ(bench.source.fetched, (std::vector<sim::Cycle>{1, 2, 3, 4, 5}));
    EXPECT_TRUE(bench.processor.done());
    EXPECT_EQ(bench.statistic("RegisterWrites_CP"), 2u);
    EXPECT_EQ(bench.statistic("Ready_CP"), 20u);
}

TEST(CommandProcessor, StartsADrawInAllUnitsAtOnce) {
    CommandProcessorBench bench({gpu::Draw{}});
    bench.source.onFetch = [](size_t, gpu::DrawState& state) { state.input.edit().count = 7; };
    bench.run(5);
    EXPECT_EQ(bench.events, (Events{"2 streamer Draw", "2 assembly Draw", "2 clipper Draw", "2 rasterizer Draw",
                                    "2 depth Draw", "2 color Draw", "2 vertexShader Draw", "2 fragmentShader Draw"}));
    EXPECT_EQ(bench.units.records.front()->state.input->count, 7u);
}

/// The geometry of the second draw starts when that of the first is done, its fragments when the first has left.
Events twoDraws(sim::SimulationSettings how, std::vector<sim::Cycle>& batchEnds) {
    CommandProcessorBench bench({gpu::Draw{}, kGeometry, kFragment, gpu::Draw{}}, true, how);
    bench.units.script.insert({20, {"clipper", UnitStatus::End}});
    bench.units.script.insert({22, {"clipper", UnitStatus::Ready}});
    bench.units.script.insert({50, {"color", UnitStatus::End}});
    bench.units.script.insert({52, {"color", UnitStatus::Ready}});
    bench.run(80);
    EXPECT_EQ(bench.source.fetched, (std::vector<sim::Cycle>{1, 2, 3, 4, 24}));
    EXPECT_EQ(bench.statistic("Draw_CP"), 20u + 27u);  // cycles 2 to 21, 54 on
    EXPECT_EQ(bench.statistic("EndGeometry_CP"), 30u);
    EXPECT_EQ(bench.statistic("EndFragment_CP"), 2u);
    batchEnds = bench.batchEnds;
    return bench.events;
}

TEST(CommandProcessor, OverlapsTwoBatches) {
    std::vector<sim::Cycle> batchEnds;
    const Events events = twoDraws({}, batchEnds);
    const Events expected{"22 streamer End",  "22 assembly End",       "22 clipper End",       "24 streamer Draw",
                          "24 assembly Draw", "24 clipper Draw",       "24 vertexShader Draw", "52 rasterizer End",
                          "52 depth End",     "52 color End",          "54 rasterizer Draw",   "54 depth Draw",
                          "54 color Draw",    "54 fragmentShader Draw"};
    EXPECT_EQ(Events(events.begin() + 8, events.end()), expected);
    EXPECT_EQ(batchEnds, (std::vector<sim::Cycle>{53}));
}

TEST(CommandProcessor, DoesTheSameWithoutSleepAndInReverse) {
    std::vector<sim::Cycle> ends, otherEnds;
    const Events events = twoDraws({}, ends);
    EXPECT_EQ(twoDraws({.sleeping = false}, otherEnds), events);
    EXPECT_EQ(ends, otherEnds);
    EXPECT_EQ(twoDraws({.reverseOrder = true}, otherEnds), events);
    EXPECT_EQ(ends, otherEnds);
}

TEST(CommandProcessor, WithoutPipeliningWaitsForTheBatch) {
    CommandProcessorBench bench({gpu::Draw{}, kGeometry}, false);
    bench.units.script.insert({20, {"clipper", UnitStatus::End}});
    bench.units.script.insert({50, {"color", UnitStatus::End}});
    bench.run(80);
    // The end is seen in 51, the batch is over in 52.
    EXPECT_EQ(bench.source.fetched, (std::vector<sim::Cycle>{1, 53, 54}));
}

TEST(CommandProcessor, LeavesOutDrawsThatCannotBeDrawn) {
    const auto found = [](bool programs, auto change) {
        CommandProcessorBench bench({gpu::Draw{}, gpu::Marker{}});
        bench.source.programs = programs;
        bench.source.onFetch = [&](size_t, gpu::DrawState& state) { change(state); };
        bench.run(10);
        EXPECT_TRUE(bench.events.empty());
        EXPECT_EQ(bench.source.fetched, (std::vector<sim::Cycle>{1, 2, 3}));
        return std::string(bench.findings.all().at(0).kind.identifier);
    };
    EXPECT_EQ(found(false, [](gpu::DrawState&) {}), "draw-without-program");
    EXPECT_EQ(found(true, [](gpu::DrawState& state) { state.input.edit().primitive = func::PrimitiveType::Lines; }),
              "primitive-not-supported");
    EXPECT_EQ(found(true, [](gpu::DrawState& state) { state.multisampling = {.enabled = true, .samples = 3}; }),
              "sample-count-not-supported");
}

TEST(CommandProcessor, WaitsForTheStreamer) {
    CommandProcessorBench bench({gpu::Draw{}});
    bench.units.script.clear();
    bench.units.script.insert({30, {"streamer", UnitStatus::Ready}});
    bench.run(40);
    EXPECT_EQ(bench.events.front(), "32 streamer Draw");
}

TEST(CommandProcessor, KeepsRegisterWritesUpToTheSizeOfItsBuffers) {
    for (const bool sleeping : {true, false}) {
        std::vector<gpu::Operation> operations(attila::kRegisterUpdates + 2, kFragment);
        operations.front() = gpu::Draw{};
        CommandProcessorBench bench(operations, true, {.sleeping = sleeping});
        bench.run(600);
        EXPECT_EQ(bench.source.fetched.size(), attila::kRegisterUpdates + 2);
        // The one that does not fit is tried in every cycle from 514 on.
        EXPECT_EQ(bench.statistic("RegisterWrites_CP"), attila::kRegisterUpdates + 600 - 513) << sleeping;
    }
}

const std::vector<std::byte> kData(100, std::byte{0x5a});

TEST(CommandProcessor, WritesMemoryInTransactionsOf64Bytes) {
    CommandProcessorBench bench({gpu::WriteMemory{.address = 0x1000, .data = kData}, gpu::Marker{}});
    bench.run(30);
    // 64 bytes are 8 cycles on the bus, 36 bytes 5.
    EXPECT_EQ(bench.transfers, (std::vector<RopEvent>{{2, "write", 0x1000}, {10, "write", 0x1040}}));
    EXPECT_EQ(bench.source.fetched, (std::vector<sim::Cycle>{1, 15, 16}));
    EXPECT_EQ(bench.space.load<uint8_t>(0x1063), 0x5a);
    EXPECT_EQ(bench.statistic("BytesWritten_CP"), 100u);
    EXPECT_EQ(bench.statistic("MemoryWrite_CP"), 13u);
}

TEST(CommandProcessor, PreloadsAndWritesToSystemMemoryTakeTwoCycles) {
    CommandProcessorBench bench({gpu::WriteMemory{.address = 0x1000, .data = kData, .preload = true},
                                 gpu::WriteMemory{.address = {func::MemoryKind::System, 0}, .data = kData},
                                 gpu::Marker{}});
    bench.run(20);
    EXPECT_EQ(bench.source.fetched, (std::vector<sim::Cycle>{1, 3, 5, 6}));
    EXPECT_EQ(bench.statistic("BytesWritten_CP"), 0u);
    EXPECT_EQ(bench.statistic("MemoryPreload_CP"), 2u);
}

TEST(CommandProcessor, WritesDuringADrawUnlessTheyHaveToWait) {
    CommandProcessorBench free({gpu::Draw{}, gpu::WriteMemory{.address = 0, .data = kData}});
    EXPECT_EQ(free.run(30).transfers.front(), (RopEvent{3, "write", 0}));
    CommandProcessorBench locked({gpu::Draw{}, gpu::WriteMemory{.address = 0, .data = kData, .waitForBatch = true}});
    EXPECT_TRUE(locked.run(30).transfers.empty());
}

TEST(CommandProcessor, ReportsAWriteOutsideOfMemory) {
    CommandProcessorBench bench({gpu::WriteMemory{.address = 0x7ffffff0, .data = kData}});
    bench.run(20);
    ASSERT_EQ(bench.findings.all().size(), 1u);
    EXPECT_EQ(bench.findings.all()[0].kind.identifier, "write-out-of-memory");
    EXPECT_TRUE(bench.processor.done());
}

TEST(CommandProcessor, ReadsAProgramAndContinuesWithItsLastBytes) {
    CommandProcessorBench bench(
        {attila::operation(attila::LoadProgram{.address = 0x2000, .bytes = 100}), gpu::Marker{}});
    bench.run(80);
    EXPECT_EQ(bench.transfers, (std::vector<RopEvent>{{2, "read", 0x2000}, {3, "read", 0x2040}}));
    // The memory answers in 42 and, after 8 cycles of data, in 50; that is here in 51 and takes 5 cycles.
    EXPECT_EQ(bench.source.fetched, (std::vector<sim::Cycle>{1, 56, 57}));
    EXPECT_EQ(bench.statistic("BytesRead_CP"), 100u);
}

TEST(CommandProcessor, LoadsAFragmentProgramWhenTheBatchIsOver) {
    CommandProcessorBench bench(
        {gpu::Draw{},
         attila::operation(attila::LoadProgram{.target = attila::LoadProgram::Target::Fragment, .bytes = 16}),
         gpu::Marker{}});
    bench.units.script.insert({20, {"clipper", UnitStatus::End}});
    bench.units.script.insert({50, {"color", UnitStatus::End}});
    bench.run(120);
    EXPECT_EQ(bench.transfers, (std::vector<RopEvent>{{53, "read", 0}}));
}

TEST(CommandProcessor, PresentsThroughRopsAndDac) {
    CommandProcessorBench bench({gpu::Present{}, gpu::Marker{}});
    bench.units.script.insert({10, {"color", UnitStatus::End}});
    bench.units.script.insert({30, {"dac", UnitStatus::End}});
    bench.run(50);
    EXPECT_EQ(bench.events, (Events{"2 color Present", "12 dac Present", "12 color End", "32 dac End"}));
    EXPECT_EQ(bench.frameEnds, (std::vector<sim::Cycle>{31}));
    EXPECT_EQ(bench.source.fetched, (std::vector<sim::Cycle>{1, 32, 33}));
    EXPECT_EQ(bench.statistic("Swap_CP"), 30u);
}

TEST(CommandProcessor, BlitsFlushTheColourCachesFirst) {
    CommandProcessorBench bench({attila::operation(attila::Blit{})});
    bench.units.script.insert({10, {"color", UnitStatus::End}});
    bench.run(20);
    EXPECT_EQ(bench.events, (Events{"2 color Flush", "12 dac Blit", "12 color End"}));
}

TEST(CommandProcessor, ClearsDepthInTheRasterizerToo) {
    CommandProcessorBench bench({gpu::ClearDepthStencil{}, gpu::Marker{}});
    bench.units.script.insert({10, {"depth", UnitStatus::End}});
    bench.units.script.insert({15, {"rasterizer", UnitStatus::ClearEnd}});
    bench.run(20);
    EXPECT_EQ(bench.events, (Events{"2 rasterizer Clear", "2 depth Clear", "17 rasterizer End", "17 depth End"}));
    EXPECT_EQ(bench.source.fetched, (std::vector<sim::Cycle>{1, 17, 18}));
}

TEST(CommandProcessor, WaitsAfterAFlushOfDepthForHierarchicalZ) {
    CommandProcessorBench bench({gpu::FlushCache{.buffer = gpu::Buffer::DepthStencil}, gpu::Marker{}});
    bench.units.script.insert({9, {"depth", UnitStatus::End}});
    bench.run(10020);
    // The end is seen in cycle 10, the first of ten thousand.
    EXPECT_EQ(bench.source.fetched, (std::vector<sim::Cycle>{1, 10010, 10011}));
}

TEST(CommandProcessor, SavesAndResetsBlockStates) {
    CommandProcessorBench bench({attila::operation(attila::BlockState{.action = attila::BlockState::Action::Save,
                                                                      .buffer = gpu::Buffer::Color}),
                                 attila::operation(attila::BlockState{.action = attila::BlockState::Action::Reset,
                                                                      .buffer = gpu::Buffer::DepthStencil})});
    bench.units.script.insert({10, {"color", UnitStatus::End}});
    bench.run(20);
    EXPECT_EQ(bench.events, (Events{"2 color Save", "12 color End", "13 rasterizer Clear", "13 depth ResetState"}));
}

TEST(CommandProcessor, ResetsEverything) {
    CommandProcessorBench bench({gpu::Reset{}, gpu::Marker{}});
    bench.run(10);
    EXPECT_EQ(bench.events.size(), 8u);
    EXPECT_EQ(bench.source.fetched, (std::vector<sim::Cycle>{1, 3, 4}));
}

}  // namespace
}  // namespace cyclorama::machine::timing
