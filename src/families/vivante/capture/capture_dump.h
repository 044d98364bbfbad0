// SPDX-License-Identifier: MIT
#pragma once

#include <ostream>

#include "families/vivante/capture/vivante_capture_reader.h"

namespace cyclorama::vivante {

/// Writes each packet of each command stream with the names of its registers and fields, and before each draw the
/// programs that are new. Requires a reader that has given no record yet. Throws sim::Error where the capture is
/// malformed.
void dumpCapture(VivanteCaptureReader& reader, std::ostream& out);

}  // namespace cyclorama::vivante
