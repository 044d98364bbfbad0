// SPDX-License-Identifier: MIT
#pragma once
// Some frames of a trace as a trace of their own.

#include "families/attila/trace/attila_trace_reader.h"
#include "family/workload.h"

namespace cyclorama::attila {

/// Writes the trace of the frames from `request.first` to before `request.end`: the memory that those before left, all
/// programs that are loaded, all registers that were written, and then the frames' own transactions. Draws all of them,
/// and the new trace as well. Throws sim::Error, and leaves no file, if there are fewer frames, where the file
/// cannot be written, and where the new trace does not draw the same: its first frame begins with what another one left
/// in the buffers.
void cutTrace(AttilaTraceReader& reader, const family::CutRequest& request);

}  // namespace cyclorama::attila
