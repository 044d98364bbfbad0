// SPDX-License-Identifier: MIT
#include "families/adreno/adreno.h"

#include "families/adreno/capture/devcore_reader.h"
#include "families/adreno/capture/stream_workload.h"
#include "families/adreno/chip.h"
#include "families/adreno/device/chip_model.h"
#include "families/adreno/device/msm_driver.h"
#include "families/adreno/parameters.h"

namespace cyclorama::adreno {

std::unique_ptr<family::Workload> Adreno::open(const std::string& path) const {
    if (isRdFile(path)) return std::make_unique<RdWorkload>(path);
    if (isCrashDump(path)) return std::make_unique<CrashWorkload>(path);
    return nullptr;
}

std::unique_ptr<machine::FamilyParameters> Adreno::parameters() const { return std::make_unique<Parameters>(); }

std::optional<family::Target> Adreno::makeTarget(const machine::Configuration& configuration) const {
    return family::Target{.driver = std::make_unique<MsmDriver>(chipOf(configuration)),
                          .chip = std::make_unique<AdrenoChipModel>(chipOf(configuration))};
}

}  // namespace cyclorama::adreno
