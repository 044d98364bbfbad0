// SPDX-License-Identifier: MIT
#pragma once
// The choices of the a6xx chips, the same for all of them.

#include "gpu/dialect.h"

namespace cyclorama::adreno {

gpu::Dialect dialect();

}  // namespace cyclorama::adreno
