// SPDX-License-Identifier: MIT
#include "families/adreno/gras/lrz_buffer.h"

#include <atomic>
#include <cstring>

namespace cyclorama::adreno {
namespace {

constexpr uint32_t kBitsOfByte = 8;

/// Bits of a byte may be of blocks that different threads write.
std::atomic_ref<uint8_t> clearByte(std::span<std::byte> bits, uint64_t bit) {
    return std::atomic_ref(*reinterpret_cast<uint8_t*>(&bits[bit / kBitsOfByte]));
}

constexpr uint8_t maskOf(uint64_t bit) { return static_cast<uint8_t>(1u << bit % kBitsOfByte); }

}  // namespace

LrzBuffer::LrzBuffer(const LrzControl& control, const GpuMemory& memory, const func::PixelRectangle& reach,
                     uint32_t lastLayer)
    : address_(control.address),
      bitsAddress_(control.trackingAddress),
      pitch_(control.pitch),
      layerPitch_(control.layerPitch),
      clearDepth_(control.greater ? 0 : kMostDepth) {
    if (reach.minX >= reach.maxX || reach.minY >= reach.maxY) return;
    // Whole blocks of the fast clear: drivers have rows for them.
    const uint32_t rowPixels = control.blockHeight * kClearedHeight;
    const uint32_t rows = (static_cast<uint32_t>(reach.maxY) + rowPixels - 1) / rowPixels * kClearedHeight;
    const uint64_t layers = layerPitch_ == 0 ? 0 : lastLayer;
    const uint64_t wanted = layers * layerPitch_ + uint64_t{rows} * pitch_ * sizeof(uint16_t);
    const uint64_t mapped = memory.mappedBytes(control.address, wanted);
    if (std::byte* const place = memory.find(control.address, mapped == 0 ? wanted : mapped, MemoryClient::Lrz))
        depths_ = {place, mapped};
    if (!control.fastClear) return;
    constexpr uint64_t kBytes = LrzTracking::kFastClearBytes;
    if (std::byte* const place = memory.find(control.trackingAddress, kBytes, MemoryClient::Lrz))
        bits_ = {place, kBytes};
    else
        depths_ = {};
}

bool LrzBuffer::has(const LrzPlace& place) const {
    if (place.x >= pitch_ || (place.layer > 0 && layerPitch_ == 0)) return false;
    // All depths that are cleared together must be there.
    const LrzPlace last{pitch_ - 1, place.y | (bits_.empty() ? 0 : kClearedHeight - 1), place.layer};
    return offset(last) + sizeof(uint16_t) <= depths_.size() &&
           (bits_.empty() || bitOf(place) < bits_.size() * kBitsOfByte);
}

uint64_t LrzBuffer::bitOf(const LrzPlace& place) const {
    constexpr uint64_t kBytes = sizeof(uint16_t) * kClearedWidth * kClearedHeight;
    return place.layer * (layerPitch_ / kBytes) + uint64_t{place.y / kClearedHeight} * (pitch_ / kClearedWidth) +
           place.x / kClearedWidth;
}

bool LrzBuffer::isCleared(uint64_t bit) const {
    return (clearByte(bits_, bit).load(std::memory_order_relaxed) & maskOf(bit)) == 0;
}

std::optional<uint32_t> LrzBuffer::depth(const LrzPlace& place) const {
    if (!has(place)) return std::nullopt;
    if (!bits_.empty() && isCleared(bitOf(place))) return clearDepth_;
    uint16_t value = 0;
    std::memcpy(&value, &depths_[offset(place)], sizeof value);
    return value;
}

void LrzBuffer::store(const LrzPlace& place, uint32_t depth) const {
    if (!bits_.empty())
        if (const uint64_t bit = bitOf(place); isCleared(bit)) {
            fill(place);
            clearByte(bits_, bit).fetch_or(maskOf(bit), std::memory_order_relaxed);
        }
    const auto value = static_cast<uint16_t>(depth);
    std::memcpy(&depths_[offset(place)], &value, sizeof value);
}

std::optional<uint64_t> LrzBuffer::clearedGroup(const LrzPlace& place) const {
    if (bits_.empty() || !isCleared(bitOf(place))) return std::nullopt;
    return bitOf(place);
}

void LrzBuffer::reportRead(const LrzPlace& place, const LrzAddresses& addresses) const {
    const bool hasBit = !bits_.empty();
    if (hasBit && addresses.bits != nullptr) addresses.bits->access(bitsAddress_ + bitOf(place) / kBitsOfByte, 1);
    if (addresses.depths == nullptr || (hasBit && isCleared(bitOf(place)))) return;
    addresses.depths->access(address_ + offset(place), sizeof(uint16_t));
}

void LrzBuffer::reportStore(const LrzPlace& place, const LrzAddresses& addresses) const {
    if (addresses.writes == nullptr) return;
    if (bits_.empty() || !isCleared(bitOf(place))) {
        addresses.writes->access(address_ + offset(place), sizeof(uint16_t));
        return;
    }
    addresses.writes->access(bitsAddress_ + bitOf(place) / kBitsOfByte, 1);
    const uint32_t first = place.y / kClearedHeight * kClearedHeight;
    for (uint32_t y = 0; y < kClearedHeight; ++y)
        addresses.writes->access(address_ + offset({place.x / kClearedWidth * kClearedWidth, first + y, place.layer}),
                                 kClearedWidth * sizeof(uint16_t));
}

/// The depths that are cleared with a place's.
void LrzBuffer::fill(const LrzPlace& place) const {
    const auto value = static_cast<uint16_t>(clearDepth_);
    for (uint32_t y = 0; y < kClearedHeight; ++y)
        for (uint32_t x = 0; x < kClearedWidth; ++x) {
            const LrzPlace one{place.x / kClearedWidth * kClearedWidth + x,
                               place.y / kClearedHeight * kClearedHeight + y, place.layer};
            std::memcpy(&depths_[offset(one)], &value, sizeof value);
        }
}

}  // namespace cyclorama::adreno
