// SPDX-License-Identifier: MIT
#include "families/adreno/timing/topology.h"

#include <algorithm>
#include <string>
#include <vector>

#include "families/adreno/timing/a2d/a2d.h"
#include "families/adreno/timing/ccu/ccu.h"
#include "families/adreno/timing/ccu/gmem.h"
#include "families/adreno/timing/chip/settings.h"
#include "families/adreno/timing/cp/command_unit.h"
#include "families/adreno/timing/geometry/geometry_front.h"
#include "families/adreno/timing/gras/lrz_unit.h"
#include "families/adreno/timing/gras/rasterizer.h"
#include "families/adreno/timing/hlsq/dispatcher.h"
#include "families/adreno/timing/hlsq/state_loader.h"
#include "families/adreno/timing/rb/render_backend.h"
#include "families/adreno/timing/rb/resolver.h"
#include "families/adreno/timing/sp/instruction_cache.h"
#include "families/adreno/timing/sp/shader_unit.h"
#include "families/adreno/timing/tp/texture_pipe.h"
#include "families/adreno/timing/uche/uche.h"
#include "families/adreno/timing/vsc/vsc.h"

namespace cyclorama::adreno {
namespace {

using machine::timing::Change;
using machine::timing::Pace;
using machine::timing::Topology;
using machine::timing::TopologyContext;

mem::ClientSettings clientsOf(const machine::Configuration& configuration) {
    const UcheSettings uche = ucheSettings(configuration);
    mem::ClientSettings settings{.clients = {}, .flatAddresses = true};
    settings.clients.add({.name = CommandUnit::kMemoryClient,
                          .busWidth = configuration.memoryController.commandProcessorBusWidth,
                          .writes = true});
    settings.clients.add({.name = Uche::kMemoryClient,
                          .units = uche.channels,
                          .busWidth = uche.busWidth,
                          .unitsWithEntries = uche.channels,
                          .writes = true,
                          .turn = 1});
    const CcuSettings ccu = ccuSettings(configuration);
    settings.clients.add({.name = Ccu::kMemoryClient,
                          .units = ccu.units,
                          .busWidth = ccu.busWidth,
                          .unitsWithEntries = ccu.units,
                          .writes = true,
                          .turn = 2});
    return settings;
}

TexelGroupShape texelShape(const machine::Configuration& configuration) {
    const TexturePipeSettings textures = texturePipeSettings(configuration);
    return {.lanes = textures.lanes, .lineBytes = textures.lineBytes};
}

class AdrenoTopology final : public Topology {
  public:
    explicit AdrenoTopology(const TopologyContext& context);

    machine::timing::CommandUnit& commandUnit() override { return commandUnit_; }
    void betweenCycles(sim::Cycle cycle) override;
    void afterCycle() override;
    Pace pace() const override;
    std::vector<Change> changes(const machine::Configuration& configuration) const override;
    std::vector<machine::timing::DriverCounter> driverCounters() const override { return counters_.list(); }

  private:
    void connectEngine(const UcheSettings& uche);
    void addCounters();
    void connectUnits(const UcheSettings& uche);
    void connectInstructions(const UcheSettings& uche);
    void connectTextures(const TexturePipeSettings& settings, uint32_t number);
    /// The box that answers a shader unit's accesses.
    const sim::Box& memoryOf(size_t unit) const;
    void connectDraws(const UcheSettings& uche);
    void connectBinning(const UcheSettings& uche);

