// SPDX-License-Identifier: MIT
#pragma once
// Buffers that a file holds, by their place in the GPU's addresses.

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "families/adreno/frontend/stream_walk.h"

namespace cyclorama::adreno {

class Buffers final : public StreamMemory {
  public:
    /// A buffer replaces those that it overlaps. Content that would reach beyond the last address is cut off.
    void add(uint64_t address, std::vector<std::byte> content);
    void clear() { buffers_.clear(); }

    bool read(uint64_t address, std::span<std::byte> out) const override;
    /// Bytes from `address` to the end of its buffer; nothing where no buffer is there.
    std::span<const std::byte> from(uint64_t address) const;

  private:
    /// By their first address.
    std::map<uint64_t, std::vector<std::byte>> buffers_;
};

}  // namespace cyclorama::adreno
