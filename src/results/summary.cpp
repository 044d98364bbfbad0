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

Json toJson(const FrameSummary& frame) {
    return {{"index", frame.index},
            {"image", frame.image.empty() ? Json(nullptr) : Json(frame.image)},
            {"cycles", orNull(frame.cycles)}};
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

}  // namespace

std::string summaryText(const RunSummary& summary) {
    Json json = {{"workload", summary.workload},      {"mode", summary.mode},
                 {"config_hash", summary.configHash}, {"cycles", orNull(summary.cycles)},
                 {"frames", toArray(summary.frames)}, {"findings", toArray(bySeverity(summary.findings))}};
    if (summary.error) json["error"] = *summary.error;
    return json.dump(kIndent, ' ', false, Json::error_handler_t::replace) + '\n';
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
