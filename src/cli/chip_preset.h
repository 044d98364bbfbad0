#pragma once

#include <string>

namespace cyclorama::cli {

/// The name of the preset from chips/ that describes the chip of a capture; empty where none does, or where the file is
/// no capture of a Vivante chip. Throws sim::Error where it is one that cannot be read.
std::string presetOfCapture(const std::string& path);

}  // namespace cyclorama::cli
