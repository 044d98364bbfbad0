// SPDX-License-Identifier: MIT
// Levels of queues as an observer is told them: those of a box that fills as it is told.

#include <gtest/gtest.h>

#include "machine/timing/observation/run_sampler.h"
#include "report/queues.h"
#include "report/sample_observer.h"

namespace cyclorama::report {
namespace {

using machine::timing::RunSampler;

class FillingBox final : public sim::Box {
  public:
    FillingBox(sim::Simulation& simulation, sim::DomainId domain) : Box(simulation, domain, "Filling") {}

    void clock(sim::Cycle) override {}
    std::string describeWait() const override { return {}; }
    void appendQueues(std::vector<sim::QueueLevel>& queues) const override {
        queues.push_back({.name = "input", .unit = "quads", .used = quads, .capacity = 8, .needed = 3});
        queues.push_back({.name = "never used", .unit = "quads", .used = 0, .capacity = 4});
    }

    uint64_t quads = 0;
};

/// Keeps what it is told.
class Listener final : public SampleObserver {
  public:
    void machine(const machine::ObservedMachine& machine) override { queues = machine.queues; }
    void sample(const machine::RunSample& sample) override {
        amounts.emplace_back(sample.queues.begin(), sample.queues.end());
    }
    uint64_t nextSample() const override { return ~uint64_t{0}; }

    std::vector<machine::ObservedQueue> queues;
    std::vector<std::vector<machine::RunSample::Queue>> amounts;
};

TEST(QueueLevels, CountForTheCyclesSinceTheLookBefore) {
    sim::Simulation simulation;
    FillingBox box(simulation, simulation.addDomain({.name = "GPU"}));
    Listener listener;
    RunSampler sampler(
        simulation, listener, [&] { return machine::timing::Pace{.unit = &box, .through = &box}; },
        [](std::span<const machine::ObservedUnit>) { return std::vector<machine::ObservedChange>{}; });
    ASSERT_EQ(listener.queues.size(), 2U);
    EXPECT_EQ(listener.queues[0].name, "input");
    EXPECT_EQ(listener.queues[0].capacity, 8U);
    EXPECT_EQ(listener.queues[0].unit, 0U);
    sampler.look(0);
    box.quads = 2;
    sampler.look(61);
    box.quads = 6;  // as good as full: three places must be free
    sampler.look(122);
    box.quads = 5;
    sampler.sample(130);
    box.quads = 0;
    sampler.sample(150);
    ASSERT_EQ(listener.amounts.size(), 2U);
    const machine::RunSample::Queue& first = listener.amounts[0][0];
    EXPECT_EQ(first.sum, 2U * 61 + 6 * 61 + 5 * 8);
    EXPECT_EQ(first.most, 6U);
    EXPECT_EQ(first.full, 61U);
    EXPECT_EQ(listener.amounts[0][1].most, 0U);
    EXPECT_EQ(listener.amounts[1][0].sum, 0U);
    EXPECT_EQ(listener.amounts[1][0].most, 0U);

    QueueAmounts amounts;
    for (const auto& each : listener.amounts) amounts.add(each);
    const std::vector<QueueAmounts::Queue> all = amounts.take();
    EXPECT_EQ(all[0].sum, first.sum);
    EXPECT_EQ(all[0].most, 6U);
    EXPECT_TRUE(amounts.take().empty());
}

}  // namespace
}  // namespace cyclorama::report
