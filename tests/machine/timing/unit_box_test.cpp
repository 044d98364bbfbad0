// SPDX-License-Identifier: MIT
// The states of a unit, its commands, and its sleep.

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "machine/timing/draw/draw_protocol.h"
#include "machine/timing/draw/work.h"
#include "sim/fault.h"
#include "sim/level.h"
#include "sim/simulation.h"

namespace cyclorama::machine::timing {
namespace {

/// Draws for three cycles, and notes what it is asked to do.
class Unit final : public UnitBox<Unit, DrawProtocol> {
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
    bool work(sim::Cycle cycle) {
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

/// The states and commands of a unit that copies bytes, in the place of the draw pipeline's.
enum class CopyStatus : uint8_t { Off, Idle, Copying, Copied };
std::string describe(CopyStatus status) { return std::to_string(static_cast<int>(status)); }

struct Copy {
    uint32_t cycles = 0;
};
struct CopyCommand {
    UnitRequest request = UnitRequest::Other;
    Copy* copy = nullptr;
};
std::string describe(const CopyCommand& command) { return std::to_string(static_cast<int>(command.request)); }

struct CopyProtocol {
    using Status = CopyStatus;
    using Command = CopyCommand;
    using Work = Copy;

    static constexpr CopyStatus kReset = CopyStatus::Off;
    static constexpr CopyStatus kReady = CopyStatus::Idle;
    static constexpr CopyStatus kWorking = CopyStatus::Copying;
    static constexpr CopyStatus kEnded = CopyStatus::Copied;

    static bool takesCommands(CopyStatus status) { return status == kReady || status == kEnded; }
    static UnitRequest requestOf(const CopyCommand& command) { return command.request; }
    static Copy* workOf(const CopyCommand& command) { return command.copy; }
    static std::string_view nameOf(const CopyCommand&) { return "copy"; }
};

class Copier final : public UnitBox<Copier, CopyProtocol> {
    friend UnitBox;

  public:
    explicit Copier(sim::Simulation& simulation) : UnitBox(simulation, 0, "Copier") {}
    std::string describeWait() const override { return {}; }
    using UnitBox::state;

  private:
    void start(sim::Cycle, Copy& copy) { left_ = copy.cycles; }
    bool work(sim::Cycle) {
        if (--left_ == 0) enter(CopyStatus::Copied);
        return true;
    }

    uint32_t left_ = 0;
};

TEST(UnitBox, TakesAnotherProtocol) {
    sim::Simulation simulation;
    simulation.addDomain({.name = "gpu"});
    Copier copier(simulation);
    sim::Signal<CopyCommand>& command = copier.command;
    struct Host final : sim::Box {
        explicit Host(sim::Simulation& owner, sim::Signal<CopyCommand>& to, Copier& unit)
            : Box(owner, 0, "Host"), output(*this, "output"), status(*this, "status", {}) {
            output.bind(to);
            unit.status.bind(status);
        }
        void clock(sim::Cycle cycle) override {
            if (cycle == 2) output.write(cycle, CopyCommand{.request = UnitRequest::Start, .copy = &copy});
            if (cycle == 10) output.write(cycle, CopyCommand{.request = UnitRequest::End});
        }
        std::string describeWait() const override { return {}; }
        Copy copy{.cycles = 4};
        sim::Output<CopyCommand> output;
        sim::Level<CopyStatus> status;
    } host(simulation, command, copier);
    simulation.runThrough(0, 1);
    EXPECT_EQ(copier.state(), CopyStatus::Idle);
    simulation.runThrough(0, 6);
    EXPECT_EQ(copier.state(), CopyStatus::Copying);
    simulation.runThrough(0, 7);
    EXPECT_EQ(copier.state(), CopyStatus::Copied);
    simulation.runThrough(0, 11);
    EXPECT_EQ(copier.state(), CopyStatus::Idle);
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
