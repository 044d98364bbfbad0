// SPDX-License-Identifier: MIT
#pragma once

#include "families/adreno/capture/adreno_capture.h"
#include "family/workload.h"

namespace cyclorama::adreno {

/// A capture as a workload.
class AdrenoCaptureWorkload final : public family::Workload {
  public:
    /// Throws as AdrenoCaptureReader does.
    explicit AdrenoCaptureWorkload(const std::string& path) : reader_(path) {}

    std::unique_ptr<family::WorkloadRun> start(const family::RunRequest& request) override;
    void dump(std::ostream& out) override;
    void cut(const family::CutRequest& request) override;
    std::unique_ptr<reduce::Capture> takeApart(std::span<const std::byte> bytes) const override;
    bool isOf(const machine::Configuration& chip) const override;

  private:
    AdrenoCaptureReader reader_;
};

}  // namespace cyclorama::adreno
