// SPDX-License-Identifier: MIT
#include "func/output/resolve.h"

#include <array>
#include <cassert>
#include <cstring>

#include "func/formats/any_color_format.h"
#include "func/formats/half_float.h"
#include "func/formats/srgb.h"
#include "func/memory/load_value.h"
#include "func/output/depth_stencil.h"

namespace cyclorama::func {
namespace {

constexpr uint32_t kChannels = 4;

/// One sample as floats; components that the format lacks are 0.
using DecodeFunction = Vec4 (*)(const std::byte* sample);

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

/// Formats that the truncating conversion has.
DecodeFunction selectDecoder(Format format) {
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

/// The samples of a format as colours, and colours as bytes of a picture.
class Decoder {
  public:
    /// Requires findAnyColorFormat(format) != nullptr.
    explicit Decoder(Format format) : truncating_(selectDecoder(format)), format_(findAnyColorFormat(format)) {
        assert(format_ != nullptr);
    }

    Vec4 operator()(const std::byte* sample) const {
        if (truncating_ != nullptr) return truncating_(sample);
        SampleBytes bytes;
        ColorLanes lanes;
        std::memcpy(bytes.data.data(), sample, format_->bytesPerSample);
        format_->unpack(bytes, 1, lanes);
        Vec4 color;
        for (uint32_t c = 0; c < kChannels; ++c) color[c] = lanes.component[c][0];
        return color;
    }
    /// Not-a-number becomes 0 here, while the ROP makes it 1.
    uint8_t toByte(float value) const {
        const float positive = value > 0.0f ? value : 0.0f;
        return static_cast<uint8_t>((positive < 1.0f ? positive : 1.0f) * 255.0f + (truncating_ ? 0.0f : 0.5f));
    }

  private:
    DecodeFunction truncating_;
    const ColorFormat* format_;
};

bool sameColor(const Vec4& a, const Vec4& b) { return a[0] == b[0] && a[1] == b[1] && a[2] == b[2]; }

/// The colour of one pixel from its samples. Samples that are not numbers differ from themselves, so a pixel with one
/// is not uniform; with a single sample there is nothing to compare.
Vec4 resolvePixel(const std::byte* pixel, uint32_t samples, uint32_t bytesPerSample, const Decoder& decode) {
    if (samples == 1) return decode(pixel);
    std::array<Vec4, 8> colors;
    bool uniform = true;
    for (uint32_t s = 0; s < samples; ++s) {
        colors[s] = decode(pixel + size_t{s} * bytesPerSample);
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

/// True if all samples of four bytes are the same.
bool samplesAgree(const std::byte* pixel, uint32_t samples) {
    for (uint32_t s = 1; s < samples; ++s)
        if (std::memcmp(pixel, pixel + size_t{s} * kChannels, kChannels) != 0) return false;
    return true;
}

/// Calls write(offset of the pixel in the buffer, RGBA of the picture) for every pixel, from the top row on.
template <typename Write>
Picture makePicture(const PixelLayout& layout, RowOrder rows, Write write) {
    Picture picture{.width = layout.parameters().width, .height = layout.parameters().height, .rgba = {}};
    picture.rgba.resize(size_t{picture.width} * picture.height * kChannels);
    uint8_t* out = picture.rgba.data();
    for (uint32_t line = 0; line < picture.height; ++line) {
        const uint32_t y = rows == RowOrder::TopFirst ? line : picture.height - 1 - line;
        for (uint32_t x = 0; x < picture.width; ++x, out += kChannels) write(layout.offset(x, y), out);
    }
    return picture;
}

}  // namespace

Picture readFrame(std::span<const std::byte> buffer, const PixelLayout& layout, Format format, RowOrder rows,
                  AlphaOutput alpha) {
    const Decoder decode(format);
    assert(buffer.size() >= layout.bufferSize());
    const uint32_t samples = layout.parameters().samples;
    const uint32_t bytesPerSample = layout.parameters().bytesPerSample;
    const bool storedAlpha = alpha == AlphaOutput::Stored;

    const bool storedAsShown = format == Format::Rgba8888;
    return makePicture(layout, rows, [&](uint32_t offset, uint8_t* out) {
        const std::byte* const pixel = buffer.data() + offset;
        if (storedAsShown && samplesAgree(pixel, samples)) {
            std::memcpy(out, pixel, kChannels);
        } else {
            const Vec4 color = resolvePixel(pixel, samples, bytesPerSample, decode);
            for (uint32_t c = 0; c < kChannels; ++c) out[c] = decode.toByte(color[c]);
        }
        if (!storedAlpha) out[3] = 255;
    });
}

Picture readDepth(std::span<const std::byte> buffer, const PixelLayout& layout, RowOrder rows) {
    assert(buffer.size() >= layout.bufferSize());
    return makePicture(layout, rows, [&](uint32_t offset, uint8_t* out) {
        const auto value = loadValue<uint32_t>(buffer.data() + offset);
        for (uint32_t c = 0; c < kColorComponents; ++c) out[c] = static_cast<uint8_t>(value >> (8 * (2 - c)));
        out[3] = 255;
    });
}

Picture readStencil(std::span<const std::byte> buffer, const PixelLayout& layout, RowOrder rows) {
    assert(buffer.size() >= layout.bufferSize());
    return makePicture(layout, rows, [&](uint32_t offset, uint8_t* out) {
        const auto stencil = std::to_integer<uint8_t>(buffer[offset + kDepthStencilBytes - 1]);
        out[0] = stencil;
        out[1] = stencil & 0xf0;
        out[2] = static_cast<uint8_t>(stencil << 4);
        out[3] = 255;
    });
}

}  // namespace cyclorama::func
