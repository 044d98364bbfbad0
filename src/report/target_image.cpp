// SPDX-License-Identifier: MIT
#include "report/target_image.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace cyclorama::report {

void ImageDifference::reach(uint32_t line, uint32_t from, uint32_t end) {
    top = std::min(top, line);
    bottom = std::max(bottom, line + 1);
    left = std::min(left, from);
    right = std::max(right, end);
}

TargetImage::TargetImage(uint32_t width, uint32_t height, uint32_t channels)
    : width_(width),
      height_(height),
      channels_(channels),
      image_(size_t{width} * height * channels),
      difference_(size_t{width} * height * channels) {}

void TargetImage::showRun(uint32_t x, uint32_t line, std::span<const uint8_t> shown, ImageDifference& difference) {
    const size_t first = (size_t{line} * width_ + x) * channels_;
    const std::span<uint8_t> before = std::span(image_).subspan(first, shown.size());
    if (std::memcmp(before.data(), shown.data(), shown.size()) == 0) return;
    const std::span<uint8_t> out = std::span(difference_).subspan(first, shown.size());
    for (size_t i = 0; i < shown.size(); ++i) out[i] = before[i] ^ shown[i];
    std::ranges::copy(shown, before.begin());
    const auto differs = [](uint8_t byte) { return byte != 0; };
    const auto left = static_cast<uint32_t>(std::ranges::find_if(out, differs) - out.begin());
    const auto right = static_cast<uint32_t>(out.rend() - std::find_if(out.rbegin(), out.rend(), differs));
    difference.reach(line, x + left / channels_, x + (right + channels_ - 1) / channels_);
}

ImageDifference TargetImage::update(std::span<const machine::ImagePart> places,
                                    std::span<const std::vector<uint8_t>> pixels) {
    uint32_t width = width_;
    uint32_t height = height_;
    for (const machine::ImagePart& place : places) {
        width = std::max(width, place.x + place.width);
        height = std::max(height, place.y + place.height);
    }
    if (width > width_ || height > height_) grow(width, height);
    ImageDifference difference;
    for (size_t i = 0; i < places.size(); ++i) {
        const machine::ImagePart& place = places[i];
        const size_t rowBytes = size_t{place.width} * channels_;
        for (uint32_t row = 0; row < place.height; ++row)
            showRun(place.x, place.y + row, std::span(pixels[i]).subspan(row * rowBytes, rowBytes), difference);
    }
    cut(difference);
    return difference;
}

void TargetImage::grow(uint32_t width, uint32_t height) {
    std::vector<uint8_t> image(size_t{width} * height * channels_);
    const size_t rowBytes = size_t{width_} * channels_;
    for (uint32_t row = 0; row < height_; ++row)
        std::copy_n(&image_[row * rowBytes], rowBytes, &image[size_t{row} * width * channels_]);
    image_ = std::move(image);
    difference_.resize(image_.size());
    width_ = width;
    height_ = height;
}

void TargetImage::cut(ImageDifference& difference) {
    if (difference.empty()) return;
    const size_t rowBytes = size_t{difference.right - difference.left} * channels_;
    difference.pixels.reserve(rowBytes * (difference.bottom - difference.top));
    for (uint32_t line = difference.top; line < difference.bottom; ++line) {
        const auto row =
            std::span(difference_).subspan((size_t{line} * width_ + difference.left) * channels_, rowBytes);
        difference.pixels.insert(difference.pixels.end(), row.begin(), row.end());
        std::ranges::fill(row, uint8_t{0});
    }
}

}  // namespace cyclorama::report
