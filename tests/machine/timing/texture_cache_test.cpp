// SPDX-License-Identifier: MIT
#include "machine/timing/texture/texture_cache.h"

#include <gtest/gtest.h>

#include "func/texture/texture_layout.h"
#include "machine/timing/texture_bench.h"

namespace cyclorama::machine::timing {
namespace {

using Fetch = TextureCache::Fetch;

constexpr uint64_t kDxt1 = static_cast<uint64_t>(func::TextureCompression::Dxt1Rgb) << func::kCompressionShift;

/// A cache in the hands of the test: it is clocked in the cycles in which the test says so.
class CacheBench final : public sim::Box {
  public:
    CacheBench(sim::Simulation& simulation, const TextureCacheSettings& settings, uint32_t busWidth)
        : Box(simulation, 0, "cache"),
          port(*this, "cache"),
          cache(simulation.statistics(), settings, "TU-FS0TU0"),
          memory_(simulation, busWidth) {
        memory_.latency = 0;
        memory_.connect(TextureUnit::kMemoryClient, 0, port);
    }

    void clock(sim::Cycle cycle) override {
        filled = cache.clock(cycle, port);
        if (filled) fillCycles.push_back(cycle);
        for (const uint64_t address : fetches[cycle]) fetched.push_back(cache.fetch(address, slots.emplace_back()));
    }
    std::string describeWait() const override { return {}; }

    mem::MemoryPort port;
    TextureCache cache;
    std::map<sim::Cycle, std::vector<uint64_t>> fetches;
    std::vector<Fetch> fetched;
    std::deque<mem::CacheSlot> slots;
    std::optional<mem::CacheSlot> filled;
    std::vector<sim::Cycle> fillCycles;

    TextureTestMemory& memory() { return memory_; }

