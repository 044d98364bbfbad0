// SPDX-License-Identifier: MIT
#include "cli/driver_modes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <set>
#include <vector>

#include "cli/file_content.h"
#include "cli/report_command.h"
#include "device/core/driver_backend.h"
#include "families/registry.h"
#include "sim/error.h"

namespace cyclorama::cli {
namespace {

/// Values of the runs, in their order, by the name of the row.
class ModeTable {
  public:
    explicit ModeTable(std::span<const ModeRun> runs) : runs_(runs.size()) {}

    /// Adds to a row, which is made where it comes up first.
    void add(const std::string& name, size_t run, uint64_t amount) {
        auto row = std::ranges::find(rows_, name, &Row::name);
        if (row == rows_.end()) row = rows_.insert(row, Row{.name = name, .values = std::vector<uint64_t>(runs_)});
        row->values[run] += amount;
    }
    /// Rows without any value are left out.
    std::string text() const {
        std::string text;
        for (const Row& row : rows_) {
            if (std::ranges::all_of(row.values, [](uint64_t value) { return value == 0; })) continue;
            for (const uint64_t value : row.values) text += fmt::format("{:>16}", value);
            for (size_t i = 1; i < runs_; ++i)
                text += row.values[0] == 0 ? fmt::format("{:>8}", "-")
                                           : fmt::format("{:>8.3f}", static_cast<double>(row.values[i]) /
                                                                         static_cast<double>(row.values[0]));
            text += "  " + row.name + "\n";
        }
        return text;
    }

  private:
    struct Row {
        std::string name;
        std::vector<uint64_t> values;
    };
    size_t runs_;
    std::vector<Row> rows_;
};

/// A sentence about the pictures of a run, against those of the first.
std::string picturesText(const ModeRun& first, const ModeRun& run) {
    size_t same = 0;
    std::vector<std::string> others;
    for (size_t i = 0; i < std::min(first.summary.frames.size(), run.summary.frames.size()); ++i) {
        const std::string& image = run.summary.frames[i].image;
        if (image.empty() || first.summary.frames[i].image.empty()) continue;
        const bool equal = contentOf(std::filesystem::path(first.folder) / first.summary.frames[i].image) ==
                           contentOf(std::filesystem::path(run.folder) / image);
        if (equal)
            ++same;
        else
            others.push_back(std::to_string(run.summary.frames[i].index));
    }
    return fmt::format("{}: {} of {} pictures equal to those of {}{}{}\n", run.mode, same, same + others.size(),
                       first.mode, others.empty() ? "" : "; others: frames ", fmt::join(others, ", "));
}

/// The mode's name at the end of the lists that the user's own environment has.
std::vector<std::string> variablesOf(const device::DriverModes& modes, const std::string& mode) {
    std::vector<std::string> variables;
    for (const std::string_view name : modes.variables) {
        const char* const present = std::getenv(std::string(name).c_str());
        const std::string before = present == nullptr || *present == '\0' ? "" : std::string(present) + ",";
        variables.push_back(fmt::format("{}={}{}", name, before, mode));
    }
    return variables;
}

void check(const ExecOptions& options, const device::DriverBackend& driver) {
    const std::span<const std::string_view> names = driver.traits().modes.names;
    if (options.command.empty()) throw sim::Error("--driver-modes", "", "needs a program to run");
    if (!options.record.empty())
        throw sim::Error("--driver-modes", "", "does not go with --record, which is of one run");
    if (names.empty())
        throw sim::Error("--driver-modes", "", fmt::format("the driver {} has none", driver.traits().render.name));
    std::set<std::string> seen;
    for (const std::string& mode : options.driverModes) {
        if (std::ranges::find(names, mode) == names.end())
            throw sim::Error("--driver-modes", "", fmt::format("'{}' is none of {}", mode, fmt::join(names, ", ")));
        if (!seen.insert(mode).second) throw sim::Error("--driver-modes", "", fmt::format("'{}' comes twice", mode));
    }
}

}  // namespace

std::string modesText(std::span<const ModeRun> runs) {
    ModeTable table(runs);
    for (size_t i = 0; i < runs.size(); ++i) {
        const results::RunSummary& summary = runs[i].summary;
        table.add("frames", i, summary.frames.size());
        table.add("cycles", i, summary.cycles.value_or(0));
        for (const results::FrameSummary& frame : summary.frames)
            for (const results::NamedAmount& activity : frame.activities)
                table.add("cycles: " + activity.name, i, activity.amount);
        for (const results::FrameSummary& frame : summary.frames)
            for (const results::UnitTraffic& unit : frame.traffic) {
                table.add("bytes read: " + unit.unit, i, unit.readBytes);
                table.add("bytes written: " + unit.unit, i, unit.writtenBytes);
            }
        table.add("kinds of findings", i, summary.findings.size());
    }
    std::string text;
    for (const ModeRun& run : runs) text += fmt::format("{:>16}", run.mode);
    for (size_t i = 1; i < runs.size(); ++i) text += fmt::format("{:>8}", i == 1 ? "ratio" : "");
    text += "\n" + table.text();
    for (const ModeRun& run : runs.subspan(std::min<size_t>(1, runs.size()))) text += picturesText(runs.front(), run);
    return text;
}

int runDriverModes(const ExecOptions& options) {
    const family::Target target = family::makeTarget(families::all(), options.configuration);
    check(options, *target.driver);
    int status = 0;
    std::vector<ModeRun> runs;
    for (const std::string& mode : options.driverModes) {
        ExecOptions one = options;
        if (!options.outputFolder.empty())
            one.outputFolder = (std::filesystem::path(options.outputFolder) / mode).string();
        fmt::print(stderr, "== {}\n", mode);
        ExecOutcome outcome = runProgram(one, variablesOf(target.driver->traits().modes, mode));
        if (status == 0) status = outcome.status;
        runs.push_back({.mode = mode, .summary = std::move(outcome.summary), .folder = one.outputFolder});
    }
    fmt::print("{}", modesText(runs));
    if (options.report && runs.size() > 1) {
        const std::filesystem::path page = std::filesystem::path(options.outputFolder) / "comparison.html";
        reportCommand({.folders = {runs[0].folder, runs[1].folder}, .output = page.string(), .perfetto = {}});
    }
    return status;
}

}  // namespace cyclorama::cli
