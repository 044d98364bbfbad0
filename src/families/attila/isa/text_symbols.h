// SPDX-License-Identifier: MIT
#pragma once
// Letters and marks of the assembly text (ATTILA: ShaderInstruction::disassemble).

#include <array>
#include <string>
#include <string_view>

#include "isa/program.h"

namespace cyclorama::attila {

inline constexpr std::string_view kComponentLetters = "xyzw";
inline constexpr std::string_view kEndMark = " <- end";
inline constexpr std::string_view kWaitMark = " <- wait";

struct BankLetter {
    isa::RegisterBank bank;
    char letter;
};
inline constexpr std::array<BankLetter, 6> kBankLetters{{{isa::RegisterBank::Input, 'i'},
                                                         {isa::RegisterBank::Output, 'o'},
                                                         {isa::RegisterBank::Constant, 'c'},
                                                         {isa::RegisterBank::Temporary, 'r'},
                                                         {isa::RegisterBank::Address, 'a'},
                                                         {isa::RegisterBank::Predicate, 'p'}}};

inline std::string bankLetter(isa::RegisterBank bank) {
    for (const BankLetter& entry : kBankLetters) {
        if (entry.bank == bank) return {entry.letter};
    }
    return "?";
}

inline isa::RegisterBank bankOfLetter(char letter) {
    for (const BankLetter& entry : kBankLetters) {
        if (entry.letter == letter) return entry.bank;
    }
    return isa::RegisterBank::None;
}

/// Samplers and attribute streams are t, sample numbers s.
inline std::string unitLetter(isa::OperationKind kind) {
    return kind == isa::OperationKind::Texture || kind == isa::OperationKind::Attribute ? "t" : "s";
}

}  // namespace cyclorama::attila
