#pragma once

#include <string>

#include "frontend/vivante/chip.h"

namespace cyclorama::cli {

/// A Vivante chip by the name of its preset. Throws sim::Error, with the names that there are, where there is none.
frontend::vivante::Chip chipPreset(const std::string& name);

}  // namespace cyclorama::cli
