// SPDX-License-Identifier: MIT
#pragma once
// When the registers of a wave may be read and written, by the rules of isa/issue_rules.h:
//
//   arithmetic results   readable 4, 7 cycles after the issue by the same and by the other width or unit
//   (ss)                 the wave's special functions and local loads are done, and UCHE has taken its accesses'
//   sources (sy)                 the wave's loads, atomic operations and texture instructions have returned
//
// A chip does not look whether a program waits; the program has to. Here an instruction that would use a register too
// early waits, too, as if the program had: results do not depend on time, and what is missing is a finding
// (checks/program_hazards.h).

#include <array>
#include <bitset>
#include <cstdint>

#include "families/adreno/timing/programs/instruction_plan.h"
#include "sim/time.h"

namespace cyclorama::adreno {

class Scoreboard {
  public:
    /// The cycles before which an instruction may not issue; sim::kNever if that depends on answers to come.
    struct Bounds {
        sim::Cycle results = 0;
        sim::Cycle shortWait = 0;
        sim::Cycle longWait = 0;

        sim::Cycle latest() const;
    };
    /// `cycles`: those of one of its repetitions.
    Bounds boundsOf(const InstructionPlan& plan, uint32_t cycles) const;

    /// An instruction was issued, past its waits. Before the others.
    void issue(const InstructionPlan& plan);
    /// Arithmetic was issued in `cycle`, with `cycles` for each repetition.
    void issueArithmetic(const InstructionPlan& plan, sim::Cycle cycle, uint32_t cycles);
    /// A result that (ss), or (sy), waits for was begun, and is there in `ready`.
    void issueShort(const InstructionPlan& plan, sim::Cycle ready);
    void issueLong(const InstructionPlan& plan, sim::Cycle ready);
    /// An access was issued; accept() and complete() follow.
    void issueAccess(const InstructionPlan& plan);
    /// Its sources are read: no cycle before `cycle` may overwrite them.
    void accept(sim::Cycle cycle);
    /// Its result may be used from `cycle` on.
    void complete(sim::Cycle cycle);

    /// Accesses whose sources are still to be read.
    uint32_t notAccepted() const { return notAccepted_; }

  private:
    using Uses = ir3::hazards::RegisterUses;
    using Use = ir3::hazards::RegisterUse;
    static constexpr unsigned kSlots = ir3::hazards::slots::kCount;
    using Slots = std::bitset<kSlots>;
    using Cycles = std::array<sim::Cycle, kSlots>;

    static bool anyOf(const Slots& slots, const Use& use);
    static void set(Slots& slots, const Uses& uses, bool value);
    sim::Cycle shortEnd() const { return notAccepted_ != 0 ? sim::kNever : shortAt_; }
    sim::Cycle longEnd() const { return notComplete_ != 0 ? sim::kNever : longAt_; }
    sim::Cycle shortReady(const Use& use) const;
    /// Results that (ss) waits for, which are there in `ready`.
    void begin(const Uses& results, sim::Cycle ready);
    sim::Cycle readyFor(const InstructionPlan& plan, const Use& use, uint32_t cycles) const;

    // When arithmetic results may be read as half registers, as parts of full ones, and by other units.
    Cycles asHalf_{};
    Cycles asFull_{};
    Cycles byOthers_{};
    Cycles shortReady_{};  ///< of results that (ss) waits for
    Slots shortResults_;
    Slots longResults_;
    Slots sources_;  ///< of accesses that are not accepted
    sim::Cycle shortAt_ = 0;
    sim::Cycle longAt_ = 0;
    sim::Cycle acceptedAt_ = 0;
    uint32_t notAccepted_ = 0;
    uint32_t notComplete_ = 0;
};

}  // namespace cyclorama::adreno
