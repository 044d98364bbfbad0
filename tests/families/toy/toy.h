// SPDX-License-Identifier: MIT
#pragma once

#include "family/family.h"

namespace cyclorama::toy {

/// A GPU that nobody makes, as small as a family can be: the example of docs/develop/extending.md.
class Toy final : public family::Family {
  public:
    std::string_view name() const override { return "toy"; }
    std::string_view workloadKind() const override { return "a command stream of the toy GPU"; }
    std::unique_ptr<family::Workload> open(const std::string& path) const override;
    machine::timing::TopologyFactory topology() const override;
};

}  // namespace cyclorama::toy
