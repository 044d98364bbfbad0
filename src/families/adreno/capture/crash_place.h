// SPDX-License-Identifier: MIT
#pragma once
// The place at which a chip stood when it was dumped, and the work that was left (Mesa: decode/crashdec.c).

#include <cstdint>
#include <optional>
#include <vector>

#include "families/adreno/capture/devcore_reader.h"
#include "families/adreno/capture/stream_dump.h"

namespace cyclorama::adreno {

/// The words of a ring from some before the place that the chip read next, to where the kernel wrote last.
std::vector<uint32_t> unreadWords(const CrashedRing& ring);

/// The place in an indirect buffer of level 1 or 2; empty if the chip was in none, or the dump does not say.
std::optional<StreamDump::Stop> stopOf(const CrashDump& crash, int level);

}  // namespace cyclorama::adreno
