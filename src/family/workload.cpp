// SPDX-License-Identifier: MIT
#include "family/workload.h"

#include <utility>

#include "machine/functional/functional_machine.h"
#include "sim/error.h"

namespace cyclorama::family {
namespace {

class FunctionalRun final : public WorkloadRun {
  public:
    FunctionalRun(std::unique_ptr<gpu::CommandSource> source, const MachineFamily& family, const RunRequest& request,
                  const machine::RunLimits& limits)
        : source_(std::move(source)),
          machine_(request.configuration,
                   {.threads = 0,
                    .dialect = family.dialect,
                    .limits = limits,
                    .observer = request.observer,
                    .pause = request.pause},
                   request.frames, request.findings) {
        machine_.start(*source_);
    }

    bool advance() override { return machine_.advance(); }
    std::optional<uint64_t> finish() override { return std::nullopt; }
    mem::AddressSpace* memory() override { return &machine_.memory(); }
    std::vector<machine::Counted> counted() const override { return machine_.counted(); }
    std::string describeUnits() const override { return {}; }

  private:
    std::unique_ptr<gpu::CommandSource> source_;
    machine::FunctionalMachine machine_;
};

class TimingRun final : public WorkloadRun {
  public:
    TimingRun(std::unique_ptr<gpu::CommandSource> source, const MachineFamily& family, const RunRequest& request,
              const machine::TimingMachine::Options& options)
        : source_(std::move(source)),
          machine_(family.topology, request.configuration, options, request.frames, request.findings) {
        machine_.start(*source_);
    }

    bool advance() override { return machine_.advance(); }
    std::optional<uint64_t> finish() override {
        machine_.finish();
        return machine_.cycles();
    }
    mem::AddressSpace* memory() override { return machine_.memory(); }
    std::vector<machine::Counted> counted() const override { return machine_.counted(); }
    std::string describeUnits() const override { return machine_.describe(); }

  private:
    std::unique_ptr<gpu::CommandSource> source_;
    machine::TimingMachine machine_;
};

}  // namespace

void Workload::cut(const CutRequest& request) {
    throw sim::Error(request.file, "", "frames cannot be cut out of workloads of this kind");
}

std::unique_ptr<reduce::Capture> Workload::takeApart(std::span<const std::byte> /*bytes*/) const {
    throw sim::Error("reduce", "", "workloads of this kind cannot be reduced");
}

std::unique_ptr<WorkloadRun> runCommands(std::unique_ptr<gpu::CommandSource> source, const MachineFamily& family,
                                         const RunRequest& request, uint32_t firstFrame) {
    if (request.pause != nullptr) request.pause->startAt(firstFrame);
    const machine::RunLimits limits{.firstFrame = firstFrame, .frames = request.configuration.simulator.frames};
    if (!request.timing) return std::make_unique<FunctionalRun>(std::move(source), family, request, limits);
    machine::TimingMachine::Options options = *request.timing;
    options.limits = limits;
    options.cycles = request.cycleLimit();
    options.observer = request.observer;
    options.pause = request.pause;
    return std::make_unique<TimingRun>(std::move(source), family, request, options);
}

}  // namespace cyclorama::family
