// SPDX-License-Identifier: MIT
#include "families/toy/isa.h"

#include <fmt/format.h>

namespace cyclorama::toy {

namespace {

constexpr uint32_t kClampBit = 6;
constexpr uint32_t kEndBit = 7;
constexpr uint32_t kResultByte = 1;
constexpr uint32_t kMaskByte = 2;
constexpr uint32_t kFirstSourceByte = 4;
constexpr uint32_t kBankShift = 6;

struct BankInfo {
    char letter;
    isa::RegisterBank bank;
};
/// By the number of the bank.
constexpr std::array kBanks = {BankInfo{'t', isa::RegisterBank::Temporary}, BankInfo{'i', isa::RegisterBank::Input},
                               BankInfo{'o', isa::RegisterBank::Output}};

uint32_t byteOf(uint64_t word, uint32_t byte) { return static_cast<uint32_t>(word >> (8 * byte) & 0xff); }
uint32_t indexOf(uint32_t operand) { return operand & ((1u << kBankShift) - 1); }

uint64_t placed(const Operand& operand, uint32_t byte) {
    return (uint64_t{static_cast<uint8_t>(operand.bank)} << kBankShift | operand.index) << (8 * byte);
}

/// Null for a register that a thread does not have.
const BankInfo* bankOf(uint32_t operand) {
    const uint32_t bank = operand >> kBankShift;
    if (bank >= kBanks.size() || indexOf(operand) >= isa::registerCount(kBanks[bank].bank)) return nullptr;
    return &kBanks[bank];
}

const OpcodeRow* rowOf(uint64_t word) {
    const auto code = static_cast<size_t>(word & 0x3f);
    return code < kOpcodes.size() ? &kOpcodes[code] : nullptr;
}

}  // namespace

uint64_t encode(const Fields& fields) {
    uint64_t word = static_cast<uint64_t>(fields.opcode) | uint64_t{fields.clamp} << kClampBit |
                    uint64_t{fields.end} << kEndBit | placed(fields.result, kResultByte) |
                    uint64_t{fields.mask} << (8 * kMaskByte);
    for (uint32_t i = 0; i < fields.sources.size(); ++i) word |= placed(fields.sources[i], kFirstSourceByte + i);
    return word;
}

std::optional<isa::Instruction> decode(uint64_t word) {
    const OpcodeRow* row = rowOf(word);
    const uint32_t result = byteOf(word, kResultByte);
    if (row == nullptr || bankOf(result) == nullptr) return std::nullopt;
    isa::Instruction instruction{
        .operation = row->operation,
        .opcode = static_cast<uint8_t>(row->opcode),
        .destination = {.bank = bankOf(result)->bank,
                        .index = static_cast<uint16_t>(indexOf(result)),
                        .writeMask = static_cast<uint8_t>(byteOf(word, kMaskByte) & isa::kAllComponents),
                        .saturate = (word >> kClampBit & 1) != 0},
        .end = (word >> kEndBit & 1) != 0,
        .cost = row->cost};
    for (uint32_t i = 0; i < row->sources; ++i) {
        const uint32_t source = byteOf(word, kFirstSourceByte + i);
        if (bankOf(source) == nullptr) return std::nullopt;
        instruction.sources[i] = {.bank = bankOf(source)->bank, .index = static_cast<uint16_t>(indexOf(source))};
    }
    return instruction;
}

std::string disassemble(uint64_t word) {
    if (!decode(word)) return "unknown";
    const OpcodeRow& row = *rowOf(word);
    const auto text = [](uint32_t operand) { return fmt::format("{}{}", bankOf(operand)->letter, indexOf(operand)); };
    std::string line = fmt::format("{} {}", row.name, text(byteOf(word, kResultByte)));
    for (uint32_t i = 0; i < row.sources; ++i) line += ", " + text(byteOf(word, kFirstSourceByte + i));
    if ((word >> kClampBit & 1) != 0) line += " clamp";
    if ((word >> kEndBit & 1) != 0) line += " end";
    return line;
}

}  // namespace cyclorama::toy
