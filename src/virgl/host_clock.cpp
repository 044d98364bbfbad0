// SPDX-License-Identifier: MIT
#include "virgl/host_clock.h"

#include <chrono>

namespace cyclorama::virgl {

uint64_t monotonicTime() {
    using std::chrono::nanoseconds;
    return static_cast<uint64_t>(
        std::chrono::duration_cast<nanoseconds>(std::chrono::steady_clock::now().time_since_epoch()).count());
}

}  // namespace cyclorama::virgl
