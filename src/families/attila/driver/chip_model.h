// SPDX-License-Identifier: MIT
#pragma once
// ATTILA's part in the execution of jobs: a job's stream is a transaction trace, and the chip's registers stay as the
// job before left them.

#include "device/execution/chip_model.h"

namespace cyclorama::attila {

class AttilaChipModel final : public device::ChipModel {
  public:
    std::unique_ptr<device::JobFrontEnd> makeFrontEnd(sim::Findings& findings,
                                                      machine::WorkerPool& workers) const override;
    gpu::Dialect dialect() const override;
    machine::timing::TopologyFactory topology() const override;
    /// The driver has no requests for counters: zero, with a finding.
    uint32_t counter(uint32_t group, uint32_t number, const device::CounterReadings& readings,
                     sim::Findings& findings) const override;
};

}  // namespace cyclorama::attila
