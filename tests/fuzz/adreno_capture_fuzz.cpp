// SPDX-License-Identifier: MIT
// The reader of Adreno captures with any bytes: it refuses them or gives records that can be replayed.

#include <variant>

#include "families/adreno/capture/adreno_capture.h"
#include "sim/error.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    using namespace cyclorama;
    try {
        adreno::AdrenoCaptureReader reader(std::as_bytes(std::span(data, size)), "fuzz");
        while (reader.next()) {
        }
    } catch (const sim::Error&) {
    }
    return 0;
}
