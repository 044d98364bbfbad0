// SPDX-License-Identifier: MIT
#pragma once
// Numbers from bytes of memory.

#include <cstddef>
#include <cstring>

namespace cyclorama::func {

/// The number whose bytes, the lowest first, begin at `bytes`; at any alignment.
template <typename T>
T loadValue(const std::byte* bytes) {
    T value;
    std::memcpy(&value, bytes, sizeof value);
    return value;
}

}  // namespace cyclorama::func
