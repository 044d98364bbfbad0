// SPDX-License-Identifier: MIT
#include "cli/interrupt.h"

#include <errno.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <cstdint>

namespace cyclorama::cli {
namespace {

constexpr int kSignals[] = {SIGINT, SIGTERM, SIGHUP};

int wakeOfHandler = -1;

extern "C" void wakeUp(int) {
    const int error = errno;
    const uint64_t one = 1;
    // Nothing helps where it fails, and the next signal ends the process.
    [[maybe_unused]] const ssize_t written = write(wakeOfHandler, &one, sizeof one);
    errno = error;
}

}  // namespace

Interrupt::Interrupt() : wake_(eventfd(0, EFD_CLOEXEC)) {
    wakeOfHandler = wake_.get();
    struct sigaction action {};
    action.sa_handler = wakeUp;
    action.sa_flags = static_cast<int>(SA_RESETHAND);
    for (const int signal : kSignals) sigaction(signal, &action, nullptr);
}

Interrupt::~Interrupt() {
    for (const int signal : kSignals) ::signal(signal, SIG_DFL);
}

void Interrupt::wait() const {
    uint64_t count = 0;
    while (read(wake_.get(), &count, sizeof count) < 0 && errno == EINTR) {
    }
}

}  // namespace cyclorama::cli
