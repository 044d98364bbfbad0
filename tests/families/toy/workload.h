// SPDX-License-Identifier: MIT
#pragma once

#include "families/toy/stream.h"
#include "family/workload.h"

namespace cyclorama::toy {

/// A command stream as a workload.
class StreamWorkload final : public family::Workload {
  public:
    /// Throws as StreamReader does.
    explicit StreamWorkload(const std::string& path) : reader_(path) {}

    std::unique_ptr<family::WorkloadRun> start(const family::RunRequest& request) override;
    void dump(std::ostream& out) override;

  private:
    StreamReader reader_;
};

}  // namespace cyclorama::toy
