// SPDX-License-Identifier: MIT
#pragma once
// Loops over lanes of 32-bit words, whether their type is float or an integer.

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "isa/thread_group.h"

namespace cyclorama::isa {

inline uint32_t wordAt(const void* words, size_t lane) {
    uint32_t word = 0;
    std::memcpy(&word, static_cast<const std::byte*>(words) + lane * sizeof word, sizeof word);
    return word;
}

/// A lane's word, whatever the type of the lanes.
using Word [[gnu::may_alias]] = uint32_t;

/// As mapLanes(), of lanes of any type of four bytes.
template <typename Operation, typename... Sources>
[[gnu::always_inline]] inline void mapWords(size_t lanes, void* result, Operation operation,
                                            const Sources*... sources) {
    for (size_t first = 0; first < lanes; first += kLaneBlock) {
        std::array<uint32_t, kLaneBlock> block;
        for (size_t i = 0; i < kLaneBlock; ++i)
            block[i] = static_cast<uint32_t>(operation(wordAt(sources, first + i)...));
        auto* const to = static_cast<Word*>(result) + first;
        for (size_t i = 0; i < kLaneBlock; ++i) to[i] = block[i];
    }
}

}  // namespace cyclorama::isa
