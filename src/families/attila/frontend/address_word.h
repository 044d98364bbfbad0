// SPDX-License-Identifier: MIT
#pragma once
// Addresses as ATTILA's registers and transactions hold them: 32 bits, of which the highest selects system memory
// instead of the GPU's (ATTILA: MemorySpace.h).

#include <cstdint>

#include "func/memory/address.h"

namespace cyclorama::attila {

inline constexpr uint32_t kSystemMemoryBit = 0x8000'0000;

constexpr func::Address addressOf(uint32_t word) {
    const auto memory = (word & kSystemMemoryBit) != 0 ? func::MemoryKind::System : func::MemoryKind::Dram;
    return {memory, word & ~kSystemMemoryBit};
}

/// The word of an address that addressOf() gave.
constexpr uint32_t wordOf(func::Address address) {
    const uint32_t memory = address.memory() == func::MemoryKind::System ? kSystemMemoryBit : 0;
    return static_cast<uint32_t>(address.offset()) | memory;
}

}  // namespace cyclorama::attila
