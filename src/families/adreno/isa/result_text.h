// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "families/adreno/isa/program.h"
#include "families/adreno/isa/wave.h"

namespace cyclorama::adreno::ir3 {

/// What an instruction left in the registers that it names, in one lane, for people: their bits, and the float that
/// these are; empty where it names none. The wave must be up to date.
std::string resultText(const Step& step, const Wave& wave, unsigned lane);

}  // namespace cyclorama::adreno::ir3
