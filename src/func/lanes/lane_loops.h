// SPDX-License-Identifier: MIT
#pragma once
// Loops over lanes that are computed alike: threads of a group, or the fragments of a texture instruction.

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace cyclorama::func {

/// The most lanes of one call.
inline constexpr unsigned kMostLanes = 128;
template <typename T>
using PerLane = std::array<T, kMostLanes>;

/// Lanes are computed in blocks of this many; the lanes of the last block beyond the caller's own hold no values.
inline constexpr int kLaneBlock = 8;

/// result[i] = operation(sources[i]...) for the first `width` lanes, a multiple of kLaneBlock. A block is computed as a
/// whole before it is stored, so a result may be one of its own sources, and the compiler needs no alias checks.
template <typename Result, typename Operation, typename... Sources>
[[gnu::always_inline]] inline void mapLanes(int width, Result* result, Operation operation, const Sources*... sources) {
    for (int first = 0; first < width; first += kLaneBlock) {
        std::array<Result, kLaneBlock> block;
        for (int i = 0; i < kLaneBlock; ++i) block[static_cast<size_t>(i)] = operation(sources[first + i]...);
        for (int i = 0; i < kLaneBlock; ++i) result[first + i] = block[static_cast<size_t>(i)];
    }
}

/// All bits set where the condition holds, none where it does not.
inline uint32_t flagOf(bool condition) { return condition ? ~uint32_t{0} : uint32_t{0}; }

/// The value where the flag is set, else the other one.
inline float select(uint32_t flag, float value, float otherwise) {
    return std::bit_cast<float>((std::bit_cast<uint32_t>(value) & flag) | (std::bit_cast<uint32_t>(otherwise) & ~flag));
}

}  // namespace cyclorama::func
