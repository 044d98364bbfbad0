#pragma once
// Letters and marks of the assembly text (ATTILA: ShaderInstruction::disassemble).

#include <array>
#include <string>
#include <string_view>

#include "isa/program.h"

namespace cyclorama::isa::attila {

inline constexpr std::string_view kComponentLetters = "xyzw";
inline constexpr std::string_view kEndMark = " <- end";
inline constexpr std::string_view kWaitMark = " <- wait";

struct BankLetter {
    RegisterBank bank;
    char letter;
};
inline constexpr std::array<BankLetter, 6> kBankLetters{{{RegisterBank::Input, 'i'},
                                                         {RegisterBank::Output, 'o'},
                                                         {RegisterBank::Constant, 'c'},
                                                         {RegisterBank::Temporary, 'r'},
                                                         {RegisterBank::Address, 'a'},
                                                         {RegisterBank::Predicate, 'p'}}};

inline std::string bankLetter(RegisterBank bank) {
    for (const BankLetter& entry : kBankLetters) {
        if (entry.bank == bank) return {entry.letter};
    }
    return "?";
}

inline RegisterBank bankOfLetter(char letter) {
    for (const BankLetter& entry : kBankLetters) {
        if (entry.letter == letter) return entry.bank;
    }
    return RegisterBank::None;
}

/// Samplers and attribute streams are t, sample numbers s.
inline std::string unitLetter(OpcodeKind kind) {
    return kind == OpcodeKind::Texture || kind == OpcodeKind::Attribute ? "t" : "s";
}

}  // namespace cyclorama::isa::attila
