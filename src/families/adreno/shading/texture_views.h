// SPDX-License-Identifier: MIT
#pragma once
// Textures, images and samplers of a stage, decoded once and found again by the words of their descriptors.

#include <memory>
#include <vector>

#include "families/adreno/shading/descriptors.h"
#include "families/adreno/texture/texture.h"

namespace cyclorama::adreno {

/// For one thread, and until memory may have been mapped otherwise.
class TextureViews {
  public:
    /// `resources` outlives it.
    explicit TextureViews(const StageResources& resources) : resources_(resources) {}

    /// Its bytes are found; a finding where none is there. Valid until the next call.
    const Texture& texture(const TextureWords& words);
    /// Valid until the next call.
    const SamplerDescriptor& sampler(const SamplerWords& words);
    /// The border of textures of a format.
    std::array<uint32_t, 4> border(const SamplerDescriptor& sampler, const Texture& texture) const;

  private:
    template <typename Words, typename View>
    struct Entry {
        Entry(const Words& itsWords, View itsView) : words(itsWords), view(std::move(itsView)) {}
        Words words;
        View view;
    };
    using TextureEntry = Entry<TextureWords, Texture>;
    using SamplerEntry = Entry<SamplerWords, SamplerDescriptor>;

    std::span<std::byte> bytesAt(uint64_t address, uint64_t bytes) const;

    const StageResources& resources_;
    // The last used first.
    std::vector<std::unique_ptr<TextureEntry>> textures_;
    std::vector<std::unique_ptr<SamplerEntry>> samplers_;
};

}  // namespace cyclorama::adreno
