// SPDX-License-Identifier: MIT
#pragma once
// Counts, pixel by pixel, of how the fragments of an operation end. Several workers may count at the same time, each in
// tiles of its own.

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace cyclorama::gpu {

/// The end of a fragment: each has one. A pixel of several samples has a fragment as long as any of them is left.
enum class FragmentEnd : uint8_t {
    /// Left out before its program: by a depth or stencil test, or the sample mask.
    Early,
    /// Removed by its program, the alpha test or alpha-to-coverage.
    Killed,
    /// Failed a depth or stencil test after its program.
    Late,
    /// Passed all tests.
    Written,
    /// No end of a fragment: the place of a quad without one, for which the program ran as well.
    Helper
};
inline constexpr size_t kFragmentEnds = 5;

class PixelCounts {
  public:
    /// Edge of a tile in pixels.
    static constexpr uint32_t kTile = 32;
    /// Counts stop here.
    static constexpr uint16_t kMost = 0xffff;

    /// For a surface of `width` x `height` pixels.
    PixelCounts(uint32_t width, uint32_t height);

    /// Adds fragments of the quad at an even place: bit x + 2 y for each. Those outside of the surface are left out.
    void add(FragmentEnd end, int32_t x, int32_t y, uint32_t fragments);

    uint32_t width() const { return width_; }
    uint32_t height() const { return height_; }
    uint32_t columns() const { return columns_; }
    uint32_t rows() const { return rows_; }
    /// Counts of a tile, row by row, zero beyond the surface; empty where nothing was counted. Requires a place of
    /// columns() x rows() tiles.
    std::span<const uint16_t> tile(FragmentEnd end, uint32_t column, uint32_t row) const;

  private:
    using Tile = std::array<uint16_t, size_t{kTile} * kTile>;

    size_t placeOf(FragmentEnd end, uint32_t column, uint32_t row) const {
        return (size_t{row} * columns_ + column) * kFragmentEnds + static_cast<size_t>(end);
    }

    uint32_t width_, height_;
    /// Tiles beside each other, and one above the other.
    uint32_t columns_, rows_;
    /// By row, column and end; made when something is counted in them.
    std::vector<std::unique_ptr<Tile>> tiles_;
};

}  // namespace cyclorama::gpu
