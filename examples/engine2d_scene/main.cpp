// SPDX-License-Identifier: MIT
// A picture by the 2D engine of a Vivante chip, without a driver in between: what the engine can do, one thing beside
// the other. Its argument is the file for the picture (PNG).

#include <drm.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <exception>
#include <vector>

#include "engine2d_scene/gpu.h"
#include "results/png_writer.h"

namespace engine2d_scene {
namespace {

using namespace cyclorama::vivante::literals;

constexpr int kWidth = 320;
constexpr int kHeight = 240;
constexpr int kBall = 64;

// Values of the registers.
constexpr uint32_t kArgb = 6;
constexpr uint32_t kYuy2 = 7;
constexpr uint32_t kBitmap = 10;
constexpr uint32_t kClear = 0;
constexpr uint32_t kLine = 1u << 12;
constexpr uint32_t kBlit = 2u << 12;
constexpr uint32_t kStretch = 4u << 12;
constexpr uint32_t kRop4 = 3u << 20;
constexpr uint32_t kSource = 0xcc;
constexpr uint32_t kInverted = 0x55;
constexpr uint32_t kPattern = 0xf0;

/// A ball that is lit from the upper left, colours multiplied by alpha; its edge is soft.
void paintBall(uint32_t* pixels) {
    for (int y = 0; y < kBall; ++y)
        for (int x = 0; x < kBall; ++x) {
            const double dx = (x - 31.5) / 31.5;
            const double dy = (y - 31.5) / 31.5;
            const double edge = std::clamp((1 - std::sqrt(dx * dx + dy * dy)) * 16, 0.0, 1.0);
            const double light = std::clamp(1 - std::hypot(dx + 0.4, dy + 0.4) * 0.7, 0.1, 1.0) * edge;
            const auto byte = [](double value) { return static_cast<uint32_t>(std::lround(value * 255)); };
            pixels[y * kBall + x] = byte(edge) << 24 | byte(light) << 16 | byte(light * 0.5) << 8 | byte(light * 0.2);
        }
}

/// Two bars of colour in YUV, a word for two pixels.
void paintBars(uint32_t* words) {
    for (uint32_t i = 0; i < 16u * 32; ++i) words[i] = i % 16 < 8 ? 0xf0515a51 : 0x229136a9;
}

void setSource(Commands& commands, const Buffer& buffer, uint32_t stride, uint32_t format) {
    commands.address("DE.SRC_ADDRESS"_reg, buffer, false);
    commands.set("DE.SRC_STRIDE"_reg, stride);
    commands.set("DE.SRC_CONFIG"_reg, format << 24);
    commands.set("DE.SRC_ORIGIN"_reg, 0);
}

void setDestination(Commands& commands, const Buffer& picture, uint32_t command, uint32_t rop) {
    commands.address("DE.DEST_ADDRESS"_reg, picture, true);
    commands.set("DE.DEST_STRIDE"_reg, kWidth * 4);
    commands.set("DE.DEST_CONFIG"_reg, kArgb | command);
    commands.set("DE.ROP"_reg, rop | rop << 8 | kRop4);
}

void drawBackground(Commands& commands, const Buffer& picture) {
    commands.load("DE.CLIP_TOP_LEFT"_reg, {0, Commands::corner(kWidth, kHeight)});
    setDestination(commands, picture, kClear, kSource);
    for (int band = 0; band < 8; ++band) {
        commands.set("DE.CLEAR_PIXEL_VALUE32"_reg, 0xff203040 + static_cast<uint32_t>(band) * 0x00080c10);
        commands.draw({{0, band * 30, kWidth, band * 30 + 30}});
    }
    setDestination(commands, picture, kBlit, kPattern);
    commands.load("DE.PATTERN_LOW"_reg, {0x40801020, 0x04080102});
    commands.set("DE.PATTERN_BG_COLOR"_reg, 0xff303030);
    commands.set("DE.PATTERN_FG_COLOR"_reg, 0xff70a0c0);
    commands.set("DE.PATTERN_CONFIG"_reg, kBitmap | 1u << 4);
    commands.draw({{8, 8, 72, 72}, {248, 168, 312, 232}});
}

void drawBalls(Commands& commands, const Buffer& picture, const Buffer& ball) {
    setSource(commands, ball, kBall * 4, kArgb);
    setDestination(commands, picture, kBlit, kSource);
    // OVER, and for the second all of it at half its alpha.
    commands.set("DE.ALPHA_CONTROL"_reg, 1);
    commands.set("DE.ALPHA_MODES"_reg, 1u << 24 | 3u << 28);
    commands.draw({{40, 40, 40 + kBall, 40 + kBall}});
    commands.set("DE.ALPHA_MODES"_reg, 2u << 8 | 1u << 24 | 3u << 28);
    commands.set("DE.GLOBAL_SRC_COLOR"_reg, 0x80000000);
    commands.set("DE.COLOR_MULTIPLY_MODES"_reg, 1u << 8);
    commands.draw({{120, 40, 120 + kBall, 40 + kBall}});
    commands.set("DE.ALPHA_CONTROL"_reg, 0);
    // A quarter to the left, upside down, and four times as large.
    commands.set("DE.SRC_ROTATION_CONFIG"_reg, kBall);
    commands.set("DE.SRC_ROTATION_HEIGHT"_reg, kBall);
    commands.set("DE.ROT_ANGLE"_reg, 4);
    commands.draw({{200, 40, 200 + kBall, 40 + kBall}});
    commands.set("DE.ROT_ANGLE"_reg, 2u << 12);
    commands.draw({{8, 120, 8 + kBall, 120 + kBall}});
    commands.set("DE.ROT_ANGLE"_reg, 0);
    setDestination(commands, picture, kStretch, kSource);
    commands.load("DE.STRETCH_FACTOR_LOW"_reg, {0x8000, 0x8000});
    commands.load("DE.CLIP_TOP_LEFT"_reg, {Commands::corner(80, 120), Commands::corner(160, 232)});
    commands.draw({{56, 112, 56 + 2 * kBall, 112 + 2 * kBall}});
    commands.load("DE.CLIP_TOP_LEFT"_reg, {0, Commands::corner(kWidth, kHeight)});
}

/// The ball, wider by a filter: between two pixels it takes from both.
void drawFiltered(Commands& commands, const Buffer& picture, const Buffer& ball) {
    std::vector<uint32_t> kernel(77);
    for (uint32_t row = 0; row < 17; ++row) {
        const uint32_t right = 0x2000 + row * 0x200;
        const auto put = [&](uint32_t tap, uint32_t value) {
            kernel[(row * 9 + tap) / 2] |= value << (16 * ((row * 9 + tap) % 2));
        };
        put(3, 0x4000 - right);
        put(4, right);
    }
    setSource(commands, ball, kBall * 4, kArgb);
    setDestination(commands, picture, 5u << 12, kSource);
    commands.load("DE.FILTER_KERNEL"_reg, kernel);
    commands.set("DE.STRETCH_FACTOR_LOW"_reg, 0x8000);
    commands.load("DE.VR_SOURCE_IMAGE_LOW"_reg, {0, Commands::corner(kBall, kBall), 0, 0, Commands::corner(176, 120),
                                                 Commands::corner(176 + 2 * kBall, 120 + 40)});
    commands.set("DE.VR_CONFIG"_reg, 0);
}

void drawTheRest(Commands& commands, const Buffer& picture, const Buffer& bars, const Buffer& letter) {
    setSource(commands, bars, 64, kYuy2);
    setDestination(commands, picture, kBlit, kSource);
    commands.draw({{176, 168, 208, 200}});
    // A letter; lines; and what is there, inverted.
    setSource(commands, letter, 4, kBitmap);
    commands.load("DE.SRC_COLOR_BG"_reg, {0xff202020, 0xffffff40});
    commands.draw({{216, 176, 224, 184}});
    setDestination(commands, picture, kLine, kSource);
    std::vector<Rectangle> fan;
    for (int i = 0; i <= 16; ++i) fan.push_back({168, 232, 168 + 4 * i, 208});
    commands.draw(fan);
    setDestination(commands, picture, kBlit, kInverted);
    commands.draw({{272, 60, 312, 100}});
    commands.set("GL.FLUSH_CACHE"_reg, 1u << 3);
}

void drawPicture(const char* file) {
    const Gpu gpu;
    fmt::print("GC{:x}\n", gpu.parameter(etnaviv::Param::Model));
    const Buffer picture(gpu, uint64_t{kWidth} * kHeight * 4);
    const Buffer ball(gpu, uint64_t{kBall} * kBall * 4);
    const Buffer bars(gpu, 4096);
    paintBall(ball.words());
    paintBars(bars.words());
    const Buffer letter(gpu, 4096);
    constexpr std::array<uint32_t, 8> kRows{0x88, 0xd8, 0xa8, 0xa8, 0x88, 0x88, 0x88, 0};
    std::ranges::copy(kRows, letter.words());
    Commands commands;
    drawBackground(commands, picture);
    drawBalls(commands, picture, ball);
    drawFiltered(commands, picture, ball);
    drawTheRest(commands, picture, bars, letter);
    commands.submit(gpu);
    picture.wait();
    std::vector<uint8_t> rgba;
    for (size_t i = 0; i < size_t{kWidth} * kHeight; ++i) {
        const uint32_t pixel = picture.words()[i];
        for (const uint32_t shift : {16u, 8u, 0u}) rgba.push_back(static_cast<uint8_t>(pixel >> shift));
        rgba.push_back(255);
    }
    cyclorama::results::writePng(file, {kWidth, kHeight, rgba});
}

}  // namespace
}  // namespace engine2d_scene

int main(int count, char** arguments) {
    if (count != 2) {
        fmt::print(stderr, "usage: engine2d_scene FILE.png\n");
        return 2;
    }
    try {
        engine2d_scene::drawPicture(arguments[1]);
    } catch (const std::exception& problem) {
        fmt::print(stderr, "{}\n", problem.what());
        return 1;
    }
    return 0;
}
