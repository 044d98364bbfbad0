// SPDX-License-Identifier: MIT
#include "report/target_image.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "func/formats/any_color_format.h"
#include "func/memory/load_value.h"
#include "func/output/pixel_resolver.h"
#include "machine/values/picture.h"
#include "report/format_names.h"

namespace cyclorama::report {

namespace {

/// The depth in a sample, from 0 to 1.
float depthOf(const std::byte* sample, func::DepthStencilFormat format) {
    constexpr float kLargest16 = 65535.0f;
    if (format == func::DepthStencilFormat::Depth16)
        return static_cast<float>(func::loadValue<uint16_t>(sample)) / kLargest16;
    const auto word = func::loadValue<uint32_t>(sample);
    const uint32_t depth = format == func::DepthStencilFormat::Stencil8Depth24 ? word >> 8 : word & func::kDepthMask;
    return static_cast<float>(depth) / static_cast<float>(func::kDepthMask);
}

void showDepths(const std::byte* from, uint32_t lanes, uint32_t samples, func::DepthStencilFormat format,
                uint8_t* out) {
    const uint32_t sampleBytes = func::bytesPerSample(format);
    for (uint32_t i = 0; i < lanes; ++i, out += kChannels) {
        float sum = 0.0f;
        for (uint32_t sample = 0; sample < samples; ++sample, from += sampleBytes) sum += depthOf(from, format);
        const float scaled = sum / static_cast<float>(samples) * 255.0f;
        // The half is added as a double, which has room for the sum.
        // NOLINTNEXTLINE(bugprone-incorrect-roundings)
        std::fill_n(out, kChannels - 1, static_cast<uint8_t>(static_cast<double>(scaled) + 0.5));
        out[kChannels - 1] = 255;
    }
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

/// Appends the bytes of a block as the surface shows them.
void appendShown(std::vector<std::byte>& out, const machine::Surface& surface, size_t first, size_t bytes) {
    const auto block = surface.bytes.subspan(first, bytes);
    const size_t place = out.size();
    out.insert(out.end(), block.begin(), block.end());
    const func::TileStatusMap& status = surface.status;
    if (!status.enabled()) return;
    const uint64_t pattern = status.clearPattern();
    // Tiles are of 8 bytes at least.
    for (size_t i = 0; i < bytes; i += sizeof pattern)
        if (status.cleared(static_cast<uint32_t>(first + i)))
            std::memcpy(&out[place + i], &pattern, std::min(sizeof pattern, bytes - i));
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

bool TargetMemory::isChanged(const machine::Surface& surface, size_t block, size_t count) const {
    const size_t first = block * MemoryChange::kBlockBytes;
    const size_t bytes = std::min(count * MemoryChange::kBlockBytes, surface.bytes.size() - first);
    return std::memcmp(bytes_.data() + first, surface.bytes.data() + first, bytes) != 0;
}

std::vector<uint8_t> TargetMemory::changedBlocks(const machine::Surface& surface, bool all) {
    // Blocks that are compared at once, as most are as they were.
    constexpr size_t kGroup = 64;
    const func::TileStatusMap& status = surface.status;
    const size_t blocks = cleared_.size();
    std::vector<uint8_t> changed(blocks);
    for (size_t group = 0; group < blocks; group += kGroup) {
        const size_t end = std::min(group + kGroup, blocks);
        const bool any = all || isChanged(surface, group, end - group);
        if (!any && !status.enabled()) continue;
        for (size_t block = group; block < end; ++block) {
            const size_t first = block * MemoryChange::kBlockBytes;
            const bool cleared = status.enabled() && status.cleared(static_cast<uint32_t>(first));
            const bool other = std::exchange(cleared_[block], cleared ? 1 : 0) != (cleared ? 1 : 0);
            changed[block] = all || other || (!cleared && any && isChanged(surface, block, 1)) ? 1 : 0;
        }
    }
    return changed;
}

std::optional<MemoryChange> TargetMemory::follow(const machine::Surface& surface) {
    constexpr size_t kBlock = MemoryChange::kBlockBytes;
    const std::span<const std::byte> now = surface.bytes;
    const func::TileStatusMap& status = surface.status;
    const bool all = bytes_.size() != now.size() || clearPattern_ != status.clearPattern() ||
                     (status.enabled() && status.tileBytes() < kBlock);
    bytes_.resize(now.size());
    cleared_.resize((now.size() + kBlock - 1) / kBlock);
    clearPattern_ = status.clearPattern();
    MemoryChange change{.bytes = now.size(), .changed = changedBlocks(surface, all), .content = {}};
    const auto blocks = static_cast<size_t>(std::ranges::count(change.changed, 1));
    if (blocks == 0) return std::nullopt;
    change.content.reserve(blocks * kBlock);
    for (size_t block = 0; block < change.changed.size(); ++block) {
        if (change.changed[block] == 0) continue;
        const size_t first = block * kBlock;
        const size_t bytes = std::min(kBlock, now.size() - first);
        std::memcpy(&bytes_[first], &now[first], bytes);
        appendShown(change.content, surface, first, bytes);
    }
    return change;
}

/// Pixels of a target's memory, run by run.
class TargetImage::Converter {
  public:
    /// Pixels that are converted at once.
    static constexpr uint32_t kLanes = func::kColorLanes;

    Converter(std::span<const std::byte> bytes, const TargetForm& form, const MemoryChange& change)
        : bytes_(bytes),
          form_(form),
          layout_(*form.layout),
          change_(change),
          samples_(layout_.parameters().samples),
          sampleBytes_(form.depth ? func::bytesPerSample(*form.depth) : layout_.parameters().bytesPerSample) {
        if (!form.depth) resolver_.emplace(form.color);
    }

    /// Up to kLanes pixels from x on changed, or may have.
    bool isChanged(uint32_t x, uint32_t y, uint32_t pixels) const {
        const uint32_t pixelBytes = layout_.pixelBytes();
        const func::QuadShape& quad = layout_.quad();
        if (samples_ > 1 && !quad.contiguous) {
            if (quad.extent > MemoryChange::kBlockBytes) return true;
            for (uint32_t i = 0; i < pixels; i += 2)
                if (change_.touches(layout_.offset(x + i, y & ~1u), quad.extent)) return true;
            return false;
        }
        const uint32_t step = std::min(layout_.runPixels(), MemoryChange::kBlockBytes / pixelBytes);
        for (uint32_t i = 0; i < pixels; i += step)
            if (change_.touches(layout_.offset(x + i, y), std::min(step, pixels - i) * pixelBytes)) return true;
        return false;
    }

    std::span<const uint8_t> show(uint32_t x, uint32_t y, uint32_t lanes) {
        read(x, y, lanes);
        if (form_.depth)
            showDepths(samplesOfRun_.data(), lanes, samples_, *form_.depth, shown_.data());
        else
            resolver_->show(samplesOfRun_.data(), lanes, samples_, shown_.data());
        return std::span(shown_).first(size_t{lanes} * kChannels);
    }

  private:
    /// Pixel by pixel, sample by sample.
    void read(uint32_t x, uint32_t y, uint32_t lanes) {
        std::byte* out = samplesOfRun_.data();
        if (layout_.quad().contiguous || samples_ == 1) {
            const uint32_t run = sampleBytes_ == layout_.parameters().bytesPerSample ? layout_.runPixels() : 1;
            const uint32_t pixelBytes = samples_ * sampleBytes_;
            for (uint32_t i = 0; i < lanes; i += run) {
                const uint32_t bytes = std::min(run, lanes - i) * pixelBytes;
                std::memcpy(out, &bytes_[layout_.offset(x + i, y)], bytes);
                out += bytes;
            }
            return;
        }
        for (uint32_t i = 0; i < lanes; ++i) {
            const uint32_t pixel = layout_.offset(x + i, y);
            for (uint32_t sample = 0; sample < samples_; ++sample, out += sampleBytes_)
                std::memcpy(out, &bytes_[pixel + layout_.quad().offset[sample]], sampleBytes_);
        }
    }

    std::span<const std::byte> bytes_;
    const TargetForm& form_;
    const func::PixelLayout& layout_;
    const MemoryChange& change_;
    uint32_t samples_;
    uint32_t sampleBytes_;
    std::optional<func::PixelResolver> resolver_;
    std::array<std::byte, size_t{kLanes} * func::kMaxSamples * func::kMaxSampleBytes> samplesOfRun_;
    std::array<uint8_t, size_t{kLanes} * kChannels> shown_;
};

TargetImage::TargetImage(uint32_t width, uint32_t height)
    : width_(width),
      height_(height),
      image_(size_t{width} * height * kChannels),
      difference_(size_t{width} * height * kChannels) {}

void TargetImage::takeOver(const MemoryChange& change) {
    bytes_.resize(change.bytes);
    const std::byte* from = change.content.data();
    for (size_t block = 0; block < change.changed.size(); ++block) {
        if (change.changed[block] == 0) continue;
        const size_t first = block * MemoryChange::kBlockBytes;
        const size_t count = std::min<size_t>(MemoryChange::kBlockBytes, bytes_.size() - first);
        std::memcpy(&bytes_[first], from, count);
        from += count;
    }
}

void TargetImage::showRun(uint32_t x, uint32_t line, std::span<const uint8_t> shown, ImageDifference& difference) {
    const size_t first = (size_t{line} * width_ + x) * kChannels;
    const std::span<uint8_t> before = std::span(image_).subspan(first, shown.size());
    if (std::memcmp(before.data(), shown.data(), shown.size()) == 0) return;
    const std::span<uint8_t> out = std::span(difference_).subspan(first, shown.size());
    for (size_t i = 0; i < shown.size(); ++i) out[i] = before[i] ^ shown[i];
    std::ranges::copy(shown, before.begin());
    const auto differs = [](uint8_t byte) { return byte != 0; };
    const auto left = static_cast<uint32_t>(std::ranges::find_if(out, differs) - out.begin());
    const auto right = static_cast<uint32_t>(out.rend() - std::find_if(out.rbegin(), out.rend(), differs));
    if (difference.empty()) difference.top = line;
    difference.bottom = line + 1;
    difference.left = std::min(difference.left, x + left / kChannels);
    difference.right = std::max(difference.right, x + (right + kChannels - 1) / kChannels);
}

ImageDifference TargetImage::update(const TargetForm& form, const MemoryChange& change) {
    takeOver(change);
    ImageDifference difference;
    Converter converter(bytes_, form, change);
    for (uint32_t line = 0; line < height_; ++line) {
        const uint32_t y = form.order == func::RowOrder::TopFirst ? line : height_ - 1 - line;
        for (uint32_t x = 0; x < width_; x += Converter::kLanes) {
            const uint32_t lanes = std::min(Converter::kLanes, width_ - x);
            if (converter.isChanged(x, y, lanes)) showRun(x, line, converter.show(x, y, lanes), difference);
        }
    }
    if (difference.empty()) return difference;
    const size_t rowBytes = size_t{difference.right - difference.left} * kChannels;
    difference.pixels.reserve(rowBytes * (difference.bottom - difference.top));
    for (uint32_t line = difference.top; line < difference.bottom; ++line) {
        const auto row =
            std::span(difference_).subspan((size_t{line} * width_ + difference.left) * kChannels, rowBytes);
        difference.pixels.insert(difference.pixels.end(), row.begin(), row.end());
        std::ranges::fill(row, uint8_t{0});
    }
    return difference;
}

}  // namespace cyclorama::report
