// SPDX-License-Identifier: MIT
#pragma once
// Buffers that a file holds, by their place in the GPU's addresses.

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "families/adreno/stream/stream_walk.h"

namespace cyclorama::adreno {

class Buffers final : public StreamMemory {
  public:
    /// A buffer of `size` bytes, zero after its content. It replaces those that it overlaps; what would reach beyond
    /// the last address is cut off.
    void add(uint64_t address, std::vector<std::byte> content, uint64_t size);
    void add(uint64_t address, std::vector<std::byte> content) {
        const uint64_t size = content.size();
        add(address, std::move(content), size);
    }
    void clear() { buffers_.clear(); }

    bool read(uint64_t address, std::span<std::byte> out) const override;
    /// The content from `address` on; empty if none is there.
    std::span<const std::byte> from(uint64_t address) const;

  private:
    struct Buffer {
        std::vector<std::byte> content;
        uint64_t size = 0;
    };

    /// By their first address.
    std::map<uint64_t, Buffer> buffers_;
};

}  // namespace cyclorama::adreno
