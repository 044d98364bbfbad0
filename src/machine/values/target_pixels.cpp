// SPDX-License-Identifier: MIT
#include "machine/values/target_pixels.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <memory>
#include <string_view>
#include <utility>

#include "func/formats/any_color_format.h"
#include "func/memory/load_value.h"
#include "func/output/pixel_resolver.h"
#include "machine/values/format_names.h"
#include "machine/values/picture.h"

namespace cyclorama::machine {

namespace {

/// The depth in a sample, from 0 to 1. Signed numbers become floats at a fraction of the cost, and hold all depths.
template <func::DepthStencilFormat Format>
float depthOf(const std::byte* sample) {
    constexpr float kLargest16 = 65535.0f;
    if constexpr (Format == func::DepthStencilFormat::Depth16)
        return static_cast<float>(int32_t{func::loadValue<uint16_t>(sample)}) / kLargest16;
    const auto word = func::loadValue<uint32_t>(sample);
    const uint32_t depth = Format == func::DepthStencilFormat::Stencil8Depth24 ? word >> 8 : word & func::kDepthMask;
    return static_cast<float>(static_cast<int32_t>(depth)) / static_cast<float>(func::kDepthMask);
}

uint8_t byteOfDepth(float depth) {
    // The half is added as a double, which has room for the sum.
    // NOLINTNEXTLINE(bugprone-incorrect-roundings)
    return static_cast<uint8_t>(static_cast<int32_t>(static_cast<double>(depth * 255.0f) + 0.5));
}

template <func::DepthStencilFormat Format>
void showDepthsOf(const std::byte* from, uint32_t pixels, uint32_t samples, uint8_t* out) {
    constexpr uint32_t kSampleBytes = Format == func::DepthStencilFormat::Depth16 ? 2 : 4;
    if (samples == 1) {
        for (uint32_t i = 0; i < pixels; ++i) out[i] = byteOfDepth(depthOf<Format>(from + size_t{i} * kSampleBytes));
        return;
    }
    for (uint32_t i = 0; i < pixels; ++i) {
        float sum = 0.0f;
        for (uint32_t sample = 0; sample < samples; ++sample, from += kSampleBytes) sum += depthOf<Format>(from);
        out[i] = byteOfDepth(sum / static_cast<float>(samples));
    }
}

void showDepths(const std::byte* from, uint32_t pixels, uint32_t samples, func::DepthStencilFormat format,
                uint8_t* out) {
    using Format = func::DepthStencilFormat;
    if (format == Format::Depth16)
        showDepthsOf<Format::Depth16>(from, pixels, samples, out);
    else if (format == Format::Stencil8Depth24)
        showDepthsOf<Format::Stencil8Depth24>(from, pixels, samples, out);
    else
        showDepthsOf<Format::Depth24Stencil8>(from, pixels, samples, out);
}

ObservedTarget nameOfTarget(std::string_view aspect, const MappedSurface& surface, func::Address address,
                            std::string_view format, uint32_t number) {
    return {.aspect = aspect,
            .address = address.bits(),
            .format = format,
            .number = number,
            .width = surface.layout->parameters().width,
            .height = surface.layout->parameters().height};
}

/// The surface of a colour buffer, whichever conversion a machine has for its format.
MappedSurface colorSurface(const gpu::DrawState& state, uint32_t number, Surfaces& surfaces) {
    const func::ColorTargetState& target = state.color->targets[number].color;
    if (func::findColorFormat(target.format, target.conversion) != nullptr) return surfaces.color(state, number);
    gpu::DrawState exact = state;
    exact.color.edit().targets[number].color.conversion = func::ColorConversion::Exact;
    return surfaces.color(exact, number);
}

/// Pixels of a part of a target as they are stored: row by row, pixel by pixel, sample by sample.
struct StoredPart {
    ImagePart place;
    size_t bytes = 0;
    std::shared_ptr<const std::byte[]> samples;
};

/// Reads parts of a target out of memory.
class TargetReader {
  public:
    /// The surface outlives it. `sampleBytes`: the bytes of a sample that are read; padding may follow them.
    TargetReader(const MappedSurface& surface, uint32_t sampleBytes);

    StoredPart read(const ImagePart& part) const;

  private:
    class Copy;

    void readRows(const ImagePart& rows, Copy& copy, std::byte* out) const;

