// SPDX-License-Identifier: MIT
#pragma once
// Runs whose submissions a simulated chip executes.

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "device/execution/simulated_executor.h"
#include "family/workload.h"

namespace cyclorama::family {

/// What the chip's executor has done is what the run has; the steps are a derived class's.
class ExecutorRun : public WorkloadRun {
  public:
    std::optional<uint64_t> finish() override { return executor_.finish(); }
    mem::AddressSpace* memory() override { return executor_.memory(); }
    std::vector<machine::Counted> counted() const override { return executor_.counted(); }
    std::string describeUnits() const override { return executor_.describe(); }

  protected:
    /// `timing`: the request's, with the limits of the run. `progress` hears of cycles.
    ExecutorRun(std::unique_ptr<device::ChipModel> chip, const RunRequest& request,
                const std::optional<machine::TimingMachine::Options>& timing,
                std::function<void(uint64_t cycles)> progress = {})
        : chip_(std::move(chip)),
          executor_(*chip_, request.configuration, request.findings, timing, std::move(progress), request.observer,
                    request.pause) {}

    device::SimulatedExecutor& executor() { return executor_; }
    const device::SimulatedExecutor& executor() const { return executor_; }

  private:
    std::unique_ptr<device::ChipModel> chip_;
    device::SimulatedExecutor executor_;
};

}  // namespace cyclorama::family
