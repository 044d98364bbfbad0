// SPDX-License-Identifier: MIT
#pragma once
// The state of CP_BLIT, the 2D engine, decoded from its registers (Mesa: a6xx.xml; vulkan/tu_clear_blit.cc, r2d_*;
// gallium/drivers/freedreno/a6xx/fd6_blitter.cc). Coordinates are texels from the upper left corner.

#include <array>
#include <cstdint>

#include "families/adreno/registers/register_values.h"

namespace cyclorama::adreno {

enum class BlitRotation : uint8_t { None = 0, By90 = 1, By180 = 2, By270 = 3, MirrorX = 4, MirrorY = 5 };

/// The form in which a texel is within the engine, and that of a solid colour (a6xx_2d_ifmt).
enum class BlitForm : uint8_t {
    Raw = 0,
    Srgb8 = 1,
    Float16 = 3,
    Float32 = 4,
    Int8 = 5,
    Int16 = 6,
    Int32 = 7,
    Unorm8 = 16
};

/// Both corners are within.
struct BlitRectangle {
    int32_t left = 0;
    int32_t top = 0;
    int32_t right = 0;
    int32_t bottom = 0;

    bool empty() const { return right < left || bottom < top; }
    BlitRectangle within(const BlitRectangle& other) const;
    bool operator==(const BlitRectangle&) const = default;
};

/// An image as registers describe it.
struct BlitImage {
    uint64_t address = 0;
    /// Bytes.
    uint32_t pitch = 0;
    /// FMT6_*.
    uint32_t format = 0;
    uint32_t tileMode = 0;
    uint32_t swap = 0;
    bool srgb = false;
    uint32_t samples = 1;
    /// Compressed by UBWC, with flags at `flags`.
    bool compressed = false;
    uint64_t flags = 0;
    /// Addresses of the second and the third plane of a source whose format has planes.
    std::array<uint64_t, 2> planes{};
    uint32_t planePitch = 0;

    bool operator==(const BlitImage&) const = default;
};

struct BlitState {
    /// Bits after the point of coordinates at the source.
    static constexpr uint32_t kFraction = 8;

    BlitRotation rotation = BlitRotation::None;
    BlitForm form = BlitForm::Raw;
    /// No source: all texels are of one colour.
    bool solid = false;
    std::array<uint32_t, 4> color{};
    /// Components that are written with what they are in the source, the others with zero, red in bit 0.
    uint32_t components = 0xf;
    /// Components of the destination that keep their bits.
    uint32_t kept = 0;

    BlitImage source;
    uint32_t sourceWidth = 0;
    uint32_t sourceHeight = 0;
    /// Corners as registers have them: those of the last texel, not after it. In units of 2^-kFraction.
    BlitRectangle sourceArea;
    /// The texel of the bin's corner, for sources in GMEM.
    int32_t windowX = 0;
    int32_t windowY = 0;
    bool linear = false;
    bool averageSamples = false;

    BlitImage target;
    BlitRectangle targetArea;
    /// The target's area within the scissor.
    BlitRectangle clipped;
};

BlitState decodeBlit(const RegisterValues& registers);

/// RB_2D_UNKNOWN_8C01 is one of the words whose meaning is known.
bool knowsKeptComponents(const RegisterValues& registers);

}  // namespace cyclorama::adreno
