// SPDX-License-Identifier: MIT
#pragma once
// Results of a run, as they are held against the file of an earlier run: pictures, cycles, findings and counters.
//
// A file has a line for each of: the workload's hash, the cycles of the whole run, each kind of finding and how often
// it occurred; then for each frame its picture (size and hash), its cycles, the cycles of each activity, and each unit
// with its hash and its counters; then the names of the units and for each window of cycles a hash for each unit. Lines
// are sorted, so that a difference between two files reads well.

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "golden/counters.h"

namespace cyclorama::golden {

struct GoldenFrame {
    /// Width, height and the XXH3 of the pixels.
    std::string picture;
    uint64_t cycles = 0;
    /// Cycles by what they were spent on.
    std::map<std::string, uint64_t> activities = {};
    std::map<std::string, UnitCounters> units = {};  // by name

    bool operator==(const GoldenFrame&) const = default;
};

/// Activity of the units in some cycles: the first window that differs says where a difference begins.
struct GoldenWindow {
    std::string cycles;  // the first and the last
    /// 4 hexadecimal digits of the hash of a unit's counters, by its name; of those that counted anything.
    std::map<std::string, std::string> units = {};

    bool operator==(const GoldenWindow&) const = default;
};

struct GoldenRun {
    /// XXH3 of the workload: another one gives another run.
    std::string workload;
    uint64_t cycles = 0;
    /// Occurrences by identifier.
    std::map<std::string, uint64_t> findings = {};
    std::vector<GoldenFrame> frames = {};
    std::vector<GoldenWindow> windows = {};

    bool operator==(const GoldenRun&) const = default;
};

std::string textOf(const GoldenRun& run);

/// The inverse of textOf. Throws std::runtime_error with the number of a line that is none of such a file.
GoldenRun parseGoldenRun(std::string_view text);

/// A sentence for each difference; empty where both are equal. The units of the first window that differs come first,
/// then what changed, the units with the largest share of changed counters first.
std::vector<std::string> differences(const GoldenRun& before, const GoldenRun& now);

}  // namespace cyclorama::golden
