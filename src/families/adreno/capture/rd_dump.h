// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <ostream>

#include "families/adreno/capture/rd_reader.h"
#include "families/adreno/stream/stream_walk.h"

namespace cyclorama::adreno {

/// Writes the sections of a file as text, and each stream with its packets, walked as the settings say.
/// Throws sim::Error where the file is malformed, or is of a chip that is no a6xx.
void dumpRd(RdReader& reader, std::ostream& out, const StreamWalk::Settings& settings = {});

}  // namespace cyclorama::adreno
