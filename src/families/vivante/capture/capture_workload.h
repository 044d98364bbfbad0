// SPDX-License-Identifier: MIT
#pragma once

#include "families/vivante/capture/vivante_capture_reader.h"
#include "family/workload.h"

namespace cyclorama::vivante {

/// A capture as a workload.
class CaptureWorkload final : public family::Workload {
  public:
    /// Throws as VivanteCaptureReader does.
    explicit CaptureWorkload(const std::string& path) : reader_(path) {}

    std::unique_ptr<family::WorkloadRun> start(const family::RunRequest& request) override;
    void dump(std::ostream& out) override;
    void cut(const family::CutRequest& request) override;
    std::unique_ptr<reduce::Capture> takeApart(std::span<const std::byte> bytes) const override;
    bool isOf(const machine::Configuration& chip) const override;

  private:
    VivanteCaptureReader reader_;
};

}  // namespace cyclorama::vivante
