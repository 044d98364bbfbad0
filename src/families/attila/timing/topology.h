// SPDX-License-Identifier: MIT
#pragma once
// ATTILA's blocks and the signals between them (ATTILA: GPUSimulator).

#include <memory>

#include "machine/timing/topology/topology.h"

namespace cyclorama::attila {

std::unique_ptr<machine::timing::Topology> makeTopology(const machine::timing::TopologyContext& context);

}  // namespace cyclorama::attila
