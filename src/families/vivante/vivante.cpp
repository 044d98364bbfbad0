// SPDX-License-Identifier: MIT
#include "families/vivante/vivante.h"

#include "families/vivante/capture/capture_workload.h"
#include "families/vivante/chip/parameters.h"
#include "families/vivante/device/etnaviv_driver.h"
#include "families/vivante/device/vivante_chip.h"
#include "families/vivante/execution/chip_model.h"
#include "families/vivante/timing/topology.h"

namespace cyclorama::vivante {

std::unique_ptr<family::Workload> Vivante::open(const std::string& path) const {
    return isVivanteCapture(path) ? std::make_unique<CaptureWorkload>(path) : nullptr;
}

std::optional<family::Target> Vivante::makeTarget(const machine::Configuration& configuration) const {
    const Chip chip = vivanteChip(configuration);
    return family::Target{.driver = std::make_unique<EtnavivDriver>(chip),
                          .chip = std::make_unique<VivanteChipModel>(chip)};
}

std::unique_ptr<machine::FamilyParameters> Vivante::parameters() const { return std::make_unique<Parameters>(); }

machine::timing::TopologyFactory Vivante::topology() const { return makeTopology; }

}  // namespace cyclorama::vivante
