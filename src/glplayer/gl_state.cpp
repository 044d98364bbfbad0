// SPDX-License-Identifier: MIT
#include "glplayer/gl_state.h"

#include "glplayer/gl_function.h"

namespace cyclorama::glplayer {

int64_t stateOf(GLenum name) {
    GLint value = 0;
    functionOf<void(GLenum, GLint*)>("glGetIntegerv")(name, &value);
    return value;
}

}  // namespace cyclorama::glplayer
