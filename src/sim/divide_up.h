// SPDX-License-Identifier: MIT
#pragma once
// Cycles, transactions or blocks that a number of items takes, some at a time.

#include <concepts>

namespace cyclorama::sim {

/// The quotient, rounded up; `dividend + divisor - 1` fits the type.
template <std::unsigned_integral T>
constexpr T divideUp(T dividend, T divisor) {
    return (dividend + divisor - 1) / divisor;
}

/// The next multiple of `multiple` that is not below `value`.
template <std::unsigned_integral T>
constexpr T roundUp(T value, T multiple) {
    return divideUp(value, multiple) * multiple;
}

}  // namespace cyclorama::sim
