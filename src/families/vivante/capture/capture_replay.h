// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>

#include "families/vivante/capture/vivante_capture_reader.h"
#include "family/workload.h"
#include "sim/finding.h"

namespace cyclorama::vivante {

inline constexpr sim::FindingKind kReplayDiffers{
    .identifier = "replay-differs",
    .severity = sim::Severity::Corruption,
    .sentence = "a submission left other bytes in a buffer than when the capture was recorded",
    .hint = "where the versions of the simulator are the same, report it: each recorded submission has one result"};

/// Executes the command streams of a capture and presents the frames that it shows. Frames before StartFrame are
/// executed and not presented. Returns the GPU cycles of the run; nothing from the functional machine. Throws
/// sim::Error where the capture is malformed, or a timed run's configuration is not of its chip.
std::optional<uint64_t> replayCapture(VivanteCaptureReader& reader, const family::RunRequest& request);

}  // namespace cyclorama::vivante
