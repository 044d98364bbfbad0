// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include "virgl/tgsi/program.h"

namespace cyclorama::virgl::tgsi {

/// Parses a program's text, as Gallium's tgsi_dump writes it. Checks that registers are declared, that control flow is
/// nested and that the program ends. Throws Malformed, with line and column, for what is no TGSI, and Unsupported for
/// stages, opcodes, files and semantics that are not of program.h.
TgsiProgram parse(std::string_view text);

}  // namespace cyclorama::virgl::tgsi
