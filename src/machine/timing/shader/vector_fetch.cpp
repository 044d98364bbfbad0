// SPDX-License-Identifier: MIT
#include "machine/timing/shader/vector_fetch.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

#include "machine/timing/shader/shading.h"
#include "sim/divide_up.h"
#include "sim/fault.h"
#include "sim/simulation.h"

namespace cyclorama::machine::timing {

VectorFetch::VectorFetch(ShaderProcessor& processor, const ShaderSettings& settings, Shading& shading, uint32_t index,
                         std::vector<VectorThread>& threads)
    : processor_(&processor),
      shading_(&shading),
      threads_(&threads),
      length_(settings.vectorModel.length),
      outputsPerCycle_(settings.outputsPerCycle),
      neededThreads_(2 * std::max(sim::divideUp(settings.inputsPerCycle, settings.vectorModel.length), 1u)),
      fetchCycles_(std::max(kFetchLoop, sim::divideUp(settings.vectorModel.length, settings.vectorModel.aluWidth))),
      instructionsPerFetch_(instructionsPerFetch(settings.vectorModel.aluConfig)),
      allResources_(settings.vectorModel.resources),
      swapOnBlock_(settings.swapOnBlock),
      statistics_(processor.simulation().statistics(), fmt::format("FS{}", index)),
      mostPerThread_(kInitialMostPerThread),
      freeResources_(settings.vectorModel.resources),
      free_(settings.vectorModel.threads),
      ended_(settings.vectorModel.threads),
      ready_(settings.vectorModel.threads),
      nextInput_(length_),
      output_{.next = length_} {
    targets_[static_cast<size_t>(ShaderTarget::Fragment)].outputs = 1;
    for (uint32_t t = 0; t < settings.vectorModel.threads; ++t) free_.push(t);
}

void VectorFetch::takeCommands(Cycle cycle) {
    if (const auto command = processor_->vertexCommands.read(cycle))
        if (command->operation == UnitOperation::Draw) takeDraw(ShaderTarget::Vertex, command->draw->state);
    if (const auto command = processor_->fragmentCommands.read(cycle))
        if (command->operation == UnitOperation::Draw) takeDraw(ShaderTarget::Fragment, command->draw->state);
}

void VectorFetch::takeDraw(ShaderTarget target, const gpu::DrawState& state) {
    targets_[static_cast<size_t>(target)] = resourcesOf(target, state);
    mostPerThread_ = mostOf(targets_);
}

void VectorFetch::takeInputs(Cycle cycle) {
    for (const ShaderElements& elements : processor_->inputs.take(cycle)) accept(elements);
}

void VectorFetch::accept(ShaderElements elements) {
    while (elements.count > 0) {
        if (nextInput_ == length_) reserve(elements.target);
        VectorThread& thread = (*threads_)[inputThread_];
        if (thread.target != elements.target) throw sim::Fault("vertices and fragments meet in one shader thread");
        ShaderElements part = elements;
        part.count = static_cast<uint8_t>(std::min<uint32_t>(elements.count, length_ - nextInput_));
        thread.runs.push_back(part);
        nextInput_ += part.count;
        elements.first = static_cast<uint8_t>(elements.first + part.count);
        elements.count = static_cast<uint8_t>(elements.count - part.count);
        if (nextInput_ == length_) startThread();

        const ThreadResources& target = targets_[static_cast<size_t>(part.target)];
        statistics_.inputs.add(part.count);
        statistics_.inputAttributes.add(uint64_t{target.inputs} * part.count);
        statistics_.registers.add(uint64_t{target.registers} * part.count);
        statistics_.outputAttributes.add(uint64_t{target.outputs} * part.count);
    }
}

void VectorFetch::reserve(ShaderTarget target) {
    const uint32_t needed = targets_[static_cast<size_t>(target)].perThread();
    if (free_.empty() || freeResources_ < needed) throw sim::Fault("a shader was sent more than it has room for");
    inputThread_ = free_.pop();
    freeResources_ -= needed;
    nextInput_ = 0;
    VectorThread& thread = (*threads_)[inputThread_];
    thread.free = false;
    thread.target = target;
    thread.pc = 0;
    thread.nextJump = thread.nextLoad = 0;
    thread.runs.clear();
}

void VectorFetch::startThread() {
    VectorThread& thread = (*threads_)[inputThread_];
    shading_->shade(thread.target, thread.runs, thread.replay);
    setReady(inputThread_, true);
}

uint32_t VectorFetch::firstReady(uint32_t thread) const {
    const auto from = ready_.begin() + static_cast<std::ptrdiff_t>(thread);
    const auto found = std::find(from, ready_.end(), uint8_t{1});
    return static_cast<uint32_t>((found != ready_.end() ? found : std::find(ready_.begin(), from, uint8_t{1})) -
                                 ready_.begin());
}

void VectorFetch::obey(const DecodeCommand& command) {
    VectorThread& thread = (*threads_)[command.thread];
    switch (command.kind) {
        case DecodeCommandKind::Unblock:
            thread.blocked = false;
            setReady(command.thread, true);
            --blockedThreads_;
            ++statistics_.unblocks;
            break;
        case DecodeCommandKind::Block:
            thread.blocked = true;
            setReady(command.thread, false);
            thread.pc = command.pc + 1;
            ++blockedThreads_;
            ++statistics_.blocks;
            break;
        case DecodeCommandKind::End:
            thread.ended = true;
            thread.blocked = false;
            --blockedThreads_;
            ended_.push(command.thread);
            break;
        case DecodeCommandKind::Repeat:
            thread.pc = command.pc;
            statistics_.refetched.add(length_);
            break;
        case DecodeCommandKind::NewPc:
            thread.pc = command.pc;
            break;
        case DecodeCommandKind::ExportedDepth:
            break;
    }
}

bool VectorFetch::fetch(bool decoderReady, FetchedVector& fetched) {
    if (cyclesToNextFetch_ > 0) --cyclesToNextFetch_;
    if (free_.full())
        ++statistics_.emptyCycles;
    else if (cyclesToNextFetch_ > 0)
        ++statistics_.fetchCycles;
    else if (readyThreads_ == 0)
        ++statistics_.noReadyCycles;
    if (!decoderReady || cyclesToNextFetch_ != 0 || readyThreads_ == 0) return false;

    const auto count = static_cast<uint32_t>(threads_->size());
    if (ready_[scan_] == 0 || !swapOnBlock_) scan_ = firstReady(scan_ + 1 == count ? 0 : scan_ + 1);
    VectorThread& thread = (*threads_)[scan_];
    fetched.thread = scan_;
    fetched.filler = {};
    for (uint32_t i = 0; i < instructionsPerFetch_; ++i) {
        fetched.pc[i] = thread.pc + i;
        fetched.instruction[i] = instructionAt(thread.replay, thread.pc + i);
    }
    uint32_t taken = instructionsPerFetch_;
    // A scalar instruction takes either unit; of two others the second has to wait.
    if (taken == 2 && !isa::isScalarOperation(*fetched.instruction[0]) &&
        !isa::isScalarOperation(*fetched.instruction[1])) {
        fetched.filler[1] = true;
        taken = 1;
    }
    thread.pc += taken;
    statistics_.fetched.add(uint64_t{taken} * length_);
    cyclesToNextFetch_ = fetchCycles_;
    return true;
}

void VectorFetch::sendOutputs(Cycle cycle) {
    const bool consumerReady = processor_->consumerReady.read(cycle);
    if (output_.underWay) {
        if (--output_.cycles == 0) finishTransmission();
        return;
    }
    if (outputsIdle() || !consumerReady) return;
    startTransmission(cycle);
}

void VectorFetch::startTransmission(Cycle cycle) {
    if (output_.next == length_) {
        output_.thread = ended_.pop();
        output_.next = output_.nextRun = output_.sentOfRun = 0;
        const ThreadResources& target = targets_[static_cast<size_t>((*threads_)[output_.thread].target)];
        output_.resources = target.perThread();
        output_.active = target.outputs;
    }
    const bool fragments = (*threads_)[output_.thread].target == ShaderTarget::Fragment;
    output_.cycles = fragments ? 1 : std::max(sim::divideUp(output_.active, kOutputsPerTransmission), 1u);
    send(cycle, output_.cycles + kOutputDelay);
    if (output_.cycles > 1) {
        --output_.cycles;
        output_.underWay = true;
    } else {
        finishTransmission();
    }
}

void VectorFetch::finishTransmission() {
    output_.underWay = false;
    output_.next += outputsPerCycle_;
    if (output_.next != length_) return;
    VectorThread& thread = (*threads_)[output_.thread];
    thread.free = true;
    thread.ended = false;
    freeResources_ += output_.resources;
    free_.push(output_.thread);
}

void VectorFetch::send(Cycle cycle, uint32_t latency) {
    const VectorThread& thread = (*threads_)[output_.thread];
    for (uint32_t rest = outputsPerCycle_; rest > 0;) {
        ShaderElements part = thread.runs[output_.nextRun];
        part.first = static_cast<uint8_t>(part.first + output_.sentOfRun);
        part.count = static_cast<uint8_t>(std::min<uint32_t>(part.count - output_.sentOfRun, rest));
        rest -= part.count;
        output_.sentOfRun += part.count;
        if (output_.sentOfRun == thread.runs[output_.nextRun].count) {
            output_.sentOfRun = 0;
            ++output_.nextRun;
        }
        processor_->outputs.write(cycle, part, latency);
    }
    statistics_.outputs.add(outputsPerCycle_);
}

void VectorFetch::showStatus(Cycle cycle) {
    ShaderStatus status = ShaderStatus::Ready;
    if (free_.size() < neededThreads_ || freeResources_ < 2 * mostPerThread_)
        status = ShaderStatus::Busy;
    else if (free_.empty())
        status = ShaderStatus::Empty;
    processor_->status.write(cycle, status);
}

ThreadCounts VectorFetch::counts() const {
    return {.ready = readyThreads_,
            .blocked = blockedThreads_,
            .finished = ended_.size(),
            .free = free_.size(),
            .resources = allResources_ - freeResources_};
}

void VectorFetch::account() {
    const ThreadCounts now = counts();
    if (!(now == counts_)) {
        settle();
        counts_ = now;
    }
    ++cyclesOfCounts_;
}

void VectorFetch::settle() {
    if (cyclesOfCounts_ != 0) counts_.addTo(statistics_, cyclesOfCounts_);
    cyclesOfCounts_ = 0;
}

void VectorFetch::accountIdle(uint64_t cycles) {
    (counts_.free == free_.capacity() ? statistics_.emptyCycles : statistics_.noReadyCycles).add(cycles);
    cyclesOfCounts_ += cycles;
}

std::string VectorFetch::describeWait() const {
    if (free_.full()) return {};
    return fmt::format("{} threads ready, {} blocked, {} to be sent, {} free; {} of {} registers free", readyThreads_,
                       blockedThreads_, ended_.size(), free_.size(), freeResources_, allResources_);
}

sim::Backlog VectorFetch::backlog() const {
    if (free_.size() < neededThreads_ || freeResources_ < 2 * mostPerThread_) return sim::Backlog::Full;
    return free_.full() ? sim::Backlog::None : sim::Backlog::Some;
}

void VectorFetch::appendQueues(std::vector<sim::QueueLevel>& queues) const {
    queues.push_back({.name = "threads",
                      .unit = "threads",
                      .used = free_.capacity() - free_.size(),
                      .capacity = free_.capacity(),
                      .needed = neededThreads_});
    queues.push_back({.name = "registers",
                      .unit = "registers",
                      .used = allResources_ - freeResources_,
                      .capacity = allResources_,
                      .needed = uint64_t{2} * mostPerThread_});
}

}  // namespace cyclorama::machine::timing
