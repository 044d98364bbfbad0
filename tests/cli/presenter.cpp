// SPDX-License-Identifier: MIT
// A program that shows frames by the kernel's interface alone: the i-th has a colour of its own in each quarter.
// Between two frames it gives the GPU some work. Its argument is the number of frames. Exit status 1 where a request is
// refused.

#include <drm.h>
#include <drm_mode.h>
#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "families/vivante/uapi/etnaviv_uapi.h"

namespace {

namespace etnaviv = cyclorama::vivante::etnaviv;

// Nobody knows it: a finding.
constexpr unsigned long kUnknownRequest = DRM_IO(0x9f);

template <typename T>
void request(int file, unsigned long number, T& argument) {
    if (ioctl(file, number, &argument) == 0) return;
    std::perror("a request is refused");
    std::exit(1);
}

uint64_t addressOf(const void* object) { return reinterpret_cast<uintptr_t>(object); }

struct Display {
    int file = open("/dev/dri/card0", O_RDWR | O_CLOEXEC);
    uint32_t crtc = 0;
    uint32_t connector = 0;
    drm_mode_modeinfo mode{};

    Display() {
        drm_mode_card_res resources{};
        resources.crtc_id_ptr = addressOf(&crtc);
        resources.connector_id_ptr = addressOf(&connector);
        resources.count_crtcs = resources.count_connectors = 1;
        request(file, DRM_IOCTL_MODE_GETRESOURCES, resources);
        std::array<drm_mode_modeinfo, 32> modes{};
        drm_mode_get_connector found{};
        found.connector_id = connector;
        found.modes_ptr = addressOf(modes.data());
        found.count_modes = modes.size();
        request(file, DRM_IOCTL_MODE_GETCONNECTOR, found);
        mode = modes.front();
    }
};

struct Buffer {
    uint32_t frameBuffer = 0;
    uint32_t pitch = 0;
    uint8_t* pixels = nullptr;

    explicit Buffer(const Display& display) {
        drm_mode_create_dumb made{};
        made.width = display.mode.hdisplay;
        made.height = display.mode.vdisplay;
        made.bpp = 32;
        request(display.file, DRM_IOCTL_MODE_CREATE_DUMB, made);
        drm_mode_map_dumb map{};
        map.handle = made.handle;
        request(display.file, DRM_IOCTL_MODE_MAP_DUMB, map);
        void* const mapped =
            mmap(nullptr, made.size, PROT_READ | PROT_WRITE, MAP_SHARED, display.file, static_cast<off_t>(map.offset));
        if (mapped == MAP_FAILED) std::exit(1);
        pixels = static_cast<uint8_t*>(mapped);
        pitch = made.pitch;
        drm_mode_fb_cmd added{};
        added.width = made.width;
        added.height = made.height;
        added.pitch = made.pitch;
        added.bpp = 32;
        added.depth = 24;
        added.handle = made.handle;
        request(display.file, DRM_IOCTL_MODE_ADDFB, added);
        frameBuffer = added.fb_id;
    }
};

void paint(const Buffer& buffer, const drm_mode_modeinfo& mode, unsigned frame) {
    for (unsigned y = 0; y < mode.vdisplay; ++y)
        for (unsigned x = 0; x < mode.hdisplay; ++x) {
            uint8_t* const pixel = buffer.pixels + size_t{y} * buffer.pitch + size_t{x} * 4;
            pixel[0] = static_cast<uint8_t>(40 * frame + 10);        // blue
            pixel[1] = y < unsigned{mode.vdisplay} / 2 ? 250 : 5;    // green
            pixel[2] = x < unsigned{mode.hdisplay} / 2 ? 200 : 100;  // red
        }
}

/// A stream that writes a register, and flushes the caches of colours and depths (GL.FLUSH_CACHE).
void work(int gpu) {
    std::array<uint32_t, 4> words{1u << 27 | 1u << 16 | 0xa00 >> 2, 0, 1u << 27 | 1u << 16 | 0x380c >> 2, 3};
    etnaviv::GemSubmit submit{};
    submit.streamBytes = sizeof words;
    submit.stream = addressOf(words.data());
    request(gpu, DRM_IOWR(DRM_COMMAND_BASE + static_cast<unsigned>(etnaviv::Request::GemSubmit), etnaviv::GemSubmit),
            submit);
}

void show(const Display& display, const Buffer& buffer, unsigned frame) {
    if (frame == 0) {
        drm_mode_crtc set{};
        set.crtc_id = display.crtc;
        set.fb_id = buffer.frameBuffer;
        set.set_connectors_ptr = addressOf(&display.connector);
        set.count_connectors = 1;
        set.mode = display.mode;
        set.mode_valid = 1;
        request(display.file, DRM_IOCTL_MODE_SETCRTC, set);
        return;
    }
    drm_mode_crtc_page_flip flip{};
    flip.crtc_id = display.crtc;
    flip.fb_id = buffer.frameBuffer;
    flip.flags = DRM_MODE_PAGE_FLIP_EVENT;
    request(display.file, DRM_IOCTL_MODE_PAGE_FLIP, flip);
    drm_event_vblank shown{};
    if (read(display.file, &shown, sizeof shown) != sizeof shown) std::exit(1);
}

}  // namespace

int main(int count, char** arguments) {
    const unsigned frames = count > 1 ? static_cast<unsigned>(std::atoi(arguments[1])) : 1;
    const Display display;
    const std::array<Buffer, 2> buffers{Buffer(display), Buffer(display)};
    const int gpu = open("/dev/dri/renderD128", O_RDWR | O_CLOEXEC);
    for (unsigned frame = 0; frame < frames; ++frame) {
        char byte = 0;
        if (read(STDIN_FILENO, &byte, 1) < 0) return 1;
        const Buffer& buffer = buffers[frame % 2];
        paint(buffer, display.mode, frame);
        if (frame == 1) ioctl(display.file, kUnknownRequest);
        work(gpu);
        show(display, buffer, frame);
    }
    return 0;
}
