// SPDX-License-Identifier: MIT
// The timing machine as a Vivante chip's: submissions that go on in time on memory that others hold, the command
// stream's bytes, resolves, queries and signals. The values of draws are in
// window_draw_test.cpp.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <sstream>
#include <vector>

#include "families/registry.h"
#include "families/vivante/operations/operations.h"
#include "machine/functional/functional_machine.h"
#include "machine/timing/timing_machine.h"
#include "machine/values/run_pause.h"
#include "support/draw_numbers.h"

namespace cyclorama::machine {
namespace {

constexpr uint32_t kStream = 0x00100000;
constexpr uint32_t kTiled = 0x00400000;
constexpr uint32_t kLinearAddress = 0x90000000;
constexpr uint32_t kWords = 0xa0000000;
constexpr uint32_t kRegion = 0x100000;

class NoFrames final : public FrameSink {
  public:
    void present(const PresentedFrame&) override {}
    void dump(const std::string&, const func::Picture&) override {}
};

/// Commands from a list, each with bytes in the stream.
class ListSource final : public gpu::CommandSource {
  public:
    explicit ListSource(std::vector<gpu::Operation> operations, uint32_t bytesEach = 8)
        : operations_(std::move(operations)), bytes_(bytesEach) {}

    std::optional<gpu::Command> next(const gpu::MemoryReader&) override {
        if (at_ == operations_.size()) return std::nullopt;
        const auto address = static_cast<uint32_t>(kStream + at_ * bytes_);
        return gpu::Command{
            .operation = operations_[at_++],
            .position = {},
            .cost = {.bytes = bytes_, .address = address, .following = (operations_.size() - at_) * bytes_}};
    }
    const gpu::DrawState& state() const override { return state_; }

  private:
    std::vector<gpu::Operation> operations_;
    uint32_t bytes_;
    size_t at_ = 0;
    gpu::DrawState state_;
};

mem::AddressSpace mappedMemory() {
    mem::AddressSpace memory{mem::FlatAddressSpace{}};
    for (const uint32_t address : {kStream, kTiled, kLinearAddress, kWords})
        memory.mappings()->mapZeros(address, kRegion);
    return memory;
}

Configuration vivante() {
    Configuration configuration = families::defaultConfiguration();
    configuration.set("VIVANTE.Model=0x2000");
    return configuration;
}

struct Machine {
    explicit Machine(const TimingMachine::Options& options = {}, const std::string& setting = {})
        : configuration(vivante()),
          timing(family::topologyOf(families::all(), configuration), with(setting), options, frames, findings) {}
    /// The cycles that it took.
    uint64_t run(std::vector<gpu::Operation> operations, mem::AddressSpace& memory, uint32_t bytesEach = 8) {
        const uint64_t before = timing.cycles();
        ListSource source(std::move(operations), bytesEach);
        timing.run(source, memory);
        return timing.cycles() - before;
    }

    Configuration configuration;
    NoFrames frames;
    sim::Findings findings;
    TimingMachine timing;

