// SPDX-License-Identifier: MIT
#include "machine/timing/rop/fragment_map.h"

#include <algorithm>

namespace cyclorama::machine::timing {

namespace {

constexpr uint32_t kQuadSide = 2;

uint32_t quadsAlong(uint32_t pixels) { return (pixels + kQuadSide - 1) / kQuadSide; }

}  // namespace

void FragmentMap::resize(uint32_t width, uint32_t height) {
    if (quadsAlong(width) == width_ && quadsAlong(height) == height_) return;
    width_ = quadsAlong(width);
    height_ = quadsAlong(height);
    values_.assign(size_t{width_} * height_, 0);
}

uint32_t* FragmentMap::valueOf(const QuadInFlight& quad) {
    const uint32_t x = static_cast<uint32_t>(quad.quad.x) / kQuadSide;
    const uint32_t y = static_cast<uint32_t>(quad.quad.y) / kQuadSide;
    return x < width_ && y < height_ ? &values_[size_t{y} * width_ + x] : nullptr;
}

void FragmentMap::note(const QuadInFlight& quad, sim::Cycle cycle) {
    uint32_t* value = valueOf(quad);
    if (value == nullptr) return;
    switch (mode_) {
        case FragmentMapMode::Color:
            break;
        case FragmentMapMode::Overdraw:
            *value += func::kQuadFragments;
            break;
        case FragmentMapMode::LatencyToWrite:
            *value = static_cast<uint32_t>(cycle - quad.created);
            break;
        case FragmentMapMode::ShaderLatency:
            *value = static_cast<uint32_t>(quad.shaderEnd - quad.shaderStart);
            break;
    }
}

void FragmentMap::recordColor(const QuadInFlight& quad, uint32_t color) {
    if (uint32_t* value = valueOf(quad); value != nullptr) *value = color;
}

func::Picture FragmentMap::finishFrame(uint32_t width, uint32_t height, func::RowOrder rows) {
    resize(width, height);
    func::Picture picture{.width = width_, .height = height_, .rgba = {}};
    picture.rgba.reserve(values_.size() * 4);
    for (uint32_t row = 0; row < height_; ++row) {
        const uint32_t y = rows == func::RowOrder::TopFirst ? row : height_ - 1 - row;
        for (uint32_t x = 0; x < width_; ++x) {
            const uint32_t value = values_[size_t{y} * width_ + x];
            for (const uint32_t shift : {0u, 8u, 16u}) picture.rgba.push_back(static_cast<uint8_t>(value >> shift));
            picture.rgba.push_back(255);
        }
    }
    std::fill(values_.begin(), values_.end(), 0);
    return picture;
}

}  // namespace cyclorama::machine::timing
