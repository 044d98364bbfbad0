// SPDX-License-Identifier: MIT
#pragma once
// Addresses as ATTILA's registers and transactions hold them: 32 bits, of which the highest selects system memory
// instead of the GPU's (ATTILA: MemorySpace.h).

#include <cstdint>

#include "func/memory/address.h"

namespace cyclorama::attila {

constexpr func::Address addressOf(uint32_t word) {
    return {(word >> 31) != 0 ? func::MemoryKind::System : func::MemoryKind::Dram, word & 0x7fff'ffff};
}

/// The word of an address that addressOf() gave.
constexpr uint32_t wordOf(func::Address address) {
    const uint32_t system = address.memory() == func::MemoryKind::System ? 1 : 0;
    return static_cast<uint32_t>(address.offset()) | system << 31;
}

}  // namespace cyclorama::attila
