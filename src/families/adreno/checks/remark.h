// SPDX-License-Identifier: MIT
#pragma once
// What a check has to say, for its caller to report.

#include <optional>
#include <string>

#include "sim/finding.h"

namespace cyclorama::adreno {

struct Remark {
    const sim::FindingKind* kind = nullptr;
    std::string detail;
};

using Remarks = std::optional<Remark>;

}  // namespace cyclorama::adreno
