// SPDX-License-Identifier: MIT
// A screen through kernel mode setting.
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <gbm.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <optional>
#include <stdexcept>

#include "glplayer/egl_setup.h"
#include "glplayer/scanout.h"
#include "glplayer/window.h"

namespace cyclorama::glplayer {
namespace {

template <typename T, auto Free>
using Handle = std::unique_ptr<T, decltype([](T* pointer) { Free(pointer); })>;

class Card {
  public:
    explicit Card(const std::string& path) : descriptor_(open(path.c_str(), O_RDWR | O_CLOEXEC)) {
        if (descriptor_ < 0) throw std::runtime_error(fmt::format("{}: {}", path, std::strerror(errno)));
    }
    Card(const Card&) = delete;
    Card& operator=(const Card&) = delete;
    ~Card() { close(descriptor_); }
    int descriptor() const { return descriptor_; }

  private:
    int descriptor_;
};

class Screen final : public Window {
  public:
    Screen(const std::string& path, const gltrace::FrameSize& size) : card_(path), scanout_(card_.descriptor()) {
        const std::optional<drmModeModeInfo> mode = scanout_.listedMode(size.width, size.height);
        if (!mode) throw std::runtime_error(fmt::format("the screen has no mode of {}x{}", size.width, size.height));
        mode_ = *mode;
        device_.reset(gbm_create_device(card_.descriptor()));
        checkScreen(device_ != nullptr, "gbm_create_device");
        surface_.reset(gbm_surface_create(device_.get(), mode_.hdisplay, mode_.vdisplay, GBM_FORMAT_XRGB8888,
                                          GBM_BO_USE_SCANOUT | GBM_BO_USE_RENDERING));
        checkScreen(surface_ != nullptr, "gbm_surface_create");
        egl_.emplace(EglSetup::Request{.platform = EGL_PLATFORM_GBM_KHR,
                                       .native = device_.get(),
                                       .surfaceType = EGL_WINDOW_BIT,
                                       .visual = GBM_FORMAT_XRGB8888});
        window_ = eglCreateWindowSurface(egl_->display(), egl_->config(),
                                         reinterpret_cast<EGLNativeWindowType>(surface_.get()), nullptr);
        checkEgl(window_ != EGL_NO_SURFACE, "eglCreateWindowSurface");
    }

    EGLDisplay display() const override { return egl_->display(); }
    EGLConfig config() const override { return egl_->config(); }
    EGLSurface surface() const override { return window_; }

    void present(uint32_t /*frame*/) override {
        checkEgl(eglSwapBuffers(egl_->display(), window_) != 0, "eglSwapBuffers");
        gbm_bo* const buffer = gbm_surface_lock_front_buffer(surface_.get());
        checkScreen(buffer != nullptr, "gbm_surface_lock_front_buffer");
        // The buffer is on the screen when this returns. Given back at once, it is the one that is drawn to next, so
        // that the window keeps its contents.
        scanout_.show(buffer, mode_);
        gbm_surface_release_buffer(surface_.get(), buffer);
        if (first_ == nullptr) first_ = buffer;
        if (buffer != first_) throw std::runtime_error("the driver draws to another buffer in each frame");
    }

  private:
    Card card_;
    Scanout scanout_;
    drmModeModeInfo mode_ = {};
    Handle<gbm_device, gbm_device_destroy> device_;
    Handle<gbm_surface, gbm_surface_destroy> surface_;
    std::optional<EglSetup> egl_;
    EGLSurface window_ = EGL_NO_SURFACE;
    const gbm_bo* first_ = nullptr;
};

}  // namespace

std::unique_ptr<Window> openScreen(const std::string& device, const gltrace::FrameSize& size) {
    return std::make_unique<Screen>(device, size);
}

}  // namespace cyclorama::glplayer
