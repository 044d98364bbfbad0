// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <utility>

#include "families/adreno/capture/rd_reader.h"
#include "family/workload.h"

namespace cyclorama::adreno {

/// A file of command streams with the buffers that they use.
class RdWorkload final : public family::Workload {
  public:
    /// Throws sim::Error where the file cannot be opened.
    explicit RdWorkload(const std::string& path) : reader_(path) {}

    std::unique_ptr<family::WorkloadRun> start(const family::RunRequest& request) override;
    void dump(std::ostream& out) override;
    std::unique_ptr<reduce::Capture> takeApart(std::span<const std::byte> bytes) const override;
    bool isOf(const machine::Configuration& chip) const override;

  private:
    RdReader reader_;
};

/// A dump that the kernel made of a chip that hung.
class CrashWorkload final : public family::Workload {
  public:
    explicit CrashWorkload(std::string path) : path_(std::move(path)) {}

    std::unique_ptr<family::WorkloadRun> start(const family::RunRequest& request) override;
    void dump(std::ostream& out) override;
    bool isOf(const machine::Configuration& chip) const override;

  private:
    std::string path_;
};

}  // namespace cyclorama::adreno
