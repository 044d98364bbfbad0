// SPDX-License-Identifier: MIT
#include "vivante/device/probe/clock.h"

#include <dlfcn.h>
#include <drm.h>
#include <drm_mode.h>
#include <fcntl.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include <cstdint>

#include "vivante/device/probe/expect.h"

namespace cyclorama::test {
namespace {

using SecondsReader = int64_t();

/// The function of a library that tells the seconds of its monotonic clock (clock_library.cpp).
SecondsReader* readerOf(const char* library) {
    void* const opened = dlopen(library, RTLD_NOW);
    EXPECT(opened != nullptr);
    auto* const reader = reinterpret_cast<SecondsReader*>(dlsym(opened, "monotonicSeconds"));
    EXPECT(reader != nullptr);
    return reader;
}

int64_t ownSeconds() {
    timespec time{};
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec;
}

/// Turns the display off, which shows as a frame does.
void showFrame(int card) {
    uint32_t number = 0;
    drm_mode_card_res resources{};
    resources.count_crtcs = 1;
    resources.crtc_id_ptr = reinterpret_cast<uintptr_t>(&number);
    EXPECT(ioctl(card, DRM_IOCTL_MODE_GETRESOURCES, &resources) == 0);
    drm_mode_crtc off{};
    off.crtc_id = number;
    EXPECT(ioctl(card, DRM_IOCTL_MODE_SETCRTC, &off) == 0);
}

}  // namespace

void probeClock() {
    SecondsReader* const driverSeconds = readerOf(CYCLORAMA_CLOCK_DRIVER);
    SecondsReader* const librarySeconds = readerOf(CYCLORAMA_CLOCK_LIBRARY);
    const int64_t own = ownSeconds();
    const int64_t driver = driverSeconds();
    const int64_t library = librarySeconds();
    EXPECT(driver > library);
    const int card = open("/dev/dri/card0", O_RDWR | O_CLOEXEC);
    EXPECT(card >= 0);
    constexpr int64_t kFrames = 1000;
    for (int64_t i = 0; i < kFrames; ++i) showFrame(card);
    EXPECT(ownSeconds() == own + kFrames);
    EXPECT(driverSeconds() == driver + kFrames);
    EXPECT(librarySeconds() < library + kFrames);
    // Looks of the driver leave the program's clock alone.
    timespec before{};
    timespec after{};
    clock_gettime(CLOCK_MONOTONIC, &before);
    for (int i = 0; i < 100; ++i) driverSeconds();
    clock_gettime(CLOCK_MONOTONIC, &after);
    EXPECT(after.tv_sec == before.tv_sec && after.tv_nsec - before.tv_nsec == 100);
}

void probeClockAtEnd() {
    constexpr unsigned kHungAfterSeconds = 60;
    alarm(kHungAfterSeconds);
    void* const driver = dlopen(CYCLORAMA_CLOCK_DRIVER, RTLD_NOW);
    EXPECT(driver != nullptr);
    auto* const start = reinterpret_cast<void (*)()>(dlsym(driver, "startThread"));
    EXPECT(start != nullptr);
    start();
    EXPECT(dlclose(driver) == 0);
    EXPECT(dlopen(CYCLORAMA_CLOCK_DRIVER, RTLD_NOW | RTLD_NOLOAD) == nullptr);
}

}  // namespace cyclorama::test
