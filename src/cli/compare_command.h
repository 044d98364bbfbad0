// SPDX-License-Identifier: MIT
#pragma once
// `cyclorama compare` and `cyclorama bisect`: the cycles of drivers. The program hands what it is asked for to
// scripts/comparison/compare.py and bisect_mesa.py.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace CLI {  // NOLINT(readability-identifier-naming): the library's
class App;
}

namespace cyclorama::cli {

/// The programs that run, the chip that they run on, and what becomes of the results.
struct ComparedRuns {
    /// Preset of a chip; empty: that of captures.
    std::string gpu;
    /// SECTION.Key=VALUE.
    std::vector<std::string> settings;
    /// File that lists programs; empty: `words`, or a few that most machines have.
    std::string corpus;
    /// Frames of a program that are compared; 0: all.
    uint32_t frames = 0;
    /// WIDTHxHEIGHT.
    std::string display = "320x240";
    /// Milliseconds by which programs' clocks advance from frame to frame.
    double frameTime = 100;
    /// Percent of more cycles from which on something costs too much.
    std::optional<double> threshold;
    /// Runs at a time; 0: as many as the host has processors.
    uint32_t jobs = 0;
    std::string outputFolder;
    /// Prints JSON, not Markdown.
    bool json = false;
    /// A program and its arguments, or the places of two runs.
    std::vector<std::string> words;

    /// Adds all but the chip, the threshold, the folder and the words; they must outlive the parsing.
    void addTo(CLI::App& command);
};

struct CompareOptions {
    ComparedRuns runs;
    /// The first and the second of two Mesas, as `exec` takes them.
    std::string mesa;
    std::string with;

    /// Adds them to the command; they must outlive the parsing.
    void addTo(CLI::App& command);
};

struct BisectOptions {
    ComparedRuns runs;
    /// Folder of a checkout of git.
    std::string source;
    /// Revisions.
    std::string good;
    std::string bad;
    /// Command that builds a checkout into a prefix; empty: scripts/setup/mesa.
    std::string build;

    /// Adds them to the command; they must outlive the parsing.
    void addTo(CLI::App& command);
};

/// Compares runs. Does not return but by sim::Error, where there is no Python or no script: the script takes this
/// process's place, and its exit status.
[[noreturn]] void compareRuns(const CompareOptions& options);
/// Bisects a checkout, likewise.
[[noreturn]] void bisectCheckout(const BisectOptions& options);

}  // namespace cyclorama::cli
