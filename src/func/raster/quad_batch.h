// SPDX-License-Identifier: MIT
#pragma once
// Cuts a run of quads into batches that can be read, computed and written as a whole.

#include <algorithm>
#include <cstdint>
#include <span>

namespace cyclorama::func {

/// The number of quads from `first` on, at most `limit` and at least one, no two of which can have the same offset:
/// the next quad must see what the one before it wrote. A set of 64 bits indexed by the quad's place in the buffer
/// stands for the offsets, so that now and then a batch ends early, never late.
inline uint32_t independentQuads(std::span<const uint32_t> offsets, uint32_t first, uint32_t limit,
                                 uint32_t quadBytes) {
    const auto end = std::min<uint32_t>(static_cast<uint32_t>(offsets.size()), first + limit);
    uint64_t seen = 0;
    uint32_t next = first;
    for (; next < end; ++next) {
        const uint64_t bit = uint64_t{1} << (offsets[next] / quadBytes % 64);
        if ((seen & bit) != 0) break;
        seen |= bit;
    }
    return next - first;
}

}  // namespace cyclorama::func
