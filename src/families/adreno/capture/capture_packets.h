// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "family/capture/capture_parts.h"

namespace cyclorama::adreno {

/// The packets of the jobs of a capture (command_packets.h).
std::unique_ptr<family::CommandParts> findCapturedPackets(const family::CaptureRecords& records);

}  // namespace cyclorama::adreno