    const TopologyContext context_;
    CommandUnit commandUnit_;
    Dispatcher dispatcher_;
    StateLoader loader_;
    Uche uche_;
    Ccu ccu_;
    LrzUnit lrz_;
    Vsc vsc_;
    Gmem gmem_;
    Resolver resolver_;
    A2d a2d_;
    GeometryFront front_;
    Rasterizer rasterizer_;
    RenderBackend backend_;
    ChipCounters counters_;
    std::vector<std::unique_ptr<ShaderUnit>> units_;
    std::vector<std::unique_ptr<TexturePipe>> pipes_;
    std::vector<std::unique_ptr<InstructionCache>> instructions_;
};

AdrenoTopology::AdrenoTopology(const TopologyContext& context)
    : Topology(context, clientsOf(context.configuration)),
      context_(context),
      commandUnit_(context.simulation, domains().gpu, processorSettings(context.configuration),
                   {.occupancy = occupancySettings(context.configuration),
                    .scalarUnit = shaderUnitSettings(context.configuration).scalarUnit,
                    .texels = texelShape(context.configuration)},
                   {.space = context.space,
                    .findings = context.findings,
                    .frames = context.frames,
                    .observer = context.observer}),
      dispatcher_(context.simulation, domains().gpu, occupancySettings(context.configuration),
                  processorSettings(context.configuration).dispatches),
      loader_(context.simulation, domains().gpu, Uche::answerLatency(ucheSettings(context.configuration))),
      uche_(context.simulation, domains().gpu, ucheSettings(context.configuration),
            gmemRangeOf(chipOf(context.configuration))),
      ccu_(context.simulation, domains().gpu, ccuSettings(context.configuration),
           gmemRangeOf(chipOf(context.configuration)), context.space),
      lrz_(context.simulation, domains().gpu, lrzSettings(context.configuration),
           Uche::answerLatency(ucheSettings(context.configuration))),
      vsc_(context.simulation, domains().gpu, vscSettings(context.configuration),
           Uche::answerLatency(ucheSettings(context.configuration))),
      gmem_(context.simulation, domains().gpu, gmemSettings(context.configuration)),
      resolver_(context.simulation, domains().gpu, resolveSettings(context.configuration),
                gmemSettings(context.configuration), context.space),
      a2d_(context.simulation, domains().gpu, a2dSettings(context.configuration), ccuSettings(context.configuration),
           Uche::answerLatency(ucheSettings(context.configuration)), context.space),
      front_(context.simulation, domains().gpu, geometrySettings(context.configuration),
             Uche::answerLatency(ucheSettings(context.configuration))),
      rasterizer_(context.simulation, domains().gpu, rasterSettings(context.configuration)),
      backend_(context.simulation, domains().gpu, renderSettings(context.configuration),
               ccuSettings(context.configuration), gmemSettings(context.configuration)),
      counters_(context.simulation) {
    commandUnit_.startFrame(context.firstFrame);
    const UcheSettings uche = ucheSettings(context.configuration);
    connectUnits(uche);
    connectEngine(uche);
    connectDraws(uche);
    addCounters();
    memory().commands.driveFromOutside();
    memory().connect(CommandUnit::kMemoryClient, 0, commandUnit_.port.memory);
    for (uint32_t i = 0; i < uche.channels; ++i) memory().connect(Uche::kMemoryClient, i, uche_.channel(i));
    commandUnit_.dispatches.start.bind(dispatcher_.start);
    dispatcher_.ended.bind(commandUnit_.dispatches.ended);
    for (uint32_t i = 0; i < ccu_.units(); ++i) memory().connect(Ccu::kMemoryClient, i, ccu_.memory(i));
    commandUnit_.uche.command.bind(uche_.flush);
    uche_.flushed.bind(commandUnit_.uche.flushed);
    commandUnit_.ccu.command.bind(ccu_.flush);
    ccu_.flushed.bind(commandUnit_.ccu.flushed);
    commandUnit_.onHang = [this] {
        dispatcher_.wake();
        front_.wake();
        rasterizer_.wake();
        backend_.wake();
        resolver_.wake();
        for (const auto& unit : units_) unit->dropWork();
    };
}

void AdrenoTopology::connectUnits(const UcheSettings& uche) {
    TexturePipeSettings textures = texturePipeSettings(context_.configuration);
    textures.lineLatency = Uche::answerLatency(uche);
    ShaderUnitSettings settings = shaderUnitSettings(context_.configuration);
    settings.answerLatency = Uche::answerLatency(uche);
    settings.texelLatency = TexturePipe::answerLatency(textures);
    for (uint32_t i = 0; i < uche.units; ++i) {
        ShaderUnit& unit =
            *units_.emplace_back(std::make_unique<ShaderUnit>(context_.simulation, domains().gpu, settings, i));
        dispatcher_.unit(i).launch.bind(unit.launch);
        unit.ended.bind(dispatcher_.unit(i).ended);
        unit.accesses.output.bind(uche_.unit(i).access);
        uche_.unit(i).answers.bind(unit.answers);
        connectTextures(textures, i);
    }
    connectInstructions(uche);
}

/// Units belong to shader processors in turns, as their numbers do (WaveSlot).
void AdrenoTopology::connectInstructions(const UcheSettings& uche) {
    InstructionCacheSettings settings = instructionCacheSettings(context_.configuration);
    settings.lineLatency = Uche::answerLatency(uche);
    const uint32_t processors = chipOf(context_.configuration).shaderProcessors;
    for (uint32_t i = 0; i < processors; ++i) {
        const uint32_t units = (uche.units + processors - 1 - i) / processors;
        InstructionCache& cache = *instructions_.emplace_back(
            std::make_unique<InstructionCache>(context_.simulation, domains().gpu, settings, units, i));
        for (uint32_t unit = 0; unit < units; ++unit) {
            ShaderUnit& reader = *units_[i + unit * processors];
            reader.instructions.output.bind(cache.unit(unit).requests);
            cache.unit(unit).lines.bind(reader.fetched);
        }
        LinePort& port = uche_.addClient({.name = "ICL1",
                                          .reads = "UCHE_READ_REQUESTS_SP"_counter,
                                          .latency = uche.latency - 1,
                                          .unit = std::to_string(i)});
        cache.reads.bind(port.requests);
        port.answers.bind(cache.come);
        commandUnit_.loads.preload(i).bind(cache.preload);
    }
}

void AdrenoTopology::connectTextures(const TexturePipeSettings& settings, uint32_t number) {
    TexturePipe& pipe = *pipes_.emplace_back(
        std::make_unique<TexturePipe>(context_.simulation, domains().gpu, settings, number, context_.space));
    ShaderUnit& unit = *units_[number];
    unit.textures.output.bind(pipe.access);
    pipe.answers.bind(unit.texels);
    LinePort& port = uche_.addClient({.name = "TP",
                                      .reads = "UCHE_READ_REQUESTS_TP"_counter,
                                      .latency = settings.missCycles,
                                      .unit = std::to_string(number)});
    pipe.reads.bind(port.requests);
    port.answers.bind(pipe.lines);
}

void AdrenoTopology::connectEngine(const UcheSettings& uche) {
    commandUnit_.loads.constants.command.bind(loader_.loads);
    loader_.loaded.bind(commandUnit_.loads.constants.flushed);
    LinePort& state =
        uche_.addClient({.name = "HLSQ", .reads = "UCHE_READ_REQUESTS_HLSQ"_counter, .latency = uche.latency - 1});
    loader_.reads.bind(state.requests);
    state.answers.bind(loader_.come);
    commandUnit_.blits.start.bind(a2d_.start);
    a2d_.ended.bind(commandUnit_.blits.ended);
    LinePort& port =
        uche_.addClient({.name = "TP", .reads = "UCHE_READ_REQUESTS_TP"_counter, .latency = uche.textureLatency - 1});
    a2d_.reads.bind(port.requests);
    port.answers.bind(a2d_.lines);
    for (uint32_t i = 0; i < ccu_.units(); ++i) {
        CcuPort& cache = ccu_.addPort(i, CcuTarget::Color, "blit");
        a2d_.ccu(i).access.bind(cache.access);
        cache.answers.bind(a2d_.ccu(i).answers);
    }
}

void AdrenoTopology::connectDraws(const UcheSettings& uche) {
    commandUnit_.graphics.draw.bind(front_.start);
    LinePort& port =
        uche_.addClient({.name = "VFD", .reads = "UCHE_READ_REQUESTS_VFD"_counter, .latency = uche.latency - 1});
    front_.fetch.bind(port.requests);
    port.answers.bind(front_.fetched);
    LinePort& buffers = uche_.addClient(
        {.name = "VPC", .writes = "UCHE_WRITE_REQUESTS_VPC"_counter, .latency = uche.latency - 1, .yields = true});
    front_.output.lines.bind(buffers.requests);
    buffers.answers.bind(front_.output.taken);
    front_.launch.bind(dispatcher_.vertices.launch);
    dispatcher_.vertices.started.bind(front_.started);
    dispatcher_.vertices.ended.bind(front_.ended);
    front_.primitives.bind(rasterizer_.primitives);
    rasterizer_.room.bind(front_.room);
    rasterizer_.launch.bind(dispatcher_.fragments.launch);
    dispatcher_.fragments.started.bind(rasterizer_.started);
    dispatcher_.fragments.ended.bind(backend_.shaded);
    rasterizer_.render.out.bind(backend_.render);
    backend_.rendered.bind(rasterizer_.render.taken);
    rasterizer_.tests.out.bind(backend_.tests);
    backend_.tested.bind(rasterizer_.tests.taken);
    backend_.taken.bind(dispatcher_.taken);
    backend_.ended.bind(commandUnit_.graphics.drawEnded);
    backend_.connect(ccu_, gmem_);
    commandUnit_.graphics.move.bind(resolver_.start);
    resolver_.ended.bind(commandUnit_.graphics.moveEnded);
    backend_.drawsEnded.bind(resolver_.drawsEnded);
    resolver_.done.bind(rasterizer_.movesDone);
    resolver_.connect(gmem_, ccu_);
    connectBinning(uche);
}

void AdrenoTopology::connectBinning(const UcheSettings& uche) {
    rasterizer_.bins.out.bind(vsc_.bins);
    vsc_.taken.bind(rasterizer_.bins.taken);
    commandUnit_.graphics.binningEnd.bind(vsc_.end);
    vsc_.ended.bind(commandUnit_.graphics.binningEnded);
    LinePort& port =
        uche_.addClient({.name = "VSC", .writes = "UCHE_WRITE_REQUESTS_VSC"_counter, .latency = uche.latency - 1});
    vsc_.writes.bind(port.requests);
    port.answers.bind(vsc_.written);
    rasterizer_.lrz.out.bind(lrz_.blocks);
    lrz_.tested.bind(rasterizer_.lrz.taken);
    backend_.feedback.bind(lrz_.feedback);
    commandUnit_.graphics.lrzClear.bind(lrz_.clear);
    lrz_.cleared.bind(commandUnit_.graphics.lrzCleared);
    LinePort& lines = uche_.addClient({.name = "LRZ",
                                       .reads = "UCHE_READ_REQUESTS_LRZ"_counter,
                                       .writes = "UCHE_WRITE_REQUESTS_LRZ"_counter,
                                       .latency = uche.latency - 1});
    lrz_.lines.bind(lines.requests);
    lines.answers.bind(lrz_.come);
}

/// Textures are read as UCHE has left memory. The others in the order of a draw: what a stage leaves in memory, the one
/// after it sees.
void AdrenoTopology::betweenCycles(sim::Cycle cycle) {
    for (const auto& pipe : pipes_) pipe->betweenCycles();
    front_.betweenCycles(cycle);
    rasterizer_.betweenCycles(cycle);
    backend_.betweenCycles(cycle);
    resolver_.betweenCycles();
    a2d_.betweenCycles();
    ccu_.betweenCycles(cycle);
}

void AdrenoTopology::addCounters() {
    commandUnit_.addCounters(counters_);
    dispatcher_.addCounters(counters_);
    loader_.addCounters(counters_);
    for (const auto& unit : units_) unit->addCounters(counters_);
    for (const auto& pipe : pipes_) pipe->addCounters(counters_);
    for (const auto& cache : instructions_) cache->addCounters(counters_);
    uche_.addCounters(counters_);
    ccu_.addCounters(counters_);
    gmem_.addCounters(counters_);
    vsc_.addCounters(counters_);
    lrz_.addCounters(counters_);
    a2d_.addCounters(counters_);
    resolver_.addCounters(counters_);
    front_.addCounters(counters_);
    rasterizer_.addCounters(counters_);
    backend_.addCounters(counters_);
}

const sim::Box& AdrenoTopology::memoryOf(size_t unit) const {
    if (units_[unit]->waitsForTextures() && !pipes_[unit]->waitsForLines()) return *pipes_[unit];
    return uche_;
}

void AdrenoTopology::afterCycle() { commandUnit_.betweenCycles(context_.simulation.current().cycle); }

Pace AdrenoTopology::pace() const {
    // From the end to the beginning: what is full sets the pace, and what waits for memory passes it on.
    const auto paceOf = [](const sim::Box& unit, bool full) {
        const sim::Box* const through = &unit;
        const sim::Box* const holder = unit.holdup();
        const sim::Box* const cause = holder != nullptr ? holder : through;
        return Pace{.unit = cause, .through = through, .full = full, .atFullRate = cause->atFullRate()};
    };
    for (const sim::Box* const box : {static_cast<const sim::Box*>(&uche_), static_cast<const sim::Box*>(&ccu_),
                                      static_cast<const sim::Box*>(&gmem_)})
        if (box->backlog() == sim::Backlog::Full) return paceOf(*box, true);
    const sim::Box& targets = backend_.waitsForGmem() ? static_cast<const sim::Box&>(gmem_) : ccu_;
    if (backend_.backlog() == sim::Backlog::Full) {
        if (backend_.waitsForTargets()) return paceOf(targets, true);
        if (backend_.atFullRate()) return paceOf(backend_, true);
    }
    const auto works = [](const auto& unit) { return unit->backlog() != sim::Backlog::None; };
    const auto working = std::ranges::find_if(units_, works);
    if (working != units_.end()) {
        const bool all = std::ranges::all_of(units_, works);
        if ((*working)->waitsForInstructions() && !(*working)->atFullRate()) {
            const auto number = static_cast<size_t>(working - units_.begin());
            return paceOf(*instructions_[number % instructions_.size()], all);
        }
        if ((*working)->waitsForMemory() && !(*working)->atFullRate())
            return paceOf(memoryOf(static_cast<size_t>(working - units_.begin())), all);
        return paceOf(**working, all && (*working)->backlog() == sim::Backlog::Full);
    }
    if (a2d_.backlog() != sim::Backlog::None) {
        const bool full = a2d_.backlog() == sim::Backlog::Full;
        if (a2d_.waitsFor(A2d::Wait::Lines)) return paceOf(uche_, full);
        return a2d_.waitsFor(A2d::Wait::Caches) ? paceOf(ccu_, full) : paceOf(a2d_, full);
    }
    if (vsc_.waitsForMemory() || lrz_.waitsForMemory()) return paceOf(uche_, false);
    if (resolver_.waitsForGmem() && (gmem_.atFullRate() || !resolver_.waitsForMemory())) return paceOf(gmem_, false);
    if (resolver_.waitsForMemory()) return paceOf(ccu_, false);
    if (backend_.waitsForTargets()) return paceOf(targets, false);
    if (front_.waitsForMemory() || loader_.waitsForMemory()) return paceOf(uche_, false);
    for (const sim::Box* const box :
         {static_cast<const sim::Box*>(&vsc_), static_cast<const sim::Box*>(&resolver_),
          static_cast<const sim::Box*>(&backend_), static_cast<const sim::Box*>(&rasterizer_),
          static_cast<const sim::Box*>(&front_), static_cast<const sim::Box*>(&dispatcher_)})
        if (box->backlog() != sim::Backlog::None) return paceOf(*box, box->backlog() == sim::Backlog::Full);
    return paceOf(commandUnit_, false);
}

/// Changes of the chip's own units.
std::vector<Change> changesOfUnits() {
    return {{.title = "Twice as many shader units",
             .parameters = {{"ADRENO.ShaderUnits"}},
             .effects = {{.unit = "ShaderUnit", .onlyFull = true}}},
            {.title = "Texture units with twice the lanes, lines and bytes a cycle",
             .parameters = {{"ADRENO.TextureLanesPerCycle"},
                            {"ADRENO.TextureCacheLinesPerCycle"},
                            {"ADRENO.TextureFilterBytesPerCycle"}},
             .effects = {{.unit = "TexturePipe", .onlyAtFullRate = true}}},
            {.title = "A rasterizer with twice the tiles a cycle",
             .parameters = {{"ADRENO.RasterTilesPerCycle"}},
             .effects = {{.unit = "GRAS", .onlyAtFullRate = true}}},
            {.title = "A render backend with twice the pixels a cycle",
             .parameters = {{"ADRENO.ColorPixelsPerCycle"}, {"ADRENO.DepthPixelsPerCycle"}},
             .effects = {{.unit = "RB", .onlyAtFullRate = true}}},
            {.title = "A 2D engine with twice the pixels and bytes a cycle",
             .parameters = {{"ADRENO.A2dPixelsPerCycle"}, {"ADRENO.A2dBytesPerCycle"}},
             .effects = {{.unit = "Blitter", .onlyAtFullRate = true}}},
            {.title = "A command processor that takes half as long for a packet",
             .parameters = {{.name = "ADRENO.PacketCycles", .halved = true}},
             .effects = {{.unit = "CommandProcessor"}}}};
}

std::vector<Change> changesOfCaches() {
    return {{.title = "A unified cache with twice the bytes a cycle",
             .parameters = {{"ADRENO.UcheBankBytesPerCycle"}},
             .effects = {{.unit = "UCHE", .onlyAtFullRate = true}}},
            // More lines under way at a time hide their latency.
            {.title = "Twice as many lines under way in the unified cache",
             .parameters = {{"ADRENO.UcheMisses"}},
             .effects = {{.unit = "ChannelScheduler.", .onlyAtFullRate = true, .saved = 0},
                         {.unit = "ChannelScheduler.", .through = "UCHE", .onlyFull = true},
                         {.unit = "MemoryController", .through = "UCHE", .onlyFull = true}}},
            {.title = "Caches of colours and depth with twice the bytes a cycle",
             .parameters = {{"ADRENO.CcuBytesPerCycle"}},
             .effects = {{.unit = "CCU", .through = "CCU", .onlyAtFullRate = true}}},
            {.title = "Twice as many blocks under way in the caches of colours and depth",
             .parameters = {{"ADRENO.CcuMisses"}, {"ADRENO.CcuWritebacks"}},
             .effects = {{.unit = "ChannelScheduler.", .onlyAtFullRate = true, .saved = 0},
                         {.unit = "ChannelScheduler.", .through = "CCU", .onlyFull = true},
                         {.unit = "MemoryController", .through = "CCU", .onlyFull = true}}},
            {.title = "GMEM with twice the bytes a cycle",
             .parameters = {{"ADRENO.GmemBytesPerCycle"}},
             .effects = {{.unit = "GMEM", .onlyAtFullRate = true}}}};
}

std::vector<Change> AdrenoTopology::changes(const machine::Configuration&) const {
    std::vector<Change> changes = machine::timing::memoryChanges();
    for (const std::vector<Change>& own : {changesOfUnits(), changesOfCaches()})
        changes.insert(changes.end(), own.begin(), own.end());
    return changes;
}

}  // namespace

std::unique_ptr<machine::timing::Topology> makeTopology(const machine::timing::TopologyContext& context) {
    return std::make_unique<AdrenoTopology>(context);
}

}  // namespace cyclorama::adreno
