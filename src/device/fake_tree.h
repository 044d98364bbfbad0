#pragma once
// The folder that stands for /dev/dri and the parts of /sys in which a program finds the display and the GPU.

#include <filesystem>

#include "families/vivante/frontend/chip.h"

namespace cyclorama::device {

/// Lays it out under `root`, which exists and is empty. Throws std::filesystem::filesystem_error.
void layOutFakeTree(const std::filesystem::path& root, const vivante::Chip& chip);

}  // namespace cyclorama::device
