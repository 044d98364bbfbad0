// SPDX-License-Identifier: MIT
#pragma once
// A folder in place of /dev/dri and of the parts of /sys in which a program finds the display and the GPU.

#include <filesystem>

#include "device/objects/driver_traits.h"

namespace cyclorama::device {

/// Makes the folder's content under `root`, which exists and is empty. Throws std::filesystem::filesystem_error.
void layOutFakeTree(const std::filesystem::path& root, const DriverTraits& traits);

}  // namespace cyclorama::device
