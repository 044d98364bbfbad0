// SPDX-License-Identifier: MIT
#include "families/vivante/device/vivante_chip.h"

#include "families/vivante/chip/chip_numbers.h"
#include "families/vivante/chip/parameters.h"
#include "sim/error.h"

namespace cyclorama::vivante {

Chip vivanteChip(const machine::Configuration& configuration) {
    const ChipParameters& parameters = parametersOf(configuration).chip;
    if (parameters.model == 0)
        throw sim::Error("", "", "the configuration describes no Vivante chip: VIVANTE.Model is zero");
    Chip chip;
    chip.name = parameters.chipName;
    for (const ChipNumber& number : kChipNumbers) chip.*number.member = parameters.*number.parameter;
    for (size_t word = 0; word < kFeatureWords; ++word) chip.features[word] = parameters.*kFeatureParameters[word];
    return chip;
}

}  // namespace cyclorama::vivante
