// SPDX-License-Identifier: MIT
#include "device/execution/simulated_executor.h"

#include <algorithm>

#include "machine/functional/functional_machine.h"
#include "machine/values/observed_work.h"
#include "mem/address_space.h"

namespace cyclorama::device {

/// Frames come from the display; jobs present nothing.
class SimulatedExecutor::Sink final : public machine::FrameSink {
  public:
    explicit Sink(std::function<void(uint64_t)> progress) : progress_(std::move(progress)) {}

    void present(const machine::PresentedFrame&) override {}
    void dump(const std::string&, const func::Picture&) override {}
    void advance(uint64_t cycles) override {
        if (progress_) progress_(cycles);
    }

  private:
    std::function<void(uint64_t)> progress_;
};

/// A context has the chip's state of its own: a driver writes all state again at the start of each job, since on the
/// board another program's job may have come in between.
class SimulatedExecutor::Context final : public JobContext {
  public:
    explicit Context(SimulatedExecutor& owner)
        : owner_(owner),
          memory_(mem::FlatAddressSpace{.onChipMemoryBytes = owner.chip_.onChipMemoryBytes()}),
          frontEnd_(owner.chip_.makeFrontEnd(owner.findings_, *owner.workers_)) {
        if (!owner.timing_)
            machine_.emplace(owner.configuration_,
                             machine::FunctionalMachine::Options{.workers = owner.workers_,
                                                                 .dialect = owner.chip_.dialect(),
                                                                 .observer = owner.observer_,
                                                                 .pause = owner.pause_,
                                                                 .frame = &owner.frame_},
                             *owner.sink_, owner.findings_, memory_);
        if (const std::optional<DriverAddressRange> own = owner.chip_.driverMemory())
            memory_.mappings()->mapZeros(own->address, own->bytes);
    }

    ~Context() override {
        if (owner_.last_ == this) owner_.last_ = nullptr;
        if (owner_.paused_ == this) owner_.paused_ = nullptr;
    }

    void map(uint64_t address, int memory, uint64_t bytes) override {
        memory_.mappings()->map(address, memory, 0, bytes);
    }

    void unmap(uint64_t address, uint64_t bytes) override { memory_.mappings()->unmap(address, bytes); }

    JobResult execute(const GpuJob& job) override {
        if (std::ranges::all_of(job.streams, [](const CommandStream& stream) { return stream.bytes == 0; }))
            return JobResult::Done;
        gpu::CommandSource& commands = frontEnd_->begin(job, memory_);
        owner_.last_ = this;
        owner_.executed_ = true;
        if (owner_.timing_)
            owner_.timing_->start(commands, memory_);
        else
            machine_->start(commands);
        advance();
        while (owner_.onPause_ && owner_.paused_ == this) {
            owner_.onPause_();
            advance();
        }
        return frontEnd_->hung() ? JobResult::Hung : JobResult::Done;
    }

    uint64_t samplesPassed() const override {
        return owner_.timing_ ? owner_.timing_->samplesPassed() : counted_.samplesPassed;
    }

    void advance() {
        const bool ended = owner_.timing_ ? owner_.timing_->advance() : machine_->advance();
        owner_.paused_ = ended ? nullptr : this;
        if (owner_.timing_) return;
        const machine::WorkCounters now = machine_->counters();
        owner_.counters_ += now - counted_;
        counted_ = now;
    }

    mem::AddressSpace& memory() { return memory_; }

  private:
    SimulatedExecutor& owner_;
    mem::AddressSpace memory_;
    std::unique_ptr<JobFrontEnd> frontEnd_;
    std::optional<machine::FunctionalMachine> machine_;  // empty where one timing machine serves all contexts
    machine::WorkCounters counted_;
};

SimulatedExecutor::SimulatedExecutor(const ChipModel& chip, const machine::Configuration& configuration,
                                     sim::Findings& findings,
                                     const std::optional<machine::TimingMachine::Options>& timing,
                                     std::function<void(uint64_t)> progress, machine::RunObserver* observer,
                                     machine::RunPause* pause)
    : chip_(chip),
      configuration_(configuration),
      findings_(findings),
      sink_(std::make_unique<Sink>(std::move(progress))),
      observer_(observer),
      pause_(pause) {
    if (!timing) return;
    machine::TimingMachine::Options options = *timing;
    options.observer = observer_;
    options.pause = pause_;
    timing_.emplace(chip_.topology(), configuration_, options, *sink_, findings_);
}

SimulatedExecutor::~SimulatedExecutor() = default;

std::unique_ptr<JobContext> SimulatedExecutor::makeContext() { return std::make_unique<Context>(*this); }

void SimulatedExecutor::advance() { paused_->advance(); }

mem::AddressSpace* SimulatedExecutor::memory() { return last_ == nullptr ? nullptr : &last_->memory(); }

std::vector<machine::Counted> SimulatedExecutor::counted() const {
    return timing_ ? timing_->counted() : machine::countedWork(counters_);
}

std::optional<machine::FrameTime> SimulatedExecutor::framePresented(uint32_t index, const Scanout&) {
    if (pause_ != nullptr) pause_->endFrame();
    return endFrame(index);
}

std::optional<machine::FrameTime> SimulatedExecutor::endFrame(uint32_t index) {
    frame_.begin(index + 1);
    if (!timing_) return std::nullopt;
    return timing_->endFrame(index);
}

std::optional<uint64_t> SimulatedExecutor::finish() {
    if (!timing_) return std::nullopt;
    timing_->finish();
    return timing_->cycles();
}

uint32_t SimulatedExecutor::counter(uint32_t group, uint32_t number) {
    return chip_.counter(group, number, {.work = counters_, .timing = timing_ ? &*timing_ : nullptr}, findings_);
}

}  // namespace cyclorama::device
