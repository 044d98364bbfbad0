// SPDX-License-Identifier: MIT
#pragma once

#include "virgl/tgsi/program.h"

namespace cyclorama::attila {

/// The program with its choices as such: LRP whose weight is always 0 or 1, as Mesa writes them where a GPU has no
/// integers, becomes CMP. That is shorter, and right where the value that is not chosen is infinite, or no number.
virgl::tgsi::TgsiProgram withSelections(virgl::tgsi::TgsiProgram program);

}  // namespace cyclorama::attila
