// SPDX-License-Identifier: MIT
#include "report/pixel_maps.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "report/deflate.h"

namespace cyclorama::report {

namespace {

using gpu::FragmentEnd;
using gpu::PixelCounts;

constexpr uint32_t kTile = PixelCounts::kTile;
using Row = std::array<uint16_t, kTile>;

/// Pixels with counts: a rectangle of the surface, its ends exclusive.
struct CountedPlace {
    uint32_t left = std::numeric_limits<uint32_t>::max();
    uint32_t top = std::numeric_limits<uint32_t>::max();
    uint32_t right = 0;
    uint32_t bottom = 0;
    /// At least the largest count, with as many bits.
    uint16_t most = 0;
    /// By end of fragments.
    std::array<uint64_t, gpu::kFragmentEnds> sums{};
};

/// Counts of a tile, taken together by OR by column and by row: zero only where all are.
struct JoinedTile {
    Row columns{};
    Row rows{};
    uint32_t sum = 0;
};

JoinedTile joined(std::span<const uint16_t> tile) {
    JoinedTile join;
    for (uint32_t row = 0; row < kTile; ++row) {
        const std::span<const uint16_t> counts = tile.subspan(size_t{row} * kTile, kTile);
        uint16_t any = 0;
        uint32_t sum = 0;
        for (uint32_t column = 0; column < kTile; ++column) {
            join.columns[column] |= counts[column];
            any |= counts[column];
            sum += counts[column];
        }
        join.rows[row] = any;
        join.sum += sum;
    }
    return join;
}

/// Index of the first count that is not zero, and of the place after the last one.
std::pair<uint32_t, uint32_t> countedPart(const Row& row) {
    const auto counted = [](uint16_t count) { return count != 0; };
    const auto first = static_cast<uint32_t>(std::ranges::find_if(row, counted) - row.begin());
    const auto end = static_cast<uint32_t>(row.rend() - std::find_if(row.rbegin(), row.rend(), counted));
    return {first, end};
}

/// Takes the counts of a tile, whose first pixel is at (x, y) of the surface, into the place.
void addTile(CountedPlace& place, size_t end, std::span<const uint16_t> tile, uint32_t x, uint32_t y) {
    const auto [columns, rows, sum] = joined(tile);
    place.sums[end] += sum;
    const auto [left, right] = countedPart(columns);
    const auto [top, bottom] = countedPart(rows);
    if (left == kTile) return;
    place.left = std::min(place.left, x + left);
    place.right = std::max(place.right, x + right);
    place.top = std::min(place.top, y + top);
    place.bottom = std::max(place.bottom, y + bottom);
    for (const uint16_t column : columns) place.most |= column;
}

CountedPlace countedPlace(const PixelCounts& counts) {
    CountedPlace place;
    for (uint32_t row = 0; row < counts.rows(); ++row)
        for (uint32_t column = 0; column < counts.columns(); ++column)
            for (size_t end = 0; end < gpu::kFragmentEnds; ++end) {
                const auto tile = counts.tile(static_cast<FragmentEnd>(end), column, row);
                if (!tile.empty()) addTile(place, end, tile, column * kTile, row * kTile);
            }
    return place;
}

/// The counts of one end in row y of the rectangle, as little-endian numbers of the size of `Number`.
template <typename Number>
void copyRow(const PixelCounts& counts, const CountedPlace& place, FragmentEnd end, uint32_t y, std::byte* out) {
    for (uint32_t x = place.left; x < place.right;) {
        const uint32_t next = std::min(x - x % kTile + kTile, place.right);
        const std::span<const uint16_t> tile = counts.tile(end, x / kTile, y / kTile);
        if (!tile.empty()) {
            const std::span<const uint16_t> run = tile.subspan(size_t{y % kTile} * kTile + x % kTile, next - x);
            std::array<Number, kTile> numbers;
            for (size_t i = 0; i < run.size(); ++i) numbers[i] = static_cast<Number>(run[i]);
            std::memcpy(out, numbers.data(), run.size() * sizeof(Number));
        }
        out += (next - x) * sizeof(Number);
        x = next;
    }
}

/// The rows of the rectangle from the top of the picture; of each those of all ends that are counted at all.
template <typename Number>
std::vector<std::byte> rowsOf(const PixelCounts& counts, const CountedPlace& place, bool topFirst) {
    const auto planes = static_cast<size_t>(std::ranges::count_if(place.sums, [](uint64_t sum) { return sum != 0; }));
    const size_t rowBytes = (place.right - place.left) * sizeof(Number);
    std::vector<std::byte> rows(rowBytes * (place.bottom - place.top) * planes);
    std::byte* out = rows.data();
    for (uint32_t line = 0; line < place.bottom - place.top; ++line)
        for (size_t end = 0; end < gpu::kFragmentEnds; ++end) {
            if (place.sums[end] == 0) continue;
            const uint32_t y = topFirst ? place.top + line : place.bottom - 1 - line;
            copyRow<Number>(counts, place, static_cast<FragmentEnd>(end), y, out);
            out += rowBytes;
        }
    return rows;
}

}  // namespace

PixelMaps::PixelMaps(const ReportFile& file)
    : row_(file, "INSERT INTO pixel_counts VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"),
      background_(&file.background) {}

gpu::PixelCounts* PixelMaps::start(uint32_t operation, const machine::ObservedSurface& surface) {
    auto found = open_.find(operation);
    if (found == open_.end())
        found = open_.emplace(operation, Open{.surface = surface, .counts = {surface.width, surface.height}}).first;
    return found->second.surface == surface ? &found->second.counts : nullptr;
}

const gpu::PixelCounts* PixelMaps::of(uint32_t operation) const {
    const auto found = open_.find(operation);
    return found == open_.end() ? nullptr : &found->second.counts;
}

void PixelMaps::end(uint32_t operation) {
    const auto found = open_.find(operation);
    if (found == open_.end()) return;
    const auto open = std::make_shared<const Open>(std::move(found->second));
    const size_t bytes = size_t{open->counts.width()} * open->counts.height();
    background_->add([this, operation, open] { write(operation, *open); }, bytes);
    open_.erase(found);
}

void PixelMaps::finish() {
    while (!open_.empty()) end(open_.begin()->first);
}

void PixelMaps::write(uint32_t operation, const Open& open) {
    const PixelCounts& counts = open.counts;
    const CountedPlace place = countedPlace(counts);
    if (place.most == 0) return;
    const bool topFirst = open.surface.order == func::RowOrder::TopFirst;
    const bool isSmall = place.most <= std::numeric_limits<uint8_t>::max();
    const std::vector<std::byte> rows =
        isSmall ? rowsOf<uint8_t>(counts, place, topFirst) : rowsOf<uint16_t>(counts, place, topFirst);
    const auto sum = [&](FragmentEnd end) { return place.sums[static_cast<size_t>(end)]; };
    row_.runNow(operation, open.surface.address, counts.width(), counts.height(), place.left,
                topFirst ? place.top : counts.height() - place.bottom, place.right - place.left,
                place.bottom - place.top, sum(FragmentEnd::Early), sum(FragmentEnd::Killed), sum(FragmentEnd::Late),
                sum(FragmentEnd::Written), sum(FragmentEnd::Helper), isSmall ? 1 : 2, deflater_.deflated(rows));
}

}  // namespace cyclorama::report
