// SPDX-License-Identifier: MIT
#pragma once
// Pictures made by formulas, for textures. Colours are linear; they are stored as sRGB bytes.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "vector.h"

namespace attila_scene {

struct Texel {
    Vector color;
    double alpha = 1;
};

/// Square images halve from level to level; other ones too, down to one texel.
struct Image {
    uint32_t width = 0;
    uint32_t height = 0;
    std::vector<Texel> texels;  // rows from v = 0
};

/// `color` at each texel's centre; u and v from 0 to 1.
Image makeImage(uint32_t width, uint32_t height, const std::function<Texel(double u, double v)>& color);

/// The image and its halves down to one texel, each texel the mean of those it covers.
std::vector<Image> mipmaps(Image base);

/// Red, green, blue and alpha, a byte each.
std::vector<std::byte> toBytes(const Image& image, bool srgb);

/// Smooth noise from 0 to 1 that repeats after `period` units in both directions.
double noise(double x, double y, uint32_t period, uint32_t seed);

/// Several octaves of noise over the unit square, from 0 to 1; the first one has `period` units.
double fractalNoise(double u, double v, uint32_t period, unsigned octaves, uint32_t seed);

double smoothStep(double low, double high, double value);

}  // namespace attila_scene
