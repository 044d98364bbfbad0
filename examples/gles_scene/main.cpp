// SPDX-License-Identifier: MIT
// Draws a scene with OpenGL ES 2, for `cyclorama exec` and for comparing drivers: the same frames wherever it runs.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <exception>
#include <filesystem>
#include <memory>
#include <string>

#include "display.h"
#include "results/png_writer.h"
#include "scene.h"

namespace {

struct Options {
    int frames = 1;
    int width = 320;
    int height = 240;
    std::string out;
    bool present = false;
    std::string card = "/dev/dri/card0";
};

void drawFrames(const Options& options) {
    using namespace gles_scene;
    constexpr float kDegreesPerFrame = 3;
    const std::unique_ptr<Display> display = options.present
                                                 ? openScreen(options.card, options.width, options.height, 0)
                                                 : openSurfaceless(options.width, options.height);
    const auto* renderer = reinterpret_cast<const char*>(glGetString(GL_RENDERER));
    fmt::print("renderer {}\n", renderer == nullptr ? "unknown" : renderer);
    Scene scene;
    const GLsizei width = display->width();
    const GLsizei height = display->height();
    for (int frame = 0; frame < options.frames; ++frame) {
        scene.draw(kDegreesPerFrame * static_cast<float>(frame), static_cast<float>(width) / static_cast<float>(height),
                   height, [&] { display->bind(); });
        if (!options.out.empty()) {
            const auto path =
                std::filesystem::path(options.out) / cyclorama::results::frameFileName(static_cast<uint32_t>(frame));
            auto pixels = readPixels(width, height);
            // The picture is what a screen would show: without alpha.
            for (size_t i = 3; i < pixels.size(); i += 4) pixels[i] = 255;
            cyclorama::results::writePng(path, {static_cast<uint32_t>(width), static_cast<uint32_t>(height), pixels});
        }
        display->present();
    }
    if (const GLenum error = glGetError(); error != GL_NO_ERROR)
        throw std::runtime_error(fmt::format("OpenGL error {:#x}", error));
}

}  // namespace

int main(int argc, char** argv) {
    Options options;
    CLI::App app("Draws a scene with OpenGL ES 2.");
    app.add_option("--frames", options.frames, "Frames; the table turns by three degrees from one to the next")
        ->check(CLI::Range(1, 100000))
        ->capture_default_str();
    app.add_option("--width", options.width, "Pixels")->check(CLI::Range(16, 4096))->capture_default_str();
    app.add_option("--height", options.height, "Pixels")->check(CLI::Range(16, 4096))->capture_default_str();
    app.add_option("--out", options.out, "Folder for the frames, read back, as PNG files");
    app.add_flag("--present", options.present, "Show the frames on a screen, in its mode of that size if it has one");
    app.add_option("--card", options.card, "The device of the screen")->capture_default_str();
    CLI11_PARSE(app, argc, argv);
    try {
        if (!options.out.empty()) std::filesystem::create_directories(options.out);
        drawFrames(options);
    } catch (const std::exception& error) {
        fmt::print(stderr, "gles_scene: {}\n", error.what());
        return 1;
    }
    return 0;
}
