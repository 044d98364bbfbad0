// SPDX-License-Identifier: MIT
#pragma once

#include <EGL/egl.h>

#include <cstdint>
#include <optional>

namespace cyclorama::glplayer {

/// Throws std::runtime_error, with the error of EGL, where a call failed.
void checkEgl(bool done, const char* call);

/// An EGL display whose contexts are of OpenGL, and a configuration with colours of 8 bits, depths of 24 and stencils.
class EglSetup {
  public:
    struct Request {
        /// EGL_PLATFORM_*, and its native display.
        EGLenum platform = 0;
        void* native = nullptr;
        /// EGL_WINDOW_BIT or EGL_PBUFFER_BIT.
        EGLint surfaceType = 0;
        /// The fourcc of a window's pixels.
        std::optional<uint32_t> visual;
    };
    /// Throws std::runtime_error where the driver has none.
    explicit EglSetup(const Request& request);
    EglSetup(const EglSetup&) = delete;
    EglSetup& operator=(const EglSetup&) = delete;
    ~EglSetup();

    EGLDisplay display() const { return display_; }
    EGLConfig config() const { return config_; }

  private:
    EGLDisplay display_ = EGL_NO_DISPLAY;
    EGLConfig config_ = nullptr;
};

}  // namespace cyclorama::glplayer
