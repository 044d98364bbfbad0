// SPDX-License-Identifier: MIT
#pragma once
// Traces of a graphics library's calls as workloads: `cyclorama run` plays them as programs, as `exec` runs any other.

#include <memory>
#include <string>

#include "cli/run_command.h"
#include "family/workload.h"
#include "machine/configuration/configuration.h"

namespace cyclorama::cli {

/// True for a trace of calls that `run` plays. Throws sim::Error for one that it does not, and where the file cannot be
/// read.
bool isCallTrace(const std::string& path);

/// A workload that a family knows; throws sim::Error for traces of calls, which only `run` takes.
std::unique_ptr<family::Workload> openWorkload(const std::string& path);

/// `cyclorama run` for a trace of calls: plays it on a machine with a configuration, whose limits of frames hold. The
/// exit status. Throws sim::Error for options that are refused, and where a program that plays such traces is missing.
int playCallTrace(const RunOptions& options, machine::Configuration configuration);

/// Throws sim::Error for options that belong to traces of calls alone.
void refuseOptionsOfCallTraces(const RunOptions& options);

}  // namespace cyclorama::cli
