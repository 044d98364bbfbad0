// SPDX-License-Identifier: MIT
#include "surfaces.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace attila_scene {
namespace {

/// Thin lines where bent noise crosses its middle: 1 on the vein, 0 away from it.
double vein(double u, double v, uint32_t period, uint32_t seed, double width) {
    const double bendU = 0.12 * (fractalNoise(u, v, period, 5, seed + 100) - 0.5);
    const double bendV = 0.12 * (fractalNoise(u, v, period, 5, seed + 200) - 0.5);
    const double value = fractalNoise(u + bendU, v + bendV, period, 5, seed);
    return 1 - smoothStep(0, width, std::abs(value - 0.5));
}

}  // namespace

Image makeMarbleFloor() {
    return makeImage(512, 512, [](double u, double v) {
        const bool dark = (u < 0.5) != (v < 0.5);
        const double cloudy = fractalNoise(u, v, 8, 6, dark ? 10 : 20);
        Vector color;
        if (dark) {
            color = mix({0.010, 0.022, 0.020}, {0.035, 0.060, 0.050}, cloudy);
            color = mix(color, {0.45, 0.48, 0.42}, 0.65 * vein(u, v, 4, 11, 0.012));
            color = mix(color, {0.20, 0.26, 0.22}, 0.40 * vein(u, v, 8, 12, 0.020));
        } else {
            color = mix({0.58, 0.54, 0.47}, {0.80, 0.77, 0.70}, cloudy);
            color = mix(color, {0.33, 0.27, 0.20}, 0.55 * vein(u, v, 4, 21, 0.016));
            color = mix(color, {0.45, 0.42, 0.37}, 0.45 * vein(u, v, 8, 22, 0.030));
        }
        const auto fromJoint = [](double t) { return std::min({t, 1 - t, std::abs(t - 0.5)}); };
        const double joint = std::min(fromJoint(u), fromJoint(v));
        return Texel{mix({0.05, 0.045, 0.04}, color, smoothStep(0.0015, 0.0045, joint))};
    });
}

Image makeLapisLazuli() {
    return makeImage(512, 256, [](double u, double v) {
        const double depth = fractalNoise(u, v, 6, 6, 31);
        Vector color = mix({0.004, 0.012, 0.10}, {0.02, 0.08, 0.42}, smoothStep(0.25, 0.75, depth));
        color = mix(color, {0.55, 0.60, 0.72}, 0.8 * vein(u, v, 5, 33, 0.022) * fractalNoise(u, v, 4, 3, 35));
        const double gold = smoothStep(0.74, 0.80, noise(u * 192, v * 96, 192, 37)) *
                            smoothStep(0.50, 0.66, fractalNoise(u, v, 5, 3, 39));
        return Texel{mix(color, {0.75, 0.52, 0.14}, gold)};
    });
}

Image makeWoodenCrate() {
    return makeImage(256, 256, [](double u, double v) {
        const double border = 0.13;
        const bool sideFrame = u < border || u > 1 - border;
        const bool crossFrame = !sideFrame && (v < border || v > 1 - border);
        // Along and across the grain of the board that the point is on.
        const bool upright = !crossFrame;
        const double along = upright ? v : u;
        const double across = upright ? u : v;
        const double boards = 5;
        const double inPanel = (u - border) / (1 - 2 * border) * boards;
        const double board = sideFrame || crossFrame ? 11 + (u < 0.5 ? 0 : 1) + (v < 0.5 ? 0 : 2) : std::floor(inPanel);
        const auto seed = static_cast<uint32_t>(50 + 7 * board);
        const double waves = across * 9 + 1.2 * fractalNoise(along * 0.5, across, 2, 3, seed) + 0.37 * board;
        const double rings = 0.5 + 0.5 * std::sin(2 * std::numbers::pi * waves);
        const double fibres = noise(across * 128, along * 8, 128, seed + 3);
        Vector color = mix({0.22, 0.095, 0.035}, {0.50, 0.27, 0.11}, 0.65 * rings + 0.35 * fibres);
        color = color * (0.85 + 0.3 * noise(board * 3.7, 0.5, 64, 60));
        double gap = std::min({u, 1 - u, v, 1 - v}) * 2;
        if (!sideFrame) gap = std::min(gap, std::min(std::abs(u - border), std::abs(u - 1 + border)));
        if (sideFrame) gap = std::min(gap, std::min(std::abs(u - border), std::abs(u - 1 + border)));
        if (!sideFrame && !crossFrame) gap = std::min(gap, std::abs(inPanel - std::round(inPanel)) / boards);
        if (!sideFrame) gap = std::min(gap, std::min(std::abs(v - border), std::abs(v - 1 + border)));
        return Texel{color * (0.25 + 0.75 * smoothStep(0.0, 0.014, gap))};
    });
}

Image makeBrushedMetal() {
    return makeImage(256, 64, [](double u, double v) {
        const double scratches = 0.6 * noise(u * 8, v * 64, 64, 80) + 0.4 * noise(u * 16, v * 32, 32, 81);
        const double shade = 0.80 + 0.20 * scratches;
        return Texel{{shade, shade, shade}};
    });
}

Image makePlain(Vector color) {
    return makeImage(1, 1, [color](double, double) { return Texel{color}; });
}

}  // namespace attila_scene
