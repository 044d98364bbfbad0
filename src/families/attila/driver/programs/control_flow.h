// SPDX-License-Identifier: MIT
#pragma once
// Conditions and loops as predicates. Each open condition or loop has a predicate for the lanes that execute it: all
// instructions within are predicated by the innermost one. A lane that leaves a loop is taken out of all that are open
// within that loop.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "families/attila/driver/programs/program_text.h"
#include "virgl/tgsi/program.h"

namespace cyclorama::attila {

class ControlFlow {
  public:
    explicit ControlFlow(ProgramText& text) : text_(text) {}

    using OperandOf = std::function<TextOperand(const virgl::tgsi::Source&)>;
    /// Translates the control flow at the front of `rest` with the instructions that belong to it. Returns their
    /// number; 0 if the first is not control flow. Throws virgl::BeyondGpu where there are too few predicates.
    size_t translate(std::span<const virgl::tgsi::Instruction> rest, const OperandOf& operandOf);

  private:
    struct Level {
        bool loop = false;
        /// Lanes that execute what is within; of a loop, those of this turn.
        uint32_t lanes = 0;
        /// The condition, inverted; of a loop, the lanes that are still in it, which are `lanes` where all turns are
        /// executed to their end.
        uint32_t other = 0;
        /// First line of a loop.
        uint32_t start = 0;
    };

    size_t openCondition(std::span<const virgl::tgsi::Instruction> rest, const TextOperand& condition);
    void openLoop(bool continues);
    void open(bool loop);
    void close();
    void choose();
    /// Takes the lanes that are here out of the loop, or out of its turn alone: out of the first `open` levels, where
    /// the others close.
    void leave(bool loop, size_t open);
    void closeLoop();
    static std::string name(uint32_t predicate);
    /// The predicate around what is opened now: "true" outside of all.
    std::string outer() const;

    ProgramText& text_;
    std::vector<Level> levels_;
};

}  // namespace cyclorama::attila
