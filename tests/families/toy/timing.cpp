// SPDX-License-Identifier: MIT
#include "families/toy/timing.h"

#include "families/toy/dialect.h"
#include "machine/timing/command/command_front.h"
#include "machine/timing/command/command_processor.h"
#include "machine/timing/pipeline/draw_topology.h"
#include "machine/values/machine_findings.h"

namespace cyclorama::toy {

namespace {

using machine::timing::CommandProcessor;
using machine::timing::DrawTopology;
using machine::timing::EngineOperation;
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

class ToyTopology final : public DrawTopology {
  public:
    explicit ToyTopology(const TopologyContext& context);

  private:
    CommandFront front_;
};

ToyTopology::ToyTopology(const TopologyContext& context)
    : DrawTopology(context, {.dialect = dialect()}), front_(commandUnit()) {
    commandUnit().setFront(front_);
    // The memory has one interleaving of channels, which never changes.
    memory().commands.driveFromOutside();
}

}  // namespace

std::unique_ptr<Topology> makeTopology(const TopologyContext& context) {
    return std::make_unique<ToyTopology>(context);
}

}  // namespace cyclorama::toy
