// SPDX-License-Identifier: MIT
// GMEM alone: when it answers. An access that is sent in cycle c is read and served in c + 1.

#include "families/adreno/timing/ccu/gmem.h"

#include <gtest/gtest.h>

#include <map>
#include <string>

#include "sim/simulation.h"

namespace cyclorama::adreno {
namespace {

constexpr uint64_t kWholeLine = ~uint64_t{0};

/// A unit that sends accesses to a part in given cycles, and notes the cycles of their answers.
class GmemUnit final : public sim::Box {
  public:
    GmemUnit(sim::Simulation& simulation, const GmemSettings& settings, Gmem& gmem, const std::string& unit,
             uint32_t part)
        : Box(simulation, 0, unit),
          access(*this, "access"),
          answers(*this, {.name = "answers", .width = CcuPort::kWidth, .latency = Gmem::answerLatency(settings)}) {
        CcuPort& port = gmem.addPort(part, unit);
        access.bind(port.access);
        port.answers.bind(answers);
    }

    sim::Output<CcuAccess> access;
    sim::Signal<CcuAnswer> answers;
    std::map<uint32_t, sim::Cycle> answered;

    void at(sim::Cycle cycle, bool write, uint64_t bytes = kWholeLine) {
        plan_.emplace(cycle, CcuAccess{.bytes = bytes, .write = write, .id = next_++});
    }
    void clock(sim::Cycle cycle) override {
        for (const CcuAnswer& answer : answers.take(cycle)) answered.emplace(answer.id, cycle);
        while (!plan_.empty() && plan_.begin()->first <= cycle) {
            access.write(cycle, plan_.begin()->second);
            plan_.erase(plan_.begin());
        }
        sleepUntil(plan_.empty() ? sim::kNever : plan_.begin()->first);
    }
    std::string describeWait() const override { return {}; }

  private:
    std::multimap<sim::Cycle, CcuAccess> plan_;
    uint32_t next_ = 0;
};

struct GmemBench {
    explicit GmemBench(const GmemSettings& settings = {.parts = 2}, const sim::SimulationSettings& order = {})
        : simulation(order),
          domain(simulation.addDomain({.name = "gpu"})),
          gmem(simulation, domain, settings),
          colors(simulation, settings, gmem, "Colors", 0),
          depth(simulation, settings, gmem, "Depth", 0),
          others(simulation, settings, gmem, "Others", 1) {}
    GmemBench& run() {
        simulation.runThrough(domain, 1000);
        return *this;
    }

    sim::Simulation simulation;
    sim::DomainId domain;
    Gmem gmem;
    GmemUnit colors;
    GmemUnit depth;
    GmemUnit others;
};

using Answers = std::map<uint32_t, sim::Cycle>;

TEST(Gmem, ReadsAnswerAfterItsLatency) {
    GmemBench bench;
    bench.colors.at(10, false);
    bench.colors.at(50, false, 0xff);
    bench.run();
    EXPECT_EQ(bench.colors.answered, (Answers{{0, 11 + 16}, {1, 51 + 16}})) << "not one cycle earlier";
}

TEST(Gmem, WritesAreTakenAtTheRateOfTheirBytes) {
    GmemBench bench({.parts = 2, .bytesPerCycle = 32});
    bench.colors.at(10, true);
    bench.colors.at(10, true);
    bench.colors.at(11, true, 0xffffffff);
    bench.run();
    EXPECT_EQ(bench.colors.answered, (Answers{{0, 13}, {1, 15}, {2, 16}}));
}

TEST(Gmem, UnitsShareAPartInTurnsAndEachDirectionHasItsWidth) {
    GmemBench bench;
    for (const sim::Cycle cycle : {sim::Cycle{10}, sim::Cycle{10}, sim::Cycle{11}}) {
        bench.colors.at(cycle, true);
        bench.depth.at(cycle, true);
        bench.others.at(cycle, true);
    }
    bench.depth.at(20, false);
    bench.colors.at(20, true);
    bench.run();
    EXPECT_EQ(bench.colors.answered, (Answers{{0, 12}, {1, 14}, {2, 16}, {3, 22}}));
    EXPECT_EQ(bench.depth.answered, (Answers{{0, 13}, {1, 15}, {2, 17}, {3, 21 + 16}}));
    EXPECT_EQ(bench.others.answered, (Answers{{0, 12}, {1, 13}, {2, 14}})) << "another part";
}

TEST(Gmem, RowsAndColumnsOfPixelsAreInAllParts) {
    for (const uint32_t parts : {1u, 2u, 3u}) {
        std::map<uint32_t, uint32_t> row;
        std::map<uint32_t, uint32_t> column;
        // Rows of 256 pixels of 4 bytes.
        for (uint64_t i = 0; i < 36; ++i) {
            ++row[Gmem::partOf(0x100000 + i * 256, parts)];
            ++column[Gmem::partOf(0x100000 + i * 1024, parts)];
        }
        for (const auto& counts : {row, column}) {
            EXPECT_EQ(counts.size(), parts);
            for (const auto& [part, count] : counts) EXPECT_NEAR(count, 36.0 / parts, 4) << part;
        }
    }
}

TEST(Gmem, PartsAreTheSumOfABlocksDigits) {
    for (const uint32_t parts : {1u, 2u, 3u, 4u, 8u}) {
        for (uint64_t block = 0; block < 5'000; block += 7) {
            uint64_t sum = 0;
            for (uint64_t rest = block; rest != 0 && parts != 1; rest /= parts) sum += rest % parts;
            ASSERT_EQ(Gmem::partOf(block * 256 + 255, parts), sum % parts) << block << " in " << parts;
        }
    }
}

TEST(Gmem, CyclesAreTheSameAwakeAsleepAndInReverseOrder) {
    const auto timed = [](const sim::SimulationSettings& order) {
        GmemBench bench({.parts = 2, .bytesPerCycle = 16, .latency = 7}, order);
        uint64_t random = 1;
        const auto next = [&random](uint64_t range) {
            random = random * 6364136223846793005u + 1442695040888963407u;
            return (random >> 33) % range;
        };
        for (uint32_t i = 0; i < 60; ++i)
            (next(2) == 0 ? bench.colors : bench.depth)
                .at(10 + i * 5 + next(4), next(2) == 0, next(3) == 0 ? 1 : kWholeLine);
        bench.run();
        EXPECT_EQ(bench.colors.answered.size() + bench.depth.answered.size(), 60u);
        return std::pair{bench.colors.answered, bench.depth.answered};
    };
    const auto expected = timed({});
    EXPECT_EQ(timed({.sleeping = false}), expected);
    EXPECT_EQ(timed({.reverseOrder = true}), expected);
}

}  // namespace
}  // namespace cyclorama::adreno
