// SPDX-License-Identifier: MIT
#pragma once
// Pictures as PNG files.

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>

namespace cyclorama::results {

/// 8-bit RGBA, rows from the top, without gaps: width * height * 4 bytes.
struct PictureView {
    uint32_t width = 0;
    uint32_t height = 0;
    std::span<const uint8_t> rgba;
};

/// The bytes of a picture's file; without an alpha channel where all of it is opaque. The same picture gives the same
/// bytes. Throws std::invalid_argument where the picture is empty or not of its stated size, std::runtime_error where
/// the memory does not suffice.
std::string encodePng(const PictureView& picture);

/// Writes what encodePng() gives. Throws sim::Error where the file cannot be written or the picture is empty or not of
/// its stated size.
void writePng(const std::filesystem::path& path, const PictureView& picture);

/// The name of the picture of a frame: `frame0007.png` for frame 7, with more digits from 10000 on.
std::string frameFileName(uint32_t frame);

}  // namespace cyclorama::results
