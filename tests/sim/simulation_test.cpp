// SPDX-License-Identifier: MIT
#include "sim/simulation.h"

#include <gtest/gtest.h>

#include <random>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>

#include "sim/fault.h"
#include "sim/queue.h"
#include "sim/signal.h"

namespace cyclorama::sim {
namespace {

struct Token {
    uint32_t id = 0;
    uint32_t hops = 0;
};
std::string describe(const Token& token) { return std::to_string(token.id); }

using Log = std::vector<std::tuple<Cycle, std::string, uint32_t>>;

/// Takes tokens, keeps each for a while that depends on it, and hands it on; counts the cycles it has nothing.
class Station : public Box {
  public:
    Station(Simulation& simulation, const std::string& name, Log& log, uint32_t latency, DomainId domain = 0)
        : Box(simulation, domain, name),
          in(*this, {.name = "in", .width = 4, .latency = latency}),
          out(*this, "out"),
          idleCycles(simulation.statistics(), {name + "_idle", "cycles", "Cycles without a token."}),
          log_(&log),
          held_(64) {}

    void clock(Cycle cycle) override {
        ++clocked;
        for (const Token& token : in.take(cycle)) {
            held_.push({token, cycle + token.id % 5});
            log_->emplace_back(cycle, name(), token.id);
        }
        if (held_.empty()) {
            ++idleCycles;
        } else if (held_.front().second <= cycle) {
            Token token = held_.pop().first;
            if (token.hops-- > 0) out.write(cycle, token);
        }
        if (held_.empty())
            sleep();
        else
            sleepUntil(std::max(held_.front().second, cycle + 1));
    }
    void accountSleep(Cycle, uint64_t count) override {
        if (held_.empty()) idleCycles.add(count);
    }
    std::string describeWait() const override { return held_.empty() ? "" : "holds a token"; }

    Signal<Token> in;
    Output<Token> out;
    Counter idleCycles;
    uint64_t clocked = 0;

  private:
    Log* log_;
    BoundedQueue<std::pair<Token, Cycle>> held_;
};

struct RingResult {
    Log log;
    std::string windows;
    std::string idle;
    uint64_t clocked = 0;
};

RingResult runRing(SimulationSettings settings) {
    RingResult result;
    std::ostringstream windows;
    Simulation simulation(settings);
    simulation.addDomain({.name = "gpu", .periodPicoseconds = 1000});
    simulation.statistics().writeWindows(windows, 37);
    std::vector<std::unique_ptr<Station>> ring;
    for (uint32_t i = 0; i < 7; ++i)
        ring.push_back(std::make_unique<Station>(simulation, "s" + std::to_string(i), result.log, 1 + 5 * (i % 4)));
    for (size_t i = 0; i < ring.size(); ++i) ring[i]->out.bind(ring[(i + 1) % ring.size()]->in);
    for (uint32_t id = 0; id < 4; ++id) ring[0]->in.seed(1 + id / 2, {.id = id, .hops = 50 + id});
    simulation.runThrough(0, 2000);
    simulation.settle();
    simulation.statistics().finish(2000);
    result.windows = windows.str();
    for (const auto& station : ring) {
        result.clocked += station->clocked;
        result.idle += std::to_string(station->idleCycles.total()) + " ";
    }
    return result;
}

TEST(Simulation, SleepingAndOrderChangeNothingButTheWork) {
    const RingResult awake = runRing({.sleeping = false});
    const RingResult asleep = runRing({.sleeping = true});
    const RingResult reversed = runRing({.sleeping = true, .reverseOrder = true});
    EXPECT_EQ(awake.windows, asleep.windows);
    EXPECT_EQ(awake.idle, asleep.idle);
    EXPECT_EQ(awake.windows, reversed.windows);
    EXPECT_GT(awake.log.size(), 100u);
    EXPECT_EQ(awake.log, asleep.log);
    Log sorted = reversed.log;
    std::stable_sort(sorted.begin(), sorted.end());
    Log expected = asleep.log;
    std::stable_sort(expected.begin(), expected.end());
    EXPECT_EQ(sorted, expected);
    EXPECT_EQ(awake.clocked, 7u * 2001u);
    EXPECT_LT(asleep.clocked, 1500u);
}

/// Writes down every cycle it is clocked in.
class Ticker : public Box {
  public:
    Ticker(Simulation& simulation, DomainId domain, std::string name, std::vector<std::string>& log)
        : Box(simulation, domain, std::move(name)), log_(&log) {}
    void clock(Cycle cycle) override { log_->push_back(name() + std::to_string(cycle)); }
    std::string describeWait() const override { return {}; }

