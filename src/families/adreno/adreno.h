// SPDX-License-Identifier: MIT
#pragma once

#include "family/family.h"

namespace cyclorama::adreno {

/// Qualcomm's Adreno GPUs of the sixth generation, a6xx. Their workloads are command streams that Mesa's tools and
/// drivers write to `.rd` files, and the dumps that the kernel makes of a chip that hangs.
class Adreno final : public family::Family {
  public:
    std::string_view name() const override { return "adreno"; }
    std::string_view workloadKind() const override {
        return "a command stream of an Adreno GPU (.rd) or its crash dump";
    }
    std::unique_ptr<family::Workload> open(const std::string& path) const override;
    std::string_view defaultChip() const override { return "a630"; }
    std::unique_ptr<machine::FamilyParameters> parameters() const override;
    machine::timing::TopologyFactory topology() const override;
    std::optional<family::Target> makeTarget(const machine::Configuration& configuration) const override;
};

}  // namespace cyclorama::adreno
