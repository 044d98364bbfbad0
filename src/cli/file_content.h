// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>

namespace cyclorama::cli {

/// All bytes of a file. Throws sim::Error where it cannot be read.
std::string contentOf(const std::filesystem::path& path);

}  // namespace cyclorama::cli
