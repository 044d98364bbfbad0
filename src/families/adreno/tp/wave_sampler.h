// SPDX-License-Identifier: MIT
#pragma once
// Filters of sampled textures over the lanes of a wave: each lane's texels go into one list, which is read and
// converted a batch at a time.

#include "families/adreno/tp/level_selection.h"
#include "families/adreno/tp/sampling.h"
#include "families/adreno/tp/texel_fetch.h"

namespace cyclorama::adreno {

class WaveSampler {
  public:
    WaveSampler(const SampledTexture& sampled, const ir3::TextureInstructionRequest& request,
                const isa::WaveMask& lanes);

    /// Filtered samples.
    void sample(std::span<ir3::LaneWords> data);
    /// A component of the four texels that a linear filter reads.
    void gather(unsigned component, std::span<ir3::LaneWords> data);
    /// The level of detail after and before its limits, in 256ths.
    void describeLod(std::span<ir3::LaneWords> data);

  private:
    /// The texels of one filter.
    struct Probe {
        unsigned lane = 0;
        uint32_t level = 0;
        uint32_t layer = 0;
        float weight = 0.0f;
        std::array<float, 3> position{};
    };

    void sampleLane(unsigned lane);
    void sampleLevel(const Probe& probe, TextureFilter filter);
    void nearest(const Probe& probe);
    void linear(const Probe& probe);
    void linearSlice(const Probe& probe, int32_t slice, float weight);
    void cubic(const Probe& probe);

    float coordinate(const Probe& probe, unsigned axis) const;
    int32_t shiftOf(const Probe& probe, unsigned axis) const {
        return geometry_.shifted ? geometry_.offset[axis][probe.lane] : 0;
    }
    /// A texel of a layer or slice, before wrapping.
    TexelTap tap(const Probe& probe, int32_t x, int32_t y, int32_t slice) const;
    void add(TexelTap tap, unsigned lane, float weight);
    /// A texel of a filter that has no weight, and is not read.
    void passOver(unsigned lane);
    void flush();
    void accumulate(size_t index, const TexelTap& tap);
    void accumulateInteger(size_t index, unsigned lane);
    float compared(float texel, unsigned lane) const;
    void finish(const isa::WaveMask& lanes, std::span<ir3::LaneWords> data) const;
    uint32_t swizzled(const std::array<uint32_t, 4>& texel, unsigned component) const;

    const SampledTexture& sampled_;
    const Texture& texture_;
    const SamplerDescriptor& sampler_;
    const ir3::TextureInstructionRequest& request_;
    const isa::WaveMask lanes_;
    const bool integer_;
    const uint32_t integerSign_;  ///< turned, signed integers are in the order of unsigned ones
    const bool comparing_;
    const bool seamless_;
    LaneGeometry geometry_;
    const LevelSelection selection_;
    PerLane<std::array<float, 4>> result_;
    PerLane<std::array<uint32_t, 4>> integers_;
    std::array<TexelTap, kTapBatch> taps_;
    size_t tapCount_ = 0;
    TapWords words_;
};

}  // namespace cyclorama::adreno
