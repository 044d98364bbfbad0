#include "machine/timing/timing_machine.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "func/output/resolve.h"
#include "machine/configuration/settings.h"
#include "machine/timing/core/frame_meter.h"
#include "machine/timing/timing_boxes.h"
#include "machine/values/machine_findings.h"
#include "machine/values/surfaces.h"
#include "mem/address_space.h"
#include "sim/simulation.h"

namespace cyclorama::machine {

namespace {

func::RowOrder rowOrder(const gpu::DrawState& state) {
    return state.raster.invertY ? func::RowOrder::TopFirst : func::RowOrder::BottomFirst;
}

/// Two address spaces change places until the end of the block.
class MemoryLoan {
  public:
    MemoryLoan(mem::AddressSpace& machine, mem::AddressSpace& lent) : machine_(&machine), lent_(&lent) {
        std::swap(*machine_, *lent_);
    }
    ~MemoryLoan() { std::swap(*machine_, *lent_); }
    MemoryLoan(const MemoryLoan&) = delete;
    MemoryLoan& operator=(const MemoryLoan&) = delete;

  private:
    mem::AddressSpace* machine_;
    mem::AddressSpace* lent_;
};

/// Behind each submission (Linux: etnaviv_buffer.c, etnaviv_buffer_queue).
constexpr std::array kBuffersBehindCommands{gpu::Buffer::Color, gpu::Buffer::DepthStencil, gpu::Buffer::TileStatus};
/// What the submission before did not leave empty (Linux: etnaviv_buffer.c, the flush before an MMU update).
constexpr std::array kBuffersOfOtherMemory{gpu::Buffer::Texture, gpu::Buffer::VertexTexture, gpu::Buffer::ShaderCode};

/// The flushes that the kernel adds to a program's commands.
class Flushes final : public gpu::CommandSource {
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

}  // namespace

/// The boxes with their memory, from power-on.
class TimingMachine::Run {
  public:
    Run(const TimingMachine& machine, mem::AddressSpace space);

    /// Until the source ends, or a limit is reached.
    void run(gpu::CommandSource& source);
    /// On another memory, as a submission to the kernel.
    void submit(gpu::CommandSource& source, mem::AddressSpace& memory);
    FrameTime endFrame(uint32_t index);
    std::optional<uint64_t> counter(std::string_view column);
    void finish();
    uint64_t cycles() const { return cycles_; }

  private:
    /// Of the progress, and of draws that take too long.
    static constexpr uint64_t kCyclesBetweenLooks = 4096;
    /// That of the main clock is the first.
    static constexpr sim::DomainId kMainDomain = 0;

    void runCycles();
    /// What the command processor did in the cycle; whether the run goes on.
    bool afterCycle(sim::Cycle cycle);
    void sampleStatistics(const timing::CommandProcessor::Events& events);
    void present(sim::Cycle cycle, const gpu::DrawState& state);
    void dump(gpu::DumpBuffer::Content content, const gpu::DrawState& state);
    void dumpBlitSource(const gpu::DrawState& state);
    void dumpProgram(const gpu::LoadProgram& load);
    void reportFaults();

