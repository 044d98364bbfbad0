// SPDX-License-Identifier: MIT
#pragma once
// Drawings of the 2D engine that DRAW_2D starts: clears, lines, blits and stretched blits of a list of rectangles
// (etna_viv: rnndb/state_2d.xml and cmdstream.xml, doc/2d.md).
//
// Estimates, as no public text says it: which pixels a line takes where two are as near (the one towards its start),
// how a stretch rounds, the order of a bitmap's pieces in the stream. Blits within one image take all of a rectangle's
// source before they write, as if the engine went the right way about it.

#include <cstdint>
#include <memory>
#include <vector>

#include "families/vivante/engine2d/image.h"
#include "families/vivante/engine2d/image_access.h"
#include "families/vivante/engine2d/pixel_operations.h"
#include "machine/values/resolve_operations.h"
#include "mem/address_space.h"

namespace cyclorama::vivante::engine2d {

/// A pattern of 8x8 pixels that repeats from the origin of the destination on.
struct Pattern {
    enum class Kind : uint8_t { Solid, TwoColors, Image };

    Kind kind = Kind::Solid;
    /// In TwoColors the one of zeros.
    Argb background = 0;
    /// In TwoColors the one of ones; in Solid the only one.
    Argb foreground = 0;
    /// Rows from the lowest byte up, of each the left pixel in the highest bit.
    uint64_t bits = 0;
    /// Pixels that are opaque, as `bits`.
    uint64_t mask = ~uint64_t{0};
    /// In Image: 64 pixels, row by row.
    Image image;
    /// The pixel of the pattern at the origin.
    Point origin;
};

/// A bitmap in the command stream: the source, or the mask of a source in memory. A word holds a piece of it whose rows
/// follow each other from its lowest byte, or half, up, the left pixel in the highest bit of a byte; pieces go down,
/// and then to the right (etna_viv: bitblt2d_from_stream.c, for pieces of 8x4 pixels).
struct StreamBitmap {
    std::vector<uint32_t> words;
    /// Pixels of a piece's row: 8, 16 or 32; 0 for rows of whole words.
    uint32_t pieceWidth = 8;

    /// False beyond the end.
    bool at(Point inRectangle, int32_t width, int32_t height) const;
};

struct Transparency {
    enum class Source : uint8_t { Opaque, Mask, Key };

    Source source = Source::Opaque;
    /// In an expanded bitmap, the bit that Mask makes transparent.
    bool transparentBit = false;
    bool patternMasked = false;
    bool destinationKeyed = false;
    /// The destination is drawn to only where it matches, in place of only where it does not (DirectFB's way).
    bool keepsUnlessMatched = false;
    /// Words of the formats of source and destination.
    ColorKey sourceKey;
    ColorKey destinationKey;
};

struct Drawing {
    enum class Kind : uint8_t { Clear, Line, Copy, Stretch };

    Kind kind = Kind::Clear;
    Image destination;
    Image source;
    /// Zero and one are the colours of an expanded bitmap; one is that of lines, too.
    SourceColors colors;
    std::shared_ptr<const Palette> palette;
    /// No words where the source is in memory and has no mask.
    StreamBitmap bitmap;
    /// In lines, the first pixel and the one after the last.
    std::vector<Rectangle> rectangles;
    Rectangle clip;
    /// The source pixel of a rectangle's first; relative to it if `relative`.
    Point origin;
    bool relative = false;
    bool mirrorsX = false;
    bool mirrorsY = false;
    /// Source pixels for a pixel, 16.16 fixed point; the nearest, or those at or before if `truncates`.
    uint32_t factorX = 1 << 16;
    uint32_t factorY = 1 << 16;
    bool truncates = false;
    Argb clearColor = 0;
    RasterOperation rop;
    Blend blend;
    Transparency transparency;
    Pattern pattern;

    bool isBlit() const { return kind == Kind::Copy || kind == Kind::Stretch; }
    bool expandsBitmap() const { return isBlit() && source.format == PixelFormat::Monochrome; }
    /// Pixels of source, destination or pattern are read.
    bool readsSource() const;
    bool readsDestination() const;
    bool readsPattern() const;
    /// The source pixel for one of a rectangle.
    Point sourceOf(const Rectangle& rectangle, Point p) const;
    /// The source pixels for a part of a rectangle; not for an empty one.
    Rectangle sourceOf(const Rectangle& rectangle, const Rectangle& part) const;
};

/// Draws. Rectangles whose pixels are not wholly in memory, or whose rows overlap each other, are left out; the result
/// says so.
machine::ResolveResult draw(const Drawing& drawing, mem::AddressSpace& memory);

}  // namespace cyclorama::vivante::engine2d
