// SPDX-License-Identifier: MIT
#include "mem/simple/simple_controller.h"

#include <gtest/gtest.h>

#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "mem/memory_bench.h"
#include "mem/pipeline_clients.h"
#include "sim/error.h"
#include "sim/fault.h"

namespace cyclorama::mem::simple {
namespace {

func::Address system(uint64_t offset) { return {func::MemoryKind::System, offset}; }

constexpr uint32_t kCommandProcessor = 0;
constexpr uint32_t kColorWrite = 4;
constexpr uint32_t kTexture = 6;

struct RunResult {
    std::vector<BenchEvent> events;
    std::string statistics;
};

RunResult runTraffic(const Settings& settings, const TrafficSettings& traffic, sim::SimulationSettings how,
                     sim::Cycle cycles) {
    std::ostringstream statistics;
    sim::Simulation simulation(how);
    simulation.addDomain({.name = "gpu", .periodPicoseconds = 2000});
    simulation.statistics().writeWindows(statistics, 777);
    SimpleController controller(simulation, 0, settings);
    TrafficBench bench(simulation, settings.clients, traffic);
    bench.connect(controller);
    simulation.runThrough(0, cycles - 1);
    return {.events = std::move(bench.events), .statistics = statistics.str()};
}

struct AttilaCase {
    const char* name;
    Settings settings = withClients<Settings>();
    TrafficSettings traffic;
    Digest expected;
};

void PrintTo(const AttilaCase& attila, std::ostream* out) { *out << attila.name; }

std::vector<AttilaCase> attilaCases() {
    std::vector<AttilaCase> cases;
    const auto add = [&cases](const char* name, Digest expected) -> AttilaCase& {
        cases.push_back({.name = name, .settings = {}, .traffic = {.seed = 11}, .expected = expected});
        cases.back().settings.clients = clientsOf({.pipes = 4, .textureUnits = 4});
        return cases.back();
    };
    add("Base", {4071, 0x3fbefb18e60e6116});
    {
        Settings& s = add("SharedBanks", {2014, 0x72c05ef39f024597}).settings;
        s.sharedBanks = true;
        s.buses = 2;
        s.maxConsecutiveReads = 4;
        s.maxConsecutiveWrites = 3;
    }
    {
        Settings& s = add("SlowWithThreeBuses", {1602, 0x4d86dd995884f75a}).settings;
        s.buses = 3;
        s.bankBytes = 256;
        s.pageBytes = 512;
        s.openPages = 4;
        s.pageOpenLatency = 25;
        s.readLatency = 18;
        s.writeLatency = 7;
        s.writeToReadLatency = 11;
        s.serviceQueueSize = 8;
        s.readBuffers = 8;
    }
    {
        AttilaCase& c = add("SystemMemory", {2761, 0x6bff6ed98bfb507c});
        c.traffic.systemPermille = 20;
        c.traffic.writePercent = 60;
        c.settings.requestQueueSize = 64;
        c.settings.writeBuffers = 24;
    }
    return cases;
}

class SimpleAgainstAttila : public testing::TestWithParam<AttilaCase> {};

// The same traffic was put to ATTILA's MemoryController, built from its sources of 2015 and driven alone; the digest is
// that of the cycle of every answer.
TEST_P(SimpleAgainstAttila, AnswersInTheSameCycles) {
    const AttilaCase& c = GetParam();
    const RunResult result = runTraffic(c.settings, c.traffic, {}, 16000);
    EXPECT_EQ(digestOf(result.events).answers, c.expected.answers);
    EXPECT_EQ(digestOf(result.events).hash, c.expected.hash);
}

TEST_P(SimpleAgainstAttila, SleepingAndOrderChangeNothing) {
    const AttilaCase& c = GetParam();
    const RunResult asleep = runTraffic(c.settings, c.traffic, {}, 5000);
    const RunResult awake = runTraffic(c.settings, c.traffic, {.sleeping = false}, 5000);
    const RunResult reversed = runTraffic(c.settings, c.traffic, {.sleeping = true, .reverseOrder = true}, 5000);
    EXPECT_EQ(asleep.events, awake.events);
    EXPECT_EQ(asleep.statistics, awake.statistics);
    EXPECT_EQ(asleep.events, reversed.events);
    EXPECT_EQ(asleep.statistics, reversed.statistics);
}

INSTANTIATE_TEST_SUITE_P(Cases, SimpleAgainstAttila, testing::ValuesIn(attilaCases()),
                         [](const auto& c) { return std::string(c.param.name); });

// ---- One transaction at a time

struct Script {
    Settings settings = withClients<Settings>();
    std::vector<ScriptBench::Line> lines;

