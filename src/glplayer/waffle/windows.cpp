// SPDX-License-Identifier: MIT
// Windows of programs that draw through Waffle, as apitrace's eglretrace does: on the screen, where Waffle's own on GBM
// are never shown. Preloaded, these functions take the place of Waffle's; displays, configurations and contexts stay
// Waffle's. A window's contents stay from frame to frame, as those of a window on a desktop do.

// With the functions of windows whose size changes.
#define WAFFLE_API_VERSION 0x0103
#define WAFFLE_API_EXPERIMENTAL
#include <EGL/egl.h>
#include <fmt/format.h>
#include <gbm.h>
#include <unistd.h>
#include <waffle.h>
#include <waffle_gbm.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <memory>

#include "glplayer/egl_setup.h"
#include "glplayer/scanout.h"

namespace cyclorama::glplayer {
namespace {

/// Numbers of the frames that are shown, by CYCLORAMA_SHOWN_FRAMES=FIRST,COUNT: all without that variable, and all from
/// FIRST on with a COUNT of 0.
class FrameChoice {
  public:
    FrameChoice() {
        const char* const text = std::getenv("CYCLORAMA_SHOWN_FRAMES");
        if (text != nullptr && std::sscanf(text, "%u,%u", &first_, &count_) != 2) first_ = count_ = 0;
    }
    /// Counts a frame; true where it is shown.
    bool next() { return next_++ >= first_; }
    bool wasLast() const { return count_ != 0 && next_ == uint64_t{first_} + count_; }

  private:
    uint32_t first_ = 0;
    uint32_t count_ = 0;
    uint64_t next_ = 0;
};

/// Waffle gives away structures, each with what it points to in one block of the C library's memory.
struct FreeDeleter {
    void operator()(void* memory) const { std::free(memory); }
};
template <typename T>
using Native = std::unique_ptr<T, FreeDeleter>;

/// A mode of any size, with the shortest pauses around the picture.
drmModeModeInfo madeMode(uint32_t width, uint32_t height) {
    drmModeModeInfo mode = {};
    mode.hdisplay = static_cast<uint16_t>(width);
    mode.hsync_start = static_cast<uint16_t>(width + 8);
    mode.hsync_end = static_cast<uint16_t>(width + 16);
    mode.htotal = static_cast<uint16_t>(width + 24);
    mode.vdisplay = static_cast<uint16_t>(height);
    mode.vsync_start = static_cast<uint16_t>(height + 1);
    mode.vsync_end = static_cast<uint16_t>(height + 2);
    mode.vtotal = static_cast<uint16_t>(height + 3);
    mode.vrefresh = 60;
    mode.clock = static_cast<uint32_t>(mode.htotal) * mode.vtotal * mode.vrefresh / 1000 + 1;
    return mode;
}

}  // namespace

class WaffleWindow {
  public:
    WaffleWindow(const waffle_gbm_config& config, uint32_t width, uint32_t height)
        : config_(config), scanout_(gbm_device_get_fd(config.display.gbm_device)) {
        open(width, height);
    }
    WaffleWindow(const WaffleWindow&) = delete;
    WaffleWindow& operator=(const WaffleWindow&) = delete;
    ~WaffleWindow() { close(); }

    EGLSurface surface() const { return surface_; }

    /// A window of another size is drawn to from now on, where this one was.
    void resize(uint32_t width, uint32_t height) {
        if (width == width_ && height == height_) return;
        const bool current = eglGetCurrentSurface(EGL_DRAW) == surface_;
        EGLDisplay const display = config_.display.egl_display;
        EGLContext const context = eglGetCurrentContext();
        if (current) eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
        close();
        open(width, height);
        if (current) checkEgl(eglMakeCurrent(display, surface_, surface_, context) != 0, "eglMakeCurrent");
    }

    void present(bool shown) {
        checkEgl(eglSwapBuffers(config_.display.egl_display, surface_) != 0, "eglSwapBuffers");
        gbm_bo* const buffer = gbm_surface_lock_front_buffer(buffers_);
        checkScreen(buffer != nullptr, "gbm_surface_lock_front_buffer");
        if (shown) scanout_.show(buffer, scanout_.listedMode(width_, height_).value_or(madeMode(width_, height_)));
        // Given back at once, it is the one that is drawn to next.
        gbm_surface_release_buffer(buffers_, buffer);
    }

