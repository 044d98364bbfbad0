// SPDX-License-Identifier: MIT
#include "families/attila/timing/topology.h"

#include <fmt/format.h>

#include <array>

#include "families/attila/chip/dialect.h"
#include "families/attila/operations/pictures.h"
#include "families/attila/timing/command_front.h"
#include "machine/configuration/settings.h"
#include "machine/timing/timing_settings.h"
#include "machine/timing/topology/draw_pipeline.h"
#include "machine/timing/topology/limiting_unit.h"
#include "machine/values/machine_findings.h"
#include "machine/values/surfaces.h"

namespace cyclorama::attila {

namespace {

using machine::timing::CacheUses;
using machine::timing::Change;
using machine::timing::DrawFaults;
using machine::timing::DrawPipeline;
using machine::timing::DrawRecord;
using machine::timing::FragmentMap;
using machine::timing::LimitingUnit;
using machine::timing::Pace;
using machine::timing::Topology;
using machine::timing::TopologyContext;

class AttilaTopology final : public Topology {
  public:
    explicit AttilaTopology(const TopologyContext& context);

    void afterCycle() override;
    std::vector<DrawFaults> takeFaults() override { return pipeline_.takeFaults(); }
    Pace pace() const override { return limitingUnit_.find(); }
    std::vector<Change> changes(const machine::Configuration& configuration) const override;
    void compareCaches(bool compare) override { pipeline_.shaders.compareCaches(compare); }
    void countCacheUses(CacheUses* uses) override {
        pipeline_.shaders.countCacheUses(uses);
        pipeline_.pixels.countCacheUses(uses);
    }
    FragmentMap* fragmentMap() override { return pipeline_.pixels.fragmentMap.get(); }
    uint64_t samplesPassed() const override { return pipeline_.pixels.samplesPassed(); }

  private:
    void dumpBuffer(const CommandFront::Events& events);
    void reportBlit(const DrawRecord& blitted);
    void dumpProgram(const LoadProgram& load);

    TopologyContext context_;
    CommandFront front_;
    DrawPipeline pipeline_;
    LimitingUnit limitingUnit_;

    machine::Surfaces surfaces_;
    uint32_t dumps_ = 0;
    uint32_t blits_ = 0;                  // in the frame
    std::array<uint32_t, 3> programs_{};  // dumped, by target
};

AttilaTopology::AttilaTopology(const TopologyContext& context)
    : Topology(context, {.memoryClients = machine::timing::memoryClientSettings(context.configuration),
                         .dialect = dialect(),
                         .depthFlushDelay = kDepthFlushDelay}),
      context_(context),
      front_(commandProcessor()),
      pipeline_({.simulation = context.simulation,
                 .configuration = context.configuration,
                 .space = context.space,
                 .domains = domains_,
                 .pools = pools_},
                std::nullopt),
      limitingUnit_(commandProcessor(), pipeline_, memory(), {}),
      surfaces_(context.space, machine::tileSizes(context.configuration.rasterization)) {
    commandProcessor().setFront(front_);
    front_.memoryController.bind(memory().commands);
    pipeline_.bindCommands(commandProcessor().units);
    pipeline_.connect(memory());
}

std::vector<Change> AttilaTopology::changes(const machine::Configuration& configuration) const {
    return machine::timing::pipelineChanges(configuration);
}

void AttilaTopology::afterCycle() {
    const CommandFront::Events& events = front_.events();
    if (commandProcessor().events().presented != nullptr) blits_ = 0;
    if (events.dumped != nullptr) dumpBuffer(events);
    if (events.blitted != nullptr) reportBlit(*events.blitted);
    if (events.loaded && context_.configuration.commandProcessor.dumpShaderPrograms) dumpProgram(*events.loaded);
}

void AttilaTopology::dumpBuffer(const CommandFront::Events& events) {
    const gpu::DrawState& state = events.dumped->state;
    const machine::Surface surface = dumpedSurface(events.dumpedContent, state, surfaces_);
    if (surface.valid)
        dump(events.dumpedContent, state, surface, dumps_++, context_.frames);
    else
        commandProcessor().report(invalidBuffer(events.dumpedContent));
}

void AttilaTopology::reportBlit(const DrawRecord& blitted) {
    if (context_.configuration.dac.saveBlitSourceData)
        dumpBlitSource(blitted.state, surfaces_,
                       fmt::format("blitsource{:04}-{:04}", commandProcessor().frame(), blits_++), context_.frames);
    const machine::BlitResult& result = pipeline_.dac.blitResult();
    if (result.unsupported || result.outOfRange != 0) commandProcessor().report(machine::findings::kBlit);
    if (result.convertsNothing) commandProcessor().report(machine::findings::kBlitFormat);
}

void AttilaTopology::dumpProgram(const LoadProgram& load) {
    // ATTILA: CommandProcessor, which names the files of each kind by numbers of their own.
    constexpr std::array<const char*, 3> kKinds{"vprogram", "fprogram", "shprogram"};
    const auto kind = static_cast<size_t>(load.target);
    if (const auto code = context_.space.span(load.address, load.bytes))
        context_.frames.program(fmt::format("{}{:04}.out", kKinds[kind], programs_[kind]++), *code);
}

}  // namespace

std::unique_ptr<machine::timing::Topology> makeTopology(const machine::timing::TopologyContext& context) {
    return std::make_unique<AttilaTopology>(context);
}

}  // namespace cyclorama::attila
