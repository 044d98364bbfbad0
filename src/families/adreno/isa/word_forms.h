// SPDX-License-Identifier: MIT
#pragma once
// The fields of the words of a row's form: WordReader with an instruction to fill in, WordWriter with a constant one.

#include "families/adreno/isa/encoding.h"
#include "families/adreno/isa/instruction.h"
#include "families/adreno/isa/word_bits.h"

namespace cyclorama::adreno::ir3 {

/// Categories 0 to 4.
template <typename Bits, typename In>
void codeCompute(Bits& bits, const OpcodeRow& row, In& in);

/// Categories 5 to 7.
template <typename Bits, typename In>
void codeAccess(Bits& bits, const OpcodeRow& row, In& in);

}  // namespace cyclorama::adreno::ir3
