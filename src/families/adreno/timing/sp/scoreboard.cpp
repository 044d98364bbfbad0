// SPDX-License-Identifier: MIT
#include "families/adreno/timing/sp/scoreboard.h"

#include <algorithm>

namespace cyclorama::adreno {

using ir3::Reader;
namespace hazards = ir3::hazards;

sim::Cycle Scoreboard::Bounds::latest() const { return std::max({results, shortWait, longWait}); }

bool Scoreboard::anyOf(const Slots& slots, const Use& use) {
    for (unsigned i = 0; i < use.count; ++i)
        if (slots[use.first + i]) return true;
    return false;
}

void Scoreboard::set(Slots& slots, const Uses& uses, bool value) {
    for (const Use& use : uses)
        for (unsigned i = 0; i < use.count; ++i) slots.set(use.first + i, value);
}

sim::Cycle Scoreboard::shortReady(const Use& use) const {
    sim::Cycle latest = 0;
    for (unsigned i = 0; i < use.count; ++i) latest = std::max(latest, shortReady_[use.first + i]);
    return latest;
}

void Scoreboard::begin(const Uses& results, sim::Cycle ready) {
    set(shortResults_, results, true);
    for (const Use& use : results)
        for (unsigned i = 0; i < use.count; ++i) shortReady_[use.first + i] = ready;
}

sim::Cycle Scoreboard::readyFor(const InstructionPlan& plan, const Use& use, uint32_t cycles) const {
    // Shared registers: results of the scalar unit are readable at once, and programs wait for those of others by (ss).
    if (hazards::isShared(use)) return 0;
    const bool arithmetic = plan.path == IssuePath::Arithmetic && !hazards::isSpecial(use);
    const Cycles& ready = !arithmetic ? byOthers_ : use.half ? asHalf_ : asFull_;
    sim::Cycle latest = 0;
    for (unsigned i = 0; i < use.count; ++i) latest = std::max(latest, ready[use.first + i]);
    const sim::Cycle later = sim::Cycle{use.cycle} * cycles;
    return latest > later ? latest - later : 0;
}

Scoreboard::Bounds Scoreboard::boundsOf(const InstructionPlan& plan, uint32_t cycles) const {
    Bounds bounds;
    if (plan.syncShort || plan.allRegisters) bounds.shortWait = shortEnd();
    if (plan.syncLong || plan.allRegisters) bounds.longWait = longEnd();
    for (const Uses* const uses : {&plan.reads, &plan.writes}) {
        for (const Use& use : *uses) {
            const bool ownShared = plan.scalar && hazards::isShared(use);
            if (!ownShared && anyOf(shortResults_, use)) bounds.shortWait = std::max(bounds.shortWait, shortReady(use));
            if (anyOf(longResults_, use)) bounds.longWait = std::max(bounds.longWait, longEnd());
        }
    }
    for (const Use& use : plan.reads) bounds.results = std::max(bounds.results, readyFor(plan, use, cycles));
    for (const Use& use : plan.writes)
        if (anyOf(sources_, use))
            bounds.shortWait = std::max(bounds.shortWait, notAccepted_ != 0 ? sim::kNever : acceptedAt_);
    return bounds;
}

void Scoreboard::issue(const InstructionPlan& plan) {
    if (plan.syncShort || plan.allRegisters) shortResults_.reset();
    if (plan.syncLong || plan.allRegisters) longResults_.reset();
    // The instruction has passed its waits: results pending in the registers that it writes have arrived.
    set(shortResults_, plan.writes, false);
    set(longResults_, plan.writes, false);
}

void Scoreboard::issueArithmetic(const InstructionPlan& plan, sim::Cycle cycle, uint32_t cycles) {
    for (const Use& use : plan.writes) {
        const sim::Cycle end = cycle + sim::Cycle{use.cycle} * cycles + 1;
        const auto readyAfter = [end](Reader reader) {
            return end + static_cast<sim::Cycle>(ir3::resultDelay(reader));
        };
        for (unsigned i = 0; i < use.count; ++i) {
            const unsigned slot = use.first + i;
            asHalf_[slot] = readyAfter(use.half ? Reader::SameWidth : Reader::OtherWidth);
            asFull_[slot] = readyAfter(use.half ? Reader::OtherWidth : Reader::SameWidth);
            byOthers_[slot] = readyAfter(Reader::OtherUnit);
        }
        if (hazards::isShared(use)) shortAt_ = std::max(shortAt_, readyAfter(Reader::OtherUnit));
    }
    if (plan.sharedResult || plan.scalar) begin(plan.writes, shortAt_);
}

void Scoreboard::issueShort(const InstructionPlan& plan, sim::Cycle ready) {
    shortAt_ = std::max(shortAt_, ready);
    begin(plan.writes, ready);
}

void Scoreboard::issueLong(const InstructionPlan& plan, sim::Cycle ready) {
    longAt_ = std::max(longAt_, ready);
    set(longResults_, plan.writes, true);
}

void Scoreboard::issueAccess(const InstructionPlan& plan) {
    ++notAccepted_;
    // a1.x is kept with the access.
    for (const Use& use : plan.reads)
        if (use.first != hazards::slots::kAddress1)
            for (unsigned i = 0; i < use.count; ++i) sources_.set(use.first + i);
    if (plan.access == AccessKind::Store) return;
    ++notComplete_;
    set(longResults_, plan.writes, true);
}

void Scoreboard::accept(sim::Cycle cycle) {
    --notAccepted_;
    acceptedAt_ = cycle;
    shortAt_ = std::max(shortAt_, cycle);
    if (notAccepted_ == 0) sources_.reset();
}

void Scoreboard::complete(sim::Cycle cycle) {
    --notComplete_;
    longAt_ = std::max(longAt_, cycle);
}

}  // namespace cyclorama::adreno
