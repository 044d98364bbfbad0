// SPDX-License-Identifier: MIT
#include "device/objects/device_findings.h"

#include <fmt/format.h>

#include <cstdio>

namespace cyclorama::device {

void DeviceFindings::report(const sim::FindingKind& kind, std::string_view place, std::string_view detail) {
    const std::lock_guard lock(mutex_);
    const size_t before = findings_.all().size();
    findings_.report(kind, place, detail);
    if (findings_.all().size() != before) fmt::print(stderr, "cyclorama: {}: {} ({})\n", place, kind.sentence, detail);
}

sim::Findings DeviceFindings::all() const {
    const std::lock_guard lock(mutex_);
    return findings_;
}

}  // namespace cyclorama::device
