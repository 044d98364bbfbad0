// SPDX-License-Identifier: MIT
#include "mem/gddr/gddr_controller.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "mem/memory_bench.h"
#include "mem/pipeline_clients.h"
#include "sim/error.h"
#include "sim/fault.h"

namespace cyclorama::mem::gddr {
namespace {

func::Address system(uint64_t offset) { return {func::MemoryKind::System, offset}; }

// Numbers of the buses with one unit of each kind.
constexpr uint32_t kCommandProcessor = 0;
constexpr uint32_t kColorWrite = 4;
constexpr uint32_t kTexture = 6;

Settings fourPipes() {
    Settings settings = withClients<Settings>();
    settings.clients = clientsOf({.pipes = 4, .textureUnits = 4});
    settings.gpuMemoryBytes = 1 << 26;
    return settings;
}

struct RunOptions {
    sim::SimulationSettings simulation{};
    uint64_t gpuPeriod = 2000;
    uint64_t memoryPeriod = 2000;
    sim::Cycle cycles = 16000;
};

struct RunResult {
    std::vector<BenchEvent> events;
    std::string statistics;
    bool idle = false;
};

RunResult runTraffic(const Settings& settings, TrafficSettings traffic, const RunOptions& options) {
    std::ostringstream statistics;
    sim::Simulation simulation(options.simulation);
    simulation.addDomain({.name = "gpu", .periodPicoseconds = options.gpuPeriod});
    sim::DomainId memoryDomain = 0;
    if (options.memoryPeriod != options.gpuPeriod)
        memoryDomain = simulation.addDomain({.name = "memory", .periodPicoseconds = options.memoryPeriod});
    simulation.statistics().writeWindows(statistics, 777);
    GddrController controller(simulation, 0, memoryDomain, settings);
    traffic.burstBytes = settings.burstBytes();
    traffic.gpuMemoryBytes = settings.gpuMemoryBytes;
    TrafficBench bench(simulation, settings.clients, traffic);
    bench.connect(controller);
    simulation.runThrough(0, options.cycles - 1);
    return {.events = std::move(bench.events), .statistics = statistics.str(), .idle = controller.idle()};
}

// ---- Against ATTILA

struct AttilaCase {
    const char* name;
    Settings settings = withClients<Settings>();
    TrafficSettings traffic;
    uint64_t memoryPeriod = 2000;
    Digest expected;
};

void PrintTo(const AttilaCase& attila, std::ostream* out) { *out << attila.name; }

std::vector<AttilaCase> attilaCases() {
    std::vector<AttilaCase> cases;
    const auto add = [&cases](const char* name, Digest expected) -> AttilaCase& {
        cases.push_back({.name = name, .settings = fourPipes(), .traffic = {.seed = 11}, .expected = expected});
        return cases.back();
    };
    add("Base", {5984, 0xd9f0f7a29330a2c9});
    add("MemoryClock", {7884, 0x2ddcba65c7ecf514}).memoryPeriod = 1428;
    {
        Settings& s = add("FifoOpenPages", {3227, 0x75eaea7e2f94554c}).settings;
        s.scheduling.kind = SchedulerKind::Fifo;
        s.scheduling.pagePolicy = PagePolicy::Open;
        s.queuePerBank = false;
    }
    add("FifoClosedPages", {3292, 0xf5474e7913cdcd4e}).settings.scheduling.kind = SchedulerKind::Fifo;
    {
        Settings& s = add("ReadWriteFifoCounters", {3311, 0x51fb0de3258da79}).settings;
        s.scheduling.kind = SchedulerKind::ReadWriteFifo;
        s.scheduling.switchMode = SwitchMode::Counters;
        s.scheduling.maxConsecutiveReads = 4;
        s.scheduling.maxConsecutiveWrites = 3;
        s.scheduling.dedicatedReadTransactions = 20;
    }
    add("ReadWriteFifoLoadsFirst", {3334, 0xe33c4771a150c6f8}).settings.scheduling.kind = SchedulerKind::ReadWriteFifo;
    {
        Settings& s = add("BankQueuesCounters", {6116, 0x68cdbd640ff062db}).settings;
        s.scheduling.switchMode = SwitchMode::Counters;
        s.scheduling.managers.aggressiveActivation = false;
        s.scheduling.managers.prechargeFirst = true;
        s.scheduling.managers.banksShareState = true;
    }
    {
        Settings& s = add("BanksInTurn", {5900, 0x368bf55687b47923}).settings;
        s.scheduling.bankSelectionPolicy = "LESS_CONSECUTIVE_HITS ROUND_ROBIN";
        s.oldestBankFirst = false;
    }
    {
        Settings& s = add("Small", {1065, 0xc362ab66ebe3c161}).settings;
        s.channels = 2;
        s.interleaving.channelBits = "8";
        s.clients = clientsOf();
        s.requestQueueSize = 32;
        s.serviceQueueSize = 4;
        s.scheduling.maxTransactions = 16;
    }
    {
        Settings& s = add("InterleavingSlowTimings", {4591, 0x3e8fbc395cd0da98}).settings;
        s.splitter = SplitterKind::Interleaving;
        s.interleaving = {.channelBytes = 64, .bankBytes = 512, .channelBits = {}, .bankBits = {}};
        s.burstLength = 4;
        s.burstBytesPerCycle = 4;
        s.timings = {
            .tRRD = 3, .tRCD = 7, .tWTR = 9, .tRTW = 5, .tWR = 17, .tRP = 6, .casLatency = 18, .writeLatency = 3};
    }
    {
        AttilaCase& c = add("SystemMemory", {3114, 0xeaca04765a8917ed});
        c.traffic.systemPermille = 20;
        c.traffic.writePercent = 60;
        c.settings.serviceQueueSize = 256;
        c.settings.splitRequestBufferPerRop = true;
        c.settings.requestQueueSize = 64;
        c.settings.writeBuffers = 24;
    }
    return cases;
}

class GddrAgainstAttila : public testing::TestWithParam<AttilaCase> {
  public:
    static RunOptions options(const AttilaCase& c) { return {.memoryPeriod = c.memoryPeriod}; }
};

// The same traffic was put to ATTILA's MemoryControllerV2, built from its sources of 2015 and driven alone; the digest
// is that of the cycle of every answer.
TEST_P(GddrAgainstAttila, AnswersInTheSameCycles) {
    const AttilaCase& c = GetParam();
    const RunResult result = runTraffic(c.settings, c.traffic, options(c));
    EXPECT_EQ(digestOf(result.events).answers, c.expected.answers);
    EXPECT_EQ(digestOf(result.events).hash, c.expected.hash);
    EXPECT_TRUE(result.idle);
}

TEST_P(GddrAgainstAttila, SleepingAndOrderChangeNothing) {
    const AttilaCase& c = GetParam();
    RunOptions how = options(c);
    how.cycles = 5000;
    const RunResult asleep = runTraffic(c.settings, c.traffic, how);
    how.simulation.sleeping = false;
    const RunResult awake = runTraffic(c.settings, c.traffic, how);
    how.simulation = {.sleeping = true, .reverseOrder = true};
    const RunResult reversed = runTraffic(c.settings, c.traffic, how);
    EXPECT_EQ(asleep.events, awake.events);
    EXPECT_EQ(asleep.statistics, awake.statistics);
    EXPECT_EQ(asleep.events, reversed.events);
    EXPECT_EQ(asleep.statistics, reversed.statistics);
}

INSTANTIATE_TEST_SUITE_P(Cases, GddrAgainstAttila, testing::ValuesIn(attilaCases()),
                         [](const auto& c) { return std::string(c.param.name); });

// Accesses are sent, and the banks ordered, behind time where the schedulers sleep: whatever the order of the banks
// depends on, and however short the distances between commands.
TEST(GddrController, SleepingChangesNothingForAnyPolicy) {
    for (const char* policy :
         {"MORE_PENDING_REQUESTS", "LESS_CONSECUTIVE_HITS", "YOUNGEST_FIRST", "ZERO_PENDING_FIRST"}) {
        for (const bool perfect : {false, true}) {
            Settings settings = fourPipes();
            settings.scheduling.bankSelectionPolicy = policy;
            settings.scheduling.switchMode = perfect ? SwitchMode::Counters : SwitchMode::LoadsOverStores;
            if (perfect) {
                settings.timings = kPerfectTimings;
                settings.burstBytesPerCycle = settings.burstBytes();
            }
            const RunResult asleep = runTraffic(settings, {.seed = 5}, {.cycles = 3000});
            const RunResult awake =
                runTraffic(settings, {.seed = 5}, {.simulation = {.sleeping = false}, .cycles = 3000});
            EXPECT_GT(digestOf(asleep.events).answers, 100u);
            EXPECT_EQ(asleep.events, awake.events) << policy;
            EXPECT_EQ(asleep.statistics, awake.statistics) << policy;
        }
    }
}

TEST(GddrController, SleepingAndOrderChangeNothingWithoutOverlappedRowCommands) {
    for (const SchedulerKind kind : {SchedulerKind::Fifo, SchedulerKind::ReadWriteFifo, SchedulerKind::BankQueues}) {
        for (const uint32_t idleCycles : {0u, 8u, 100u}) {
            Settings settings = fourPipes();
            settings.scheduling.kind = kind;
            settings.scheduling.pagePolicy = PagePolicy::IdleTimer;
            settings.scheduling.pageIdleCycles = idleCycles;
            settings.scheduling.overlapsRowCommands = false;
            const RunResult asleep = runTraffic(settings, {.seed = 7}, {.cycles = 3000});
            const RunResult awake =
                runTraffic(settings, {.seed = 7}, {.simulation = {.sleeping = false}, .cycles = 3000});
            const RunResult reversed = runTraffic(
                settings, {.seed = 7}, {.simulation = {.sleeping = true, .reverseOrder = true}, .cycles = 3000});
            EXPECT_GT(digestOf(asleep.events).answers, 100u);
            EXPECT_EQ(asleep.events, awake.events) << idleCycles;
            EXPECT_EQ(asleep.statistics, awake.statistics) << idleCycles;
            EXPECT_EQ(asleep.events, reversed.events) << idleCycles;
            EXPECT_EQ(asleep.statistics, reversed.statistics) << idleCycles;
        }
    }
}

TEST(GddrController, AddressesAboveFourGibibytesTakeTheSameCycles) {
    Settings settings = fourPipes();
    settings.clients.flatAddresses = true;
    const RunResult below = runTraffic(settings, {}, {});
    EXPECT_FALSE(below.events.empty());
    for (const uint64_t first : {uint64_t{1} << 32, uint64_t{0xffff'0000'0000}}) {
        const RunResult above = runTraffic(settings, {.firstAddress = first}, {});
        EXPECT_TRUE(above.events == below.events);
        EXPECT_EQ(above.statistics, below.statistics);
    }
}

TEST(GddrController, RandomBanksAreTheSameEveryTime) {
    Settings settings = fourPipes();
    settings.scheduling.bankSelectionPolicy = "RANDOM";
    const RunResult one = runTraffic(settings, {.seed = 3}, {.cycles = 8000});
    const RunResult two = runTraffic(settings, {.seed = 3}, {.simulation = {.sleeping = false}, .cycles = 8000});
    EXPECT_GT(digestOf(one.events).answers, 1000u);
    EXPECT_EQ(one.events, two.events);
    EXPECT_EQ(one.statistics, two.statistics);
}

// ---- One transaction at a time

struct Script {
    Settings settings = withClients<Settings>();
    std::ostream* trace = nullptr;
    BankUses* uses = nullptr;
    std::vector<ScriptBench::Line> lines;

