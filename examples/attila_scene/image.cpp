// SPDX-License-Identifier: MIT
#include "image.h"

#include <algorithm>
#include <cmath>

namespace attila_scene {
namespace {

double toSrgb(double linear) {
    const double c = std::clamp(linear, 0.0, 1.0);
    return c <= 0.0031308 ? 12.92 * c : 1.055 * std::pow(c, 1 / 2.4) - 0.055;
}

/// A value from 0 to 1 for each point of a lattice.
double lattice(uint32_t x, uint32_t y, uint32_t seed) {
    uint32_t h = x * 0x9e3779b1u ^ y * 0x85ebca77u ^ seed * 0xc2b2ae3du;
    h = (h ^ (h >> 15)) * 0x2c1b3c6du;
    h = (h ^ (h >> 12)) * 0x297a2d39u;
    h ^= h >> 15;
    return h / 4294967295.0;
}

}  // namespace

Image makeImage(uint32_t width, uint32_t height, const std::function<Texel(double u, double v)>& color) {
    Image image{width, height, {}};
    for (uint32_t y = 0; y < height; ++y)
        for (uint32_t x = 0; x < width; ++x) image.texels.push_back(color((x + 0.5) / width, (y + 0.5) / height));
    return image;
}

std::vector<Image> mipmaps(Image base) {
    std::vector<Image> levels = {std::move(base)};
    while (levels.back().width > 1 || levels.back().height > 1) {
        const Image& from = levels.back();
        Image to{std::max(from.width / 2, 1u), std::max(from.height / 2, 1u), {}};
        const uint32_t stepX = from.width / to.width;
        const uint32_t stepY = from.height / to.height;
        for (uint32_t y = 0; y < to.height; ++y)
            for (uint32_t x = 0; x < to.width; ++x) {
                Texel sum{{}, 0};
                for (uint32_t i = 0; i < stepX * stepY; ++i) {
                    const Texel& texel = from.texels[(y * stepY + i / stepX) * from.width + x * stepX + i % stepX];
                    sum.color = sum.color + texel.color;
                    sum.alpha += texel.alpha;
                }
                to.texels.push_back({sum.color * (1.0 / (stepX * stepY)), sum.alpha / (stepX * stepY)});
            }
        levels.push_back(std::move(to));
    }
    return levels;
}

std::vector<std::byte> toBytes(const Image& image, bool srgb) {
    std::vector<std::byte> bytes;
    const auto put = [&](double value) {
        bytes.push_back(static_cast<std::byte>(std::lround(255 * std::clamp(value, 0.0, 1.0))));
    };
    for (const Texel& texel : image.texels) {
        for (const double c : {texel.color.x, texel.color.y, texel.color.z}) put(srgb ? toSrgb(c) : c);
        put(texel.alpha);
    }
    return bytes;
}

double noise(double x, double y, uint32_t period, uint32_t seed) {
    const double cellX = std::floor(x);
    const double cellY = std::floor(y);
    const auto smooth = [](double t) { return t * t * t * (t * (t * 6 - 15) + 10); };
    const auto wrapped = [period](double cell) {
        const double left = std::fmod(cell, period);
        return static_cast<uint32_t>(left < 0 ? left + period : left);
    };
    const uint32_t x0 = wrapped(cellX);
    const uint32_t y0 = wrapped(cellY);
    const uint32_t x1 = (x0 + 1) % period;
    const uint32_t y1 = (y0 + 1) % period;
    const double tx = smooth(x - cellX);
    const double ty = smooth(y - cellY);
    const double low = std::lerp(lattice(x0, y0, seed), lattice(x1, y0, seed), tx);
    const double high = std::lerp(lattice(x0, y1, seed), lattice(x1, y1, seed), tx);
    return std::lerp(low, high, ty);
}

double fractalNoise(double u, double v, uint32_t period, unsigned octaves, uint32_t seed) {
    double sum = 0;
    double weight = 0.5;
    double weights = 0;
    for (unsigned octave = 0; octave < octaves; ++octave, period *= 2, weight /= 2) {
        sum += weight * noise(u * period, v * period, period, seed + octave);
        weights += weight;
    }
    return sum / weights;
}

double smoothStep(double low, double high, double value) {
    const double t = std::clamp((value - low) / (high - low), 0.0, 1.0);
    return t * t * (3 - 2 * t);
}

}  // namespace attila_scene
