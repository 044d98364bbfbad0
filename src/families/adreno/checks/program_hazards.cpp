// SPDX-License-Identifier: MIT
#include "families/adreno/checks/program_hazards.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bitset>

#include "families/adreno/checks/register_uses.h"

namespace cyclorama::adreno::ir3::hazards {
namespace {

constexpr int32_t kArithmeticDelay = 3;
constexpr int32_t kOtherDelay = 6;

using SlotSet = std::bitset<slots::kCount>;
using SlotCycles = std::array<int32_t, slots::kCount>;

/// The state between two instructions. Cycles count from the start of the block.
struct HazardState {
    SlotSet shortWait;    ///< values that (ss) waits for
    SlotSet longWait;     ///< values that (sy) waits for
    SlotSet shortReads;   ///< sources that are read at the latest when (ss) is over
    SlotSet eitherReads;  ///< the same, or (sy)
    bool constantsShort = false;
    bool constantsLong = false;
    /// From when on an arithmetic instruction may read the slot as a half register, as part of a full one, and from
    /// when on others may read it.
    SlotCycles asHalf{};
    SlotCycles asFull{};
    SlotCycles byOthers{};
    /// The last instruction that wrote or, where it is waited for, read the slot.
    std::array<uint32_t, slots::kCount> producer{};
    uint32_t constantProducer = 0;

    void waitShort() {
        shortWait.reset();
        shortReads.reset();
        eitherReads.reset();
        constantsShort = false;
    }
    void waitLong() {
        longWait.reset();
        eitherReads.reset();
        constantsLong = false;
    }
    /// Takes in the state at the end of a block before; true if that changed it.
    bool join(const HazardState& other);
    /// Counts cycles from here.
    void rebase(int32_t cycle);
};

bool HazardState::join(const HazardState& other) {
    bool changed = false;
    const auto unite = [&](SlotSet& mine, const SlotSet& theirs) {
        changed |= (theirs & ~mine).any();
        mine |= theirs;
    };
    for (size_t i = 0; i < slots::kCount; ++i) {
        const bool news = other.byOthers[i] > byOthers[i] || (other.longWait[i] && !longWait[i]) ||
                          (other.shortWait[i] && !shortWait[i]) || (other.shortReads[i] && !shortReads[i]) ||
                          (other.eitherReads[i] && !eitherReads[i]);
        if (news) producer[i] = other.producer[i];
    }
    unite(shortWait, other.shortWait);
    unite(longWait, other.longWait);
    unite(shortReads, other.shortReads);
    unite(eitherReads, other.eitherReads);
    const bool newConstants = (other.constantsShort && !constantsShort) || (other.constantsLong && !constantsLong);
    if (newConstants) constantProducer = other.constantProducer;
    changed |= newConstants;
    constantsShort |= other.constantsShort;
    constantsLong |= other.constantsLong;
    const auto later = [&](SlotCycles& mine, const SlotCycles& theirs) {
        for (size_t i = 0; i < mine.size(); ++i) {
            changed |= theirs[i] > mine[i];
            mine[i] = std::max(mine[i], theirs[i]);
        }
    };
    later(asHalf, other.asHalf);
    later(asFull, other.asFull);
    later(byOthers, other.byOthers);
    return changed;
}

void HazardState::rebase(int32_t cycle) {
    for (SlotCycles* const cycles : {&asHalf, &asFull, &byOthers})
        for (int32_t& one : *cycles) one = std::max(one - cycle, 0);
}

bool isLocalAccess(Opcode opcode) {
    return opcode == Opcode::LoadLocal || opcode == Opcode::LoadStage || opcode == Opcode::LoadVarying ||
           isBetween(opcode, Opcode::LocalAdd, Opcode::LocalXor);
}

bool needsShortWait(const Instruction& in) {
    return unitOf(in.opcode) == Unit::Special || isLocalAccess(in.opcode) || in.opcode == Opcode::Shuffle ||
           in.opcode == Opcode::BufferInfo;
}

bool needsLongWait(const Instruction& in) {
    switch (unitOf(in.opcode)) {
        case Unit::Texture:
            return true;
        case Unit::Memory:
            return isBetween(in.opcode, Opcode::LoadGlobal, Opcode::LoadGlobalIndexed) ||
                   in.opcode == Opcode::LoadPrivate || in.opcode == Opcode::LoadUniform ||
                   in.opcode == Opcode::LoadBuffer || isBetween(in.opcode, Opcode::GlobalAdd, Opcode::GlobalXor) ||
                   isBetween(in.opcode, Opcode::BufferAdd, Opcode::BufferXor);
        default:
            return false;
    }
}

/// Sources of these are read some time after they are issued.
bool readsLater(const Instruction& in) {
    const Unit unit = unitOf(in.opcode);
    return unit == Unit::Texture || unit == Unit::Memory || unit == Unit::Special;
}

bool readsConstants(const Instruction& in) {
    return std::ranges::any_of(in.sources, [](const Operand& operand) {
        return operand.kind == OperandKind::Constant || operand.kind == OperandKind::RelativeConstant;
    });
}

template <typename Set>
bool hasAny(const Set& set, const RegisterUse& use) {
    for (unsigned i = 0; i < use.count; ++i)
        if (set[use.first + i]) return true;
    return false;
}

void setAll(SlotSet& set, const RegisterUse& use) {
    for (unsigned i = 0; i < use.count; ++i) set.set(use.first + i);
}

class HazardFinder {
  public:
    HazardFinder(const Program& program, size_t length, bool merged)
        : program_(program), length_(std::min(length, program.steps.size())), merged_(merged) {}

