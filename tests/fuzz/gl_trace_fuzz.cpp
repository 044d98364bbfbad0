// SPDX-License-Identifier: MIT
// Traces of OpenGL calls, and the files beside them, of any bytes: reading ends in calls or in a sim::Error. The first
// byte chooses which file the rest is, a trace also behind a good first line.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <variant>

#include "gltrace/buffers.h"
#include "gltrace/trace_reader.h"
#include "sim/error.h"
#include "workload/byte_input.h"

namespace {

using namespace cyclorama;

void readNumbers(const gltrace::Argument& argument, gltrace::Encoding encoding) {
    for (const gltrace::Number& number : argument.numbers) {
        (void)number.integer();
        (void)number.toFloat(encoding);
        (void)number.toDouble(encoding);
    }
}

void readTrace(std::span<const std::byte> bytes) {
    gltrace::TraceReader reader{workload::ByteInput(bytes, "fuzz")};
    while (const auto entry = reader.next()) {
        if (const auto* directive = std::get_if<gltrace::Directive>(&*entry)) {
            (void)gltrace::resolutionOf(directive->text);
            continue;
        }
        const auto& call = std::get<gltrace::Call>(*entry);
        for (const gltrace::Argument& argument : call.arguments) readNumbers(argument, reader.encoding());
        if (call.result) readNumbers(*call.result, reader.encoding());
    }
}

void readBuffers(std::span<const std::byte> bytes) {
    gltrace::Buffers buffers;
    const size_t half = bytes.size() / 2;
    buffers.readDescriptors(workload::ByteInput(bytes.first(half), "descriptors"));
    buffers.readRegions(workload::ByteInput(bytes.subspan(half), "regions"));
    for (uint32_t identifier = 0; identifier < 4; ++identifier) {
        std::byte sum{0};
        for (const std::byte value : buffers.find(identifier)) sum ^= value;
        if (sum == std::byte{0xff}) (void)buffers.find(identifier + 1);
    }
}

void read(uint8_t choice, std::span<const std::byte> bytes) {
    switch (choice % 4) {
        case 0:
            return readTrace(bytes);
        case 1:
            return readBuffers(bytes);
        default:
            break;
    }
    std::string text = choice % 4 == 2 ? "GLI0.t\n" : "GLI0.h\n";
    text.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    readTrace(std::as_bytes(std::span(text)));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    if (size == 0) return 0;
    try {
        read(data[0], std::as_bytes(std::span(data + 1, size - 1)));
    } catch (const sim::Error&) {
    }
    return 0;
}
