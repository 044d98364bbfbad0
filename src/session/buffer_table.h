// SPDX-License-Identifier: MIT
#pragma once
// The buffers that a replay left, as a table: buffers.csv. Two runs of a capture are compared by it, whether they
// drew frames or not.

#include <span>

#include "family/workload.h"
#include "results/output_file.h"

namespace cyclorama::session {

/// Writes a line of column names and a line for each buffer, with semicolons between the columns: its number in the
/// capture, its bytes, and both hashes of BufferHash in 16 hexadecimal digits. Throws sim::Error
///  if the file cannot be written.
void writeBuffers(const results::OutputFolder& folder, std::span<const family::BufferHash> buffers);

}  // namespace cyclorama::session
