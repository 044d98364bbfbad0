// SPDX-License-Identifier: MIT
#pragma once
// The place of the Mesa that `cyclorama exec` gives to programs.

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace cyclorama::cli {

struct MesaLocation {
    /// Empty: the system's own, which needs no variables.
    std::filesystem::path prefix;
    /// For messages: "22.3.6" or "of the system".
    std::string version;

    /// NAME=value, with which a program loads this Mesa. What the user has set stays, but LD_LIBRARY_PATH, which it
    /// goes in front of.
    std::vector<std::string> environment() const;
};

/// The Mesa that a user wishes for: a version that scripts/setup/mesa built; with a slash, the prefix of an
/// installation; "system", the system's own where that has a driver for `kernelDriver` (device::NodeIdentity::name).
/// Empty: the system's own, or else the newest that scripts/setup/mesa built with a driver for it, or else the newest
/// of which that cannot be told. Throws sim::Error, with what to do, where there is none, and where a version that
/// scripts/setup/mesa built has no such driver.
MesaLocation findMesa(const std::string& wish, std::string_view kernelDriver);

}  // namespace cyclorama::cli
