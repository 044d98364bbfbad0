#pragma once

#include "cli/run_command.h"
#include "machine/configuration/configuration.h"
#include "sim/finding.h"

namespace cyclorama::cli {

inline constexpr sim::FindingKind kReplayDiffers{
    .identifier = "replay-differs",
    .severity = sim::Severity::Corruption,
    .sentence = "a submission left other bytes in a buffer than when the capture was recorded",
    .hint = "where the versions of the simulator are the same, report it: each recorded submission has one result"};

/// `cyclorama run` of a capture of a Vivante chip: executes what was submitted, and writes the frames that were shown
/// and summary.json. Throws as runWorkload() does.
void replayVivanteCapture(const RunOptions& options, const std::string& path, machine::Configuration configuration);

}  // namespace cyclorama::cli
