#pragma once

#include <ostream>
#include <string>

namespace cyclorama::cli {

/// `cyclorama dump` of a capture of a Vivante chip: each packet of each command stream with the names of its registers
/// and fields, and before each draw the programs that are new. Throws sim::Error where the capture is malformed.
void dumpVivanteCapture(const std::string& path, std::ostream& out);

}  // namespace cyclorama::cli
