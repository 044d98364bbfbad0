// SPDX-License-Identifier: MIT
#pragma once
// Images of the 2D engine in memory: their pixels, read and written.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "families/vivante/engine2d/image.h"
#include "mem/address_space.h"

namespace cyclorama::vivante::engine2d {

/// Colours of an indexed source, A8R8G8B8.
using Palette = std::array<Argb, 256>;

/// Colours that a source does not hold itself.
struct SourceColors {
    /// Palette of indexed sources; null for black.
    const Palette* palette = nullptr;
    /// Colours of a bitmap's zeros and ones.
    Argb zero = 0;
    Argb one = 0;
    /// Colour of sources that are alpha alone, without its alpha.
    Argb alphaOnly = 0;
};

/// An image whose pixels of a rectangle are in memory.
class ImageAccess {
  public:
    /// Meaning of the bits that X4R4G4B4, X1R5G5B5 and X8R8G8B8 do not use.
    enum class UnusedBits : uint8_t { Opaque, Alpha };

    ImageAccess(const Image& image, const SourceColors& colors, UnusedBits unused);

    /// Finds the pixels of a rectangle as the engine sees it. False where any of it is not in memory; none may then be
    /// accessed.
    bool place(const Rectangle& seen, mem::AddressSpace& memory);

    /// RGB, also of YUV.
    Argb read(Point seen) const { return yuv_ ? rgbOfYuv(readStored(seen), image_.standard) : readStored(seen); }
    /// YUV as it is.
    Argb readStored(Point seen) const;
    /// Takes RGB, or for YUY2 and UYVY YUV, whose differences are those of a pair's left pixel.
    void write(Point seen, Argb pixel) const;
    /// The colour of a word of the format, as read() gives it.
    Argb colorOf(uint32_t raw) const;

    bool isYuv() const { return yuv_; }

  private:
    /// The pixels of a plane, from the lowest address that the rectangle takes.
    struct Bytes {
        std::byte* data = nullptr;
        int64_t begin = 0;

        uint32_t at(int64_t address) const { return std::to_integer<uint32_t>(data[address - begin]); }
    };

    int64_t address(uint32_t plane, int32_t row, int64_t byte) const {
        return int64_t{image_.planes[plane].address} + int64_t{row} * image_.planes[plane].stride + byte;
    }
    bool placePlane(uint32_t plane, int32_t firstRow, int32_t lastRow, int64_t firstByte, int64_t endByte,
                    mem::AddressSpace& memory);
    uint32_t raw(Point place) const;
    Argb readPair(Point place) const;
    Argb readPlanes(Point place) const;
    void writePair(Point place, Argb yuv) const;

    Image image_;
    SourceColors colors_;
    Packing packing_;
    bool yuv_;
    bool opaque_;
    std::array<Bytes, 3> bytes_{};
};

/// True if the rows of a rectangle of the image overlap each other in memory.
bool rowsOverlap(const Image& image, const Rectangle& seen);

}  // namespace cyclorama::vivante::engine2d
