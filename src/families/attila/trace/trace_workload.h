// SPDX-License-Identifier: MIT
#pragma once

#include "families/attila/trace/attila_trace_reader.h"
#include "family/workload.h"

namespace cyclorama::attila {

/// A transaction trace as a workload.
class TraceWorkload final : public family::Workload {
  public:
    /// Throws as AttilaTraceReader does.
    explicit TraceWorkload(const std::string& path) : reader_(path) {}

    std::unique_ptr<family::WorkloadRun> start(const family::RunRequest& request) override;
    void dump(std::ostream& out) override;
    void cut(const family::CutRequest& request) override;
    std::unique_ptr<reduce::Capture> takeApart(std::span<const std::byte> bytes) const override;

  private:
    AttilaTraceReader reader_;
};

}  // namespace cyclorama::attila
