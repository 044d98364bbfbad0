// SPDX-License-Identifier: MIT
#pragma once
// The parts of the table of rules for all configurations.

#include <span>

#include "machine/configuration/configuration_rule.h"

namespace cyclorama::machine::rules {

std::span<const ConfigurationRule> run();            ///< the run, units and clocks
std::span<const ConfigurationRule> memory();         ///< the memory controllers
std::span<const ConfigurationRule> geometry();       ///< from the streamer to triangle setup
std::span<const ConfigurationRule> rasterization();  ///< rasterization, hierarchical Z, the work distributor
std::span<const ConfigurationRule> shader();         ///< the shader processors and texture units
std::span<const ConfigurationRule> output();         ///< the depth, colour and display units

}  // namespace cyclorama::machine::rules
