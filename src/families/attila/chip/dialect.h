// SPDX-License-Identifier: MIT
#pragma once
// ATTILA's choices. Source: the classes of its simulator that SOURCES.md names.

#include "gpu/dialect.h"

namespace cyclorama::attila {

gpu::Dialect dialect();

}  // namespace cyclorama::attila
