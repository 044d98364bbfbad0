// SPDX-License-Identifier: MIT
#pragma once
// Most samples, four lanes at a time: texels with components of 8 bits, or depths that are compared, in two dimensions,
// that no border is among. Sums in 255ths, and of shares, are exact.

#include <array>
#include <cstdint>
#include <span>

#include "families/adreno/texture/level_selection.h"
#include "families/adreno/texture/sampling.h"
#include "func/lanes/vectors.h"

namespace cyclorama::adreno {

class QuadSampler {
  public:
    /// All outlive it. `compares`: the result is the share of the texels that pass the sampler's comparison.
    QuadSampler(const SampledTexture& sampled, const LaneGeometry& geometry, const LevelSelection& selection,
                bool compares);

    /// Samples what it can; the lanes that are left have to be sampled in another way.
    isa::WaveMask sample(const isa::WaveMask& lanes, std::span<ir3::LaneWords> data) const;

  private:
    /// One for each lane, with the components in the order of bytes, times 255; or the result of a comparison and
    /// zeros.
    using QuadColors = std::array<func::Float4, 4>;
    /// Source of a result: the number of a byte, or one of these.
    static constexpr uint8_t kZeroResult = 4;
    static constexpr uint8_t kOneResult = 5;
    /// Texels on both sides of a coordinate, and the second one's share.
    struct Axis {
        func::Int4 first;
        func::Int4 second;
        func::Float4 share;
    };
    /// Terms of texels' places in a layer: base + (bits ^ column).
    struct Rows {
        std::array<uint64_t, 4> base;
        func::Uint4 bits;
    };

    bool hasUsualFilters() const;
    bool hasByteTexels() const;
    bool hasDepthTexels() const;
    void takeSources();
    unsigned sampleQuad(unsigned first, unsigned wanted, std::span<ir3::LaneWords> data) const;
    unsigned lanesWith(const SelectedLevels& levels, unsigned first, unsigned among) const;
    // Both give the lanes that were found.
    unsigned sampleLevels(unsigned first, const SelectedLevels& levels, QuadColors& colors) const;
    unsigned sampleLevel(unsigned first, uint32_t number, bool linear, QuadColors& colors) const;
    unsigned readNearest(unsigned first, const TextureLevel& level, const Axis& across, const Axis& down,
                         QuadColors& colors) const;
    unsigned readLinear(unsigned first, const TextureLevel& level, const Axis& across, const Axis& down,
                        QuadColors& colors) const;
    unsigned compareTexels(unsigned first, const TextureLevel& level, const Axis& across, const Axis& down,
                           QuadColors& colors) const;
    /// Lanes whose depth does not exist are taken from `found`.
    func::Float4 depthsAt(const std::array<uint64_t, 4>& rows, func::Uint4 places, unsigned& found) const;
    Axis axisOf(unsigned axis, unsigned first, uint32_t size, bool linear) const;
    /// Brings texels inside; gives the lanes for which it can.
    unsigned wrap(const TextureLevel& level, Axis& across, Axis& down) const;
    func::Uint4 columnsOf(const TextureLevel& level, func::Int4 texel) const;
    static Rows rowsOf(const TextureLevel& level, func::Int4 texel);
    std::array<uint64_t, 4> layersOf(unsigned first, const TextureLevel& level) const;
    bool read(uint64_t offset, func::Float4& color) const;
    void store(const QuadColors& colors, unsigned first, unsigned lanes, std::span<ir3::LaneWords> data) const;

    const Texture& texture_;
    const SamplerDescriptor& sampler_;
    const LaneGeometry& geometry_;
    const LevelSelection& selection_;
    std::span<const std::byte> bytes_;
    uint32_t texelBytes_;
    bool seamless_;
    bool compares_;
    bool usual_;
    bool srgb_ = false;
    /// Values of bytes of textures in sRGB.
    std::array<const float*, 4> tables_{};
    std::array<uint8_t, 4> results_{};
};

}  // namespace cyclorama::adreno
