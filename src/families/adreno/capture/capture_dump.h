// SPDX-License-Identifier: MIT
#pragma once

#include <ostream>

#include "families/adreno/capture/adreno_capture.h"

namespace cyclorama::adreno {

/// Writes each record, and the packets of each job. Requires a reader that has given no record yet. Throws sim::Error
/// where the capture is malformed.
void dumpCapture(AdrenoCaptureReader& reader, std::ostream& out);

}  // namespace cyclorama::adreno
