// SPDX-License-Identifier: MIT
// The states of a unit, its commands, and its sleep.

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "machine/timing/core/unit_box.h"
#include "sim/fault.h"
#include "sim/level.h"
#include "sim/simulation.h"

namespace cyclorama::machine::timing {
namespace {

/// Draws for three cycles, and notes what it is asked to do.
class Unit final : public UnitBox<Unit> {
    friend UnitBox;

  public:
    explicit Unit(sim::Simulation& simulation) : UnitBox(simulation, 0, "Unit") {}
    std::string describeWait() const override { return {}; }

    std::vector<std::string> events;

  private:
    void note(sim::Cycle cycle, const char* what) { events.push_back(std::to_string(cycle) + " " + what); }
    void reset(sim::Cycle cycle) { note(cycle, "reset"); }
    void start(sim::Cycle cycle, DrawRecord& draw) {
        EXPECT_EQ(draw.number, 7u);
        left_ = 3;
        note(cycle, "start");
    }
    bool draw(sim::Cycle cycle) {
        note(cycle, "draw");
        if (--left_ == 0) enter(UnitStatus::End);
        return true;
    }
    void finish(sim::Cycle cycle) { note(cycle, "finish"); }

    uint32_t left_ = 0;
};

/// Gives commands in given cycles, and notes the changes of the unit's status.
class Commander final : public sim::Box {
  public:
    Commander(sim::Simulation& simulation, Unit& unit, const std::map<sim::Cycle, UnitOperation>& script)
        : Box(simulation, 0, "Commander"), output_(*this, "output"), status_(*this, "status", {}), script_(script) {
        output_.bind(unit.command);
        unit.status.bind(status_);
        draw_.number = 7;
    }
    void clock(sim::Cycle cycle) override {
        if (const auto next = script_.find(cycle); next != script_.end())
            output_.write(cycle, UnitCommand{.operation = next->second, .draw = &draw_});
        if (const UnitStatus now = status_.read(cycle); shown.empty() || now != shown.back().second)
            shown.emplace_back(cycle, now);
    }
    std::string describeWait() const override { return {}; }

    std::vector<std::pair<sim::Cycle, UnitStatus>> shown;

  private:
    sim::Output<UnitCommand> output_;
    sim::Level<UnitStatus> status_;
    std::map<sim::Cycle, UnitOperation> script_;
    DrawRecord draw_;
};

struct UnitBoxBench {
    explicit UnitBoxBench(const std::map<sim::Cycle, UnitOperation>& script, bool sleeping = true)
        : simulation({.sleeping = sleeping}),
          domain(simulation.addDomain({.name = "gpu"})),
          unit(simulation),
          commander(simulation, unit, script) {}

    sim::Simulation simulation;
    sim::DomainId domain;
    Unit unit;
    Commander commander;
};

TEST(UnitBox, GoesThroughTheStatesOfADraw) {
    for (const bool sleeping : {true, false}) {
        UnitBoxBench bench({{5, UnitOperation::Draw}, {12, UnitOperation::End}, {15, UnitOperation::Reset}}, sleeping);
        bench.simulation.runThrough(0, 20);
        EXPECT_EQ(bench.unit.events, (std::vector<std::string>{"0 reset", "6 start", "7 draw", "8 draw", "9 draw",
                                                               "13 finish", "17 reset"}));
        using Shown = std::vector<std::pair<sim::Cycle, UnitStatus>>;
        EXPECT_EQ(bench.commander.shown, (Shown{{0, UnitStatus::Reset},
                                                {1, UnitStatus::Ready},
                                                {7, UnitStatus::Drawing},
                                                {10, UnitStatus::End},
                                                {14, UnitStatus::Ready},
                                                {17, UnitStatus::Reset},
                                                {18, UnitStatus::Ready}}));
    }
}

TEST(UnitBox, RefusesCommandsThatItsStateDoesNotTake) {
    const auto faultOf = [](const std::map<sim::Cycle, UnitOperation>& script) -> std::string {
        UnitBoxBench bench(script);
        try {
            bench.simulation.runThrough(0, 20);
        } catch (const sim::Fault& fault) {
            return fault.what();
        }
        return {};
    };
    EXPECT_EQ(faultOf({{5, UnitOperation::Draw}}), "");
    EXPECT_NE(faultOf({{5, UnitOperation::End}}), "") << "nothing has ended";
    EXPECT_NE(faultOf({{5, UnitOperation::Draw}, {12, UnitOperation::Draw}}), "") << "the first is not acknowledged";
    EXPECT_NE(faultOf({{5, UnitOperation::Clear}}).find("Unit cannot take"), std::string::npos);
}

}  // namespace
}  // namespace cyclorama::machine::timing
