// SPDX-License-Identifier: MIT
#include "results/summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "results/output_file.h"

namespace cyclorama::results {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kIndent = 2;

Json orNull(const std::optional<uint64_t>& value) { return value ? Json(*value) : Json(nullptr); }

Json toJson(const ProgramVersion& program) {
    return {{"name", "cyclorama"},
            {"version", program.version},
            {"commit", program.commit},
            {"compiler", program.compiler},
            {"build_type", program.buildType}};
}

Json toJson(const FrameSummary& frame) {
    Json json = {{"index", frame.index},
                 {"image", frame.image.empty() ? Json(nullptr) : Json(frame.image)},
                 {"cycles", orNull(frame.cycles)}};
    for (const NamedAmount& activity : frame.activities) json["activities"][activity.name] = activity.amount;
    for (const UnitTraffic& unit : frame.traffic)
        json["memory"][unit.unit] = {{"read", unit.readBytes}, {"written", unit.writtenBytes}};
    return json;
}

Json toJson(const sim::Finding& finding) {
    return {{"identifier", finding.kind.identifier},
            {"severity", sim::name(finding.kind.severity)},
            {"place", finding.place},
            {"sentence", finding.kind.sentence},
            {"hint", finding.kind.hint},
            {"detail", finding.detail},
            {"count", finding.count}};
}

template <typename T>
Json toArray(const std::vector<T>& items) {
    Json array = Json::array();
    for (const T& item : items) array.push_back(toJson(item));
    return array;
}

/// The item of that name, made at its first use.
template <typename Item>
Item& entryOf(std::vector<Item>& items, std::string Item::*name, const std::string& wanted) {
    const auto found = std::ranges::find(items, wanted, name);
    if (found != items.end()) return *found;
    Item& added = items.emplace_back();
    added.*name = wanted;
    return added;
}

}  // namespace

std::string summaryText(const RunSummary& summary) {
    Json json = {{"workload", summary.workload},
                 {"mode", summary.mode},
                 {"config_hash", summary.configHash},
                 {"program", toJson(summary.program)},
                 {"cycles", orNull(summary.cycles)},
                 {"frames", toArray(summary.frames)},
                 {"findings", toArray(bySeverity(summary.findings))}};
    if (summary.error) json["error"] = *summary.error;
    return json.dump(kIndent, ' ', false, Json::error_handler_t::replace) + '\n';
}

std::string timesText(std::span<const FrameSummary> frames) {
    uint64_t cycles = 0;
    std::vector<NamedAmount> activities;
    std::vector<UnitTraffic> traffic;
    for (const FrameSummary& frame : frames) {
        cycles += frame.cycles.value_or(0);
        for (const NamedAmount& activity : frame.activities)
            entryOf(activities, &NamedAmount::name, activity.name).amount += activity.amount;
        for (const UnitTraffic& unit : frame.traffic) {
            UnitTraffic& sum = entryOf(traffic, &UnitTraffic::unit, unit.unit);
            sum.readBytes += unit.readBytes;
            sum.writtenBytes += unit.writtenBytes;
        }
    }
    if (cycles == 0 || activities.empty()) return {};
    std::string text;
    for (const NamedAmount& activity : activities)
        text += fmt::format("    {:>14} cycles  {:5.1f} %  {}\n", activity.amount,
                            100.0 * static_cast<double>(activity.amount) / static_cast<double>(cycles), activity.name);
    for (const UnitTraffic& unit : traffic)
        text += fmt::format("    {:>14} bytes read, {} written  {}\n", unit.readBytes, unit.writtenBytes, unit.unit);
    return text;
}

void writeSummary(const std::filesystem::path& folder, const RunSummary& summary) {
    writeFile(folder / "summary.json", summaryText(summary));
}

std::vector<sim::Finding> bySeverity(std::span<const sim::Finding> findings) {
    std::vector<sim::Finding> sorted(findings.begin(), findings.end());
    std::ranges::stable_sort(sorted, std::ranges::greater(), [](const sim::Finding& f) { return f.kind.severity; });
    return sorted;
}

std::string findingsText(std::span<const sim::Finding> findings) {
    std::string text;
    for (const sim::Finding& finding : bySeverity(findings)) {
        text += fmt::format("{}: {} [{}]\n", sim::name(finding.kind.severity), finding.kind.sentence,
                            finding.kind.identifier);
        std::string where = finding.count == 1 ? "once" : fmt::format("{} times, first", finding.count);
        if (!finding.place.empty()) where += " at " + finding.place;
        if (!finding.detail.empty()) where += ": " + finding.detail;
        text += fmt::format("    {}\n", where);
        if (!finding.kind.hint.empty()) text += fmt::format("    hint: {}\n", finding.kind.hint);
    }
    return text;
}

}  // namespace cyclorama::results
