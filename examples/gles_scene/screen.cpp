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

#include "display.h"
#include "egl_context.h"

namespace gles_scene {
namespace {

void checkKms(bool done, const char* call) {
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

class Screen : public Display {
  public:
    Screen(const std::string& path, GLsizei width, GLsizei height, GLint samples) : card_(path) {
        chooseMode(width, height);
        device_.reset(gbm_create_device(card_.descriptor()));
        checkKms(device_ != nullptr, "gbm_create_device");
        surface_.reset(gbm_surface_create(device_.get(), mode_.hdisplay, mode_.vdisplay, GBM_FORMAT_XRGB8888,
                                          GBM_BO_USE_SCANOUT | GBM_BO_USE_RENDERING));
        checkKms(surface_ != nullptr, "gbm_surface_create");
        context_.emplace(EGL_PLATFORM_GBM_KHR, device_.get(), GBM_FORMAT_XRGB8888, samples);
        window_ = context_->makeWindow(reinterpret_cast<EGLNativeWindowType>(surface_.get()));
        context_->makeCurrent(window_);
    }

    GLsizei width() const override { return mode_.hdisplay; }
    GLsizei height() const override { return mode_.vdisplay; }

    void bind() override {
        glBindFramebuffer(GL_FRAMEBUFFER, 0);
        glViewport(0, 0, width(), height());
    }

    void present() override {
        context_->swap(window_);
        gbm_bo* next = gbm_surface_lock_front_buffer(surface_.get());
        checkKms(next != nullptr, "gbm_surface_lock_front_buffer");
        const uint32_t framebuffer = framebufferOf(next);
        if (shown_ == nullptr)
            checkKms(drmModeSetCrtc(card_.descriptor(), crtc_, framebuffer, 0, 0, &connector_, 1, &mode_) == 0,
                     "drmModeSetCrtc");
        else
            flip(framebuffer);
        if (shown_ != nullptr) gbm_surface_release_buffer(surface_.get(), shown_);
        shown_ = next;
    }

  private:
    void chooseMode(GLsizei width, GLsizei height) {
        const Handle<drmModeRes, drmModeFreeResources> resources(drmModeGetResources(card_.descriptor()));
        checkKms(resources != nullptr, "drmModeGetResources");
        for (int i = 0; i < resources->count_connectors; ++i) {
            const Handle<drmModeConnector, drmModeFreeConnector> connector(
                drmModeGetConnector(card_.descriptor(), resources->connectors[i]));
            if (connector == nullptr || connector->connection != DRM_MODE_CONNECTED || connector->count_modes == 0)
                continue;
            connector_ = connector->connector_id;
            mode_ = connector->modes[0];
            for (int j = connector->count_modes; j-- > 0;)
                if (connector->modes[j].hdisplay == width && connector->modes[j].vdisplay == height)
                    mode_ = connector->modes[j];
            const Handle<drmModeEncoder, drmModeFreeEncoder> encoder(
                drmModeGetEncoder(card_.descriptor(), connector->encoders[0]));
            checkKms(encoder != nullptr, "drmModeGetEncoder");
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
        checkKms(drmModeAddFB(card_.descriptor(), gbm_bo_get_width(buffer), gbm_bo_get_height(buffer), 24, 32,
                              gbm_bo_get_stride(buffer), gbm_bo_get_handle(buffer).u32, &framebuffer) == 0,
                 "drmModeAddFB");
        gbm_bo_set_user_data(buffer, reinterpret_cast<void*>(static_cast<uintptr_t>(framebuffer)),
                             [](gbm_bo* dead, void* name) {
                                 drmModeRmFB(gbm_device_get_fd(gbm_bo_get_device(dead)),
                                             static_cast<uint32_t>(reinterpret_cast<uintptr_t>(name)));
                             });
        return framebuffer;
    }

    void flip(uint32_t framebuffer) {
        bool waiting = true;
        checkKms(drmModePageFlip(card_.descriptor(), crtc_, framebuffer, DRM_MODE_PAGE_FLIP_EVENT, &waiting) == 0,
                 "drmModePageFlip");
        drmEventContext events = {};
        events.version = 2;
        events.page_flip_handler = [](int, unsigned, unsigned, unsigned, void* flag) {
            *static_cast<bool*>(flag) = false;
        };
        while (waiting) checkKms(drmHandleEvent(card_.descriptor(), &events) == 0, "drmHandleEvent");
    }

    Card card_;
    uint32_t connector_ = 0;
    uint32_t crtc_ = 0;
    drmModeModeInfo mode_ = {};
    Handle<gbm_device, gbm_device_destroy> device_;
    Handle<gbm_surface, gbm_surface_destroy> surface_;
    std::optional<EglContext> context_;
    EGLSurface window_ = EGL_NO_SURFACE;
    gbm_bo* shown_ = nullptr;
};

}  // namespace

std::unique_ptr<Display> openScreen(const std::string& card, GLsizei width, GLsizei height, GLint samples) {
    return std::make_unique<Screen>(card, width, height, samples);
}

}  // namespace gles_scene
