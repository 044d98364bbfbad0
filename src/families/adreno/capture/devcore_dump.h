// SPDX-License-Identifier: MIT
#pragma once

#include <ostream>
#include <string>

#include "families/adreno/capture/devcore_reader.h"
#include "families/adreno/stream/stream_walk.h"

namespace cyclorama::adreno {

/// Writes a crash dump as text: registers with their fields, and the stream that the chip had before it, as far as the
/// buffers are there, with the place where it stood. `name` stands for the file. Throws sim::Error where the dump is
/// of a chip that is no a6xx.
void dumpCrash(const CrashDump& crash, const std::string& name, std::ostream& out,
               const StreamWalk::Settings& settings = {.repeat = true});

}  // namespace cyclorama::adreno
