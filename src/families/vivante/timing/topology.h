// SPDX-License-Identifier: MIT
#pragma once
// The blocks of a Vivante chip and the signals between them: those of the 3D pipeline, and its resolve engine.

#include <memory>

#include "machine/timing/topology/topology.h"

namespace cyclorama::vivante {

std::unique_ptr<machine::timing::Topology> makeTopology(const machine::timing::TopologyContext& context);

}  // namespace cyclorama::vivante
