// SPDX-License-Identifier: MIT
#include "sim/statistics.h"

#include <gtest/gtest.h>

#include <sstream>

namespace cyclorama::sim {
namespace {

struct StatisticsTest : testing::Test {
    StatisticsRegistry registry;
    std::ostringstream frames;
    std::ostringstream batches;
    std::ostringstream windows;
};

// The shape of ATTILA's tables: names sorted by byte, the first column named after the interval, no trailing semicolon.
TEST_F(StatisticsTest, TablesHaveTheColumnsOfATTILA) {
    Counter late(registry, {"zebra_CP", "cycles", "s"});
    Counter upper(registry, {"Batches_CP", "batches", "s"});
    Average mean(registry, {"Mean_MC", "entries", "s"});
    registry.writeFrames(frames);
    late.add(3);
    ++upper;
    mean.sample(1);
    mean.sample(2);
    registry.sampleFrame(17);
    registry.sampleFrame(18);
    EXPECT_EQ(frames.str(),
              "Frame;Batches_CP;Mean_MC;zebra_CP\n"
              "17;1;1.5;3\n"
              "18;0;0;0\n");
}

TEST_F(StatisticsTest, EachIntervalStartsAtZeroOnItsOwn) {
    Counter counter(registry, {"c", "", ""});
    registry.writeFrames(frames);
    registry.writeBatches(batches);
    counter.add(1);
    registry.sampleBatch();
    counter.add(2);
    registry.sampleBatch();
    registry.sampleFrame(0);
    counter.add(4);
    registry.sampleFrame(1);
    EXPECT_EQ(batches.str(), "Batch;c\n0;1\n1;2\n");
    EXPECT_EQ(frames.str(), "Frame;c\n0;3\n1;4\n");
    EXPECT_EQ(counter.total(), 7u);
}

// Labels and lengths as ATTILA's StatisticsManager::clock has them: windows of n cycles from 0 on.
TEST_F(StatisticsTest, WindowsCoverEveryCycleOnce) {
    Counter counter(registry, {"c", "", ""});
    registry.writeWindows(windows, 10);
    EXPECT_EQ(registry.windowEnd(), 9u);
    for (Cycle cycle = 0; cycle < 25; ++cycle) {
        ++counter;
        if (cycle >= registry.windowEnd()) registry.sampleWindow(cycle);
    }
    registry.finish(24);
    registry.finish(24);
    EXPECT_EQ(windows.str(), "Cycles;c\n0..9;10\n10..19;10\n20..24;5\n");
}

// Six significant digits of a single-precision quotient: values from ATTILA's own tables.
TEST_F(StatisticsTest, AveragesPrintLikeATTILA) {
    const auto text = [](const char* name, uint64_t sum, uint64_t samples) {
        StatisticsRegistry own;
        Average mean(own, {name, "", ""});
        mean.sample(sum);
        mean.sample(0, samples - 1);
        return own.text(name, Interval::Frame);
    };
    EXPECT_EQ(text("a", 4, 83), "0.0481928");
    EXPECT_EQ(text("b", 109, 2), "54.5");
    EXPECT_EQ(text("d", 12345678, 1), "1.23457e+07");
    EXPECT_EQ(text("e", 1, 3000000), "3.33333e-07");
    EXPECT_EQ(text("f", 0, 5), "0");
}

TEST_F(StatisticsTest, ColumnsHold32Bits) {
    Counter counter(registry, {"c", "", ""});
    counter.add((uint64_t{1} << 32) + 5);
    EXPECT_EQ(registry.text("c", Interval::Frame), "5");
}

TEST_F(StatisticsTest, TheSameNameIsOneColumn) {
    Counter one(registry, {"shared", "bytes", "Moved."});
    Counter two(registry, {"shared", "bytes", "Moved."});
    one.add(2);
    two.add(3);
    EXPECT_EQ(registry.columns().size(), 1u);
    EXPECT_EQ(registry.text("shared", Interval::Window), "5");
    EXPECT_EQ(registry.text("absent", Interval::Window), "");
}

TEST_F(StatisticsTest, ExtremaKeepTheBestOfAnInterval) {
    Maximum most(registry, {"most", "", ""});
    Minimum least(registry, {"least", "", ""}, 100);
    registry.writeFrames(frames);
    for (const uint32_t value : {5u, 9u, 7u}) {
        most.show(value);
        least.show(value);
    }
    registry.sampleFrame(0);
    most.show(3);
    registry.sampleFrame(1);
    EXPECT_EQ(frames.str(), "Frame;least;most\n0;5;9\n1;0;3\n");
}

TEST_F(StatisticsTest, DescriptionsComeFromTheDeclarations) {
    Counter counter(registry, {"ReadBytes_MC", "bytes", "Bytes read."});
    std::ostringstream out;
    registry.writeDescriptions(out);
    EXPECT_EQ(out.str(), "name;unit;sentence\nReadBytes_MC;bytes;Bytes read.\n");
}

}  // namespace
}  // namespace cyclorama::sim
