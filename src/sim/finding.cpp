// SPDX-License-Identifier: MIT
#include "sim/finding.h"

#include <algorithm>

namespace cyclorama::sim {

std::string_view name(Severity severity) {
    switch (severity) {
        case Severity::Note:
            return "note";
        case Severity::Slow:
            return "slow";
        case Severity::Corruption:
            return "corruption";
        case Severity::Hang:
            return "hang";
    }
    return "";
}

void Findings::report(const FindingKind& kind, std::string_view place, std::string_view detail, uint64_t count) {
    if (count == 0) return;
    const auto known =
        std::ranges::find(findings_, kind.identifier, [](const Finding& f) { return f.kind.identifier; });
    if (known != findings_.end())
        known->count += count;
    else
        findings_.push_back({.kind = kind, .place = std::string(place), .detail = std::string(detail), .count = count});
}

}  // namespace cyclorama::sim