    void add(sim::Cycle cycle, uint32_t bus, Access access, func::Address address, uint32_t bytes = 64) {
        lines.push_back(
            {.cycle = cycle, .bus = bus, .transaction = {.address = address, .bytes = bytes, .access = access}});
    }
    void run(sim::Cycle cycles) {
        simulation.addDomain({.name = "gpu", .periodPicoseconds = 2000});
        controller.emplace(simulation, 0, 0, settings);
        if (trace != nullptr) controller->traceTransactions(*trace);
        if (uses != nullptr) controller->watchBanks(uses);
        bench.emplace(simulation, settings.clients, lines);
        bench->connect(*controller);
        simulation.runThrough(0, cycles - 1);
        simulation.settle();
    }
    /// Cycles of the answers on a bus.
    std::vector<sim::Cycle> answers(uint32_t bus) const {
        std::vector<sim::Cycle> cycles;
        for (const BenchEvent& event : bench->events)
            if (event.isAnswer && event.bus == bus) cycles.push_back(event.cycle);
        return cycles;
    }
    std::string statistic(const char* name) { return simulation.statistics().text(name, sim::Interval::Frame); }

    sim::Simulation simulation;
    std::optional<GddrController> controller;
    std::optional<ScriptBench> bench;
};

// From request to answer, step by step: to the controller 1, to the channel's scheduler 1, the activate goes out at
// once and the first read tRCD later, the second a burst after it; to the module 1, CAS latency and the burst, back to
// the scheduler 1 and to the controller 1; then it leaves the request buffer, its bus is reserved, it is served and
// reaches the unit, a cycle each.
sim::Cycle expectedReadLatency(const Settings& s) {
    return 1 + 1 + s.timings.tRCD + s.burstCycles() + 1 + s.timings.casLatency + s.burstCycles() + 1 + s.returnLatency +
           1 + 4;
}

TEST(GddrController, ALoneReadTakesItsParts) {
    Script script;
    script.add(100, kTexture, Access::Read, 0x1000);
    script.run(400);
    EXPECT_EQ(script.answers(kTexture), (std::vector<sim::Cycle>{100 + expectedReadLatency(script.settings)}));
    EXPECT_EQ(script.statistic("TextureUnit_serviceTimeAvg_MC"),
              std::to_string(expectedReadLatency(script.settings) - 2));
    EXPECT_EQ(script.statistic("TextureUnit_ReadBytes_MC"), "64");
    EXPECT_EQ(script.statistic("DDRReadCommands_Sched0"), "2");
    EXPECT_EQ(script.statistic("DDRActiveCommands_Sched0"), "1");
    EXPECT_TRUE(script.controller->idle());
}

TEST(GddrController, EachTimingShiftsTheReadByItself) {
    for (const auto member : {&Timings::tRCD, &Timings::casLatency}) {
        for (const uint32_t value : {3u, 8u, 40u}) {
            Script script;
            script.settings.timings.*member = value;
            script.add(50, kTexture, Access::Read, 0);
            script.run(400);
            EXPECT_EQ(script.answers(kTexture), (std::vector<sim::Cycle>{50 + expectedReadLatency(script.settings)}));
        }
    }
}

// The row closes when it has been at rest for the idle cycles: a read that its scheduler selects in that cycle finds it
// open, one that comes a cycle later has it opened again, tRP after the precharge.
TEST(GddrController, TheIdleTimerClosesARowNotOneCycleEarlier) {
    for (const uint32_t idleCycles : {0u, 8u, 50u}) {
        for (const bool later : {false, true}) {
            Script script;
            Settings& s = script.settings;
            s.scheduling.pagePolicy = PagePolicy::IdleTimer;
            s.scheduling.pageIdleCycles = idleCycles;
            const sim::Cycle closes = 52 + s.timings.tRCD + s.timings.casLatency + 2 * s.burstCycles() + idleCycles;
            const sim::Cycle second = closes - 2 + (later ? 1 : 0);
            script.add(50, kTexture, Access::Read, 0);
            script.add(second, kTexture, Access::Read, 0x40);
            script.run(500);
            const sim::Cycle expected = second + expectedReadLatency(s);
            EXPECT_EQ(script.answers(kTexture),
                      (std::vector<sim::Cycle>{50 + expectedReadLatency(s),
                                               later ? expected + s.timings.tRP - 1 : expected - s.timings.tRCD}))
                << idleCycles;
        }
    }
}

// The timer ignores transactions that are queued after the current one.
TEST(GddrController, TheIdleTimerClosesRowsThatTransactionsWaitFor) {
    Script script;
    script.settings.scheduling.kind = SchedulerKind::Fifo;
    script.settings.scheduling.pagePolicy = PagePolicy::IdleTimer;
    const uint64_t nextRow = uint64_t{script.settings.channels} * script.settings.banks * script.settings.rowBytes;
    script.add(50, kTexture, Access::Read, 0);
    script.add(51, kTexture, Access::Read, 0x800);            // bank 1
    script.add(52, kTexture, Access::Read, nextRow + 0x800);  // another row of it
    script.add(53, kTexture, Access::Read, 0x40);             // the row of the first
    script.run(500);
    EXPECT_EQ(script.statistic("DDRActiveCommands_Sched0"), "4");
    Script open;
    open.settings.scheduling = script.settings.scheduling;
    open.settings.scheduling.pagePolicy = PagePolicy::Open;
    open.lines = script.lines;
    open.run(500);
    EXPECT_EQ(open.statistic("DDRActiveCommands_Sched0"), "3");
}

// A row of another bank opens when the data before has left the pins, not one cycle earlier, as if the read had come
// then; what needs no row command follows at once.
TEST(GddrController, RowCommandsWaitForTheDataBeforeWithoutOverlap) {
    for (const SchedulerKind kind : {SchedulerKind::Fifo, SchedulerKind::BankQueues}) {
        const auto secondAnswer = [kind](bool overlaps, func::Address address) {
            Script script;
            script.settings.scheduling.kind = kind;
            script.settings.scheduling.overlapsRowCommands = overlaps;
            script.add(50, kTexture, Access::Read, 0);
            script.add(51, kTexture, Access::Read, address);
            script.run(500);
            EXPECT_EQ(script.answers(kTexture).size(), 2u);
            return script.answers(kTexture).back();
        };
        const Settings s = withClients<Settings>();
        const sim::Cycle dataEnd = 52 + s.timings.tRCD + s.timings.casLatency + 2 * s.burstCycles();
        const func::Address otherBank = 0x800;
        EXPECT_EQ(secondAnswer(false, otherBank), dataEnd - 2 + expectedReadLatency(s));
        EXPECT_LT(secondAnswer(true, otherBank), dataEnd - 2 + expectedReadLatency(s));
        const func::Address sameRow = 0x40;
        EXPECT_EQ(secondAnswer(false, sameRow), secondAnswer(true, sameRow));
    }
}

TEST(GddrController, ReadsReturnOverTheBusesBesideEachOther) {
    sim::Cycle apart = 0;
    for (const uint32_t latency : {0u, 1u, 90u}) {
        Script script;
        script.settings.returnLatency = latency;
        script.add(50, kTexture, Access::Read, 0);
        script.add(51, kTexture, Access::Read, 0x800);  // another channel
        script.run(400);
        const std::vector<sim::Cycle> answers = script.answers(kTexture);
        ASSERT_EQ(answers.size(), 2u);
        EXPECT_EQ(answers[0], 50 + expectedReadLatency(script.settings));
        if (latency == 0) apart = answers[1] - answers[0];
        EXPECT_EQ(answers[1] - answers[0], apart);
        EXPECT_TRUE(script.controller->idle());
    }
}

TEST(GddrController, TheAnswerOccupiesTheBusOfItsUnit) {
    Script script;
    script.settings.clients = clientsOf({.textureBus = 8});
    script.add(100, kTexture, Access::Read, 0x000);
    script.add(101, kTexture, Access::Read, 0x100);  // the next channel
    script.run(400);
    const std::vector<sim::Cycle> answers = script.answers(kTexture);
    ASSERT_EQ(answers.size(), 2u);
    EXPECT_EQ(answers[1] - answers[0], 64u / 8u);
    EXPECT_EQ(script.bench->buses[kTexture].port->cyclesFor(64), 8u);
}

TEST(GddrController, AReadFromSystemMemoryTakesItsLatencyAndTransfer) {
    Script script;
    script.add(100, kCommandProcessor, Access::Read, system(0));
    script.run(800);
    // To the controller 1, latency and transfer; then its bus is reserved, it is served and reaches the unit.
    EXPECT_EQ(script.answers(kCommandProcessor), (std::vector<sim::Cycle>{100 + 1 + 500 + 16 + 3}));
    EXPECT_EQ(script.statistic("ReadBytesSystemBus_MC"), "64");
}

TEST(GddrController, SystemTransactionsFollowEachOtherATransferApart) {
    Script script;
    for (uint32_t i = 0; i < 4; ++i) script.add(100 + i, kTexture, Access::Read, system(64 * i));
    script.run(1000);
    const std::vector<sim::Cycle> answers = script.answers(kTexture);
    ASSERT_EQ(answers.size(), 4u);
    for (size_t i = 1; i < 4; ++i) EXPECT_EQ(answers[i] - answers[i - 1], script.settings.system.transactionCycles);
}

TEST(GddrController, PreloadsOnlyCount) {
    Script script;
    script.add(10, kCommandProcessor, Access::Preload, 0, 100000);
    script.run(100);
    EXPECT_EQ(script.statistic("PreloadTransactions_MC"), "1");
    EXPECT_EQ(script.statistic("TotalTransactions_MC"), "1");
    EXPECT_EQ(script.statistic("WriteBytes_Sched0"), "0");
    EXPECT_TRUE(script.controller->idle());
}

// Two bursts of the first row of a bank, two more, two of its second row, and two of another bank and channel: the
// second row takes the place of the first, unless that was closed meanwhile.
TEST(GddrController, ReportsWhatEachBankDid) {
    const auto banks = [](PagePolicy policy) {
        Script script;
        script.settings.scheduling.pagePolicy = policy;
        script.settings.interleaving = {0, 0, "10 9 8", "13 12 11"};
        const uint64_t nextRow = uint64_t{script.settings.channels} * script.settings.banks * script.settings.rowBytes;
        script.add(10, kTexture, Access::Read, 0);
        script.add(300, kTexture, Access::Read, 0x40);
        script.add(600, kTexture, Access::Read, func::Address::fromBits(nextRow));
        script.add(900, kTexture, Access::Write, 3 * 0x800 + 2 * 0x100);
        BankUses uses;
        script.uses = &uses;
        script.run(1200);
        return uses;
    };
    const BankUses open = banks(PagePolicy::Open);
    const BankUses closed = banks(PagePolicy::Close);
    ASSERT_EQ(open.channels(), 8u);
    ASSERT_EQ(open.banks(), 8u);
    const auto expect = [](const BankUses& uses, const BankUse& read, const BankUse& written) {
        for (uint32_t channel = 0; channel < uses.channels(); ++channel)
            for (uint32_t bank = 0; bank < uses.banks(); ++bank) {
                const bool isRead = channel == 0 && bank == 0;
                const BankUse other = channel == 2 && bank == 3 ? written : BankUse{};
                EXPECT_EQ(uses.channel(channel)[bank], isRead ? read : other) << channel << ", " << bank;
            }
    };
    const BankUse written{.written = 64, .activates = 1, .hits = 1, .misses = 1};
    expect(open, {.read = 192, .activates = 2, .conflicts = 1, .hits = 4, .misses = 2}, written);
    expect(closed, {.read = 192, .activates = 3, .hits = 3, .misses = 3}, written);
}

TEST(GddrController, TheSecondInterleavingHoldsFromItsAddressOn) {
    Script script;
    script.settings.secondInterleavingEnabled = true;
    script.settings.secondInterleaving = {0, 0, "13 12 11", "10 9 8"};
    script.settings.interleaving = {0, 0, "10 9 8", "13 12 11"};
    script.add(10, kTexture, Access::Read, 0x100000 + 0x100);
    script.run(200);
    EXPECT_EQ(script.statistic("DDRReadCommands_Sched1"), "2");

    Script moved;
    moved.settings = script.settings;
    moved.add(10, kTexture, Access::Read, 0x100000 + 0x100);
    moved.simulation.addDomain({.name = "gpu", .periodPicoseconds = 2000});
    moved.controller.emplace(moved.simulation, 0, 0, moved.settings);
    moved.bench.emplace(moved.simulation, moved.settings.clients, moved.lines);
    moved.bench->connect(*moved.controller);
    moved.bench->command.wire().write(0, {.secondInterleavingStart = 0x100000});
    moved.simulation.runThrough(0, 199);
    EXPECT_EQ(moved.statistic("DDRReadCommands_Sched1"), "0");
    EXPECT_EQ(moved.statistic("DDRReadCommands_Sched0"), "2");
}

// ---- Back-pressure

AcceptState stateAt(const Script& script, uint32_t bus, sim::Cycle cycle) {
    AcceptState state;
    for (const BenchEvent& event : script.bench->events)
        if (!event.isAnswer && event.bus == bus && event.cycle <= cycle) state = event.accepts;
    return state;
}

TEST(GddrController, AFullRequestBufferRefusesAllAndThenOpensAgain) {
    Script script;
    script.settings.requestQueueSize = 20;  // of which 14 are kept free
    for (uint32_t i = 0; i < 6; ++i) script.add(10 + i, kTexture, Access::Read, 0);
    script.run(400);
    EXPECT_EQ(stateAt(script, kColorWrite, 16), (AcceptState{true, true}));
    // The seventh request is sent in cycle 16 and read in 17, which is told in 18.
    Script full;
    full.settings = script.settings;
    for (uint32_t i = 0; i < 7; ++i) full.add(10 + i, kTexture, Access::Read, 0);
    full.run(400);
    EXPECT_EQ(stateAt(full, kColorWrite, 17), (AcceptState{true, true}));
    EXPECT_EQ(stateAt(full, kColorWrite, 18), (AcceptState{false, false}));
    EXPECT_EQ(stateAt(full, kTexture, 18), (AcceptState{false, false}));
    EXPECT_EQ(stateAt(full, kTexture, 399), (AcceptState{true, true}));
    EXPECT_EQ(full.answers(kTexture).size(), 7u);
}

TEST(GddrController, WithoutWriteBuffersReadsContinue) {
    Script script;
    script.settings.writeBuffers = 7;  // of which 6 are kept free, for the command processor and the pipe's two units
    script.add(10, kColorWrite, Access::Write, 0);
    script.add(12, kColorWrite, Access::Write, 64);
    script.run(400);
    EXPECT_EQ(stateAt(script, kColorWrite, 13), (AcceptState{true, true}));
    EXPECT_EQ(stateAt(script, kColorWrite, 14), (AcceptState{true, false}));
    EXPECT_EQ(stateAt(script, kColorWrite, 399), (AcceptState{true, true}));
}

TEST(GddrController, AWriteKeepsItsBusBusy) {
    Script script;
    script.settings.clients = clientsOf({.colorWriteBus = 8});
    script.add(10, kColorWrite, Access::Write, 0);
    script.run(200);
    // Read by the controller in 11, with eight cycles to go; the last but one is 17, told in 18.
    EXPECT_EQ(stateAt(script, kColorWrite, 11), (AcceptState{true, true}));
    for (sim::Cycle cycle = 12; cycle < 18; ++cycle)
        EXPECT_EQ(stateAt(script, kColorWrite, cycle), (AcceptState{true, false})) << cycle;
    EXPECT_EQ(stateAt(script, kColorWrite, 18), (AcceptState{true, true}));
    EXPECT_EQ(stateAt(script, kTexture, 14), (AcceptState{true, true}));
}

TEST(GddrController, AFullSchedulerStallsTheChannel) {
    Script script;
    script.settings.scheduling.kind = SchedulerKind::Fifo;
    script.settings.queuePerBank = false;
    script.settings.scheduling.maxTransactions = 2;
    for (uint32_t i = 0; i < 8; ++i) script.add(10 + i, kTexture, Access::Read, 0x20000 * i);
    script.run(1000);
    EXPECT_EQ(script.answers(kTexture).size(), 8u);
    EXPECT_GT(std::stoul(script.statistic("ChannelReq_ReadStallCycles_MC")), 100u);
}

TEST(GddrController, ReadsAndWritesHaveRoomOfTheirOwn) {
    // Cycles in which transactions to one channel, each to a row of its own, find no room in its scheduler.
    const auto stalls = [](Access access, uint32_t dedicatedReads) {
        Script script;
        script.settings.scheduling.kind = SchedulerKind::ReadWriteFifo;
        script.settings.queuePerBank = false;
        script.settings.scheduling.maxTransactions = 8;
        script.settings.scheduling.dedicatedReadTransactions = dedicatedReads;
        for (uint32_t i = 0; i < 16; ++i) script.add(10 + 2 * i, kColorWrite, access, 0x20000 * i);
        script.run(2000);
        EXPECT_TRUE(script.controller->idle());
        return std::stoul(script.statistic(access == Access::Read ? "ChannelReq_ReadStallCycles_MC"
                                                                  : "ChannelReq_WriteStallCycles_MC"));
    };
    EXPECT_GT(stalls(Access::Read, 1), stalls(Access::Read, 4));
    EXPECT_GT(stalls(Access::Read, 4), stalls(Access::Read, 7));
    EXPECT_LT(stalls(Access::Write, 1), stalls(Access::Write, 4));
    EXPECT_LT(stalls(Access::Write, 4), stalls(Access::Write, 7));
    EXPECT_EQ(stalls(Access::Read, 0), stalls(Access::Read, 4)) << "zero stands for half of them";
}

// Reads from GPU memory take a buffer even where none is free (request_buffer.h).
TEST(GddrController, ReadsFromSystemMemoryWaitForReadBuffers) {
    const auto answers = [](uint32_t buffers) {
        Script script;
        script.settings.readBuffers = buffers;
        for (uint32_t i = 0; i < 2; ++i) script.add(10 + i, kTexture, Access::Read, system(64 * i));
        script.run(1200);
        return script.answers(kTexture);
    };
    ASSERT_EQ(answers(2).size(), 2u);
    EXPECT_EQ(answers(2)[1] - answers(2)[0], 16u);
    // The second is issued when the data of the first has left, the cycle after its one on the unit's bus, and is sent
    // then as it was received.
    ASSERT_EQ(answers(1).size(), 2u);
    EXPECT_EQ(answers(1)[0], answers(2)[0]);
    EXPECT_EQ(answers(1)[1] - answers(1)[0], 1 + 500 + 16 + 3 - 1u);
}

TEST(GddrController, AFullServiceQueueKeepsReadsInTheRequestBuffer) {
    Script script;
    script.settings.clients = clientsOf({.displayBus = 1});
    script.settings.serviceQueueSize = 1;
    for (uint32_t i = 0; i < 4; ++i) script.add(10 + i, 5, Access::Read, 0x100 * i);
    script.run(600);
    EXPECT_EQ(script.answers(5).size(), 4u);
    const double mean = std::stod(script.statistic("Service_Queue_AVG_Items_MC"));
    EXPECT_GT(mean, 0.25);
    EXPECT_LE(mean, 1.0);
}

TEST(GddrController, RopsShareASplitRequestBuffer) {
    Script script;
    script.settings.clients = clientsOf({.pipes = 2});
    script.settings.splitRequestBufferPerRop = true;
    script.settings.requestQueueSize = 64;                                     // 32 a pipe, reached in cycle 42
    for (uint32_t i = 0; i < 32; ++i) script.add(10 + i, 5, Access::Read, 0);  // ColorWrite[0]
    script.run(46);
    EXPECT_EQ(stateAt(script, 5, 42), (AcceptState{true, true}));
    EXPECT_EQ(stateAt(script, 5, 43), (AcceptState{false, false}));
    EXPECT_EQ(stateAt(script, 3, 43), (AcceptState{false, false}));  // ZStencilTest[0]
    EXPECT_EQ(stateAt(script, 6, 43), (AcceptState{true, true}));    // ColorWrite[1]
    EXPECT_EQ(stateAt(script, 8, 43), (AcceptState{true, true}));    // TextureUnit[0]
}

TEST(GddrController, TracesWhatItReceives) {
    std::ostringstream trace;
    Script script;
    script.add(10, kTexture, Access::Read, 0x1040, 32);
    script.add(12, kColorWrite, Access::Write, 0xff00);
    script.add(14, kCommandProcessor, Access::Preload, system(0), 100000);
    script.trace = &trace;
    script.run(200);
    EXPECT_EQ(trace.str(),
              "11;TextureUnit[0];MT_READ_REQ;1040;32\n"
              "13;ColorWrite[0];MT_WRITE_DATA;ff00;64\n"
              "15;CommandProcessor[0];MT_PRELOAD_DATA;80000000;100000\n");
}

// ---- Refusals and faults

TEST(GddrController, ContradictingSettingsAreRefusedByName) {
    const auto refused = [](auto change) {
        Settings settings = withClients<Settings>();
        change(settings);
        sim::Simulation simulation;
        simulation.addDomain({.name = "gpu", .periodPicoseconds = 2000});
        try {
            const GddrController controller(simulation, 0, 0, settings);
        } catch (const sim::Error& error) {
            return error.place();
        }
        return std::string("accepted");
    };
    EXPECT_EQ(refused([](Settings&) {}), "accepted");
    EXPECT_EQ(refused([](Settings& s) { s.channels = 3; }), "V2MemoryChannels");
    EXPECT_EQ(refused([](Settings& s) { s.channels = 4; }), "V2ChannelInterleavingMask");
    EXPECT_EQ(refused([](Settings& s) { s.banks = 16; }), "V2BanksPerMemoryChannel");
    EXPECT_EQ(refused([](Settings& s) { s.burstLength = 6; }), "BurstLength");
    EXPECT_EQ(refused([](Settings& s) { s.burstBytesPerCycle = 12; }), "V2BurstBytesPerCycle");
    EXPECT_EQ(refused([](Settings& s) { s.gpuMemoryBytes = 1000; }), "MemorySize");
    EXPECT_EQ(refused([](Settings& s) { s.requestQueueSize = 13; }), "RequestQueueSize");
    EXPECT_EQ(refused([](Settings& s) { s.serviceQueueSize = 0; }), "ServiceQueueSize");
    EXPECT_EQ(refused([](Settings& s) { s.scheduling.maxTransactions = 60; }), "V2MaxChannelTransactions");
    EXPECT_EQ(refused([](Settings& s) {
                  s.scheduling.kind = SchedulerKind::ReadWriteFifo;
                  s.scheduling.dedicatedReadTransactions = 64;
              }),
              "V2DedicatedChannelReadTransactions");
    EXPECT_EQ(refused([](Settings& s) { s.scheduling.bankSelectionPolicy = "BEST"; }), "V2BankSelectionPolicy");
}

TEST(GddrController, UnitsThatIgnoreTheProtocolAreCaught) {
    {
        Script script;  // a write while the bus is busy
        script.settings.clients = clientsOf({.colorWriteBus = 8});
        script.add(10, kColorWrite, Access::Write, 0);
        script.add(12, kColorWrite, Access::Write, 64);
        EXPECT_THROW(script.run(100), sim::Fault);
    }
    {
        Script script;  // more requests than fit
        script.settings.requestQueueSize = 14;
        for (uint32_t i = 0; i < 20; ++i) script.add(10 + i, kTexture, Access::Read, 0);
        EXPECT_THROW(script.run(100), sim::Fault);
    }
    {
        Script script;
        script.add(10, kTexture, Access::Read, 0, 65);
        EXPECT_THROW(script.run(100), sim::Fault);
    }
}

TEST(GddrController, SaysWhatItWaitsFor) {
    Script script;
    script.add(10, kTexture, Access::Read, 0);
    script.run(20);
    EXPECT_NE(script.simulation.describeWaits().find("1 requests to GPU memory are under way"), std::string::npos);
}

}  // namespace
}  // namespace cyclorama::mem::gddr
