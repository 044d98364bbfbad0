// SPDX-License-Identifier: MIT
#include "families/vivante/engine2d/drawing.h"

#include <algorithm>
#include <cstring>
#include <optional>

#include "families/vivante/engine2d/line.h"

namespace cyclorama::vivante::engine2d {
namespace {

using machine::ResolveResult;
using UnusedBits = ImageAccess::UnusedBits;

constexpr int32_t kPatternSize = 8;
/// Beyond every coordinate that an image can have.
constexpr int64_t kFarAway = 1 << 24;

constexpr bool bitOf(uint64_t rows, Point p) {
    return (rows >> (p.y * kPatternSize + kPatternSize - 1 - p.x) & 1) != 0;
}

/// The pattern's pixel at one of the destination.
struct PatternPixels {
    std::array<Argb, 64> colors{};
    Point origin;

    Point placeOf(Point p) const { return {(p.x + origin.x) & 7, (p.y + origin.y) & 7}; }
    /// Place of a pixel of the pattern in `colors`, row by row.
    static size_t indexOf(Point place) {
        return static_cast<size_t>(place.y) * size_t{kPatternSize} + static_cast<size_t>(place.x);
    }
    Argb at(Point p) const { return colors[indexOf(placeOf(p))]; }
};

std::optional<PatternPixels> readPattern(const Pattern& pattern, mem::AddressSpace& memory) {
    PatternPixels pixels{.origin = pattern.origin};
    ImageAccess image(pattern.image, {}, UnusedBits::Opaque);
    const bool inMemory = pattern.kind == Pattern::Kind::Image;
    if (inMemory && !image.place({0, 0, kPatternSize, kPatternSize}, memory)) return std::nullopt;
    for (int32_t y = 0; y < kPatternSize; ++y)
        for (int32_t x = 0; x < kPatternSize; ++x) {
            const bool one = pattern.kind == Pattern::Kind::Solid || bitOf(pattern.bits, {x, y});
            pixels.colors[PatternPixels::indexOf({x, y})] = inMemory ? image.read({x, y})
                                                            : one    ? pattern.foreground
                                                                     : pattern.background;
        }
    return pixels;
}

/// Draws the rectangles of a drawing one after the other.
class Painter {
  public:
    Painter(const Drawing& drawing, mem::AddressSpace& memory, const PatternPixels& pattern)
        : drawing_(drawing),
          memory_(memory),
          pattern_(pattern),
          source_(drawing.source, colorsOf(drawing), unusedOfSource(drawing.blend)),
          destination_(drawing.destination, {}, drawing.blend.enabled ? UnusedBits::Opaque : UnusedBits::Alpha),
          sourceKey_(keyOf(drawing.transparency.sourceKey, source_)),
          destinationKey_(keyOf(drawing.transparency.destinationKey, destination_)),
          readsSource_(drawing.readsSource()),
          readsDestination_(drawing.readsDestination()) {}

    ResolveResult drawArea(const Rectangle& rectangle);
    ResolveResult drawLine(const Rectangle& ends);

  private:
    static SourceColors colorsOf(const Drawing& drawing) {
        // Bits of a bitmap, as the colours of zeros and ones may be equal.
        return {.palette = drawing.palette.get(), .zero = 0, .one = 1, .alphaOnly = drawing.colors.alphaOnly};
    }
    /// A scaled alpha takes the bits that a format does not use for alpha (xf86-video-armada: etnaviv_render.c,
    /// etnaviv_accel_reduce_mask).
    static UnusedBits unusedOfSource(const Blend& blend) {
        const bool scaled = blend.enabled && blend.source.global == GlobalAlpha::Scales;
        return scaled ? UnusedBits::Alpha : UnusedBits::Opaque;
    }
    static ColorKey keyOf(const ColorKey& key, const ImageAccess& image) {
        return {image.colorOf(key.low), image.colorOf(key.high)};
    }

