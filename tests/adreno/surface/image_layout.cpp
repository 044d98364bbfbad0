// SPDX-License-Identifier: MIT
// Facts: Mesa, src/freedreno/fdl/fd6_layout.c, freedreno_layout.h.

#include "adreno/surface/image_layout.h"

#include <algorithm>
#include <bit>

namespace cyclorama::adreno {

namespace {

constexpr uint32_t kNarrow = 16;  // pixels below which levels are linear
constexpr uint64_t kPage = 4096;  // bytes
constexpr uint32_t kFlagPitchAlign = 64;
constexpr uint32_t kFlagRowAlign = 16;
constexpr uint32_t kFlagRowAlignMipmapped = 64;
constexpr uint32_t kLastLevelRows = 4;  // that the last level is rounded up to, as moves to GMEM read beyond it

constexpr uint64_t roundedUp(uint64_t value, uint64_t unit) { return (value + unit - 1) / unit * unit; }
constexpr uint32_t levelSize(uint32_t size, uint32_t level) { return std::max(size >> level, 1u); }
constexpr uint32_t blockCount(uint32_t pixels, uint32_t block) { return (pixels + block - 1) / block; }

class Layouter {
  public:
    explicit Layouter(const ImageShape& shape)
        : shape_(shape),
          pixelBytes_(shape.format->bytes * shape.samples),
          block_(blockOf(*shape.format, shape.samples)) {
        layout_.ubwc = shape.ubwc && block_.width != 0 && !(shape.depth > 1 && shape.levels > 1);
        tiled_ = shape.tiled;
        if (shape.width < kNarrow) {
            layout_.ubwc = false;
            tiled_ = tiled_ && shape.depthStencil;
        }
        layout_.tileAll = shape.depthStencil || (layout_.ubwc && shape.generation < GpuGeneration::A6xxGen4);
        align();
        const uint64_t columns = blockCount(shape.width, shape.format->blockWidth);
        pitch_ = shape.pitch != 0 ? shape.pitch : roundedUp(columns * pixelBytes_, layout_.pitchAlign);
    }

    ImageLayout layOut() {
        for (uint32_t i = 0; i < shape_.levels; ++i) addLevel(i);
        if (!shape_.volume) {
            layout_.layerSize = roundedUp(layout_.size, kPage);
            layout_.size = layout_.layerSize * shape_.layers;
        }
        if (layout_.ubwc) {
            const uint64_t flags = layout_.flagLayerSize * shape_.layers * shape_.depth;
            for (ImageLevelLayout& level : layout_.level) level.offset += flags;
            layout_.size += flags;
        }
        return layout_;
    }

  private:
    void align() {
        const bool tall = shape_.format->isTall();
        if (!tiled_) {
            layout_.baseAlign = 64;
            layout_.pitchAlign = 64 * std::bit_floor(pixelBytes_);
            return;
        }
        rowAlign_ = tall || pixelBytes_ == 1 ? 32 : 16;
        const uint32_t shift = tall || pixelBytes_ == 1 ? 1 : pixelBytes_ == 2 ? 2 : std::bit_width(pixelBytes_) - 1u;
        layout_.pitchAlign = 64u << shift;
        layout_.baseAlign = layout_.ubwc || shape_.depthStencil || tall ? kPage
                            : pixelBytes_ == 1                          ? 64
                            : pixelBytes_ == 2                          ? 128
                                                                        : 256;
    }

    uint64_t pitchOf(uint32_t index) const { return roundedUp(pitch_ >> index, layout_.pitchAlign); }

    void addLevel(uint32_t index) {
        ImageLevelLayout& level = layout_.level[index];
        level.tiled = tiled_ && (layout_.tileAll || levelSize(shape_.width, index) >= kNarrow);
        level.pitch = pitchOf(index);
        uint64_t rows = blockCount(levelSize(shape_.height, index), shape_.format->blockHeight);
        if (level.tiled) rows = roundedUp(rows, rowAlign_);
        if (index == shape_.levels - 1) rows = roundedUp(rows, kLastLevelRows);
        level.offset = layout_.size;
        level.size = shape_.volume ? sliceSize(index, rows * level.pitch) : rows * level.pitch;
        // In a volume all slices of a level are together, in others all levels of a layer.
        layout_.size += level.size * levelSize(shape_.depth, index) * (shape_.volume ? shape_.layers : 1);
        if (layout_.ubwc) addFlags(index, level);
    }

    /// Slices halve in both directions from level to level, until that would cut a row, or a page.
    uint64_t sliceSize(uint32_t index, uint64_t needed) {
        if (index == 0) return roundedUp(needed, kPage);
        if (leastSlice_ != 0) return leastSlice_;
        uint64_t size = std::max<uint64_t>(layout_.level[0].size >> (2 * index), 1);
        if (pitchOf(index) != pitchOf(index - 1) / 2) size = leastSlice_ = needed;
        if (size < needed) size = leastSlice_ = needed;
        if (size % kPage != 0) size = leastSlice_ = roundedUp(size, kPage);
        return size;
    }

    void addFlags(uint32_t index, ImageLevelLayout& level) {
        const bool mipmapped = shape_.levels > 1;
        const uint32_t rowAlign = mipmapped ? kFlagRowAlignMipmapped : kFlagRowAlign;
        const uint32_t width = mipmapped ? std::bit_ceil(shape_.width) : shape_.width;
        const uint32_t height = mipmapped ? std::bit_ceil(shape_.height) : shape_.height;
        const auto columns = static_cast<uint32_t>(roundedUp(blockCount(width, block_.width), kFlagPitchAlign));
        const auto rows = static_cast<uint32_t>(roundedUp(blockCount(height, block_.height), rowAlign));
        level.flagPitch = roundedUp(levelSize(columns, index), kFlagPitchAlign);
        if (!level.tiled) return;
        layout_.size = roundedUp(layout_.size, kPage);
        level.flagSize = roundedUp(level.flagPitch * roundedUp(levelSize(rows, index), rowAlign), kPage);
        level.flagOffset = layout_.flagLayerSize;
        layout_.flagLayerSize += level.flagSize;
    }

    const ImageShape& shape_;
    uint32_t pixelBytes_ = 0;
    CompressionBlock block_;
    ImageLayout layout_;
    bool tiled_ = false;
    uint32_t rowAlign_ = 1;
    uint64_t pitch_ = 0;
    uint64_t leastSlice_ = 0;
};

}  // namespace

CompressionBlock blockOf(const SurfaceFormat& format, uint32_t samples) {
    if (format.isTall()) return {16, 8};
    if (format.bytes <= 2 && samples > 1) return {samples == 2 ? 8u : 4u, samples == 8 ? 2u : 4u};
    switch (format.bytes * samples) {
        case 1:
        case 2:
        case 4:
            return {16, 4};
        case 8:
            return {8, 4};
        case 16:
            return {4, 4};
        case 32:
            return {4, 2};
        default:
            return {};
    }
}

ImageLayout layOut(const ImageShape& shape) { return Layouter(shape).layOut(); }

}  // namespace cyclorama::adreno
