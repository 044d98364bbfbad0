// SPDX-License-Identifier: MIT
#pragma once

#include <EGL/egl.h>

namespace cyclorama::glplayer {

/// A function of OpenGL, which EGL finds by its name.
template <typename Function>
Function* functionOf(const char* name) {
    return reinterpret_cast<Function*>(eglGetProcAddress(name));
}

}  // namespace cyclorama::glplayer
