// SPDX-License-Identifier: MIT
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

inline constexpr SkyColors kSky = {.sun = {1.25, 0.92, 0.58},
                                   .zenith = {0.04, 0.11, 0.31},
                                   .horizon = {0.74, 0.47, 0.31},
                                   .cloud = {1.05, 0.72, 0.54}};

/// Direction from the scene to the sun, of length 1.
Vector sunDirection();

/// The placement of clouds in the sky: texture coordinates are scale * (x, z) / (y + lift).
inline constexpr double kCloudScale = 0.10;
inline constexpr double kCloudLift = 0.08;
/// Clouds vanish towards the horizon: density times saturate(slope * y + offset).
inline constexpr double kCloudFadeSlope = 6.0;
inline constexpr double kCloudFadeOffset = -0.10;
/// The sun's disc: saturate(slope * cosine + offset).
inline constexpr double kSunDiscSlope = 3000.0;
inline constexpr double kSunDiscOffset = -2998.0;
inline constexpr double kSunGlow = 0.22;
inline constexpr double kSunHalo = 0.5;

/// The density of clouds, in alpha.
Image makeClouds();

/// A floor at height 0: its texture, how often that repeats in a unit of length, and the light on it.
struct Ground {
    const Image* texture;
    double scale;
    Vector light;
    double hazeDensity;
};

/// Six faces of a cube map, in the order +x -x +y -y +z -z: what is seen from a unit above the ground.
std::vector<Image> makeEnvironment(const Image& clouds, uint32_t size, const Ground& ground);

}  // namespace attila_scene
