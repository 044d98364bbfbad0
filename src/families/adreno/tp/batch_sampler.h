// SPDX-License-Identifier: MIT
#pragma once
// Most samples, all lanes of a wave that select the same levels at once: texels with components of 8 bits, or depths
// that are compared, in two dimensions. Colours that no border is among. Results are those of WaveSampler's own way, to
// the bit: texels times their weights, added in the same order.

#include <array>
#include <cstdint>
#include <span>

#include "families/adreno/tp/level_selection.h"
#include "families/adreno/tp/sampling.h"
#include "families/adreno/tp/texel_reports.h"
#include "func/texture/texel_lanes.h"

namespace cyclorama::adreno {

/// Lanes that are sampled alike, side by side. Those from `count` up to `width`, a multiple of 8, have places, too, but
/// no result; no more have those that are not wanted.
struct LaneBatch {
    unsigned count = 0;
    unsigned width = 0;
    /// Lanes are the wave's first.
    bool inOrder = false;
    /// Lanes are whole quads, fours of the wave's.
    bool inQuads = false;
    /// Lanes that results are for.
    isa::WaveMask wanted{};
    std::array<uint8_t, isa::kWaveLanes> lane;
    std::array<const PerLane<float>*, 2> position{};
    /// Whole texels that are added, if there are any.
    std::array<const PerLane<int32_t>*, 2> shift{};
    /// Null: the first one.
    const PerLane<uint32_t>* layer = nullptr;
    const PerLane<float>* reference = nullptr;
};

class BatchSampler {
  public:
    /// All outlive it. `compares`: the result is the share of the texels that pass the sampler's comparison. `wanted`:
    /// the components, red in bit 0, that results are for; with none in it, all.
    BatchSampler(const SampledTexture& sampled, const LaneGeometry& geometry, const LevelSelection& selection,
                 bool compares, unsigned wanted = 0);

    /// Samples what it can; the lanes that are left have to be sampled in another way.
    isa::WaveMask sample(const isa::WaveMask& lanes, std::span<ir3::LaneWords> data) const;

  private:
    /// Components in the order of bytes; or in the first one the result of a comparison.
    using Colors = std::array<PerLane<float>, 4>;
    /// Source of a result: the number of a byte, or one of these.
    static constexpr uint8_t kZeroResult = 4;
    static constexpr uint8_t kOneResult = 5;
    static constexpr uint8_t kNoResult = 6;

    bool hasUsualFilters() const;
    bool hasByteTexels() const;
    bool hasDepthTexels() const;
    void takeSources(unsigned wanted);
    void compareDepths(const LaneBatch& batch, func::TexelWords& words, const func::AxisBatch& across,
                       const func::AxisBatch& down, const PerLane<float>& weight, PerLane<float>& sum) const;
    /// Copies of what the lanes of a batch have, where they are not side by side.
    struct Gathered;
    void selectLevels(const isa::WaveMask& lanes, PerLane<SelectedLevels>& selected) const;
    void gather(const isa::WaveMask& lanes, LaneBatch& batch, Gathered& gathered) const;
    /// Samples lanes that have the same levels; gives those that were found.
    isa::WaveMask sampleLanes(const isa::WaveMask& lanes, const SelectedLevels& levels,
                              const PerLane<SelectedLevels>* selected, std::span<ir3::LaneWords> data) const;
    isa::WaveMask sampleBatch(const LaneBatch& batch, const SelectedLevels& levels,
                              const PerLane<SelectedLevels>* selected, std::span<ir3::LaneWords> data) const;
    /// Adds the texels of a level, which has `weight` in the sample, to `sums`; to `places`, if not null, their places.
    void sampleLevel(const LaneBatch& batch, uint32_t number, bool linear, const PerLane<float>& weight, Colors& sums,
                     PerLane<uint32_t>& found, TexelPlaces* places) const;
    void startLayers(const LaneBatch& batch, const TextureLevel& level, PerLane<uint32_t>& starts,
                     PerLane<uint32_t>& found) const;
    isa::WaveMask store(const LaneBatch& batch, const Colors& colors, const PerLane<uint32_t>& found,
                        std::span<ir3::LaneWords> data) const;

    const SampledTexture& sampled_;
    const Texture& texture_;
    const SamplerDescriptor& sampler_;
    const LaneGeometry& geometry_;
    const LevelSelection& selection_;
    std::span<const std::byte> bytes_;
    uint32_t border_;  ///< a float
    uint32_t texelBytes_;
    bool compares_;
    bool usual_;
    /// Bytes, or the comparison, that a result has as its source.
    std::array<bool, 4> needed_{};
    /// Values of bytes of textures in sRGB; null where they are the bytes' own.
    std::array<const float*, 4> tables_{};
    std::array<uint8_t, 4> results_{};
};

}  // namespace cyclorama::adreno
