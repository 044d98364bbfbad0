// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "session/session.h"

namespace cyclorama::cli {

struct ExecOptions {
    /// Configuration of a chip whose family runs programs.
    machine::Configuration configuration;
    session::RunMode mode = session::RunMode::Functional;
    /// Empty: nothing is written.
    std::string outputFolder;
    /// Writes a report as well, into the output folder.
    bool report = false;
    /// Frames are drawn, and not written.
    bool discardFrames = false;
    /// Shows the display in a window of the host.
    bool show = false;
    /// Empty: nothing is recorded.
    std::string record;
    /// As findMesa() takes it.
    std::string mesa;
    /// Size of the virtual display's preferred mode, WIDTHxHEIGHT; empty: the device's default.
    std::string display;
    /// Milliseconds by which the program's clock advances with each frame that it shows; 0: the true time.
    double frameTime = 0;
    /// As in RunOptions; they need an output folder.
    std::string tracePixel;
    std::optional<uint32_t> traceVertex;
    /// A place at which what is under way is printed to standard error, before the program continues; empty for none.
    std::string stopAt;
    /// Programs come to the GPU by the socket of its driver.
    bool vtest = false;
    /// The socket's path, which makes one; empty: a place of its own.
    std::string vtestSocket;
    /// Empty: programs that are started elsewhere come by the socket, until this process is interrupted.
    std::vector<std::string> command;
    /// Libraries to preload into the program, after that of `exec`.
    std::vector<std::string> preload;
    /// Name of what runs, for the summary; empty: the command.
    std::string workload;
    /// Number of the first frame that the program presents.
    uint32_t firstFrame = 0;
    /// The program runs once in each of these modes of its driver; empty: once, as the driver chooses.
    std::vector<std::string> driverModes;
};

/// The end of a program that has run.
struct ExecOutcome {
    int status = 0;
    results::RunSummary summary;
};

/// Runs the program once, with additional variables (NAME=value) in its environment.
ExecOutcome runProgram(const ExecOptions& options, const std::vector<std::string>& variables);

/// `cyclorama exec`: runs a program whose display and GPU are simulated, prints to standard error what was found, and
/// writes the frames that it presents, summary.json and config.ini into the output folder if there is one. The
/// command's exit status (128 + n where signal n killed it), or 1 where the simulation failed. Throws sim::Error for
/// options that are refused and output that cannot be written.
int execCommand(const ExecOptions& options);

}  // namespace cyclorama::cli
