// SPDX-License-Identifier: MIT
// ATTILA traces from a hostile driver: whatever the bytes, reading ends in a command stream or in a sim::Error.
// The first byte chooses whether the rest is a whole file, compressed or not, or the transactions after a good header.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "families/attila/frontend/front_end.h"
#include "families/attila/trace/attila_trace_reader.h"
#include "families/attila/trace/attila_trace_writer.h"
#include "mem/address_space.h"
#include "sim/error.h"

namespace {

using namespace cyclorama;

constexpr attila::AttilaTraceParameters kParameters = {.gpuMemoryMiB = 1, .systemMemoryMiB = 1};

class Memory final : public gpu::MemoryReader {
  public:
    bool read(func::Address address, std::span<std::byte> out) const override { return space.read(address, out); }

    mem::AddressSpace space{{.gpuMemoryBytes = 1 << 20, .systemMemoryBytes = 1 << 20}};
};

void run(std::span<const std::byte> trace, uint32_t skipFrames) {
    try {
        attila::AttilaTraceReader reader(trace, "fuzz");
        attila::AttilaFrontEnd frontEnd(reader, {.skipFrames = skipFrames});
        Memory memory;
        while (const auto command = frontEnd.next(memory))
            if (const auto* write = std::get_if<gpu::WriteMemory>(&command->operation))
                memory.space.write(write->address, write->data);
    } catch (const sim::Error&) {
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    if (size == 0) return 0;
    const std::span<const std::byte> input = std::as_bytes(std::span(data + 1, size - 1));
    if (data[0] % 2 == 0) {
        run(input, data[0] / 2 % 2);
        return 0;
    }
    workload::MemoryOutput trace;
    const attila::AttilaTraceWriter writer(trace, kParameters);
    trace.write(input);
    run(trace.bytes, data[0] / 2 % 2);
    return 0;
}
