// SPDX-License-Identifier: MIT
#pragma once
// Atomic operations on words in memory, which waves on other threads may access at the same time.

#include <cstddef>
#include <cstdint>

#include "families/adreno/isa/units.h"

namespace cyclorama::adreno {

/// Replaces the word with what the operation makes of it for a lane; gives the old one. A word that is not aligned is
/// not safe from other threads.
uint32_t applyAtomic(const ir3::AtomicRequest& atomic, unsigned lane, std::byte* place);

}  // namespace cyclorama::adreno
