// SPDX-License-Identifier: MIT
#pragma once

#include "family/family.h"

namespace cyclorama::attila {

/// ATTILA's GPU. Its workloads are transaction traces.
class Attila final : public family::Family {
  public:
    std::string_view name() const override { return "attila"; }
    std::string_view workloadKind() const override { return "an ATTILA transaction trace"; }
    std::unique_ptr<family::Workload> open(const std::string& path) const override;
    std::unique_ptr<machine::FamilyParameters> parameters() const override;
    std::optional<family::Target> makeTarget(const machine::Configuration& configuration) const override;
    machine::timing::TopologyFactory topology() const override;
};

}  // namespace cyclorama::attila
