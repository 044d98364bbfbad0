// SPDX-License-Identifier: MIT
#pragma once
// The colour stage of a ROP unit for one render target: read, blend, convert, combine, and write under masks. Multiple
// render targets are one writer each.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "func/formats/color_format.h"
#include "func/formats/format.h"
#include "func/layout/pixel_layout.h"
#include "func/output/blending.h"
#include "func/output/dither.h"
#include "func/output/logic_operation.h"
#include "func/types.h"

namespace cyclorama::func {

/// Everything about a render target that decides what a write does.
struct ColorTargetState {
    Format format = Format::Rgba8888;
    /// Samples per pixel: 1, 2, 4 or 8.
    uint32_t samples = 1;
    /// Colours are blended in linear space and stored in sRGB space; alpha stays as it is.
    bool srgb = false;
    ComponentMask writeMask{};
    BlendState blend{};
    /// Combines the stored bits after blending. Formats of floats ignore it.
    bool logicOperationEnabled = false;
    LogicOperation logicOperation = LogicOperation::Copy;
    ColorConversion conversion = ColorConversion::Truncating;
    /// For formats with fewer than eight bits a component.
    DitherMatrix ditherMatrix = kNoDithering;
};

/// Shaded quads on their way to one render target. Results are as if the quads were written one after the other, also
/// where two of them cover the same pixels.
struct ColorRun {
    /// Byte offset of each quad in the buffer (PixelLayout::offset of its first pixel).
    std::span<const uint32_t> offsets;
    /// For each quad, bit fragment * samples + sample set where the sample is written. As many as offsets.
    std::span<const uint32_t> coverage;
    /// Red, green, blue and alpha as shaded: four fragments a quad, row by row. Each array holds 4 * offsets.size().
    std::array<const float*, 4> color;
    /// Place of each quad in the dither matrix: ditherQuadrant(). Only read by a writer that dithers.
    std::span<const uint8_t> quadrants = {};
};

/// The quadrant of the dither matrix that the quad at (x, y) takes: right half in bit 0, lower half in bit 1.
constexpr uint8_t ditherQuadrant(uint32_t x, uint32_t y) {
    return static_cast<uint8_t>((x / kQuadWidth & 1) | (y / kQuadWidth & 1) << 1);
}

/// The functions for one ColorTargetState.
class ColorWriter {
  public:
    /// Requires a format that findColorFormat knows. `shape` is PixelLayout::quad() of the buffer.
    explicit ColorWriter(const ColorTargetState& state, const QuadShape& shape = {});

    /// Writes a run of quads. `buffer` starts at the buffer's base address; every quad must be within it, which holds
    /// where it has PixelLayout::bufferSize() bytes.
    void write(std::span<std::byte> buffer, const ColorRun& run) const;

    /// True if a result depends on the render target's content: the ROP must then fetch it. Writes under a partial mask
    /// do not need it, as memory takes byte masks.
    bool readsDestination() const { return blender_.enabled() || logic_ != nullptr; }

    /// True if a quad's place makes a difference: ColorRun::quadrants.
    bool dithers() const { return dithers_; }

    /// True if nothing can be written.
    bool masked() const { return writeBits_ == 0; }

    uint32_t quadBytes() const { return kQuadFragments * samples_ * format_->bytesPerSample; }

  private:
    /// `copies` of each fragment's colour, one after another.
    void loadSource(const ColorRun& run, uint32_t firstQuad, uint32_t quads, uint32_t copies, ColorLanes& source) const;
    /// Values of fragments become those of all their samples.
    void spread(std::byte* values, uint32_t fragments) const;
    void writeBatch(std::span<std::byte> buffer, const ColorRun& run, uint32_t firstQuad, uint32_t quads) const;
    void ditherBatch(const ColorRun& run, uint32_t firstQuad, uint32_t quads, ColorLanes& source) const;
    void gather(const std::byte* quad, std::byte* samples) const;
    void merge(uint32_t coverage, const std::byte* result, std::byte* quad) const;

    const ColorFormat* format_;
    uint32_t samples_;
    bool srgb_;
    bool exact_;
    QuadShape shape_;
    uint32_t collisionBytes_ = 1;
    uint64_t writeBits_;
    Blender blender_;
    LogicFunction logic_ = nullptr;
    bool dithers_;
    DitherMatrix ditherMatrix_;
};

/// Fills a buffer, or a block of it, with one clear colour. Requires a size that is a multiple of the format's sample.
void fillColor(std::span<std::byte> buffer, Format format, const Vec4& color);

}  // namespace cyclorama::func
