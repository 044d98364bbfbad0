// SPDX-License-Identifier: MIT
#include "machine/configuration/machine_parameters.h"

namespace cyclorama::machine {

MachineParameters::MachineParameters() = default;
MachineParameters::MachineParameters(const MachineParameters& other) = default;
MachineParameters::MachineParameters(MachineParameters&& other) noexcept = default;
MachineParameters& MachineParameters::operator=(const MachineParameters& other) = default;
MachineParameters& MachineParameters::operator=(MachineParameters&& other) noexcept = default;
MachineParameters::~MachineParameters() = default;

}  // namespace cyclorama::machine
