// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "families/adreno/isa/program.h"
#include "families/adreno/isa/wave.h"

namespace cyclorama::adreno::ir3 {

/// Text of an instruction's results in one lane: for each destination register its bits, and these as a float; empty
/// for instructions without destination. The wave must be up to date.
std::string resultText(const Step& step, const Wave& wave, unsigned lane);

}  // namespace cyclorama::adreno::ir3
