// SPDX-License-Identifier: MIT
#include "families/adreno/checks/program_hazards.h"

#include <fmt/format.h>

#include <algorithm>

#include "families/adreno/checks/hazard_state.h"
#include "families/adreno/checks/register_uses.h"

namespace cyclorama::adreno::ir3::hazards {
namespace {

constexpr int32_t kArithmeticDelay = 3;
constexpr int32_t kOtherDelay = 6;

bool isLocalAccess(Opcode opcode) {
    return opcode == Opcode::LoadLocal || opcode == Opcode::LoadStage || opcode == Opcode::LoadVarying ||
           isBetween(opcode, Opcode::LocalAdd, Opcode::LocalXor);
}

bool givesAfterShortWait(const Instruction& in) {
    return unitOf(in.opcode) == Unit::Special || isLocalAccess(in.opcode) || in.opcode == Opcode::Shuffle ||
           in.opcode == Opcode::BufferInfo || in.opcode == Opcode::GetFiberId;
}

bool givesAfterLongWait(const Instruction& in) {
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

/// Whole words; those by a0.x are not followed.
ConstantSet constantsReadBy(const Instruction& in) {
    ConstantSet constants;
    for (const Operand& source : in.sources) {
        if (source.kind != OperandKind::Constant || source.half || source.value < 0) continue;
        const size_t first = static_cast<size_t>(source.value);
        const size_t end = std::min(first + (source.repeats ? in.repeat : 0u) + 1, kConstantWords);
        for (size_t i = first; i < end; ++i) constants.set(i);
    }
    return constants;
}

/// Constants that an instruction writes; none for stores relative to a1.x, whose place is not known.
ConstantSet constantsWrittenBy(const Instruction& in) {
    ConstantSet constants;
    const bool loads = in.opcode == Opcode::LoadUniformConstants;
    if ((!loads && in.opcode != Opcode::StoreConstants) || in.memory.viaA1 || in.destinations[0].value < 0) return {};
    const size_t first = static_cast<size_t>(in.destinations[0].value);
    const size_t end = std::min(first + in.memory.size * (loads ? size_t{kComponents} : 1), kConstantWords);
    for (size_t i = first; i < end; ++i) constants.set(i);
    return constants;
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
    HazardFinder(const Program& program, size_t length, const ProgramRules& rules)
        : program_(program), length_(std::min(length, program.steps.size())), rules_(rules) {}

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
    void leaveForArms(size_t index, const HazardState& state);
    size_t nextOfPredicate(size_t index) const;
    bool isSecondArm(size_t index) const;
    bool isEmptyArm(size_t index) const;
    bool goesOn(size_t index) const;
    bool isScalar(const Instruction& in) const;
    void step(size_t index, HazardState& state, int32_t& cycle, bool reports);
    bool needsShortWait(const RegisterUse& use, bool writes, bool scalar, const HazardState& state) const;
    void checkWaits(size_t index, const RegisterUses& uses, bool writes, HazardState& state, bool reports);
    void checkConstants(size_t index, HazardState& state, bool reports);
    void checkDelays(size_t index, const RegisterUses& reads, const HazardState& state, int32_t cycle);
    void produce(size_t index, const RegisterUses& reads, const RegisterUses& writes, HazardState& state,
                 int32_t cycle) const;
    void report(ProgramHazard::Kind kind, size_t index, size_t producer, unsigned cycles = 0);

    const Program& program_;
    size_t length_;
    ProgramRules rules_;
    std::vector<Block> blocks_;
    std::vector<size_t> blockOf_;  ///< by an instruction that begins one
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

/// Behind these goes on another program, or another part of it.
bool isEnd(Opcode opcode) {
    return opcode == Opcode::End || opcode == Opcode::Return || opcode == Opcode::ChangeShader;
}

/// Up to PREDE, or to the other one, only some fibers execute.
bool beginsArm(Opcode opcode) { return opcode == Opcode::PredicateTrue || opcode == Opcode::PredicateFalse; }

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
        if (isEnd(opcode) || beginsArm(opcode)) begins[i + 1] = true;
        if (opcode == Opcode::PredicateEnd) begins[i] = true;
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
    if (isEnd(last.opcode)) return;
    if (beginsArm(last.opcode)) return leaveForArms(block.end - 1, state);
    if (isJump(last.opcode)) {
        const int64_t target = static_cast<int64_t>(block.end) - 1 + last.target;
        if (target >= 0) flowTo(static_cast<size_t>(target), state);
        if (last.opcode == Opcode::Jump) return;
    }
    flowTo(block.end, state);
}

/// The next PREDT, PREDF or PREDE.
size_t HazardFinder::nextOfPredicate(size_t index) const {
    for (++index; index < length_; ++index)
        if (beginsArm(at(index).opcode) || at(index).opcode == Opcode::PredicateEnd) break;
    return index;
}

bool HazardFinder::isSecondArm(size_t index) const {
    while (index-- > 0) {
        if (at(index).opcode == Opcode::PredicateEnd) return false;
        if (beginsArm(at(index).opcode)) return true;
    }
    return false;
}

/// Fibers of both arms come from the first PREDT or PREDF; those of the first arm meet the second's at PREDE.
void HazardFinder::leaveForArms(size_t index, const HazardState& state) {
    const size_t next = nextOfPredicate(index);
    if (isSecondArm(index)) return flowTo(next, state);
    flowTo(index + 1, state);
    if (next == length_) return;
    flowTo(beginsArm(at(next).opcode) ? next + 1 : next, state);
}

/// Nothing depends on the predicate of an arm without instructions.
bool HazardFinder::isEmptyArm(size_t index) const {
    if (!beginsArm(at(index).opcode)) return false;
    const size_t next = nextOfPredicate(index);
    for (++index; index < next; ++index)
        if (at(index).opcode != Opcode::Nop) return false;
    return true;
}

void HazardFinder::report(ProgramHazard::Kind kind, size_t index, size_t producer, unsigned cycles) {
    const bool known = std::ranges::any_of(
        hazards_, [&](const ProgramHazard& hazard) { return hazard.kind == kind && hazard.instruction == index; });
    if (!known) hazards_.push_back({.kind = kind, .instruction = index, .producer = producer, .cycles = cycles});
}

/// Arithmetic into shared registers; moves from other registers are the vector unit's (Mesa: ir3/ir3.c, is_scalar_alu).
bool HazardFinder::isScalar(const Instruction& in) const {
    const auto shared = [](const Operand& operand) {
        return operand.kind != OperandKind::Register ||
               (operand.value >= kSharedRegisters && operand.value < kSharedRegisters + 32);
    };
    if (!rules_.scalarUnit || unitOf(in.opcode) != Unit::Arithmetic || in.opcode == Opcode::MoveMask) return false;
    if (in.destinations[0].kind != OperandKind::Register || !shared(in.destinations[0])) return false;
    return in.opcode != Opcode::Move || shared(in.sources[0]);
}

bool HazardFinder::needsShortWait(const RegisterUse& use, bool writes, bool scalar, const HazardState& state) const {
    if (hasAny(state.shortWait, use)) return true;
    if (!(scalar && use.half) && hasAny(state.scalarHalves, use)) return true;
    if (!(scalar && !use.half) && hasAny(state.scalarFulls, use)) return true;
    if (!writes) return false;
    return hasAny(state.shortReads, use) || hasAny(state.eitherReads, use) ||
           (!scalar && hasAny(state.scalarReads, use));
}

void HazardFinder::checkWaits(size_t index, const RegisterUses& uses, bool writes, HazardState& state, bool reports) {
    for (const RegisterUse& use : uses) {
        if (isSpecial(use)) continue;
        const uint32_t producer = state.producer[use.first];
        if (needsShortWait(use, writes, isScalar(at(index)), state)) {
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
    const ConstantSet constants = constantsReadBy(at(index));
    if ((state.shortConstants & constants).any()) {
        if (reports) report(ProgramHazard::Kind::NoShortWait, index, state.constantProducer);
        state.shortConstants.reset();
    }
    if ((state.longConstants & constants).any()) {
        if (reports) report(ProgramHazard::Kind::NoLongWait, index, state.constantProducer);
        state.longConstants.reset();
    }
}

void HazardFinder::checkDelays(size_t index, const RegisterUses& reads, const HazardState& state, int32_t cycle) {
    const Instruction& in = at(index);
    const bool arithmetic = unitOf(in.opcode) == Unit::Arithmetic;
    if (isEmptyArm(index)) return;
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
        if (isScalar(in))
            setAll(use.half ? state.scalarHalves : state.scalarFulls, use);
        else if (shared || givesAfterShortWait(in))
            setAll(state.shortWait, use);
        if (givesAfterLongWait(in)) setAll(state.longWait, use);
    }
    if (isScalar(in))
        for (const RegisterUse& use : reads)
            if (isShared(use)) setAll(state.scalarReads, use);
    if (readsLater(in)) {
        const bool byLong = givesAfterLongWait(in) && !givesAfterShortWait(in);
        for (const RegisterUse& use : reads) {
            if (isSpecial(use)) continue;
            setAll(byLong ? state.eitherReads : state.shortReads, use);
            if (!hasAny(state.shortWait, use) && !hasAny(state.longWait, use)) state.producer[use.first] = number;
        }
    }
    const ConstantSet constants = constantsWrittenBy(in);
    (in.opcode == Opcode::StoreConstants ? state.shortConstants : state.longConstants) |= constants;
    if (constants.any()) state.constantProducer = number;
}

/// True for an instruction that does another part of what the one before it began: fine derivatives come twice, those
/// of gradients once for each pixel.
bool HazardFinder::goesOn(size_t index) const {
    const Opcode opcode = at(index).opcode;
    if (isBetween(opcode, Opcode::SampleGradientPixel1, Opcode::SampleGradientPixel3)) return true;
    return isBetween(opcode, Opcode::DerivativeFineX, Opcode::DerivativeFineY) && index > 0 &&
           at(index - 1).opcode == opcode && at(index - 1).destinations == at(index).destinations;
}

/// Moves of several registers take a cycle for each. Without repeats the bits (r) are (nop): of interpolations, too,
/// though their text keeps (r) (Mesa: isa/ir3-cat2.xml, ir3/ir3_legalize.c).
int32_t cyclesOf(const Instruction& in) {
    if (in.opcode == Opcode::Swizzle) return 2;
    if (in.opcode == Opcode::Gather || in.opcode == Opcode::Scatter) return 4;
    const bool interpolates = in.opcode == Opcode::InterpolateFloat || in.opcode == Opcode::FlatBits;
    if (!interpolates || in.repeat != 0) return 1 + in.repeat + in.delay;
    return 1 + (in.sources[0].repeats ? 1 : 0) + (in.sources[1].repeats ? 2 : 0);
}

void HazardFinder::step(size_t index, HazardState& state, int32_t& cycle, bool reports) {
    const Instruction& in = at(index);
    if (in.syncShort) state.waitShort();
    if (in.syncLong) state.waitLong();
    if (in.opcode == Opcode::PreambleStart) inPreamble_ = true;
    if (in.opcode == Opcode::PreambleEnd) inPreamble_ = false;
    const RegisterUses reads = readsOf(in, rules_.mergedRegisters);
    const RegisterUses writes = writesOf(in, rules_.mergedRegisters);
    if (!goesOn(index)) {
        checkWaits(index, reads, false, state, reports);
        checkWaits(index, writes, true, state, reports);
    }
    checkConstants(index, state, reports);
    if (reports) checkDelays(index, reads, state, cycle);
    produce(index, reads, writes, state, cycle);
    cycle += cyclesOf(in);
}

}  // namespace

std::vector<ProgramHazard> programHazards(const Program& program, size_t length, const ProgramRules& rules) {
    return HazardFinder(program, length, rules).find();
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
