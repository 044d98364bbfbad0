// SPDX-License-Identifier: MIT
#pragma once
// Levels of a texture, and the filter, that the lanes of a texture instruction select.

#include <cstdint>

#include "families/adreno/tp/lane_geometry.h"
#include "func/texture/texel_axis.h"

namespace cyclorama::adreno {

/// Units of levels of detail, and of shares of levels: eight fraction bits.
inline constexpr float kLodUnit = 256.0f;
using func::kShareStep;
using func::kShareUnit;

/// Levels that a level of detail selects, and the second one's share in 256ths.
struct SelectedLevels {
    uint32_t first = 0;
    uint32_t share = 0;
    TextureFilter filter = TextureFilter::Nearest;

    bool operator==(const SelectedLevels&) const = default;
    /// True if both take the same levels by the same filter, whatever their shares.
    bool hasLevelsOf(const SelectedLevels& other) const {
        return first == other.first && filter == other.filter && (share != 0) == (other.share != 0);
    }
};

/// True where lanes with different footprints are sampled in different ways.
bool dependsOnFootprint(const Texture& texture, const SamplerDescriptor& sampler);

class LevelSelection {
  public:
    /// All outlive it.
    LevelSelection(const Texture& texture, const SamplerDescriptor& sampler,
                   const ir3::TextureInstructionRequest& request, const LaneGeometry& geometry);

    /// The level of detail before its limits.
    float lodOf(unsigned lane) const;
    /// The level of detail within its limits.
    float limited(float lod) const;
    SelectedLevels levelsOf(unsigned lane) const { return depends_ ? select(limited(lodOf(lane))) : fixed_; }
    /// False if all lanes select the same.
    bool depends() const { return depends_; }
    /// True if all lanes of a quad select the same.
    bool isSharedByQuad() const { return shared_; }

  private:
    SelectedLevels select(float lod) const;

    const Texture& texture_;
    const SamplerDescriptor& sampler_;
    const ir3::TextureInstructionRequest& request_;
    const LaneGeometry& geometry_;
    const bool unfiltered_;  ///< integers have no mean; the least and the greatest of them are taken
    const bool depends_;
    const bool shared_;
    SelectedLevels fixed_{};
};

/// The level nearest to a level of detail that is not negative, the more detailed one of two.
inline uint32_t nearestLevel(float lod) {
    const auto whole = static_cast<uint32_t>(lod);
    return whole + (lod - static_cast<float>(whole) > 0.5f ? 1 : 0);
}

}  // namespace cyclorama::adreno
