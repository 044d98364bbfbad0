// SPDX-License-Identifier: MIT
#pragma once
// Executor of jobs by the simulator: the chip's front end, and the machine that executes its commands.

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "device/execution/chip_model.h"
#include "device/objects/executor.h"
#include "machine/configuration/configuration.h"
#include "machine/functional/worker_pool.h"
#include "machine/timing/timing_machine.h"
#include "machine/values/counted.h"
#include "machine/values/frame_sink.h"
#include "machine/values/frame_under_way.h"
#include "machine/values/run_observer.h"
#include "machine/values/run_pause.h"
#include "sim/finding.h"

namespace cyclorama::device {

class SimulatedExecutor final : public Executor {
  public:
    /// `chip` and `findings` have to outlive the executor; only the queue's thread touches the findings. The
    /// configuration must have passed check(). Jobs are executed by a functional machine for each context, or by the
    /// timing machine that `timing` asks for, one for all contexts; `progress` gets its advance(). `observer` and
    /// `pause`, if there are any, outlive the executor.
    SimulatedExecutor(const ChipModel& chip, const machine::Configuration& configuration, sim::Findings& findings,
                      const std::optional<machine::TimingMachine::Options>& timing = std::nullopt,
                      std::function<void(uint64_t cycles)> progress = {}, machine::RunObserver* observer = nullptr,
                      machine::RunPause* pause = nullptr);
    ~SimulatedExecutor() override;

    std::unique_ptr<JobContext> makeContext() override;
    uint32_t counter(uint32_t group, uint32_t number) override;
    std::optional<machine::FrameTime> framePresented(uint32_t index, const Scanout&) override;

    /// Resumes each paused job at once: `look` is called at each pause and has to set the next one. Before the first
    /// job.
    void onPause(std::function<void()> look) { onPause_ = std::move(look); }
    /// A job is paused: the context's execute() has returned before its end.
    bool paused() const { return paused_ != nullptr; }
    /// Resumes the paused job until it ends or pauses again.
    void advance();

    /// Makes what was executed since the last frame one frame, with the number `index`: its time, where there is time.
    /// The jobs that follow are of the next frame.
    std::optional<machine::FrameTime> endFrame(uint32_t index);
    /// Cycles of the run so far; zero where there is no time.
    uint64_t cycles() const { return timing_ ? timing_->cycles() : 0; }
    /// After the last job: ends the tables of statistics. Cycles of the whole run, where there is time.
    std::optional<uint64_t> finish();

    /// False where no program has submitted a job with commands.
    bool hasExecuted() const { return executed_; }
    /// Memory of the context that executed last; null before the first job.
    mem::AddressSpace* memory();
    /// All that the machines have counted.
    std::vector<machine::Counted> counted() const;
    /// The boxes of the timing machine as TimingMachine::describe() has them; empty where there is no time.
    std::string describe() const { return timing_ ? timing_->describe() : std::string(); }

  private:
    class Context;
    class Sink;

    const ChipModel& chip_;
    const machine::Configuration& configuration_;
    sim::Findings& findings_;
    machine::WorkCounters counters_;  // sums over all contexts
    /// Worker threads, shared by all contexts: only one context has a job at a time.
    std::shared_ptr<machine::WorkerPool> workers_ = std::make_shared<machine::WorkerPool>(machine::workerCount(0));
    std::unique_ptr<Sink> sink_;
    machine::RunObserver* observer_;
    machine::RunPause* pause_;
    machine::FrameUnderWay frame_;  // of all contexts' jobs
    std::function<void()> onPause_;
    bool executed_ = false;
    Context* last_ = nullptr;    // that executed a job
    Context* paused_ = nullptr;  // whose job stands still
    std::optional<machine::TimingMachine> timing_;
};

}  // namespace cyclorama::device
