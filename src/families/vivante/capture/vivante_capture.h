// SPDX-License-Identifier: MIT
#pragma once
// Captures of Vivante chips: the form of the file, and the chip in its header. A submission's stream is a copy of the
// commands, its relocations done, and its engine is 1 for the 2D pipe.

#include <cstdint>

#include "families/vivante/chip/chip.h"
#include "families/vivante/chip/chip_numbers.h"
#include "family/capture/capture_records.h"

namespace cyclorama::vivante::capture {

using namespace family::capture;

/// The file begins with a header of this schema; the chip's name and numbers follow, then the records.
inline constexpr FileForm kForm{.schema = {.tag = "Viv", .version = 1}, .addressBits = 32};

/// The numbers of a chip, in the order of the file.
template <typename Visitor>
void visitNumbers(vivante::Chip& chip, Visitor&& visit) {
    for (const ChipNumber& number : kChipNumbers) visit(chip.*number.member);
    for (uint32_t& word : chip.features) visit(word);
}

}  // namespace cyclorama::vivante::capture
