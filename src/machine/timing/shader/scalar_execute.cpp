// SPDX-License-Identifier: MIT
#include "machine/timing/shader/scalar_execute.h"

#include <fmt/format.h>

#include <algorithm>

#include "sim/fault.h"
#include "sim/simulation.h"

namespace cyclorama::machine::timing {

ScalarExecute::ScalarExecute(ShaderProcessor& processor, const ShaderSettings& settings, uint32_t index,
                             std::vector<ScalarThread>& threads, std::vector<ScalarGroup>& groups)
    : processor_(&processor),
      threads_(&threads),
      groups_(&groups),
      groupSize_(settings.scalarModel.threadGroup),
      threadsPerCycle_(settings.scalarModel.threadsPerCycle),
      instructionsPerCycle_(settings.scalarModel.instructionsPerCycle),
      groupsPerCycle_((threadsPerCycle_ + groupSize_ - 1) / groupSize_),
      scalarUnit_(settings.scalarModel.scalarAlu),
      requestRate_(settings.textureRequestRate),
      requestGroup_(settings.textureRequestGroup),
      units_(settings.units),
      statistics_(processor.simulation().statistics(), fmt::format("FS{}", index)),
      state_(threads.size()),
      tickets_(settings.textureUnits) {
    for (auto& buffer : buffer_) buffer.resize(size_t{threadsPerCycle_} * instructionsPerCycle_);
}

uint32_t ScalarExecute::latencyOf(const isa::Instruction& instruction) const {
    return instruction.cost.on(units_).latency + 1u;
}

void ScalarExecute::takeTickets(Cycle cycle) {
    for (size_t u = 0; u < tickets_.size(); ++u)
        if (processor_->textures[u]->tickets.read(cycle)) tickets_[u] += kElementsOfTicket;
}

void ScalarExecute::step(Cycle cycle, const std::vector<ThreadInstruction>& arrived) {
    writes_.passTo(cycle);
    writeBack(cycle);
    store(arrived);
    decode(cycle);
}

void ScalarExecute::block(uint32_t thread, uint32_t pc) {
    if (!state_[thread].ready) return;
    state_[thread].ready = false;
    send(DecodeCommandKind::Block, thread, pc);
    ++statistics_.blocks;
}

void ScalarExecute::unblock(uint32_t thread) {
    if (state_[thread].ready) throw sim::Fault("a shader thread that runs is unblocked");
    state_[thread].ready = true;
    send(DecodeCommandKind::Unblock, thread, 0);
    ++statistics_.unblocks;
}

void ScalarExecute::end(uint32_t thread, uint32_t pc) {
    state_[thread].ending = false;
    state_[thread].ready = true;  // for the next element of this number
    send(DecodeCommandKind::End, thread, pc);
    ++statistics_.ends;
}

void ScalarExecute::writeBack(Cycle cycle) {
    std::vector<Completion>& arrived = results_[cycle % kResultSlots];
    for (const Completion& completion : arrived) {
        ThreadState& thread = state_[completion.thread];
        --thread.pendingInstructions;
        if (thread.exportsDepth) {
            thread.exportsDepth = false;
            send(DecodeCommandKind::ExportedDepth, completion.thread, completion.pc);
            ++statistics_.depthExports;
        }
        if (thread.ending && !thread.waitsForTexture && thread.pendingInstructions == 0)
            end(completion.thread, completion.pc);
        if (!isa::endsThread(*completion.instruction)) thread.registers.complete(*completion.instruction, cycle);
    }
    statistics_.executed.add(arrived.size());
    resultsUnderWay_ -= static_cast<uint32_t>(arrived.size());
    arrived.clear();
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
    if (threadInstructions_ < instructionsPerCycle_) return;
    threadInstructions_ = 0;
    if (++groupThread_ < groupSize_) return;
    groupThread_ = groupInstructions_ = 0;
    ++groups;
}

void ScalarExecute::decode(Cycle cycle) {
    uint32_t groups = 0;
    bool waits = false;
    for (uint32_t t = 0; t < threadsPerCycle_ && groups < groupsPerCycle_ && !waits && filled_ > 0; ++t) {
        simdTaken_ = scalarTaken_ = false;
        for (uint32_t i = 0; i < instructionsPerCycle_ && threadInstructions_ < instructionsPerCycle_ && !waits; ++i) {
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
            send(DecodeCommandKind::Repeat, instruction.thread, instruction.pc);
            ++statistics_.replays;
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
    if (isa::isLoad(instruction) && tickets_[unit_] == 0) return true;
    if (scalarUnit_ && (isa::isScalarOperation(instruction) ? scalarTaken_ : simdTaken_)) return true;
    if (thread.registers.sourcesPending(instruction)) return true;
    const Cycle done = cycle + latencyOf(instruction);
    if (!isa::endsThread(instruction) && thread.registers.resultComesLater(instruction, done)) return true;
    return writes_[done] >= kWritePorts * threadsPerCycle_ * instructionsPerCycle_;
}

void ScalarExecute::issue(Cycle cycle, const ThreadInstruction& issued) {
    const isa::Instruction& instruction = *issued.instruction;
    ThreadState& thread = state_[issued.thread];
    if (isa::endsThread(instruction)) {
        thread.ending = true;
        block(issued.thread, issued.pc);
    }
    if (isa::operationInfo(instruction.operation).kind == isa::OperationKind::Export) thread.exportsDepth = true;
    if (isa::isLoad(instruction)) {
        thread.waitsForTexture = true;
        --tickets_[unit_];
        block(issued.thread, issued.pc);
        ScalarThread& element = (*threads_)[issued.thread];
        const uint32_t load = element.nextLoad++;
        if (issued.thread % func::kQuadFragments == func::kQuadFragments - 1)
            requests_.push_back({issued.thread - (func::kQuadFragments - 1), load});
    }
    const Cycle done = cycle + latencyOf(instruction);
    if (!isa::endsThread(instruction)) thread.registers.expect(instruction, done);
    results_[done % kResultSlots].push_back({issued.thread, issued.pc, &instruction});
    ++resultsUnderWay_;
    ++thread.pendingInstructions;
    if (scalarUnit_) (isa::isScalarOperation(instruction) ? scalarTaken_ : simdTaken_) = true;
    // Instructions without a result take a port too: the pipelines have no more exits.
    writes_.take(done);
}

void ScalarExecute::sendRequests(Cycle cycle) {
    for (uint32_t i = 0; i < requestRate_; ++i) {
        if (requests_.empty()) {
            if (requestsToUnit_ >= requestGroup_) {
                requestsToUnit_ = 0;
                unit_ = unit_ + 1 == tickets_.size() ? 0 : unit_ + 1;
            }
            continue;
        }
        const PendingRequest next = requests_.front();
        requests_.pop_front();
        const ThreadReplay& replay = (*groups_)[next.thread / groupSize_].replay;
        if (next.load >= replay.loads.size()) throw sim::Fault("a shader thread loads more than its program did");
        TextureRequest request =
            replay.requestOf(replay.loads[next.load], next.thread % groupSize_ / func::kQuadFragments);
        request.thread = next.thread;
        processor_->textures[unit_]->requests.write(cycle, request);
        ++requestsToUnit_;
        ++statistics_.textures;
    }
}

void ScalarExecute::takeResults(Cycle cycle) {
    for (size_t u = 0; u < tickets_.size(); ++u) {
        const auto result = processor_->textures[u]->results.read(cycle);
        if (!result) continue;
        for (uint32_t t = result->thread; t < result->thread + func::kQuadFragments; ++t) {
            ThreadState& thread = state_[t];
            if (!thread.ending) unblock(t);
            thread.waitsForTexture = false;
            if (thread.ending && thread.pendingInstructions == 0) end(t, 0);
        }
    }
}

ScalarExecute::Cycle ScalarExecute::nextResult(Cycle after) const {
    if (resultsUnderWay_ == 0) return sim::kNever;
    for (Cycle c = after + 1; c <= after + kMostLatency; ++c)
        if (!results_[c % kResultSlots].empty()) return c;
    return sim::kNever;
}

std::string ScalarExecute::describeWait() const {
    const uint32_t waiting = threadsWaitingForTextures();
    if (waiting == 0) return {};
    return fmt::format("{} threads wait for texture units; {} tickets for elements of unit {}", waiting,
                       tickets_[unit_], unit_);
}

uint32_t ScalarExecute::threadsWaitingForTextures() const {
    return static_cast<uint32_t>(
        std::ranges::count_if(state_, [](const ThreadState& thread) { return thread.waitsForTexture; }));
}

}  // namespace cyclorama::machine::timing
