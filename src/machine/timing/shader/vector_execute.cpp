// SPDX-License-Identifier: MIT
#include "machine/timing/shader/vector_execute.h"

#include <fmt/format.h>

#include <algorithm>

#include "sim/fault.h"
#include "sim/simulation.h"

namespace cyclorama::machine::timing {

namespace {

bool isDepthExport(const isa::Instruction& instruction) {
    return isa::operationInfo(instruction.operation).kind == isa::OperationKind::Export;
}

}  // namespace

VectorExecute::VectorExecute(ShaderProcessor& processor, const ShaderSettings& settings, uint32_t index,
                             std::vector<VectorThread>& threads)
    : processor_(&processor),
      threads_(&threads),
      length_(settings.vectorModel.length),
      aluWidth_(settings.vectorModel.aluWidth),
      instructionsPerFetch_(instructionsPerFetch(settings.vectorModel.aluConfig)),
      waitOnStall_(settings.vectorModel.waitOnStall),
      explicitBlock_(settings.vectorModel.explicitBlock),
      scalarUnit_(settings.vectorModel.aluConfig == VectorAluConfig::Simd4PlusScalar),
      requestRate_(settings.textureRequestRate),
      requestGroup_(settings.textureRequestGroup),
      units_(settings.units),
      statistics_(processor.simulation().statistics(), fmt::format("FS{}", index)),
      state_(settings.vectorModel.threads),
      tickets_(settings.textureUnits),
      finished_(settings.vectorModel.threads) {}

uint32_t VectorExecute::latencyOf(const isa::Instruction& instruction) const {
    return instruction.cost.on(units_).latency + 1u;
}

void VectorExecute::takeTickets(Cycle cycle) {
    for (size_t u = 0; u < tickets_.size(); ++u)
        if (processor_->textures[u]->tickets.read(cycle)) tickets_[u] += kElementsOfTicket;
}

void VectorExecute::step(Cycle cycle, const std::optional<FetchedVector>& arrived) {
    if (cyclesToNextFetch_ > 0) --cyclesToNextFetch_;
    if (arrived) {
        vector_ = *arrived;
        available_ = true;
    }
    wakeThreads();
    writeBack(cycle);
    writes_.passTo(cycle);
    if (available_) decode(cycle);
    execute(cycle);
}

// The hardware's loop compares a growing count with the shrinking queue: half of them, rounded up, wake in a cycle.
void VectorExecute::wakeThreads() {
    for (uint32_t rest = (finished_.size() + 1) / 2; rest > 0; --rest) {
        const uint32_t id = finished_.pop();
        ThreadState& thread = state_[id];
        if (thread.waitsForTexture && !thread.ready && !thread.jumping && !thread.ending) unblock(id, 0);
        thread.waitsForTexture = false;
        if (thread.ending && thread.pendingInstructions == 0) end(id, 0);
    }
}

void VectorExecute::block(uint32_t thread, uint32_t pc) {
    if (!state_[thread].ready) return;
    state_[thread].ready = false;
    send(DecodeCommandKind::Block, thread, pc);
    ++statistics_.blocks;
}

void VectorExecute::unblock(uint32_t thread, uint32_t pc) {
    if (state_[thread].ready) throw sim::Fault("a shader thread that runs is unblocked");
    state_[thread].ready = true;
    send(DecodeCommandKind::Unblock, thread, pc);
    ++statistics_.unblocks;
}

void VectorExecute::end(uint32_t thread, uint32_t pc) {
    state_[thread].ending = false;
    state_[thread].ready = true;  // for the next thread of this number
    send(DecodeCommandKind::End, thread, pc);
    ++statistics_.ends;
}

void VectorExecute::writeBack(Cycle cycle) {
    std::vector<Completion>& arrived = results_[cycle % kResultSlots];
    if (arrived.empty()) return;
    for (const Completion& completion : arrived) {
        if (completion.first) completeFirst(cycle, completion);
        if (completion.last) completeLast(completion);
        statistics_.executed.add(uint64_t{aluWidth_} * completion.count);
    }
    resultsUnderWay_ -= static_cast<uint32_t>(arrived.size());
    arrived.clear();
}

void VectorExecute::completeFirst(Cycle cycle, const Completion& completion) {
    ThreadState& thread = state_[completion.thread];
    for (uint32_t i = 0; i < completion.count; ++i) {
        --thread.pendingInstructions;
        if (thread.exportsDepth) {
            send(DecodeCommandKind::ExportedDepth, completion.thread, completion.pc[i]);
            ++statistics_.depthExports;
            thread.exportsDepth = false;
        }
        thread.registers.complete(*completion.instruction[i], cycle);
    }
}

void VectorExecute::completeLast(const Completion& completion) {
    ThreadState& thread = state_[completion.thread];
    for (uint32_t i = 0; i < completion.count; ++i) {
        if (thread.ending && !thread.waitsForTexture && thread.pendingInstructions == 0)
            end(completion.thread, completion.pc[i]);
        const isa::Instruction& instruction = *completion.instruction[i];
        if (!isa::changesFlow(instruction)) continue;
        VectorThread& vector = (*threads_)[completion.thread];
        const std::vector<uint32_t>& jumps = vector.replay.jumps;
        const uint32_t next = vector.nextJump < jumps.size() ? jumps[vector.nextJump] : completion.pc[i] + 1;
        ++vector.nextJump;
        send(DecodeCommandKind::NewPc, completion.thread, next);
        ++statistics_.replays;
        unblock(completion.thread, completion.pc[i]);
        thread.jumping = false;
    }
}

void VectorExecute::decode(Cycle cycle) {
    executable_ = 0;
    repeatRate_ = 1;
    Decision decision = Decision::Execute;
    bool simdTaken = false;
    bool scalarTaken = false;
    for (uint32_t i = 0; i < instructionsPerFetch_ && decision == Decision::Execute; ++i) {
        if (vector_.filler[i]) {
            ++executable_;
            continue;
        }
        const isa::Instruction& instruction = *vector_.instruction[i];
        decision = decide(cycle, instruction, simdTaken);
        if (decision != Decision::Execute) break;
        issue(cycle, instruction, vector_.pc[i]);
        const bool scalar = isa::isScalarOperation(instruction);
        scalarTaken = scalarTaken || scalar;
        simdTaken = simdTaken || !scalar || (scalarTaken && scalar);
        ++executable_;
    }
    const bool stalled = decision == Decision::Stall;
    executing_ = executable_ > 0;
    element_ = 0;
    available_ = stalled && waitOnStall_ && !executing_;
    if (stalled && !available_) {
        send(DecodeCommandKind::Repeat, vector_.thread, vector_.pc[executable_]);
        ++statistics_.replays;
    }
    cyclesToNextFetch_ = std::max(kFetchLoop, repeatRate_ * ((length_ + aluWidth_ - 1) / aluWidth_));
}

VectorExecute::Decision VectorExecute::decide(Cycle cycle, const isa::Instruction& instruction, bool simdTaken) const {
    const ThreadState& thread = state_[vector_.thread];
    if (thread.ending || thread.jumping || !thread.ready) return Decision::Drop;
    if (isa::isLoad(instruction) && tickets_[unit_] < length_) return Decision::Stall;
    if (scalarUnit_ && simdTaken && !isa::isScalarOperation(instruction)) return Decision::Stall;
    if (thread.registers.sourcesPending(instruction)) return Decision::Stall;
    const Cycle done = cycle + latencyOf(instruction);
    if (thread.registers.resultComesLater(instruction, done)) return Decision::Stall;
    if (writes_[done] >= kWritePorts * instructionsPerFetch_) return Decision::Stall;
    return Decision::Execute;
}

void VectorExecute::issue(Cycle cycle, const isa::Instruction& instruction, uint32_t pc) {
    ThreadState& thread = state_[vector_.thread];
    setBlocking(thread, instruction, pc);
    ++thread.pendingInstructions;
    const Cycle done = cycle + latencyOf(instruction);
    thread.registers.expect(instruction, done);
    // Instructions without a result take a port too: the pipelines have no more exits.
    writes_.take(done);
    repeatRate_ = std::max<uint32_t>(repeatRate_, instruction.cost.on(units_).repeatRate);
}

void VectorExecute::setBlocking(ThreadState& thread, const isa::Instruction& instruction, uint32_t pc) {
    if (isa::endsThread(instruction)) {
        thread.ending = true;
        block(vector_.thread, pc);
    }
    if (isDepthExport(instruction)) thread.exportsDepth = true;
    if (isa::isLoad(instruction)) {
        thread.waitsForTexture = true;
        tickets_[unit_] -= length_;
        if (explicitBlock_) {
            thread.pendingTextureElements += length_;
        } else {
            thread.pendingTextureElements = length_;
            block(vector_.thread, pc);
        }
    }
    if (isa::changesFlow(instruction)) {
        thread.jumping = true;
        block(vector_.thread, pc);
    }
    if (explicitBlock_ && instruction.waitPoint && thread.pendingTextureElements > 0) block(vector_.thread, pc);
}

void VectorExecute::execute(Cycle cycle) {
    if (cyclesToNextStart_ > 0) --cyclesToNextStart_;
    if (!executing_ || cyclesToNextStart_ != 0) return;
    launch(cycle);
    element_ += aluWidth_;
    cyclesToNextStart_ = repeatRate_;
    if (element_ >= length_) executing_ = false;
}

void VectorExecute::launch(Cycle cycle) {
    const bool first = element_ == 0;
    const bool last = element_ + aluWidth_ >= length_;
    Completion completion{.thread = vector_.thread, .first = first, .last = last};
    uint32_t latency = 0;
    const auto flush = [&] {
        if (completion.count == 0) return;
        processor_->execution.passed(cycle, cycle + latency, [&] {
            return fmt::format("{}, elements {} to {}",
                               nameOfInstruction(*threads_, completion.thread, completion.pc[0]), element_,
                               std::min(element_ + aluWidth_, length_) - 1);
        });
        results_[(cycle + latency) % kResultSlots].push_back(completion);
        ++resultsUnderWay_;
        completion.count = 0;
    };
    for (uint32_t i = 0; i < executable_; ++i) {
        if (vector_.filler[i]) continue;
        const isa::Instruction& instruction = *vector_.instruction[i];
        const uint32_t own = latencyOf(instruction);
        if (own != latency) flush();
        latency = own;
        completion.instruction[completion.count] = &instruction;
        completion.pc[completion.count] = vector_.pc[i];
        ++completion.count;
        if (!isa::isLoad(instruction)) continue;
        // Four elements make a request, as soon as the last of them executes.
        VectorThread& thread = (*threads_)[vector_.thread];
        const uint32_t begin = element_ / func::kQuadFragments;
        const uint32_t done = (element_ + aluWidth_) / func::kQuadFragments;
        if (done > begin) requests_.push_back({vector_.thread, thread.nextLoad, begin, done - begin});
        if (last) ++thread.nextLoad;
    }
    flush();
}

void VectorExecute::sendRequests(Cycle cycle) {
    for (uint32_t i = 0; i < requestRate_; ++i) {
        if (requests_.empty()) {
            if (requestsToUnit_ >= requestGroup_) {
                requestsToUnit_ = 0;
                unit_ = unit_ + 1 == tickets_.size() ? 0 : unit_ + 1;
            }
            continue;
        }
        PendingRequests& next = requests_.front();
        const ThreadReplay& replay = (*threads_)[next.thread].replay;
        if (next.load >= replay.loads.size()) throw sim::Fault("a shader thread loads more than its program did");
        TextureRequest request = replay.requestOf(replay.loads[next.load], next.firstQuad);
        request.thread = next.thread;
        processor_->textures[unit_]->requests.write(cycle, request);
        ++requestsToUnit_;
        ++statistics_.textures;
        ++next.firstQuad;
        if (--next.quads == 0) requests_.pop_front();
    }
}

void VectorExecute::takeResults(Cycle cycle) {
    for (size_t u = 0; u < tickets_.size(); ++u) {
        const auto result = processor_->textures[u]->results.read(cycle);
        if (!result) continue;
        ThreadState& thread = state_[result->thread];
        thread.pendingTextureElements -= func::kQuadFragments;
        if (thread.pendingTextureElements == 0) finished_.push(result->thread);
    }
}

bool VectorExecute::stepIdle() const {
    return !available_ && !executing_ && cyclesToNextFetch_ == 0 && cyclesToNextStart_ == 0 && finished_.empty() &&
           commands_.empty();
}

VectorExecute::Cycle VectorExecute::nextResult(Cycle after) const {
    if (resultsUnderWay_ == 0) return sim::kNever;
    for (Cycle c = after + 1; c <= after + kMostLatency; ++c)
        if (!results_[c % kResultSlots].empty()) return c;
    return sim::kNever;
}

std::string VectorExecute::describeWait() const {
    const uint32_t waiting = threadsWaitingForTextures();
    if (waiting == 0) return {};
    return fmt::format("{} threads wait for texture units; {} tickets for elements of unit {}", waiting,
                       tickets_[unit_], unit_);
}

uint32_t VectorExecute::threadsWaitingForTextures() const {
    return static_cast<uint32_t>(
        std::ranges::count_if(state_, [](const ThreadState& thread) { return thread.waitsForTexture; }));
}

InstructionWait VectorExecute::waitOf(uint32_t thread, uint32_t pc) const {
    const ThreadState& state = state_[thread];
    const isa::Instruction& instruction = *instructionAt((*threads_)[thread].replay, pc);
    if (!state.ready) return state.waitsForTexture ? InstructionWait::Texture : InstructionWait::Results;
    if (state.registers.sourcesPending(instruction))
        return state.waitsForTexture ? InstructionWait::Texture : InstructionWait::Results;
    if (isa::isLoad(instruction) && tickets_[unit_] < length_) return InstructionWait::Texture;
    return InstructionWait::Turn;
}

}  // namespace cyclorama::machine::timing
