// SPDX-License-Identifier: MIT
#include "glplayer/scanout.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <memory>
#include <stdexcept>

namespace cyclorama::glplayer {
namespace {

template <typename T, auto Free>
using ModeHandle = std::unique_ptr<T, decltype([](T* pointer) { Free(pointer); })>;

/// Made when the buffer is shown first; it goes with the buffer.
uint32_t framebufferOf(int card, gbm_bo* buffer) {
    if (void* known = gbm_bo_get_user_data(buffer)) return static_cast<uint32_t>(reinterpret_cast<uintptr_t>(known));
    uint32_t framebuffer = 0;
    checkScreen(drmModeAddFB(card, gbm_bo_get_width(buffer), gbm_bo_get_height(buffer), 24, 32,
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

}  // namespace

void checkScreen(bool done, const char* call) {
    if (!done) throw std::runtime_error(fmt::format("{} fails: {}", call, std::strerror(errno)));
}

Scanout::Scanout(int card) : card_(card) {
    const ModeHandle<drmModeRes, drmModeFreeResources> resources(drmModeGetResources(card));
    checkScreen(resources != nullptr, "drmModeGetResources");
    for (int i = 0; i < resources->count_connectors; ++i) {
        const ModeHandle<drmModeConnector, drmModeFreeConnector> connector(
            drmModeGetConnector(card, resources->connectors[i]));
        if (connector == nullptr || connector->connection != DRM_MODE_CONNECTED) continue;
        connector_ = connector->connector_id;
        modes_.assign(connector->modes, connector->modes + connector->count_modes);
        const ModeHandle<drmModeEncoder, drmModeFreeEncoder> encoder(drmModeGetEncoder(card, connector->encoders[0]));
        checkScreen(encoder != nullptr, "drmModeGetEncoder");
        for (int j = 0; j < resources->count_crtcs; ++j)
            if ((encoder->possible_crtcs >> j & 1) != 0) crtc_ = resources->crtcs[j];
        return;
    }
    throw std::runtime_error("no screen is connected");
}

std::optional<drmModeModeInfo> Scanout::listedMode(uint32_t width, uint32_t height) const {
    for (const drmModeModeInfo& mode : modes_)
        if (mode.hdisplay == width && mode.vdisplay == height) return mode;
    return std::nullopt;
}

void Scanout::show(gbm_bo* buffer, drmModeModeInfo mode) {
    checkScreen(drmModeSetCrtc(card_, crtc_, framebufferOf(card_, buffer), 0, 0, &connector_, 1, &mode) == 0,
                "drmModeSetCrtc");
}

}  // namespace cyclorama::glplayer
