// SPDX-License-Identifier: MIT
#include "sim/signal.h"

#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <vector>

#include "sim/level.h"
#include "sim/simulation.h"

namespace cyclorama::sim {
namespace {

/// A box whose inputs the test reads itself.
class Bench : public Box {
  public:
    explicit Bench(Simulation& simulation, DomainId domain = 0) : Box(simulation, domain, "bench") {}
    void clock(Cycle) override {}
    std::string describeWait() const override { return {}; }
};

struct SignalTest : testing::Test {
    SignalTest() { simulation.addDomain({.name = "gpu", .periodPicoseconds = 2000}); }
    Simulation simulation;
};

TEST_F(SignalTest, AnObjectIsReadableAfterTheLatencyAndNotOneCycleEarlier) {
    for (const uint32_t latency : {1u, 2u, 3u, 7u, 8u, 500u}) {
        Bench bench(simulation);
        Signal<int> signal(bench, {.name = "data", .width = 1, .latency = latency});
        signal.write(10, 42);
        for (Cycle cycle = 10; cycle < 10 + latency; ++cycle) EXPECT_FALSE(signal.read(cycle)) << latency;
        EXPECT_EQ(signal.read(10 + latency), 42);
        EXPECT_FALSE(signal.read(10 + latency));
    }
}

TEST_F(SignalTest, AWriteMayTakeLessThanTheLatencyAndOvertake) {
    Bench bench(simulation);
    Signal<int> signal(bench, {.name = "data", .width = 1, .latency = 9});
    signal.write(0, 1);
    signal.write(0, 2, 4);
    EXPECT_EQ(signal.read(4), 2);
    EXPECT_EQ(signal.read(9), 1);
    EXPECT_THROW(signal.write(10, 3, 10), Fault);
    EXPECT_THROW(signal.write(10, 3, 0), Fault);
}

TEST_F(SignalTest, TheWidthBoundsWhatArrivesInACycle) {
    Bench bench(simulation);
    Signal<int> signal(bench, {.name = "data", .width = 2, .latency = 3});
    signal.write(0, 1);
    EXPECT_TRUE(signal.hasRoom(0));
    signal.write(1, 2, 2);
    EXPECT_FALSE(signal.hasRoom(0));
    EXPECT_FALSE(signal.hasRoom(2, 1));
    EXPECT_TRUE(signal.hasRoom(2));
    EXPECT_THROW(signal.write(2, 3, 1), Fault);
    const std::span<int> arrived = signal.take(3);
    EXPECT_EQ(std::vector<int>(arrived.begin(), arrived.end()), (std::vector<int>{1, 2}));
    EXPECT_TRUE(signal.take(3).empty());
    EXPECT_EQ(signal.inFlight(), 0u);
}

TEST_F(SignalTest, WhatIsNotReadInItsCycleIsAFault) {
    Bench bench(simulation);
    Signal<int> signal(bench, {.name = "data", .width = 1, .latency = 1});
    signal.write(0, 1);
    signal.write(1, 2);
    EXPECT_THROW(signal.write(2, 3), Fault);
}

TEST_F(SignalTest, ASeedArrivesWithoutAWrite) {
    Bench bench(simulation);
    Signal<int> signal(bench, {.name = "data", .width = 2, .latency = 1});
    signal.seed(0, 7);
    EXPECT_EQ(signal.read(0), 7);
}

TEST_F(SignalTest, ALevelIsSeenACycleLaterAndStays) {
    Bench bench(simulation);
    Level<int> level(bench, "state", 7);
    level.write(0, 8);
    EXPECT_EQ(level.read(0), 7);
    EXPECT_EQ(level.read(1), 8);
    EXPECT_EQ(level.read(100), 8);
    level.write(100, 9);
    EXPECT_EQ(level.read(100), 8);
    level.write(101, 10);
    EXPECT_EQ(level.read(101), 9);
    EXPECT_EQ(level.read(102), 10);
    level.write(102, 10);
}

TEST_F(SignalTest, ALevelWrittenTwiceInACycleShowsTheLastAndNeverBetween) {
    Bench bench(simulation);
    Level<int> level(bench, "state", 1);
    level.write(5, 2);
    level.write(5, 3);
    EXPECT_EQ(level.read(5), 1);
    EXPECT_EQ(level.read(6), 3);
}

TEST_F(SignalTest, AnInputTakesOneWriterOfItsOwnDomain) {
    const DomainId other = simulation.addDomain({.name = "memory", .periodPicoseconds = 1428});
    Bench reader(simulation);
    Bench writer(simulation);
    Bench stranger(simulation, other);
    Signal<int> signal(reader, {.name = "data"});
    Output<int> output(writer, "data");
    Output<int> second(writer, "more");
    Output<int> foreign(stranger, "foreign");
    EXPECT_THROW(foreign.bind(signal), Fault);
    output.bind(signal);
    EXPECT_THROW(second.bind(signal), Fault);
    EXPECT_EQ(signal.writer(), &writer);
}

TEST_F(SignalTest, WhatIsNotBoundIsFoundBeforeTheFirstCycle) {
    Bench reader(simulation);
    Signal<int> signal(reader, {.name = "data"});
    EXPECT_THROW(simulation.step(), Fault);
    signal.driveFromOutside();
    EXPECT_NO_THROW(simulation.step());
}

TEST_F(SignalTest, InputsOfOneNameAreFoundBeforeTheFirstCycle) {
    Bench reader(simulation);
    Signal<int> first(reader, {.name = "data"});
    Level<int> second(reader, "data", 0);
    for (InputBase* input : reader.inputs()) input->driveFromOutside();
    EXPECT_THROW(simulation.step(), Fault);
}

struct Named {
    int number = 0;
};
std::string describe(const Named& named) { return "number " + std::to_string(named.number); }

TEST_F(SignalTest, TheTraceHoldsWhatArrivesInItsWindow) {
    Bench bench(simulation);
    Signal<Named> signal(bench, {.name = "names", .width = 1, .latency = 2});
    Level<int> level(bench, "state", 0);
    std::ostringstream out;
    TextSignalTrace trace(out, 4, 3);
    signal.write(1, {1});
    simulation.setTrace(&trace);
    signal.write(2, {2});
    level.write(4, 5);
    level.write(5, 5);
    EXPECT_TRUE(signal.read(3));
    EXPECT_TRUE(signal.read(4));
    signal.write(5, {3});
    trace.flush();
    EXPECT_EQ(out.str(),
              "arrives;signal;written;value\n"
              "4;bench.names;2;number 2\n"
              "5;bench.state;4;5\n");
}

TEST_F(SignalTest, NamesOfASignalsOwnReplaceTheTexts) {
    Bench bench(simulation);
    Signal<int> signal(bench, {.name = "numbers"});
    signal.describeBy([](const int& number) { return "the " + std::to_string(number) + "th"; });
    std::ostringstream out;
    TextSignalTrace trace(out, 0, 100);
    simulation.setTrace(&trace);
    signal.write(4, 7);
    trace.flush();
    EXPECT_EQ(out.str(), "arrives;signal;written;value\n5;bench.numbers;4;the 7th\n");
    ASSERT_EQ(signal.contents().size(), 1u);
    EXPECT_EQ(signal.contents()[0].value, "the 7th");
}

TEST_F(SignalTest, ATracePointReportsWhatNoSignalCarries) {
    const Bench bench(simulation);
    const TracePoint point(bench, "work");
    int asked = 0;
    const auto text = [&asked] { return "piece " + std::to_string(++asked); };
    point.passed(1, 3, text);
    EXPECT_EQ(asked, 0) << "without a trace no text is made";
    std::ostringstream out;
    TextSignalTrace trace(out, 4, 3);
    simulation.setTrace(&trace);
    point.passed(1, 3, text);
    point.passed(2, 5, text);
    trace.flush();
    EXPECT_EQ(out.str(), "arrives;signal;written;value\n5;bench.work;2;piece 1\n");
}

TEST_F(SignalTest, TheTraceIsInTheOrderOfCyclesAndNamesWhateverIsReportedFirst) {
    const Bench bench(simulation);
    const TracePoint first(bench, "a");
    const TracePoint second(bench, "b");
    std::ostringstream out;
    {
        TextSignalTrace trace(out, 0, 1'000'000);
        simulation.setTrace(&trace);
        second.passed(7, 8, [] { return "third"; });
        first.passed(7, 9, [] { return "second"; });
        second.passed(7, 8, [] { return "fourth"; });
        first.passed(3, 4, [] { return "first"; });
        // Late enough that the earlier events are written.
        first.passed(500'000, 500'001, [] { return "last"; });
        EXPECT_EQ(out.str(),
                  "arrives;signal;written;value\n4;bench.a;3;first\n9;bench.a;7;second\n8;bench.b;7;third\n"
                  "8;bench.b;7;fourth\n");
        simulation.setTrace(nullptr);
    }
    EXPECT_TRUE(out.str().ends_with("500001;bench.a;500000;last\n"));
}

TEST_F(SignalTest, ContentsAreWhatIsUnreadByArrival) {
    Bench bench(simulation);
    Signal<int> signal(bench, {.name = "data", .width = 2, .latency = 4});
    signal.write(0, 1);
    signal.write(0, 2, 2);
    signal.write(2, 3, 2);
    EXPECT_EQ(signal.read(2), 2);
    const std::vector<InputContent> contents = signal.contents();
    ASSERT_EQ(contents.size(), 2u);
    EXPECT_EQ(contents[0].value, "1");
    EXPECT_EQ(contents[0].arrives, 4u);
    EXPECT_EQ(contents[1].value, "3");
    Level<int> level(bench, "state", 5);
    level.write(8, 6);
    ASSERT_EQ(level.contents().size(), 1u);
    EXPECT_EQ(level.contents()[0].value, "6");
    EXPECT_EQ(level.contents()[0].arrives, 9u);
}

/// A box that has something to say of everything.
class Talker final : public Bench {
  public:
    using Bench::Bench;
    std::string describeWait() const override { return "waits for nobody"; }
    void describeState(std::vector<std::string>& lines) const override { lines.emplace_back("state: talking"); }
    void appendQueues(std::vector<QueueLevel>& queues) const override {
        queues.push_back({.name = "words", .unit = "words", .used = 2, .capacity = 5});
    }
};

TEST_F(SignalTest, ASimulationDescribesEveryBox) {
    Talker talker(simulation);
    Signal<int> signal(talker, {.name = "data", .width = 1, .latency = 3});
    const Signal<int> other(talker, {.name = "other"});
    const Signal<int> third(talker, {.name = "third"});
    signal.write(0, 9);
    talker.recordActivity(7);
    const DomainId memory = simulation.addDomain({.name = "memory", .periodPicoseconds = 1428});
    const Bench silent(simulation, memory);
    EXPECT_EQ(simulation.describeBoxes(),
              "clock domain gpu: cycle 0\n"
              "  bench: anything last moved in cycle 7\n"
              "    state: talking\n"
              "    waits for nobody\n"
              "    words: 2 of 5 words\n"
              "    data from cycle 3: 9\n"
              "    nothing on other, third\n"
              "clock domain memory: cycle 0\n"
              "  bench: anything last moved in cycle 0\n");
}

}  // namespace
}  // namespace cyclorama::sim
