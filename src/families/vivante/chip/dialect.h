// SPDX-License-Identifier: MIT
#pragma once
// The choices of the GCxxx chips, the same for all of them.

#include "gpu/dialect.h"

namespace cyclorama::vivante {

gpu::Dialect dialect();

}  // namespace cyclorama::vivante