    const MappedSurface& surface_;
    uint32_t samples_;
    uint32_t sampleBytes_;
    /// Pixels whose samples are contiguous: runs from one multiple of this number to the next, a power of two. 0: not
    /// even the samples of a pixel are.
    uint32_t contiguousPixels_;
};

TargetReader::TargetReader(const MappedSurface& surface, uint32_t sampleBytes)
    : surface_(surface), samples_(surface.layout->parameters().samples), sampleBytes_(sampleBytes) {
    const func::PixelLayout& layout = *surface.layout;
    const bool contiguous = layout.quad().contiguous || samples_ == 1;
    contiguousPixels_ = !contiguous ? 0 : sampleBytes == layout.parameters().bytesPerSample ? layout.runPixels() : 1;
}

/// Copies bytes of a surface as it shows them.
class TargetReader::Copy {
  public:
    explicit Copy(const MappedSurface& surface)
        : status_(surface.status),
          bytes_(surface.bytes.data()),
          hasStatus_(surface.status.enabled()),
          tileShift_(static_cast<uint32_t>(std::countr_zero(surface.status.tileBytes()))) {
        const uint64_t pattern = surface.status.clearPattern();
        std::memcpy(cleared_.data(), &pattern, sizeof pattern);
    }

    /// Copies contiguous bytes.
    void operator()(uint32_t offset, uint32_t bytes, std::byte* out) {
        while (hasStatus_ && bytes != 0) {
            const uint32_t tile = offset >> tileShift_;
            // Rows of a tile follow each other.
            if (tile != tile_) isCleared_ = status_.cleared(offset);
            tile_ = tile;
            const uint32_t inTile = std::min(((tile + 1) << tileShift_) - offset, bytes);
            if (isCleared_)
                for (uint32_t i = 0; i < inTile; ++i) out[i] = cleared_[(offset + i) % cleared_.size()];
            else
                copy(offset, inTile, out);
            offset += inTile;
            out += inTile;
            bytes -= inTile;
        }
        copy(offset, bytes, out);
    }

  private:
    /// Most are a row of a tile, for which a call would take longer than the copy.
    void copy(uint32_t offset, uint32_t bytes, std::byte* out) const {
        constexpr uint32_t kRowOfTile = 16;
        if (bytes == kRowOfTile)
            std::memcpy(out, bytes_ + offset, kRowOfTile);
        else if (bytes != 0)
            std::memcpy(out, bytes_ + offset, bytes);
    }

    const func::TileStatusMap& status_;
    const std::byte* bytes_;
    bool hasStatus_;
    uint32_t tileShift_;
    std::array<std::byte, sizeof(uint64_t)> cleared_{};
    uint32_t tile_ = ~0u;
    bool isCleared_ = false;
};

StoredPart TargetReader::read(const ImagePart& part) const {
    const size_t rowBytes = size_t{part.width} * samples_ * sampleBytes_;
    auto samples = std::make_unique_for_overwrite<std::byte[]>(rowBytes * part.height);
    Copy copy(surface_);
    // Tiles have four rows or more.
    constexpr uint32_t kRows = 4;
    for (uint32_t row = 0; row < part.height; row += kRows) {
        const ImagePart rows{
            .x = part.x, .y = part.y + row, .width = part.width, .height = std::min(kRows, part.height - row)};
        readRows(rows, copy, &samples[row * rowBytes]);
    }
    return {.place = part, .bytes = rowBytes * part.height, .samples = std::move(samples)};
}

void TargetReader::readRows(const ImagePart& rows, Copy& copy, std::byte* out) const {
    const func::PixelLayout& layout = *surface_.layout;
    const uint32_t pixelBytes = samples_ * sampleBytes_;
    const size_t rowBytes = size_t{rows.width} * pixelBytes;
    const uint32_t contiguous = contiguousPixels_ == 0 ? 1 : contiguousPixels_;
    const uint32_t end = rows.x + rows.width;
    for (uint32_t x = rows.x; x < end;) {
        const uint32_t run = std::min(contiguous - (x & (contiguous - 1)), end - x);
        for (uint32_t row = 0; row < rows.height; ++row) {
            const uint32_t offset = layout.offset(x, rows.y + row);
            std::byte* const to = out + row * rowBytes;
            if (contiguousPixels_ != 0)
                copy(offset, run * pixelBytes, to);
            else
                for (uint32_t sample = 0; sample < samples_; ++sample)
                    copy(offset + layout.quad().offset[sample], sampleBytes_, to + size_t{sample} * sampleBytes_);
        }
        out += size_t{run} * pixelBytes;
        x += run;
    }
}

/// How the bytes of a target are pixels.
struct TargetForm {
    uint32_t samples = 1;
    uint32_t sampleBytes = 4;
    func::Format color = func::Format::Rgba8888;
    std::optional<func::DepthStencilFormat> depth{};
    func::RowOrder order = func::RowOrder::TopFirst;

