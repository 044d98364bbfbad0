// SPDX-License-Identifier: MIT
#pragma once
// Conditions and loops as predicates. Each open condition or loop has a predicate for the lanes that execute it: all
// instructions within are predicated by the innermost one. A lane that leaves a loop is taken out of all that are open
// within that loop.

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "families/attila/driver/program_text.h"
#include "virgl/tgsi/program.h"

namespace cyclorama::attila {

class ControlFlow {
  public:
    explicit ControlFlow(ProgramText& text) : text_(text) {}

    using OperandOf = std::function<TextOperand(const virgl::tgsi::Source&)>;
    /// False for an instruction that is none of control flow. Throws virgl::Unsupported where there are too few
    /// predicates.
    bool translate(const virgl::tgsi::Instruction& instruction, const OperandOf& operandOf);

  private:
    struct Level {
        bool loop = false;
        /// Lanes that execute what is within; of a loop, those of this turn.
        uint32_t lanes = 0;
        /// The condition, inverted; of a loop, the lanes that are still in it.
        uint32_t other = 0;
        /// First line of a loop.
        uint32_t start = 0;
    };

    void open(bool loop);
    void close();
    void choose();
    /// Takes the lanes that are here out of the loop, or out of its turn alone.
    void leave(bool loop);
    void closeLoop();
    static std::string name(uint32_t predicate);
    /// The predicate around what is opened now: "true" outside of all.
    std::string outer() const;

    ProgramText& text_;
    std::vector<Level> levels_;
};

}  // namespace cyclorama::attila
