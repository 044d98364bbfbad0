// SPDX-License-Identifier: MIT
#include "families/adreno/isa/executor.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <optional>
#include <utility>

#include "families/adreno/isa/interpreter.h"
#include "families/adreno/isa/issue_rules.h"
#include "isa/denormals.h"

namespace cyclorama::adreno::ir3 {

namespace {

/// Fibers that GETLAST looks at together, whatever its word says (Mesa, isa/ir3-cat0.xml).
constexpr unsigned kCluster = 8;

/// Calls that may be open: more than the stack that a chip has for them.
constexpr size_t kMostCalls = 256;

isa::WaveMask lanesWhere(const Wave& wave, const BranchCondition& condition) {
    const isa::WaveMask mask = wave.predicates[condition.component];
    return condition.inverted ? ~mask : mask;
}

}  // namespace

/// Runs one wave. Of its fibers, `current_` are those that execute; the wave holds the others.
class WaveRunner {
  public:
    WaveRunner(const Ir3Program& program, Wave& wave, const WaveContext& context)
        : program_(program), wave_(wave), context_(context), interpreter_(wave, context), issued_(context.issues) {}

    WaveStatus run();
    // One by one: see WaveStepper.
    std::variant<NextStep, WaveStatus> next();
    std::optional<WaveStatus> step();
    void skip();
    void finish(const NextStep& skipped, uint32_t address1);
    /// Brings the wave up to date.
    void settle() { interpreter_.settle(); }
    void give(HalfResults& results) { interpreter_.give(results); }

  private:
    void takeFurthestBack();
    void chooseLanes();
    void putBack() {
        if (current_.lanes.any()) wave_.paths.push_back(current_);
        current_.lanes = {};
    }
    /// Executes up to where fibers part, meet or wait; a status where they wait or end.
    std::optional<WaveStatus> runCurrent();
    /// The reason why the current fibers have no next instruction; empty if they have one.
    std::optional<WaveStatus> faultOfCurrent() const;
    /// Counts the next instruction of the current fibers.
    void issue();
    std::optional<WaveStatus> flow(const Instruction& in);
    std::optional<WaveStatus> branch(const Instruction& in);
    std::optional<WaveStatus> jump(isa::WaveMask taken, int32_t distance);
    std::optional<WaveStatus> wait(WaveStatus status);
    isa::WaveMask branching(const Instruction& in) const;
    isa::WaveMask allButLast() const;
    void kill(const BranchCondition& condition);
    void predicate(Predication predication);
    void returnFromCall();
    void endHelpers();

