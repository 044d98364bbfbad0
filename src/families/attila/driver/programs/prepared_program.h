// SPDX-License-Identifier: MIT
#pragma once
// The part of translating a guest's program that is the same for all draws.

#include <utility>

#include "families/attila/driver/programs/register_plan.h"
#include "virgl/tgsi/program.h"

namespace cyclorama::attila {

/// A program in fewer instructions (selections.h, multiply_adds.h), and its registers.
struct PreparedProgram {
    virgl::tgsi::TgsiProgram program;
    RegisterPlan registers;

    explicit PreparedProgram(virgl::tgsi::TgsiProgram made) : program(std::move(made)), registers(program) {}
};

PreparedProgram prepare(const virgl::tgsi::TgsiProgram& program);

}  // namespace cyclorama::attila
