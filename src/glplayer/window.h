// SPDX-License-Identifier: MIT
#pragma once
// The window of the traced program: a screen by kernel mode setting, or pictures in files. Its contents stay from frame
// to frame, as they do where the picture is copied to a screen: traces of programs that never clear it depend on that.

#include <EGL/egl.h>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

#include "gltrace/call.h"

namespace cyclorama::glplayer {

class Window {
  public:
    Window() = default;
    Window(const Window&) = delete;
    Window& operator=(const Window&) = delete;
    virtual ~Window() = default;

    virtual EGLDisplay display() const = 0;
    virtual EGLConfig config() const = 0;
    virtual EGLSurface surface() const = 0;
    /// Shows what is drawn; `frame` is its number in the trace. A context with the surface is current.
    virtual void present(uint32_t frame) = 0;
};

/// The first connected screen of a device (a path such as /dev/dri/card0), which needs a mode of the window's size.
/// Throws std::runtime_error, as the next does, where a call fails.
std::unique_ptr<Window> openScreen(const std::string& device, const gltrace::FrameSize& size);

/// Without a screen: each frame becomes frameNNNN.ppm in a folder.
std::unique_ptr<Window> openPictures(const std::filesystem::path& folder, const gltrace::FrameSize& size);

}  // namespace cyclorama::glplayer
