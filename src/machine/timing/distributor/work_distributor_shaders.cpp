// SPDX-License-Identifier: MIT
#include "machine/timing/distributor/work_distributor_shaders.h"

#include <fmt/format.h>

namespace cyclorama::machine::timing {

ShaderQueues::Processor::Processor(sim::Box& owner, uint32_t number, const WorkDistributorSettings& settings)
    : inputs(owner, fmt::format("shader{}.inputs", number)),
      outputs(owner, {.name = fmt::format("shader{}.outputs", number),
                      .width = settings.outputsPerCycle,
                      .latency = settings.outputLatency}),
      status(owner, fmt::format("shader{}.status", number), ShaderStatus::Ready),
      consumerReady(owner, fmt::format("shader{}.consumerReady", number)) {}

ShaderQueues::ShaderQueues(sim::Box& owner, const WorkDistributorSettings& settings)
    : group_(settings.group),
      inputsPerCycle_(settings.inputsPerCycle),
      batchSize_(settings.shaderInputBatchSize),
      count_(settings.shaders) {
    for (uint32_t processor = 0; processor < settings.shaders; ++processor) {
        processors.push_back(std::make_unique<Processor>(owner, processor, settings));
        queues_.emplace_back(settings);
    }
}

void ShaderQueues::reset() {
    for (Queues& queues : queues_) {
        queues.inputs.clear();
        queues.outputs.clear();
        queues.batched = 0;
    }
    withInputs_ = withOutputs_ = 0;
    next_ = 0;
}

void ShaderQueues::push(const ShaderElements& elements) {
    queues_[next_].inputs.push(elements);
    setMember(withInputs_, next_, true);
}

void ShaderQueues::passTurnAfterBatch() {
    if (queues_[next_].batched < batchSize_) return;
    queues_[next_].batched = 0;
    passTurn();
}

bool ShaderQueues::receive(sim::Cycle cycle) {
    bool moved = false;
    for (uint32_t processor = 0; processor < count(); ++processor) {
        if (processors[processor]->outputs.inFlight() == 0) continue;
        for (const ShaderElements& output : processors[processor]->outputs.take(cycle)) {
            queues_[processor].outputs.push(output);
            setMember(withOutputs_, processor, true);
            moved = true;
        }
    }
    return moved;
}

bool ShaderQueues::send(sim::Cycle cycle, QuadPool& quads) {
    bool moved = false;
    forEachMember(withInputs_, [&](uint32_t processor) {
        if (processors[processor]->status.read(cycle) == ShaderStatus::Busy) return;
        ElementQueue& waiting = queues_[processor].inputs;
        for (uint32_t room = inputsPerCycle_; room > 0 && !waiting.empty();) {
            const ShaderElements elements = waiting.popUpTo(room);
            room -= elements.count;
            recordStart(quads, elements, cycle);
            processors[processor]->inputs.write(cycle, elements);
        }
        if (waiting.empty()) setMember(withInputs_, processor, false);
        moved = true;
    });
    return moved;
}

void ShaderQueues::recordStart(QuadPool& quads, const ShaderElements& elements, sim::Cycle cycle) {
    if (elements.target == ShaderTarget::Fragment && !elements.padding) quads[elements.id].shaderStart = cycle;
}

std::string ShaderQueues::describeWait(sim::Cycle cycle) const {
    for (uint32_t processor = 0; processor < count(); ++processor) {
        const Queues& queues = queues_[processor];
        if (!queues.inputs.empty() && processors[processor]->status.read(cycle) == ShaderStatus::Busy)
            return fmt::format("waits for shader processor {}, which is busy, with {} elements for it", processor,
                               queues.inputs.elements());
        if (!queues.outputs.empty())
            return fmt::format("waits for the rest of a quad from shader processor {}", processor);
    }
    return {};
}

const sim::Box* ShaderQueues::firstBusy(sim::Cycle cycle) const {
    const auto busy = std::ranges::find_if(
        processors, [&](const auto& processor) { return processor->status.read(cycle) != ShaderStatus::Empty; });
    return busy == processors.end() ? nullptr : (*busy)->status.writer();
}

}  // namespace cyclorama::machine::timing
