// SPDX-License-Identifier: MIT
// Draws a scene with Vulkan, for `cyclorama exec` and for comparing drivers: the same frames wherever it runs.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstring>
#include <exception>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "results/png_writer.h"
#include "scene.h"
#include "screen.h"

namespace {

using namespace vulkan_scene;

struct Options {
    uint32_t frames = 1;
    uint32_t width = 320;
    uint32_t height = 240;
    uint32_t samples = 1;
    std::string out;
    bool present = false;
};

/// Copies a picture to memory that the host reads: RGBA, rows from the top, opaque as a screen shows it.
std::vector<uint8_t> readPicture(const Gpu& gpu, const Image& picture, const Buffer& buffer) {
    gpu.execute([&](const vk::raii::CommandBuffer& commands) {
        commands.copyImageToBuffer(*picture.handle, vk::ImageLayout::eTransferSrcOptimal, *buffer.handle,
                                   vk::BufferImageCopy(0, 0, 0, {vk::ImageAspectFlagBits::eColor, 0, 0, 1}, {},
                                                       {picture.size.width, picture.size.height, 1}));
        commands.pipelineBarrier(vk::PipelineStageFlagBits::eTransfer, vk::PipelineStageFlagBits::eHost, {},
                                 vk::MemoryBarrier(vk::AccessFlagBits::eTransferWrite, vk::AccessFlagBits::eHostRead),
                                 {}, {});
    });
    std::vector<uint8_t> pixels(size_t{picture.size.width} * picture.size.height * 4);
    std::memcpy(pixels.data(), buffer.memory.mapMemory(0, pixels.size()), pixels.size());
    buffer.memory.unmapMemory();
    for (size_t i = 3; i < pixels.size(); i += 4) pixels[i] = 255;
    return pixels;
}

void drawFrames(const Options& options) {
    constexpr float kDegreesPerFrame = 3;
    const Gpu gpu({.display = options.present});
    fmt::print("renderer {}\n", std::string_view(gpu.physical().getProperties().deviceName.data()));
    vk::Extent2D size(options.width, options.height);
    std::optional<Screen> screen;
    if (options.present) {
        screen.emplace(gpu, size);
        size = screen->size();
    }
    Scene scene(gpu, size, options.samples);
    const Buffer pixels =
        gpu.makeBuffer(vk::DeviceSize{size.width} * size.height * 4, vk::BufferUsageFlagBits::eTransferDst, {}, true);
    for (uint32_t frame = 0; frame < options.frames; ++frame) {
        gpu.execute([&](const vk::raii::CommandBuffer& commands) {
            scene.record(commands, kDegreesPerFrame * static_cast<float>(frame));
        });
        if (!options.out.empty()) {
            const auto path = std::filesystem::path(options.out) / cyclorama::results::frameFileName(frame);
            cyclorama::results::writePng(path, {size.width, size.height, readPicture(gpu, scene.picture(), pixels)});
        }
        if (screen) screen->show(scene.picture());
    }
    gpu.device().waitIdle();
}

}  // namespace

int main(int argc, char** argv) {
    Options options;
    CLI::App app("Draws a scene with Vulkan.");
    app.add_option("--frames", options.frames, "Frames; the knot turns by three degrees from one to the next")
        ->check(CLI::Range(1, 100000))
        ->capture_default_str();
    app.add_option("--width", options.width, "Pixels")->check(CLI::Range(16, 4096))->capture_default_str();
    app.add_option("--height", options.height, "Pixels")->check(CLI::Range(16, 4096))->capture_default_str();
    app.add_option("--samples", options.samples, "A pixel")->check(CLI::IsMember({1, 4}))->capture_default_str();
    app.add_option("--out", options.out, "Folder for the frames, read back, as PNG files");
    app.add_flag("--present", options.present, "Show the frames on a screen, in its mode of that size if it has one");
    CLI11_PARSE(app, argc, argv);
    try {
        if (!options.out.empty()) std::filesystem::create_directories(options.out);
        drawFrames(options);
    } catch (const std::exception& error) {
        fmt::print(stderr, "vulkan_scene: {}\n", error.what());
        return 1;
    }
    return 0;
}
