// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "machine/configuration/configuration.h"
#include "machine/timing/topology/change.h"

namespace cyclorama::machine::timing {

/// Changes of the units that all draw pipelines are made of (draw_pipeline.h), of their clocks and memory.
std::vector<Change> pipelineChanges(const Configuration& configuration);

}  // namespace cyclorama::machine::timing
