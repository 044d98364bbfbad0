// SPDX-License-Identifier: MIT
#include "families/attila/timing/topology.h"

#include <fmt/format.h>

#include <array>

#include "families/attila/chip/dialect.h"
#include "families/attila/operations/pictures.h"
#include "families/attila/timing/command_front.h"
#include "machine/configuration/settings.h"
#include "machine/timing/pipeline/draw_topology.h"
#include "machine/values/machine_findings.h"
#include "machine/values/surfaces.h"

namespace cyclorama::attila {

namespace {

using machine::timing::DrawRecord;
using machine::timing::DrawTopology;
using machine::timing::TopologyContext;

class AttilaTopology final : public DrawTopology {
  public:
    explicit AttilaTopology(const TopologyContext& context);

    void afterCycle() override;

  private:
    void dumpBuffer(const CommandFront::Events& events);
    void reportBlit(const DrawRecord& blitted);
    void dumpProgram(const LoadProgram& load);

    CommandFront front_;
    machine::Surfaces surfaces_;
    uint32_t dumps_ = 0;
    uint32_t blits_ = 0;                  // in the frame
    std::array<uint32_t, 3> programs_{};  // dumped, by target
};

AttilaTopology::AttilaTopology(const TopologyContext& context)
    : DrawTopology(context, {.dialect = dialect(), .depthFlushDelay = kDepthFlushDelay}),
      front_(commandUnit()),
      surfaces_(context.space, machine::tileSizes(context.configuration.rasterization)) {
    commandUnit().setFront(front_);
    front_.memoryController.bind(memory().commands);
}

void AttilaTopology::afterCycle() {
    const CommandFront::Events& events = front_.events();
    if (commandUnit().events().presented != nullptr) blits_ = 0;
    if (events.dumped != nullptr) dumpBuffer(events);
    if (events.blitted != nullptr) reportBlit(*events.blitted);
    if (events.loaded && context().configuration.commandProcessor.dumpShaderPrograms) dumpProgram(*events.loaded);
}

void AttilaTopology::dumpBuffer(const CommandFront::Events& events) {
    const gpu::DrawState& state = events.dumped->state;
    const machine::MappedSurface surface = dumpedSurface(events.dumpedContent, state, surfaces_);
    if (surface.valid)
        dump(events.dumpedContent, state, surface, dumps_++, context().frames);
    else
        commandUnit().report(invalidBuffer(events.dumpedContent));
}

void AttilaTopology::reportBlit(const DrawRecord& blitted) {
    if (context().configuration.dac.saveBlitSourceData)
        dumpBlitSource(blitted.state, surfaces_,
                       fmt::format("blitsource{:04}-{:04}", commandUnit().frame().number, blits_++), context().frames);
    const machine::BlitResult& result = dac().blitResult();
    if (result.unsupported || result.outOfRange != 0) commandUnit().report(machine::findings::kBlit);
    if (result.convertsNothing) commandUnit().report(machine::findings::kBlitFormat);
}

void AttilaTopology::dumpProgram(const LoadProgram& load) {
    // ATTILA: CommandProcessor, which names the files of each kind by numbers of their own.
    constexpr std::array<const char*, 3> kKinds{"vprogram", "fprogram", "shprogram"};
    const auto kind = static_cast<size_t>(load.target);
    if (const auto code = context().space.span(load.address, load.bytes))
        context().frames.program(fmt::format("{}{:04}.out", kKinds[kind], programs_[kind]++), *code);
}

}  // namespace

std::unique_ptr<machine::timing::Topology> makeTopology(const machine::timing::TopologyContext& context) {
    return std::make_unique<AttilaTopology>(context);
}

}  // namespace cyclorama::attila
