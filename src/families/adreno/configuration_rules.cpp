// SPDX-License-Identifier: MIT
// Rules between parameters that hold for Adreno GPUs alone.

#include "families/adreno/chip/parameters.h"
#include "machine/configuration/rules/rule_terms.h"

namespace cyclorama::adreno {
namespace {

using C = const machine::Configuration&;

constexpr uint32_t coreOf(uint32_t chipId) { return chipId >> 24; }

constexpr machine::ConfigurationRule kRules[] = {
    {"adreno-chip",
     machine::rules::kError,
     "an Adreno GPU needs its chip's number, ADRENO.ChipId, of the sixth generation",
     {"GPU.Family", "ADRENO.ChipId"},
     "ADRENO/ChipId",
     [](C c) { return coreOf(parametersOf(c).chip.chipId) == 6; }},
};

}  // namespace

std::span<const machine::ConfigurationRule> Parameters::rules() const { return kRules; }

}  // namespace cyclorama::adreno
