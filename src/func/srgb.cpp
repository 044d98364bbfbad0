#include "func/srgb.h"

#include <cmath>

namespace cyclorama::func {

namespace {

// The exponents are single precision values, widened: 2.2f is not 2.2.
constexpr double kExponentToLinear = static_cast<double>(2.2f);
constexpr double kExponentToSrgb = static_cast<double>(1.0f / 2.2f);

}  // namespace

float linearFromSrgb(float component) {
    return static_cast<float>(std::pow(static_cast<double>(component), kExponentToLinear));
}

float srgbFromLinear(float component) {
    return static_cast<float>(std::pow(static_cast<double>(component), kExponentToSrgb));
}

}  // namespace cyclorama::func
