// SPDX-License-Identifier: MIT
#pragma once
// The images that draws and clears write, as pictures, and what changes in them.

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "machine/values/image_part.h"

namespace cyclorama::report {

/// Bytes of a pixel of a picture: RGBA, or how deep it is.
constexpr uint32_t channelsOf(std::string_view aspect) { return aspect == "colour" ? 4 : 1; }

/// A target as a state describes it: equal for draws into the same image.
struct TargetName {
    std::string aspect;  // "colour" or "depth"
    uint64_t address = 0;
    uint32_t width = 0;   // pixels
    uint32_t height = 0;  // pixels
    std::string_view format;
    uint32_t number = 0;  // the place of a colour buffer among the draw's; 0 for others
    bool operator<(const TargetName& other) const {
        return std::tie(aspect, address, width, height, format, number) <
               std::tie(other.aspect, other.address, other.width, other.height, other.format, other.number);
    }
};

/// The smallest rectangle around the pixels of an image that differ, its ends exclusive; y from the top.
struct ImageDifference {
    uint32_t left = std::numeric_limits<uint32_t>::max();
    uint32_t top = std::numeric_limits<uint32_t>::max();
    uint32_t right = 0;
    uint32_t bottom = 0;
    /// Pixels before XOR pixels after.
    std::vector<uint8_t> pixels;

    bool empty() const { return right == 0; }
    /// Takes in a stretch of a line, its end exclusive.
    void reach(uint32_t line, uint32_t from, uint32_t end);
};

/// The image of a target, which begins as zeros: 8 bits a component, rows from the top as on the screen; RGBA, or the
/// mean depth of a pixel's samples, from 0 to 1.
class TargetImage {
  public:
    /// In pixels.
    TargetImage(uint32_t width, uint32_t height, uint32_t channels);

    /// Follows parts that are shown anew: pixels of each place, row by row. The image grows where they reach beyond it.
    ImageDifference update(std::span<const machine::ImagePart> places, std::span<const std::vector<uint8_t>> pixels);

  private:
    void grow(uint32_t width, uint32_t height);
    /// Takes the pixels of a difference over from `difference_`, and clears them there.
    void cut(ImageDifference& difference);
    void showRun(uint32_t x, uint32_t line, std::span<const uint8_t> shown, ImageDifference& difference);

    uint32_t width_, height_, channels_;
    std::vector<uint8_t> image_;
    std::vector<uint8_t> difference_;  // zeros, but during update()
};

}  // namespace cyclorama::report
