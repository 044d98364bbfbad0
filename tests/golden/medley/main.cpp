// SPDX-License-Identifier: MIT
// Draws the medley on a screen: what scripts/renew/captures records.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <exception>

#include "golden/medley/medley.h"

int main(int argc, char** argv) {
    int frames = 1;
    int width = 64;
    int height = 48;
    int samples = 0;
    CLI::App app("Draws a small picture of many things that OpenGL ES 2 can do.");
    app.add_option("--frames", frames, "Frames")->capture_default_str();
    app.add_option("--width", width, "Pixels")->capture_default_str();
    app.add_option("--height", height, "Pixels")->capture_default_str();
    app.add_option("--samples", samples, "Samples a pixel; 0 for one")->capture_default_str();
    CLI11_PARSE(app, argc, argv);
    try {
        const auto display = gles_scene::openScreen("/dev/dri/card0", width, height, samples);
        medley::Medley medley;
        for (int frame = 0; frame < frames; ++frame) {
            medley.draw(*display, frame);
            display->present();
        }
    } catch (const std::exception& error) {
        fmt::print(stderr, "gles_medley: {}\n", error.what());
        return 1;
    }
    return 0;
}