    const Ir3Program& program_;
    Wave& wave_;
    const WaveContext& context_;
    Interpreter interpreter_;
    isa::IssueRun issued_;
    FiberPath current_{};
    isa::WaveMask executing_{};
    size_t nextMeeting_ = 0;  ///< the least place of the other fibers
};

void WaveRunner::takeFurthestBack() {
    std::vector<FiberPath>& paths = wave_.paths;
    current_ = *std::ranges::min_element(paths, {}, &FiberPath::next);
    nextMeeting_ = ~size_t{0};
    std::erase_if(paths, [this](const FiberPath& path) {
        if (path.next != current_.next) {
            nextMeeting_ = std::min(nextMeeting_, path.next);
            return false;
        }
        current_.lanes |= path.lanes;
        return true;
    });
    chooseLanes();
}

void WaveRunner::chooseLanes() {
    executing_ = current_.lanes;
    if (wave_.predication == Predication::True) executing_ &= wave_.predicated;
    if (wave_.predication == Predication::False) executing_ &= ~wave_.predicated;
    interpreter_.setExecuting(executing_);
}

WaveStatus WaveRunner::run() {
    auto status = WaveStatus::Finished;
    while (!wave_.paths.empty()) {
        takeFurthestBack();
        if (const auto stopped = runCurrent()) {
            status = *stopped;
            break;
        }
    }
    return status;
}

std::optional<WaveStatus> WaveRunner::runCurrent() {
    while (current_.lanes.any()) {
        if (current_.next >= nextMeeting_) {
            putBack();
            return std::nullopt;
        }
        if (const auto fault = faultOfCurrent()) return wait(*fault);
        if (const auto status = step()) return status;
    }
    return std::nullopt;
}

std::optional<WaveStatus> WaveRunner::faultOfCurrent() const {
    if (current_.next >= program_.steps.size()) return WaveStatus::LeftTheProgram;
    if (!program_.steps[current_.next].known) return WaveStatus::NoInstruction;
    if (wave_.steps >= context_.stepLimit) return WaveStatus::StepLimit;
    return std::nullopt;
}

void WaveRunner::issue() {
    ++wave_.steps;
    if (context_.trace != nullptr) {
        context_.trace->entries.push_back({static_cast<uint32_t>(current_.next), executing_});
    }
    if (issued_) issued_.issue(current_.next, executing_.count());
}

std::optional<WaveStatus> WaveRunner::step() {
    const Step& step = program_.steps[current_.next];
    issue();
    const ExecutionUnit unit = unitOf(step.instruction.opcode);
    if (unit == ExecutionUnit::Flow || unit == ExecutionUnit::Barrier) {
        if (const auto status = flow(step.instruction)) return status;
        if (step.instruction.endsQuads) endHelpers();
        return std::nullopt;
    }
    if (executing_.any()) interpreter_.execute(step, current_.next);
    if (context_.tracer != nullptr) {
        interpreter_.settle();
        context_.tracer->executed(current_.next, step, wave_, executing_);
    }
    ++current_.next;
    return std::nullopt;
}

std::variant<NextStep, WaveStatus> WaveRunner::next() {
    while (current_.lanes.none() || current_.next >= nextMeeting_) {
        putBack();
        if (wave_.paths.empty()) return WaveStatus::Finished;
        takeFurthestBack();
    }
    if (const auto fault = faultOfCurrent()) return *fault;
    return NextStep{.instruction = current_.next, .lanes = executing_};
}

void WaveRunner::skip() {
    issue();
    ++current_.next;
}

void WaveRunner::finish(const NextStep& skipped, uint32_t address1) {
    if (skipped.lanes.none()) return;
    const uint32_t now = std::exchange(wave_.address1, address1);
    interpreter_.setExecuting(skipped.lanes);
    interpreter_.execute(program_.steps[skipped.instruction], skipped.instruction);
    interpreter_.setExecuting(executing_);
    wave_.address1 = now;
}

std::optional<WaveStatus> WaveRunner::wait(WaveStatus status) {
    putBack();
    return status;
}

/// `taken` of the current fibers continue elsewhere, the others after this instruction.
std::optional<WaveStatus> WaveRunner::jump(isa::WaveMask taken, int32_t distance) {
    taken &= current_.lanes;
    const size_t next = current_.next + 1;
    if (taken.none()) {
        current_.next = next;
        return std::nullopt;
    }
    const int64_t target = static_cast<int64_t>(current_.next) + distance;
    if (target < 0 || target > static_cast<int64_t>(program_.steps.size())) return wait(WaveStatus::LeftTheProgram);
    if (taken == current_.lanes) {
        current_.next = static_cast<size_t>(target);
        return std::nullopt;
    }
    wave_.paths.push_back({static_cast<size_t>(target), taken});
    current_ = {next, current_.lanes & ~taken};
    putBack();
    return std::nullopt;
}

isa::WaveMask WaveRunner::branching(const Instruction& in) const {
    const isa::WaveMask first = lanesWhere(wave_, in.conditions[0]) & current_.lanes;
    const isa::WaveMask second = lanesWhere(wave_, in.conditions[1]) & current_.lanes;
    switch (in.opcode) {
        case Opcode::BranchAny:
            return first.any() ? current_.lanes : isa::WaveMask{};
        case Opcode::BranchAll:
            return first == current_.lanes ? first : isa::WaveMask{};
        case Opcode::BranchOr:
            return first | second;
        case Opcode::BranchAnd:
            return first & second;
        default:
            return first;
    }
}

/// The current fibers of the first cluster that has any, but for the last.
isa::WaveMask WaveRunner::allButLast() const {
    const unsigned start = current_.lanes.lowest() / kCluster * kCluster;
    const isa::WaveMask upTo = isa::WaveMask::first(start + kCluster);
    const isa::WaveMask cluster = current_.lanes & upTo & ~isa::WaveMask::first(start);
    if (cluster.high != 0) return {cluster.low, cluster.high & ~std::bit_floor(cluster.high)};
    return {cluster.low & ~std::bit_floor(cluster.low), 0};
}

std::optional<WaveStatus> WaveRunner::branch(const Instruction& in) {
    assert(current_.lanes.any());
    switch (in.opcode) {
        case Opcode::Jump:
            return jump(current_.lanes, in.target);
        case Opcode::Call:
            if (wave_.calls.size() == kMostCalls) return wait(WaveStatus::LeftTheProgram);
            wave_.calls.push_back({current_.next + 1, current_.lanes});
            return jump(current_.lanes, in.target);
        case Opcode::GetOne:
            return jump(current_.lanes & ~isa::WaveMask::only(current_.lanes.lowest()), in.target);
        case Opcode::GetLast:
            return jump(allButLast(), in.target);
        case Opcode::PreambleStart:
            return jump(context_.preamble == Preamble::Skipped ? current_.lanes : isa::WaveMask{}, in.target);
        default:
            return jump(branching(in), in.target);
    }
}

std::optional<WaveStatus> WaveRunner::flow(const Instruction& in) {
    if (hasTarget(flowOf(in.opcode))) return branch(in);
    switch (in.opcode) {
        case Opcode::End:
            current_.lanes = {};
            return std::nullopt;
        case Opcode::Return:
            returnFromCall();
            return std::nullopt;
        case Opcode::Kill:
            kill(in.conditions[0]);
            break;
        case Opcode::PredicateTrue:
            predicate(Predication::True);
            break;
        case Opcode::PredicateFalse:
            predicate(Predication::False);
            break;
        case Opcode::PredicateEnd:
            predicate(Predication::None);
            break;
        default:
            break;
    }
    ++current_.next;
    if (in.opcode == Opcode::Barrier) return wait(WaveStatus::AtBarrier);
    if (in.opcode == Opcode::ChangeShader) return wait(WaveStatus::ChangesShader);
    const bool ends = in.opcode == Opcode::PreambleEnd && context_.preamble == Preamble::Alone;
    return ends ? wait(WaveStatus::PreambleEnded) : std::nullopt;
}

void WaveRunner::kill(const BranchCondition& condition) {
    const isa::WaveMask taken = lanesWhere(wave_, condition) & executing_;
    wave_.killed |= taken;
    wave_.helpers |= taken;
}

void WaveRunner::predicate(Predication predication) {
    if (predication != Predication::None) wave_.predicated = wave_.predicates[0];
    wave_.predication = predication;
    chooseLanes();
}

/// The current fibers continue after their last call; those that have none end.
void WaveRunner::returnFromCall() {
    isa::WaveMask rest = current_.lanes;
    for (size_t i = wave_.calls.size(); i-- > 0 && rest.any();) {
        CallFrame& call = wave_.calls[i];
        const isa::WaveMask returning = call.lanes & rest;
        if (returning.any()) wave_.paths.push_back({call.returnTo, returning});
        call.lanes &= ~returning;
        rest &= ~returning;
    }
    std::erase_if(wave_.calls, [](const CallFrame& call) { return call.lanes.none(); });
    current_.lanes = {};
}

void WaveRunner::endHelpers() {
    for (FiberPath& path : wave_.paths) path.lanes &= ~wave_.helpers;
    std::erase_if(wave_.paths, [](const FiberPath& path) { return path.lanes.none(); });
    current_.lanes &= ~wave_.helpers;
    chooseLanes();
}

WaveStepper::WaveStepper() : runner_(std::make_unique<std::optional<WaveRunner>>()) {}

WaveStepper::~WaveStepper() = default;

void WaveStepper::start(const Ir3Program& program, Wave& wave, const WaveContext& context) {
    flushesDenormals_ = context.flushesDenormals;
    runner_->emplace(program, wave, context);
}

std::variant<NextStep, WaveStatus> WaveStepper::next() { return (*runner_)->next(); }

std::optional<WaveStatus> WaveStepper::step() {
    const isa::DenormalScope denormals(flushesDenormals_);
    return (*runner_)->step();
}

void WaveStepper::skip() { (*runner_)->skip(); }

void WaveStepper::finish(const NextStep& skipped, uint32_t address1) {
    const isa::DenormalScope denormals(flushesDenormals_);
    (*runner_)->finish(skipped, address1);
}

void WaveStepper::end() {
    (*runner_)->settle();
    runner_->reset();
}

WaveStatus run(const Ir3Program& program, Wave& wave, const WaveContext& context) {
    const isa::DenormalScope denormals(context.flushesDenormals);
    WaveRunner runner(program, wave, context);
    const WaveStatus status = runner.run();
    runner.settle();
    return status;
}

WaveStatus run(const Ir3Program& program, Wave& wave, const WaveContext& context, HalfResults& results) {
    const isa::DenormalScope denormals(context.flushesDenormals);
    WaveRunner runner(program, wave, context);
    const WaveStatus status = runner.run();
    results.given = 0;
    if (status == WaveStatus::Finished)
        runner.give(results);
    else
        runner.settle();
    return status;
}

WaveStatus runGroup(const Ir3Program& program, std::span<Wave> waves, std::span<WaveContext> contexts) {
    for (bool waiting = true; waiting;) {
        waiting = false;
        for (size_t i = 0; i < waves.size(); ++i) {
            const WaveStatus status = run(program, waves[i], contexts[i]);
            if (status != WaveStatus::Finished && status != WaveStatus::AtBarrier) return status;
            waiting = waiting || status == WaveStatus::AtBarrier;
        }
    }
    return WaveStatus::Finished;
}

}  // namespace cyclorama::adreno::ir3
