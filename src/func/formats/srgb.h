// SPDX-License-Identifier: MIT
#pragma once
// A transfer function between sRGB and linear colour for simple hardware: a plain power of 2.2 computed in double
// precision, without the linear toe of the standard.

#include <array>

namespace cyclorama::func {

/// A colour component in linear space from one in sRGB space. [0, 1] maps to [0, 1]; a negative value gives a NaN.
float linearFromSrgb(float component);

/// A colour component in sRGB space from one in linear space. [0, 1] maps to [0, 1]; a negative value gives a NaN.
float srgbFromLinear(float component);

/// Both transfers as the standard defines them, with the linear toe (IEC 61966-2-1). Components are clamped to [0, 1].
float exactLinearFromSrgb(float component);
float exactSrgbFromLinear(float component);

/// exactLinearFromSrgb() of bytes as fractions of 255.
const std::array<float, 256>& exactLinearBytes();

}  // namespace cyclorama::func
