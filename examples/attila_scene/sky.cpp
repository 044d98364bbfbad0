#include "sky.h"

#include <algorithm>
#include <cmath>

namespace attila_scene {
namespace {

double saturate(double value) { return std::clamp(value, 0.0, 1.0); }

double cloudDensity(const Image& clouds, double u, double v) {
    const double x = (u - std::floor(u)) * clouds.width;
    const double y = (v - std::floor(v)) * clouds.height;
    const uint32_t column = std::min(static_cast<uint32_t>(x), clouds.width - 1);
    const uint32_t row = std::min(static_cast<uint32_t>(y), clouds.height - 1);
    return clouds.texels[row * clouds.width + column].alpha;
}

Vector skyColor(const Image& clouds, Vector direction) {
    const double lift = 1 / (direction.y + kCloudLift);
    const double haze = std::pow(1 - direction.y, 4);
    Vector color = mix(kSky.zenith, kSky.horizon, haze);
    const double density = cloudDensity(clouds, direction.x * lift * kCloudScale, direction.z * lift * kCloudScale) *
                           saturate(kCloudFadeSlope * direction.y + kCloudFadeOffset);
    color = mix(color, kSky.cloud, density);
    const double towardsSun = saturate(dot(direction, sunDirection()));
    const double glow = kSunGlow * std::pow(towardsSun, 8) + kSunHalo * std::pow(towardsSun, 128) +
                        saturate(kSunDiscSlope * towardsSun + kSunDiscOffset);
    return color + kSky.sun * glow;
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

Vector sunDirection() { return normalized({-0.78, 0.50, -0.42}); }

Image makeClouds() {
    return makeImage(256, 256, [](double u, double v) {
        const double bend = 0.08 * fractalNoise(u, v, 4, 4, 90);
        const double density = fractalNoise(u + bend, v + bend, 4, 7, 70);
        return Texel{{1, 1, 1}, smoothStep(0.48, 0.78, density)};
    });
}

std::vector<Image> makeEnvironment(const Image& clouds, uint32_t size, Vector ground) {
    std::vector<Image> faces;
    for (unsigned face = 0; face < 6; ++face)
        faces.push_back(makeImage(size, size, [&](double u, double v) {
            const Vector direction = normalized(faceDirection(face, 2 * u - 1, 2 * v - 1));
            if (direction.y >= 0) return Texel{skyColor(clouds, direction)};
            return Texel{mix(kSky.horizon, ground, smoothStep(0.0, 0.35, -direction.y))};
        }));
    return faces;
}

}  // namespace attila_scene
