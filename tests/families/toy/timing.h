// SPDX-License-Identifier: MIT
#pragma once
// The timing machine of this family: the common pipeline of draws, behind a command front of its own.

#include <memory>

#include "machine/timing/topology/topology.h"

namespace cyclorama::toy {

std::unique_ptr<machine::timing::Topology> makeTopology(const machine::timing::TopologyContext& context);

}  // namespace cyclorama::toy
