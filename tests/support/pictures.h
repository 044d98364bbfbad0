// SPDX-License-Identifier: MIT
#pragma once
// Pictures that programs wrote, held against references.

#include <gtest/gtest.h>
#include <png.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <vector>

namespace cyclorama {

struct Picture {
    uint32_t width = 0;
    uint32_t height = 0;
    std::vector<uint8_t> rgba;

    bool operator==(const Picture&) const = default;
};

/// Fails the test, and gives an empty picture, where there is none.
inline Picture readPng(const std::filesystem::path& path) {
    png_image image{};
    image.version = PNG_IMAGE_VERSION;
    EXPECT_NE(png_image_begin_read_from_file(&image, path.c_str()), 0) << path << ": " << image.message;
    image.format = PNG_FORMAT_RGBA;
    Picture picture{.width = image.width, .height = image.height, .rgba = std::vector<uint8_t>(PNG_IMAGE_SIZE(image))};
    EXPECT_NE(png_image_finish_read(&image, nullptr, picture.rgba.data(), 0, nullptr), 0) << path;
    return picture;
}

/// The share of the pixels whose colours differ by at most `most` of 255 in each channel; alpha does not count.
inline double shareAlike(const Picture& a, const Picture& b, int most) {
    if (a.width != b.width || a.height != b.height || a.rgba.empty()) return 0;
    size_t alike = 0;
    for (size_t pixel = 0; pixel < a.rgba.size(); pixel += 4) {
        int difference = 0;
        for (size_t c = pixel; c < pixel + 3; ++c) difference = std::max(difference, std::abs(a.rgba[c] - b.rgba[c]));
        alike += difference <= most ? 1 : 0;
    }
    return static_cast<double>(alike) / (static_cast<double>(a.rgba.size()) / 4);
}

}  // namespace cyclorama
