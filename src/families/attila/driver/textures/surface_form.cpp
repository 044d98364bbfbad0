// SPDX-License-Identifier: MIT
#include "families/attila/driver/textures/surface_form.h"

#include <algorithm>
#include <cassert>
#include <cstring>

#include "func/formats/half_float.h"
#include "func/texture/texture_format.h"

namespace cyclorama::attila {
namespace {

using func::Format;

constexpr size_t kChannels = 4;
constexpr float kLargestByte = 255;
constexpr size_t kHalfBytes = 2;

uint32_t bytesOf(Format format) { return 1u << func::texelBytesLog2(format); }

/// Smallest half that is not below a value of 8 bits when it is scaled to 0 to 255.
uint16_t halfOfByte(uint32_t value) {
    const auto wanted = static_cast<float>(value);
    uint16_t half = func::halfFromFloat(wanted / kLargestByte);
    while (func::floatFromHalf(half) * kLargestByte < wanted) ++half;
    return half;
}

}  // namespace

PixelConversion::PixelConversion(Format texel, const SurfaceForm& pixel, bool srgb)
    : texel_(texel), form_(pixel), texelBytes_(bytesOf(texel)), sampleBytes_(bytesOf(pixel.format)) {
    assert(texel == pixel.format || (texel == Format::Rgba8888 && pixel.format == Format::Rgba16Float));
    if (pixel.samples > 1 && texel != Format::Depth24) {
        sampleCodec_.emplace(TextureFormat{.stored = pixel.format, .srgb = srgb});
        texelCodec_.emplace(TextureFormat{.stored = texel, .srgb = srgb});
    }
    if (texel == Format::Rgba8888) resolver_.emplace(pixel.format);
    if (texel == pixel.format) return;
    for (uint32_t value = 0; value < halves_.size(); ++value) halves_[value] = halfOfByte(value);
}

void PixelConversion::toTexel(const std::byte* pixel, std::byte* texel) const {
    const bool agree = [&] {
        for (uint32_t s = 1; s < form_.samples; ++s)
            if (std::memcmp(pixel, pixel + size_t{s} * sampleBytes_, sampleBytes_) != 0) return false;
        return true;
    }();
    if (texel_ == Format::Depth24 || (agree && texel_ == form_.format))
        std::memcpy(texel, pixel, texelBytes_);
    else if (agree)
        resolver_->show(pixel, 1, 1, reinterpret_cast<uint8_t*>(texel));
    else
        mean(pixel, texel);
}

void PixelConversion::toShown(const std::byte* pixel, std::byte* texel) const {
    resolver_->show(pixel, 1, form_.samples, reinterpret_cast<uint8_t*>(texel));
}

void PixelConversion::mean(const std::byte* pixel, std::byte* texel) const {
    func::Vec4 sum{};
    for (uint32_t s = 0; s < form_.samples; ++s) {
        const func::Vec4 sample = sampleCodec_->load(pixel + size_t{s} * sampleBytes_);
        for (size_t c = 0; c < sum.size(); ++c) sum[c] += sample[c];
    }
    for (float& component : sum) component /= static_cast<float>(form_.samples);
    texelCodec_->store(sum, texel);
}

void PixelConversion::toPixel(const std::byte* texel, std::byte* pixel) const {
    std::array<std::byte, func::kMaxTexelBytes> sample{};
    std::memcpy(sample.data(), texel, texelBytes_);
    if (texel_ != form_.format)
        for (size_t c = 0; c < kChannels; ++c)
            std::memcpy(sample.data() + c * kHalfBytes, &halves_[std::to_integer<uint8_t>(texel[c])], kHalfBytes);
    for (uint32_t s = 0; s < form_.samples; ++s)
        std::memcpy(pixel + size_t{s} * sampleBytes_, sample.data(), sampleBytes_);
}

}  // namespace cyclorama::attila
