// SPDX-License-Identifier: MIT
// Translation of addresses: when an access may go, alone and in a chip whose program loads from page after page.

#include "families/adreno/timing/lines/translation.h"

#include <gtest/gtest.h>

#include "adreno/timing/timing_bench.h"

namespace cyclorama::adreno::test {
namespace {

constexpr TranslationSettings kSettings{.entries = 2, .mainEntries = 3, .pageBytes = 4096, .missCycles = 10};
constexpr uint64_t kPage = 4096;

class TranslationTest : public testing::Test {
  protected:
    /// Looks a page up that is nowhere, from the cycle on. The cycle of its end.
    sim::Cycle walkTo(uint64_t page, sim::Cycle cycle) {
        EXPECT_FALSE(translation_.mayGo(page * kPage, cycle));
        cycle += kSettings.missCycles;
        translation_.clock(cycle);
        EXPECT_TRUE(translation_.walk());
        translation_.sendWalk();
        translation_.endWalk(cycle);
        return cycle;
    }

    sim::StatisticsRegistry statistics_;
    Translation translation_{kSettings, statistics_};
};

TEST_F(TranslationTest, APageThatIsNowhereIsReadFromThePageTables) {
    EXPECT_FALSE(translation_.mayGo(9 * kPage, 100));
    EXPECT_TRUE(translation_.counts());
    translation_.clock(109);
    EXPECT_FALSE(translation_.walk()) << "not one cycle earlier";
    translation_.clock(110);
    const std::optional<uint64_t> line = translation_.walk();
    ASSERT_TRUE(line) << "ready now";
    EXPECT_EQ(*line % 64, 0u);
    EXPECT_FALSE(translation_.counts()) << "the unit may sleep until the line has come";
    translation_.sendWalk();
    EXPECT_FALSE(translation_.walk());
    EXPECT_FALSE(translation_.mayGo(9 * kPage, 300));
    translation_.endWalk(301);
    EXPECT_TRUE(translation_.mayGo(9 * kPage, 301));
    EXPECT_TRUE(translation_.mayGo(9 * kPage + kPage - 1, 301)) << "the page's last byte";
}

TEST_F(TranslationTest, APageOfTheMainTableTakesTheLookupAlone) {
    sim::Cycle cycle = walkTo(1, 0);
    cycle = walkTo(2, cycle);
    cycle = walkTo(3, cycle);
    EXPECT_TRUE(translation_.mayGo(2 * kPage, cycle)) << "two pages are near";
    EXPECT_FALSE(translation_.mayGo(1 * kPage, cycle));
    translation_.clock(cycle + 9);
    EXPECT_FALSE(translation_.mayGo(1 * kPage, cycle + 9)) << "not one cycle earlier";
    translation_.clock(cycle + 10);
    EXPECT_TRUE(translation_.mayGo(1 * kPage, cycle + 10)) << "ready now";
    EXPECT_FALSE(translation_.walk());
    EXPECT_TRUE(translation_.mayGo(2 * kPage, cycle + 10)) << "used after page 3";
    EXPECT_FALSE(translation_.mayGo(3 * kPage, cycle + 10)) << "used longest ago";
}

TEST_F(TranslationTest, OneLookupIsUnderWayAndPagesThatAreKnownPassIt) {
    const sim::Cycle cycle = walkTo(1, 0);
    EXPECT_FALSE(translation_.mayGo(7 * kPage, cycle));
    EXPECT_TRUE(translation_.mayGo(1 * kPage, cycle + 1));
    EXPECT_FALSE(translation_.mayGo(8 * kPage, cycle + 1));
    translation_.clock(cycle + 10);
    translation_.sendWalk();
    translation_.endWalk(cycle + 50);
    EXPECT_TRUE(translation_.mayGo(7 * kPage, cycle + 50));
    EXPECT_FALSE(translation_.mayGo(8 * kPage, cycle + 50)) << "its lookup begins";
    translation_.clock(cycle + 60);
    EXPECT_TRUE(translation_.walk());
}

constexpr unsigned kPages = 8;
constexpr unsigned kRounds = 16;

/// Cycles of a fiber that loads from eight pages of 4 KiB in turn, each time from another line, kRounds times.
uint64_t cyclesOfChase(const std::vector<std::string>& settings, const sim::SimulationSettings& simulation = {}) {
    std::vector<std::string> parameters{"ADRENO.TlbPageSize=4", "ADRENO.TlbEntries=4"};
    parameters.insert(parameters.end(), settings.begin(), settings.end());
    TimingBench bench({.parameters = parameters, .simulation = simulation});
    std::string loads;
    for (unsigned i = 0; i < kPages * kRounds; ++i) {
        const uint64_t place = kData + i % kPages * kPage + i / kPages * 64;
        const unsigned next = i + 1;
        const uint64_t target = kData + next % kPages * kPage + next / kPages * 64;
        bench.set(place, low(target));
        bench.set(place + 4, high(target));
        loads += "(sy)ldg.u32 r1.x, g[r1.x], 2\n";
    }
    ComputeStream stream = bench.stream();
    stream.program("mov.u32u32 r1.x, c0.x\nmov.u32u32 r1.y, c0.y\n" + loads + "end", {.localSize = {1, 1, 1}});
    stream.dispatch(1);
    return bench.run(stream);
}

TEST(Translation, EachLoadFromAnotherPageWaitsForItsLookup) {
    const uint64_t misses = uint64_t{kPages} * kRounds;
    const uint64_t cycles = cyclesOfChase({});
    EXPECT_NEAR(static_cast<double>(cyclesOfChase({"ADRENO.TlbMissCycles=127"}) - cycles),
                static_cast<double>(misses * 100), static_cast<double>(misses));
    // A page is near from its first use on: the loads of a page's other lines have none.
    EXPECT_NEAR(static_cast<double>(cycles - cyclesOfChase({"ADRENO.TlbEntries=16"})),
                static_cast<double>((misses - kPages) * 27), static_cast<double>(misses));
}

TEST(Translation, EachParameterChangesTheCycles) {
    const uint64_t cycles = cyclesOfChase({});
    for (const char* const setting : {"TlbEntries=8", "TlbMissCycles=28", "TlbMainEntries=2", "TlbPageSize=64"})
        EXPECT_NE(cyclesOfChase({std::string("ADRENO.") + setting}), cycles) << setting;
}

TEST(Translation, WalksReadMemory) {
    // Three of four loads' pages and more are not in a main table of two: each reads a line, at least 100 cycles.
    const uint64_t misses = uint64_t{kPages} * kRounds;
    EXPECT_GT(cyclesOfChase({"ADRENO.TlbMainEntries=2"}), cyclesOfChase({}) + misses * 100);
}

}  // namespace
}  // namespace cyclorama::adreno::test
