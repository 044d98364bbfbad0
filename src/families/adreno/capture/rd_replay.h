// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "families/adreno/capture/rd_reader.h"
#include "family/workload.h"

namespace cyclorama::adreno {

/// The chip that a file of command streams says it is of, by its chip number; empty if it does not say. Requires a
/// reader of its own: it takes sections. Throws as RdReader does.
std::optional<uint32_t> chipIdOf(RdReader& reader);

/// Executes the streams of a file, each with the buffers before it, on the chip of the request's configuration.
/// Requires a reader that has given no section yet, and outlives the run.
std::unique_ptr<family::WorkloadRun> replayRd(RdReader& reader, const family::RunRequest& request);

}  // namespace cyclorama::adreno
