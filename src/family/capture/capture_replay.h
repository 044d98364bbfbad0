// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>

#include "device/execution/chip_model.h"
#include "family/capture/capture_reader.h"
#include "family/workload.h"
#include "sim/finding.h"

namespace cyclorama::family {

inline constexpr sim::FindingKind kReplayDiffers{
    .identifier = "replay-differs",
    .severity = sim::Severity::Corruption,
    .sentence = "a submission left other bytes in a buffer than when the capture was recorded",
    .hint = "where the versions of the simulator are the same, report it: each recorded submission has one result"};

/// Executes what a record of the family's says.
using Play = std::function<void(device::ExecutionContext& context, const capture::Submit& record)>;

/// Executes the submissions of a capture and presents the frames that it shows. Frames before StartFrame are executed
/// and not presented. The reader must outlive the run.
std::unique_ptr<WorkloadRun> replayCapture(CaptureReader& reader, std::unique_ptr<device::ChipModel> chip, Play play,
                                           const RunRequest& request);

}  // namespace cyclorama::family
