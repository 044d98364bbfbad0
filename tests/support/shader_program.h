// SPDX-License-Identifier: MIT
#pragma once
// Shader programs from their text, in the assembly of ATTILA (docs/reference/isa_attila.md).

#include <gtest/gtest.h>

#include <memory>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "families/attila/isa/codec.h"
#include "isa/program.h"

namespace cyclorama {

/// The program; an empty one, and a failure of the test, where the text is not understood.
inline isa::Program programOf(std::string_view text) {
    auto source = attila::assembleProgram(text);
    if (const auto* error = std::get_if<attila::AssemblyError>(&source)) {
        ADD_FAILURE() << "line " << error->line << ", column " << error->column << ": " << error->reason;
        return {};
    }
    isa::Program program = isa::makeProgram(std::get<std::vector<isa::Instruction>>(std::move(source)));
    program.list = attila::listInstructions;
    return program;
}

/// The program as a draw's state holds it.
inline std::shared_ptr<const isa::Program> assembled(std::string_view text) {
    return std::make_shared<const isa::Program>(programOf(text));
}

}  // namespace cyclorama
