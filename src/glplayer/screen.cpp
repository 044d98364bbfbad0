// SPDX-License-Identifier: MIT
// A screen through kernel mode setting.
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <gbm.h>
#include <unistd.h>
#include <xf86drm.h>
#include <xf86drmMode.h>

#include <cerrno>
#include <cstring>
#include <optional>
#include <stdexcept>

#include "glplayer/egl_setup.h"
#include "glplayer/window.h"

namespace cyclorama::glplayer {
namespace {

void checkScreen(bool done, const char* call) {
    if (!done) throw std::runtime_error(fmt::format("{} fails: {}", call, std::strerror(errno)));
}

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
    Screen(const std::string& path, const gltrace::FrameSize& size) : card_(path) {
        chooseMode(size);
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
        checkScreen(drmModeSetCrtc(card_.descriptor(), crtc_, framebufferOf(buffer), 0, 0, &connector_, 1, &mode_) == 0,
                    "drmModeSetCrtc");
        gbm_surface_release_buffer(surface_.get(), buffer);
        if (first_ == nullptr) first_ = buffer;
        if (buffer != first_) throw std::runtime_error("the driver draws to another buffer in each frame");
    }

  private:
    void chooseMode(const gltrace::FrameSize& size) {
        const Handle<drmModeRes, drmModeFreeResources> resources(drmModeGetResources(card_.descriptor()));
        checkScreen(resources != nullptr, "drmModeGetResources");
        for (int i = 0; i < resources->count_connectors; ++i) {
            const Handle<drmModeConnector, drmModeFreeConnector> connector(
                drmModeGetConnector(card_.descriptor(), resources->connectors[i]));
            if (connector == nullptr || connector->connection != DRM_MODE_CONNECTED) continue;
            connector_ = connector->connector_id;
            bool found = false;
            for (int j = connector->count_modes; j-- > 0;) {
                if (connector->modes[j].hdisplay != size.width || connector->modes[j].vdisplay != size.height) continue;
                mode_ = connector->modes[j];
                found = true;
            }
            if (!found)
                throw std::runtime_error(fmt::format("the screen has no mode of {}x{}", size.width, size.height));
            const Handle<drmModeEncoder, drmModeFreeEncoder> encoder(
                drmModeGetEncoder(card_.descriptor(), connector->encoders[0]));
            checkScreen(encoder != nullptr, "drmModeGetEncoder");
            for (int j = 0; j < resources->count_crtcs; ++j)
                if ((encoder->possible_crtcs >> j & 1) != 0) crtc_ = resources->crtcs[j];
            return;
        }
        throw std::runtime_error("no screen is connected");
    }

    /// Made when the buffer is shown first; it goes with the buffer.
    uint32_t framebufferOf(gbm_bo* buffer) {
        if (void* known = gbm_bo_get_user_data(buffer))
            return static_cast<uint32_t>(reinterpret_cast<uintptr_t>(known));
        uint32_t framebuffer = 0;
        checkScreen(drmModeAddFB(card_.descriptor(), gbm_bo_get_width(buffer), gbm_bo_get_height(buffer), 24, 32,
                                 gbm_bo_get_stride(buffer), gbm_bo_get_handle(buffer).u32, &framebuffer) == 0,
                    "drmModeAddFB");
        // NOLINTNEXTLINE(performance-no-int-to-ptr): GBM keeps a pointer, which here is the framebuffer's number
        gbm_bo_set_user_data(buffer, reinterpret_cast<void*>(static_cast<uintptr_t>(framebuffer)),
                             [](gbm_bo* dead, void* name) {
                                 drmModeRmFB(gbm_device_get_fd(gbm_bo_get_device(dead)),
                                             static_cast<uint32_t>(reinterpret_cast<uintptr_t>(name)));
                             });
        return framebuffer;
    }

    Card card_;
    uint32_t connector_ = 0;
    uint32_t crtc_ = 0;
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
