// SPDX-License-Identifier: MIT
#pragma once
// An Adreno chip's part in the execution of jobs.

#include <memory>
#include <utility>

#include "device/execution/chip_model.h"
#include "families/adreno/chip/always_on_clock.h"
#include "families/adreno/chip/chip.h"
#include "families/adreno/chip/dialect.h"

namespace cyclorama::adreno {

class AdrenoChipModel final : public device::ChipModel {
  public:
    /// Command processors read the clock. `completeStreams` where jobs are all of what a driver sends
    /// (Checks::completeStreams).
    explicit AdrenoChipModel(const Chip& chip, std::shared_ptr<AlwaysOnClock> clock = std::make_shared<AlwaysOnClock>(),
                             bool completeStreams = true)
        : chip_(chip), clock_(std::move(clock)), completeStreams_(completeStreams) {}

    std::unique_ptr<device::JobFrontEnd> makeFrontEnd(sim::Findings& findings,
                                                      machine::WorkerPool& workers) const override;
    gpu::Dialect dialect() const override { return adreno::dialect(); }
    machine::timing::TopologyFactory topology() const override;
    /// The driver has no requests for counters: zero, with a finding.
    uint32_t counter(uint32_t group, uint32_t number, const device::CounterReadings& readings,
                     sim::Findings& findings) const override;
    uint64_t onChipMemoryBytes() const override { return chip_.gmemBytes; }

  private:
    Chip chip_;
    std::shared_ptr<AlwaysOnClock> clock_;
    bool completeStreams_;
};

}  // namespace cyclorama::adreno
