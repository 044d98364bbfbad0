// SPDX-License-Identifier: MIT
#pragma once
// Drivers that are built with the address sanitizer, in programs that are not.

#include <filesystem>
#include <string>
#include <vector>

namespace cyclorama::cli {

/// Libraries and variables for a program that loads the drivers of a Mesa.
struct DriverSanitizer {
    /// Libraries to preload before all others, in this order: names, which the loader looks for itself, or paths.
    std::vector<std::string> preload;
    /// NAME=value; variables that the user has set are left out.
    std::vector<std::string> variables;
};

/// For the Mesa that is installed in `prefix`, as its libEGL_mesa.so.0 says: empty where that is not built with the
/// address sanitizer, or missing. Throws sim::Error where it cannot be read.
DriverSanitizer driverSanitizer(const std::filesystem::path& prefix);

}  // namespace cyclorama::cli
