// SPDX-License-Identifier: MIT
// The reader of Vivante captures with any bytes: it refuses them or gives records that can be replayed.

#include <variant>

#include "families/vivante/capture/vivante_capture_reader.h"
#include "sim/error.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    using namespace cyclorama;
    try {
        vivante::VivanteCaptureReader reader(std::as_bytes(std::span(data, size)), "fuzz");
        while (reader.next()) {
        }
    } catch (const sim::Error&) {
    }
    return 0;
}
