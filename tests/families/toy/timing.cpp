// SPDX-License-Identifier: MIT
#include "families/toy/timing.h"

#include <vector>

#include "families/toy/dialect.h"
#include "machine/timing/command/command_front.h"
#include "machine/timing/command/command_processor.h"
#include "machine/timing/timing_settings.h"
#include "machine/timing/topology/draw_pipeline.h"
#include "machine/timing/topology/limiting_unit.h"
#include "machine/values/machine_findings.h"

namespace cyclorama::toy {

namespace {

using machine::timing::CommandProcessor;
using machine::timing::DrawFaults;
using machine::timing::DrawPipeline;
using machine::timing::EngineOperation;
using machine::timing::LimitingUnit;
using machine::timing::Topology;
using machine::timing::TopologyContext;

/// A write to a register takes a cycle, when the draw before has ended. There is no copy engine, and the stream comes
/// from the host.
class CommandFront final : public machine::timing::CommandFront {
  public:
    /// `processor` must outlive the front.
    explicit CommandFront(CommandProcessor& processor) : processor_(processor) {}

    bool execute(sim::Cycle, const gpu::FamilyOperation&) override {
        if (processor_.state() != CommandProcessor::State::Ready) return false;
        ++processor_.statistics().registerWrites;
        return true;
    }
    bool execute(sim::Cycle, const EngineOperation&) override {
        if (processor_.state() != CommandProcessor::State::Ready) return false;
        processor_.report(machine::findings::kOperation, "a copy, fill or resolve");
        return true;
    }

  private:
    CommandProcessor& processor_;
};

class ToyTopology final : public Topology {
  public:
    explicit ToyTopology(const TopologyContext& context);

    std::vector<DrawFaults> takeFaults() override { return pipeline_.takeFaults(); }
    machine::timing::Pace pace() const override { return limitingUnit_.find(); }
    std::vector<machine::timing::Change> changes(const machine::Configuration& configuration) const override {
        return machine::timing::pipelineChanges(configuration);
    }
    uint64_t samplesPassed() const override { return pipeline_.pixels.samplesPassed(); }

  private:
    CommandFront front_;
    DrawPipeline pipeline_;
    LimitingUnit limitingUnit_;
};

ToyTopology::ToyTopology(const TopologyContext& context)
    : Topology(context,
               {.memoryClients = machine::timing::memoryClientSettings(context.configuration), .dialect = dialect()}),
      front_(commandProcessor()),
      pipeline_({.simulation = context.simulation,
                 .configuration = context.configuration,
                 .space = context.space,
                 .domains = domains_,
                 .pools = pools_},
                std::nullopt),
      limitingUnit_(commandProcessor(), pipeline_, memory(), {}) {
    commandProcessor().setFront(front_);
    // The memory has one interleaving of channels: it is never told of another.
    memory().commands.driveFromOutside();
    pipeline_.bindCommands(commandProcessor().units);
    pipeline_.connect(memory());
}

}  // namespace

std::unique_ptr<Topology> makeTopology(const TopologyContext& context) {
    return std::make_unique<ToyTopology>(context);
}

}  // namespace cyclorama::toy
