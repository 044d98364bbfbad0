// SPDX-License-Identifier: MIT
#pragma once
// Arithmetic of TGSI programs as instructions of ATTILA's shaders: one each, or several for what the chip lacks.

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "families/attila/driver/programs/program_text.h"
#include "virgl/tgsi/program.h"

namespace cyclorama::attila {

class Arithmetic {
  public:
    /// Number of scratch registers that it uses, from 0 on.
    static constexpr uint32_t kScratchRegisters = 2;

    Arithmetic(std::span<const std::array<uint32_t, 4>> immediates, ProgramText& text)
        : immediates_(immediates), text_(text) {}

    /// Throws virgl::Unsupported for opcodes that the shaders cannot do.
    void translate(const virgl::tgsi::Instruction& instruction, const TextResult& to,
                   std::span<const TextOperand> from);
    /// A comparison both ways, joined.
    void compareBoth(std::string_view compare, std::string_view join, const TextResult& to, const TextOperand& a,
                     const TextOperand& b);

  private:
    void emitPlain(std::string_view mnemonic, const TextResult& to, std::span<const TextOperand> from);
    void divide(const TextResult& to, std::span<const TextOperand> from);
    /// An operation on indices. Guests compute them by instructions for integers, although all that programs without
    /// integers have in registers is floats. Only immediates are integers, and become floats here.
    void computeIndex(const virgl::tgsi::Instruction& instruction, const TextResult& to,
                      std::span<const TextOperand> from);
    void round(const virgl::tgsi::Instruction& instruction, const TextResult& to, const TextOperand& from);

    std::span<const std::array<uint32_t, 4>> immediates_;
    ProgramText& text_;
};

}  // namespace cyclorama::attila
