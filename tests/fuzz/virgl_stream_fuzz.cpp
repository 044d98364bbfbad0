// SPDX-License-Identifier: MIT
// Any stream of virgl commands is executed or refused, by the host and by ATTILA's driver behind it. What the driver
// sends is not executed here: other fuzzers hold the machine to any transactions.
// Input: resources of four bytes each (shape, format, sizes) until one of zeros, then words of a stream.

#include <vector>

#include "families/attila/driver/draw/renderer.h"
#include "fuzz/hostile_requests.h"
#include "virgl/host.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    using namespace cyclorama;
    fuzz::Input input(std::span(data, size));
    machine::Configuration configuration;
    configuration.memoryController.memorySize = 16;
    virgl::Host host(std::make_unique<attila::Renderer>(configuration));
    device::fuzz::NoContext execution;
    host.attach(execution, [](const sim::FindingKind&, std::string_view, std::string_view) {});
    std::vector<std::byte> memory(1 << 16);
    constexpr uint32_t kMostResources = 8;
    for (uint32_t number = 1; number <= kMostResources; ++number) {
        const uint8_t target = input.byte();
        const uint8_t format = input.byte();
        const uint8_t width = input.byte();
        const uint8_t height = input.byte();
        if (format == 0 && target == 0) break;
        const bool isBuffer = target == 0;
        host.createResource({number},
                            {.target = static_cast<virgl::Target>(target),
                             .format = static_cast<virgl::Format>(format),
                             .width = isBuffer ? width * 16u : width,
                             .height = isBuffer ? 1u : height,
                             .layers = target == static_cast<uint8_t>(virgl::Target::Cube) ? 6u : 1u},
                            {.keep = nullptr, .bytes = memory});
    }
    std::vector<uint32_t> stream;
    while (!input.empty()) stream.push_back(input.word());
    host.execute({1}, stream);
    host.execute({1}, stream);
    for (uint32_t number = 1; number <= kMostResources; ++number) host.present({number});
    return 0;
}
