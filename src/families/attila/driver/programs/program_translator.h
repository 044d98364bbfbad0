// SPDX-License-Identifier: MIT
#pragma once
// TGSI programs as programs of ATTILA's shaders.
//
// Constants: those of the guest from 0 on, then the program's immediates, then the translator's own. Temporaries are
// the guest's, and up to five after them. Conditions and loops become predicates: every instruction of a branch is
// predicated, and a loop ends when no lane of the group is left in it (docs/reference/isa_attila.md, "Lanes that jump
// together").

#include "families/attila/driver/programs/prepared_program.h"
#include "families/attila/driver/programs/program_link.h"
#include "families/attila/driver/programs/program_variant.h"
#include "families/attila/driver/programs/translated_program.h"

namespace cyclorama::attila {

/// Throws virgl::Unsupported for what the shaders cannot do: too many registers or constants, opcodes, registers by
/// address that are no constants.
TranslatedProgram translate(const PreparedProgram& program, const ProgramLink& link, const ProgramVariant& variant);

}  // namespace cyclorama::attila
