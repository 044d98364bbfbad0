// SPDX-License-Identifier: MIT
#pragma once
// The timing machine of Adreno chips: command processor, HLSQ's dispatcher, shader units, the unified cache and memory.

#include <memory>

#include "machine/timing/topology/topology.h"

namespace cyclorama::adreno {

/// Throws sim::Error where the configuration describes no Adreno chip.
std::unique_ptr<machine::timing::Topology> makeTopology(const machine::timing::TopologyContext& context);

}  // namespace cyclorama::adreno
