// SPDX-License-Identifier: MIT
#include "families/adreno/adreno.h"

#include "families/adreno/capture/capture_workload.h"
#include "families/adreno/capture/devcore_reader.h"
#include "families/adreno/capture/stream_workload.h"
#include "families/adreno/chip/chip.h"
#include "families/adreno/chip/parameters.h"
#include "families/adreno/device/msm_driver.h"
#include "families/adreno/execution/chip_model.h"
#include "families/adreno/timing/topology.h"

namespace cyclorama::adreno {

std::unique_ptr<family::Workload> Adreno::open(const std::string& path) const {
    if (isRdFile(path)) return std::make_unique<RdWorkload>(path);
    if (isAdrenoCapture(path)) return std::make_unique<AdrenoCaptureWorkload>(path);
    if (isCrashDump(path)) return std::make_unique<CrashWorkload>(path);
    return nullptr;
}

machine::timing::TopologyFactory Adreno::topology() const { return makeTopology; }

std::unique_ptr<machine::FamilyParameters> Adreno::parameters() const { return std::make_unique<Parameters>(); }

std::optional<family::Target> Adreno::makeTarget(const machine::Configuration& configuration) const {
    const Chip chip = chipOf(configuration);
    const auto clock = std::make_shared<AlwaysOnClock>();
    return family::Target{.driver = std::make_unique<MsmDriver>(chip, clock),
                          .chip = std::make_unique<AdrenoChipModel>(chip, clock)};
}

}  // namespace cyclorama::adreno
