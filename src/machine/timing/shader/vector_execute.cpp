// SPDX-License-Identifier: MIT
#include "machine/timing/shader/vector_execute.h"

#include <fmt/format.h>

#include <algorithm>

#include "sim/divide_up.h"
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
      model_(settings.vectorModel),
      instructionsPerFetch_(instructionsPerFetch(model_.aluConfig)),
      units_(settings.units),
      statistics_(processor.simulation().statistics(), fmt::format("FS{}", index)),
      state_(model_.threads),
      commands_(statistics_),
      textures_(processor.textures, settings),
      finished_(model_.threads) {}

uint32_t VectorExecute::latencyOf(const isa::Instruction& instruction) const {
    return instruction.cost.on(units_).latency + 1u;
}

void VectorExecute::step(Cycle cycle, const FetchedVector* arrived) {
    if (cyclesToNextFetch_ > 0) --cyclesToNextFetch_;
    if (arrived != nullptr) {
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
        if (thread.waitsForTexture && !thread.ready && !thread.jumping && !thread.ending)
            commands_.unblock(thread, id, 0);
        thread.waitsForTexture = false;
        if (thread.ended()) commands_.end(thread, id, 0);
    }
}

void VectorExecute::writeBack(Cycle cycle) {
    results_.take(cycle, [&](const Completion& completion) {
        if (completion.first) completeFirst(cycle, completion);
        if (completion.last) completeLast(completion);
        statistics_.executed.add(uint64_t{model_.aluWidth} * completion.count);
    });
}

void VectorExecute::completeFirst(Cycle cycle, const Completion& completion) {
    ThreadState& thread = state_[completion.thread];
    for (uint32_t i = 0; i < completion.count; ++i) {
        --thread.pendingInstructions;
        commands_.exportDepth(thread, completion.thread, completion.pc[i]);
        thread.registers.complete(*completion.instruction[i], cycle);
    }
}

void VectorExecute::completeLast(const Completion& completion) {
    ThreadState& thread = state_[completion.thread];
    for (uint32_t i = 0; i < completion.count; ++i) {
        if (thread.ended()) commands_.end(thread, completion.thread, completion.pc[i]);
        const isa::Instruction& instruction = *completion.instruction[i];
        if (!isa::changesFlow(instruction)) continue;
        VectorThread& vector = (*threads_)[completion.thread];
        const std::vector<uint32_t>& jumps = vector.replay.jumps;
        const uint32_t next = vector.nextJump < jumps.size() ? jumps[vector.nextJump] : completion.pc[i] + 1;
        ++vector.nextJump;
        commands_.jump(completion.thread, next);
        commands_.unblock(thread, completion.thread, completion.pc[i]);
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
    available_ = stalled && model_.waitOnStall && !executing_;
    if (stalled && !available_) commands_.repeat(vector_.thread, vector_.pc[executable_]);
    cyclesToNextFetch_ = std::max(kFetchLoop, repeatRate_ * sim::divideUp(model_.length, model_.aluWidth));
}

VectorExecute::Decision VectorExecute::decide(Cycle cycle, const isa::Instruction& instruction, bool simdTaken) const {
    const ThreadState& thread = state_[vector_.thread];
    if (thread.ending || thread.jumping || !thread.ready) return Decision::Drop;
    if (isa::isLoad(instruction) && textures_.tickets() < model_.length) return Decision::Stall;
    if (model_.aluConfig == VectorAluConfig::Simd4PlusScalar && simdTaken && !isa::isScalarOperation(instruction))
        return Decision::Stall;
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
        commands_.block(thread, vector_.thread, pc);
    }
    if (isDepthExport(instruction)) thread.exportsDepth = true;
    if (isa::isLoad(instruction)) {
        thread.waitsForTexture = true;
        textures_.spend(model_.length);
        if (model_.explicitBlock) {
            thread.pendingTextureElements += model_.length;
        } else {
            thread.pendingTextureElements = model_.length;
            commands_.block(thread, vector_.thread, pc);
        }
    }
    if (isa::changesFlow(instruction)) {
        thread.jumping = true;
        commands_.block(thread, vector_.thread, pc);
    }
    if (model_.explicitBlock && instruction.waitPoint && thread.pendingTextureElements > 0)
        commands_.block(thread, vector_.thread, pc);
}