    uint32_t channels() const { return depth ? 1 : 4; }
};

TargetForm formOf(const WrittenTarget& target) {
    const func::PixelLayoutParameters& layout = target.surface.layout->parameters();
    return {.samples = layout.samples,
            .sampleBytes = target.depth ? func::bytesPerSample(*target.depth) : layout.bytesPerSample,
            .color = target.format,
            .depth = target.depth,
            .order = target.order};
}

/// The pixels of each part, its first row at the top of the picture.
std::vector<std::vector<uint8_t>> show(const TargetForm& form, std::span<const StoredPart> parts) {
    std::optional<func::PixelResolver> resolver;
    if (!form.depth) resolver.emplace(form.color);
    std::vector<std::vector<uint8_t>> shown;
    for (const auto& [place, bytes, samples] : parts) {
        const size_t shownBytes = size_t{place.width} * form.channels();
        const size_t rowBytes = size_t{place.width} * form.samples * form.sampleBytes;
        std::vector<uint8_t>& pixels = shown.emplace_back(shownBytes * place.height);
        for (uint32_t row = 0; row < place.height; ++row) {
            const std::byte* const from = samples.get() + row * rowBytes;
            const uint32_t line = form.order == func::RowOrder::TopFirst ? row : place.height - 1 - row;
            uint8_t* const to = pixels.data() + line * shownBytes;
            if (form.depth)
                showDepths(from, place.width, form.samples, *form.depth, to);
            else
                resolver->show(from, place.width, form.samples, to);
        }
    }
    return shown;
}

}  // namespace

std::vector<WrittenTarget> targetsOf(const gpu::DrawState& state, Surfaces& surfaces, bool tests) {
    std::vector<WrittenTarget> targets;
    // A family's own operations may draw without the vocabulary's state.
    if (state.raster->surfaceWidth == 0) return targets;
    const func::RowOrder order = rowOrder(state);
    for (uint32_t i = 0; i < gpu::kRenderTargets; ++i) {
        const gpu::RenderTarget& target = state.color->targets[i];
        if (!target.enabled || target.color.writeMask.none()) continue;
        const MappedSurface surface = colorSurface(state, i, surfaces);
        if (!surface.valid || func::findAnyColorFormat(target.color.format) == nullptr) continue;
        targets.push_back({.name = nameOfTarget("colour", surface, target.address, nameOf(target.color.format), i),
                           .surface = surface,
                           .format = target.color.format,
                           .order = order});
    }
    if (tests && !state.depthStencil->depthTest && !state.depthStencil->stencilTest) return targets;
    const MappedSurface depth = surfaces.depthStencil(state);
    if (!depth.valid) return targets;
    constexpr std::array<std::string_view, 3> kFormats{"Depth24Stencil8", "Stencil8Depth24", "Depth16"};
    const func::DepthStencilFormat format = depthStencilFormat(state);
    targets.push_back(
        {.name = nameOfTarget("depth", depth, state.depthBuffer->address, kFormats[static_cast<size_t>(format)], 0),
         .surface = depth,
         .depth = format,
         .order = order});
    return targets;
}

ShownParts shownParts(const WrittenTarget& target, std::span<const ImagePart> parts) {
    const TargetForm form = formOf(target);
    const TargetReader reader(target.surface, form.sampleBytes);
    ShownParts shown;
    std::vector<StoredPart> stored;
    for (ImagePart part : parts) {
        stored.push_back(reader.read(part));
        shown.bytes += stored.back().bytes;
        if (form.order != func::RowOrder::TopFirst) part.y = target.name.height - part.y - part.height;
        shown.places.push_back(part);
    }
    shown.pixels = [form, stored = std::make_shared<const std::vector<StoredPart>>(std::move(stored))] {
        return show(form, *stored);
    };
    return shown;
}

}  // namespace cyclorama::machine
