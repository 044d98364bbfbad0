// SPDX-License-Identifier: MIT
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string_view>

#include "gpu/command.h"
#include "sim/finding.h"

namespace cyclorama::vivante {

/// Reports findings at the place of the packet that is being executed.
class Reporter {
  public:
    explicit Reporter(sim::Findings& findings) : findings_(&findings) {}

    void moveTo(const gpu::StreamPosition& position) { position_ = position; }
    const gpu::StreamPosition& position() const { return position_; }

    void operator()(const sim::FindingKind& kind, std::string_view detail = {}) const {
        findings_->report(kind, fmt::format("command buffer {} at offset {}", position_.ordinal, position_.offset),
                          detail);
        ++reports_;
    }

    /// Reports so far.
    uint64_t reports() const { return reports_; }

  private:
    sim::Findings* findings_;
    gpu::StreamPosition position_;
    mutable uint64_t reports_ = 0;
};

}  // namespace cyclorama::vivante
