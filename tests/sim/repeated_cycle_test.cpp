// SPDX-License-Identifier: MIT
#include "sim/repeated_cycle.h"

#include <gtest/gtest.h>

#include <string>

#include "sim/signal.h"
#include "sim/simulation.h"

namespace cyclorama::sim {
namespace {

/// Waits `wait` cycles for each token that it got, and counts the cycles of waiting and those without a token.
class Waiter final : public Box {
  public:
    Waiter(Simulation& simulation, DomainId domain, uint32_t wait)
        : Box(simulation, domain, "Waiter"),
          waited(simulation.statistics(), {"Waited", "cycles", ""}),
          idle(simulation.statistics(), {"Idle", "cycles", ""}),
          wait_(wait) {
        input.driveFromOutside();
    }

    Signal<int> input{*this, {.name = "input", .width = 1, .latency = 1}};
    Counter waited, idle;
    uint32_t tokens = 0;
    uint32_t served = 0;
    Cycle lastServed = 0;
    uint64_t clocked = 0;

    void clock(Cycle cycle) override {
        ++clocked;
        repeated_.start();
        if (input.read(cycle)) {
            ++tokens;
            repeated_.move();
        }
        if (left_ > 0) {
            repeated_.count(waited);
            if (--left_ == 0) {
                ++served;
                lastServed = cycle;
                repeated_.move();
            }
        } else if (served < tokens) {
            left_ = wait_;
            repeated_.move();
        } else {
            repeated_.count(idle);
        }
        repeated_.runs(left_);
        if (!repeated_.moved()) sleepUntil(repeated_.end(cycle));
    }
    void accountSleep(Cycle, uint64_t count) override { repeated_.repeat(count); }
    std::string describeWait() const override { return {}; }

  private:
    RepeatedCycle repeated_;
    uint32_t wait_;
    uint32_t left_ = 0;
};

struct Outcome {
    uint64_t waited, idle, served, lastServed;
    bool operator==(const Outcome&) const = default;
};

Outcome run(bool sleeping, uint64_t& clocked) {
    Simulation simulation({.sleeping = sleeping});
    const DomainId domain = simulation.addDomain({.name = "GPU", .periodPicoseconds = 1000});
    Waiter waiter(simulation, domain, 20);
    simulation.runThrough(domain, 9);
    waiter.input.write(9, 1);
    simulation.runThrough(domain, 17);
    waiter.input.write(17, 2);  // while the first is waited for
    simulation.runThrough(domain, 99);
    simulation.settle();
    clocked = waiter.clocked;
    return {waiter.waited.total(), waiter.idle.total(), waiter.served, waiter.lastServed};
}

TEST(RepeatedCycle, CountsAndTimesAreAsWithoutSleep) {
    uint64_t awake = 0;
    uint64_t asleep = 0;
    const Outcome expected = run(false, awake);
    EXPECT_EQ(expected, (Outcome{.waited = 40, .idle = 58, .served = 2, .lastServed = 51}));
    EXPECT_EQ(run(true, asleep), expected);
    EXPECT_EQ(awake, 100u);
    EXPECT_LT(asleep, 20u);
}

TEST(RepeatedCycle, EndsWithTheFirstTimeOrAlarm) {
    RepeatedCycle repeated;
    uint32_t first = 7;
    uint32_t second = 4;
    uint32_t over = 0;
    repeated.start();
    EXPECT_FALSE(repeated.moved());
    EXPECT_EQ(repeated.end(100), kNever);
    repeated.runs(first);
    repeated.runs(over);
    EXPECT_EQ(repeated.end(100), 107u);
    repeated.runs(second);
    EXPECT_EQ(repeated.end(100), 104u);
    repeated.alarm(103);
    EXPECT_EQ(repeated.end(100), 103u);
    repeated.repeat(2);
    EXPECT_EQ(first, 5u);
    EXPECT_EQ(second, 2u);
    EXPECT_EQ(over, 0u);
}

}  // namespace
}  // namespace cyclorama::sim
