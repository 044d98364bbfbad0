// SPDX-License-Identifier: MIT
#pragma once
// The states of a unit that a command unit commands, and the commands that change them:
//
//   Reset -> Ready -- Start --> Working -> Ended -- End --> Ready;   Reset from all but Working
//
// A command that a unit does not take in its state ends the simulation with a fault.

#include <string>
#include <type_traits>
#include <vector>

#include "machine/timing/core/unit_protocol.h"
#include "sim/box.h"
#include "sim/fault.h"
#include "sim/level.h"
#include "sim/signal.h"

namespace cyclorama::machine::timing {

/// The base of a unit `Unit`, which derives from UnitBox<Unit, Protocol>, makes it a friend and defines those of the
/// hooks below that it needs, with the same parameters: work() and start() at least. They are called directly, not
/// virtually; so that they can be inline in clock(), the template is instantiated with the unit's source alone.
///
///     class Clipper final : public UnitBox<Clipper, DrawProtocol> {     // clipper.h
///         friend UnitBox;
///         ...
///     };
///     extern template class UnitBox<Clipper, DrawProtocol>;
///
///     template class UnitBox<Clipper, DrawProtocol>;                    // clipper.cpp
template <typename Unit, UnitProtocol Protocol, UnitKind kKind = UnitKind::Whole>
class UnitBox : public sim::Box {
  public:
    using Status = typename Protocol::Status;
    using Command = typename Protocol::Command;

  private:
    /// In the place of the status of a part.
    struct NoStatus {
        NoStatus(sim::Box&, const char*) {}
        void write(sim::Cycle, Status) {}
    };

  public:
    /// Width 1, latency 1.
    sim::Signal<Command> command;
    /// The state, for the commander.
    [[no_unique_address]] std::conditional_t<kKind == UnitKind::Whole, sim::LevelOutput<Status>, NoStatus> status;

    void clock(sim::Cycle cycle) final;
    void describeState(std::vector<std::string>& lines) const final {
        lines.push_back("state: " + describe(state_));
        static_cast<const Unit&>(*this).describeWork(lines);
    }

  protected:
    UnitBox(sim::Simulation& simulation, sim::DomainId domain, const std::string& name)
        : Box(simulation, domain, name), command(*this, {.name = "command"}), status(*this, "status") {}

    Status state() const { return state_; }
    bool working() const { return state_ == Protocol::kWorking; }
    void enter(Status state) { state_ = state; }

    // Hooks. Those of a cycle return true if the next cycle may be another, whatever comes in; else the box may sleep.

    /// Inputs that come in every state. Called first.
    bool receive(sim::Cycle) { return false; }
    /// A cycle in which the unit takes commands, after it took one.
    bool standBy(sim::Cycle) { return false; }
    /// A cycle in a state of the unit's own.
    bool workInOtherState(sim::Cycle) { return true; }
    // bool work(sim::Cycle): a cycle of the work. enter(Protocol::kEnded) is its end.
    // void start(sim::Cycle, Protocol::Work&): work begins; the state is kWorking already.

    /// The command to reset has come; reset() follows in the next cycle, as it does in the first of all.
    void beginReset(sim::Cycle) {}
    void reset(sim::Cycle) {}
    /// The work has ended in all units.
    void finish(sim::Cycle) {}
    /// Any other command; false if it cannot be taken in this state.
    bool takeOther(sim::Cycle, const Command&) { return false; }
    /// Work lasts until the command to end it; commands are taken meanwhile.
    static constexpr bool kWorksUntilEnd = false;

    /// Levels that are shown at the end of each cycle.
    void show(sim::Cycle cycle) { status.write(cycle, state_); }
    /// Appends lines about the unit's work, for people.
    void describeWork(std::vector<std::string>&) const {}
    /// The cycle at which the box has to be awake again without an input.
    sim::Cycle alarm(sim::Cycle) const { return sim::kNever; }

  private:
    Unit& unit() { return static_cast<Unit&>(*this); }
    // Rare, and apart from the registers that clock() fills.
    /// A cycle in which the unit does not work; returns true as a hook does.
    [[gnu::noinline]] bool clockOutsideWork(sim::Cycle cycle);
    /// Returns true if there was a command.
    [[gnu::noinline]] bool takeCommand(sim::Cycle cycle);

    Status state_ = Protocol::kReset;
};

template <typename Unit, UnitProtocol Protocol, UnitKind kKind>
void UnitBox<Unit, Protocol, kKind>::clock(sim::Cycle cycle) {
    bool active = unit().receive(cycle);
    if (working()) [[likely]] {
        active |= unit().work(cycle);
        if constexpr (Unit::kWorksUntilEnd) active |= takeCommand(cycle);
    } else {
        active |= clockOutsideWork(cycle);
    }
    unit().show(cycle);
    if (active) return;
    if (const sim::Cycle next = unit().alarm(cycle); next > cycle + 1) sleepUntil(next);
}

template <typename Unit, UnitProtocol Protocol, UnitKind kKind>
bool UnitBox<Unit, Protocol, kKind>::clockOutsideWork(sim::Cycle cycle) {
    if (state_ == Protocol::kReset) {
        state_ = Protocol::kReady;
        unit().reset(cycle);
        return true;
    }
    if (!Protocol::takesCommands(state_)) return unit().workInOtherState(cycle);
    const bool commanded = takeCommand(cycle);
    return unit().standBy(cycle) || commanded;
}

template <typename Unit, UnitProtocol Protocol, UnitKind kKind>
bool UnitBox<Unit, Protocol, kKind>::takeCommand(sim::Cycle cycle) {
    const auto received = command.read(cycle);
    if (!received) return false;
    constexpr Status kEnds = Unit::kWorksUntilEnd ? Protocol::kWorking : Protocol::kEnded;
    const UnitRequest request = Protocol::requestOf(*received);
    typename Protocol::Work* const work = Protocol::workOf(*received);
    if (request == UnitRequest::Reset) {
        state_ = Protocol::kReset;
        unit().beginReset(cycle);
    } else if (request == UnitRequest::Start && state_ == Protocol::kReady && work != nullptr) {
        state_ = Protocol::kWorking;
        unit().start(cycle, *work);
    } else if (request == UnitRequest::End && state_ == kEnds) {
        state_ = Protocol::kReady;
        unit().finish(cycle);
    } else if (!unit().takeOther(cycle, *received)) {
        throw sim::Fault(name() + " cannot take the operation " + std::string(Protocol::nameOf(*received)) +
                         " in its state");
    }
    return true;
}

}  // namespace cyclorama::machine::timing
