// SPDX-License-Identifier: MIT
// Counters as an observer is told them: those alone that counted anything since it was told the last time.

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "machine/timing/observation/run_sampler.h"
#include "report/numbered_sums.h"
#include "report/sample_observer.h"

namespace cyclorama::report {
namespace {

using machine::timing::RunSampler;

sim::StatisticInfo quadsNamed(std::string name) {
    return {.name = std::move(name), .unit = "quads", .sentence = "Made up."};
}

class CountingBox final : public sim::Box {
  public:
    CountingBox(sim::Simulation& simulation, sim::DomainId domain, std::string name)
        : Box(simulation, domain, std::move(name)) {}

    void clock(sim::Cycle) override {}
    std::string describeWait() const override { return {}; }

    sim::Counter shared{simulation().statistics(), quadsNamed("Shared")};
    sim::Average level{simulation().statistics(), quadsNamed("Level")};
    sim::Counter idle{simulation().statistics(), quadsNamed("Idle")};
};

class CountsListener final : public SampleObserver {
  public:
    void machine(const machine::ObservedMachine& machine) override { counters = machine.counters; }
    void sample(const machine::RunSample& sample) override {
        counted.clear();
        for (const machine::RunSample::Counter& counter : sample.counters)
            EXPECT_TRUE(counted.try_emplace(counters.at(counter.number).name, counter).second);
    }
    uint64_t nextSample() const override { return ~uint64_t{0}; }

    std::vector<machine::ObservedCounter> counters;
    std::map<std::string, machine::RunSample::Counter> counted;
};

TEST(SampledCounts, AreThoseThatCountedSinceTheSampleBefore) {
    sim::Simulation simulation;
    const sim::DomainId domain = simulation.addDomain({.name = "GPU"});
    CountingBox first(simulation, domain, "First");
    CountingBox second(simulation, domain, "Second");
    CountsListener listener;
    RunSampler sampler(
        simulation, listener, [&] { return machine::timing::Pace{.unit = &first, .through = &first}; },
        [](std::span<const machine::ObservedUnit>) { return std::vector<machine::ObservedChange>{}; });
    ASSERT_EQ(listener.counters.size(), 3U);
    sampler.sample(1);
    EXPECT_TRUE(listener.counted.empty());

    first.shared.add(5);
    second.shared.add(2);
    second.level.sample(0, 3);
    sampler.sample(2);
    ASSERT_EQ(listener.counted.size(), 2U);
    EXPECT_EQ(listener.counted["Shared"].sum, 7U);
    EXPECT_EQ(listener.counted["Shared"].samples, 0U);
    EXPECT_EQ(listener.counted["Level"].sum, 0U);
    EXPECT_EQ(listener.counted["Level"].samples, 3U);

    first.level.sample(4, 2);
    second.level.sample(1);
    sampler.sample(3);
    ASSERT_EQ(listener.counted.size(), 1U);
    EXPECT_EQ(listener.counted["Level"].sum, 9U);
    EXPECT_EQ(listener.counted["Level"].samples, 3U);
}

TEST(NumberedSums, AreTakenInOrderAndBeginAnew) {
    NumberedSums<uint64_t> sums;
    sums[7] += 3;
    sums[2] += 1;
    sums[7] += 4;
    sums[5] += 0;
    using Rows = NumberedSums<uint64_t>::Rows;
    EXPECT_EQ(sums.take(), (Rows{{2, 1}, {5, 0}, {7, 7}}));
    EXPECT_EQ(sums.take(), Rows{});
    sums[7] += 1;
    EXPECT_EQ(sums.take(), (Rows{{7, 1}}));
}

}  // namespace
}  // namespace cyclorama::report
