// SPDX-License-Identifier: MIT
#include "families/adreno/isa/word_forms.h"

#include "families/adreno/isa/codec.h"

namespace cyclorama::adreno::ir3 {

namespace {

template <typename Bits, typename In>
void code(Bits& bits, const OpcodeRow& row, In& in) {
    if (row.form <= Form::Special) {
        codeCompute(bits, row, in);
    } else {
        codeAccess(bits, row, in);
    }
}

}  // namespace

std::optional<Instruction> decode(uint64_t word) {
    const OpcodeRow* row = findRow(word);
    if (row == nullptr) return std::nullopt;
    Instruction instruction;
    instruction.opcode = row->opcode;
    WordReader bits(word);
    code(bits, *row, instruction);
    if (!bits.valid()) return std::nullopt;
    return instruction;
}

uint64_t meaninglessBits(uint64_t word) {
    const OpcodeRow* row = findRow(word);
    if (row == nullptr) return 0;
    Instruction instruction;
    WordReader bits(word);
    code(bits, *row, instruction);
    return word & ~(bits.used() | row->mask);
}

std::optional<uint64_t> encode(const Instruction& instruction) {
    const OpcodeRow& row = rowOf(instruction.opcode);
    WordWriter bits(row.value);
    code(bits, row, instruction);
    if (!bits.valid()) return std::nullopt;
    return bits.word();
}

}  // namespace cyclorama::adreno::ir3
