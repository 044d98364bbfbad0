// SPDX-License-Identifier: MIT
#pragma once
// The text of an instruction whose opcode is known.

#include "families/adreno/isa/encoding.h"
#include "families/adreno/isa/instruction.h"
#include "families/adreno/isa/text_io.h"

namespace cyclorama::adreno::ir3 {

/// The text of the rows of some categories: TextPrinter with a constant instruction, TextScanner with one to fill in.
template <typename Text, typename In>
void computeText(Text& text, const OpcodeRow& row, In& in);
template <typename Text, typename In>
void texelText(Text& text, const OpcodeRow& row, In& in);
template <typename Text, typename In>
void memoryText(Text& text, const OpcodeRow& row, In& in);
template <typename Text, typename In>
void barrierText(Text& text, const OpcodeRow& row, In& in);

void printInstruction(TextPrinter& text, const OpcodeRow& row, const Instruction& instruction);

/// Fills in what the text says of an instruction with this opcode; `text` is invalid where it says something else.
void scanInstruction(TextScanner& text, const OpcodeRow& row, Instruction& instruction);

}  // namespace cyclorama::adreno::ir3
