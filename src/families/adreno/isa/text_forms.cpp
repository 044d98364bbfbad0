// SPDX-License-Identifier: MIT
#include "families/adreno/isa/text_forms.h"

namespace cyclorama::adreno::ir3 {

namespace {

template <typename Text, typename In>
void textOf(Text& text, const OpcodeRow& row, In& in) {
    if (row.form <= Form::Special) {
        computeText(text, row, in);
    } else if (row.form <= Form::QuadShuffle) {
        texelText(text, row, in);
    } else if (row.form <= Form::Shuffle) {
        memoryText(text, row, in);
    } else {
        barrierText(text, row, in);
    }
}

}  // namespace

void printInstruction(TextPrinter& text, const OpcodeRow& row, const Instruction& instruction) {
    textOf(text, row, instruction);
}

void scanInstruction(TextScanner& text, const OpcodeRow& row, Instruction& instruction) {
    instruction.opcode = row.opcode;
    textOf(text, row, instruction);
}

}  // namespace cyclorama::adreno::ir3
