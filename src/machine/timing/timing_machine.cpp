// SPDX-License-Identifier: MIT
#include "machine/timing/timing_machine.h"

#include <algorithm>
#include <array>
#include <deque>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "machine/configuration/settings.h"
#include "machine/timing/observation/frame_meter.h"
#include "machine/timing/observation/run_sampler.h"
#include "machine/values/machine_findings.h"
#include "machine/values/picture.h"
#include "machine/values/surfaces.h"
#include "mem/address_space.h"
#include "sim/simulation.h"

namespace cyclorama::machine {

/// Flushes around a program's commands.
class TimingMachine::Flushes final : public gpu::CommandSource {
  public:
    Flushes(const gpu::DrawState& state, std::span<const gpu::Buffer> buffers) : state_(&state), rest_(buffers) {}

    std::optional<gpu::Command> next(const gpu::MemoryReader&) override {
        if (rest_.empty()) return std::nullopt;
        const gpu::Buffer buffer = rest_.front();
        rest_ = rest_.subspan(1);
        return gpu::Command{.operation = gpu::FlushCache{buffer}, .position = {}, .cost = {}};
    }
    const gpu::DrawState& state() const override { return *state_; }

  private:
    const gpu::DrawState* state_;
    std::span<const gpu::Buffer> rest_;
};

/// The boxes with their memory, or a reference to that of the job under way, from power-on.
class TimingMachine::Run {
  public:
    Run(const TimingMachine& machine, mem::AddressSpace space);

    void start(gpu::CommandSource& source);
    /// On the memory of a program, as a submission to the kernel.
    void start(gpu::CommandSource& source, mem::AddressSpace& memory);
    /// Until all sources have ended, or a limit is reached; false where it pauses.
    bool advance();
    FrameTime endFrame(uint32_t index);
    std::optional<uint64_t> counter(std::string_view column);
    uint64_t samplesPassed() const;
    std::vector<Counted> counted();
    mem::AddressSpace& memory() { return space_; }
    std::string describe() const { return simulation_.describeBoxes(); }
    void finish();
    uint64_t cycles() const { return cycles_; }

  private:
    /// Cycles between looks at the progress, and for draws that take too long.
    static constexpr uint64_t kCyclesBetweenLooks = 4096;
    /// The main clock's domain is the first.
    static constexpr sim::DomainId kMainDomain = 0;

    /// Until the source ends, or a limit is reached; false where it pauses.
    bool runSource();
    bool runCycles();
    /// Handles the command unit's events of the cycle. Returns false at the end of the run, and where it pauses.
    bool afterCycle(sim::Cycle cycle);
    bool ended() const {
        const uint32_t frames = machine_->options_.limits.frames;
        return commands_->done() || (frames != 0 && presented_ >= frames);
    }
    /// Begins to report time to the observer, or ends it, as the observer wants.
    void updateObserver();
    void sampleStatistics(const timing::CommandUnit::Events& events);
    void endDraws(RunPause& pause, const timing::CommandUnit::Events& events) const;
    void present(sim::Cycle cycle, const gpu::DrawState& state);
    void reportFaults();

