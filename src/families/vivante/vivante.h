// SPDX-License-Identifier: MIT
#pragma once

#include "family/family.h"

namespace cyclorama::vivante {

/// Vivante's GCxxx GPUs. Their workloads are captures of what a program's driver submitted.
class Vivante final : public family::Family {
  public:
    std::string_view name() const override { return "vivante"; }
    std::string_view workloadKind() const override { return "a capture of a Vivante GPU that `exec` recorded"; }
    std::unique_ptr<family::Workload> open(const std::string& path) const override;
    std::string_view defaultChip() const override { return "gc2000"; }
    std::unique_ptr<machine::FamilyParameters> parameters() const override;
    std::optional<family::Target> makeTarget(const machine::Configuration& configuration) const override;
    machine::timing::TopologyFactory topology() const override;
};

}  // namespace cyclorama::vivante
