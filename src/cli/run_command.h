// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "family/workload.h"
#include "machine/configuration/configuration.h"
#include "session/session.h"

namespace cyclorama::cli {

struct RunOptions {
    session::RunMode mode = session::RunMode::Functional;
    /// Empty: what the configuration names (SIMULATOR.InputFile).
    std::string workload;
    /// In place of SIMULATOR.SimFrames and SIMULATOR.StartFrame.
    std::optional<uint32_t> frames;
    std::optional<uint32_t> startFrame;
    /// Off, a timed run clocks every box in every cycle: slower, the same results.
    bool sleeping = true;
    /// Writes a report as well.
    bool report = false;
    /// Writes hashes of a capture's buffers.
    bool buffers = false;
    /// Port of a page with the progress, 0 for one that is free; no page without one.
    std::optional<uint16_t> serve;
    /// A file for a waveform; empty for none.
    std::string waveform;
    /// Patterns for the names of its signals; empty for all.
    std::vector<std::string> signals;
    /// A pixel, "X,Y", to follow; empty for none.
    std::string tracePixel;
    /// The index of vertices to follow.
    std::optional<uint32_t> traceVertex;
    /// A place to stop at; empty for none.
    std::string stopAt;
    /// Empty: a new folder in the current one, named after the workload.
    std::string outputFolder;
    /// For traces of OpenGL calls, as in ExecOptions.
    std::string mesa;
    std::string record;
};

/// The file of the workload: the one that the command line names, else that of the configuration. Throws sim::Error
/// where neither names one.
std::string workloadOf(const RunOptions& options, const machine::Configuration& configuration);

/// The folder of the results where the options name none: the workload's file name without its endings, made new by a
/// number where such a folder exists.
std::filesystem::path newFolderOf(const std::string& workload);

/// `cyclorama run`: executes a workload and writes its frames, summary.json, config.ini, and in timing mode the
/// statistics and the signal trace that the configuration asks for. Throws sim::Error for input that is refused and
/// output that cannot be written, sim::Deadlock where the machine stands still; what was drawn before that is kept, and
/// summary.json then says why the run ended.
void runWorkload(const RunOptions& options, family::Workload& workload, machine::Configuration configuration);

}  // namespace cyclorama::cli
