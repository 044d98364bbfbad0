// SPDX-License-Identifier: MIT
#include "families/adreno/surface/texel_rows.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "func/lanes/host_versions.h"

namespace cyclorama::adreno {
namespace {

template <size_t Bytes>
void copyTexels(std::span<const std::byte> from, std::span<std::byte> to, std::span<const uint64_t> source,
                std::span<const uint64_t> target) {
    for (size_t i = 0; i < target.size(); ++i) {
        if (!isPresent(target[i], to.size(), Bytes)) continue;
        if (isPresent(source[i], from.size(), Bytes))
            std::memcpy(to.data() + target[i], from.data() + source[i], Bytes);
        else
            std::memset(to.data() + target[i], 0, Bytes);
    }
}

template <size_t Bytes>
void fillPlaces(std::span<std::byte> to, std::span<const uint64_t> offsets, const std::byte* texel) {
    for (const uint64_t offset : offsets)
        if (isPresent(offset, to.size(), Bytes)) std::memcpy(to.data() + offset, texel, Bytes);
}

/// For texels of a word. Bits that are not in the mask stay.
void fillMasked(std::span<std::byte> to, std::span<const uint64_t> offsets, uint32_t texel, uint32_t mask) {
    for (const uint64_t offset : offsets) {
        if (!isPresent(offset, to.size(), sizeof texel)) continue;
        uint32_t word = 0;
        std::memcpy(&word, to.data() + offset, sizeof word);
        word = (word & ~mask) | (texel & mask);
        std::memcpy(to.data() + offset, &word, sizeof word);
    }
}

/// to = (to & kept) | bits
[[gnu::always_inline]] inline void mergeBytesKernel(std::byte* to, const std::byte* kept, const std::byte* bits,
                                                    size_t count) {
    for (size_t i = 0; i < count; ++i) to[i] = (to[i] & kept[i]) | bits[i];
}

void mergeBytes(std::byte* to, const std::byte* kept, const std::byte* bits, size_t count) {
    func::runOnHost<mergeBytesKernel>(to, kept, bits, count);
}

[[gnu::always_inline]] inline void reorderKernel(std::byte* to, const std::byte* from, size_t count, ByteOrder order) {
    for (size_t i = 0; i < count; ++i) {
        uint32_t texel = 0;
        std::memcpy(&texel, from + i * sizeof texel, sizeof texel);
        texel = order(texel);
        std::memcpy(to + i * sizeof texel, &texel, sizeof texel);
    }
}

void reorder(std::byte* to, const std::byte* from, size_t count, ByteOrder order) {
    func::runOnHost<reorderKernel>(to, from, count, order);
}

bool isWhole(std::span<const std::byte> mask) {
    return std::ranges::all_of(mask, [](std::byte bits) { return bits == std::byte{0xff}; });
}

uint32_t wordOf(std::span<const std::byte> bytes) {
    uint32_t word = 0;
    std::memcpy(&word, bytes.data(), sizeof word);
    return word;
}

}  // namespace

ImageBytes ImageBytes::find(const SurfaceView& view, const GpuMemory& memory, MemoryClient client) {
    std::byte* const place = memory.find(view.address(), view.extent(), client);
    return {.view = view, .bytes = place == nullptr ? std::span<std::byte>() : std::span(place, view.extent())};
}

std::optional<ByteOrder> ByteOrder::between(const func::PackedFormat& from, const func::PackedFormat& to) {
    // Through linear values bytes in sRGB need not come back.
    if (from.srgb || to.srgb || from.bytes != sizeof(uint32_t) || to.bytes != sizeof(uint32_t)) return std::nullopt;
    const auto isByte = [](const func::PackedComponent& component) {
        return component.bits == 8 && component.kind == func::NumberKind::Unorm;
    };
    ByteOrder order;
    for (size_t c = 0; c < order.from_.size(); ++c) {
        if (from.component[c].bits == 0 && to.component[c].bits == 0) continue;
        if (!isByte(from.component[c]) || !isByte(to.component[c])) return std::nullopt;
        order.mask_[c] = 0xff;
        order.from_[c] = from.component[c].low;
        order.to_[c] = to.component[c].low;
    }
    return order;
}

void averageSamples(std::span<TexelRow> samples, TexelRow& mean) {
    const float part = 1.0f / static_cast<float>(samples.size());
    for (size_t component = 0; component < 4; ++component) {
        for (size_t i = 0; i < mean.size(); ++i) {
            float sum = 0;
            for (TexelRow& sample : samples) sum += std::bit_cast<float>(sample.component(component)[i]);
            mean.component(component)[i] = std::bit_cast<uint32_t>(sum * part);
        }
    }
}

void TexelCopy::copy(std::span<const uint64_t> source, std::span<const uint64_t> target) const {
    switch (from_.view.texelBytes()) {
        case 1:
            return copyTexels<1>(from_.bytes, to_.bytes, source, target);
        case 2:
            return copyTexels<2>(from_.bytes, to_.bytes, source, target);
        case 4:
            return copyTexels<4>(from_.bytes, to_.bytes, source, target);
        case 8:
            return copyTexels<8>(from_.bytes, to_.bytes, source, target);
        case 16:
            return copyTexels<16>(from_.bytes, to_.bytes, source, target);
        default:
            for (size_t i = 0; i < target.size(); ++i) copyRun(source[i], target[i], 1);
    }
}

void TexelCopy::copy(std::span<const uint64_t> source, std::span<const uint64_t> target, const ByteOrder& order) const {
    for (size_t i = 0; i < target.size(); ++i) {
        uint32_t texel = 0;
        if (!isPresent(target[i], to_.bytes.size(), sizeof texel)) continue;
        if (isPresent(source[i], from_.bytes.size(), sizeof texel))
            std::memcpy(&texel, from_.bytes.data() + source[i], sizeof texel);
        texel = order(texel);
        std::memcpy(to_.bytes.data() + target[i], &texel, sizeof texel);
    }
}

void TexelCopy::copyRun(uint64_t source, uint64_t target, size_t count) const {
    const uint64_t bytes = count * from_.view.texelBytes();
    if (!isPresent(target, to_.bytes.size(), bytes)) return;
    if (isPresent(source, from_.bytes.size(), bytes))
        std::memmove(to_.bytes.data() + target, from_.bytes.data() + source, bytes);
    else
        std::memset(to_.bytes.data() + target, 0, bytes);
}

void TexelCopy::copyRun(uint64_t source, uint64_t target, size_t count, const ByteOrder& order) const {
    if (hasRun(source, target, count)) reorder(to_.bytes.data() + target, from_.bytes.data() + source, count, order);
}

bool TexelCopy::hasRun(uint64_t source, uint64_t target, size_t count) const {
    const uint64_t bytes = count * from_.view.texelBytes();
    return isPresent(source, from_.bytes.size(), bytes) && isPresent(target, to_.bytes.size(), bytes);
}

std::optional<RowsIntoTiles> RowsIntoTiles::between(const ImageBytes& from, const ImageBytes& to, uint32_t first,
                                                    uint32_t columns) {
    const SurfaceParameters& target = to.view.parameters();
    const func::BankedTiles* const tiles = to.view.layout().tiles();
    const bool fits = from.view.packed() == to.view.packed() && to.view.texelBytes() == sizeof(uint32_t) &&
                      from.view.hasPlainRows() && target.samples == 1;
    const bool isThere = to.bytes.size() == to.view.extent() && uint64_t{first} + columns <= target.width;
    if (tiles == nullptr || !fits || !isThere || (first | columns) % 2 != 0) return std::nullopt;
    return RowsIntoTiles(from, to, *tiles, first, columns);
}

RowsIntoTiles::RowsIntoTiles(const ImageBytes& from, const ImageBytes& to, const func::BankedTiles& tiles,
                             uint32_t first, uint32_t columns)
    : from_(&from), to_(&to), tiles_(tiles), pairs_(columns / 2) {
    for (uint32_t i = 0; i < pairs_.size(); ++i) pairs_[i] = tiles_.column(first + 2 * i);
}

bool RowsIntoTiles::copy(uint64_t source, const TexelPlace& target) const {
    constexpr size_t kPair = 2 * sizeof(uint32_t);
    const SurfaceParameters& image = to_->view.parameters();
    if (!isPresent(source, from_->bytes.size(), pairs_.size() * kPair) || target.y >= image.height ||
        target.layer >= image.layers)
        return false;
    const uint32_t rowBits = tiles_.rowBits(target.y);
    const std::byte* from = from_->bytes.data() + source;
    std::byte* const to = to_->bytes.data() + target.layer * image.layerPitch + tiles_.rowBase(target.y);
    for (const uint32_t column : pairs_) {
        std::memcpy(to + (rowBits ^ column), from, kPair);
        from += kPair;
    }
    return true;
}

TexelFill::TexelFill(std::span<const std::byte> texel, std::span<const std::byte> mask, size_t texels)
    : texelBytes_(texel.size()),
      whole_(isWhole(mask)),
      bits_(texels * texel.size()),
      kept_(whole_ ? 0 : texels * texel.size()) {
    for (size_t i = 0; i < bits_.size(); ++i) bits_[i] = texel[i % texel.size()] & mask[i % mask.size()];
    for (size_t i = 0; i < kept_.size(); ++i) kept_[i] = ~mask[i % mask.size()];
}

void TexelFill::fill(const ImageBytes& image, uint64_t offset) const {
    if (offset >= image.bytes.size()) return;
    const uint64_t there = (image.bytes.size() - offset) / texelBytes_ * texelBytes_;
    const size_t count = static_cast<size_t>(std::min<uint64_t>(there, bits_.size()));
    std::byte* const to = image.bytes.data() + offset;
    if (whole_) {
        std::memcpy(to, bits_.data(), count);
        return;
    }
    mergeBytes(to, kept_.data(), bits_.data(), count);
}

void fillTexels(const ImageBytes& image, std::span<const uint64_t> offsets, std::span<const std::byte> texel,
                std::span<const std::byte> mask) {
    const bool whole = isWhole(mask);
    if (whole && texel.size() == 2) return fillPlaces<2>(image.bytes, offsets, texel.data());
    if (whole && texel.size() == 4) return fillPlaces<4>(image.bytes, offsets, texel.data());
    if (whole && texel.size() == 8) return fillPlaces<8>(image.bytes, offsets, texel.data());
    if (texel.size() == 4) return fillMasked(image.bytes, offsets, wordOf(texel), wordOf(mask));
    for (const uint64_t offset : offsets) {
        if (!isPresent(offset, image.bytes.size(), texel.size())) continue;
        std::byte* const to = image.bytes.data() + offset;
        for (size_t i = 0; i < texel.size(); ++i) to[i] = (to[i] & ~mask[i]) | (texel[i] & mask[i]);
    }
}

}  // namespace cyclorama::adreno
