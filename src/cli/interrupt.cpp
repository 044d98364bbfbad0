// SPDX-License-Identifier: MIT
#include "cli/interrupt.h"

#include <errno.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <cstdint>

#include "device/core/unique_fd.h"

namespace cyclorama::cli {
namespace {

int wakeOfHandler = -1;

extern "C" void wakeUp(int) {
    const int error = errno;
    const uint64_t one = 1;
    // Nothing helps where it fails, and the next signal ends the process.
    [[maybe_unused]] const ssize_t written = write(wakeOfHandler, &one, sizeof one);
    errno = error;
}

}  // namespace

void waitForInterrupt() {
    const device::UniqueFd wake(eventfd(0, EFD_CLOEXEC));
    wakeOfHandler = wake.get();
    struct sigaction action {};
    action.sa_handler = wakeUp;
    action.sa_flags = static_cast<int>(SA_RESETHAND);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaction(signal, &action, nullptr);
    uint64_t count = 0;
    while (read(wake.get(), &count, sizeof count) < 0 && errno == EINTR) {
    }
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) ::signal(signal, SIG_DFL);
}

}  // namespace cyclorama::cli
