// SPDX-License-Identifier: MIT
#include "machine/functional/functional_machine.h"

#include <utility>

#include "machine/configuration/settings.h"
#include "machine/functional/executor.h"
#include "machine/values/machine_findings.h"
#include "machine/values/memory_view.h"
#include "machine/values/observed_work.h"
#include "machine/values/picture.h"

namespace cyclorama::machine {

FunctionalMachine::FunctionalMachine(const Configuration& configuration, const Options& options, FrameSink& frames,
                                     sim::Findings& findings)
    : executor_(std::make_unique<Executor>(configuration, options, frames, findings, nullptr)) {}

FunctionalMachine::FunctionalMachine(const Configuration& configuration, const Options& options, FrameSink& frames,
                                     sim::Findings& findings, mem::AddressSpace& memory)
    : executor_(std::make_unique<Executor>(configuration, options, frames, findings, &memory)) {}

FunctionalMachine::~FunctionalMachine() = default;

void FunctionalMachine::run(gpu::CommandSource& source) {
    start(source);
    advance();
}

void FunctionalMachine::start(gpu::CommandSource& source) { executor_->start(source); }

bool FunctionalMachine::advance() { return executor_->advance(); }

WorkCounters FunctionalMachine::counters() const { return executor_->counters(); }

std::vector<Counted> FunctionalMachine::counted() const { return countedWork(counters()); }

mem::AddressSpace& FunctionalMachine::memory() { return executor_->memory(); }

FunctionalMachine::Executor::Executor(const Configuration& configuration, const Options& options, FrameSink& frames,
                                      sim::Findings& findings, mem::AddressSpace* memory)
    : frames_(&frames),
      findings_(&findings),
      limits_(options.limits),
      drawOptions_({.settings = drawSettings(configuration),
                    .dialect = options.dialect,
                    .drawWorkLimit = options.drawWorkLimit,
                    .beforeFragments = [this] { powerOn_.clear(*state_, surfaces_); }}),
      ownMemory_(memory != nullptr ? nullptr
                                   : std::make_unique<mem::AddressSpace>(addressSpaceSettings(configuration))),
      memory_(memory != nullptr ? *memory : *ownMemory_),
      surfaces_(memory_, tileSizes(configuration.rasterization), &tileStatus_),
      workers_(options.workers != nullptr ? options.workers
                                          : std::make_shared<WorkerPool>(workerCount(options.threads))),
      drawInFlight_(configuration, memory_),
      ownFrame_({.number = options.limits.firstFrame}),
      frame_(options.frame != nullptr ? *options.frame : ownFrame_),
      powerOn_(options.dialect.powerOn == gpu::PowerOnBuffers::Cleared),
      onEvent_(options.onEvent),
      pause_(options.pause),
      observed_(options.observer, memory_, tileSizes(configuration.rasterization)) {}

void FunctionalMachine::Executor::start(gpu::CommandSource& source) {
    source_ = &source;
    state_ = &source.state();
    memoryWritten();
    drawInFlight_.ended();
    observed_.startSource(counters());
}

bool FunctionalMachine::Executor::advance() {
    const MemoryView view(memory_);
    while (limits_.frames == 0 || presented_ < limits_.frames) {
        if (pause_ != nullptr && pause_->due()) return false;
        // One at which the run stood still is there already.
        if (!std::exchange(standsAtCommand_, false)) {
            command_ = source_->next(view);
            if (!command_) break;
            standsAtCommand_ = pause_ != nullptr && pause_->take(*command_, *state_);
            if (standsAtCommand_) return false;
        }
        drawInFlight_.pass(command_->operation);
        if (observed_)
            executeObserved(*command_);
        else
            std::visit([this](const auto& operation) { execute(operation); }, command_->operation);
    }
    return true;
}

void FunctionalMachine::Executor::executeObserved(const gpu::Command& command) {
    const gpu::DrawState* const given = state_;
    state_ = &observed_.begin(command, *given, frame_.draws, counters());
    // end() invalidates the state to execute with.
    const auto end = [&] {
        state_ = given;
        observed_.end(counters());
    };
    try {
        std::visit([this](const auto& operation) { execute(operation); }, command.operation);
    } catch (...) {
        end();
        throw;
    }
    end();
}

std::string FunctionalMachine::Executor::place() const {
    return "frame " + std::to_string(frame_.number) + ", draw " + std::to_string(frame_.draws) + ", transaction " +
           std::to_string(command_ ? command_->position.ordinal : 0);
}

void FunctionalMachine::Executor::execute(const gpu::WriteMemory& write) {
    memoryWritten();
    if (drawInFlight_.useOf(write) == DrawInFlight::Use::Certain)
        findings_->report(findings::kWriteDuringDraw, place());
    if (!memory_.write(write.address, write.data)) findings_->report(findings::kWrite, place());
}

DrawStage& FunctionalMachine::Executor::drawStage() {
    if (draws_ == nullptr)
        draws_ = std::make_unique<DrawStage>(drawOptions_, *workers_, memory_, surfaces_, *findings_);
    return *draws_;
}

void FunctionalMachine::Executor::execute(const gpu::Draw&) {
    DrawStage& draws = drawStage();
    if (draws.draw(*state_, place())) {
        drawInFlight_.start(draws.state());
        if (pause_ != nullptr) pause_->endDraw(gpu::Draw{}, *state_);
    }
    tileStatus_.report(*findings_, place());
    ++frame_.draws;
}

void FunctionalMachine::Executor::execute(const gpu::FamilyOperationPointer& operation) {
    machine::execute(*operation, *this);
    if (operation->kind() != gpu::WorkKind::Draw) return;
    ++frame_.draws;
    if (pause_ != nullptr) pause_->endDraw(operation, *state_);
}

void FunctionalMachine::Executor::execute(const gpu::ClearColor&) {
    powerOn_.contentsSet(gpu::Buffer::Color);
    const MappedSurface surface = surfaces_.color(*state_, 0);
    if (surface.valid)
        func::fillColor(surface.bytes, state_->color->targets[0].color.format, state_->color->clearColor);
    else
        findings_->report(findings::kTarget, place());
}

void FunctionalMachine::Executor::execute(const gpu::ClearDepthStencil&) {
    powerOn_.contentsSet(gpu::Buffer::DepthStencil);
    const MappedSurface surface = surfaces_.depthStencil(*state_);
    if (surface.valid)
        func::fillDepthStencil(surface.bytes, state_->depthBuffer->clearDepth,
                               static_cast<uint8_t>(state_->depthBuffer->clearStencil));
    else
        findings_->report(findings::kDepthBuffer, place());
}

void FunctionalMachine::Executor::execute(const gpu::Present&) {
    PresentedFrame frame{.index = frame_.number, .picture = {}, .cycles = std::nullopt};
    if (auto picture = framePicture(*state_, surfaces_))
        frame.picture = std::move(*picture);
    else
        findings_->report(findings::kTarget, place());
    frames_->present(frame);
    if (pause_ != nullptr) pause_->endFrame();
    ++presented_;
    frame_.begin(frame_.number + 1);
}

void FunctionalMachine::Executor::execute(const gpu::Resolve& operation) { resolved(resolve(operation, surfaces_)); }

void FunctionalMachine::Executor::execute(const gpu::Fill& operation) { resolved(fill(operation, surfaces_)); }

void FunctionalMachine::Executor::execute(const gpu::ResolveTileStatus& operation) {
    resolved(resolveTileStatus(operation, surfaces_));
}

void FunctionalMachine::Executor::execute(const gpu::CopyMemory& operation) {
    resolved(copyMemory(operation, memory_));
}

void FunctionalMachine::Executor::resolved(ResolveResult result) {
    memoryWritten();
    if (const sim::FindingKind* problem = findingOf(result)) report(*problem);
}

void FunctionalMachine::Executor::execute(const gpu::OcclusionQuery& query) {
    const uint64_t before = std::exchange(query_.samples, counters().samplesPassed);
    const uint64_t samples = query_.samples - before;
    const func::Address address = query.address != 0 ? query.address : query_.address;
    query_.address = query.address;
    if (!query.start && !memory_.store(address, samples)) findings_->report(findings::kWrite, place());
}

void FunctionalMachine::Executor::execute(const gpu::FenceSignal& signal) {
    if (signal.address && !memory_.store(*signal.address, signal.value)) findings_->report(findings::kWrite, place());
    if (signal.event && onEvent_) onEvent_(*signal.event);
}

void FunctionalMachine::Executor::execute(const gpu::Reset&) { powerOn_.reset(); }

}  // namespace cyclorama::machine
