// SPDX-License-Identifier: MIT
#pragma once
// Memory through which the programs of stages pass vertices on, and the header with each fiber's place in it.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "families/adreno/isa/executor.h"

namespace cyclorama::adreno {

/// Bits of the header (Mesa: ir3_nir_lower_tess.c): the primitive among those that share memory, the vertex, the
/// invocation, and of geometry programs the output vertex. Hull programs of later chips look for the primitive in place
/// of the last.
struct StageHeader {
    static constexpr uint32_t kMostPrimitives = 64;

    uint32_t primitive = 0;
    uint32_t vertex = 0;
    uint32_t invocation = 0;
    uint32_t last = 0;

    uint32_t word() const { return primitive | vertex << 6 | invocation << 11 | last << 16; }
};

class StageMemory {
  public:
    /// Bytes, around which offsets wrap (LDLW, STLW).
    static constexpr size_t kBytes = size_t{64} * 1024;
    /// The unit in which registers give the size of a primitive's vertices.
    static constexpr size_t kUnitBytes = 16;

    /// Forgets what is there.
    void clear() { std::ranges::fill(bytes_, std::byte{0}); }
    std::span<std::byte> bytes() { return bytes_; }
    /// Lets waves of a stage use it, whether as memory between stages or, on later chips, as local memory.
    void give(ir3::WaveContext& context) {
        context.stage = bytes_;
        context.local = bytes_;
    }

  private:
    std::vector<std::byte> bytes_ = std::vector<std::byte>(kBytes);
};

}  // namespace cyclorama::adreno
