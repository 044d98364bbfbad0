// SPDX-License-Identifier: MIT
#include "report/target_image.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <memory>
#include <utility>

#include "func/formats/any_color_format.h"
#include "func/memory/load_value.h"
#include "func/output/pixel_resolver.h"
#include "machine/values/picture.h"
#include "report/format_names.h"

namespace cyclorama::report {

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

TargetName nameOfTarget(std::string aspect, const machine::Surface& surface, func::Address address,
                        std::string_view format, uint32_t number) {
    return {.aspect = std::move(aspect),
            .address = address.bits(),
            .width = surface.layout->parameters().width,
            .height = surface.layout->parameters().height,
            .format = format,
            .number = number};
}

/// The surface of a colour buffer, whichever conversion a machine has for its format.
machine::Surface colorSurface(const gpu::DrawState& state, uint32_t number, machine::Surfaces& surfaces) {
    const func::ColorTargetState& target = state.color->targets[number].color;
    if (func::findColorFormat(target.format, target.conversion) != nullptr) return surfaces.color(state, number);
    gpu::DrawState exact = state;
    exact.color.edit().targets[number].color.conversion = func::ColorConversion::Exact;
    return surfaces.color(exact, number);
}

}  // namespace

std::vector<Target> targetsOf(const gpu::DrawState& state, machine::Surfaces& surfaces, bool tests) {
    std::vector<Target> targets;
    for (uint32_t i = 0; i < gpu::kRenderTargets; ++i) {
        const gpu::RenderTarget& target = state.color->targets[i];
        if (!target.enabled || target.color.writeMask.none()) continue;
        const machine::Surface surface = colorSurface(state, i, surfaces);
        if (!surface.valid || func::findAnyColorFormat(target.color.format) == nullptr) continue;
        targets.push_back({.name = nameOfTarget("colour", surface, target.address, nameOf(target.color.format), i),
                           .surface = surface,
                           .format = target.color.format});
    }
    if (tests && !state.depthStencil->depthTest && !state.depthStencil->stencilTest) return targets;
    const machine::Surface depth = surfaces.depthStencil(state);
    if (!depth.valid) return targets;
    constexpr std::array<std::string_view, 3> kFormats{"Depth24Stencil8", "Stencil8Depth24", "Depth16"};
    targets.push_back({.name = nameOfTarget("depth", depth, state.depthBuffer->address,
                                            kFormats[static_cast<size_t>(machine::depthStencilFormat(state))], 0),
                       .surface = depth});
    return targets;
}

TargetReader::TargetReader(const machine::Surface& surface, uint32_t sampleBytes)
    : surface_(surface), samples_(surface.layout->parameters().samples), sampleBytes_(sampleBytes) {
    const func::PixelLayout& layout = *surface.layout;
    const bool together = layout.quad().contiguous || samples_ == 1;
    together_ = !together ? 0 : sampleBytes == layout.parameters().bytesPerSample ? layout.runPixels() : 1;
}

/// Copies bytes of a surface as it shows them.
class TargetReader::Copy {
  public:
    explicit Copy(const machine::Surface& surface)
        : status_(surface.status),
          bytes_(surface.bytes.data()),
          hasStatus_(surface.status.enabled()),
          tileShift_(static_cast<uint32_t>(std::countr_zero(surface.status.tileBytes()))) {
        const uint64_t pattern = surface.status.clearPattern();
        std::memcpy(cleared_.data(), &pattern, sizeof pattern);
    }

