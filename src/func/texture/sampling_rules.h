// SPDX-License-Identifier: MIT
#pragma once
// Rules that all samplers have in common, to the bit.

#include <array>
#include <cstddef>
#include <cstdint>

namespace cyclorama::func {

/// The size of a mipmap level along a dimension: halved at each level, never below 1.
constexpr uint32_t levelSize(uint32_t size, uint32_t level) {
    const uint32_t halved = level < 32 ? size >> level : 0;
    return halved > 1 ? halved : 1;
}

/// Distance of anisotropic sample `sample` of `samples` from the middle of the footprint, in steps.
constexpr float anisotropicStep(uint32_t sample, uint32_t samples) {
    return static_cast<float>(sample + 1) - 0.5f * static_cast<float>(samples + 1);
}

/// Source of a component of a sample.
enum class ComponentSource : uint8_t { Red, Green, Blue, Alpha, Zero, One };

/// The component of a colour that a source names, 0 for values that are none of the enumeration. `one` stands for One:
/// a float, or an integer's word.
template <typename Value>
constexpr Value componentOf(const std::array<Value, 4>& color, ComponentSource source, Value one) {
    if (source <= ComponentSource::Alpha) return color[static_cast<size_t>(source)];
    return source == ComponentSource::One ? one : Value{};
}

}  // namespace cyclorama::func
