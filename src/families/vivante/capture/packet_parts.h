// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "family/capture/capture_parts.h"

namespace cyclorama::vivante {

/// The packets of the streams of a capture. A packet that is taken out makes its stream shorter; so do words of a
/// LOAD_STATE, whose others become packets of their own.
std::unique_ptr<family::CommandParts> findPackets(const family::CaptureRecords& records);

}  // namespace cyclorama::vivante
