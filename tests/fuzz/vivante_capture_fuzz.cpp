// The reader of Vivante captures with any bytes: it refuses them or gives records that can be replayed.

#include <variant>

#include "sim/error.h"
#include "workload/vivante_capture_reader.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    using namespace cyclorama;
    try {
        workload::VivanteCaptureReader reader(std::as_bytes(std::span(data, size)), "fuzz");
        while (reader.next()) {
        }
    } catch (const sim::Error&) {
    }
    return 0;
}
