// SPDX-License-Identifier: MIT
#pragma once
// Turns of clients that want the same thing.

#include <cstdint>

namespace cyclorama::adreno {

/// Calls take(number) for each of `count` clients once, from number `turn` on. True means that the client has used its
/// turn: the next one after the last such is the first in the next call.
template <typename Take>
void takeTurns(uint32_t count, uint32_t& turn, Take take) {
    uint32_t number = turn;
    for (uint32_t i = 0; i < count; ++i) {
        const uint32_t next = number + 1 == count ? 0 : number + 1;
        if (take(number)) turn = next;
        number = next;
    }
}

}  // namespace cyclorama::adreno
