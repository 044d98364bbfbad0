// SPDX-License-Identifier: MIT
#pragma once
// The summary of a run for other tools: summary.json.

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "results/program_version.h"
#include "sim/finding.h"

namespace cyclorama::results {

/// An amount of something, by name.
struct NamedAmount {
    std::string name{};
    uint64_t amount = 0;
};

/// One unit's traffic to and from memory.
struct UnitTraffic {
    std::string unit{};
    uint64_t readBytes = 0;
    uint64_t writtenBytes = 0;
};

struct FrameSummary {
    /// The frame's own number in the workload.
    uint32_t index = 0;
    /// Name of the picture's file in the folder of results; empty where the frame was not written.
    std::string image{};
    /// Cycles of the GPU clock; none in a machine without time.
    std::optional<uint64_t> cycles{};
    /// The cycles by what they were spent on, and memory by who used it; both empty in a machine without time.
    std::vector<NamedAmount> activities{};
    std::vector<UnitTraffic> traffic{};
};

struct RunSummary {
    std::string workload{};
    /// "functional" or "timing".
    std::string mode{};
    /// Stands for the resolved configuration: equal where all parameters are.
    std::string configHash{};
    /// The program that ran it.
    ProgramVersion program = programVersion();
    /// Cycles of the whole run; none in a machine without time.
    std::optional<uint64_t> cycles{};
    std::vector<FrameSummary> frames{};
    std::vector<sim::Finding> findings{};
    /// The reason of a failed simulation; none where it was done.
    std::optional<std::string> error{};
};

/// The summary as JSON text with a newline at its end:
///
///     {"workload": …, "mode": …, "config_hash": …, "program": {"name": "cyclorama", "version": …, "commit": …,
///      "compiler": …, "build_type": …}, "cycles": …, "frames": [{"index": …, "image": …, "cycles": …,
///      "activities": {NAME: CYCLES, …}, "memory": {UNIT: {"read": BYTES, "written": BYTES}, …}}],
///      "findings": [{"identifier": …, "severity": …, "place": …, "sentence": …, "hint": …, "detail": …, "count": …}]}
///
/// with null for images and cycles that there are not, without "activities" and "memory" where there are none, and a
/// member "error" where the run failed. Findings come by severity, the gravest first. Bytes that are not UTF-8 become
/// U+FFFD.
std::string summaryText(const RunSummary& summary);

/// Text for a reader, over all frames: a line for each activity that took cycles, and for each unit that moved bytes to
/// or from memory; empty where there is no time.
std::string timesText(std::span<const FrameSummary> frames);

/// Writes summary.json into a folder. Throws sim::Error where it cannot.
void writeSummary(const std::filesystem::path& folder, const RunSummary& summary);

/// Findings by severity, the gravest first; those of one severity in the order in which they came.
std::vector<sim::Finding> bySeverity(std::span<const sim::Finding> findings);

/// Findings for a reader: two or three lines each, the gravest first; empty where there are none.
std::string findingsText(std::span<const sim::Finding> findings);

}  // namespace cyclorama::results
