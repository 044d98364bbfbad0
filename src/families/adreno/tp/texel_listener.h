// SPDX-License-Identifier: MIT
#pragma once
// Hears of the texels that texture instructions read, for machines that account for their time.

#include <cstdint>
#include <span>

#include "families/adreno/surface/surface_format.h"
#include "isa/wave_mask.h"

namespace cyclorama::adreno {

/// A texel, or block of a compressed format, that a lane's filter reads.
struct TexelRead {
    uint64_t address = 0;
    uint32_t bytes = 0;  ///< 0: none is read, as on a border or where its weight is 0
    uint32_t lane = 0;
    /// Address of the flags of its block; 0 where there are none (UBWC).
    uint64_t flag = 0;
};

/// The filter of a lane: the nearest texel or one by its number, those around a place, those of two levels, those of
/// several places along the longer axis of the lane's footprint.
enum class TexelFilterKind : uint8_t { Point, Linear, Levels, Anisotropic };

/// Texels of one texture.
struct TexelForm {
    uint32_t filterBytes = 0;                   ///< of a texel as the filter has it
    const SurfaceFormat* compressed = nullptr;  ///< of blocks with flags; null: none have any
};

class TexelListener {
  public:
    virtual ~TexelListener() = default;
    /// An instruction of some lanes, on one texture and sampler. Its texels follow.
    virtual void begin(isa::WaveMask lanes) = 0;
    /// The filter of some of its lanes; of others it is a point.
    virtual void filtered(isa::WaveMask lanes, TexelFilterKind by) = 0;
    virtual void texels(std::span<const TexelRead> reads, const TexelForm& form) = 0;
};

}  // namespace cyclorama::adreno
