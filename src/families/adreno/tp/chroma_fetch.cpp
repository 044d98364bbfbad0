// SPDX-License-Identifier: MIT
// Texels of luma and colour differences, reconstructed as Vulkan 1.3 has it (Chroma Reconstruction). Facts: Mesa,
// src/freedreno/fdl/fd6_view.c (order of components, planes).

#include <algorithm>
#include <bit>

#include "families/adreno/tp/texel_fetch.h"

namespace cyclorama::adreno {

namespace {

constexpr uint32_t kOneWord = 0x3f800000;

/// The two colour differences around a pixel along an axis, and the share of the second in quarters.
struct ChromaPair {
    uint32_t first = 0;
    uint32_t second = 0;
    uint32_t quarters = 0;
};

ChromaPair nearestChroma(uint32_t pixel) { return {pixel / 2, pixel / 2, 0}; }

/// Colour differences are on even pixels, or between an even and the next.
ChromaPair linearChroma(uint32_t pixel, bool midpoint, uint32_t size) {
    const uint32_t own = pixel / 2;
    const bool odd = pixel % 2 != 0;
    const uint32_t after = std::min(own + 1, size - 1);
    if (!midpoint) return {own, after, odd ? 2u : 0u};
    if (odd) return {own, after, 1};
    return {own == 0 ? 0 : own - 1, own, 3};
}

class ChromaReader {
  public:
    ChromaReader(const Texture& texture, bool linear)
        : texture_(texture), format_(*texture.format()), linear_(linear) {}

    func::BlockTexel texel(const ChromaPlace& place) const {
        func::BlockTexel texel = {word(luma(place)), 0, 0, kOneWord};
        const TextureDescriptor& descriptor = texture_.descriptor();
        const TextureLevel& level = texture_.level(0);
        const bool pairs = format_.codec == TexelCodec::SharedChroma;
        const uint32_t width = (level.width + 1) / 2;
        const uint32_t height = pairs ? level.height : (level.height + 1) / 2;
        const ChromaPair across =
            linear_ ? linearChroma(place.x, descriptor.chromaMidpointX, width) : nearestChroma(place.x);
        ChromaPair down = linear_ ? linearChroma(place.y, descriptor.chromaMidpointY, height) : nearestChroma(place.y);
        if (pairs) down = {place.y, place.y, 0};
        for (unsigned c = 1; c < 3; ++c) {
            const auto at = [&](uint32_t x, uint32_t y) { return chroma(c, x, y, place.layer); };
            const auto x = static_cast<float>(across.quarters) * 0.25f;
            const auto y = static_cast<float>(down.quarters) * 0.25f;
            const float upper = at(across.first, down.first) * (1.0f - x) + at(across.second, down.first) * x;
            const float lower = at(across.first, down.second) * (1.0f - x) + at(across.second, down.second) * x;
            texel[c] = word(upper * (1.0f - y) + lower * y);
        }
        return texel;
    }

  private:
    static uint32_t word(float value) { return std::bit_cast<uint32_t>(value / 255.0f); }

    static float byteAt(std::span<const std::byte> bytes, uint64_t offset) {
        return offset < bytes.size() ? static_cast<float>(std::to_integer<uint8_t>(bytes[static_cast<size_t>(offset)]))
                                     : 0.0f;
    }

    /// Place of a component among the bytes of a pair of pixels, or of a pair of colour differences.
    unsigned placeOf(unsigned component, unsigned first) const {
        unsigned place = first;
        while (place < 3 && format_.order[place] != component) ++place;
        return place;
    }

    float luma(const ChromaPlace& place) const {
        const TextureLevel& level = texture_.level(0);
        if (format_.codec != TexelCodec::SharedChroma) {
            return byteAt(texture_.bytes(), level.offset(place.x, place.y, place.layer));
        }
        const unsigned first = placeOf(0, 0) + (place.x % 2 != 0 ? 2 : 0);
        return byteAt(texture_.bytes(), level.offset(place.x / 2, place.y, place.layer) + first);
    }

    float chroma(unsigned component, uint32_t x, uint32_t y, uint32_t layer) const {
        switch (format_.codec) {
            case TexelCodec::SharedChroma:
                return byteAt(texture_.bytes(), texture_.level(0).offset(x, y, layer) + placeOf(component, 0));
            case TexelCodec::TwoPlanes:
                return byteAt(texture_.planeBytes(0),
                              texture_.plane(0).offset(x, y, layer) + placeOf(component, 1) - 1);
            default:
                return byteAt(texture_.planeBytes(component - 1), texture_.plane(component - 1).offset(x, y, layer));
        }
    }

    const Texture& texture_;
    const SurfaceFormat& format_;
    bool linear_ = false;
};

}  // namespace

void fetchChroma(const Texture& texture, std::span<const TexelTap> taps, TapWords& words) {
    const ChromaReader reader(texture, words.linearChroma);
    for (size_t i = 0; i < taps.size(); ++i) {
        const uint64_t offset = taps[i].offset;
        if (offset == kBorderTap || offset == kEmptyTap) {
            for (auto& component : words.component) component[i] = 0;
            continue;
        }
        const func::BlockTexel texel = reader.texel(ChromaPlace::of(offset));
        for (size_t c = 0; c < texel.size(); ++c) words.component[c][i] = texel[c];
    }
}

}  // namespace cyclorama::adreno
