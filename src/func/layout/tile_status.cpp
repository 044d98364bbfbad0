// SPDX-License-Identifier: MIT
#include "func/layout/tile_status.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstring>

namespace cyclorama::func {
namespace {

constexpr size_t kUsualTile = 64;

}  // namespace

TileStatusMap::TileStatusMap(std::span<std::byte> status, const TileStatusParameters& parameters,
                             TileStatusEvents* events)
    : status_(status),
      parameters_(parameters),
      events_(events),
      tileShift_(static_cast<uint32_t>(std::countr_zero(parameters.tileBytes))),
      mask_((1u << parameters.bitsPerTile) - 1) {}

uint32_t TileStatusMap::value(uint32_t tile) const {
    const uint64_t bit = uint64_t{tile} * parameters_.bitsPerTile;
    // A worker may change another tile of the same byte.
    const std::atomic_ref<std::byte> byte(status_[static_cast<size_t>(bit / 8)]);
    return std::to_integer<uint32_t>(byte.load(std::memory_order_relaxed)) >> bit % 8 & mask_;
}

bool TileStatusMap::cleared(uint32_t offset) const {
    if (status_.empty()) return false;
    const uint32_t status = value(offset >> tileShift_);
    return status == 1 || status == mask_;
}

bool TileStatusMap::open(std::span<std::byte> surface, uint32_t offset, uint32_t bytes) const {
    if (status_.empty()) return true;
    bool written = true;
    const uint32_t last = (offset + bytes - 1) >> tileShift_;
    for (uint32_t tile = offset >> tileShift_; tile <= last; ++tile) {
        const uint32_t status = value(tile);
        if (status == 0) [[likely]]
            continue;
        const bool cleared = status == 1 || status == mask_;
        if (cleared) fill(surface, tile);
        written = written && cleared;
        if (events_ != nullptr) (cleared ? events_->filled : events_->invalid).fetch_add(1, std::memory_order_relaxed);
    }
    return written;
}

void TileStatusMap::fill(std::span<std::byte> surface, uint32_t tile) const {
    const size_t first = size_t{tile} << tileShift_;
    const size_t end = std::min(surface.size(), first + parameters_.tileBytes);
    const uint64_t pattern = parameters_.clearPattern;
    if (parameters_.tileBytes == kUsualTile && end - first == kUsualTile) {
        std::array<uint64_t, kUsualTile / sizeof pattern> tile64;
        tile64.fill(pattern);
        std::memcpy(surface.data() + first, tile64.data(), kUsualTile);
        return markWritten(tile);
    }
    size_t at = first;
    for (; at + sizeof pattern <= end; at += sizeof pattern) std::memcpy(surface.data() + at, &pattern, sizeof pattern);
    if (at < end) std::memcpy(surface.data() + at, &pattern, end - at);
    markWritten(tile);
}

void TileStatusMap::markWritten(uint32_t tile) const {
    const uint64_t bit = uint64_t{tile} * parameters_.bitsPerTile;
    auto* word = reinterpret_cast<uint8_t*>(&status_[static_cast<size_t>(bit / 8)]);
    std::atomic_ref<uint8_t>(*word).fetch_and(static_cast<uint8_t>(~(mask_ << bit % 8)), std::memory_order_relaxed);
}

}  // namespace cyclorama::func