void VectorExecute::execute(Cycle cycle) {
    if (cyclesToNextStart_ > 0) --cyclesToNextStart_;
    if (!executing_ || cyclesToNextStart_ != 0) return;
    launch(cycle);
    element_ += model_.aluWidth;
    cyclesToNextStart_ = repeatRate_;
    if (element_ >= model_.length) executing_ = false;
}

void VectorExecute::launch(Cycle cycle) {
    const bool last = element_ + model_.aluWidth >= model_.length;
    Completion* completion = nullptr;
    uint32_t latency = 0;
    for (uint32_t i = 0; i < executable_; ++i) {
        if (vector_.filler[i]) continue;
        const isa::Instruction& instruction = *vector_.instruction[i];
        const uint32_t own = latencyOf(instruction);
        if (completion == nullptr || own != latency) {
            latency = own;
            completion = &startResults(cycle, latency, vector_.pc[i]);
        }
        completion->instruction[completion->count] = &instruction;
        completion->pc[completion->count] = vector_.pc[i];
        ++completion->count;
        if (isa::isLoad(instruction)) requestLoad(last);
    }
}

VectorExecute::Completion& VectorExecute::startResults(Cycle cycle, uint32_t latency, uint32_t pc) {
    const uint32_t end = element_ + model_.aluWidth;
    processor_->execution.passed(cycle, cycle + latency, [&] {
        return fmt::format("{}, elements {} to {}", nameOfInstruction(*threads_, vector_.thread, pc), element_,
                           std::min(end, model_.length) - 1);
    });
    Completion& completion = results_.add(cycle + latency);
    completion.thread = vector_.thread;
    completion.first = element_ == 0;
    completion.last = end >= model_.length;
    return completion;
}

// Four elements make a request, as soon as the last of them executes.
void VectorExecute::requestLoad(bool last) {
    VectorThread& thread = (*threads_)[vector_.thread];
    const uint32_t begin = element_ / func::kQuadFragments;
    const uint32_t done = (element_ + model_.aluWidth) / func::kQuadFragments;
    if (done > begin) requests_.push_back({vector_.thread, thread.nextLoad, begin, done - begin});
    if (last) ++thread.nextLoad;
}

void VectorExecute::sendRequests(Cycle cycle) {
    statistics_.textures.add(textures_.send(cycle, [this] { return nextRequest(); }));
}

std::optional<TextureRequest> VectorExecute::nextRequest() {
    if (requests_.empty()) return std::nullopt;
    PendingRequests& next = requests_.front();
    const ThreadReplay& replay = (*threads_)[next.thread].replay;
    if (next.load >= replay.loads.size()) throw sim::Fault("a shader thread loads more than its program did");
    TextureRequest request = replay.requestOf(replay.loads[next.load], next.firstQuad);
    request.thread = next.thread;
    ++next.firstQuad;
    if (--next.quads == 0) requests_.pop_front();
    return request;
}

void VectorExecute::takeResults(Cycle cycle) {
    textures_.takeResults(cycle, [this](uint32_t id) {
        ThreadState& thread = state_[id];
        thread.pendingTextureElements -= func::kQuadFragments;
        if (thread.pendingTextureElements == 0) finished_.push(id);
    });
}

bool VectorExecute::stepIdle() const {
    return !available_ && !executing_ && cyclesToNextFetch_ == 0 && cyclesToNextStart_ == 0 && finished_.empty() &&
           commands_.empty();
}

InstructionWait VectorExecute::waitOf(uint32_t thread, uint32_t pc) const {
    const ThreadState& state = state_[thread];
    const isa::Instruction& instruction = *instructionAt((*threads_)[thread].replay, pc);
    if (!state.ready) return state.waitsForTexture ? InstructionWait::Texture : InstructionWait::Results;
    if (state.registers.sourcesPending(instruction))
        return state.waitsForTexture ? InstructionWait::Texture : InstructionWait::Results;
    if (isa::isLoad(instruction) && textures_.tickets() < model_.length) return InstructionWait::Texture;
    return InstructionWait::Turn;
}

}  // namespace cyclorama::machine::timing
