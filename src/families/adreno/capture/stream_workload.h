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

    /// Throws sim::Error: the machine that would execute the streams is not there yet.
    std::optional<uint64_t> run(const family::RunRequest& request) override;
    void dump(std::ostream& out) override;

  private:
    RdReader reader_;
};

/// A dump that the kernel made of a chip that hung.
class CrashWorkload final : public family::Workload {
  public:
    explicit CrashWorkload(std::string path) : path_(std::move(path)) {}

    /// Throws sim::Error: the machine that would execute the streams is not there yet.
    std::optional<uint64_t> run(const family::RunRequest& request) override;
    void dump(std::ostream& out) override;

  private:
    std::string path_;
};

}  // namespace cyclorama::adreno
