// SPDX-License-Identifier: MIT
#pragma once
// The depths of an LRZ buffer: 16 bits without sign for each block of 8x8 samples, row by row, and its bits of fast
// clear. Bits are in the order of blocks of 16x4 depths, row by row over the pitch; drivers only clear or set them all.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "families/adreno/gras/lrz_control.h"
#include "families/adreno/gras/lrz_listener.h"
#include "families/adreno/memory/gpu_memory.h"
#include "func/raster/raster_state.h"

namespace cyclorama::adreno {

/// A block by its place among the blocks of a layer.
struct LrzPlace {
    uint32_t x = 0;
    uint32_t y = 0;
    uint32_t layer = 0;
};

class LrzBuffer {
  public:
    static constexpr uint32_t kMostDepth = 0xffff;

    /// For pixels within `reach` of layers up to the last one. What is not mapped of it is not there.
    LrzBuffer(const LrzControl& control, const GpuMemory& memory, const func::PixelRectangle& reach,
              uint32_t lastLayer);

    /// Nothing for a block that the buffer has not.
    std::optional<uint32_t> depth(const LrzPlace& place) const;
    /// A number of the depths that are cleared with a block's; none of a block that is not cleared now.
    std::optional<uint64_t> clearedGroup(const LrzPlace& place) const;
    uint64_t groupOf(const LrzPlace& place) const { return bitOf(place); }
    /// Reports what depth() reads of a block that the buffer has: its bit of the fast clear, and the depth unless that
    /// is cleared.
    void reportRead(const LrzPlace& place, const LrzAddresses& addresses) const;
    /// Reports what a store() after this writes: of a block that is cleared, all depths that are cleared with it.
    void reportStore(const LrzPlace& place, const LrzAddresses& addresses) const;
    /// Requires a block that the buffer has. Threads write blocks of different rows of cleared ones.
    void store(const LrzPlace& place, uint32_t depth) const;

  private:
    static constexpr uint32_t kClearedWidth = 16;
    static constexpr uint32_t kClearedHeight = 4;

    bool has(const LrzPlace& place) const;
    uint64_t offset(const LrzPlace& place) const {
        return place.layer * layerPitch_ + (uint64_t{place.y} * pitch_ + place.x) * sizeof(uint16_t);
    }
    uint64_t bitOf(const LrzPlace& place) const;
    bool isCleared(uint64_t bit) const;
    void fill(const LrzPlace& place) const;

    uint64_t address_;
    uint64_t bitsAddress_;
    uint32_t pitch_;
    uint64_t layerPitch_;
    uint32_t clearDepth_;
    std::span<std::byte> depths_;
    /// Nothing without fast clear.
    std::span<std::byte> bits_;
};

}  // namespace cyclorama::adreno
