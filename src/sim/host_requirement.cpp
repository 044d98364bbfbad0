// SPDX-License-Identifier: MIT
// Compiled for every x86-64 processor (CMakeLists.txt), unlike the rest.

#include "sim/host_requirement.h"

#include <unistd.h>

#include <cstdlib>

namespace cyclorama::sim {

#if defined(__x86_64__)
namespace {

/// The first priority that is not the implementation's.
[[gnu::constructor(101), gnu::used]] void refuseOlderHosts() {
    __builtin_cpu_init();
    if (__builtin_cpu_supports("sse4.2") != 0 && __builtin_cpu_supports("popcnt") != 0) return;
    constexpr char kMessage[] =
        "cyclorama: this processor lacks SSE4.2 or POPCNT, which x86-64 processors have had since about 2009 "
        "(level x86-64-v2)\n";
    // Streams are static objects, and not there yet.
    const ssize_t written = write(STDERR_FILENO, kMessage, sizeof kMessage - 1);
    std::_Exit(written < 0 ? 2 : 1);
}

}  // namespace
#endif

void requireHost() {}

}  // namespace cyclorama::sim
