// SPDX-License-Identifier: MIT
// Each distance between commands: forbidden one cycle before, allowed in that cycle. The expected cycles are written
// out from the meaning of the GDDR3 parameters, with data on the pins from latency to latency + burst.

#include "mem/gddr/dram_state.h"

#include <gtest/gtest.h>

#include <optional>

#include "sim/fault.h"

namespace cyclorama::mem::gddr {
namespace {

constexpr uint32_t kBurst = 4;

struct DramStateTest : testing::Test {
    Timings timings{
        .tRRD = 9, .tRCD = 13, .tWTR = 5, .tRTW = 2, .tWR = 10, .tRP = 14, .casLatency = 10, .writeLatency = 5};

    void start() { state.emplace(timings, 4, kBurst); }
    void issue(Cycle cycle, CommandKind kind, uint8_t bank, uint32_t row = 7) {
        state->issue(cycle, {.kind = kind, .bank = bank, .row = row});
    }
    TimingConstraint constraint(Cycle cycle, CommandKind kind, uint32_t bank) const {
        return state->obstacle(cycle, kind, bank).constraint;
    }
    /// The command is forbidden, by this constraint in the end, until `cycle` and then allowed.
    void expectEarliest(Cycle cycle, CommandKind kind, uint8_t bank, TimingConstraint last) {
        EXPECT_EQ(constraint(cycle - 1, kind, bank), last);
        EXPECT_EQ(state->obstacle(cycle - 1, kind, bank).end, cycle);
        EXPECT_EQ(state->allowedFrom(kind, bank), cycle);
        EXPECT_EQ(state->allowedBanks(cycle - 1, kind, 1u << bank), 0u);
        EXPECT_EQ(state->allowedBanks(cycle, kind, 1u << bank), 1u << bank);
        EXPECT_THROW(issue(cycle - 1, kind, bank), sim::Fault);
        EXPECT_EQ(constraint(cycle, kind, bank), TimingConstraint::None);
        EXPECT_NO_THROW(issue(cycle, kind, bank));
    }