    const TimingMachine* machine_;
    mem::AddressSpace space_;
    Surfaces surfaces_;
    sim::Simulation simulation_;
    std::unique_ptr<timing::Topology> topology_;
    timing::CommandUnit* commands_;
    timing::FrameMeter meter_;
    std::optional<timing::RunSampler> sampler_;  // for an observer
    FrameUse use_;                               // of the frame that is presented
    uint32_t presented_ = 0;
    sim::Cycle frameStart_ = 0;
    uint64_t cycles_ = 0;
    uint64_t nextLook_ = kCyclesBetweenLooks;
    const mem::AddressSpace* lastMemory_ = nullptr;  // of the last program; null without programs
    /// Work under way: sources in their order, among them the flushes around a program's commands.
    std::deque<gpu::CommandSource*> sources_;
    std::array<std::optional<Flushes>, 2> flushes_;
    bool sourceIsSet_ = false;
};

TimingMachine::Run::Run(const TimingMachine& machine, mem::AddressSpace space)
    : machine_(&machine),
      space_(std::move(space)),
      surfaces_(space_, tileSizes(machine.configuration_->rasterization)),
      simulation_({.sleeping = machine.options_.sleeping,
                   .stallCycles = machine.options_.detectStalls ? sim::SimulationSettings{}.stallCycles : 0}),
      topology_(machine.topology_({.simulation = simulation_,
                                   .configuration = *machine.configuration_,
                                   .space = space_,
                                   .findings = *machine.findings_,
                                   .frames = *machine.frames_,
                                   .firstFrame = machine.options_.limits.firstFrame,
                                   .drawWork = machine.options_.drawWorkLimit,
                                   .onEvent = machine.options_.onEvent,
                                   .observer = machine.options_.observer})),
      commands_(&topology_->commandUnit()),
      meter_(simulation_.statistics()) {
    const StatisticsStreams& streams = machine.options_.statistics;
    sim::StatisticsRegistry& registry = simulation_.statistics();
    if (streams.frames != nullptr) registry.writeFrames(*streams.frames);
    if (streams.batches != nullptr) registry.writeBatches(*streams.batches);
    if (streams.windows != nullptr) registry.writeWindows(*streams.windows, streams.windowCycles);
    simulation_.setTrace(machine.options_.trace);
    if (machine.options_.memoryTrace != nullptr) topology_->memory().traceTransactions(*machine.options_.memoryTrace);
    simulation_.setWatch(machine.options_.profile);
}

void TimingMachine::Run::updateObserver() {
    RunObserver* const observer = machine_->options_.observer;
    const bool watches = observer != nullptr && observer->watches();
    if (watches == sampler_.has_value()) return;
    topology_->compareCaches(watches);
    if (!watches) {
        sampler_.reset();
        return;
    }
    commands_->operations().restart();
    sampler_.emplace(
        simulation_, *observer, [this] { return topology_->pace(); },
        [this](std::span<const ObservedUnit> units) {
            const Configuration& configuration = *machine_->configuration_;
            return timing::observedChanges(topology_->changes(configuration), configuration, units);
        },
        cycles_);
    sampler_->watch(topology_->memory());
    sampler_->watch(topology_->caches());
}

void TimingMachine::Run::start(gpu::CommandSource& source) {
    updateObserver();
    sources_ = {&source};
    sourceIsSet_ = false;
}

void TimingMachine::Run::start(gpu::CommandSource& source, mem::AddressSpace& memory) {
    start(source);
    space_.bind(memory);
    const timing::Topology::Flushes flushes = topology_->flushes();
    if (std::exchange(lastMemory_, &memory) != &memory)
        sources_.push_front(&flushes_[0].emplace(source.state(), flushes.beforeOtherMemory));
    sources_.push_back(&flushes_[1].emplace(source.state(), flushes.after));
}

bool TimingMachine::Run::advance() {
    const RunPause* const pause = machine_->options_.pause;
    for (; !sources_.empty(); sources_.pop_front()) {
        if (pause != nullptr && pause->due()) return false;
        if (!std::exchange(sourceIsSet_, true)) commands_->setSource(*sources_.front());
        if (!runSource()) return false;
        sourceIsSet_ = false;
    }
    if (lastMemory_ != nullptr) space_.unbind();
    return true;
}

bool TimingMachine::Run::runSource() {
    bool hasEnded = false;
    try {
        hasEnded = runCycles();
    } catch (...) {
        reportFaults();
        throw;
    }
    // Not between two steps: what a draw under way has done wrong is reported once.
    if (hasEnded) reportFaults();
    return hasEnded;
}

FrameTime TimingMachine::Run::endFrame(uint32_t index) {
    simulation_.settle();
    updateObserver();
    if (sampler_) sampler_->sample(cycles_);
    FrameTime time{.cycles = cycles_ - std::exchange(frameStart_, cycles_), .use = meter_.measure()};
    simulation_.statistics().sampleFrame(index);
    meter_.restart();
    commands_->startFrame(index + 1);
    return time;
}

uint64_t TimingMachine::Run::samplesPassed() const { return topology_->samplesPassed(); }

std::optional<uint64_t> TimingMachine::Run::counter(std::string_view column) {
    simulation_.settle();
    return meter_.sinceStart(column);
}

void TimingMachine::Run::finish() {
    simulation_.settle();
    reportFaults();
    if (sampler_) sampler_->sample(cycles_);
    if (cycles_ != 0) simulation_.statistics().finish(cycles_ - 1);
}

std::vector<Counted> TimingMachine::Run::counted() {
    simulation_.settle();
    std::vector<Counted> all;
    for (const auto& [name, column] : simulation_.statistics().columns()) {
        if (!column.front()->total()) continue;
        const sim::StatisticInfo& info = column.front()->info();
        Counted& counted = all.emplace_back(Counted{
            .name = info.name, .unit = info.unit, .sentence = info.sentence, .average = column.front()->isAverage()});
        for (const auto& statistic : column) {
            const std::optional<sim::Statistic::Total> total = statistic->total();
            if (!total) continue;
            counted.sum += *total->sum;
            if (total->samples != nullptr) counted.samples += *total->samples;
        }
    }
    return all;
}

bool TimingMachine::Run::runCycles() {
    constexpr uint64_t kNoLimit = std::numeric_limits<uint64_t>::max();
    const Options& options = machine_->options_;
    const uint64_t limit = options.cycles == 0 ? kNoLimit : options.cycles;
    // Nothing is asked of the pause from cycle to cycle: its cycle is a limit as the other is.
    const uint64_t end = options.pause == nullptr ? limit : std::min(limit, options.pause->nextCycle());
    for (bool continues = true; continues;) {
        // A look may be due while all boxes sleep.
        const uint64_t until = sampler_ ? std::min(end, std::max(sampler_->nextLook(), cycles_ + 1)) : end;
        const auto step =
            until == kNoLimit ? std::optional(simulation_.step()) : simulation_.stepWithin(kMainDomain, until - 1);
        if (!step) {
            cycles_ = until;
            if (sampler_) sampler_->look(cycles_);
            continues = cycles_ < end;
            continue;
        }
        if (step->domain != kMainDomain) continue;
        cycles_ = step->cycle + 1;
        if (sampler_) sampler_->look(cycles_);
        continues = afterCycle(step->cycle) && cycles_ < end;
        if (cycles_ < nextLook_) continue;
        nextLook_ = cycles_ + kCyclesBetweenLooks;
        commands_->giveUpLongDraw(step->cycle, options.drawCycleLimit);
        machine_->frames_->advance(cycles_);
    }
    if (options.pause != nullptr) options.pause->reachCycle(cycles_);
    return cycles_ >= limit || ended();
}

bool TimingMachine::Run::afterCycle(sim::Cycle cycle) {
    topology_->betweenCycles(cycle);
    if (!commands_->clockedIn(cycle)) return true;
    const timing::CommandUnit::Events& events = commands_->events();
    if (sampler_ && commands_->operations().takeEnded()) sampler_->sample(cycle + 1);
    if (events.endedDraw != nullptr || events.presented != nullptr) sampleStatistics(events);
    topology_->afterCycle();
    if (machine_->options_.pause != nullptr) endDraws(*machine_->options_.pause, events);
    if (events.presented != nullptr) present(cycle, *events.presented);
    RunPause* const pause = machine_->options_.pause;
    const bool stops =
        pause != nullptr && events.fetched != nullptr && pause->take(*events.fetched, commands_->drawState());
    if (ended()) return false;
    const bool hasEnded = events.endedDraw != nullptr || events.endedOwnDraw != nullptr || events.presented != nullptr;
    return pause != nullptr && hasEnded ? !pause->due() : !stops;
}

void TimingMachine::Run::endDraws(RunPause& pause, const timing::CommandUnit::Events& events) const {
    if (events.endedDraw != nullptr) pause.endDraw(gpu::Draw{}, *events.endedDraw);
    if (events.endedOwnDraw != nullptr) pause.endDraw(*events.endedOwnDraw, commands_->drawState());
}

void TimingMachine::Run::sampleStatistics(const timing::CommandUnit::Events& events) {
    simulation_.settle();
    if (events.endedDraw != nullptr) simulation_.statistics().sampleBatch();
    if (events.presented == nullptr) return;
    use_ = meter_.measure();
    simulation_.statistics().sampleFrame(machine_->options_.limits.firstFrame + presented_);
    meter_.restart();
}

void TimingMachine::Run::present(sim::Cycle cycle, const gpu::DrawState& state) {
    PresentedFrame frame{.index = machine_->options_.limits.firstFrame + presented_,
                         .picture = {},
                         .cycles = cycle + 1 - frameStart_,
                         .use = use_};
    auto picture = framePicture(state, surfaces_);
    if (picture)
        frame.picture = std::move(*picture);
    else
        machine_->findings_->report(findings::kTarget, commands_->place());
    machine_->frames_->present(frame);
    if (picture) topology_->afterFrame(frame, rowOrder(state));
    frameStart_ = cycle + 1;
    ++presented_;
    if (RunPause* const pause = machine_->options_.pause) pause->endFrame();
}

void TimingMachine::Run::reportFaults() {
    const auto report = [&](const timing::DrawFaults& faults) {
        sim::Findings& findings = *machine_->findings_;
        findings.report(findings::kVertexFetch, faults.place, {}, faults.vertexReads);
        findings.report(findings::kTextureFetch, faults.place, {}, faults.textures.outOfRange);
        findings.report(findings::kTexture, faults.place, {}, faults.textures.unsupported);
        findings.report(findings::kProgramMemory, faults.place, {}, faults.memoryAccesses);
        // Counted by draws, as how many threads it takes depends on the configuration.
        findings.report(findings::kProgram, faults.place, {}, faults.brokenPrograms != 0 ? 1 : 0);
    };
    for (const timing::DrawFaults& faults : topology_->takeFaults()) report(faults);
}

TimingMachine::TimingMachine(timing::TopologyFactory topology, const Configuration& configuration,
                             const Options& options, FrameSink& frames, sim::Findings& findings)
    : topology_(std::move(topology)),
      configuration_(&configuration),
      options_(options),
      frames_(&frames),
      findings_(&findings) {}

TimingMachine::~TimingMachine() = default;

void TimingMachine::run(gpu::CommandSource& source) {
    start(source);
    advance();
    finish();
    kept_.reset();
}

void TimingMachine::run(gpu::CommandSource& source, mem::AddressSpace& memory) {
    start(source, memory);
    advance();
}

void TimingMachine::start(gpu::CommandSource& source) {
    // A megabyte, which the stack would take page by page.
    kept_ = std::make_unique<Run>(*this, mem::AddressSpace(addressSpaceSettings(*configuration_)));
    kept_->start(source);
}

void TimingMachine::start(gpu::CommandSource& source, mem::AddressSpace& memory) {
    if (!kept_) kept_ = std::make_unique<Run>(*this, mem::AddressSpace(mem::AddressSpaceReference{}));
    kept_->start(source, memory);
}

bool TimingMachine::advance() {
    const bool ended = kept_->advance();
    cycles_ = kept_->cycles();
    return ended;
}

FrameTime TimingMachine::endFrame(uint32_t index) {
    if (kept_) return kept_->endFrame(index);
    options_.limits.firstFrame = index + 1;
    return {};
}

std::optional<uint64_t> TimingMachine::counter(std::string_view column) const {
    return kept_ ? kept_->counter(column) : std::nullopt;
}

uint64_t TimingMachine::samplesPassed() const { return kept_ ? kept_->samplesPassed() : 0; }

std::vector<Counted> TimingMachine::counted() const { return kept_ ? kept_->counted() : std::vector<Counted>{}; }

mem::AddressSpace* TimingMachine::memory() { return kept_ ? &kept_->memory() : nullptr; }

std::string TimingMachine::describe() const { return kept_ ? kept_->describe() : std::string(); }

void TimingMachine::finish() {
    if (kept_) kept_->finish();
}

}  // namespace cyclorama::machine
