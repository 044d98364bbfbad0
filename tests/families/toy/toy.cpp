// SPDX-License-Identifier: MIT
#include "families/toy/toy.h"

#include "families/toy/timing.h"
#include "families/toy/workload.h"

namespace cyclorama::toy {

std::unique_ptr<family::Workload> Toy::open(const std::string& path) const {
    return workload::captureTag(path) == kSchema.tag ? std::make_unique<StreamWorkload>(path) : nullptr;
}

machine::timing::TopologyFactory Toy::topology() const { return makeTopology; }

}  // namespace cyclorama::toy