    /// Bytes that lie together.
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

StoredPart TargetReader::read(const machine::ImagePart& part) const {
    const size_t rowBytes = size_t{part.width} * samples_ * sampleBytes_;
    auto samples = std::make_unique_for_overwrite<std::byte[]>(rowBytes * part.height);
    Copy copy(surface_);
    // Tiles have four rows or more.
    constexpr uint32_t kRows = 4;
    for (uint32_t row = 0; row < part.height; row += kRows) {
        const machine::ImagePart rows{
            .x = part.x, .y = part.y + row, .width = part.width, .height = std::min(kRows, part.height - row)};
        readRows(rows, copy, &samples[row * rowBytes]);
    }
    return {.place = part, .bytes = rowBytes * part.height, .samples = std::move(samples)};
}

void TargetReader::readRows(const machine::ImagePart& rows, Copy& copy, std::byte* out) const {
    const func::PixelLayout& layout = *surface_.layout;
    const uint32_t pixelBytes = samples_ * sampleBytes_;
    const size_t rowBytes = size_t{rows.width} * pixelBytes;
    const uint32_t together = together_ == 0 ? 1 : together_;
    const uint32_t end = rows.x + rows.width;
    for (uint32_t x = rows.x; x < end;) {
        const uint32_t run = std::min(together - (x & (together - 1)), end - x);
        for (uint32_t row = 0; row < rows.height; ++row) {
            const uint32_t offset = layout.offset(x, rows.y + row);
            std::byte* const to = out + row * rowBytes;
            if (together_ != 0)
                copy(offset, run * pixelBytes, to);
            else
                for (uint32_t sample = 0; sample < samples_; ++sample)
                    copy(offset + layout.quad().offset[sample], sampleBytes_, to + size_t{sample} * sampleBytes_);
        }
        out += size_t{run} * pixelBytes;
        x += run;
    }
}

void ImageDifference::reach(uint32_t line, uint32_t from, uint32_t end) {
    top = std::min(top, line);
    bottom = std::max(bottom, line + 1);
    left = std::min(left, from);
    right = std::max(right, end);
}

TargetImage::TargetImage(uint32_t width, uint32_t height, uint32_t channels)
    : width_(width),
      height_(height),
      channels_(channels),
      image_(size_t{width} * height * channels),
      difference_(size_t{width} * height * channels) {}

void TargetImage::showRun(uint32_t x, uint32_t line, std::span<const uint8_t> shown, ImageDifference& difference) {
    const size_t first = (size_t{line} * width_ + x) * channels_;
    const std::span<uint8_t> before = std::span(image_).subspan(first, shown.size());
    if (std::memcmp(before.data(), shown.data(), shown.size()) == 0) return;
    const std::span<uint8_t> out = std::span(difference_).subspan(first, shown.size());
    for (size_t i = 0; i < shown.size(); ++i) out[i] = before[i] ^ shown[i];
    std::ranges::copy(shown, before.begin());
    const auto differs = [](uint8_t byte) { return byte != 0; };
    const auto left = static_cast<uint32_t>(std::ranges::find_if(out, differs) - out.begin());
    const auto right = static_cast<uint32_t>(out.rend() - std::find_if(out.rbegin(), out.rend(), differs));
    difference.reach(line, x + left / channels_, x + (right + channels_ - 1) / channels_);
}

ImageDifference TargetImage::update(const TargetForm& form, std::span<const StoredPart> parts) {
    std::optional<func::PixelResolver> resolver;
    if (!form.depth) resolver.emplace(form.color);
    std::vector<uint8_t> shown;
    ImageDifference difference;
    for (const auto& [place, bytes, samples] : parts) {
        shown.resize(size_t{place.width} * channels_);
        const size_t rowBytes = size_t{place.width} * form.samples * form.sampleBytes;
        for (uint32_t row = 0; row < place.height; ++row) {
            const std::byte* const from = samples.get() + row * rowBytes;
            if (form.depth)
                showDepths(from, place.width, form.samples, *form.depth, shown.data());
            else
                resolver->show(from, place.width, form.samples, shown.data());
            const uint32_t y = place.y + row;
            const uint32_t line = form.order == func::RowOrder::TopFirst ? y : height_ - 1 - y;
            showRun(place.x, line, shown, difference);
        }
    }
    cut(difference);
    return difference;
}

ImageDifference TargetImage::update(std::span<const machine::ImagePart> places,
                                    std::span<const std::vector<uint8_t>> pixels) {
    uint32_t width = width_;
    uint32_t height = height_;
    for (const machine::ImagePart& place : places) {
        width = std::max(width, place.x + place.width);
        height = std::max(height, place.y + place.height);
    }
    if (width > width_ || height > height_) grow(width, height);
    ImageDifference difference;
    for (size_t i = 0; i < places.size(); ++i) {
        const machine::ImagePart& place = places[i];
        const size_t rowBytes = size_t{place.width} * channels_;
        for (uint32_t row = 0; row < place.height; ++row)
            showRun(place.x, place.y + row, std::span(pixels[i]).subspan(row * rowBytes, rowBytes), difference);
    }
    cut(difference);
    return difference;
}

void TargetImage::grow(uint32_t width, uint32_t height) {
    std::vector<uint8_t> image(size_t{width} * height * channels_);
    const size_t rowBytes = size_t{width_} * channels_;
    for (uint32_t row = 0; row < height_; ++row)
        std::copy_n(&image_[row * rowBytes], rowBytes, &image[size_t{row} * width * channels_]);
    image_ = std::move(image);
    difference_.resize(image_.size());
    width_ = width;
    height_ = height;
}

void TargetImage::cut(ImageDifference& difference) {
    if (difference.empty()) return;
    const size_t rowBytes = size_t{difference.right - difference.left} * channels_;
    difference.pixels.reserve(rowBytes * (difference.bottom - difference.top));
    for (uint32_t line = difference.top; line < difference.bottom; ++line) {
        const auto row =
            std::span(difference_).subspan((size_t{line} * width_ + difference.left) * channels_, rowBytes);
        difference.pixels.insert(difference.pixels.end(), row.begin(), row.end());
        std::ranges::fill(row, uint8_t{0});
    }
}

}  // namespace cyclorama::report
