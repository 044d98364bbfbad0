// SPDX-License-Identifier: MIT
#pragma once
// The formats of render targets: between the bytes of samples in memory and lanes of float colours, as the ROP units
// convert them.

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "func/formats/format.h"
#include "func/types.h"

namespace cyclorama::func {

/// Samples that a batch of colour operations handles at once: 16 quads of one sample, 2 quads of eight.
inline constexpr uint32_t kColorLanes = 64;

/// Structure of arrays: red, green, blue and alpha of each lane.
struct ColorLanes {
    alignas(64) std::array<std::array<float, kColorLanes>, 4> component;
};

/// Bytes of a batch of samples as they are in memory; the widest format takes 8 a sample.
inline constexpr uint32_t kMaxSampleBytes = 8;
struct SampleBytes {
    alignas(64) std::array<std::byte, size_t{kColorLanes} * kMaxSampleBytes> data;
};

/// Components of a colour that reach memory.
struct ComponentMask {
    bool red = true;
    bool green = true;
    bool blue = true;
    bool alpha = true;

    bool none() const { return !red && !green && !blue && !alpha; }
    bool operator==(const ComponentMask&) const = default;
};

/// How a render target stores colours. Components that a format lacks read as 0, alpha as 1.
struct ColorFormat {
    /// Bytes of a sample: 1, 2, 4 or 8.
    uint32_t bytesPerSample;
    /// Shaded colours are clamped to [0, 1] before blending. With `Truncating` this holds for 8-bit targets alone;
    /// 16-bit normalised ones clamp only when they are stored.
    bool clampsInput;
    /// Components are fractions of 1; logic operations apply to such formats alone.
    bool normalized;
    /// Converts the first `lanes` samples.
    void (*unpack)(const SampleBytes& samples, uint32_t lanes, ColorLanes& colors);
    /// Converts the first `lanes` colours; normalised components are clamped to [0, 1] and truncated.
    void (*pack)(const ColorLanes& colors, uint32_t lanes, SampleBytes& samples);
    /// The bits of a sample that a write mask lets through, the first byte in memory lowest.
    uint64_t (*writeBits)(ComponentMask mask);
    /// Components are integers, in the bits of the floats: nothing blends or clamps them but the limits of their type.
    bool integer = false;
    /// Bits of red, green and blue where they have fewer than eight and can be dithered, else 0.
    std::array<uint8_t, 3> ditheredBits{};

    bool ditherable() const { return ditheredBits != std::array<uint8_t, 3>{}; }
};

/// Conversion of colours to bits, and the transfer function of sRGB.
enum class ColorConversion : uint8_t {
    Truncating,  // fractions are cut off; sRGB is a power of 2.2
    Exact        // as OpenGL has it: rounded to the nearest; sRGB as its standard defines it
};

/// The conversions of a format; null where it cannot be a render target. Of `Truncating`, render targets are Rgba8888,
/// Rg16Float, R32Float, Rgba16 and Rgba16Float.
const ColorFormat* findColorFormat(Format format, ColorConversion conversion = ColorConversion::Truncating);

/// findColorFormat() for ColorConversion::Exact.
const ColorFormat* findExactColorFormat(Format format);

/// Clamps to [0, 1] as the ROP does: not-a-number becomes 1, a negative zero stays.
inline float clampToUnit(float value) { return value < 0.0f ? 0.0f : value <= 1.0f ? value : 1.0f; }

/// Gives a computed not-a-number one bit pattern. Its sign, which decides whether a half becomes positive or negative
/// infinity, would else depend on the order in which a compiler puts operands. This one is what x86 makes of an invalid
/// operation.
inline float unifyNan(float value) { return value == value ? value : std::bit_cast<float>(0xffc00000u); }

/// The bytes that a clear writes to each sample; those past bytesPerSample are 0.
/// Requires findColorFormat(format) != nullptr.
std::array<std::byte, kMaxSampleBytes> packClearColor(Format format, const Vec4& color);

}  // namespace cyclorama::func
