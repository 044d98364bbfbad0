// SPDX-License-Identifier: MIT
#pragma once
// Addresses of texels, for listeners.

#include <array>
#include <cstdint>
#include <span>

#include "families/adreno/tp/level_selection.h"
#include "families/adreno/tp/texel_fetch.h"
#include "families/adreno/tp/texel_listener.h"
#include "func/texture/texel_lanes.h"

namespace cyclorama::adreno {

/// Without anisotropic samples.
TexelFilterKind filterKindOf(const SelectedLevels& levels);

/// Bytes of a texel as filters have it: of a compressed one those of its decoded components.
uint32_t filterBytesOf(const SurfaceFormat& format);

/// Reports what taps read, each for its lane.
void reportTaps(const Texture& texture, std::span<const TexelTap> taps, TexelListener& listener);

/// Places of a level's texels that the lanes of a batch read, kept until it is known which lanes have a result.
class TexelPlaces {
  public:
    /// The four texels of a filter in two levels.
    static constexpr size_t kMost = 8;

    /// The places of one texel of the filter, for each lane; or that none is read.
    void add(const func::RowBatch& rows, const func::PerLane<uint32_t>& columns, unsigned width);
    void addBorder(unsigned width);
    /// Reports those of lanes in `wanted`; lane i of the batch is `lane[i]` of the wave.
    void report(const Texture& texture, std::span<const uint8_t> lanes, isa::WaveMask wanted,
                TexelListener& listener) const;

  private:
    static constexpr uint32_t kNone = ~0u;
    std::array<func::PerLane<uint32_t>, kMost> places_;
    size_t count_ = 0;
};

}  // namespace cyclorama::adreno
