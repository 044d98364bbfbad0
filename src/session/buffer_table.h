// SPDX-License-Identifier: MIT
#pragma once
// The buffers that a replay left, as a table: buffers.csv. Two runs of a capture are compared by it, drawn frames or
// not.

#include <span>

#include "family/workload.h"
#include "results/output_file.h"

namespace cyclorama::session {

/// A line for each buffer, after a line of names: its number in the capture, its bytes, and the hashes of BufferHash in
/// 16 hexadecimal digits, between semicolons. Writes nothing where there is no buffer. Throws sim::Error where the file
/// cannot be written.
void writeBuffers(const results::OutputFolder& folder, std::span<const family::BufferHash> buffers);

}  // namespace cyclorama::session
