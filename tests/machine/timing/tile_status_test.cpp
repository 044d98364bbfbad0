// SPDX-License-Identifier: MIT
// The cache for tile status alone: a box plays the depth test and the colour write. A request of cycle c is seen in
// c + 1, and its answer in c + 2.

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "machine/timing/rop/tile_status_unit.h"
#include "sim/simulation.h"

namespace cyclorama::machine::timing {
namespace {

constexpr uint32_t kStatusLine = 64;

using StatusKind = TileStatusRequest::Kind;

struct StatusEvent {
    sim::Cycle cycle = 0;
    std::string what;
    bool operator==(const StatusEvent&) const = default;
};
std::ostream& operator<<(std::ostream& out, const StatusEvent& event) {
    return out << event.cycle << ": " << event.what;
}

/// Both users of the cache: sends what it is told to, and notes what is answered to whom.
class StatusUsers final : public sim::Box {
  public:
    explicit StatusUsers(sim::Simulation& simulation)
        : Box(simulation, 0, "Users"), depth(*this, "depth"), color(*this, "color") {}

    TileStatusPort depth;
    TileStatusPort color;
    std::multimap<sim::Cycle, std::pair<TileStatusPort*, TileStatusRequest>> script;
    std::vector<StatusEvent> events;

    void clock(sim::Cycle cycle) override {
        for (auto [at, end] = script.equal_range(cycle); at != end; ++at)
            at->second.first->requests.write(cycle, at->second.second);
        for (TileStatusPort* port : {&depth, &color})
            for (const TileStatusAnswer& answer : port->answers.take(cycle))
                events.push_back({cycle, (port == &depth ? "depth " : "color ") + describe(answer)});
    }
    std::string describeWait() const override { return {}; }
};

struct StatusBench {
    explicit StatusBench(const TileStatusUnit::Settings& settings = {})
        : domain(simulation.addDomain({.name = "gpu"})),
          unit(simulation, domain, "TileStatusUnit", "TSt-SU0", settings) {
        unit.connect(TileStatusUnit::User::DepthTest, users.depth);
        unit.connect(TileStatusUnit::User::ColorWrite, users.color);
    }
    void at(sim::Cycle cycle, TileStatusPort& port, StatusKind kind, uint32_t line = 0) {
        users.script.insert({cycle, {&port, {.kind = kind, .address = func::Address(line * kStatusLine)}}});
    }
    std::vector<StatusEvent> run() {
        simulation.runThrough(domain, 200);
        return users.events;
    }

    sim::Simulation simulation;
    sim::DomainId domain;
    TileStatusUnit unit;
    StatusUsers users{simulation};
};

TEST(TimingTileStatus, WhatOneUnitReadIsThereForTheOther) {
    StatusBench bench;
    bench.at(10, bench.users.depth, StatusKind::LookUp, 3);
    bench.at(50, bench.users.depth, StatusKind::Moved);
    bench.at(60, bench.users.color, StatusKind::LookUp, 3);
    EXPECT_EQ(bench.run(), (std::vector<StatusEvent>{{12, "depth move, read 0x000000c0"}, {62, "color present"}}));
}

// One miss at a time, of either; what is there is found meanwhile.
TEST(TimingTileStatus, AMissWaitsForThatOfTheOtherUnitAndAHitDoesNot) {
    StatusBench bench;
    bench.at(10, bench.users.color, StatusKind::LookUp, 1);
    bench.at(20, bench.users.color, StatusKind::Moved);
    bench.at(30, bench.users.depth, StatusKind::LookUp, 2);
    bench.at(32, bench.users.color, StatusKind::LookUp, 3);
    bench.at(34, bench.users.depth, StatusKind::LookUp, 1);
    bench.at(80, bench.users.depth, StatusKind::Moved);
    EXPECT_EQ(bench.run(), (std::vector<StatusEvent>{{12, "color move, read 0x00000040"},
                                                     {32, "depth move, read 0x00000080"},
                                                     {36, "depth present"},
                                                     {82, "color move, read 0x000000c0"}}));
}

TEST(TimingTileStatus, TheSameLineIsReadOnceForBoth) {
    StatusBench bench;
    bench.at(10, bench.users.color, StatusKind::LookUp, 1);
    bench.at(11, bench.users.depth, StatusKind::LookUp, 1);
    bench.at(40, bench.users.color, StatusKind::Moved);
    EXPECT_EQ(bench.run(), (std::vector<StatusEvent>{{12, "color move, read 0x00000040"}, {42, "depth present"}}));
}

TEST(TimingTileStatus, AChangedLineIsWrittenByTheUnitThatNeedsItsPlace) {
    StatusBench bench({.geometry = {.ways = 2, .lines = 1, .lineBytes = kStatusLine}});
    for (const uint32_t line : {0u, 1u, 2u, 3u}) {
        bench.at(10 + 20 * line, bench.users.color, line == 0 ? StatusKind::Change : StatusKind::LookUp, line);
        bench.at(20 + 20 * line, bench.users.color, StatusKind::Moved);
    }
    EXPECT_EQ(bench.run(), (std::vector<StatusEvent>{{12, "color move, read 0x00000000"},
                                                     {32, "color move, read 0x00000040"},
                                                     {52, "color move, write 0x00000000, read 0x00000080"},
                                                     {72, "color move, read 0x000000c0"}}));
}

TEST(TimingTileStatus, AFlushWritesEachChangedLineAndForgetsAll) {
    StatusBench bench;
    bench.at(10, bench.users.color, StatusKind::Change, 0);
    bench.at(20, bench.users.color, StatusKind::Moved);
    bench.at(30, bench.users.depth, StatusKind::Change, 1);
    bench.at(40, bench.users.depth, StatusKind::Moved);
    bench.at(50, bench.users.depth, StatusKind::Flush);
    bench.at(60, bench.users.depth, StatusKind::Moved);
    bench.at(70, bench.users.depth, StatusKind::Moved);
    bench.at(80, bench.users.color, StatusKind::LookUp, 0);
    EXPECT_EQ(bench.run(), (std::vector<StatusEvent>{{12, "color move, read 0x00000000"},
                                                     {32, "depth move, read 0x00000040"},
                                                     {52, "depth move, write 0x00000000"},
                                                     {62, "depth move, write 0x00000040"},
                                                     {72, "depth flushed"},
                                                     {82, "color move, read 0x00000000"}}));
}

}  // namespace
}  // namespace cyclorama::machine::timing
