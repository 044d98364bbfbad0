// SPDX-License-Identifier: MIT
// The caches of colours and of depth alone: when they answer, and what they ask of memory. An access that is sent in
// cycle c is read and served in c + 1; a read that memory is asked for in a cycle is sent in the next one, and a line's
// bytes take two cycles on the bus.

#include "families/adreno/timing/ccu/ccu.h"

#include <gtest/gtest.h>

#include <array>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "adreno/timing/timing_bench.h"
#include "machine/timing/wire_probes.h"
#include "sim/simulation.h"

namespace cyclorama::adreno {
namespace {

using machine::timing::LevelReader;
using machine::timing::SignalWriter;

constexpr sim::Cycle kCcuMemoryLatency = 30;
constexpr uint64_t kAllOfLine = ~uint64_t{0};
constexpr GmemRange kGmemRange{.base = 0x100000, .bytes = 0x100000};
/// Pixels that may be compressed, and their flags.
constexpr uint64_t kPixels = 0x10000;
constexpr uint64_t kPixelBytes = 0x8000;
constexpr uint64_t kFlags = 0x20000;

/// Answers reads of one unit after a fixed time, in order.
class CcuMemory final : public mem::MemoryController {
  public:
    CcuMemory(sim::Simulation& simulation, uint32_t busWidth)
        : MemoryController(simulation, 0, "Memory", settings(busWidth)) {
        commands.driveFromOutside();
    }

    void clock(sim::Cycle cycle) override {
        Bus& unit = *buses().front();
        for (const mem::MemoryTransaction& request : unit.request.take(cycle)) {
            const bool read = request.access == mem::Access::Read;
            (read ? bytesRead : bytesWritten) += request.bytes;
            if (read)
                answers_.push_back({cycle + kCcuMemoryLatency, request});
            else
                writes.push_back({cycle, request.address.offset()});
        }
        unit.accepts.write(cycle, mem::AcceptState{.reads = true, .writes = acceptsWrites});
        if (!answers_.empty() && answers_.front().first <= cycle && cycle >= busFree_) {
            unit.data.write(cycle, answers_.front().second);
            busFree_ = cycle + mem::busCycles(answers_.front().second.bytes, unit.width);
            answers_.erase(answers_.begin());
        }
    }
    std::string describeWait() const override { return {}; }
    bool idle() const override { return answers_.empty(); }

    uint64_t bytesRead = 0;
    uint64_t bytesWritten = 0;
    std::vector<std::pair<sim::Cycle, uint64_t>> writes;
    bool acceptsWrites = true;

  private:
    static mem::ClientSettings settings(uint32_t busWidth) {
        mem::ClientSettings settings{.clients = {}, .flatAddresses = true};
        settings.clients.add({.name = Ccu::kMemoryClient, .busWidth = busWidth, .writes = true});
        return settings;
    }

    sim::Cycle busFree_ = 0;
    std::vector<std::pair<sim::Cycle, mem::MemoryTransaction>> answers_;
};

/// The flags of a block of pixels of four components of 8 bits.
BlockFlags flagsOf(uint64_t address) {
    return {.address = kFlags + (address - kPixels) / kCcuBlockBytes, .format = findSurfaceFormat(0x30)};
}

/// A unit that sends accesses in given cycles, and notes the cycles of their answers.
class CcuUnit final : public sim::Box {
  public:
    CcuUnit(sim::Simulation& simulation, const CcuSettings& settings, Ccu& ccu, CcuTarget target)
        : Box(simulation, 0, target == CcuTarget::Color ? "Colors" : "Depth"),
          access(*this, "access"),
          answers(*this, {.name = "answers", .width = CcuPort::kWidth, .latency = CcuPort::answerLatency(settings)}) {
        CcuPort& port = ccu.addPort(0, target, name());
        access.bind(port.access);
        port.answers.bind(answers);
    }

    sim::Output<CcuAccess> access;
    sim::Signal<CcuAnswer> answers;
    /// By the number of the access.
    std::map<uint32_t, sim::Cycle> answered;

    /// Returns the access's number.
    uint32_t at(sim::Cycle cycle, CcuAccess sent) {
        sent.id = next_++;
        plan_.emplace(cycle, sent);
        return sent.id;
    }
    uint32_t read(sim::Cycle cycle, uint64_t address, uint64_t bytes = kAllOfLine) {
        return at(cycle, {.address = address, .bytes = bytes});
    }
    uint32_t write(sim::Cycle cycle, uint64_t address, uint64_t bytes = kAllOfLine) {
        return at(cycle, {.address = address, .bytes = bytes, .write = true});
    }

