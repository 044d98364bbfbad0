// SPDX-License-Identifier: MIT
#include "machine/timing/shader/scalar_fetch.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "machine/timing/shader/shading.h"
#include "sim/fault.h"
#include "sim/simulation.h"

namespace cyclorama::machine::timing {

ScalarFetch::ScalarFetch(ShaderProcessor& processor, const ShaderSettings& settings, Shading& shading, uint32_t index,
                         std::vector<ScalarThread>& threads, std::vector<ScalarGroup>& groups)
    : processor_(&processor),
      shading_(&shading),
      threads_(&threads),
      groups_(&groups),
      buffers_(static_cast<uint32_t>(threads.size())),
      model_(settings.scalarModel),
      inputsPerCycle_(settings.inputsPerCycle),
      outputsPerCycle_(settings.outputsPerCycle),
      swapOnBlock_(settings.swapOnBlock),
      statistics_(processor.simulation().statistics(), fmt::format("FS{}", index)),
      mostPerThread_(kInitialMostPerThread),
      freeResources_(settings.scalarModel.resources),
      ring_(buffers_),
      lastEmpty_(buffers_ - 1),
      freeThreads_(buffers_),
      readyGroups_(2 * static_cast<uint32_t>(groups.size())),
      fetchedGroups_(static_cast<uint32_t>(groups.size())),
      finished_(buffers_) {
    targets_[static_cast<size_t>(ShaderTarget::Fragment)].outputs = 1;
    for (uint32_t t = 0; t < buffers_; ++t) ring_[t] = t;
    if (settings.scalarModel.threadWindow) return;
    batches_.emplace(static_cast<uint32_t>(groups.size()), model_.threadGroup);
    for (ScalarGroup& group : groups) group.outside = false;
}

void ScalarFetch::takeCommands(Cycle cycle) {
    if (const auto command = processor_->vertexCommands.read(cycle))
        if (command->operation == UnitOperation::Draw) takeDraw(ShaderTarget::Vertex, command->draw->state);
    if (const auto command = processor_->fragmentCommands.read(cycle))
        if (command->operation == UnitOperation::Draw) takeDraw(ShaderTarget::Fragment, command->draw->state);
}

void ScalarFetch::takeDraw(ShaderTarget target, const gpu::DrawState& state) {
    targets_[static_cast<size_t>(target)] = resourcesOf(target, state);
    mostPerThread_ = mostOf(targets_);
}

void ScalarFetch::takeInputs(Cycle cycle) {
    for (const ShaderElements& elements : processor_->inputs.take(cycle)) {
        ShaderElements element = elements;
        element.count = 1;
        for (uint32_t e = 0; e < elements.count; ++e) {
            accept(cycle, element);
            element.first = static_cast<uint8_t>(element.first + 1);
        }
    }
}

void ScalarFetch::accept(Cycle cycle, const ShaderElements& element) {
    const ThreadResources& target = targets_[static_cast<size_t>(element.target)];
    if (freeThreads_ == 0 || freeResources_ < target.perThread())
        throw sim::Fault("a shader was sent more than it has room for");
    const uint32_t id = ring_[firstEmpty_];
    firstEmpty_ = place(firstEmpty_);
    --freeThreads_;
    freeResources_ -= target.perThread();
    ScalarThread& thread = (*threads_)[id];
    thread.free = false;
    thread.element = element;
    thread.nextLoad = 0;
    ScalarGroup& group = (*groups_)[groupOf(id)];
    if (++group.loaded == model_.threadGroup) shade(groupOf(id));
    if (freeThreads_ >= model_.inputBuffers) {
        admit(cycle, id);
        firstFilled_ = place(firstFilled_);
    }
    ++statistics_.inputs;
    statistics_.inputAttributes.add(target.inputs);
    statistics_.registers.add(target.registers);
    statistics_.outputAttributes.add(target.outputs);
}

void ScalarFetch::shade(uint32_t id) {
    ScalarGroup& group = (*groups_)[id];
    group.loaded = 0;
    group.pc = 0;
    runs_.clear();
    const uint32_t first = id * model_.threadGroup;
    for (uint32_t t = 0; t < model_.threadGroup; ++t) runs_.push_back((*threads_)[first + t].element);
    shading_->shade(runs_[0].target, runs_, group.replay);
    for (uint32_t t = 0; t < model_.threadGroup; ++t) (*threads_)[first + t].element.killed = runs_[t].killed;
}

void ScalarFetch::makeReady(uint32_t thread) {
    (*threads_)[thread].ready = true;
    ++readyThreads_;
    ScalarGroup& group = (*groups_)[groupOf(thread)];
    ++group.ready;
    if (group.ready == model_.threadGroup && group.outside) {
        group.outside = false;
        readyGroups_.push(groupOf(thread));
    }
}

void ScalarFetch::admit(Cycle cycle, uint32_t thread) {
    makeReady(thread);
    const uint32_t group = groupOf(thread);
    if (batches_ && (*groups_)[group].ready == model_.threadGroup)
        batches_->load((*threads_)[thread].element.target, group, holdsLastVertex(group), cycle);
}

bool ScalarFetch::holdsLastVertex(uint32_t group) const {
    for (uint32_t t = group * model_.threadGroup; t < (group + 1) * model_.threadGroup; ++t) {
        if (shading_->isLastVertex((*threads_)[t].element)) return true;
    }
    return false;
}

void ScalarFetch::obey(const DecodeCommand& command) {
    switch (command.kind) {
        case DecodeCommandKind::Unblock:
            makeReady(command.thread);
            ++statistics_.unblocks;
            break;
        case DecodeCommandKind::Block:
            block(command.thread, command.pc);
            break;
        case DecodeCommandKind::End:
            finish(command.thread);
            break;
        case DecodeCommandKind::Repeat: {
            ScalarGroup& group = (*groups_)[groupOf(command.thread)];
            group.pc = command.pc;
            group.repeat = true;
            statistics_.refetched.add(model_.threadGroup);
            break;
        }
        case DecodeCommandKind::NewPc:
        case DecodeCommandKind::ExportedDepth:
            break;
    }
}

void ScalarFetch::block(uint32_t thread, uint32_t pc) {
    ScalarGroup& group = (*groups_)[groupOf(thread)];
    (*threads_)[thread].ready = false;
    --readyThreads_;
    --group.ready;
    group.pc = pc + 1;
    ++statistics_.blocks;
}

void ScalarFetch::finish(uint32_t thread) {
    if (batches_) {
        finished_.push(thread);
        batches_->end((*threads_)[thread].element.target, thread);
        return;
    }
    const uint32_t id = groupOf(thread);
    ScalarGroup& group = (*groups_)[id];
    if (++group.finished < model_.threadGroup) return;
    group.finished = 0;
    for (uint32_t t = 0; t < model_.threadGroup; ++t) finished_.push(id * model_.threadGroup + t);
}

void ScalarFetch::returnFetchedGroups(Cycle cycle) {
    while (!fetchedGroups_.empty() && (*groups_)[fetchedGroups_.front()].nextFetch <= cycle) {
        const uint32_t id = fetchedGroups_.pop();
        ScalarGroup& group = (*groups_)[id];
        if (group.ready == model_.threadGroup)
            readyGroups_.push(id);
        else
            group.outside = true;
    }
}

void ScalarFetch::fetch(Cycle cycle, bool decoderReady, std::vector<ThreadInstruction>& sent) {
    returnFetchedGroups(cycle);
    if (!decoderReady) return;
    bool search = readyThreads_ > 0;
    for (uint32_t threads = 0; threads < model_.threadsPerCycle;) {
        if (nextInGroup_ == 0 && (!search || (!batches_ && readyGroups_.empty()))) return;
        if (nextInGroup_ == 0 && !(batches_ ? chooseInOrder(cycle, search) : chooseGroup())) continue;
        const uint32_t thread = current_.group * model_.threadGroup + nextInGroup_;
        for (ThreadInstruction instruction : current_.instructions) {
            instruction.thread = thread;
            sent.push_back(instruction);
        }
        if (nextInGroup_ == 0) (*groups_)[current_.group].nextFetch = cycle + model_.fetchDelay;
        nextInGroup_ = nextInGroup_ + 1 == model_.threadGroup ? 0 : nextInGroup_ + 1;
        ++threads;
        if (nextInGroup_ == 0 && !swapOnBlock_ && !batches_) fetchedGroups_.push(current_.group);
    }
}

bool ScalarFetch::chooseGroup() {
    const bool lastReady = std::exchange(currentReady_, false);
    while (!currentReady_ && !readyGroups_.empty()) {
        const uint32_t id = readyGroups_.front();
        current_.group = id;
        ScalarGroup& group = (*groups_)[id];
        currentReady_ = group.ready == model_.threadGroup;
        // With SwapOnBlock the group stays at the head until it blocks; then it waits as one that was fetched.
        if (!swapOnBlock_ || !currentReady_) {
            readyGroups_.pop();
            if (swapOnBlock_ && lastReady) fetchedGroups_.push(id);
        }
        if (currentReady_)
            fetchGroup(id);
        else
            group.outside = true;
    }
    return currentReady_;
}

bool ScalarFetch::chooseInOrder(Cycle cycle, bool& search) {
    const ScalarBatches::FetchChoice choice = batches_->chooseGroup(cycle, *groups_, current_.group);
    search = choice != ScalarBatches::FetchChoice::None;
    if (choice != ScalarBatches::FetchChoice::Group) return false;
    fetchGroup(current_.group);
    return true;
}

void ScalarFetch::fetchGroup(uint32_t id) {
    ScalarGroup& group = (*groups_)[id];
    current_.instructions.clear();
    bool simd = false;
    bool scalar = false;
    for (uint32_t i = 0; i < model_.instructionsPerCycle; ++i) {
        ThreadInstruction fetched{
            .instruction = instructionAt(group.replay, group.pc), .pc = group.pc, .repeated = group.repeat};
        if (model_.scalarAlu) {
            bool& taken = isa::isScalarOperation(*fetched.instruction) ? scalar : simd;
            fetched.filler = taken;
            taken = true;
        }
        if (!fetched.filler) {
            ++group.pc;
            group.repeat = false;
            statistics_.fetched.add(model_.threadGroup);
        }
        current_.instructions.push_back(fetched);
    }
}

void ScalarFetch::sendOutputs(Cycle cycle) {
    const bool consumerReady = processor_->consumerReady.read(cycle);
    if (output_.underWay) {
        if (--output_.cycles > 0) return;
        output_.underWay = false;
        for (; output_.threads > 0; --output_.threads) reload(cycle);
        return;
    }
    const bool rest = !finished_.empty() && freeThreads_ == buffers_ - finished_.size();
    if ((finished_.size() < outputsPerCycle_ && !rest) || !consumerReady) return;
    output_.threads = std::min(outputsPerCycle_, finished_.size());
    send(cycle);
    if (output_.cycles > 1) {
        --output_.cycles;
        output_.underWay = true;
        return;
    }
    for (; output_.threads > 0; --output_.threads) reload(cycle);
}

void ScalarFetch::send(Cycle cycle) {
    ShaderElements run = (*threads_)[finished_[0]].element;
    const auto flush = [&] {
        const ThreadResources& target = targets_[static_cast<size_t>(run.target)];
        output_.cycles = std::max((target.outputs + kOutputsPerTransmission - 1) / kOutputsPerTransmission, 1u);
        processor_->outputs.write(cycle, run, output_.cycles + kOutputDelay);
    };
    for (uint32_t t = 1; t < output_.threads; ++t) {
        const ShaderElements& next = (*threads_)[finished_[t]].element;
        const bool sameQuad = next.target == ShaderTarget::Fragment && run.target == next.target &&
                              run.padding == next.padding && run.id == next.id && next.first == run.first + run.count;
        if (sameQuad) {
            ++run.count;
            run.killed |= next.killed;
            continue;
        }
        flush();
        run = next;
    }
    flush();
    statistics_.outputs.add(output_.threads);
}

void ScalarFetch::reload(Cycle cycle) {
    const uint32_t done = finished_.pop();
    ScalarThread& thread = (*threads_)[done];
    thread.free = true;
    ++freeThreads_;
    freeResources_ += targets_[static_cast<size_t>(thread.element.target)].perThread();
    lastEmpty_ = place(lastEmpty_);
    ring_[lastEmpty_] = done;
    // With as many free threads as input buffers, or fewer, one of the threads waits to run.
    if (freeThreads_ > model_.inputBuffers) return;
    const uint32_t next = ring_[firstFilled_];
    firstFilled_ = place(firstFilled_);
    admit(cycle, next);
}

bool ScalarFetch::isBusy() const {
    const uint32_t needed = neededThreads();
    return freeThreads_ < needed || freeResources_ < needed * mostPerThread_;
}

void ScalarFetch::showStatus(Cycle cycle) {
    if (isBusy()) {
        if (batches_) batches_->closeWhenFull();
        processor_->status.write(cycle, ShaderStatus::Busy);
        return;
    }
    processor_->status.write(cycle, freeThreads_ == buffers_ ? ShaderStatus::Empty : ShaderStatus::Ready);
}

void ScalarFetch::account(uint64_t cycles) {
    const ThreadCounts counts{.ready = readyThreads_,
                              .blocked = buffers_ - readyThreads_ - freeThreads_ - finished_.size(),
                              .finished = finished_.size(),
                              .free = freeThreads_,
                              .resources = model_.resources - freeResources_};
    counts.addTo(statistics_, cycles);
}

std::string ScalarFetch::describeWait() const {
    if (freeThreads_ == buffers_) return {};
    return fmt::format("{} threads ready, {} to be sent, {} free; {} of {} registers free", readyThreads_,
                       finished_.size(), freeThreads_, freeResources_, model_.resources);
}

sim::Backlog ScalarFetch::backlog() const {
    if (isBusy()) return sim::Backlog::Full;
    return freeThreads_ == buffers_ ? sim::Backlog::None : sim::Backlog::Some;
}

void ScalarFetch::appendQueues(std::vector<sim::QueueLevel>& queues) const {
    const uint64_t needed = neededThreads();
    queues.push_back({.name = "threads",
                      .unit = "threads",
                      .used = buffers_ - freeThreads_,
                      .capacity = buffers_,
                      .needed = needed});
    queues.push_back({.name = "registers",
                      .unit = "registers",
                      .used = model_.resources - freeResources_,
                      .capacity = model_.resources,
                      .needed = needed * mostPerThread_});
}

}  // namespace cyclorama::machine::timing
