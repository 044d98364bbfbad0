// SPDX-License-Identifier: MIT
#pragma once
// Textures, images and samplers of a stage, decoded once and found again by the words of their descriptors.

#include <memory>
#include <vector>

#include "families/adreno/sp/descriptors.h"
#include "families/adreno/tp/texture.h"

namespace cyclorama::adreno {

/// The uses of a texture or image, as listeners hear of them.
enum class ImageAccess : uint8_t { Describe = 0, Sample = 1, Load = 2, Store = 4, LoadAndStore = 6 };

/// For one thread, and until memory may have been mapped otherwise.
class TextureViews {
  public:
    /// `resources` outlives it.
    explicit TextureViews(const StageResources& resources) : resources_(resources) {}

    /// Its bytes are found; a finding where none is there. Valid until the next call.
    const Texture& texture(const TextureWords& words, ImageAccess access);
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
    struct TextureEntry : Entry<TextureWords, Texture> {
        using Entry<TextureWords, Texture>::Entry;
        /// Accesses that were reported to listeners.
        uint8_t reported = 0;
    };
    using SamplerEntry = Entry<SamplerWords, SamplerDescriptor>;

    void report(TextureEntry& entry, ImageAccess access) const;
    std::span<std::byte> bytesAt(uint64_t address, uint64_t bytes) const;

    const StageResources& resources_;
    // The last used first.
    std::vector<std::unique_ptr<TextureEntry>> textures_;
    std::vector<std::unique_ptr<SamplerEntry>> samplers_;
};

}  // namespace cyclorama::adreno
