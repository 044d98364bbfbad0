#pragma once

#include <ostream>
#include <string>

namespace cyclorama::cli {

/// `cyclorama dump`: a workload as text, one transaction a line, in order: number, offset in the uncompressed stream,
/// what it is. Shader programs are listed where they are loaded. A capture of a Vivante chip: dumpVivanteCapture().
/// What precedes an error is written before it is thrown. Throws sim::Error where the workload is malformed.
void dumpWorkload(const std::string& path, std::ostream& out);

}  // namespace cyclorama::cli