  private:
    std::vector<std::string>* log_;
};

// GPUClock=500, ShaderClock=1000, MemoryClock=700: periods of 2000, 1000 and 1428 ps, first ticks after one period,
// coinciding ticks in the order GPU, shader, memory (ATTILA: GPUSimulator::multiClockSimLoop, worked by hand).
TEST(Simulation, DomainsInterleaveAsTheirPeriodsSay) {
    std::vector<std::string> log;
    Simulation simulation;
    const DomainId gpu = simulation.addDomain({.name = "gpu", .periodPicoseconds = periodOfMegahertz(500)});
    const DomainId shader = simulation.addDomain({.name = "shader", .periodPicoseconds = periodOfMegahertz(1000)});
    const DomainId memory = simulation.addDomain({.name = "memory", .periodPicoseconds = periodOfMegahertz(700)});
    Ticker m(simulation, memory, "m", log);
    Ticker s(simulation, shader, "s", log);
    Ticker g(simulation, gpu, "g", log);
    while (simulation.nextCycle(gpu) < 3) simulation.step();
    const std::vector<std::string> expected = {"s0", "m0", "g0", "s1", "m1", "s2", "g1", "s3", "m2", "s4", "m3", "g2"};
    EXPECT_EQ(log, expected);
    EXPECT_EQ(periodOfMegahertz(700), 1428u);
}

TEST(Simulation, ALongRunKeepsTheRatioOfTheClocks) {
    std::vector<std::string> log;
    Simulation simulation;
    const DomainId gpu = simulation.addDomain({.name = "gpu", .periodPicoseconds = 1666});
    const DomainId memory = simulation.addDomain({.name = "memory", .periodPicoseconds = 1428});
    Ticker g(simulation, gpu, "g", log);
    Ticker m(simulation, memory, "m", log);
    simulation.runThrough(gpu, 99'999);
    EXPECT_EQ(simulation.nextCycle(gpu), 100'000u);
    EXPECT_EQ(simulation.nextCycle(memory), (100'000u * 1666u - 1) / 1428u);
    EXPECT_EQ(log.size(), 100'000u + (100'000u * 1666u - 1) / 1428u);
}

/// Sleeps until it is woken from another domain.
class Sleeper : public Box {
  public:
    Sleeper(Simulation& simulation, DomainId domain) : Box(simulation, domain, "sleeper") {}
    void clock(Cycle cycle) override {
        clocked.push_back(cycle);
        sleep();
    }
    void accountSleep(Cycle first, uint64_t count) override { slept.emplace_back(first, count); }
    std::string describeWait() const override { return "waits for its alarm clock"; }
    std::vector<Cycle> clocked;
    std::vector<std::pair<Cycle, uint64_t>> slept;
};

class Waker : public Box {
  public:
    Waker(Simulation& simulation, DomainId domain, Box& other, Cycle at)
        : Box(simulation, domain, "waker"), other_(&other), at_(at) {}
    void clock(Cycle cycle) override {
        if (cycle == at_) other_->wake();
        if (cycle < at_)
            sleepUntil(at_);
        else
            sleep();
    }
    std::string describeWait() const override { return {}; }

  private:
    Box* other_;
    Cycle at_;
};

// The waking tick of period 2000 is at 20000 ps; a later domain of period 1000 ticks at that very moment (cycle 19), an
// earlier one only after it (cycle 20).
TEST(Simulation, WakingAcrossDomainsTakesTheNextTickInOrder) {
    for (const bool later : {true, false}) {
        Simulation simulation;
        const DomainId first = simulation.addDomain({.name = "a", .periodPicoseconds = later ? 2000u : 1000u});
        const DomainId second = simulation.addDomain({.name = "b", .periodPicoseconds = later ? 1000u : 2000u});
        Sleeper sleeper(simulation, later ? second : first);
        Waker waker(simulation, later ? first : second, sleeper, 9);
        simulation.runThrough(first, later ? 20 : 40);
        const Cycle expected = later ? 19 : 20;
        EXPECT_EQ(sleeper.clocked, (std::vector<Cycle>{0, expected}));
        EXPECT_EQ(sleeper.slept, (std::vector<std::pair<Cycle, uint64_t>>{{1, expected - 1}}));
        simulation.settle();
        EXPECT_EQ(sleeper.slept.back(), (std::pair<Cycle, uint64_t>{expected + 1, 40 - expected}));
    }
}

TEST(Simulation, ADeadlockNamesWhoWaits) {
    Simulation simulation;
    simulation.addDomain({.name = "gpu", .periodPicoseconds = 1000});
    Sleeper sleeper(simulation, 0);
    simulation.step();
    try {
        simulation.step();
        FAIL() << "expected a deadlock";
    } catch (const Deadlock& deadlock) {
        EXPECT_NE(std::string(deadlock.what()).find("sleeper: waits for its alarm clock, since gpu cycle 0"),
                  std::string::npos)
            << deadlock.what();
    }
}

TEST(Simulation, ADeadlockIsOneEvenWhereWindowsOfStatisticsAreWritten) {
    std::ostringstream out;
    Simulation simulation;
    simulation.addDomain({.name = "gpu", .periodPicoseconds = 1000});
    simulation.statistics().writeWindows(out, 10);
    Sleeper sleeper(simulation, 0);
    simulation.step();
    EXPECT_THROW(simulation.step(), Deadlock);
}

TEST(Simulation, BoxesThatRunWithoutMovingAnythingHaveStalled) {
    std::vector<std::string> log;
    Simulation simulation({.stallCycles = 100});
    simulation.addDomain({.name = "gpu", .periodPicoseconds = 1000});
    Ticker ticker(simulation, 0, "t", log);
    EXPECT_THROW(for (int i = 0; i < 250; ++i) simulation.step(), Deadlock);
    EXPECT_EQ(log.size(), 200u);
}

#ifndef NDEBUG
TEST(Simulation, ABoxThatLeavesAnInputUnreadIsCaughtInThatCycle) {
    class Deaf : public Box {
      public:
        explicit Deaf(Simulation& s) : Box(s, 0, "deaf"), in(*this, {.name = "in"}) { in.driveFromOutside(); }
        void clock(Cycle) override {}
        std::string describeWait() const override { return {}; }
        Signal<int> in;
    };
    Simulation simulation;
    simulation.addDomain({.name = "gpu", .periodPicoseconds = 1000});
    Deaf deaf(simulation);
    deaf.in.seed(2, 1);
    simulation.step();
    simulation.step();
    EXPECT_THROW(simulation.step(), Fault);
}
#endif

TEST(Simulation, ABoxCannotJoinARunningSimulation) {
    Simulation simulation;
    simulation.addDomain({.name = "gpu", .periodPicoseconds = 1000});
    Sleeper sleeper(simulation, 0);
    simulation.step();
    EXPECT_THROW(Sleeper(simulation, 0), Fault);
    EXPECT_THROW(simulation.addDomain({.name = "none", .periodPicoseconds = 0}), Fault);
}

TEST(Simulation, TheEndOfAWindowIsNotJumpedOver) {
    std::ostringstream out;
    Simulation simulation;
    simulation.addDomain({.name = "gpu", .periodPicoseconds = 1000});
    simulation.statistics().writeWindows(out, 10);
    Counter counter(simulation.statistics(), {"slept", "", ""});
    class Dreamer : public Box {
      public:
        Dreamer(Simulation& s, Counter& counter) : Box(s, 0, "dreamer"), counter_(&counter) {}
        void clock(Cycle cycle) override { sleepUntil(cycle + 25); }
        void accountSleep(Cycle, uint64_t count) override { counter_->add(count); }
        std::string describeWait() const override { return {}; }

      private:
        Counter* counter_;
    };
    Dreamer dreamer(simulation, counter);
    while (simulation.nextCycle(0) <= 50) simulation.step();
    EXPECT_EQ(out.str(), "Cycles;slept\n0..9;9\n10..19;10\n20..29;9\n30..39;10\n40..49;10\n");
}

}  // namespace
}  // namespace cyclorama::sim
