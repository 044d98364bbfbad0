// SPDX-License-Identifier: MIT
#include "stone.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace vulkan_scene {
namespace {

/// A number from 0 to 1 for a point of a grid, as if at random.
float noiseAt(uint32_t x, uint32_t y) {
    uint32_t bits = x * 0x8da6b343u ^ y * 0xd8163841u;
    bits = (bits ^ bits >> 15) * 0x2c1b3c6du;
    bits ^= bits >> 13;
    return static_cast<float>(bits & 0xffff) / 65535.0f;
}

/// Noise between the points of a grid that repeats every `period` of them.
float smoothNoise(float x, float y, uint32_t period) {
    const float floorX = std::floor(x);
    const float floorY = std::floor(y);
    const auto left = static_cast<uint32_t>(floorX) % period;
    const auto top = static_cast<uint32_t>(floorY) % period;
    const uint32_t right = (left + 1) % period;
    const uint32_t bottom = (top + 1) % period;
    const float u = x - floorX;
    const float v = y - floorY;
    return std::lerp(std::lerp(noiseAt(left, top), noiseAt(right, top), u),
                     std::lerp(noiseAt(left, bottom), noiseAt(right, bottom), u), v);
}

}  // namespace

std::vector<uint8_t> makeStone(uint32_t size) {
    constexpr uint32_t kSlabs = 4;
    constexpr float kJoint = 0.035f;
    constexpr uint32_t kGrain = 32;
    constexpr std::array<float, 3> kColor = {0.78f, 0.72f, 0.63f};
    std::vector<uint8_t> pixels;
    pixels.reserve(size_t{size} * size * 4);
    for (uint32_t y = 0; y < size; ++y)
        for (uint32_t x = 0; x < size; ++x) {
            const float v = static_cast<float>(y) / static_cast<float>(size) * kSlabs;
            const auto row = static_cast<uint32_t>(v);
            // Every other row is shifted by half a slab.
            const float u = static_cast<float>(x) / static_cast<float>(size) * kSlabs + (row % 2 == 0 ? 0.0f : 0.5f);
            const uint32_t column = static_cast<uint32_t>(u) % kSlabs;
            const float fromEdge = std::min({u - std::floor(u), std::ceil(u) - u, v - std::floor(v), std::ceil(v) - v});
            const float grain = smoothNoise(static_cast<float>(x) / static_cast<float>(size) * kGrain,
                                            static_cast<float>(y) / static_cast<float>(size) * kGrain, kGrain);
            const float slab = 0.75f + 0.25f * noiseAt(column + 7, row + 3) + 0.12f * (grain - 0.5f);
            const float shade = fromEdge < kJoint ? 0.35f : slab;
            for (const float channel : kColor)
                pixels.push_back(static_cast<uint8_t>(std::lround(255 * std::clamp(channel * shade, 0.0f, 1.0f))));
            pixels.push_back(255);
        }
    return pixels;
}

}  // namespace vulkan_scene
