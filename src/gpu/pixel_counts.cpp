// SPDX-License-Identifier: MIT
#include "gpu/pixel_counts.h"

#include <bit>
#include <cstring>

namespace cyclorama::gpu {

namespace {

constexpr uint32_t kLeftFragments = 0b0101;
constexpr uint32_t kUpperFragments = 0b0011;

/// Counts of two pixels beside each other.
using Pair = std::array<uint16_t, 2>;
using PairBits = uint32_t;
constexpr PairBits kHighBits = std::bit_cast<PairBits>(Pair{0x8000, 0x8000});
/// Increments of a pair by its fragments; bit 0 is the first one.
constexpr std::array<PairBits, 4> kIncrements = {
    std::bit_cast<PairBits>(Pair{0, 0}), std::bit_cast<PairBits>(Pair{1, 0}), std::bit_cast<PairBits>(Pair{0, 1}),
    std::bit_cast<PairBits>(Pair{1, 1})};

/// One addition as long as neither count can overflow into the other.
void countUp(uint16_t* counts, uint32_t fragments) {
    PairBits bits = 0;
    std::memcpy(&bits, counts, sizeof bits);
    if ((bits & kHighBits) == 0) {
        bits += kIncrements[fragments];
        std::memcpy(counts, &bits, sizeof bits);
        return;
    }
    for (uint32_t i = 0; i < 2; ++i)
        if ((fragments >> i & 1) != 0 && counts[i] != PixelCounts::kMost) ++counts[i];
}

}  // namespace

PixelCounts::PixelCounts(uint32_t width, uint32_t height)
    : width_(width),
      height_(height),
      columns_((width + kTile - 1) / kTile),
      rows_((height + kTile - 1) / kTile),
      tiles_(size_t{columns_} * rows_ * kFragmentEnds) {}

void PixelCounts::add(FragmentEnd end, int32_t x, int32_t y, uint32_t fragments) {
    const auto column = static_cast<uint32_t>(x);
    const auto row = static_cast<uint32_t>(y);
    if (column >= width_ || row >= height_) return;
    if (column + 1 == width_) fragments &= kLeftFragments;
    if (row + 1 == height_) fragments &= kUpperFragments;
    if (fragments == 0) return;
    std::unique_ptr<Tile>& tile = tiles_[placeOf(end, column / kTile, row / kTile)];
    if (tile == nullptr) tile = std::make_unique<Tile>();
    uint16_t* const upper = tile->data() + size_t{row % kTile} * kTile + column % kTile;
    countUp(upper, fragments & 3);
    countUp(upper + kTile, fragments >> 2);
}

std::span<const uint16_t> PixelCounts::tile(FragmentEnd end, uint32_t column, uint32_t row) const {
    const std::unique_ptr<Tile>& tile = tiles_[placeOf(end, column, row)];
    return tile != nullptr ? std::span<const uint16_t>(*tile) : std::span<const uint16_t>();
}

}  // namespace cyclorama::gpu
