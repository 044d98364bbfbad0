// SPDX-License-Identifier: MIT
#pragma once

#include <ostream>

#include "families/attila/trace/attila_trace_reader.h"

namespace cyclorama::attila {

/// Writes a trace's header, each transaction with the names of its register or command, and the programs where they are
/// loaded. Requires a reader that has given no transaction yet. Throws sim::Error where the trace is malformed.
void dumpTrace(AttilaTraceReader& reader, std::ostream& out);

}  // namespace cyclorama::attila
