// SPDX-License-Identifier: MIT
#pragma once
// Numbers from bytes of memory.

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace cyclorama::func {

/// The number whose bytes, the lowest first, begin at `bytes`; at any alignment.
template <typename T>
T loadValue(const std::byte* bytes) {
    T value;
    std::memcpy(&value, bytes, sizeof value);
    return value;
}

/// Unsigned numbers of 1, 2 or 4 bytes each, one after the other from `from` on.
inline void loadNumbers(const std::byte* from, uint32_t bytes, std::span<uint32_t> numbers) {
    const auto load = [&]<typename T>(T) {
        for (size_t i = 0; i < numbers.size(); ++i) numbers[i] = loadValue<T>(from + i * sizeof(T));
    };
    if (bytes == 1) return load(uint8_t{});
    if (bytes == 2) return load(uint16_t{});
    load(uint32_t{});
}

}  // namespace cyclorama::func
