// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>

#include "families/adreno/capture/devcore_reader.h"
#include "family/workload.h"
#include "sim/finding.h"

namespace cyclorama::adreno {

inline constexpr sim::FindingKind kCrashPlace{
    .identifier = "crash-dump-place",
    .severity = sim::Severity::Note,
    .sentence = "the chip of a crash dump had come to this buffer; its streams were executed from their start",
    .hint = "`cyclorama dump` marks the packet; findings after this one are of what the dump has of the buffers"};

/// Executes the streams that the rings of a dump still call, with the buffers that it has, on the chip of the request's
/// configuration. Throws sim::Error where the dump has no stream that can be executed, or the request asks for a timing
/// machine.
std::unique_ptr<family::WorkloadRun> replayCrash(const CrashDump& crash, const std::string& name,
                                                 const family::RunRequest& request);

}  // namespace cyclorama::adreno