    Argb pixelOf(const Rectangle& rectangle, Point p) const;
    Argb shaded(Argb source, bool transparent, Point p) const;
    bool sourceInMemory() const {
        return readsSource_ && !(drawing_.expandsBitmap() && !drawing_.bitmap.words.empty());
    }

    const Drawing& drawing_;
    mem::AddressSpace& memory_;
    const PatternPixels& pattern_;
    ImageAccess source_;
    ImageAccess destination_;
    ColorKey sourceKey_;
    ColorKey destinationKey_;
    bool readsSource_;
    bool readsDestination_;
    std::vector<Argb> drawn_;
};

Argb Painter::shaded(Argb source, bool transparent, Point p) const {
    const Transparency& transparency = drawing_.transparency;
    const Argb destination = readsDestination_ ? destination_.read(p) : 0;
    if (transparency.patternMasked && !bitOf(drawing_.pattern.mask, pattern_.placeOf(p))) transparent = true;
    if (transparency.destinationKeyed && destinationKey_.matches(destination) != transparency.keepsUnlessMatched)
        transparent = true;
    if (drawing_.blend.enabled) return transparent ? destination : blended(drawing_.blend, source, destination);
    const uint8_t rop = transparent ? drawing_.rop.transparent : drawing_.rop.opaque;
    return combined(rop, pattern_.at(p), source, destination);
}

Argb Painter::pixelOf(const Rectangle& rectangle, Point p) const {
    if (drawing_.kind == Drawing::Kind::Clear) return drawing_.clearColor;
    if (!readsSource_) return shaded(0, false, p);
    const Transparency& transparency = drawing_.transparency;
    const bool masks = transparency.source == Transparency::Source::Mask;
    const bool inStream = !drawing_.bitmap.words.empty();
    const bool bit = inStream && drawing_.bitmap.at({p.x - rectangle.left, p.y - rectangle.top}, rectangle.width(),
                                                    rectangle.height());
    if (drawing_.expandsBitmap()) {
        const bool one = inStream ? bit : source_.read(drawing_.sourceOf(rectangle, p)) != 0;
        return shaded(one ? drawing_.colors.one : drawing_.colors.zero, masks && one == transparency.transparentBit, p);
    }
    const Argb source = source_.read(drawing_.sourceOf(rectangle, p));
    const bool keyed = transparency.source == Transparency::Source::Key && sourceKey_.matches(source);
    return shaded(source, keyed || (masks && inStream && !bit), p);
}

ResolveResult Painter::drawArea(const Rectangle& rectangle) {
    const Rectangle visible = common(rectangle, drawing_.clip);
    if (visible.empty()) return ResolveResult::Done;
    if (rowsOverlap(drawing_.destination, visible)) return ResolveResult::Unsupported;
    if (!destination_.place(visible, memory_)) return ResolveResult::OutOfMemory;
    if (sourceInMemory() && !source_.place(drawing_.sourceOf(rectangle, visible), memory_))
        return ResolveResult::OutOfMemory;
    // All at once where the source may be the image that is drawn to, else row by row.
    const bool apart = !sourceInMemory() || drawing_.source.planes[0].address != drawing_.destination.planes[0].address;
    const int32_t rows = apart ? 1 : visible.height();
    for (int32_t top = visible.top; top < visible.bottom; top += rows) {
        drawn_.clear();
        for (int32_t y = top; y < top + rows; ++y)
            for (int32_t x = visible.left; x < visible.right; ++x) drawn_.push_back(pixelOf(rectangle, {x, y}));
        auto next = drawn_.begin();
        for (int32_t y = top; y < top + rows; ++y)
            for (int32_t x = visible.left; x < visible.right; ++x) destination_.write({x, y}, *next++);
    }
    return ResolveResult::Done;
}

ResolveResult Painter::drawLine(const Rectangle& ends) {
    const Rectangle around{std::min(ends.left, ends.right), std::min(ends.top, ends.bottom),
                           std::max(ends.left, ends.right) + 1, std::max(ends.top, ends.bottom) + 1};
    const Rectangle visible = common(around, drawing_.clip);
    if (visible.empty()) return ResolveResult::Done;
    if (!destination_.place(visible, memory_)) return ResolveResult::OutOfMemory;
    forEachLinePixel(ends, [&](Point p) {
        if (visible.contains(p)) destination_.write(p, shaded(drawing_.colors.one, false, p));
    });
    return ResolveResult::Done;
}

int32_t stretched(int32_t distance, uint32_t factor, bool truncates) {
    const int64_t place = (int64_t{distance} * factor + (truncates ? 0 : 1 << 15)) >> 16;
    return static_cast<int32_t>(std::clamp(place, -kFarAway, kFarAway));
}

}  // namespace

bool StreamBitmap::at(Point p, int32_t width, int32_t height) const {
    const uint32_t inRow = pieceWidth == 0 ? 32 : pieceWidth;
    const auto x = static_cast<uint32_t>(p.x);
    const auto y = static_cast<uint32_t>(p.y);
    const uint32_t rows = 32 / inRow;
    const uint64_t down = (static_cast<uint32_t>(height) + rows - 1) / rows;
    const uint64_t across = (static_cast<uint32_t>(width) + inRow - 1) / inRow;
    const uint64_t piece = pieceWidth == 0 ? y * across + x / inRow : x / inRow * down + y / rows;
    if (piece >= words.size()) return false;
    const uint32_t bit = y % rows * inRow + x % inRow;
    return (words[piece] >> (bit / 8 * 8 + 7 - bit % 8) & 1) != 0;
}

bool Drawing::readsSource() const {
    return isBlit() && (blend.enabled || usesSource(rop.opaque) || usesSource(rop.transparent) ||
                        transparency.source != Transparency::Source::Opaque);
}

bool Drawing::readsDestination() const {
    return kind != Kind::Clear && (blend.enabled || usesDestination(rop.opaque) || usesDestination(rop.transparent) ||
                                   transparency.destinationKeyed);
}

bool Drawing::readsPattern() const {
    return kind != Kind::Clear && !blend.enabled && (usesPattern(rop.opaque) || usesPattern(rop.transparent));
}

Point Drawing::sourceOf(const Rectangle& rectangle, Point p) const {
    int32_t x = mirrorsX ? rectangle.right - 1 - p.x : p.x - rectangle.left;
    int32_t y = mirrorsY ? rectangle.bottom - 1 - p.y : p.y - rectangle.top;
    if (kind == Kind::Stretch) {
        x = stretched(x, factorX, truncates);
        y = stretched(y, factorY, truncates);
    }
    return {origin.x + x + (relative ? rectangle.left : 0), origin.y + y + (relative ? rectangle.top : 0)};
}

Rectangle Drawing::sourceOf(const Rectangle& rectangle, const Rectangle& part) const {
    const Point first = sourceOf(rectangle, Point{part.left, part.top});
    const Point last = sourceOf(rectangle, Point{part.right - 1, part.bottom - 1});
    return {std::min(first.x, last.x), std::min(first.y, last.y), std::max(first.x, last.x) + 1,
            std::max(first.y, last.y) + 1};
}

ResolveResult draw(const Drawing& drawing, mem::AddressSpace& memory) {
    PatternPixels pattern;
    if (drawing.readsPattern() || drawing.transparency.patternMasked) {
        const auto pixels = readPattern(drawing.pattern, memory);
        if (!pixels) return ResolveResult::OutOfMemory;
        pattern = *pixels;
    }
    Painter painter(drawing, memory, pattern);
    ResolveResult result = ResolveResult::Done;
    for (const Rectangle& rectangle : drawing.rectangles) {
        const ResolveResult each =
            drawing.kind == Drawing::Kind::Line ? painter.drawLine(rectangle) : painter.drawArea(rectangle);
        if (each != ResolveResult::Done) result = each;
    }
    return result;
}

}  // namespace cyclorama::vivante::engine2d