    const TimingMachine* machine_;
    mem::AddressSpace space_;
    Surfaces surfaces_;
    sim::Simulation simulation_;
    timing::TimingBoxes boxes_;
    timing::FrameMeter meter_;
    FrameUse use_;  // of the frame that is presented
    uint32_t presented_ = 0;
    sim::Cycle frameStart_ = 0;
    uint32_t dumps_ = 0;
    uint32_t blits_ = 0;                  // in the frame
    std::array<uint32_t, 3> programs_{};  // dumped, by target
    uint64_t cycles_ = 0;
    uint64_t nextLook_ = kCyclesBetweenLooks;
    const mem::AddressSpace* lastMemory_ = nullptr;
};

TimingMachine::Run::Run(const TimingMachine& machine, mem::AddressSpace space)
    : machine_(&machine),
      space_(std::move(space)),
      surfaces_(space_, tileSizes(*machine.configuration_)),
      simulation_({.sleeping = machine.options_.sleeping,
                   .stallCycles = machine.options_.detectStalls ? sim::SimulationSettings{}.stallCycles : 0}),
      boxes_(simulation_, *machine.configuration_, space_, *machine.findings_,
             {.firstFrame = machine.options_.limits.firstFrame,
              .drawWork = machine.options_.drawWorkLimit,
              .onEvent = machine.options_.onEvent}),
      meter_(simulation_.statistics()) {
    const StatisticsStreams& streams = machine.options_.statistics;
    sim::StatisticsRegistry& registry = simulation_.statistics();
    if (streams.frames != nullptr) registry.writeFrames(*streams.frames);
    if (streams.batches != nullptr) registry.writeBatches(*streams.batches);
    if (streams.windows != nullptr) registry.writeWindows(*streams.windows, streams.windowCycles);
    simulation_.setTrace(machine.options_.trace);
    if (machine.options_.memoryTrace != nullptr) boxes_.memory->traceTransactions(*machine.options_.memoryTrace);
    simulation_.setProfile(machine.options_.profile);
}

void TimingMachine::Run::run(gpu::CommandSource& source) {
    boxes_.commandProcessor.setSource(source);
    try {
        runCycles();
    } catch (...) {
        reportFaults();
        throw;
    }
    reportFaults();
}

void TimingMachine::Run::submit(gpu::CommandSource& source, mem::AddressSpace& memory) {
    // The boxes know one address space: it has the caller's content for as long as they run.
    const MemoryLoan loan(space_, memory);
    if (std::exchange(lastMemory_, &memory) != &memory) {
        Flushes all(source.state(), kBuffersOfOtherMemory);
        run(all);
    }
    run(source);
    Flushes written(source.state(), kBuffersBehindCommands);
    run(written);
}

FrameTime TimingMachine::Run::endFrame(uint32_t index) {
    simulation_.settle();
    FrameTime time{.cycles = cycles_ - std::exchange(frameStart_, cycles_), .use = meter_.measure()};
    simulation_.statistics().sampleFrame(index);
    meter_.restart();
    return time;
}

std::optional<uint64_t> TimingMachine::Run::counter(std::string_view column) {
    simulation_.settle();
    return meter_.sinceStart(column);
}

void TimingMachine::Run::finish() {
    simulation_.settle();
    if (cycles_ != 0) simulation_.statistics().finish(cycles_ - 1);
}

void TimingMachine::Run::runCycles() {
    const uint64_t limit = machine_->options_.cycles;
    for (bool goesOn = true; goesOn;) {
        const auto step =
            limit == 0 ? std::optional(simulation_.step()) : simulation_.stepWithin(kMainDomain, limit - 1);
        if (!step) {
            cycles_ = limit;
            return;
        }
        if (step->domain != kMainDomain) continue;
        cycles_ = step->cycle + 1;
        goesOn = afterCycle(step->cycle) && (limit == 0 || cycles_ < limit);
        if (cycles_ < nextLook_) continue;
        nextLook_ = cycles_ + kCyclesBetweenLooks;
        boxes_.commandProcessor.giveUpLongDraw(step->cycle, machine_->options_.drawCycleLimit);
        machine_->frames_->advance(cycles_);
    }
}

bool TimingMachine::Run::afterCycle(sim::Cycle cycle) {
    const timing::CommandProcessor::Events& events = boxes_.commandProcessor.events();
    if (events.batchEnded || events.presented != nullptr) sampleStatistics(events);
    if (events.batchEnded && machine_->configuration_->vivante.model != 0)
        boxes_.tileStatus().report(*machine_->findings_, boxes_.commandProcessor.place());
    if (events.presented != nullptr) present(cycle, events.presented->state);
    if (events.dumped != nullptr) dump(events.dumpedContent, events.dumped->state);
    if (events.blitted != nullptr) {
        if (machine_->configuration_->dac.saveBlitSourceData) dumpBlitSource(events.blitted->state);
        const BlitResult& result = boxes_.dac.blitResult();
        const std::string place = boxes_.commandProcessor.place();
        if (result.unsupported || result.outOfRange != 0) machine_->findings_->report(findings::kBlit, place);
        if (result.convertsNothing) machine_->findings_->report(findings::kBlitFormat, place);
    }
    if (events.loaded && machine_->configuration_->commandProcessor.dumpShaderPrograms) dumpProgram(*events.loaded);
    const uint32_t frames = machine_->options_.limits.frames;
    return !boxes_.commandProcessor.done() && (frames == 0 || presented_ < frames);
}

void TimingMachine::Run::sampleStatistics(const timing::CommandProcessor::Events& events) {
    simulation_.settle();
    if (events.batchEnded) simulation_.statistics().sampleBatch();
    if (events.presented == nullptr) return;
    use_ = meter_.measure();
    simulation_.statistics().sampleFrame(machine_->options_.limits.firstFrame + presented_);
    meter_.restart();
}

void TimingMachine::Run::present(sim::Cycle cycle, const gpu::DrawState& state) {
    const Surface surface = surfaces_.color(state, 0);
    PresentedFrame frame{.index = machine_->options_.limits.firstFrame + presented_,
                         .picture = {},
                         .cycles = cycle + 1 - frameStart_,
                         .use = use_};
    if (surface.valid)
        frame.picture =
            func::readFrame(surface.bytes, *surface.layout, state.color.targets[0].color.format, rowOrder(state));
    else
        machine_->findings_->report(findings::kTarget, boxes_.commandProcessor.place());
    machine_->frames_->present(frame);
    if (boxes_.fragmentMap && surface.valid)
        machine_->frames_->dump(
            fmt::format("fragmentmap{:04}", frame.index),
            boxes_.fragmentMap->finishFrame(frame.picture.width, frame.picture.height, rowOrder(state)));
    blits_ = 0;
    frameStart_ = cycle + 1;
    ++presented_;
}

void TimingMachine::Run::dump(gpu::DumpBuffer::Content content, const gpu::DrawState& state) {
    const bool color = content == gpu::DumpBuffer::Content::Color;
    const Surface surface = color ? surfaces_.color(state, 0) : surfaces_.depthStencil(state);
    if (!surface.valid) {
        machine_->findings_->report(color ? findings::kTarget : findings::kDepthBuffer,
                                    boxes_.commandProcessor.place());
        return;
    }
    const std::string number = std::to_string(dumps_++);
    switch (content) {
        case gpu::DumpBuffer::Content::Color:
            machine_->frames_->dump("color" + number,
                                    func::readFrame(surface.bytes, *surface.layout, state.color.targets[0].color.format,
                                                    rowOrder(state), func::AlphaOutput::Stored));
            break;
        case gpu::DumpBuffer::Content::Depth:
            machine_->frames_->dump("depth" + number, func::readDepth(surface.bytes, *surface.layout, rowOrder(state)));
            break;
        case gpu::DumpBuffer::Content::Stencil:
            machine_->frames_->dump("stencil" + number,
                                    func::readStencil(surface.bytes, *surface.layout, rowOrder(state)));
            break;
    }
}

void TimingMachine::Run::dumpBlitSource(const gpu::DrawState& state) {
    const std::string name =
        fmt::format("blitsource{:04}-{:04}", machine_->options_.limits.firstFrame + presented_, blits_++);
    const Surface surface = surfaces_.color(state, 0);
    if (!surface.valid) return;
    const func::Picture buffer = func::readFrame(surface.bytes, *surface.layout, state.color.targets[0].color.format,
                                                 func::RowOrder::BottomFirst);
    const uint32_t left = std::min(state.blit.x, buffer.width);
    const uint32_t bottom = std::min(state.blit.y, buffer.height);
    func::Picture window{.width = std::min(state.blit.width, buffer.width - left),
                         .height = std::min(state.blit.height, buffer.height - bottom),
                         .rgba = {}};
    const uint32_t top = buffer.height - bottom - window.height;
    for (uint32_t row = 0; row < window.height; ++row) {
        const auto first = buffer.rgba.begin() + (static_cast<ptrdiff_t>(top + row) * buffer.width + left) * 4;
        window.rgba.insert(window.rgba.end(), first, first + static_cast<ptrdiff_t>(window.width) * 4);
    }
    if (!window.rgba.empty()) machine_->frames_->dump(name, window);
}

void TimingMachine::Run::dumpProgram(const gpu::LoadProgram& load) {
    // ATTILA: CommandProcessor, which names the files of each kind by numbers of their own.
    constexpr std::array<const char*, 3> kKinds{"vprogram", "fprogram", "shprogram"};
    const auto kind = static_cast<size_t>(load.target);
    if (const auto code = space_.span(load.address, load.bytes))
        machine_->frames_->program(fmt::format("{}{:04}.out", kKinds[kind], programs_[kind]++), *code);
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
    for (const timing::DrawFaults& faults : boxes_.streamer.takeFaults()) report(faults);
    for (const timing::DrawFaults& faults : boxes_.shading.takeFaults()) report(faults);
}

TimingMachine::TimingMachine(const Configuration& configuration, const Options& options, FrameSink& frames,
                             sim::Findings& findings)
    : configuration_(&configuration), options_(options), frames_(&frames), findings_(&findings) {}

TimingMachine::~TimingMachine() = default;

void TimingMachine::run(gpu::CommandSource& source) {
    // A megabyte, which the stack would take page by page.
    const auto run = std::make_unique<Run>(*this, mem::AddressSpace(addressSpaceSettings(*configuration_)));
    run->run(source);
    run->finish();
    cycles_ = run->cycles();
}

void TimingMachine::run(gpu::CommandSource& source, mem::AddressSpace& memory) {
    if (!kept_) kept_ = std::make_unique<Run>(*this, mem::AddressSpace(mem::FlatAddressSpace{}));
    kept_->submit(source, memory);
    cycles_ = kept_->cycles();
}

FrameTime TimingMachine::endFrame(uint32_t index) { return kept_ ? kept_->endFrame(index) : FrameTime{}; }

std::optional<uint64_t> TimingMachine::counter(std::string_view column) const {
    return kept_ ? kept_->counter(column) : std::nullopt;
}

void TimingMachine::finish() {
    if (kept_) kept_->finish();
}

}  // namespace cyclorama::machine
