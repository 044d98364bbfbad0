// SPDX-License-Identifier: MIT
#pragma once
// The lines of memory that a blit of the 2D engine reads and writes, part by part: 16x4 texels of the target, row by
// row of parts from its upper left corner.

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "families/adreno/a2d/blit_sampling.h"
#include "families/adreno/a2d/blit_state.h"
#include "families/adreno/chip/chip.h"
#include "families/adreno/memory/gpu_memory.h"
#include "families/adreno/registers/register_values.h"
#include "families/adreno/surface/surface_view.h"
#include "families/adreno/timing/lines/compressed_blocks.h"
#include "families/adreno/timing/lines/line_accesses.h"

namespace cyclorama::adreno {

/// A part of a blit.
struct BlitPart {
    std::vector<LineAccess> reads{};
    std::vector<LineAccess> writes{};
    uint32_t texels = 0;  ///< that are written; of several samples, those that are read, if they are more
    uint32_t bytes = 0;   ///< of them at the target
};

class BlitPlan {
  public:
    /// Texels of the target, of a part.
    static constexpr uint32_t kColumns = 16;
    static constexpr uint32_t kRows = 4;

    /// A blit as the registers describe it. What the functional machine does not execute, or has no memory for, has no
    /// lines.
    BlitPlan(const RegisterValues& registers, const Chip& chip, const GpuMemory& memory);

    /// How often the cache of colours is halved.
    uint8_t halvings() const { return halvings_; }
    /// Flags of the block of the target at an address.
    BlockFlags flagsOf(uint64_t address) const { return compressed_.flagsOf(address); }
    /// The next part; empty after the last.
    std::optional<BlitPart> next(const BlockSizes& sizes);

  private:
    /// Places of the source's texels in one of its planes.
    struct Plane {
        uint64_t address = 0;
        func::TexelLayout layout;
        /// Bytes of a texel with its samples, or of a block.
        uint32_t bytes = 0;
        /// Texels of a block, or those with one pair of colour differences.
        uint32_t width = 1;
        uint32_t height = 1;
    };

    void findSource(const Chip& chip, const GpuMemory& memory);
    void findDecoded(uint32_t width, uint32_t height, const Chip& chip, const GpuMemory& memory);
    void read(int32_t x, int32_t y, LineAccesses& lines) const;
    void readTexel(uint32_t x, uint32_t y, LineAccesses& lines) const;

    BlitState state_;
    uint8_t halvings_ = 0;
    std::optional<BlitMapping> mapping_;  ///< none of solid colours
    std::optional<SurfaceView> target_;   ///< none if nothing is written
    CompressedSurfaces compressed_;
    CompressedLines source_;
    std::vector<Plane> planes_;
    uint32_t samples_ = 1;  ///< that are read for a texel
    bool filters_ = false;
    /// The corner of the next part.
    int32_t x_ = 0;
    int32_t y_ = 0;
};

}  // namespace cyclorama::adreno
