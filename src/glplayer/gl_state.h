// SPDX-License-Identifier: MIT
#pragma once

#include <GL/gl.h>

#include <cstdint>

namespace cyclorama::glplayer {

/// One number of the current context's state, as glGetIntegerv gives it.
int64_t stateOf(GLenum name);

}  // namespace cyclorama::glplayer
