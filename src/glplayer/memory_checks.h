// SPDX-License-Identifier: MIT
#pragma once

#include "glplayer/call_arguments.h"

namespace cyclorama::glplayer {

/// Holds the bytes that a call points to against what OpenGL will read of them: images with the current state of
/// unpacking, contents of buffer objects, indices; and a place in a buffer object against there being one. Throws
/// sim::Error where it would read elsewhere. (VertexArrays holds vertices against draws.)
void checkMemory(const CallArguments& arguments);

}  // namespace cyclorama::glplayer