    void add(sim::Cycle cycle, uint32_t bus, Access access, func::Address address, uint32_t bytes = 64) {
        lines.push_back(
            {.cycle = cycle, .bus = bus, .transaction = {.address = address, .bytes = bytes, .access = access}});
    }
    void run(sim::Cycle cycles) {
        simulation.addDomain({.name = "gpu", .periodPicoseconds = 2000});
        controller.emplace(simulation, 0, settings);
        bench.emplace(simulation, settings.clients, lines);
        bench->connect(*controller);
        simulation.runThrough(0, cycles - 1);
        simulation.settle();
    }
    std::vector<sim::Cycle> answers(uint32_t bus) const {
        std::vector<sim::Cycle> cycles;
        for (const BenchEvent& event : bench->events)
            if (event.isAnswer && event.bus == bus) cycles.push_back(event.cycle);
        return cycles;
    }
    AcceptState stateAt(uint32_t bus, sim::Cycle cycle) const {
        AcceptState state;
        for (const BenchEvent& event : bench->events)
            if (!event.isAnswer && event.bus == bus && event.cycle <= cycle) state = event.accepts;
        return state;
    }
    std::string statistic(const char* name) { return simulation.statistics().text(name, sim::Interval::Frame); }

    sim::Simulation simulation;
    std::optional<SimpleController> controller;
    std::optional<ScriptBench> bench;
};

// To the controller 1, where it is issued at once; read latency, and the four cycles of the transaction of which the
// first is that of its arrival; then its bus is reserved, it is served and reaches the unit.
sim::Cycle readLatency(const Settings& s) { return 1 + s.readLatency + (s.transactionCycles - 1) + 3; }

TEST(SimpleController, ALoneReadTakesItsParts) {
    Script script;
    script.add(100, kTexture, Access::Read, 0);
    script.run(200);
    EXPECT_EQ(script.answers(kTexture), (std::vector<sim::Cycle>{100 + readLatency(script.settings)}));
    EXPECT_EQ(script.statistic("TextureUnitReadBytes_MC"), "64");
    EXPECT_EQ(script.statistic("DataCycles00_MC"), "4");
    EXPECT_EQ(script.statistic("OpenPages00_MC"), "0");
    EXPECT_TRUE(script.controller->idle());
}

TEST(SimpleController, EachLatencyShiftsTheReadByItself) {
    for (const uint32_t latency : {5u, 12u, 40u}) {
        Script script;
        script.settings.readLatency = latency;
        script.add(100, kTexture, Access::Read, 0);
        script.run(300);
        EXPECT_EQ(script.answers(kTexture), (std::vector<sim::Cycle>{100 + readLatency(script.settings)}));
    }
}

// The second read of a bus finds another page open and waits pageOpenLatency from the first; without that, only its
// turn.
TEST(SimpleController, APageMissWaitsForThePageToOpen) {
    for (const auto& [miss, latency] : {std::pair{false, 13u}, {true, 13u}, {true, 6u}, {true, 50u}}) {
        Script script;
        script.settings.pageOpenLatency = latency;
        script.add(100, kTexture, Access::Read, 0);
        script.add(101, kTexture, Access::Read, miss ? 8 * 4 * 4096 : 64);
        script.run(300);
        const std::vector<sim::Cycle> answers = script.answers(kTexture);
        ASSERT_EQ(answers.size(), 2u);
        EXPECT_EQ(answers[1] - answers[0], miss ? script.settings.pageOpenLatency : script.settings.transactionCycles);
        EXPECT_EQ(script.statistic("OpenPages00_MC"), miss ? "1" : "0");
        EXPECT_EQ(script.statistic("OpenPagePenalty00_MC"),
                  miss ? std::to_string(script.settings.pageOpenLatency - script.settings.transactionCycles) : "0");
    }
}

TEST(SimpleController, TurningTheBusTakesTime) {
    for (const auto& [writeLatency, writeToRead] : {std::pair{5u, 5u}, {1u, 5u}, {9u, 5u}, {5u, 1u}, {5u, 30u}}) {
        Script script;  // a write issued in 101, and a read of another address after it
        script.settings.writeLatency = writeLatency;
        script.settings.writeToReadLatency = writeToRead;
        script.add(100, kColorWrite, Access::Write, 0);
        script.add(101, kTexture, Access::Read, 64);
        script.run(300);
        const Settings& s = script.settings;
        // The bus starts as after a read in cycle 0, so the write goes out in 101.
        const sim::Cycle issued = 101 + s.transactionCycles + s.writeLatency + s.writeToReadLatency;
        EXPECT_EQ(script.answers(kTexture), (std::vector<sim::Cycle>{issued - 1 + readLatency(s)}));
        EXPECT_EQ(script.statistic("WriteToReadPenalty00_MC"), std::to_string(s.writeLatency + s.writeToReadLatency));
    }
}

TEST(SimpleController, AReadWaitsForAnOverlappingWriteThatWaits) {
    Script script;
    script.settings.clients = clientsOf({.colorWriteBus = 8});  // the write's data arrives until 108
    script.add(100, kColorWrite, Access::Write, 64);
    script.add(101, kTexture, Access::Read, 96, 32);
    script.add(102, kTexture, Access::Read, 128, 32);
    script.run(300);
    const std::vector<sim::Cycle> answers = script.answers(kTexture);
    ASSERT_EQ(answers.size(), 2u);
    // Without the write it would be answered like a lone read; the one behind it waits as well.
    EXPECT_GT(answers[0], 101 + readLatency(script.settings));
    EXPECT_GT(answers[1], answers[0]);
}

TEST(SimpleController, AReadFromSystemMemoryTakesItsLatencyAndTransfer) {
    Script script;
    script.add(100, kCommandProcessor, Access::Read, system(0));
    script.run(800);
    EXPECT_EQ(script.answers(kCommandProcessor), (std::vector<sim::Cycle>{100 + 1 + 500 + 15 + 3}));
    EXPECT_EQ(script.statistic("SystemDataCycles00_MC"), "16");
}

// ---- Back-pressure

TEST(SimpleController, AFullRequestBufferRefusesAllAndThenOpensAgain) {
    Script script;
    script.settings.requestQueueSize = 20;  // of which 14 are kept free
    for (uint32_t i = 0; i < 10; ++i) script.add(10 + i, kTexture, Access::Read, 8 * 4 * 4096 * (i % 2));
    script.run(600);
    bool refused = false;
    for (sim::Cycle cycle = 10; cycle < 200; ++cycle)
        refused = refused || script.stateAt(kColorWrite, cycle) == AcceptState{false, false};
    EXPECT_TRUE(refused);
    EXPECT_EQ(script.stateAt(kColorWrite, 599), (AcceptState{true, true}));
    EXPECT_EQ(script.answers(kTexture).size(), 10u);
}

TEST(SimpleController, WithoutWriteBuffersReadsContinue) {
    Script script;
    script.settings.writeBuffers = 7;  // of which 6 are kept free
    script.add(10, kColorWrite, Access::Write, 0);
    script.add(12, kColorWrite, Access::Write, 64);
    script.run(400);
    EXPECT_EQ(script.stateAt(kColorWrite, 14), (AcceptState{true, false}));
    EXPECT_EQ(script.stateAt(kColorWrite, 399), (AcceptState{true, true}));
}

TEST(SimpleController, ReadsWaitForServiceEntriesAndReadBuffers) {
    for (const bool services : {true, false}) {
        Script script;
        (services ? script.settings.serviceQueueSize : script.settings.readBuffers) = 1;
        for (uint32_t i = 0; i < 3; ++i) script.add(10 + i, kTexture, Access::Read, 64 * i);
        script.run(300);
        const std::vector<sim::Cycle> answers = script.answers(kTexture);
        ASSERT_EQ(answers.size(), 3u);
        // The next read is issued when the data of the one before has left, the cycle after its one on the unit's bus.
        EXPECT_EQ(answers[1] - answers[0], readLatency(script.settings) - 1);
    }
}

// ---- Refusals and faults

TEST(SimpleController, ContradictingSettingsAreRefusedByName) {
    const auto refused = [](auto change) {
        Settings settings = withClients<Settings>();
        change(settings);
        try {
            check(settings);
        } catch (const sim::Error& error) {
            return error.place();
        }
        return std::string("accepted");
    };
    EXPECT_EQ(refused([](Settings&) {}), "accepted");
    EXPECT_EQ(refused([](Settings& s) { s.buses = 0; }), "MemoryBuses");
    EXPECT_EQ(refused([](Settings& s) { s.writeLatency = 11; }), "WriteLatency");
    EXPECT_EQ(refused([](Settings& s) { s.bankBytes = 8192; }), "BankGranurality");
    EXPECT_EQ(refused([](Settings& s) { s.pageBytes = 32; }), "BankGranurality");
    EXPECT_EQ(refused([](Settings& s) { s.requestQueueSize = 11; }), "RequestQueueSize");
    EXPECT_EQ(refused([](Settings& s) { s.pageOpenLatency = 0; }), "PageOpenLatency");
}

TEST(SimpleController, UnitsThatIgnoreTheProtocolAreCaught) {
    {
        Script script;
        script.settings.clients = clientsOf({.colorWriteBus = 8});
        script.add(10, kColorWrite, Access::Write, 0);
        script.add(12, kColorWrite, Access::Write, 64);
        EXPECT_THROW(script.run(100), sim::Fault);
    }
    {
        Script script;
        script.settings.bankBytes = 64;
        script.add(10, kTexture, Access::Read, 32, 64);
        EXPECT_THROW(script.run(100), sim::Fault);
    }
}

}  // namespace
}  // namespace cyclorama::mem::simple
