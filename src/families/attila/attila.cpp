// SPDX-License-Identifier: MIT
#include "families/attila/attila.h"

#include "families/attila/chip/parameters.h"
#include "families/attila/driver/chip_model.h"
#include "families/attila/driver/gpu_driver.h"
#include "families/attila/timing/topology.h"
#include "families/attila/trace/trace_workload.h"

namespace cyclorama::attila {

std::unique_ptr<family::Workload> Attila::open(const std::string& path) const {
    return isTrace(path) ? std::make_unique<TraceWorkload>(path) : nullptr;
}

std::unique_ptr<machine::FamilyParameters> Attila::parameters() const { return std::make_unique<Parameters>(); }

std::optional<family::Target> Attila::makeTarget(const machine::Configuration& configuration) const {
    return family::Target{.driver = std::make_unique<GpuDriver>(configuration),
                          .chip = std::make_unique<AttilaChipModel>()};
}

machine::timing::TopologyFactory Attila::topology() const { return makeTopology; }

}  // namespace cyclorama::attila
