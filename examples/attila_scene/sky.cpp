// SPDX-License-Identifier: MIT
#include "sky.h"

#include <algorithm>
#include <cmath>

namespace attila_scene {
namespace {

double saturate(double value) { return std::clamp(value, 0.0, 1.0); }

const Texel& sample(const Image& image, double u, double v) {
    const double x = (u - std::floor(u)) * image.width;
    const double y = (v - std::floor(v)) * image.height;
    const uint32_t column = std::min(static_cast<uint32_t>(x), image.width - 1);
    const uint32_t row = std::min(static_cast<uint32_t>(y), image.height - 1);
    return image.texels[row * image.width + column];
}

Vector skyColor(const Image& clouds, Vector direction) {
    const double lift = 1 / (direction.y + kCloudLift);
    const double haze = std::pow(1 - direction.y, 16);
    Vector color = mix(kSky.zenith, kSky.horizon, haze);
    const double density = sample(clouds, direction.x * lift * kCloudScale, direction.z * lift * kCloudScale).alpha *
                           saturate(kCloudFadeSlope * direction.y + kCloudFadeOffset);
    color = mix(color, kSky.cloud, density);
    const double towardsSun = saturate(dot(direction, sunDirection()));
    const double glow = kSunGlow * std::pow(towardsSun, 8) + kSunHalo * std::pow(towardsSun, 128) +
                        saturate(kSunDiscSlope * towardsSun + kSunDiscOffset);
    return color + kSky.sun * glow;
}

Vector groundColor(const Ground& ground, Vector direction) {
    const double distance = 1 / std::max(-direction.y, 1e-3);
    const Texel& texel =
        sample(*ground.texture, direction.x * distance * ground.scale, direction.z * distance * ground.scale);
    return mix(kSky.horizon, texel.color * ground.light, std::exp2(-distance * ground.hazeDensity));
}

/// The direction of a point of a face; s and t from -1 to 1 (OpenGL's cube maps).
Vector faceDirection(unsigned face, double s, double t) {
    switch (face) {
        case 0:
            return {1, -t, -s};
        case 1:
            return {-1, -t, s};
        case 2:
            return {s, 1, t};
        case 3:
            return {s, -1, -t};
        case 4:
            return {s, -t, 1};
        default:
            return {-s, -t, -1};
    }
}

}  // namespace

Vector sunDirection() { return normalized({-0.76, 0.44, -0.40}); }

Image makeClouds() {
    return makeImage(256, 256, [](double u, double v) {
        const double bend = 0.08 * fractalNoise(u, v, 4, 4, 90);
        const double density = fractalNoise(u + bend, v + bend, 4, 7, 70);
        return Texel{{1, 1, 1}, smoothStep(0.40, 0.66, density)};
    });
}

std::vector<Image> makeEnvironment(const Image& clouds, uint32_t size, const Ground& ground) {
    std::vector<Image> faces;
    for (unsigned face = 0; face < 6; ++face)
        faces.push_back(makeImage(size, size, [&](double u, double v) {
            const Vector direction = normalized(faceDirection(face, 2 * u - 1, 2 * v - 1));
            return Texel{direction.y < 0 ? groundColor(ground, direction) : skyColor(clouds, direction)};
        }));
    return faces;
}

}  // namespace attila_scene