  private:
    TextureTestMemory memory_;
};

struct TextureCacheTest : testing::Test {
    TextureCacheTest() { simulation.addDomain({.name = "gpu"}); }
    void answer(CacheBench& bench, sim::Cycle cycle, uint32_t ticket, uint32_t bytes) {
        bench.memory().script[cycle] = {.bytes = bytes, .id = ticket};
    }
    sim::Simulation simulation;
};

using Sent = TextureTestMemory::Sent;

TEST_F(TextureCacheTest, AMissPassesBothLevelsInTheCyclesOfAttila) {
    // Fetched in 0, in the queue of the first level in 1, of the second in 2, and asked for at once. The bus of 16
    // bytes brings the line in 30 to 33; it is read from the second level in 34, decompressed for three cycles, written
    // for one.
    CacheBench bench(simulation, {.decompressLatency = 3}, 16);
    bench.fetches[0] = {0x4004, 0x4010};
    bench.fetches[37] = {0x4020};
    bench.fetches[38] = {0x4020};
    answer(bench, 30, 0, 64);
    simulation.runThrough(0, 50);
    EXPECT_EQ(bench.memory().sent, (std::vector<Sent>{{2, 0x4000, 64}}));
    EXPECT_EQ(bench.fillCycles, (std::vector<sim::Cycle>{38}));
    EXPECT_EQ(bench.fetched, (std::vector<Fetch>{Fetch::Pending, Fetch::Pending, Fetch::Pending, Fetch::Ready}));
}

TEST_F(TextureCacheTest, ALineOfTheSecondLevelServesSeveralOfTheFirst) {
    CacheBench bench(simulation, {.geometry = {.ways = 4, .lines = 4, .lineBytes = 32}}, 64);
    bench.fetches[0] = {0x4000};
    bench.fetches[40] = {0x4020};
    answer(bench, 20, 0, 64);
    simulation.runThrough(0, 60);
    EXPECT_EQ(bench.memory().sent.size(), 1u);
    // Fetched from the second level in 41 and read there in the same cycle.
    EXPECT_EQ(bench.fillCycles, (std::vector<sim::Cycle>{23, 43}));
}

TEST_F(TextureCacheTest, OneLevelReadsLinesFromMemoryInPartsAndServesThemInOrder) {
    // Two transactions a line, one a cycle. Those of the second line come first; it waits for the first one.
    CacheBench bench(simulation, {.twoLevels = false, .geometry = {.ways = 4, .lines = 4, .lineBytes = 128}}, 64);
    bench.fetches[0] = {0x4000, 0x4100};
    answer(bench, 20, 2, 64);
    answer(bench, 21, 3, 64);
    answer(bench, 30, 1, 64);
    answer(bench, 31, 0, 64);
    simulation.runThrough(0, 50);
    EXPECT_EQ(bench.memory().sent,
              (std::vector<Sent>{{1, 0x4000, 64}, {2, 0x4040, 64}, {3, 0x4100, 64}, {4, 0x4140, 64}}));
    // Decompressed from 31 on for a cycle, written through sixteen ports of four bytes in two.
    EXPECT_EQ(bench.fillCycles, (std::vector<sim::Cycle>{34, 36}));
}

TEST_F(TextureCacheTest, CompressedLinesAreAsLargeInMemoryAsTheirBlocks) {
    CacheBench bench(simulation, {.twoLevels = false}, 64);
    bench.fetches[0] = {kDxt1 | uint64_t{0x12340} << 3};
    simulation.runThrough(0, 10);
    EXPECT_EQ(bench.memory().sent, (std::vector<Sent>{{1, 0x12340, 8}}));
}

TEST_F(TextureCacheTest, NothingIsAskedForWhileMemoryDoesNotAcceptReads) {
    CacheBench bench(simulation, {}, 64);
    bench.memory().acceptScript = {{0, false}, {14, true}};
    bench.fetches[0] = {0x4000};
    simulation.runThrough(0, 30);
    EXPECT_EQ(bench.memory().sent, (std::vector<Sent>{{15, 0x4000, 64}}));
}

/// Lines that are asked for of a memory that never answers, of eight that are fetched one a cycle.
size_t linesAskedFor(const TextureCacheSettings& settings) {
    sim::Simulation simulation;
    simulation.addDomain({.name = "gpu"});
    CacheBench bench(simulation, settings, 64);
    for (uint32_t line = 0; line < 8; ++line) bench.fetches[line] = {0x4000 + uint64_t{64} * line};
    simulation.runThrough(0, 40);
    return bench.memory().sent.size();
}

TEST_F(TextureCacheTest, EachQueueBoundsTheLinesThatAreAskedFor) {
    for (const bool twoLevels : {true, false}) EXPECT_EQ(linesAskedFor({.twoLevels = twoLevels}), 8u);
    for (const uint32_t size : {1u, 3u, 5u}) {
        for (const bool twoLevels : {true, false}) {
            EXPECT_EQ(linesAskedFor({.twoLevels = twoLevels, .requestQueueSize = size}), size) << twoLevels;
            EXPECT_EQ(linesAskedFor({.twoLevels = twoLevels, .inputQueueSize = size}), size) << twoLevels;
        }
        EXPECT_EQ(linesAskedFor({.twoLevels = true, .secondInputQueueSize = size}), size);
        EXPECT_EQ(linesAskedFor({.twoLevels = false, .secondInputQueueSize = size}), 8u);
    }
}

TEST_F(TextureCacheTest, ABankTakesFourLinesACycleAndAnyNumberOfTexelsOfThem) {
    CacheBench bench(simulation, {}, 64);
    bench.fetches[0] = {0x0000, 0x0040, 0x0080, 0x00c0, 0x0100, 0x0050, 0x0104};
    simulation.runThrough(0, 1);
    EXPECT_EQ(bench.fetched[3], Fetch::Pending);
    EXPECT_EQ(bench.fetched[4], Fetch::Conflict);  // the fifth line of bank 0
    EXPECT_EQ(bench.fetched[5], Fetch::Pending);   // again the second
    EXPECT_EQ(bench.fetched[6], Fetch::Pending);   // of bank 1
    EXPECT_EQ(simulation.statistics().text("FetchBankConflicts_TU-FS0TU0", sim::Interval::Frame), "1");
}

TEST_F(TextureCacheTest, MissesBeyondTheLimitOfTheCycleAreRefused) {
    CacheBench bench(simulation, {.missesPerCycle = 2}, 64);
    bench.fetches[0] = {0x0000, 0x0044, 0x0088, 0x0004};
    bench.fetches[1] = {0x0088};
    simulation.runThrough(0, 2);
    EXPECT_EQ(bench.fetched,
              (std::vector<Fetch>{Fetch::Pending, Fetch::Pending, Fetch::Refused, Fetch::Pending, Fetch::Pending}));
}

TEST(CacheBanksTest, APortIsBusyForAsLongAsItMovesItsBytes) {
    CacheBanks banks(4);
    uint32_t port = 99;
    banks.startCycle(10);
    ASSERT_EQ(banks.openWord(0x100, port), CacheBanks::Read::Port);
    EXPECT_EQ(port, 0u);
    banks.occupy(port, 16);
    EXPECT_EQ(banks.openWord(0x102, port), CacheBanks::Read::Bypass);  // the same word
    for (sim::Cycle cycle = 11; cycle < 14; ++cycle) {
        banks.startCycle(cycle);
        EXPECT_EQ(banks.openWord(0x100, port), CacheBanks::Read::Busy);
        EXPECT_EQ(banks.openWord(0x100, port), CacheBanks::Read::Bypass);
    }
    banks.startCycle(14);
    EXPECT_EQ(banks.openWord(0x100, port), CacheBanks::Read::Port);
}

TEST(CacheBanksTest, KnowsWhichAccessesFitACycle) {
    const auto fit = [](const std::vector<uint64_t>& addresses) {
        uint32_t counts = 0;
        for (const uint64_t address : addresses) counts += CacheBanks::countOf(address);
        return CacheBanks::fitACycle(addresses, counts);
    };
    const std::vector<uint64_t> fourOfABank = {0x00, 0x10, 0x20, 0x30, 0x04, 0x14, 0x24, 0x34};
    EXPECT_TRUE(fit(fourOfABank));
    const std::vector<uint64_t> five = {0x00, 0x10, 0x20, 0x30, 0x40};
    EXPECT_FALSE(fit(five));
    const std::vector<uint64_t> fiveOfFourWords = {0x00, 0x10, 0x20, 0x30, 0x32, 0x10};
    EXPECT_TRUE(fit(fiveOfFourWords));
}

TEST(CacheBanksTest, AllPortsAreFreeWhenTheLastReadHasMoved) {
    CacheBanks banks(4);
    uint32_t port = 99;
    banks.startCycle(10);
    EXPECT_TRUE(banks.portsFree());
    ASSERT_EQ(banks.openWord(0x100, port), CacheBanks::Read::Port);
    banks.occupy(port, 12);
    banks.startCycle(12);
    EXPECT_FALSE(banks.portsFree());
    banks.startCycle(13);
    EXPECT_TRUE(banks.portsFree());
}

TEST(CacheBanksTest, ABankReadsFourWordsACycle) {
    CacheBanks banks(4);
    banks.startCycle(0);
    for (uint32_t i = 0; i < 4; ++i) {
        uint32_t port = 99;
        ASSERT_EQ(banks.openWord(0x10 * i + 8, port), CacheBanks::Read::Port);
        EXPECT_EQ(port, 8 + i);
    }
    uint32_t port = 0;
    EXPECT_EQ(banks.openWord(0x48, port), CacheBanks::Read::Conflict);
    EXPECT_EQ(banks.openWord(0x4c, port), CacheBanks::Read::Port);
    EXPECT_EQ(banks.cyclesForLine(64), 1u);
    EXPECT_EQ(banks.cyclesForLine(65), 2u);
}

}  // namespace
}  // namespace cyclorama::machine::timing
