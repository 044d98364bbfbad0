// SPDX-License-Identifier: MIT
#include "families/adreno/sp/texture_views.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "families/adreno/sp/textures_used.h"

namespace cyclorama::adreno {
namespace {

/// The most views that are kept of a kind.
constexpr size_t kMostViews = 128;

/// The entry with these words, made by `make` where there is none, and brought to the front.
template <typename Entries, typename Words, typename Make>
auto& found(Entries& entries, const Words& words, Make make) {
    if (!entries.empty() && entries.front()->words == words) return *entries.front();
    auto place = std::ranges::find_if(entries, [&](const auto& entry) { return entry->words == words; });
    if (place == entries.end()) {
        if (entries.size() == kMostViews) entries.pop_back();
        place = entries.insert(entries.end(), make());
    }
    std::rotate(entries.begin(), place, place + 1);
    return *entries.front();
}

/// The first level, from the first layer on.
ImageUse useOf(const Texture& image, MemoryClient unit) {
    const TextureDescriptor& descriptor = image.descriptor();
    const bool compressed = descriptor.flags && image.level(0).layout.isTiled();
    return {.unit = unit,
            .address = descriptor.address + image.level(0).base,
            .bytes = image.extent(),
            .compressed = compressed,
            .flags = compressed ? descriptor.flagAddress : 0,
            .pixelBytes = image.pixelBytes(),
            .tallTiles = image.format() != nullptr && image.format()->isTall()};
}

/// The layer of a level that begins at an address, if one does.
std::optional<ImageUse> partAt(const Texture& texture, uint64_t address, MemoryClient unit) {
    const uint64_t offset = address - texture.descriptor().address;
    for (uint32_t i = 0; i < texture.levels(); ++i) {
        const TextureLevel& level = texture.level(i);
        if (offset < level.base) return std::nullopt;
        const uint64_t inLevel = offset - level.base;
        const uint64_t layer = level.layerPitch == 0 ? 0 : inLevel / level.layerPitch;
        if (inLevel != layer * level.layerPitch || layer >= uint64_t{level.depth} * texture.layers()) continue;
        ImageUse use = useOf(texture, unit);
        use.address = address;
        use.compressed = texture.descriptor().flags && level.layout.isTiled();
        if (i > 0 || layer > 0) use.flags = 0;
        return use;
    }
    return std::nullopt;
}

}  // namespace

const Texture& TextureViews::texture(const TextureWords& words, ImageAccess access) {
    TextureEntry& entry = found(textures_, words, [&] {
        TextureDescriptor descriptor = decodeTexture(words);
        if (descriptor.tileMode == TileMode::Bin) {
            // Coordinates are the window's (Mesa 25.0.7, fd6_gmem.cc, patch_fb_read_gmem).
            descriptor.origin = {resources_.windowX, resources_.windowY};
        }
        auto made = std::make_unique<TextureEntry>(words, Texture(descriptor, resources_.banks));
        made->view.bind([this](uint64_t address, uint64_t bytes) { return bytesAt(address, bytes); });
        return made;
    });
    if ((static_cast<uint8_t>(access) & ~entry.reported) != 0) report(entry, access);
    return entry.view;
}

/// Images in memory, those of planes left out, which have flags of their own for each.
void TextureViews::report(TextureEntry& entry, ImageAccess access) const {
    const auto bits = static_cast<uint8_t>(access);
    if (resources_.used != nullptr && entry.reported == 0) resources_.used->add(resources_.stage, entry.words);
    entry.reported |= bits;
    const Texture& texture = entry.view;
    const TextureDescriptor& descriptor = texture.descriptor();
    ImageListener* const images = resources_.images;
    if (images == nullptr || texture.bytes().empty() || texture.format() == nullptr) return;
    if (descriptor.isBuffer() || descriptor.tileMode == TileMode::Bin || texture.format()->hasPlanes()) return;
    const MemoryClient unit = access == ImageAccess::Sample ? MemoryClient::Texture : MemoryClient::Program;
    constexpr auto kReads = static_cast<uint8_t>(ImageAccess::Sample) | static_cast<uint8_t>(ImageAccess::Load);
    if ((bits & kReads) != 0)
        images->imageReadInParts(descriptor.address, descriptor.address + texture.extent(),
                                 [&](uint64_t address) { return partAt(texture, address, unit); });
    if ((bits & static_cast<uint8_t>(ImageAccess::Store)) != 0) images->imageWritten(useOf(texture, unit));
}

const SamplerDescriptor& TextureViews::sampler(const SamplerWords& words) {
    return found(samplers_, words, [&] { return std::make_unique<SamplerEntry>(words, decodeSampler(words)); }).view;
}

std::array<uint32_t, 4> TextureViews::border(const SamplerDescriptor& sampler, const Texture& texture) const {
    if (texture.format() == nullptr || resources_.borderColors == 0) return {};
    const std::byte* const entry =
        resources_.memory->look(resources_.borderColors + sampler.borderOffset, kBorderBytes);
    if (entry == nullptr) return {};
    return borderColor({entry, kBorderBytes}, *texture.format(), texture.descriptor().srgb);
}

/// All bytes, or those up to the first page that is missing: drivers give images no memory after the last texel that
/// is there, wherever the layout has its end.
std::span<std::byte> TextureViews::bytesAt(uint64_t address, uint64_t bytes) const {
    const GpuMemory& memory = *resources_.memory;
    if (bytes == 0 || memory.find(address, 1, MemoryClient::Texture) == nullptr) return {};
    const uint64_t there = memory.mappedBytes(address, bytes);
    return {memory.look(address, there), static_cast<size_t>(there)};
}

}  // namespace cyclorama::adreno
