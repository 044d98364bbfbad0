// SPDX-License-Identifier: MIT
#include "families/adreno/surface/surface_view.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "families/adreno/surface/compressed_size.h"
#include "func/formats/texel_gather.h"

namespace cyclorama::adreno {

namespace {

/// Texels that are converted at once.
constexpr size_t kBatch = 128;

/// Calls function(i) for each texel that is within `bytes` bytes.
template <size_t Bytes, typename Function>
void forPresent(std::span<const uint64_t> offsets, uint64_t size, Function function) {
    if (size < Bytes) return;
    const uint64_t last = size - Bytes;
    for (size_t i = 0; i < offsets.size(); ++i)
        if (offsets[i] <= last) function(i);
}

/// Copies texels that are together to their places.
template <size_t Bytes>
void scatter(std::span<std::byte> to, std::span<const uint64_t> offsets, const std::byte* from) {
    forPresent<Bytes>(offsets, to.size(),
                      [&](size_t i) { std::memcpy(to.data() + offsets[i], from + i * Bytes, Bytes); });
}

void scatterAny(std::span<std::byte> to, std::span<const uint64_t> offsets, uint32_t bytes, const std::byte* from) {
    if (bytes == 4) return scatter<4>(to, offsets, from);
    if (bytes == 8) return scatter<8>(to, offsets, from);
    for (size_t i = 0; i < offsets.size(); ++i) {
        if (isPresent(offsets[i], to.size(), bytes)) std::memcpy(to.data() + offsets[i], from + i * bytes, bytes);
    }
}

/// Offsets of a row, a batch at a time.
template <typename Function>
void forBatches(const SurfaceView& view, const TexelPlace& first, size_t count, Function function) {
    std::array<uint64_t, kBatch> offsets;
    for (size_t done = 0; done < count; done += kBatch) {
        const std::span<uint64_t> batch = std::span(offsets).first(std::min(kBatch, count - done));
        TexelPlace place = first;
        place.x += static_cast<uint32_t>(done);
        view.offsetsOfRow(place, batch);
        function(batch, done);
    }
}

template <typename Columns>
Columns advanced(const Columns& words, size_t texels) {
    return {words[0] + texels, words[1] + texels, words[2] + texels, words[3] + texels};
}

/// Tiles hold pixels of a power of two alone.
func::TexelLayout layoutOf(const SurfaceParameters& parameters) {
    constexpr uint32_t kMostPixelBytes = 64;
    const SurfaceFormat& format = *parameters.format;
    const uint32_t bytes = format.bytes * parameters.samples;
    if (parameters.tileMode != TileMode::Tiled || !std::has_single_bit(bytes) || bytes > kMostPixelBytes)
        return func::TexelLayout(func::PlainRows{parameters.pitch, bytes});
    const bool tall = format.isTall() && parameters.samples == 1;
    return func::TexelLayout(func::BankedTiles(bytes, parameters.pitch, parameters.banks, tall));
}

}  // namespace

SurfaceView::SurfaceView(const SurfaceParameters& parameters) : parameters_(parameters) {
    if (parameters.format == nullptr) return;
    parameters_.samples = std::max(parameters.samples, 1u);
    packed_ = parameters.format->packed(parameters.swap, parameters.srgb);
    texelBytes_ = parameters.format->bytes;
    uint64_t rows = parameters.height;
    layout_ = layoutOf(parameters_);
    if (const func::BankedTiles* const tiles = layout_.tiles()) {
        const uint64_t macrotile = 4 * uint64_t{tiles->tileHeight()};
        rows = (rows + macrotile - 1) / macrotile * macrotile;
    }
    if (parameters.width == 0 || parameters.height == 0 || parameters.layers == 0) return;
    extent_ = (parameters.layers - 1) * parameters.layerPitch;
    extent_ += layout_.isTiled() ? rows * parameters.pitch
                                 : (rows - 1) * parameters.pitch + uint64_t{parameters.width} * pixelBytes();
}

uint64_t SurfaceView::flagOf(uint64_t offset) const {
    if (parameters_.flagAddress == 0) return 0;
    const uint64_t pitch = parameters_.layerPitch;
    const uint64_t layer = pitch == 0 ? 0 : offset / pitch;
    const uint64_t inLayer = offset - layer * pitch;
    return parameters_.flagAddress + layer * parameters_.flagLayerPitch +
           inLayer / flaggedBytes(*parameters_.format, parameters_.samples);
}

void SurfaceView::load(std::span<const std::byte> bytes, std::span<const uint64_t> offsets,
                       const func::TexelColumns& words) const {
    alignas(64) std::array<std::byte, kBatch * func::kMaxPackedTexelBytes> packed;
    for (size_t done = 0; done < offsets.size(); done += kBatch) {
        const std::span<const uint64_t> batch = offsets.subspan(done, std::min(kBatch, offsets.size() - done));
        func::gatherTexels(
            bytes, batch.size(), texelBytes_, [batch](size_t i) { return batch[i]; }, packed.data());
        func::unpackTexels(packed_, packed.data(), batch.size(), advanced(words, done));
    }
}

void SurfaceView::store(std::span<std::byte> bytes, std::span<const uint64_t> offsets,
                        const func::ConstTexelColumns& words, unsigned mask) const {
    alignas(64) std::array<std::byte, kBatch * func::kMaxPackedTexelBytes> packed;
    const bool whole = mask == 0xf;
    const std::array<std::byte, func::kMaxPackedTexelBytes> written =
        whole ? std::array<std::byte, func::kMaxPackedTexelBytes>{} : func::packedBits(packed_, mask);
    for (size_t done = 0; done < offsets.size(); done += kBatch) {
        const std::span<const uint64_t> batch = offsets.subspan(done, std::min(kBatch, offsets.size() - done));
        func::packTexels(packed_, advanced(words, done), batch.size(), packed.data());
        if (whole) {
            scatterAny(bytes, batch, texelBytes_, packed.data());
            continue;
        }
        for (size_t i = 0; i < batch.size(); ++i) {
            if (!isPresent(batch[i], bytes.size(), texelBytes_)) continue;
            std::byte* to = bytes.data() + batch[i];
            const std::byte* from = packed.data() + i * texelBytes_;
            for (uint32_t b = 0; b < texelBytes_; ++b) to[b] = (to[b] & ~written[b]) | (from[b] & written[b]);
        }
    }
}

void SurfaceView::loadRow(std::span<const std::byte> bytes, const TexelPlace& first, size_t count,
                          const func::TexelColumns& words) const {
    forBatches(*this, first, count,
               [&](std::span<const uint64_t> offsets, size_t done) { load(bytes, offsets, advanced(words, done)); });
}

void SurfaceView::storeRow(std::span<std::byte> bytes, const TexelPlace& first, size_t count,
                           const func::ConstTexelColumns& words, unsigned mask) const {
    forBatches(*this, first, count, [&](std::span<const uint64_t> offsets, size_t done) {
        store(bytes, offsets, advanced(words, done), mask);
    });
}

}  // namespace cyclorama::adreno
