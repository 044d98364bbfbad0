// SPDX-License-Identifier: MIT
#pragma once
// The program that a translation writes, line by line, with its constants and scratch registers.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "func/types.h"

namespace cyclorama::attila {

/// An operand as text, in parts that can be changed.
struct TextOperand {
    std::string reg;
    /// Letters of four components.
    std::array<uint8_t, 4> swizzle = {0, 1, 2, 3};
    bool negate = false;
    bool absolute = false;

    TextOperand negated() const;
    TextOperand magnitude() const;
    /// Component i of this operand in all four.
    TextOperand component(uint32_t i) const;
    std::string text() const;
};

/// A register, with the components that are written.
struct TextResult {
    std::string reg;
    uint8_t mask = 0xf;
    bool saturate = false;

    std::string text() const;
    TextOperand operand() const { return {.reg = reg}; }
};

/// Common numbers that translations use as constants.
enum class Number : uint8_t { Zero, One, Half, MinusOne };

class ProgramText {
  public:
    /// Numbers of the first register and the first constant that the guest does not use.
    ProgramText(uint32_t firstTemporary, uint32_t firstConstant)
        : temporaries_(firstTemporary), firstConstant_(firstConstant) {}

    /// Predicate of the instructions that follow; empty for none.
    void setPredicate(std::string predicate) { predicate_ = std::move(predicate); }
    const std::string& predicate() const { return predicate_; }

    template <typename... Operands>
    void emit(std::string_view mnemonic, const TextResult& result, const Operands&... operands) {
        std::string line = std::string(mnemonic) + (result.saturate ? "_sat " : " ") + result.text();
        ((line += ", " + operands.text()), ...);
        emitLine(line);
    }
    /// With the predicate before it.
    void emitLine(const std::string& line);
    /// As it stands.
    void emitAlways(const std::string& line) { lines_.push_back(line); }

    /// Kills the fragments of which a component of the operand is below zero. The chip kills whatever a predicate says:
    /// what it looks at is changed under the predicate alone, in scratch register 0.
    void kill(const TextOperand& operand);
    bool kills() const { return kills_; }

    /// Scratch register `number`. Each takes a register when it is asked for first. Throws virgl::Unsupported where the
    /// shaders have no more.
    TextResult scratch(uint32_t number, uint8_t mask = 0xf);
    TextOperand number(Number value);
    /// A constant of these components; the same one for the same components.
    TextOperand literal(const func::Vec4& value);
    /// Adds a constant; its number.
    uint32_t addConstant(const func::Vec4& value);

    uint32_t lines() const { return static_cast<uint32_t>(lines_.size()); }
    /// All lines, the last of which ends the thread.
    std::string finish();
    const std::vector<func::Vec4>& constants() const { return constants_; }
    uint32_t temporaries() const { return temporaries_; }

  private:
    uint32_t temporaries_;
    /// By number: the register that the scratch register has taken.
    std::vector<std::optional<uint32_t>> scratch_;
    uint32_t firstConstant_;
    std::vector<func::Vec4> constants_;
    /// Constants that keep their values, and their numbers.
    std::vector<std::pair<func::Vec4, uint32_t>> literals_;
    std::string predicate_;
    std::vector<std::string> lines_;
    bool kills_ = false;
};

}  // namespace cyclorama::attila