  private:
    void open(uint32_t width, uint32_t height) {
        EGLDisplay const display = config_.display.egl_display;
        EGLint format = 0;
        checkEgl(eglGetConfigAttrib(display, config_.egl_config, EGL_NATIVE_VISUAL_ID, &format) != 0,
                 "eglGetConfigAttrib");
        buffers_ = gbm_surface_create(config_.display.gbm_device, width, height, static_cast<uint32_t>(format),
                                      GBM_BO_USE_SCANOUT | GBM_BO_USE_RENDERING);
        checkScreen(buffers_ != nullptr, "gbm_surface_create");
        surface_ = eglCreateWindowSurface(display, config_.egl_config, reinterpret_cast<EGLNativeWindowType>(buffers_),
                                          nullptr);
        checkEgl(surface_ != EGL_NO_SURFACE, "eglCreateWindowSurface");
        width_ = width;
        height_ = height;
    }
    void close() {
        if (surface_ != EGL_NO_SURFACE) eglDestroySurface(config_.display.egl_display, surface_);
        if (buffers_ != nullptr) gbm_surface_destroy(buffers_);
        surface_ = EGL_NO_SURFACE;
        buffers_ = nullptr;
    }

    waffle_gbm_config config_;
    Scanout scanout_;
    gbm_surface* buffers_ = nullptr;
    EGLSurface surface_ = EGL_NO_SURFACE;
    uint32_t width_ = 0;
    uint32_t height_ = 0;
};

namespace {

/// Waffle's functions give false where they fail; the reason is printed, as programs do not know it.
template <typename Action>
bool succeeds(const char* function, Action action) {
    try {
        action();
        return true;
    } catch (const std::exception& error) {
        fmt::print(stderr, "cyclorama: {}: {}\n", function, error.what());
        return false;
    }
}

/// Ends the program after the last frame that is shown.
void endAfterLastFrame(const FrameChoice& frames) {
    if (!frames.wasLast()) return;
    std::fflush(nullptr);
    _exit(0);
}

}  // namespace
}  // namespace cyclorama::glplayer

// Waffle leaves this type open.
struct waffle_window final : cyclorama::glplayer::WaffleWindow {
    using WaffleWindow::WaffleWindow;
};

extern "C" {

waffle_window* waffle_window_create(waffle_config* config, int32_t width, int32_t height) {
    std::unique_ptr<waffle_window> window;
    cyclorama::glplayer::succeeds("waffle_window_create", [&] {
        const cyclorama::glplayer::Native<waffle_native_config> native(waffle_config_get_native(config));
        window =
            std::make_unique<waffle_window>(*native->gbm, static_cast<uint32_t>(width), static_cast<uint32_t>(height));
    });
    return window.release();
}

bool waffle_window_destroy(waffle_window* window) {
    delete window;
    return true;
}

bool waffle_window_show(waffle_window* /*window*/) { return true; }

bool waffle_window_resize(waffle_window* window, int32_t width, int32_t height) {
    return cyclorama::glplayer::succeeds(
        "waffle_window_resize", [&] { window->resize(static_cast<uint32_t>(width), static_cast<uint32_t>(height)); });
}

bool waffle_window_swap_buffers(waffle_window* window) {
    static cyclorama::glplayer::FrameChoice frames;
    if (!cyclorama::glplayer::succeeds("waffle_window_swap_buffers", [&] { window->present(frames.next()); }))
        return false;
    cyclorama::glplayer::endAfterLastFrame(frames);
    return true;
}

bool waffle_make_current(waffle_display* display, waffle_window* window, waffle_context* context) {
    using namespace cyclorama::glplayer;
    const Native<waffle_native_display> native(waffle_display_get_native(display));
    EGLContext made = EGL_NO_CONTEXT;
    if (context != nullptr) {
        const Native<waffle_native_context> nativeContext(waffle_context_get_native(context));
        made = nativeContext->gbm->egl_context;
    }
    EGLSurface const surface = window == nullptr ? EGL_NO_SURFACE : window->surface();
    return succeeds("waffle_make_current", [&] {
        checkEgl(eglMakeCurrent(native->gbm->egl_display, surface, surface, made) != 0, "eglMakeCurrent");
    });
}
}
