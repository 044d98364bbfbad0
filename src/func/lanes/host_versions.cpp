// SPDX-License-Identifier: MIT
#include "func/lanes/host_versions.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace cyclorama::func {

namespace {

bool hasWideVectors() {
#if defined(__x86_64__)
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx2") != 0;
#else
    return false;
#endif
}

[[noreturn]] void refuse(const char* value, const char* reason) {
    std::fprintf(stderr, "cyclorama: CYCLORAMA_HOST_VECTORS=%s: %s\n", value, reason);
    std::_Exit(2);
}

bool choosesWideVersions() {
    const char* const wanted = std::getenv("CYCLORAMA_HOST_VECTORS");
    if (wanted == nullptr) return hasWideVectors();
    if (std::strcmp(wanted, "plain") == 0) return false;
    if (std::strcmp(wanted, "wide") != 0) refuse(wanted, "neither 'plain' nor 'wide'");
    if (!hasWideVectors()) refuse(wanted, "this processor lacks AVX2");
    return true;
}

}  // namespace

const bool kRunsWideVersions = choosesWideVersions();

}  // namespace cyclorama::func
