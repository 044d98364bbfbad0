#pragma once
// Four floats that the host's instructions take at once, by an extension that GCC and Clang share: for code whose
// choices keep the loop vectoriser away.

#include <cstdint>
#include <cstring>

namespace cyclorama::func {

using FourFloats [[gnu::vector_size(16)]] = float;
using FourWords [[gnu::vector_size(16)]] = int32_t;

using FourUnsigned [[gnu::vector_size(16)]] = uint32_t;

inline FourFloats loadFour(const float* from) {
    FourFloats values;
    std::memcpy(&values, from, sizeof values);
    return values;
}

inline void storeFour(float* to, FourFloats values) { std::memcpy(to, &values, sizeof values); }

/// clampToUnit() of each.
inline FourFloats clampToUnit(FourFloats values) {
    const FourFloats zero = {0.0f, 0.0f, 0.0f, 0.0f};
    const FourFloats one = {1.0f, 1.0f, 1.0f, 1.0f};
    const FourFloats below = values < one ? values : one;
    return zero > below ? zero : below;
}

/// Without their fractions. Requires values that fit.
inline FourWords truncate(FourFloats values) { return __builtin_convertvector(values, FourWords); }

}  // namespace cyclorama::func
