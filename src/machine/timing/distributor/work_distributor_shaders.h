// SPDX-License-Identifier: MIT
#pragma once
// The work distributor's side of the shader processors: a queue of inputs and one of outputs for each.
//
// Inputs come in groups, all of one kind, and go to one processor; it gets up to InputsPerCycle elements a cycle while
// it is not busy. Which processor the next group is for: a vertex group passes the turn on; a fragment group takes the
// processor of its first quad's scan tile, or without TiledShaderDistribution passes the turn on when the processor has
// had ShaderInputBatchSize elements since it last did so, those of vertices included.
// Outputs are taken whenever they come, so a processor never has to wait.

#include <memory>
#include <string>
#include <vector>

#include "machine/timing/distributor/work_distributor_queues.h"
#include "machine/timing/distributor/work_distributor_settings.h"
#include "machine/timing/shader/shader_ports.h"
#include "sim/box.h"
#include "sim/level.h"
#include "sim/queue.h"
#include "sim/signal.h"

namespace cyclorama::machine::timing {

/// Runs of elements in order, and how many elements they are.
class ElementQueue {
  public:
    /// In elements.
    explicit ElementQueue(uint32_t capacity) : runs_(capacity) {}

    uint32_t elements() const { return elements_; }
    bool empty() const { return elements_ == 0; }
    uint32_t free() const { return runs_.capacity() - elements_; }
    const ShaderElements& front() const { return runs_.front(); }

    void push(const ShaderElements& run) {
        runs_.push(run);
        elements_ += run.count;
    }
    ShaderElements pop() {
        elements_ -= runs_.front().count;
        return runs_.pop();
    }
    /// The first run, or as many of its elements.
    ShaderElements popUpTo(uint32_t count) {
        if (runs_.front().count <= count) return pop();
        ShaderElements first = runs_.front();
        first.count = static_cast<uint8_t>(count);
        runs_.front().first = static_cast<uint8_t>(first.first + count);
        runs_.front().count = static_cast<uint8_t>(runs_.front().count - count);
        elements_ -= count;
        return first;
    }
    void clear() {
        runs_.clear();
        elements_ = 0;
    }

  private:
    sim::BoundedQueue<ShaderElements> runs_;
    uint32_t elements_ = 0;
};

class ShaderQueues {
  public:
    ShaderQueues(sim::Box& owner, const WorkDistributorSettings& settings);

    struct Processor {
        Processor(sim::Box& owner, uint32_t number, const WorkDistributorSettings& settings);

        /// To ShaderProcessor::inputs.
        sim::Output<ShaderElements> inputs;
        /// From ShaderProcessor::outputs: OutputsPerCycle elements wide, latency OutputLatency at most.
        sim::Signal<ShaderElements> outputs;
        sim::Level<ShaderStatus> status;
        /// Never written: it is always ready.
        sim::LevelOutput<bool> consumerReady;
    };
    std::vector<std::unique_ptr<Processor>> processors;

    void reset();

    // Filling.
    bool roomForGroup() const { return queues_[next_].inputs.free() >= group_; }
    void choose(uint32_t processor) { next_ = processor; }
    void push(const ShaderElements& elements);
    /// All elements of a group were pushed.
    void endGroup() { queues_[next_].batched += group_; }
    void passTurn() { next_ = next_ + 1 == queues_.size() ? 0 : next_ + 1; }
    void passTurnAfterBatch();

    // Each cycle; whether anything moved.
    bool receive(sim::Cycle cycle);
    bool send(sim::Cycle cycle, QuadPool& quads);

    uint32_t count() const { return count_; }
    /// Processors of which outputs wait.
    UnitSet withOutputs() const { return withOutputs_; }
    ElementQueue& outputs(uint32_t processor) { return queues_[processor].outputs; }
    /// To be called after outputs were taken.
    void outputsTaken(uint32_t processor) { setMember(withOutputs_, processor, !queues_[processor].outputs.empty()); }

    std::string describeWait(sim::Cycle cycle) const;
    /// The first processor that has work; null if none has.
    const sim::Box* firstBusy(sim::Cycle cycle) const;

  private:
    struct Queues {
        explicit Queues(const WorkDistributorSettings& settings)
            : inputs(settings.shaderInputQueueSize), outputs(settings.shaderOutputQueueSize) {}
        ElementQueue inputs;
        ElementQueue outputs;
        uint32_t batched = 0;
    };

    static void recordStart(QuadPool& quads, const ShaderElements& elements, sim::Cycle cycle);

    uint32_t group_;
    uint32_t inputsPerCycle_;
    uint32_t batchSize_;
    std::vector<Queues> queues_;
    uint32_t count_;
    UnitSet withInputs_ = 0;
    UnitSet withOutputs_ = 0;
    uint32_t next_ = 0;
};

}  // namespace cyclorama::machine::timing
