// SPDX-License-Identifier: MIT
// Facts: Mesa, src/freedreno/ir3/ir3_a6xx.c (order of an image's coordinates), src/freedreno/fdl/fd6_view.c
// (descriptors of storage images).

#include "families/adreno/tp/image_access.h"

#include <cstring>

#include "families/adreno/tp/texel_fetch.h"

namespace cyclorama::adreno {

namespace {

/// The tap of each lane's texel; kEmptyTap if it does not exist.
class ImageTexels {
  public:
    ImageTexels(const Texture& image, const ir3::BufferRequest& request, const isa::WaveMask& lanes) {
        if (image.format() == nullptr || image.levels() == 0) return;
        const TextureLevel& level = image.level(0);
        const bool volume = image.descriptor().type == TextureType::ThreeDimensional;
        const bool flat = image.descriptor().isBuffer() || image.descriptor().type == TextureType::OneDimensional;
        const uint32_t layers = volume ? level.depth : image.layers();
        forLanes(lanes, [&](unsigned lane) {
            const uint32_t x = word(request, 0, lane) + static_cast<uint32_t>(request.offset);
            const uint32_t y = flat ? 0 : word(request, 1, lane);
            const uint32_t layer = word(request, flat ? 1 : 2, lane);
            TexelTap& tap = taps_[count_++];
            tap.offset = kEmptyTap;
            if (x < level.width && y < level.height && layer < layers) tap = tapAt(image, level, x, y, layer);
            tap.lane = static_cast<uint8_t>(lane);
        });
    }

    std::span<const TexelTap> taps() const { return std::span(taps_).first(count_); }

  private:
    static uint32_t word(const ir3::BufferRequest& request, unsigned index, unsigned lane) {
        const ir3::LaneWords* words = request.coordinate[index];
        return index < request.coordinates && words != nullptr ? words->lane[lane] : 0;
    }

    std::array<TexelTap, isa::kWaveLanes> taps_;
    size_t count_ = 0;
};

bool isInside(const Texture& image, const TexelTap& tap) {
    return tap.offset <= image.bytes().size() && image.bytes().size() - tap.offset >= image.format()->bytes;
}

}  // namespace

void loadImage(const Texture& image, const ir3::BufferRequest& request, const isa::WaveMask& lanes,
               std::span<ir3::LaneWords> data) {
    const ImageTexels texels(image, request, lanes);
    const std::span<const TexelTap> taps = texels.taps();
    if (taps.empty()) return;
    TapWords words;
    fetchTexels(image, taps, {}, words);
    for (size_t c = 0; c < data.size() && c < words.component.size(); ++c) {
        for (size_t i = 0; i < taps.size(); ++i) data[c].lane[taps[i].lane] = words.component[c][i];
    }
}

void storeImage(const Texture& image, const ir3::BufferRequest& request, const isa::WaveMask& lanes,
                std::span<const ir3::LaneWords> data) {
    const ImageTexels texels(image, request, lanes);
    const std::span<const TexelTap> taps = texels.taps();
    if (taps.empty() || image.format()->codec != TexelCodec::Packed) return;
    std::array<std::array<uint32_t, isa::kWaveLanes>, 4> words{};
    for (size_t c = 0; c < data.size() && c < words.size(); ++c) {
        for (size_t i = 0; i < taps.size(); ++i) words[c][i] = data[c].lane[taps[i].lane];
    }
    std::array<std::byte, isa::kWaveLanes * func::kMaxPackedTexelBytes> packed{};
    func::packTexels(image.packed(), {words[0].data(), words[1].data(), words[2].data(), words[3].data()}, taps.size(),
                     packed.data());
    const size_t bytes = image.format()->bytes;
    for (size_t i = 0; i < taps.size(); ++i) {
        if (isInside(image, taps[i])) {
            std::memcpy(image.bytes().data() + taps[i].offset, packed.data() + i * bytes, bytes);
        }
    }
}

void locateImageTexels(const Texture& image, const ir3::BufferRequest& request, const isa::WaveMask& lanes,
                       std::span<std::byte*, isa::kWaveLanes> texels) {
    for (std::byte*& texel : texels) texel = nullptr;
    const ImageTexels places(image, request, lanes);
    for (const TexelTap& tap : places.taps()) {
        if (isInside(image, tap)) texels[tap.lane] = image.bytes().data() + tap.offset;
    }
}

std::array<uint32_t, 3> imageSize(const Texture& image) {
    const TextureDescriptor& descriptor = image.descriptor();
    if (image.format() == nullptr) return {};
    if (descriptor.isBuffer()) return {static_cast<uint32_t>(descriptor.elements), 0, 0};
    // As coordinates are counted: the layer is the second one.
    if (descriptor.type == TextureType::OneDimensional) return {descriptor.width, descriptor.depth, 1};
    return {descriptor.width, descriptor.height, descriptor.depth};
}

}  // namespace cyclorama::adreno
