// SPDX-License-Identifier: MIT
#include "families/adreno/checks/program_hazards.h"

#include <fmt/format.h>

#include <algorithm>

#include "families/adreno/checks/hazard_state.h"
#include "families/adreno/checks/register_uses.h"
#include "families/adreno/isa/issue_rules.h"

namespace cyclorama::adreno::ir3::hazards {
namespace {

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
    HazardFinder(const Ir3Program& program, size_t length, const ProgramRules& rules)
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
    /// Up to the next arm or the end of arms only some fibers execute.
    bool beginsArm(size_t index) const { return flowOf(at(index).opcode) == Flow::Arm; }
    size_t nextOfPredicate(size_t index) const;
    bool isSecondArm(size_t index) const;
    bool isEmptyArm(size_t index) const;
    bool isScalar(const Instruction& in) const;
    void step(size_t index, HazardState& state, int32_t& cycle, bool reports);
    bool needsShortWait(const RegisterUse& use, bool writes, bool scalar, const HazardState& state) const;
    void checkWaits(size_t index, const RegisterUses& uses, bool writes, HazardState& state, bool reports);
    void checkConstants(size_t index, HazardState& state, bool reports);
    void checkDelays(size_t index, const RegisterUses& reads, const HazardState& state, int32_t cycle);
    void produce(size_t index, const RegisterUses& reads, const RegisterUses& writes, HazardState& state,
                 int32_t cycle) const;
    void report(ProgramHazard::Kind kind, size_t index, size_t producer, unsigned cycles = 0);

    const Ir3Program& program_;
    size_t length_;
    ProgramRules rules_;
    std::vector<Block> blocks_;
    std::vector<size_t> blockOf_;  ///< by an instruction that begins one
    bool inPreamble_ = false;
    std::vector<ProgramHazard> hazards_;
};

void HazardFinder::splitIntoBlocks() {
    std::vector<bool> begins(length_ + 1);
    begins[0] = true;
    for (size_t i = 0; i < length_; ++i) {
        const Flow flow = flowOf(at(i).opcode);
        if (hasTarget(flow)) {
            const int64_t target = static_cast<int64_t>(i) + at(i).target;
            if (target >= 0 && target < static_cast<int64_t>(length_)) begins[static_cast<size_t>(target)] = true;
            begins[i + 1] = true;
        }
        if (flow == Flow::End || flow == Flow::Arm) begins[i + 1] = true;
        if (flow == Flow::ArmsEnd) begins[i] = true;
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
    const Flow flow = flowOf(last.opcode);
    if (flow == Flow::End) return;
    if (flow == Flow::Arm) return leaveForArms(block.end - 1, state);
    if (hasTarget(flow)) {
        const int64_t target = static_cast<int64_t>(block.end) - 1 + last.target;
        if (target >= 0) flowTo(static_cast<size_t>(target), state);
        if (flow == Flow::Jump) return;
    }
    flowTo(block.end, state);
}

/// The next PREDT, PREDF or PREDE.
size_t HazardFinder::nextOfPredicate(size_t index) const {
    for (++index; index < length_; ++index)
        if (beginsArm(index) || flowOf(at(index).opcode) == Flow::ArmsEnd) break;
    return index;
}

bool HazardFinder::isSecondArm(size_t index) const {
    while (index-- > 0) {
        if (flowOf(at(index).opcode) == Flow::ArmsEnd) return false;
        if (beginsArm(index)) return true;
    }
    return false;
}

/// Fibers of both arms come from the first PREDT or PREDF; those of the first arm meet the second's at PREDE.
void HazardFinder::leaveForArms(size_t index, const HazardState& state) {
    const size_t next = nextOfPredicate(index);
    if (isSecondArm(index)) return flowTo(next, state);
    flowTo(index + 1, state);
    if (next == length_) return;
    flowTo(beginsArm(next) ? next + 1 : next, state);
}

/// Nothing depends on the predicate of an arm without instructions.
bool HazardFinder::isEmptyArm(size_t index) const {
    if (!beginsArm(index)) return false;
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

bool HazardFinder::isScalar(const Instruction& in) const { return rules_.scalarUnit && usesScalarUnit(in); }

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
    const bool arithmetic = unitOf(in.opcode) == ExecutionUnit::Arithmetic;
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
    const IssueRule rule = issueRuleOf(in.opcode);
    const auto readyAfter = [&](int32_t end, Reader reader) {
        return rule.result == ResultWait::Cycles ? end + resultDelay(reader) : 0;
    };
    const auto number = static_cast<uint32_t>(index);
    for (const RegisterUse& use : writes) {
        const bool shared = isShared(use);
        for (unsigned i = 0; i < use.count; ++i) {
            const unsigned slot = use.first + i;
            const int32_t end = cycle + 1 + use.cycle;
            state.producer[slot] = number;
            state.asHalf[slot] = readyAfter(end, use.half ? Reader::SameWidth : Reader::OtherWidth);
            state.asFull[slot] = readyAfter(end, use.half ? Reader::OtherWidth : Reader::SameWidth);
            state.byOthers[slot] = readyAfter(end, Reader::OtherUnit);
        }
        if (isSpecial(use)) continue;
        if (isScalar(in))
            setAll(use.half ? state.scalarHalves : state.scalarFulls, use);
        else if (shared || rule.result == ResultWait::Short)
            setAll(state.shortWait, use);
        if (rule.result == ResultWait::Long) setAll(state.longWait, use);
    }
    if (isScalar(in))
        for (const RegisterUse& use : reads)
            if (isShared(use)) setAll(state.scalarReads, use);
    if (rule.sources != SourceRelease::Issue) {
        for (const RegisterUse& use : reads) {
            if (isSpecial(use)) continue;
            setAll(rule.sources == SourceRelease::Either ? state.eitherReads : state.shortReads, use);
            if (!hasAny(state.shortWait, use) && !hasAny(state.longWait, use)) state.producer[use.first] = number;
        }
    }
    const ConstantSet constants = constantsWrittenBy(in);
    (in.opcode == Opcode::StoreConstants ? state.shortConstants : state.longConstants) |= constants;
    if (constants.any()) state.constantProducer = number;
}

void HazardFinder::step(size_t index, HazardState& state, int32_t& cycle, bool reports) {
    const Instruction& in = at(index);
    if (in.syncShort) state.waitShort();
    if (in.syncLong) state.waitLong();
    if (in.opcode == Opcode::PreambleStart) inPreamble_ = true;
    if (in.opcode == Opcode::PreambleEnd) inPreamble_ = false;
    const RegisterUses reads = readsOf(in, rules_.mergedRegisters);
    const RegisterUses writes = writesOf(in, rules_.mergedRegisters);
    if (index == 0 || !continuesSequence(in, at(index - 1))) {
        checkWaits(index, reads, false, state, reports);
        checkWaits(index, writes, true, state, reports);
    }
    checkConstants(index, state, reports);
    if (reports) checkDelays(index, reads, state, cycle);
    produce(index, reads, writes, state, cycle);
    cycle += static_cast<int32_t>(issueCycles(in));
}

}  // namespace

std::vector<ProgramHazard> programHazards(const Ir3Program& program, size_t length, const ProgramRules& rules) {
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