  private:
    const Configuration& with(const std::string& setting) {
        if (!setting.empty()) configuration.set(setting);
        return configuration;
    }
};

gpu::Surface image(uint32_t address, func::Tiling tiling) {
    gpu::Surface surface{.address = address, .storage = {}, .width = 64, .height = 64};
    surface.storage.tiling = tiling;
    surface.storage.stride = 64 * 4;
    return surface;
}

gpu::Fill fillOf(const gpu::Surface& surface, uint32_t value) {
    return {.destination = surface, .width = 64, .height = 64, .pattern = {value, value, value, value}};
}

gpu::Resolve resolveOf() {
    return {.source = image(kTiled, func::Tiling::Tiled),
            .destination = image(kLinearAddress, func::Tiling::Linear),
            .width = 64,
            .height = 64};
}

TEST(TimingMachineVivante, ContinuesInTimeFromSubmissionToSubmission) {
    mem::AddressSpace memory = mappedMemory();
    Machine machine;
    const std::vector<gpu::Operation> work{fillOf(image(kTiled, func::Tiling::Tiled), 0x11223344)};
    const uint64_t first = machine.run(work, memory);
    const uint64_t second = machine.run(work, memory);
    EXPECT_GT(first, 0u);
    EXPECT_GT(second, 0u);
    EXPECT_EQ(machine.timing.endFrame(0).cycles, first + second);
    const uint64_t third = machine.run(work, memory);
    const FrameTime frame = machine.timing.endFrame(1);
    EXPECT_EQ(frame.cycles, third);
    // The frame's cycles are all spent on something, and its bytes were moved by the engine and the stream.
    uint64_t spent = 0;
    for (const auto& activity : frame.use.activities) spent += activity.cycles;
    EXPECT_EQ(spent, third);
    const auto engine = std::ranges::find(frame.use.traffic, "ResolveEngine", &FrameUse::Traffic::client);
    ASSERT_NE(engine, frame.use.traffic.end());
    EXPECT_EQ(engine->writtenBytes, 64u * 64 * 4);
}

/// Four pixels of the 2D engine: a draw that is an operation of the family.
gpu::Operation lineOfFourPixels() {
    vivante::engine2d::Drawing line;
    line.kind = vivante::engine2d::Drawing::Kind::Line;
    line.destination.planes[0] = {.address = kTiled, .stride = 64 * 4};
    line.rectangles = {{.left = 0, .top = 0, .right = 4, .bottom = 0}};
    line.clip = {.left = 0, .top = 0, .right = 64, .bottom = 64};
    return vivante::operation(line);
}

TEST(TimingMachineVivante, FramesOfTheHostNumberTheirDrawsAnew) {
    mem::AddressSpace memory = mappedMemory();
    DrawNumbers observer;
    RunPause pause;
    Machine machine({.observer = &observer, .pause = &pause});
    machine.run({lineOfFourPixels(), lineOfFourPixels()}, memory);
    EXPECT_EQ(pause.place().draws, 2u);
    ASSERT_TRUE(pause.lastDraw());
    EXPECT_EQ(pause.lastDraw()->number, 1u);
    EXPECT_FALSE(pause.lastDraw()->state) << "its state is the family's own";
    machine.timing.endFrame(6);
    // To where nothing is mapped.
    gpu::Resolve lost = resolveOf();
    lost.destination.address = 0x50000000;
    machine.run({lineOfFourPixels(), lost}, memory);
    EXPECT_EQ(observer.numbers, (std::vector<uint32_t>{0, 1, 0}));
    ASSERT_EQ(machine.findings.all().size(), 1u);
    EXPECT_EQ(machine.findings.all()[0].place, "frame 7, draw 1, transaction 0");
}

TEST(TimingMachineVivante, FramesMayEndBeforeTheFirstCommand) {
    mem::AddressSpace memory = mappedMemory();
    Machine machine;
    EXPECT_EQ(machine.timing.endFrame(0).cycles, 0u);
    gpu::Resolve lost = resolveOf();
    lost.destination.address = 0x50000000;
    machine.run({lost}, memory);
    ASSERT_EQ(machine.findings.all().size(), 1u);
    EXPECT_EQ(machine.findings.all()[0].place, "frame 1, draw 0, transaction 0");
}

TEST(TimingMachineVivante, StandsStillAfterADrawOfTheFamily) {
    mem::AddressSpace memory = mappedMemory();
    RunPause pause;
    Machine machine({.pause = &pause});
    pause.set({.frames = RunPause::kNever, .draws = 1, .cycles = RunPause::kNever});
    ListSource source({lineOfFourPixels(), lineOfFourPixels()});
    machine.timing.start(source, memory);
    EXPECT_FALSE(machine.timing.advance());
    EXPECT_EQ(pause.place().draws, 1u);
    pause.set({.frames = RunPause::kNever, .draws = RunPause::kNever, .cycles = RunPause::kNever});
    EXPECT_TRUE(machine.timing.advance());
    EXPECT_EQ(pause.place().draws, 2u);
}

TEST(TimingMachineVivante, CountsOverAllFramesWhetherTheyAreSampledOrNot) {
    for (const bool sampled : {false, true}) {
        mem::AddressSpace memory = mappedMemory();
        std::ostringstream table;
        Machine machine({.statistics = {.frames = sampled ? &table : nullptr}});
        EXPECT_EQ(machine.timing.counter("Operations_RS"), std::nullopt);
        const std::vector<gpu::Operation> work{fillOf(image(kTiled, func::Tiling::Tiled), 5)};
        for (uint32_t frame = 0; frame < 3; ++frame) {
            machine.run(work, memory);
            machine.timing.endFrame(frame);
        }
        machine.run(work, memory);
        EXPECT_EQ(machine.timing.counter("Operations_RS"), 4u);
        EXPECT_EQ(machine.timing.counter("CycleCounter"), machine.timing.cycles());
        EXPECT_EQ(machine.timing.counter("NoSuchColumn"), std::nullopt);
        EXPECT_EQ(std::ranges::count(table.str(), '\n'), sampled ? 4 : 0);
    }
}

TEST(TimingMachineVivante, ResolvesAsTheFunctionalMachine) {
    gpu::Fill corner = fillOf(image(kTiled, func::Tiling::Tiled), 0xa0b0c0d0);
    corner.width = corner.height = 20;
    gpu::Resolve flipped = resolveOf();
    flipped.flipY = flipped.swapRedBlue = true;
    const std::vector<gpu::Operation> work{
        fillOf(image(kTiled, func::Tiling::Tiled), 0x01020304), corner, flipped,
        gpu::CopyMemory{.source = kLinearAddress + 64, .destination = kLinearAddress + 0x8000, .bytes = 1000}};

    mem::AddressSpace timed = mappedMemory();
    Machine machine;
    machine.run(work, timed);
    mem::AddressSpace plain = mappedMemory();
    FunctionalMachine functional(machine.configuration, {}, machine.frames, machine.findings, plain);
    ListSource source(work);
    functional.run(source);
    EXPECT_TRUE(std::ranges::equal(*timed.span(kLinearAddress, kRegion), *plain.span(kLinearAddress, kRegion)));
    EXPECT_TRUE(std::ranges::equal(*timed.span(kTiled, kRegion), *plain.span(kTiled, kRegion)));
    EXPECT_TRUE(machine.findings.all().empty());
}

TEST(TimingMachineVivante, SubmissionsOfTwoContextsKeepTheirOwnMemory) {
    mem::AddressSpace one = mappedMemory();
    mem::AddressSpace other = mappedMemory();
    Machine machine;
    machine.run({fillOf(image(kTiled, func::Tiling::Tiled), 1)}, one);
    machine.run({fillOf(image(kTiled, func::Tiling::Tiled), 2)}, other);
    EXPECT_EQ(one.load<uint32_t>(kTiled), 1u);
    EXPECT_EQ(other.load<uint32_t>(kTiled), 2u);
}

TEST(TimingMachineVivante, AStreamTakesItsBytesAtTheDecodersRate) {
    const auto cycles = [](uint32_t bytes) {
        mem::AddressSpace memory = mappedMemory();
        Machine machine;
        return machine.run({gpu::Synchronize{}, gpu::Synchronize{}}, memory, bytes);
    };
    // Eight bytes a cycle, once the first have come; the bus is as wide, so that a line of 64 bytes is decoded while
    // the next one comes.
    const uint64_t little = cycles(1024);
    const uint64_t much = cycles(1024 + 8192);
    EXPECT_GE(much - little, 2u * 8192 / 8);
    EXPECT_LE(much - little, 2u * 8192 / 8 * 5 / 4);
}

TEST(TimingMachineVivante, EachOfItsParametersShowsInTheCycles) {
    const auto cycles = [](const std::string& setting) {
        mem::AddressSpace memory = mappedMemory();
        Machine machine({}, setting);
        return machine.run({gpu::Synchronize{}, resolveOf()}, memory, 4096);
    };
    const uint64_t unchanged = cycles({});
    EXPECT_EQ(cycles("VIVANTE.ResolveStartLatency=132"), unchanged + 100);
    EXPECT_GT(cycles("VIVANTE.StreamQueueBytes=128"), unchanged);
    EXPECT_GT(cycles("VIVANTE.StreamBytesPerCycle=4"), unchanged + 8192 / 4 - 8192 / 8 - 100);
    EXPECT_LT(unchanged, 64u * 64);
    EXPECT_GE(cycles("VIVANTE.ResolveSamplesPerCycle=1"), 2u * 64 * 64);
    EXPECT_GT(cycles("VIVANTE.ResolveBlocks=1"), unchanged);
    EXPECT_GT(cycles("VIVANTE.ResolveBusWidth=8"), unchanged);
}

TEST(TimingMachineVivante, ACopyTakesInAndPutsOutAFillOnlyPutsOut) {
    constexpr uint64_t kSamples = 64 * 64;
    const auto cycles = [](const gpu::Operation& operation) {
        mem::AddressSpace memory = mappedMemory();
        Machine machine({}, "VIVANTE.ResolveSamplesPerCycle=1");
        return machine.run({operation}, memory);
    };
    const uint64_t fill = cycles(fillOf(image(kTiled, func::Tiling::Tiled), 5));
    const uint64_t copy = cycles(resolveOf());
    EXPECT_GE(fill, kSamples);
    EXPECT_LT(fill, kSamples * 5 / 4);
    EXPECT_GE(copy, 2 * kSamples);
    EXPECT_LT(copy, 2 * kSamples * 5 / 4);
}

TEST(TimingMachineVivante, SignalsWhenEverythingBeforeIsDone) {
    std::vector<uint32_t> events;
    mem::AddressSpace memory = mappedMemory();
    Machine machine({.onEvent = [&](uint32_t event) { events.push_back(event); }});
    machine.run({gpu::FenceSignal{.event = {}, .address = kWords + 4, .value = 77},
                 gpu::FenceSignal{.event = 5, .address = {}}},
                memory);
    EXPECT_EQ(memory.load<uint32_t>(kWords + 4), 77u);
    EXPECT_EQ(events, std::vector<uint32_t>{5});
}

TEST(TimingMachineVivante, AQueryWithoutDrawsCountsNothing) {
    mem::AddressSpace memory = mappedMemory();
    memory.store(kWords, ~uint64_t{0});
    Machine machine;
    machine.run(
        {gpu::OcclusionQuery{.start = true, .address = kWords}, gpu::OcclusionQuery{.start = false, .address = kWords}},
        memory);
    EXPECT_EQ(memory.load<uint64_t>(kWords), 0u);
}

TEST(TimingMachineVivante, ReportsWhatTheEngineCannotDo) {
    mem::AddressSpace memory = mappedMemory();
    Machine machine;
    gpu::Resolve outside = resolveOf();
    outside.destination.address = 0x50000000;
    machine.run({outside, gpu::FenceSignal{.event = {}, .address = 0x50000000, .value = 1}}, memory);
    std::vector<std::string> found;
    for (const sim::Finding& finding : machine.findings.all()) found.emplace_back(finding.kind.identifier);
    EXPECT_EQ(found, (std::vector<std::string>{"resolve-out-of-memory", "write-out-of-memory"}));
}

TEST(TimingMachineVivante, TakesAsLongWithEveryBoxAwake) {
    const auto cycles = [](bool sleeping) {
        mem::AddressSpace memory = mappedMemory();
        Machine machine({.sleeping = sleeping});
        return machine.run({fillOf(image(kTiled, func::Tiling::Tiled), 7), resolveOf(),
                            gpu::FlushCache{gpu::Buffer::Color}, gpu::FenceSignal{.event = {}, .address = kWords}},
                           memory, 40);
    };
    EXPECT_EQ(cycles(true), cycles(false));
}

}  // namespace
}  // namespace cyclorama::machine
