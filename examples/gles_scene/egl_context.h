// SPDX-License-Identifier: MIT
#pragma once
// An EGL display with a context for OpenGL ES 2.

#include <EGL/egl.h>

#include <cstdint>
#include <optional>

namespace gles_scene {

class EglContext {
  public:
    /// platform: EGL_PLATFORM_*, native: its display. visual: the fourcc of the window surfaces' pixels, if there are
    /// any. samples: of their pixels, at least; 0 for one. Throws std::runtime_error where a call fails.
    EglContext(EGLenum platform, void* native, std::optional<uint32_t> visual, EGLint samples);
    EglContext(const EglContext&) = delete;
    EglContext& operator=(const EglContext&) = delete;
    ~EglContext();

    EGLSurface makeWindow(EGLNativeWindowType window) const;
    /// EGL_NO_SURFACE: framebuffer objects only.
    void makeCurrent(EGLSurface surface) const;
    void swap(EGLSurface surface) const;

  private:
    EGLDisplay display_;
    EGLConfig config_ = nullptr;
    EGLContext context_ = EGL_NO_CONTEXT;
};

}  // namespace gles_scene