    std::vector<ProgramHazard> find();

  private:
    struct Block {
        size_t first = 0;
        size_t end = 0;
        bool reached = false;
        bool waits = false;
        HazardState begin{};
    };

    const Instruction& at(size_t index) const { return program_.steps[index].instruction; }
    void splitIntoBlocks();
    void flowTo(size_t instruction, const HazardState& state);
    void walk(Block block, bool reports);
    void leave(const Block& block, const HazardState& state);
    bool goesOn(size_t index) const;
    void step(size_t index, HazardState& state, int32_t& cycle, bool reports);
    void checkWaits(size_t index, const RegisterUses& uses, bool writes, HazardState& state, bool reports);
    void checkConstants(size_t index, HazardState& state, bool reports);
    void checkDelays(size_t index, const RegisterUses& reads, const HazardState& state, int32_t cycle);
    void produce(size_t index, const RegisterUses& reads, const RegisterUses& writes, HazardState& state,
                 int32_t cycle) const;
    void report(ProgramHazard::Kind kind, size_t index, size_t producer, unsigned cycles = 0);

    const Program& program_;
    size_t length_;
    bool merged_;
    std::vector<Block> blocks_;
    std::vector<size_t> blockOf_;  ///< by an instruction that begins one
    /// At the last PREDT, which PREDF's fibers come from, and behind what PREDT's did.
    HazardState atPredicate_;
    HazardState behindTrue_;
    bool inPreamble_ = false;
    std::vector<ProgramHazard> hazards_;
};

bool isJump(Opcode opcode) {
    switch (opcode) {
        case Opcode::Jump:
        case Opcode::Call:
        case Opcode::GetOne:
        case Opcode::GetLast:
        case Opcode::PreambleStart:
        case Opcode::Branch:
        case Opcode::BranchAny:
        case Opcode::BranchAll:
        case Opcode::BranchOr:
        case Opcode::BranchAnd:
            return true;
        default:
            return false;
    }
}

void HazardFinder::splitIntoBlocks() {
    std::vector<bool> begins(length_ + 1);
    begins[0] = true;
    for (size_t i = 0; i < length_; ++i) {
        const Opcode opcode = at(i).opcode;
        if (isJump(opcode)) {
            const int64_t target = static_cast<int64_t>(i) + at(i).target;
            if (target >= 0 && target < static_cast<int64_t>(length_)) begins[static_cast<size_t>(target)] = true;
            begins[i + 1] = true;
        }
        if (opcode == Opcode::End || opcode == Opcode::Return) begins[i + 1] = true;
    }
    blockOf_.resize(length_ + 1);
    for (size_t i = 0; i < length_; ++i) {
        if (begins[i]) blocks_.push_back({.first = i});
        blockOf_[i] = blocks_.size() - 1;
        blocks_.back().end = i + 1;
    }
}

std::vector<ProgramHazard> HazardFinder::find() {
    if (length_ == 0) return {};
    splitIntoBlocks();
    blocks_[0].reached = blocks_[0].waits = true;
    // Sets only grow, and cycles are bounded: a few rounds do.
    constexpr int kMostRounds = 64;
    for (int round = 0; round < kMostRounds; ++round) {
        bool any = false;
        for (size_t i = 0; i < blocks_.size(); ++i) {
            if (!blocks_[i].waits) continue;
            blocks_[i].waits = false;
            any = true;
            walk(blocks_[i], false);
        }
        if (!any) break;
    }
    for (const Block& block : blocks_)
        if (block.reached) walk(block, true);
    return std::move(hazards_);
}

void HazardFinder::flowTo(size_t instruction, const HazardState& state) {
    if (instruction >= length_) return;
    Block& block = blocks_[blockOf_[instruction]];
    const bool changed = block.begin.join(state);
    block.waits |= changed || !block.reached;
    block.reached = true;
}

void HazardFinder::walk(Block block, bool reports) {
    HazardState& state = block.begin;
    int32_t cycle = 0;
    for (size_t i = block.first; i < block.end; ++i) {
        if (!program_.steps[i].known) return;
        step(i, state, cycle, reports);
    }
    if (reports) return;
    state.rebase(cycle);
    leave(block, state);
}

void HazardFinder::leave(const Block& block, const HazardState& state) {
    const Instruction& last = at(block.end - 1);
    if (last.opcode == Opcode::End || last.opcode == Opcode::Return) return;
    if (isJump(last.opcode)) {
        const int64_t target = static_cast<int64_t>(block.end) - 1 + last.target;
        if (target >= 0) flowTo(static_cast<size_t>(target), state);
        if (last.opcode == Opcode::Jump) return;
    }
    flowTo(block.end, state);
}

void HazardFinder::report(ProgramHazard::Kind kind, size_t index, size_t producer, unsigned cycles) {
    const bool known = std::ranges::any_of(
        hazards_, [&](const ProgramHazard& hazard) { return hazard.kind == kind && hazard.instruction == index; });
    if (!known) hazards_.push_back({.kind = kind, .instruction = index, .producer = producer, .cycles = cycles});
}

void HazardFinder::checkWaits(size_t index, const RegisterUses& uses, bool writes, HazardState& state, bool reports) {
    for (const RegisterUse& use : uses) {
        if (isSpecial(use)) continue;
        const uint32_t producer = state.producer[use.first];
        const bool tooShort = hasAny(state.shortWait, use) ||
                              (writes && (hasAny(state.shortReads, use) || hasAny(state.eitherReads, use)));
        if (tooShort) {
            if (reports) report(ProgramHazard::Kind::NoShortWait, index, producer);
            state.waitShort();
        }
        if (hasAny(state.longWait, use)) {
            if (reports) report(ProgramHazard::Kind::NoLongWait, index, producer);
            state.waitLong();
        }
    }
}

void HazardFinder::checkConstants(size_t index, HazardState& state, bool reports) {
    if (!readsConstants(at(index))) return;
    if (state.constantsShort) {
        if (reports) report(ProgramHazard::Kind::NoShortWait, index, state.constantProducer);
        state.constantsShort = false;
    }
    if (state.constantsLong) {
        if (reports) report(ProgramHazard::Kind::NoLongWait, index, state.constantProducer);
        state.constantsLong = false;
    }
}

void HazardFinder::checkDelays(size_t index, const RegisterUses& reads, const HazardState& state, int32_t cycle) {
    const Instruction& in = at(index);
    const bool arithmetic = unitOf(in.opcode) == Unit::Arithmetic;
    for (const RegisterUse& use : reads) {
        // Preambles that run on their own wait for a1.x by (ss).
        if (isShared(use) || (use.first == slots::kAddress1 && inPreamble_)) continue;
        const SlotCycles& ready = !arithmetic || isSpecial(use) ? state.byOthers
                                  : use.half                    ? state.asHalf
                                                                : state.asFull;
        for (unsigned i = 0; i < use.count; ++i) {
            const int32_t missing = ready[use.first + i] - (cycle + use.cycle);
            if (missing > 0)
                report(ProgramHazard::Kind::Early, index, state.producer[use.first + i],
                       static_cast<unsigned>(missing));
        }
    }
}

void HazardFinder::produce(size_t index, const RegisterUses& reads, const RegisterUses& writes, HazardState& state,
                           int32_t cycle) const {
    const Instruction& in = at(index);
    const bool arithmetic = unitOf(in.opcode) == Unit::Arithmetic;
    const auto number = static_cast<uint32_t>(index);
    for (const RegisterUse& use : writes) {
        const bool shared = isShared(use);
        for (unsigned i = 0; i < use.count; ++i) {
            const unsigned slot = use.first + i;
            const int32_t end = cycle + 1 + use.cycle;
            state.producer[slot] = number;
            state.asHalf[slot] = arithmetic ? end + (use.half ? kArithmeticDelay : kOtherDelay) : 0;
            state.asFull[slot] = arithmetic ? end + (use.half ? kOtherDelay : kArithmeticDelay) : 0;
            state.byOthers[slot] = arithmetic ? end + kOtherDelay : 0;
        }
        if (isSpecial(use)) continue;
        if (shared || needsShortWait(in)) setAll(state.shortWait, use);
        if (needsLongWait(in)) setAll(state.longWait, use);
    }
    if (readsLater(in)) {
        const bool byLong = needsLongWait(in) && !needsShortWait(in);
        for (const RegisterUse& use : reads) {
            if (isSpecial(use)) continue;
            setAll(byLong ? state.eitherReads : state.shortReads, use);
            if (!hasAny(state.shortWait, use) && !hasAny(state.longWait, use)) state.producer[use.first] = number;
        }
    }
    state.constantsShort |= in.opcode == Opcode::StoreConstants;
    state.constantsLong |= in.opcode == Opcode::LoadUniformConstants;
    if (in.opcode == Opcode::StoreConstants || in.opcode == Opcode::LoadUniformConstants)
        state.constantProducer = number;
}

/// True for an instruction that does another part of what the one before it began: fine derivatives come twice, those
/// of gradients once for each pixel.
bool HazardFinder::goesOn(size_t index) const {
    const Opcode opcode = at(index).opcode;
    if (isBetween(opcode, Opcode::SampleGradientPixel1, Opcode::SampleGradientPixel3)) return true;
    return isBetween(opcode, Opcode::DerivativeFineX, Opcode::DerivativeFineY) && index > 0 &&
           at(index - 1).opcode == opcode && at(index - 1).destinations == at(index).destinations;
}

void HazardFinder::step(size_t index, HazardState& state, int32_t& cycle, bool reports) {
    const Instruction& in = at(index);
    if (in.syncShort) state.waitShort();
    if (in.syncLong) state.waitLong();
    if (in.opcode == Opcode::PreambleStart) inPreamble_ = true;
    if (in.opcode == Opcode::PreambleEnd) inPreamble_ = false;
    const RegisterUses reads = readsOf(in, merged_);
    const RegisterUses writes = writesOf(in, merged_);
    if (!goesOn(index)) {
        checkWaits(index, reads, false, state, reports);
        checkWaits(index, writes, true, state, reports);
    }
    checkConstants(index, state, reports);
    if (reports) checkDelays(index, reads, state, cycle);
    produce(index, reads, writes, state, cycle);
    cycle += 1 + in.repeat + in.delay;
    if (in.opcode == Opcode::PredicateTrue) {
        atPredicate_ = state;
        behindTrue_ = {};
    } else if (in.opcode == Opcode::PredicateFalse) {
        behindTrue_ = state;
        state = atPredicate_;
    } else if (in.opcode == Opcode::PredicateEnd) {
        state.join(behindTrue_);
        behindTrue_ = {};
    }
}

}  // namespace

std::vector<ProgramHazard> programHazards(const Program& program, size_t length, bool mergedRegisters) {
    return HazardFinder(program, length, mergedRegisters).find();
}

std::string describe(const ProgramHazard& hazard) {
    const std::string uses =
        fmt::format("instruction {} uses what instruction {} gives or reads", hazard.instruction, hazard.producer);
    switch (hazard.kind) {
        case ProgramHazard::Kind::NoShortWait:
            return uses + ", without (ss)";
        case ProgramHazard::Kind::NoLongWait:
            return uses + ", without (sy)";
        default:
            return fmt::format("{}, {} cycles early", uses, hazard.cycles);
    }
}

}  // namespace cyclorama::adreno::ir3::hazards
