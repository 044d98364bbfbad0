// SPDX-License-Identifier: MIT
#pragma once

#include <iosfwd>

namespace cyclorama::adreno::ir3 {

/// Writes the instruction set as a Markdown document (docs/reference/isa_ir3.md).
void writeInstructionSet(std::ostream& out);

}  // namespace cyclorama::adreno::ir3
