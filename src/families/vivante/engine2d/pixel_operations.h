// SPDX-License-Identifier: MIT
#pragma once
// Combination of source, pattern and destination pixels by the 2D engine (etna_viv: rnndb/state_2d.xml, doc/2d.md;
// xf86-video-armada: etnaviv_render.c, etnaviv_accel.c).

#include <cstdint>

#include "families/vivante/engine2d/image.h"

namespace cyclorama::vivante::engine2d {

/// Raster operations: a truth table whose index has bit 0 from the destination, 1 from the source, 2 from the pattern.
struct RasterOperation {
    uint8_t opaque = 0xcc;
    uint8_t transparent = 0xcc;
};

/// The table of three inputs that one of two makes.
uint8_t ofSourceAlone(uint8_t rop2);
uint8_t ofPatternAlone(uint8_t rop2);

constexpr bool usesDestination(uint8_t rop) { return ((rop >> 1 ^ rop) & 0x55) != 0; }
constexpr bool usesSource(uint8_t rop) { return ((rop >> 2 ^ rop) & 0x33) != 0; }
constexpr bool usesPattern(uint8_t rop) { return ((rop >> 4 ^ rop) & 0x0f) != 0; }

/// Bit by bit.
uint32_t combined(uint8_t rop, uint32_t pattern, uint32_t source, uint32_t destination);

/// DE_BLENDMODE. The factor of one side comes from the other's alpha or colour, unless the side's ownAlpha is set.
enum class Factor : uint8_t { Zero, One, Alpha, InverseAlpha, Color, InverseColor, SaturatedAlpha, SaturatedOwnAlpha };

/// Alpha for the whole of a side in place of its pixels', or times it.
enum class GlobalAlpha : uint8_t { None, Replaces, Scales };

struct Blend {
    struct Side {
        bool inverseAlpha = false;
        GlobalAlpha global = GlobalAlpha::None;
        Argb globalColor = 0;
        /// Its colours are multiplied by its alpha first.
        bool premultiplies = false;
        Factor factor = Factor::One;
        bool ownAlpha = false;
    };
    enum class Multiplier : uint8_t { None, GlobalAlpha, GlobalColor };

    bool enabled = false;
    Side source;
    Side destination;
    /// Times which the colours of the source are.
    Multiplier sourceMultiplier = Multiplier::None;
    /// The result's colours are divided by its alpha.
    bool demultiplies = false;
};

/// The sum of both sides times their factors, at most 255 a channel. Products of two channels are rounded to the
/// nearest 255th, as Pixman's are; how the chips round is not known.
Argb blended(const Blend& blend, Argb source, Argb destination);

/// Colours from one to another, channel by channel; alpha does not count.
struct ColorKey {
    Argb low = 0;
    Argb high = 0;

    bool matches(Argb pixel) const;
};

}  // namespace cyclorama::vivante::engine2d