    std::optional<DramState> state;
};

TEST_F(DramStateTest, ActivateToActivate) {
    start();
    issue(100, CommandKind::Activate, 0);
    expectEarliest(109, CommandKind::Activate, 1, TimingConstraint::ActivateToActivate);
}

TEST_F(DramStateTest, HeldRowsOpenAndCloseNoCycleLater) {
    start();
    state->holdRow(0, 200);
    expectEarliest(200, CommandKind::Activate, 0, TimingConstraint::DataBusConflict);
    state->holdRow(0, 300);
    EXPECT_EQ(state->allowedFrom(CommandKind::Read, 0), 213u);
    expectEarliest(300, CommandKind::Precharge, 0, TimingConstraint::DataBusConflict);
    EXPECT_EQ(state->allowedFrom(CommandKind::Activate, 1), 209u);
}

TEST_F(DramStateTest, ActivateToRead) {
    start();
    issue(100, CommandKind::Activate, 0);
    expectEarliest(113, CommandKind::Read, 0, TimingConstraint::ActivateToRead);
}

TEST_F(DramStateTest, ActivateToWrite) {
    start();
    issue(100, CommandKind::Activate, 0);
    expectEarliest(113, CommandKind::Write, 0, TimingConstraint::ActivateToWrite);
}

TEST_F(DramStateTest, ActivateToPrecharge) {
    start();
    issue(100, CommandKind::Activate, 0);
    expectEarliest(113, CommandKind::Precharge, 0, TimingConstraint::ActivateToPrecharge);
}

TEST_F(DramStateTest, PrechargeToActivate) {
    start();
    issue(100, CommandKind::Activate, 0);
    issue(113, CommandKind::Precharge, 0);
    EXPECT_EQ(state->openRow(0), kNoRow);
    expectEarliest(127, CommandKind::Activate, 0, TimingConstraint::PrechargeToActivate);
}

TEST_F(DramStateTest, ReadToReadIsTheBurst) {
    start();
    issue(100, CommandKind::Activate, 0);
    issue(120, CommandKind::Read, 0);
    expectEarliest(120 + kBurst, CommandKind::Read, 0, TimingConstraint::DataBusConflict);
}

TEST_F(DramStateTest, WriteToWriteIsTheBurst) {
    start();
    issue(100, CommandKind::Activate, 0);
    issue(120, CommandKind::Write, 0);
    expectEarliest(120 + kBurst, CommandKind::Write, 0, TimingConstraint::DataBusConflict);
}

// Read data is on the pins until 120 + 10 + 4; written data may start two cycles after, which is five after its
// command.
TEST_F(DramStateTest, ReadToWrite) {
    start();
    issue(100, CommandKind::Activate, 0);
    issue(120, CommandKind::Read, 0);
    expectEarliest(134 + 2 - 5, CommandKind::Write, 0, TimingConstraint::ReadToWrite);
}

// Written data is on the pins until 120 + 5 + 4; a read may follow five cycles after that.
TEST_F(DramStateTest, WriteToRead) {
    start();
    issue(100, CommandKind::Activate, 0);
    issue(120, CommandKind::Write, 0);
    expectEarliest(129 + 5, CommandKind::Read, 0, TimingConstraint::WriteToRead);
}

TEST_F(DramStateTest, WriteToPrecharge) {
    start();
    issue(100, CommandKind::Activate, 0);
    issue(120, CommandKind::Write, 0);
    expectEarliest(129 + 10, CommandKind::Precharge, 0, TimingConstraint::WriteToPrecharge);
}

// A precharge may run while the data of the bank's read still leaves, if the row closes no earlier than the data ends.
// With the 600 MHz timings that is at once; with longer data it is not.
TEST_F(DramStateTest, ReadToPrecharge) {
    timings.casLatency = 30;
    start();
    issue(100, CommandKind::Activate, 0);
    issue(120, CommandKind::Read, 0);
    expectEarliest(120 + 30 + kBurst - 14, CommandKind::Precharge, 0, TimingConstraint::ReadToPrecharge);
}

// Several accesses issued at once leave the banks as so many issued a burst apart.
TEST_F(DramStateTest, AccessesIssuedAtOnce) {
    for (const CommandKind kind : {CommandKind::Read, CommandKind::Write}) {
        start();
        issue(100, CommandKind::Activate, 0);
        issue(109, CommandKind::Activate, 1);
        DramState one = *state;
        for (uint32_t i = 0; i < 3; ++i) one.issue(130 + i * kBurst, {.kind = kind, .bank = 0});
        state->issue(130, {.kind = kind, .bank = 0, .bursts = 3});
        for (const CommandKind next : {CommandKind::Read, CommandKind::Write})
            EXPECT_EQ(state->allowedFrom(next, 1), one.allowedFrom(next, 1));
        EXPECT_EQ(state->allowedFrom(CommandKind::Precharge, 0), one.allowedFrom(CommandKind::Precharge, 0));
        EXPECT_EQ(state->restFrom(0), one.restFrom(0));
    }
}

TEST_F(DramStateTest, BanksShareTheDataBusAndNotTheRows) {
    start();
    issue(100, CommandKind::Activate, 0, 1);
    issue(109, CommandKind::Activate, 1, 2);
    issue(122, CommandKind::Write, 0);
    EXPECT_EQ(constraint(122, CommandKind::Read, 1), TimingConstraint::DataBusConflict);
    EXPECT_EQ(constraint(122, CommandKind::Precharge, 1), TimingConstraint::None);
    EXPECT_EQ(state->openRow(0), 1u);
    EXPECT_EQ(state->openRow(1), 2u);
    EXPECT_EQ(state->openBanks(), 0b11u);
}

TEST_F(DramStateTest, CommandsThatNoTimeAllows) {
    start();
    EXPECT_EQ(constraint(50, CommandKind::Read, 0), TimingConstraint::NoRowOpen);
    EXPECT_EQ(constraint(50, CommandKind::Write, 0), TimingConstraint::NoRowOpen);
    EXPECT_EQ(constraint(50, CommandKind::Precharge, 0), TimingConstraint::NoRowOpen);
    EXPECT_THROW(issue(50, CommandKind::Read, 0), sim::Fault);
    issue(60, CommandKind::Activate, 0);
    EXPECT_EQ(constraint(80, CommandKind::Activate, 0), TimingConstraint::RowOpen);
    EXPECT_EQ(state->obstacle(80, CommandKind::Activate, 0).end, sim::kNever);
    EXPECT_THROW(issue(80, CommandKind::Activate, 0), sim::Fault);
}

// A write waits for the pins, then for the distance after the read, then for its own row.
TEST_F(DramStateTest, ObstaclesFollowEachOther) {
    start();
    issue(100, CommandKind::Activate, 0);
    issue(113, CommandKind::Read, 0);
    issue(115, CommandKind::Activate, 1);
    const auto expect = [&](Cycle cycle, TimingConstraint constraint, Cycle end) {
        const DramState::Obstacle obstacle = state->obstacle(cycle, CommandKind::Write, 1);
        EXPECT_EQ(obstacle.constraint, constraint);
        EXPECT_EQ(obstacle.end, end);
    };
    expect(116, TimingConstraint::DataBusConflict, 113 + 10 + 4 - 5);
    expect(122, TimingConstraint::ReadToWrite, 113 + 10 + 4 + 2 - 5);
    expect(124, TimingConstraint::ActivateToWrite, 115 + 13);
    expect(128, TimingConstraint::None, sim::kNever);
}

TEST_F(DramStateTest, ABankRestsBetweenItsAccesses) {
    start();
    issue(100, CommandKind::Activate, 2);
    EXPECT_EQ(state->restFrom(2), 113u);
    issue(120, CommandKind::Read, 2);
    EXPECT_EQ(state->restFrom(2), 120u + 10 + kBurst);
    issue(131, CommandKind::Write, 2);
    EXPECT_EQ(state->restFrom(2), 131u + 5 + kBurst);
}

TEST_F(DramStateTest, ThePerfectProfileNeverWaits) {
    timings = kPerfectTimings;
    start();
    issue(0, CommandKind::Activate, 0);
    issue(1, CommandKind::Read, 0);
    issue(1 + kBurst, CommandKind::Write, 0);
    issue(1 + 2 * kBurst, CommandKind::Precharge, 0);
    issue(2 + 2 * kBurst, CommandKind::Activate, 0);
    EXPECT_EQ(state->openRow(0), 7u);
}

}  // namespace
}  // namespace cyclorama::mem::gddr
