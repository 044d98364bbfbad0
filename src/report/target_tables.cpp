// SPDX-License-Identifier: MIT
#include "report/target_tables.h"

#include <fmt/format.h>

#include <span>
#include <string>

namespace cyclorama::report {

TargetTables::TargetTables(const ReportFile& file)
    : target_(file, "INSERT INTO targets VALUES (?, ?, ?, ?, ?, ?, ?)"),
      change_(file, "INSERT INTO target_changes VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"),
      operationTarget_(file, "INSERT OR IGNORE INTO operation_targets VALUES (?, ?)") {}

std::optional<uint32_t> TargetTables::add(uint64_t bytes) {
    if (kept_ > kMostKept) return std::nullopt;
    kept_ += bytes;
    return targets_++;
}

void TargetTables::describe(uint32_t number, const TargetName& name) {
    const std::string title = name.aspect == "colour" ? fmt::format("colour {} at {:#010x}", name.number, name.address)
                                                      : fmt::format("{} at {:#010x}", name.aspect, name.address);
    target_.run(number, title, name.aspect, name.width, name.height, name.format, channelsOf(name.aspect));
}

void TargetTables::change(uint32_t operation, bool after, uint32_t target, const ImageDifference& difference) {
    if (difference.empty()) return;
    change_.runNow(changes_++, operation, target, after ? 1 : 0, difference.left, difference.top,
                   difference.right - difference.left, difference.bottom - difference.top,
                   deflater_.deflated(std::as_bytes(std::span(difference.pixels))));
}

}  // namespace cyclorama::report
