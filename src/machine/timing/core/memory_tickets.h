// SPDX-License-Identifier: MIT
#pragma once
// Limit of transactions under way.

#include <cstdint>

namespace cyclorama::machine::timing {

/// Memory transactions that a client may have under way.
inline constexpr uint32_t kMemoryTickets = 256;

}  // namespace cyclorama::machine::timing
