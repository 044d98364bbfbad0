#pragma once
// The sky and its light, by the same formulas as the sky's fragment program: for the environment that bodies reflect.

#include <cstdint>
#include <vector>

#include "image.h"
#include "vector.h"

namespace attila_scene {

struct SkyColors {
    Vector sun;  // light of the sun
    Vector zenith;
    Vector horizon;  // also the colour of the haze
    Vector cloud;
};

inline constexpr SkyColors kSky = {
    .sun = {1.0, 0.80, 0.55}, .zenith = {0.05, 0.15, 0.42}, .horizon = {0.72, 0.66, 0.62}, .cloud = {0.95, 0.90, 0.86}};

/// Where the sun is.
Vector sunDirection();

/// How clouds lie over the sky: texture coordinates are scale * (x, z) / (y + lift).
inline constexpr double kCloudScale = 0.11;
inline constexpr double kCloudLift = 0.12;
/// Clouds vanish towards the horizon: density times saturate(slope * y + offset).
inline constexpr double kCloudFadeSlope = 4.0;
inline constexpr double kCloudFadeOffset = -0.12;
/// The sun's disc: saturate(slope * cosine + offset).
inline constexpr double kSunDiscSlope = 3000.0;
inline constexpr double kSunDiscOffset = -2998.0;
inline constexpr double kSunGlow = 0.35;
inline constexpr double kSunHalo = 0.9;

/// The density of clouds, in alpha.
Image makeClouds();

/// Six faces of a cube map, in the order +x -x +y -y +z -z: the sky above, `ground` below.
std::vector<Image> makeEnvironment(const Image& clouds, uint32_t size, Vector ground);

}  // namespace attila_scene
