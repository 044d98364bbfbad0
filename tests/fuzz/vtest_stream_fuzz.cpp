// SPDX-License-Identifier: MIT
// Any bytes on the vtest socket are answered or refused, before the driver of a real machine. What it sends is not
// executed here.
// Input: the bytes of two programs that the server serves at once: one that says the parts of which program come next,
// and so on. A part may be a whole request in the right form, so that little input goes far.

#include <thread>
#include <vector>

#include "families/attila/driver/gpu_driver.h"
#include "fuzz/hostile_requests.h"
#include "virgl/memory_stream.h"

namespace {

using namespace cyclorama;

/// The words of each request; of SUBMIT_CMD and CREATE_RENDERER any number.
constexpr size_t kWords[] = {0, 0, 10, 1, 11, 11, 0, 2, 0, 0, 0, 1, 11, 10, 10};
constexpr uint32_t kPut = 5;
constexpr uint32_t kSubmit = 6;
constexpr uint32_t kIntroduce = 8;
constexpr uint32_t kShare = 12;

void putRequest(fuzz::Input& input, virgl::test::MemoryStream& stream, uint32_t number) {
    if (number == kIntroduce) return stream.introduce("fuzz");
    std::vector<uint32_t> words(number == kSubmit ? input.byte() : kWords[number]);
    // Small numbers, which are likelier to name something.
    for (uint32_t& word : words) word = number == kSubmit ? input.word() : input.byte();
    if (number == kShare) words.back() *= 64;
    if (number != kPut) return stream.ask(number, words);
    std::vector<std::byte> texels(words.back());
    input.fill(texels);
    stream.ask(number, words, words.size() + (texels.size() + 3) / 4);
    stream.put(texels);
}

void putAny(fuzz::Input& input, virgl::test::MemoryStream& stream) {
    std::vector<std::byte> bytes(input.byte());
    input.fill(bytes);
    stream.put(bytes);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    fuzz::Input input(std::span(data, size));
    virgl::test::MemoryStream streams[2];
    for (virgl::test::MemoryStream& stream : streams) {
        if (input.byte() == 0xff) continue;
        stream.introduce("fuzz");
        stream.ask(11, {input.byte() & 3u});
    }
    while (!input.empty()) {
        const uint8_t choice = input.byte();
        virgl::test::MemoryStream& stream = streams[choice >> 7];
        const uint32_t number = choice & 0x7f;
        if (number < std::size(kWords))
            putRequest(input, stream, number);
        else
            putAny(input, stream);
    }
    machine::Configuration configuration;
    configuration.memoryController.memorySize = 16;
    const attila::GpuDriver driver(configuration);
    device::fuzz::NoExecutor executor;
    device::fuzz::NoFrames frames;
    device::Device device(driver, {.width = 64, .height = 32}, executor, frames);
    const device::SocketAccess access(device.core());
    std::thread other([&] { driver.serveSocket(access, streams[1]); });
    driver.serveSocket(access, streams[0]);
    other.join();
    device.core().queue.drain();
    return 0;
}
