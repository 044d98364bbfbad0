// SPDX-License-Identifier: MIT
#pragma once
// Hears of writes that stay in a cache of the chip until an event flushes it.

#include <cstdint>
#include <functional>

namespace cyclorama::adreno {

/// Calls its argument for each run of bytes: address and length.
using ByteRuns = std::function<void(const std::function<void(uint64_t, uint64_t)>&)>;

class WriteListener {
  public:
    virtual ~WriteListener() = default;
    /// A write between two addresses. `runs` names its bytes, and may be called at any later time.
    virtual void write(uint64_t first, uint64_t end, ByteRuns runs) = 0;
};

}  // namespace cyclorama::adreno
