// SPDX-License-Identifier: MIT
#pragma once
// A Vivante chip's part in the execution of jobs.

#include "device/execution/chip_model.h"
#include "families/vivante/chip/chip.h"
#include "families/vivante/chip/dialect.h"

namespace cyclorama::vivante {

/// The place of command streams in every address space, below all addresses for programs. A stream is at most as long
/// as the ioctl admits, and rounded up to pairs of words.
inline constexpr uint64_t kStreamAddress = 0x00100000;
inline constexpr uint64_t kMostStreamBytes = 0x00200000;

class VivanteChipModel final : public device::ChipModel {
  public:
    explicit VivanteChipModel(const Chip& chip) : chip_(chip) {}

    std::unique_ptr<device::JobFrontEnd> makeFrontEnd(sim::Findings& findings,
                                                      machine::WorkerPool& workers) const override;
    std::optional<device::DriverAddressRange> driverMemory() const override;
    gpu::Dialect dialect() const override { return vivante::dialect(); }
    machine::timing::TopologyFactory topology() const override;
    /// Groups and numbers are the kernel's domains and signals (performance_signals.h).
    uint32_t counter(uint32_t domain, uint32_t signal, const device::CounterReadings& readings,
                     sim::Findings& findings) const override;

  private:
    const Chip chip_;
};

}  // namespace cyclorama::vivante
