// SPDX-License-Identifier: MIT
#pragma once
// The indices of a draw, from its buffer or counted.

#include <array>
#include <cstdint>
#include <span>

#include "families/adreno/memory/gpu_memory.h"
#include "families/adreno/pc/draw_operands.h"

namespace cyclorama::adreno {

class IndexStream {
  public:
    static constexpr size_t kBlock = 1024;

    /// `memory` outlives it.
    IndexStream(const DrawOperands& draw, const GpuMemory& memory) : draw_(draw), memory_(memory) {}

    /// Up to kBlock indices from a position on. Those that the buffer does not have are 0.
    std::span<const uint32_t> read(uint32_t position);

  private:
    void readMemory(uint64_t first, size_t count);

    const DrawOperands& draw_;
    const GpuMemory& memory_;
    std::array<uint32_t, kBlock> block_{};
};

}  // namespace cyclorama::adreno
