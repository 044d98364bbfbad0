// SPDX-License-Identifier: MIT
#pragma once

#include "virgl/tgsi/program.h"

namespace cyclorama::attila {

/// The program with each product that is only added to something as one MAD with that addition, as Mesa leaves them
/// apart from 25.0 on at the latest. The shaders round the product of a MAD as that of a MUL: results stay the same to
/// the bit.
virgl::tgsi::TgsiProgram withMultiplyAdds(virgl::tgsi::TgsiProgram program);

}  // namespace cyclorama::attila
