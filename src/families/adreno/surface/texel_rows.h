// SPDX-License-Identifier: MIT
#pragma once
// Rows of texels on their way from one image to another.

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "families/adreno/memory/gpu_memory.h"
#include "families/adreno/surface/surface_view.h"
#include "func/layout/banked_tiles.h"

namespace cyclorama::adreno {

/// An image and its bytes; without bytes where memory is not all mapped.
struct ImageBytes {
    SurfaceView view;
    std::span<std::byte> bytes;

    /// Reports what is not mapped.
    static ImageBytes find(const SurfaceView& view, const GpuMemory& memory, MemoryClient client);
};

/// Four words for each texel of a row.
class TexelRow {
  public:
    explicit TexelRow(size_t texels) {
        for (std::vector<uint32_t>& each : words_) each.resize(texels);
    }
    size_t size() const { return words_[0].size(); }
    std::vector<uint32_t>& component(size_t number) { return words_[number]; }
    func::TexelColumns columns() { return {words_[0].data(), words_[1].data(), words_[2].data(), words_[3].data()}; }
    func::ConstTexelColumns constColumns() const {
        return {words_[0].data(), words_[1].data(), words_[2].data(), words_[3].data()};
    }

  private:
    std::array<std::vector<uint32_t>, 4> words_;
};

/// The means of the samples of pixels, of numbers that are no integers. `samples` has the row of each sample.
void averageSamples(std::span<TexelRow> samples, TexelRow& mean);

/// From texels of fractions of 8 bits, four or fewer, to those of another order of components, without a look at their
/// values.
class ByteOrder {
  public:
    /// None where formats differ by more than that.
    static std::optional<ByteOrder> between(const func::PackedFormat& from, const func::PackedFormat& to);

    uint32_t operator()(uint32_t texel) const {
        uint32_t result = 0;
        for (size_t c = 0; c < from_.size(); ++c) result |= (texel >> from_[c] & mask_[c]) << to_[c];
        return result;
    }

  private:
    /// Lowest bits of the components.
    std::array<uint8_t, 4> from_{};
    std::array<uint8_t, 4> to_{};
    /// 0 of components that both lack.
    std::array<uint32_t, 4> mask_{};
};

/// Copies texels without a look at their values. Both images have texels of the same size.
class TexelCopy {
  public:
    TexelCopy(const ImageBytes& from, const ImageBytes& to) : from_(from), to_(to) {}

    /// From one place after the other; `source` and `target` are offsets.
    void copy(std::span<const uint64_t> source, std::span<const uint64_t> target) const;
    /// The same of texels of four bytes, with their components in another order.
    void copy(std::span<const uint64_t> source, std::span<const uint64_t> target, const ByteOrder& order) const;
    /// `count` texels that are one after the other in both.
    void copyRun(uint64_t source, uint64_t target, size_t count) const;
    void copyRun(uint64_t source, uint64_t target, size_t count, const ByteOrder& order) const;
    /// True if they are all there.
    bool hasRun(uint64_t source, uint64_t target, size_t count) const;

  private:
    const ImageBytes& from_;
    const ImageBytes& to_;
};

/// Copies rows of texels of four bytes into an image of tiles: there a texel in an even column and the next one are
/// side by side.
class RowsIntoTiles {
  public:
    /// For `columns` texels from column `first` of the target on. Empty if images are others, or a row is cut.
    static std::optional<RowsIntoTiles> between(const ImageBytes& from, const ImageBytes& to, uint32_t first,
                                                uint32_t columns);

    /// `source` is an offset. False where not all is there: nothing is done then.
    bool copy(uint64_t source, const TexelPlace& target) const;

  private:
    RowsIntoTiles(const ImageBytes& from, const ImageBytes& to, const func::BankedTiles& tiles, uint32_t first,
                  uint32_t columns);

    const ImageBytes* from_;
    const ImageBytes* to_;
    func::BankedTiles tiles_;
    /// BankedTiles::column() of each second column.
    std::vector<uint32_t> pairs_;
};

/// A row of texels of the same bytes.
class TexelFill {
  public:
    /// `mask` has the bits of the texel that are written; both have as many bytes as a texel.
    TexelFill(std::span<const std::byte> texel, std::span<const std::byte> mask, size_t texels);

    /// Writes them one after the other, as far as the image goes.
    void fill(const ImageBytes& image, uint64_t offset) const;

  private:
    size_t texelBytes_;
    bool whole_;
    std::vector<std::byte> bits_;  ///< in the mask
    std::vector<std::byte> kept_;
};

/// Writes one texel's bytes at places of an image: those of its bits that are in `mask`.
void fillTexels(const ImageBytes& image, std::span<const uint64_t> offsets, std::span<const std::byte> texel,
                std::span<const std::byte> mask);

}  // namespace cyclorama::adreno
