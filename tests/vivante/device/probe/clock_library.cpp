// SPDX-License-Identifier: MIT
// A library that looks at the clock, built under the name of a driver and under another.

#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <time.h>

#include <cstdint>

extern "C" __attribute__((visibility("default"))) int64_t monotonicSeconds();

namespace {

pthread_t thread;
sem_t ended;
bool started = false;

void* lookOnceEnded(void*) {
    sem_wait(&ended);
    monotonicSeconds();
    FILE* const file = fopen("/dev/null", "re");
    if (file != nullptr) fclose(file);
    return nullptr;
}

__attribute__((destructor)) void waitForThread() {
    if (!started) return;
    sem_post(&ended);
    pthread_join(thread, nullptr);
}

}  // namespace

extern "C" __attribute__((visibility("default"))) int64_t monotonicSeconds() {
    timespec time{};
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec;
}

/// Starts a thread that looks at the clock, and opens a file, when the library is unloaded, which waits for it: as the
/// queues of Mesa's drivers do.
extern "C" __attribute__((visibility("default"))) void startThread() {
    sem_init(&ended, 0, 0);
    started = pthread_create(&thread, nullptr, lookOnceEnded, nullptr) == 0;
}
