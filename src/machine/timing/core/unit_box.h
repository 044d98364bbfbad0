// SPDX-License-Identifier: MIT
#pragma once
// The states of a unit of the draw pipeline, and the commands that change them:
//
//   Reset -> Ready -- Draw --> Drawing -> End -- End --> Ready;   Reset from all but Drawing
//
// A command that a unit does not take in its state ends the simulation with a fault (refuse()).

#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include "machine/timing/core/control.h"
#include "machine/timing/core/work.h"
#include "sim/box.h"
#include "sim/level.h"
#include "sim/signal.h"

namespace cyclorama::machine::timing {

/// A part gets its unit's commands, and shows no status of its own.
enum class UnitKind : uint8_t { Whole, Part };

/// The base of a unit `Unit`, which derives from UnitBox<Unit>, makes it a friend and defines those of the hooks below
/// that it needs, with the same parameters: draw() and start() at least. They are called directly, not virtually; so
/// that they can be inline in clock(), UnitBox<Unit> is instantiated with the unit's source alone.
///
///     class Clipper final : public UnitBox<Clipper> {     // clipper.h
///         friend UnitBox;
///         ...
///     };
///     extern template class UnitBox<Clipper>;
///
///     template class UnitBox<Clipper>;                    // clipper.cpp
template <typename Unit, UnitKind kKind = UnitKind::Whole>
class UnitBox : public sim::Box {
    /// In the place of a status that nobody sees.
    struct NoStatus {
        NoStatus(sim::Box&, const char*) {}
        void write(sim::Cycle, UnitStatus) {}
    };

  public:
    /// Width 1, latency 1.
    sim::Signal<UnitCommand> command;
    /// The state, for the commander.
    [[no_unique_address]] std::conditional_t<kKind == UnitKind::Whole, sim::LevelOutput<UnitStatus>, NoStatus> status;

    void clock(sim::Cycle cycle) final;
    void describeState(std::vector<std::string>& lines) const final {
        lines.push_back("state: " + describe(state_));
        static_cast<const Unit&>(*this).describeWork(lines);
    }

  protected:
    UnitBox(sim::Simulation& simulation, sim::DomainId domain, const std::string& name)
        : Box(simulation, domain, name), command(*this, {.name = "command"}), status(*this, "status") {}

    UnitStatus state() const { return state_; }
    bool drawing() const { return state_ == UnitStatus::Drawing; }
    void enter(UnitStatus state) { state_ = state; }

    // Hooks. Those of a cycle return true if the next cycle may be another, whatever comes in; else the box may sleep.

    /// Inputs that come in every state. Called first.
    bool receive(sim::Cycle) { return false; }
    /// A cycle in which the unit takes commands, after it took one.
    bool standBy(sim::Cycle) { return false; }
    /// A cycle in a state of the unit's own.
    bool workInOtherState(sim::Cycle) { return true; }
    // bool draw(sim::Cycle): a cycle of a draw. enter(UnitStatus::End) is its end.
    // void start(sim::Cycle, DrawRecord&): a draw begins; the state is Drawing already.

    /// The command to reset has come; reset() follows in the next cycle, as it does in the first of all.
    void beginReset(sim::Cycle) {}
    void reset(sim::Cycle) {}
    /// The draw has ended in all units.
    void finish(sim::Cycle) {}
    /// Any other command; false if it cannot be taken in this state.
    bool takeOther(sim::Cycle, const UnitCommand&) { return false; }
    /// A draw lasts until the command to end it; commands are taken meanwhile.
    static constexpr bool kDrawsUntilEnd = false;

    /// Levels that are shown at the end of each cycle.
    void show(sim::Cycle cycle) { status.write(cycle, state_); }
    /// Appends lines about the unit's work, for people.
    void describeWork(std::vector<std::string>&) const {}
    /// The cycle at which the box has to be awake again without an input.
    sim::Cycle alarm(sim::Cycle) const { return sim::kNever; }

  private:
    Unit& unit() { return static_cast<Unit&>(*this); }
    // Rare, and apart from the registers that clock() fills.
    /// A cycle in which the unit does not draw; returns true as a hook does.
    [[gnu::noinline]] bool clockOutsideDraw(sim::Cycle cycle);
    /// Returns true if there was a command.
    [[gnu::noinline]] bool takeCommand(sim::Cycle cycle);

    UnitStatus state_ = UnitStatus::Reset;
};

template <typename Unit, UnitKind kKind>
void UnitBox<Unit, kKind>::clock(sim::Cycle cycle) {
    bool active = unit().receive(cycle);
    if (state_ == UnitStatus::Drawing) [[likely]] {
        active |= unit().draw(cycle);
        if constexpr (Unit::kDrawsUntilEnd) active |= takeCommand(cycle);
    } else {
        active |= clockOutsideDraw(cycle);
    }
    unit().show(cycle);
    if (active) return;
    if (const sim::Cycle next = unit().alarm(cycle); next > cycle + 1) sleepUntil(next);
}

template <typename Unit, UnitKind kKind>
bool UnitBox<Unit, kKind>::clockOutsideDraw(sim::Cycle cycle) {
    switch (state_) {
        case UnitStatus::Reset:
            state_ = UnitStatus::Ready;
            unit().reset(cycle);
            return true;
        case UnitStatus::Ready:
        case UnitStatus::End:
        case UnitStatus::ClearEnd: {
            const bool commanded = takeCommand(cycle);
            return unit().standBy(cycle) || commanded;
        }
        default:
            return unit().workInOtherState(cycle);
    }
}

template <typename Unit, UnitKind kKind>
bool UnitBox<Unit, kKind>::takeCommand(sim::Cycle cycle) {
    const auto received = command.read(cycle);
    if (!received) return false;
    constexpr UnitStatus kEnded = Unit::kDrawsUntilEnd ? UnitStatus::Drawing : UnitStatus::End;
    if (received->operation == UnitOperation::Reset) {
        state_ = UnitStatus::Reset;
        unit().beginReset(cycle);
    } else if (received->operation == UnitOperation::Draw && state_ == UnitStatus::Ready && received->draw != nullptr) {
        state_ = UnitStatus::Drawing;
        unit().start(cycle, *received->draw);
    } else if (received->operation == UnitOperation::End && state_ == kEnded) {
        state_ = UnitStatus::Ready;
        unit().finish(cycle);
    } else if (!unit().takeOther(cycle, *received)) {
        refuse(*received, name());
    }
    return true;
}

}  // namespace cyclorama::machine::timing
