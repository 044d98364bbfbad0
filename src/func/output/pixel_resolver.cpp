// SPDX-License-Identifier: MIT
#include "func/output/pixel_resolver.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstring>

#include "func/formats/any_color_format.h"
#include "func/formats/half_float.h"
#include "func/formats/srgb.h"
#include "func/layout/pixel_layout.h"
#include "func/memory/load_value.h"

namespace cyclorama::func {

namespace {

constexpr uint32_t kPictureChannels = 4;

/// Fractions by division, unlike the ROP, which multiplies by the reciprocal.
template <typename T>
Vec4 decodeNormalized(const std::byte* sample) {
    constexpr float kLargest = static_cast<float>(T(~T{0}));
    std::array<T, 4> raw;
    std::memcpy(raw.data(), sample, sizeof raw);
    Vec4 color;
    for (uint32_t c = 0; c < 4; ++c) color[c] = static_cast<float>(raw[c]) / kLargest;
    return color;
}

template <uint32_t Components>
Vec4 decodeHalf(const std::byte* sample) {
    std::array<uint16_t, Components> raw;
    std::memcpy(raw.data(), sample, sizeof raw);
    Vec4 color{};
    for (uint32_t c = 0; c < Components; ++c) color[c] = floatFromHalf(raw[c]);
    return color;
}

Vec4 decodeR32Float(const std::byte* sample) {
    Vec4 color{};
    std::memcpy(&color[0], sample, sizeof(float));
    return color;
}

/// Limited to [0, 1], from 0 to 255. Not-a-number becomes 0 here, while the ROP makes it 1.
float scaleToByte(float value) {
    const float positive = value > 0.0f ? value : 0.0f;
    return (positive < 1.0f ? positive : 1.0f) * 255.0f;
}

bool sameColor(const Vec4& a, const Vec4& b) { return a[0] == b[0] && a[1] == b[1] && a[2] == b[2]; }

constexpr uint32_t kAlphaOfWord = 0xff000000;

/// Shows pixels with blue first, a word each, with these bits set.
void showWords(const std::byte* pixels, uint32_t count, uint32_t set, uint8_t* rgba) {
    constexpr uint32_t kOuter = 0xff;
    constexpr uint32_t kOthers = 0xff00ff00;
    for (uint32_t i = 0; i < count; ++i) {
        const auto word = loadValue<uint32_t>(pixels + size_t{i} * kPictureChannels);
        const uint32_t shown = (word & kOthers) | (word >> 16 & kOuter) | (word & kOuter) << 16 | set;
        std::memcpy(rgba + size_t{i} * kPictureChannels, &shown, sizeof shown);
    }
}

/// True if all samples of four bytes are the same.
bool samplesAgree(const std::byte* pixel, uint32_t samples) {
    for (uint32_t s = 1; s < samples; ++s)
        if (std::memcmp(pixel, pixel + size_t{s} * kPictureChannels, kPictureChannels) != 0) return false;
    return true;
}

}  // namespace

/// Formats that the truncating conversion has.
PixelResolver::DecodeFunction PixelResolver::selectDecoder(Format format) {
    switch (format) {
        case Format::Rgba8888:
            return decodeNormalized<uint8_t>;
        case Format::Rgba16:
            return decodeNormalized<uint16_t>;
        case Format::Rg16Float:
            return decodeHalf<2>;
        case Format::Rgba16Float:
            return decodeHalf<4>;
        case Format::R32Float:
            return decodeR32Float;
        default:
            return nullptr;
    }
}

PixelResolver::PixelResolver(Format format)
    : truncating_(selectDecoder(format)),
      format_(findAnyColorFormat(format)),
      storedAsShown_(format == Format::Rgba8888),
      blueFirst_(format == Format::B8G8R8A8Unorm || format == Format::B8G8R8X8Unorm),
      lacksAlpha_(format == Format::B8G8R8X8Unorm) {
    assert(format_ != nullptr);
}

void PixelResolver::show(const std::byte* pixels, uint32_t count, uint32_t samples, uint8_t* rgba) const {
    if (blueFirst_) return showBytes(pixels, count, samples, rgba);
    if (truncating_ == nullptr) return showMeans(pixels, count, samples, rgba);
    const size_t bytes = size_t{samples} * format_->bytesPerSample;
    for (uint32_t i = 0; i < count; ++i, pixels += bytes, rgba += kPictureChannels) {
        if (storedAsShown_ && samplesAgree(pixels, samples)) {
            std::memcpy(rgba, pixels, kPictureChannels);
            continue;
        }
        const Vec4 color = resolve(pixels, samples);
        for (uint32_t c = 0; c < kPictureChannels; ++c) rgba[c] = static_cast<uint8_t>(scaleToByte(color[c]));
    }
}

/// Samples that are not numbers differ from themselves, so a pixel with one is not uniform; with a single sample there
/// is nothing to compare.
Vec4 PixelResolver::resolve(const std::byte* pixel, uint32_t samples) const {
    if (samples == 1) return truncating_(pixel);
    std::array<Vec4, kMaxSamples> colors;
    bool uniform = true;
    for (uint32_t s = 0; s < samples; ++s) {
        colors[s] = truncating_(pixel + size_t{s} * format_->bytesPerSample);
        uniform = uniform && sameColor(colors[0], colors[s]);
    }
    if (uniform) return colors[0];

    Vec4 sum{};
    Vec4 linear{};
    for (uint32_t s = 0; s < samples; ++s) {
        // Neighbouring samples often agree, and powers take long.
        if (s == 0 || !sameColor(colors[s - 1], colors[s]))
            for (uint32_t c = 0; c < kColorComponents; ++c) linear[c] = linearFromSrgb(colors[s][c]);
        for (uint32_t c = 0; c < kColorComponents; ++c) sum[c] += linear[c];
        sum[3] += colors[s][3];
    }
    for (float& component : sum) component /= static_cast<float>(samples);
    for (uint32_t c = 0; c < kColorComponents; ++c) sum[c] = srgbFromLinear(sum[c]);
    return sum;
}

void PixelResolver::showBytes(const std::byte* pixels, uint32_t count, uint32_t samples, uint8_t* rgba) const {
    if (samples == 1) return showWords(pixels, count, lacksAlpha_ ? kAlphaOfWord : 0, rgba);
    const size_t bytes = size_t{samples} * kPictureChannels;
    for (uint32_t i = 0; i < count; ++i, pixels += bytes, rgba += kPictureChannels) {
        if (samplesAgree(pixels, samples))
            showWords(pixels, 1, lacksAlpha_ ? kAlphaOfWord : 0, rgba);
        else
            showMeans(pixels, 1, samples, rgba);
    }
}

void PixelResolver::showMeans(const std::byte* pixels, uint32_t count, uint32_t samples, uint8_t* rgba) const {
    const size_t bytes = size_t{samples} * format_->bytesPerSample;
    SampleBytes batch;
    ColorLanes lanes;
    for (uint32_t first = 0; first < count;) {
        const uint32_t size = std::min(count - first, kColorLanes / samples);
        std::memcpy(batch.data.data(), pixels + first * bytes, size * bytes);
        format_->unpack(batch, size * samples, lanes);
        for (uint32_t i = 0; i < size; ++i) {
            for (uint32_t c = 0; c < kPictureChannels; ++c) {
                float sum = 0.0f;
                for (uint32_t s = 0; s < samples; ++s) sum += lanes.component[c][i * samples + s];
                // The half is added as a float: values just below the middle may round up.
                // NOLINTNEXTLINE(bugprone-incorrect-roundings)
                *rgba++ = static_cast<uint8_t>(scaleToByte(sum / static_cast<float>(samples)) + 0.5f);
            }
        }
        first += size;
    }
}

}  // namespace cyclorama::func
