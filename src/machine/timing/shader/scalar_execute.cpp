// SPDX-License-Identifier: MIT
#include "machine/timing/shader/scalar_execute.h"

#include <fmt/format.h>

#include <algorithm>

#include "sim/divide_up.h"
#include "sim/fault.h"
#include "sim/simulation.h"

namespace cyclorama::machine::timing {

ScalarExecute::ScalarExecute(ShaderProcessor& processor, const ShaderSettings& settings, uint32_t index,
                             std::vector<ScalarThread>& threads, std::vector<ScalarGroup>& groups)
    : threads_(&threads),
      groups_(&groups),
      model_(settings.scalarModel),
      groupsPerCycle_(sim::divideUp(model_.threadsPerCycle, model_.threadGroup)),
      units_(settings.units),
      statistics_(processor.simulation().statistics(), fmt::format("FS{}", index)),
      state_(threads.size()),
      commands_(statistics_),
      textures_(processor.textures, settings) {
    for (auto& buffer : buffer_) buffer.resize(size_t{model_.threadsPerCycle} * model_.instructionsPerCycle);
}

uint32_t ScalarExecute::latencyOf(const isa::Instruction& instruction) const {
    return instruction.cost.on(units_).latency + 1u;
}

void ScalarExecute::step(Cycle cycle, const std::vector<ThreadInstruction>& arrived) {
    writes_.passTo(cycle);
    writeBack(cycle);
    store(arrived);
    decode(cycle);
}

void ScalarExecute::writeBack(Cycle cycle) {
    statistics_.executed.add(results_.take(cycle, [&](const Completion& completion) {
        ThreadState& thread = state_[completion.thread];
        --thread.pendingInstructions;
        commands_.exportDepth(thread, completion.thread, completion.pc);
        if (thread.ended()) commands_.end(thread, completion.thread, completion.pc);
        if (!isa::endsThread(*completion.instruction)) thread.registers.complete(*completion.instruction, cycle);
    }));
}

void ScalarExecute::store(const std::vector<ThreadInstruction>& arrived) {
    if (arrived.empty()) return;
    if (filled_ == kBuffers) throw sim::Fault("the instruction buffer of a shader overflows");
    std::vector<ThreadInstruction>& buffer = buffer_[(next_ + filled_) % kBuffers];
    std::fill(std::copy(arrived.begin(), arrived.end(), buffer.begin()), buffer.end(), ThreadInstruction{});
    ++filled_;
}

void ScalarExecute::passSlot() {
    if (++nextSlot_ < buffer_[next_].size()) return;
    nextSlot_ = 0;
    next_ = (next_ + 1) % kBuffers;
    --filled_;
}

void ScalarExecute::passThread(uint32_t& groups) {
    if (threadInstructions_ < model_.instructionsPerCycle) return;
    threadInstructions_ = 0;
    if (++groupThread_ < model_.threadGroup) return;
    groupThread_ = groupInstructions_ = 0;
    ++groups;
}

void ScalarExecute::decode(Cycle cycle) {
    uint32_t groups = 0;
    bool waits = false;
    for (uint32_t t = 0; t < model_.threadsPerCycle && groups < groupsPerCycle_ && !waits && filled_ > 0; ++t) {
        simdTaken_ = scalarTaken_ = false;
        for (uint32_t i = 0;
             i < model_.instructionsPerCycle && threadInstructions_ < model_.instructionsPerCycle && !waits; ++i) {
            const ThreadInstruction instruction = buffer_[next_][nextSlot_];
            if (instruction.instruction == nullptr) {
                passSlot();
                continue;
            }
            if (instruction.filler)
                ++statistics_.fillers;
            else
                waits = decodeOne(cycle, instruction);
            if (waits) break;
            passSlot();
            ++threadInstructions_;
        }
        passThread(groups);
    }
}

bool ScalarExecute::decodeOne(Cycle cycle, const ThreadInstruction& instruction) {
    const bool first = groupThread_ == 0;
    Decision decision = Decision::Drop;
    if (first || threadInstructions_ < groupInstructions_) decision = decide(cycle, instruction);
    switch (decision) {
        case Decision::Execute:
            issue(cycle, instruction);
            if (first) ++groupInstructions_;
            return false;
        case Decision::Repeat:
            if (!first) {
                ++statistics_.blocked;
                return true;
            }
            commands_.repeat(instruction.thread, instruction.pc);
            break;
        case Decision::Drop:
            break;
    }
    ++statistics_.removed;
    return false;
}

ScalarExecute::Decision ScalarExecute::decide(Cycle cycle, const ThreadInstruction& instruction) {
    ThreadState& thread = state_[instruction.thread];
    thread.waitsForRepeated = thread.waitsForRepeated && !instruction.repeated;
    if (thread.waitsForRepeated || thread.ending || !thread.ready) return Decision::Drop;
    if (!mustRepeat(cycle, thread, *instruction.instruction)) return Decision::Execute;
    // Only the first thread of a group asks for the instruction again; the others wait with it.
    if (groupThread_ == 0) thread.waitsForRepeated = true;
    return Decision::Repeat;
}

bool ScalarExecute::mustRepeat(Cycle cycle, const ThreadState& thread, const isa::Instruction& instruction) const {
    if (isa::isLoad(instruction) && textures_.tickets() == 0) return true;
    if (model_.scalarAlu && (isa::isScalarOperation(instruction) ? scalarTaken_ : simdTaken_)) return true;
    if (thread.registers.sourcesPending(instruction)) return true;
    const Cycle done = cycle + latencyOf(instruction);
    if (!isa::endsThread(instruction) && thread.registers.resultComesLater(instruction, done)) return true;
    return writes_[done] >= kWritePorts * model_.threadsPerCycle * model_.instructionsPerCycle;
}

void ScalarExecute::issue(Cycle cycle, const ThreadInstruction& issued) {
    const isa::Instruction& instruction = *issued.instruction;
    ThreadState& thread = state_[issued.thread];
    if (isa::endsThread(instruction)) {
        thread.ending = true;
        commands_.block(thread, issued.thread, issued.pc);
    }
    if (isa::operationInfo(instruction.operation).kind == isa::OperationKind::Export) thread.exportsDepth = true;
    if (isa::isLoad(instruction)) {
        thread.waitsForTexture = true;
        textures_.spend(1);
        commands_.block(thread, issued.thread, issued.pc);
        ScalarThread& element = (*threads_)[issued.thread];
        const uint32_t load = element.nextLoad++;
        if (issued.thread % func::kQuadFragments == func::kQuadFragments - 1)
            requests_.push_back({issued.thread - (func::kQuadFragments - 1), load});
    }
    const Cycle done = cycle + latencyOf(instruction);
    if (!isa::endsThread(instruction)) thread.registers.expect(instruction, done);
    results_.add(done) = {issued.thread, issued.pc, &instruction};
    ++thread.pendingInstructions;
    if (model_.scalarAlu) (isa::isScalarOperation(instruction) ? scalarTaken_ : simdTaken_) = true;
    // Instructions without a result take a port too: the pipelines have no more exits.
    writes_.take(done);
}

void ScalarExecute::sendRequests(Cycle cycle) {
    statistics_.textures.add(textures_.send(cycle, [this] { return nextRequest(); }));
}

std::optional<TextureRequest> ScalarExecute::nextRequest() {
    if (requests_.empty()) return std::nullopt;
    const PendingRequest next = requests_.front();
    requests_.pop_front();
    const ThreadReplay& replay = (*groups_)[next.thread / model_.threadGroup].replay;
    if (next.load >= replay.loads.size()) throw sim::Fault("a shader thread loads more than its program did");
    TextureRequest request =
        replay.requestOf(replay.loads[next.load], next.thread % model_.threadGroup / func::kQuadFragments);
    request.thread = next.thread;
    return request;
}

void ScalarExecute::takeResults(Cycle cycle) {
    textures_.takeResults(cycle, [this](uint32_t first) {
        for (uint32_t t = first; t < first + func::kQuadFragments; ++t) {
            ThreadState& thread = state_[t];
            if (!thread.ending) commands_.unblock(thread, t, 0);
            thread.waitsForTexture = false;
            if (thread.ended()) commands_.end(thread, t, 0);
        }
    });
}

}  // namespace cyclorama::machine::timing
