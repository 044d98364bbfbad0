// SPDX-License-Identifier: MIT
// The clocks under exec --frame-time: time advances by that much from one frame shown to the next, and between frames
// by a small step with each reading of the clock, so that waiting for it ends. The program itself reads these
// clocks, and so does its user-space driver the monotonic one: it frees buffers that it keeps for later use by their
// age, on which the addresses of later buffers depend. Other libraries see the host's time, by which they wait for
// others.

#include <drm.h>
#include <drm_mode.h>
#include <link.h>
#include <sys/time.h>
#include <time.h>

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include "device/client/exported.h"
#include "device/client/frame_clock.h"
#include "device/client/loaded_object.h"
#include "device/client/next.h"
#include "device/protocol/protocol.h"

namespace cyclorama::device::client {
namespace {

constexpr int64_t kNanosecondsPerSecond = 1000000000;
constexpr int64_t kNanosecondsPerLook = 100;
/// Seconds. Before any of the host's times, so that what sleeps until a time of this clock is awake at once.
constexpr int64_t kRealtimeStart = 1000000000;
constexpr int64_t kMonotonicStart = 1;
/// Seconds. Beyond any of the host's times, so that what the driver's own threads are waited for with a limit is never
/// given up; the server compares the limits of waits for the GPU with the same clock (driverTime).
constexpr int64_t kDriverStart = int64_t{1} << 30;

Next<int(clockid_t, timespec*)> nextClockGettime("clock_gettime");
Next<int(timeval*, void*)> nextGettimeofday("gettimeofday");
Next<time_t(time_t*)> nextTime("time");

__attribute__((constructor)) void findNextClocks() { findEach(nextClockGettime, nextGettimeofday, nextTime); }

std::atomic<int64_t> frames{0};
/// Looks at the clock by the program, and by its driver. Two counts, as the driver has threads: how often these look
/// before the program does differs from run to run, and must not move the program's clock.
std::atomic<int64_t> looks{0};
std::atomic<int64_t> driverLooks{0};

/// Nanoseconds; 0: the true time.
int64_t frameTime() {
    static const int64_t value = [] {
        const char* const text = getenv(protocol::kFrameTimeVariable);
        return text == nullptr ? 0 : strtoll(text, nullptr, 10);
    }();
    return value;
}

struct AddressRange {
    uintptr_t begin = 0;
    uintptr_t end = 0;
};

/// The program's own code: the first object that the loader lists.
AddressRange programRange() {
    static const AddressRange range = [] {
        AddressRange found;
        dl_iterate_phdr(
            [](dl_phdr_info* info, size_t, void* out) {
                auto& result = *static_cast<AddressRange*>(out);
                for (int i = 0; i < info->dlpi_phnum; ++i) {
                    const ElfW(Phdr)& part = info->dlpi_phdr[i];
                    if (part.p_type != PT_LOAD || (part.p_flags & PF_X) == 0) continue;
                    result.begin = info->dlpi_addr + part.p_vaddr;
                    result.end = result.begin + part.p_memsz;
                }
                return 1;
            },
            &found);
        return found;
    }();
    return range;
}

bool counts(const void* caller) {
    if (frameTime() == 0) return false;
    const auto address = reinterpret_cast<uintptr_t>(caller);
    const AddressRange range = programRange();
    return address >= range.begin && address < range.end;
}

/// True for code of Mesa's drivers: DRI modules, what these share, and Vulkan drivers.
bool isDriver(const void* caller) {
    if (frameTime() == 0) return false;
    const std::string_view path = libraryOf(caller);
    const std::string_view name = path.substr(path.rfind('/') + 1);
    return name.ends_with("_dri.so") || name.starts_with("libgallium") || name.starts_with("libvulkan_");
}

timespec now(int64_t startSeconds, std::atomic<int64_t>& looked) {
    const int64_t passed = frames.load() * frameTime() + looked.fetch_add(1) * kNanosecondsPerLook;
    return {.tv_sec = startSeconds + passed / kNanosecondsPerSecond, .tv_nsec = passed % kNanosecondsPerSecond};
}

}  // namespace

uint64_t driverTime() {
    if (frameTime() == 0) return 0;
    const timespec time = now(kDriverStart, driverLooks);
    return static_cast<uint64_t>(time.tv_sec * kNanosecondsPerSecond + time.tv_nsec);
}

void recordRequestDone(unsigned long code, const void* argument, size_t bytes) {
    switch (code) {
        case DRM_IOCTL_MODE_PAGE_FLIP:
        case DRM_IOCTL_MODE_SETCRTC:
            frames.fetch_add(1);
            break;
        case DRM_IOCTL_MODE_ATOMIC: {
            drm_mode_atomic request{};
            memcpy(&request, argument, bytes < sizeof request ? bytes : sizeof request);
            if ((request.flags & DRM_MODE_ATOMIC_TEST_ONLY) == 0) frames.fetch_add(1);
            break;
        }
        default:
            break;
    }
}

}  // namespace cyclorama::device::client

using namespace cyclorama::device::client;

EXPORTED int clock_gettime(clockid_t clock, timespec* time) noexcept {
    const bool real = clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE;
    const bool monotonic = clock == CLOCK_MONOTONIC || clock == CLOCK_MONOTONIC_COARSE ||
                           clock == CLOCK_MONOTONIC_RAW || clock == CLOCK_BOOTTIME;
    const void* const caller = __builtin_return_address(0);
    if ((real || monotonic) && counts(caller))
        *time = now(real ? kRealtimeStart : kMonotonicStart, looks);
    else if (monotonic && isDriver(caller))
        *time = now(kDriverStart, driverLooks);
    else
        return nextClockGettime(clock, time);
    return 0;
}

EXPORTED int gettimeofday(timeval* time, void* zone) noexcept {
    if (!counts(__builtin_return_address(0))) return nextGettimeofday(time, zone);
    const timespec exact = now(kRealtimeStart, looks);
    *time = {.tv_sec = exact.tv_sec, .tv_usec = exact.tv_nsec / 1000};
    return 0;
}

EXPORTED time_t time(time_t* out) noexcept {
    if (!counts(__builtin_return_address(0))) return nextTime(out);
    const timespec exact = now(kRealtimeStart, looks);
    if (out != nullptr) *out = exact.tv_sec;
    return exact.tv_sec;
}
