// SPDX-License-Identifier: MIT
#pragma once
// The performance counters of a machine with time, which counts more than a functional one does.

#include <cstdint>
#include <optional>

namespace cyclorama::adreno {

class CounterSource {
  public:
    virtual ~CounterSource() = default;
    /// The count of a counter, by its block's place among them (registers/performance_counters.h) and its number there,
    /// since the machine's start; nothing if the machine does not count it.
    virtual std::optional<uint64_t> count(uint32_t block, uint32_t number) = 0;
};

}  // namespace cyclorama::adreno
