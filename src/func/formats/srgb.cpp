// SPDX-License-Identifier: MIT
#include "func/formats/srgb.h"

#include <algorithm>
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

float exactLinearFromSrgb(float component) {
    const float value = component > 0.0f ? std::min(component, 1.0f) : 0.0f;
    return value <= 0.04045f ? value / 12.92f : std::pow((value + 0.055f) / 1.055f, 2.4f);
}

float exactSrgbFromLinear(float component) {
    const float value = component > 0.0f ? std::min(component, 1.0f) : 0.0f;
    return value <= 0.0031308f ? value * 12.92f : 1.055f * std::pow(value, 1.0f / 2.4f) - 0.055f;
}

const std::array<float, 256>& exactLinearBytes() {
    static const std::array<float, 256> kTable = [] {
        std::array<float, 256> values{};
        for (size_t n = 0; n < values.size(); ++n) values[n] = exactLinearFromSrgb(static_cast<float>(n) / 255.0f);
        return values;
    }();
    return kTable;
}

}  // namespace cyclorama::func