    uint32_t readCompressed(sim::Cycle cycle, uint64_t address) {
        return at(cycle, {.address = address, .bytes = kAllOfLine, .flags = flagsOf(address)});
    }
    /// All lines of a block from that cycle on, or its first ones.
    void writeCompressed(sim::Cycle cycle, uint64_t block, uint32_t lines = 4) {
        for (uint32_t i = 0; i < lines; ++i)
            at(cycle + 2 * i,
               {.address = block + uint64_t{i} * 64, .bytes = kAllOfLine, .write = true, .flags = flagsOf(block)});
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

struct CcuBench {
    explicit CcuBench(const CcuSettings& how = {}, sim::SimulationSettings order = {})
        : settings(how),
          simulation(order),
          domain(simulation.addDomain({.name = "gpu"})),
          space(mem::FlatAddressSpace{}),
          ccu(simulation, domain, settings, kGmemRange, space),
          memory(simulation, settings.busWidth),
          colors(simulation, settings, ccu, CcuTarget::Color),
          depth(simulation, settings, ccu, CcuTarget::Depth),
          flush(simulation, "flush"),
          flushed(simulation, "flushed", 0) {
        memory.connect(Ccu::kMemoryClient, 0, ccu.memory(0));
        flush.out.bind(ccu.flush);
        ccu.flushed.bind(flushed.in);
        space.mappings()->mapZeros(kPixels, kPixelBytes);
    }
    CcuBench& run(sim::Cycle last = 3000) {
        while (const auto step = simulation.stepWithin(domain, last)) ccu.betweenCycles(step->cycle);
        return *this;
    }
    /// Fills a block of pixels of 32 bits: a colour, and another one in its first pixel.
    void fill(uint64_t block, uint32_t color, uint32_t first) {
        for (uint64_t i = 0; i < kCcuBlockBytes; i += sizeof color)
            ASSERT_TRUE(space.store(func::Address(block + i), i == 0 ? first : color));
    }
    void fill(uint64_t block, uint32_t color) { fill(block, color, color); }
    uint64_t counter(std::string_view name) {
        simulation.settle();
        uint64_t sum = 0;
        for (const auto& statistic : simulation.statistics().columns().find(name)->second)
            sum += *statistic->total()->sum;
        return sum;
    }

    CcuSettings settings;
    sim::Simulation simulation;
    sim::DomainId domain;
    mem::AddressSpace space;
    Ccu ccu;
    CcuMemory memory;
    CcuUnit colors;
    CcuUnit depth;
    SignalWriter<CcuFlush> flush;
    LevelReader<uint32_t> flushed;
};

/// From the cycle in which the first access of a block is sent to the fill of a miss: served, sent, received; then four
/// lines, one after the other on the bus.
constexpr sim::Cycle kFill = 1 + 1 + 1 + kCcuMemoryLatency + 1 + 4 * 2 - 1;

TEST(Ccu, WritesAreTakenAtTheRateOfTheirBytes) {
    CcuBench bench;
    // 64 bytes, and again; 32; and none that need two cycles in the other cache.
    bench.colors.write(10, 0x1000);
    bench.colors.write(10, 0x1040);
    bench.colors.write(11, 0x1080, 0xffffffff);
    bench.depth.write(10, 0x1080, 0xffffffff);
    bench.run();
    EXPECT_EQ(bench.colors.answered, (std::map<uint32_t, sim::Cycle>{{0, 13}, {1, 15}, {2, 16}}));
    EXPECT_EQ(bench.depth.answered, (std::map<uint32_t, sim::Cycle>{{0, 12}}));
    EXPECT_EQ(bench.memory.bytesRead + bench.memory.bytesWritten, 0u);
    EXPECT_EQ(bench.counter("COLOR_BLOCKS_CCU"), 3u);
    EXPECT_EQ(bench.counter("COLOR_BLOCK_HIT_CCU"), 2u);
    EXPECT_EQ(bench.counter("DEPTH_BLOCKS_CCU"), 1u);
    EXPECT_EQ(bench.counter("DEPTH_BLOCK_HIT_CCU"), 0u);
}

TEST(Ccu, ReadsOfBytesThatAreThereAnswerAfterTheLatency) {
    for (const uint32_t latency : {1u, 20u}) {
        CcuBench bench({.latency = latency});
        bench.colors.write(10, 0x1000);
        bench.colors.read(20, 0x1000);
        bench.colors.read(20, 0x1000, 0xf);
        bench.run();
        // Served in cycle 21, with a second cycle for the other half of the bytes; and after it.
        EXPECT_EQ(bench.colors.answered[1], 21u + 1 + latency);
        EXPECT_EQ(bench.colors.answered[2], 23u + latency);
    }
}

TEST(Ccu, ReadsAndWritesPassInTheSameCycle) {
    CcuBench bench;
    bench.colors.write(10, 0x1000);
    bench.colors.read(20, 0x1000);
    bench.colors.write(20, 0x1040);
    bench.run();
    EXPECT_EQ(bench.colors.answered[1], 21u + 1 + 20);
    EXPECT_EQ(bench.colors.answered[2], 21u + 2);
}

TEST(Ccu, AReadThatMissesWaitsForAllLinesOfItsBlock) {
    CcuBench bench;
    bench.colors.read(10, 0x1080, 0xf);
    bench.colors.read(20, 0x10c0, 0xf);
    bench.run();
    EXPECT_EQ(bench.colors.answered[0], 10 + kFill + 20);
    EXPECT_EQ(bench.colors.answered[1], 10 + kFill + 20) << "of the same block";
    EXPECT_EQ(bench.memory.bytesRead, 256u);
    EXPECT_EQ(bench.counter("COLOR_BLOCK_HIT_CCU"), 1u);
}

TEST(Ccu, AsManyBlocksAsMissesAreOnTheirWay) {
    const auto third = [](uint32_t misses) {
        CcuBench bench({.misses = misses});
        for (uint32_t i = 0; i < 3; ++i) bench.colors.read(10 + i / 2, uint64_t{i} * 256, 0xf);
        bench.run();
        return bench.colors.answered[2];
    };
    // Asked for in the cycle of the first one's fill; else its lines follow those of the other two on the bus.
    EXPECT_EQ(third(2), 10 + kFill + (kFill - 1) + 20);
    EXPECT_EQ(third(3), 10 + kFill + 2 * 8 + 20);
}

TEST(Ccu, AReadOfABlockThatWasWrittenInPartReadsTheOtherLines) {
    CcuBench bench;
    bench.colors.write(10, 0x1000);
    bench.colors.write(11, 0x1040, 0xff);
    bench.colors.read(20, 0x1040);
    bench.run();
    EXPECT_EQ(bench.memory.bytesRead, 192u);
    EXPECT_EQ(bench.colors.answered[2], 20 + kFill - 2 + 20);
}

TEST(Ccu, AFlushWritesSectorsAndReadsThoseThatWereWrittenInPart) {
    const auto flushed = [](uint64_t bytes, uint64_t linesRead, uint64_t bytesWritten) {
        // Four blocks: the flush looks at all of them in its first cycle.
        CcuBench bench({.bytes = 1024});
        bench.colors.write(10, 0x1000, bytes);
        bench.flush.at(20, {.target = CcuTarget::Color});
        bench.run();
        EXPECT_EQ(bench.memory.bytesRead, linesRead * 64) << bytes;
        EXPECT_EQ(bench.memory.bytesWritten, bytesWritten) << bytes;
        EXPECT_EQ(bench.counter("PARTIAL_BLOCK_READ_CCU"), linesRead);
        EXPECT_EQ(bench.counter("WRITEBACKS_CCU"), 1u);
        return bench.flushed.when(1);
    };
    const sim::Cycle line = flushed(kAllOfLine, 0, 64);
    const sim::Cycle sector = flushed(0xffffffff, 0, 32);
    const sim::Cycle part = flushed(0xff, 1, 32);
    // A line takes a cycle longer than a sector on the bus; a sector in part takes a read of its line before.
    EXPECT_EQ(line, sector + 1);
    EXPECT_EQ(part, 20 + 1 + (1 + 1 + kCcuMemoryLatency + 1 + 1) + (sector - 21));
}

TEST(Ccu, AFlushOfNothingLooksAtAllSlotsOfTheTargetsCaches) {
    // 256 blocks, 16 a cycle, from cycle 11 on; and nothing of the other target.
    CcuBench bench;
    bench.depth.write(1, 0x1000);
    bench.flush.at(10, {.target = CcuTarget::Color});
    bench.run();
    EXPECT_EQ(bench.flushed.when(1), 11u + 15);
    EXPECT_EQ(bench.memory.bytesWritten, 0u);
    CcuBench small({.bytes = 16 * 1024});
    small.flush.at(10, {.target = CcuTarget::Depth});
    small.run();
    EXPECT_EQ(small.flushed.when(1), 11u + 3);
}

TEST(Ccu, BlocksStayAfterAFlushAndNotAfterAnInvalidate) {
    for (const bool invalidate : {false, true}) {
        CcuBench bench;
        bench.depth.write(10, 0x1000);
        bench.flush.at(20, {.target = CcuTarget::Depth, .invalidate = invalidate});
        bench.depth.read(200, 0x1000);
        bench.flush.at(400, {.target = CcuTarget::Depth});
        bench.run();
        EXPECT_EQ(bench.memory.bytesWritten, 64u) << "a block is clean after it was written";
        EXPECT_EQ(bench.depth.answered[1], invalidate ? 200 + kFill + 20 : 222);
        EXPECT_NE(bench.flushed.when(2), sim::kNever);
    }
}

TEST(Ccu, BlocksThatDoNotFitGoToMemory) {
    // Four ways of 64 blocks: the fifth block of a line replaces the first.
    CcuBench bench;
    for (uint32_t i = 0; i < 5; ++i) bench.colors.write(10 + 2 * i, 0x1000 + uint64_t{i} * 64 * 256);
    bench.run();
    EXPECT_EQ(bench.memory.writes, (std::vector<std::pair<sim::Cycle, uint64_t>>{{21, 0x1000}}));
}

TEST(Ccu, ABlockOnItsWayToMemoryIsNotReadBeforeItIsThere) {
    CcuBench bench({.bytes = 1024, .writebacks = 1});
    bench.memory.acceptsWrites = false;
    for (uint32_t i = 0; i < 5; ++i) bench.colors.write(10 + 2 * i, 0x1000 + uint64_t{i} * 256, 1);
    // Memory takes no writes: of all blocks that have to leave, one can wait in the queue of the bus.
    const uint32_t read = bench.colors.read(30, 0x1000);
    bench.run(60);
    EXPECT_FALSE(bench.colors.answered.contains(read));
    EXPECT_GT(bench.counter("STALL_CYCLES_CCU"), 0u);
    bench.memory.acceptsWrites = true;
    bench.run(400);
    EXPECT_TRUE(bench.colors.answered.contains(read));
}

TEST(Ccu, AnotherSizeEmptiesTheCache) {
    CcuBench bench;
    bench.colors.write(10, 0x1000);
    bench.colors.at(20, {.address = 0x1000, .bytes = kAllOfLine, .halvings = 2});
    // Sixteen lines of four ways remain: five blocks of one line do not fit.
    for (uint32_t i = 0; i < 5; ++i)
        bench.colors.at(
            400 + 2 * i,
            {.address = 0x1000 + uint64_t{i} * 16 * 256, .bytes = kAllOfLine, .write = true, .halvings = 2});
    bench.run();
    EXPECT_EQ(bench.memory.bytesWritten, 128u);
    EXPECT_EQ(bench.memory.bytesRead, 256u);
    EXPECT_EQ(bench.flushed.when(1), sim::kNever) << "nobody asked for it";
}

TEST(Ccu, LinesOfGmemAreThere) {
    CcuBench bench;
    bench.colors.read(10, kGmemRange.base + 0x1000);
    bench.colors.write(10, kGmemRange.base + 0x2000);
    bench.flush.at(20, {.target = CcuTarget::Color});
    bench.run();
    EXPECT_EQ(bench.colors.answered, (std::map<uint32_t, sim::Cycle>{{0, 11 + 1 + 20}, {1, 13}}));
    EXPECT_EQ(bench.memory.bytesRead + bench.memory.bytesWritten, 0u);
}

/// From the cycle in which an access is sent to the fill of one line.
constexpr sim::Cycle kFillOfLine = kFill - 3 * 2;
/// Colours whose blocks take 0, 1, 2, 4 and 8 sectors, with a first pixel of 0.
constexpr std::array<std::pair<uint32_t, uint32_t>, 5> kColorsOfSectors{
    {{0, 0}, {0x3, 1}, {0xf, 2}, {0x3fff, 4}, {0x7fffffff, 8}}};

TEST(Ccu, ACompressedReadWaitsForItsFlagsAndThenForTheLinesThatItsPixelsTake) {
    for (const auto& [color, sectors] : kColorsOfSectors) {
        CcuBench bench;
        bench.fill(kPixels, color, 0);
        bench.fill(kPixels + 256, color, 0);
        // The flags of the second block have come with those of the first.
        bench.colors.readCompressed(10, kPixels);
        bench.colors.readCompressed(200, kPixels + 256);
        bench.run();
        // Lines are asked for in the cycle in which flags come; a block without any is whole in the next one.
        const uint32_t lines = (sectors + 1) / 2;
        const sim::Cycle fill = lines == 0 ? 2 : kFillOfLine + (lines - 1) * 2;
        EXPECT_EQ(bench.colors.answered[0], 10 + kFillOfLine + fill - 1 + 20) << sectors;
        EXPECT_EQ(bench.colors.answered[1], 200 + fill + 20) << sectors;
        EXPECT_EQ(bench.memory.bytesRead, 64u + 2 * lines * 64);
        EXPECT_EQ(bench.counter("FLAG_FETCH_CCU"), 1u);
        EXPECT_EQ(bench.counter("STARVE_CYCLES_FLAG_RETURN_CCU"), kFillOfLine - 1);
        EXPECT_EQ(bench.counter("COLOR_READ_FLAG" + std::to_string(sectors) + "_CCU"), 2u);
    }
}

TEST(Ccu, AWholeCompressedBlockIsWrittenInItsSectorsAndItsFlags) {
    for (const auto& [color, sectors] : kColorsOfSectors) {
        CcuBench bench({.bytes = 1024});
        bench.fill(kPixels, color, 0);
        bench.depth.writeCompressed(10, kPixels);
        bench.flush.at(100, {.target = CcuTarget::Depth});
        bench.run();
        EXPECT_NE(bench.flushed.when(1), sim::kNever);
        EXPECT_EQ(bench.memory.bytesWritten, sectors * 32u + 32) << "a sector of flags";
        EXPECT_EQ(bench.memory.bytesRead, 64u) << "the other flags of the line";
        EXPECT_EQ(bench.counter("DEPTH_WRITE_FLAG" + std::to_string(sectors) + "_CCU"), 1u);
    }
}

TEST(Ccu, OfACompressedBlockThatWasWrittenInPartTheRestIsRead) {
    CcuBench bench({.bytes = 1024});
    bench.fill(kPixels, 0x3fff, 0);
    bench.colors.writeCompressed(10, kPixels, 1);
    bench.flush.at(100, {.target = CcuTarget::Color});
    bench.run();
    EXPECT_EQ(bench.memory.bytesRead, 64u + 2 * 64);
    EXPECT_EQ(bench.counter("PARTIAL_BLOCK_READ_CCU"), 2u);
    EXPECT_EQ(bench.memory.bytesWritten, 4 * 32u + 32);
    // The first sector of the block cannot be written before the flags and then its lines have come.
    ASSERT_FALSE(bench.memory.writes.empty());
    EXPECT_GT(bench.memory.writes.front().first, 101 + 2 * (kFillOfLine - 1));
}

TEST(Ccu, FlagsStayInAsManyLinesAsParametersSay) {
    // Blocks of two lines of flags in turns.
    const auto read = [](uint32_t flagLines) {
        CcuBench bench({.bytes = 4096, .flagLines = flagLines});
        for (uint32_t i = 0; i < 8; ++i)
            bench.colors.readCompressed(10 + 200 * i, kPixels + (i % 2) * 64 * 256 + i * 256);
        bench.run();
        return bench.counter("FLAG_FETCH_CCU");
    };
    EXPECT_EQ(read(1), 8u);
    EXPECT_EQ(read(2), 2u);
}

TEST(Ccu, WrittenFlagsGoToMemoryWhenTheirLineIsReplaced) {
    CcuBench bench({.bytes = 1024, .flagLines = 1});
    bench.colors.writeCompressed(10, kPixels);
    // Five blocks of another line of flags in four ways: the first block leaves, and then its flags.
    for (uint32_t i = 0; i < 5; ++i) bench.colors.readCompressed(100 + 100 * i, kPixels + 64 * 256 + i * 256);
    bench.run();
    ASSERT_EQ(bench.memory.writes.size(), 1u);
    EXPECT_EQ(bench.memory.writes.front().second, kFlags) << "pixels of 0 are in the flags alone";
}

TEST(Ccu, EachParameterChangesTheCycles) {
    // Reads of as many blocks as may be under way; of six blocks of one line; writes of parts of 24 blocks; flushes.
    const auto timed = [](const std::string& setting) {
        CcuBench bench(ccuSettings(test::chipConfiguration("a618", {setting})));
        for (uint32_t i = 0; i < CcuPort::kMost; ++i) bench.colors.read(10 + i / 2, uint64_t{i} * 256);
        for (uint32_t i = 0; i < 24; ++i) bench.colors.write(600 + i, uint64_t{i} * 256, 0xff);
        for (uint32_t i = 0; i < 6; ++i) bench.colors.read(900 + i, uint64_t{i} * 64 * 256);
        for (uint32_t i = 0; i < 4; ++i) bench.colors.read(1100 + i, uint64_t{i} * 64);
        bench.flush.at(1000, {.target = CcuTarget::Depth});
        for (uint32_t i = 0; i < 24; ++i) bench.depth.write(1200 + i, uint64_t{i} * 256, 0xff);
        bench.flush.at(1300, {.target = CcuTarget::Depth});
        for (uint32_t i = 0; i < 40; ++i)
            bench.colors.readCompressed(1600 + 20 * i, kPixels + (i % 2) * 64 * 256 + uint64_t{i} * 256);
        bench.run();
        std::vector<uint64_t> seen{bench.flushed.when(1), bench.flushed.when(2)};
        for (const auto& [id, cycle] : bench.colors.answered) seen.push_back(cycle);
        return seen;
    };
    const std::vector<uint64_t> seen = timed("ADRENO.CcuSize=64");
    for (const char* const setting : {"CcuSize=32", "CcuWays=8", "CcuBytesPerCycle=16", "CcuLatency=21", "CcuMisses=2",
                                      "CcuWritebacks=15", "CcuFlagLines=1", "CcuBusWidth=16"})
        EXPECT_NE(timed(std::string("ADRENO.") + setting), seen) << setting;
}

TEST(Ccu, CyclesAreTheSameAwakeAsleepAndInReverseOrder) {
    const auto timed = [](const sim::SimulationSettings& order) {
        CcuBench bench({.bytes = 4096, .misses = 4, .writebacks = 2, .flagLines = 1}, order);
        for (uint32_t i = 0; i < 16; ++i) bench.fill(kPixels + uint64_t{i} * 256, i * i * i * 0x10203, i);
        uint64_t random = 1;
        const auto next = [&random](uint64_t range) {
            random = random * 6364136223846793005u + 1442695040888963407u;
            return (random >> 33) % range;
        };
        for (uint32_t i = 0; i < 400; ++i) {
            CcuUnit& unit = next(2) == 0 ? bench.colors : bench.depth;
            const uint64_t place = next(64) * 64;
            const bool compressed = next(2) == 0;
            unit.at(10 + i * 12 + next(6), {.address = compressed ? kPixels + place : place,
                                            .bytes = next(2) == 0 ? kAllOfLine : 0xff,
                                            .write = next(2) == 0,
                                            .halvings = static_cast<uint8_t>(i / 200),
                                            .flags = compressed ? flagsOf(kPixels + place) : BlockFlags{}});
        }
        bench.flush.at(2000, {.target = CcuTarget::Color});
        bench.flush.at(3000, {.target = CcuTarget::Depth, .invalidate = true});
        bench.run(9000);
        std::vector<uint64_t> seen{bench.memory.bytesRead, bench.memory.bytesWritten, bench.flushed.when(2),
                                   bench.counter("STALL_CYCLES_CCU"), bench.counter("BUSY_CYCLES_CCU")};
        for (const CcuUnit* const unit : {&bench.colors, &bench.depth})
            for (const auto& [id, cycle] : unit->answered) seen.push_back(cycle);
        EXPECT_EQ(bench.colors.answered.size() + bench.depth.answered.size(), 400u);
        return seen;
    };
    const std::vector<uint64_t> seen = timed({});
    EXPECT_EQ(timed({.sleeping = false}), seen);
    EXPECT_EQ(timed({.reverseOrder = true}), seen);
}

}  // namespace
}  // namespace cyclorama::adreno
