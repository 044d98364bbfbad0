// SPDX-License-Identifier: MIT
#pragma once
// The target of the scene: nowhere visible (a framebuffer object of a surfaceless display), or a screen.

#include <EGL/egl.h>
#include <GLES2/gl2.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace gles_scene {

class Display {
  public:
    Display() = default;
    Display(const Display&) = delete;
    Display& operator=(const Display&) = delete;
    virtual ~Display() = default;

    virtual GLsizei width() const = 0;
    virtual GLsizei height() const = 0;
    /// Binds what a frame is drawn to and sets the viewport to all of it.
    virtual void bind() = 0;
    /// Ends a frame; on a screen, waits until it shows.
    virtual void present() = 0;
};

/// Without a window system. Makes its context current. Throws std::runtime_error, as the next does, where a call fails.
std::unique_ptr<Display> openSurfaceless(GLsizei width, GLsizei height);

/// The first connected screen of the kernel-mode-setting device `card` (a path such as /dev/dri/card0), in its mode of
/// that size, else in its preferred one; `samples` a pixel, 0 for one. Makes its context current.
std::unique_ptr<Display> openScreen(const std::string& card, GLsizei width, GLsizei height, GLint samples);

/// The context's pixels, RGBA, rows from the top.
std::vector<uint8_t> readPixels(GLsizei width, GLsizei height);

}  // namespace gles_scene
