// SPDX-License-Identifier: MIT
#include "report/target_image.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

#include "func/formats/any_color_format.h"
#include "func/memory/load_value.h"
#include "func/output/pixel_resolver.h"
#include "machine/values/picture.h"
#include "report/format_names.h"

namespace cyclorama::report {

namespace {

/// Bytes of the samples of as many pixels as are converted at once.
using PixelBytes = std::array<std::byte, size_t{func::kColorLanes} * func::kMaxSamples * func::kMaxSampleBytes>;

/// The samples of the pixels of a row.
class RowReader {
  public:
    RowReader(const machine::Surface& surface, uint32_t bytesPerSample)
        : surface_(surface), cleared_(surface.status.clearPattern()), bytesPerSample_(bytesPerSample) {}

    /// Copies `count` pixels from x on: pixel by pixel, sample by sample.
    void read(uint32_t x, uint32_t y, uint32_t count, std::byte* out) const {
        const uint32_t samples = surface_.layout->parameters().samples;
        for (uint32_t i = 0; i < count; ++i) {
            const uint32_t pixel = surface_.layout->offset(x + i, y);
            for (uint32_t sample = 0; sample < samples; ++sample, out += bytesPerSample_) {
                const uint32_t offset = pixel + offsetOfSample(sample);
                const bool cleared = surface_.status.enabled() && surface_.status.cleared(offset);
                std::memcpy(out,
                            cleared ? reinterpret_cast<const std::byte*>(&cleared_) : surface_.bytes.data() + offset,
                            bytesPerSample_);
            }
        }
    }

  private:
    uint32_t offsetOfSample(uint32_t sample) const {
        const func::QuadShape& quad = surface_.layout->quad();
        return quad.contiguous ? sample * bytesPerSample_ : quad.offset[sample];
    }

    const machine::Surface& surface_;
    uint64_t cleared_;
    uint32_t bytesPerSample_;
};

/// Rows of an image as they are brought up to date.
struct Update {
    ImageRows rows;
    const Target& target;
    func::RowOrder order;
    const ChangedBlocks& changed;

    /// The row of the surface that is a line of the image.
    uint32_t rowOf(uint32_t line) const {
        return order == func::RowOrder::TopFirst ? line : target.name.height - 1 - line;
    }
};

/// Pixels from x on that changed, or may have.
bool isChanged(const Update& update, uint32_t x, uint32_t y, uint32_t pixels) {
    const machine::Surface& surface = update.target.surface;
    const uint32_t bytes = surface.layout->pixelBytes();
    if (surface.layout->parameters().samples > 1) return true;
    const uint32_t step = std::min(surface.layout->runPixels(), ChangedBlocks::kBytes / bytes);
    for (uint32_t i = 0; i < pixels; i += step)
        if (update.changed.touch(surface.layout->offset(x + i, y), std::min(step, pixels - i) * bytes)) return true;
    return false;
}

bool isRowChanged(const Update& update, uint32_t line) {
    const uint32_t width = update.target.name.width;
    for (uint32_t x = 0; x < width; x += func::kColorLanes)
        if (isChanged(update, x, update.rowOf(line), std::min(func::kColorLanes, width - x))) return true;
    return false;
}

/// Calls convert(x, y, lanes, out) for runs of pixels that changed, from the top row on.
template <typename Convert>
void convertChanged(Update& update, Convert convert) {
    const uint32_t width = update.target.name.width;
    uint8_t* out = update.rows.pixels.data();
    for (uint32_t line = update.rows.top; line < update.rows.bottom; ++line) {
        const uint32_t y = update.rowOf(line);
        for (uint32_t x = 0; x < width; x += func::kColorLanes) {
            const uint32_t lanes = std::min(func::kColorLanes, width - x);
            if (isChanged(update, x, y, lanes)) convert(x, y, lanes, out);
            out += size_t{lanes} * kChannels;
        }
    }
}

void updateColors(Update& update) {
    const Target& target = update.target;
    const func::PixelResolver resolver(target.format);
    const func::PixelLayoutParameters& layout = target.surface.layout->parameters();
    const RowReader rows(target.surface, layout.bytesPerSample);
    PixelBytes bytes;
    convertChanged(update, [&](uint32_t x, uint32_t y, uint32_t lanes, uint8_t* out) {
        rows.read(x, y, lanes, bytes.data());
        resolver.show(bytes.data(), lanes, layout.samples, out);
    });
}

/// The depth in a sample, from 0 to 1.
float depthOf(const std::byte* sample, func::DepthStencilFormat format) {
    constexpr float kLargest16 = 65535.0f;
    if (format == func::DepthStencilFormat::Depth16)
        return static_cast<float>(func::loadValue<uint16_t>(sample)) / kLargest16;
    const auto word = func::loadValue<uint32_t>(sample);
    const uint32_t depth = format == func::DepthStencilFormat::Stencil8Depth24 ? word >> 8 : word & func::kDepthMask;
    return static_cast<float>(depth) / static_cast<float>(func::kDepthMask);
}

void updateDepths(Update& update, func::DepthStencilFormat format) {
    const Target& target = update.target;
    const uint32_t samples = target.surface.layout->parameters().samples;
    const uint32_t sampleBytes = func::bytesPerSample(format);
    const RowReader rows(target.surface, sampleBytes);
    PixelBytes bytes;
    convertChanged(update, [&](uint32_t x, uint32_t y, uint32_t lanes, uint8_t* out) {
        rows.read(x, y, lanes, bytes.data());
        const std::byte* from = bytes.data();
        for (uint32_t i = 0; i < lanes; ++i, out += kChannels) {
            float sum = 0.0f;
            for (uint32_t sample = 0; sample < samples; ++sample, from += sampleBytes) sum += depthOf(from, format);
            const float mean = sum / static_cast<float>(samples);
            std::fill_n(out, kChannels - 1, static_cast<uint8_t>(std::lround(mean * 255.0f)));
            out[kChannels - 1] = 255;
        }
    });
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

ChangedBlocks TargetMemory::follow(const machine::Surface& surface) {
    const std::span<const std::byte> now = surface.bytes;
    const func::TileStatusMap& status = surface.status;
    ChangedBlocks changed(now.size());
    const bool other = bytes_.size() != now.size() || clearPattern_ != status.clearPattern() ||
                       (status.enabled() && status.tileBytes() < ChangedBlocks::kBytes);
    bytes_.resize(now.size());
    cleared_.resize((now.size() + ChangedBlocks::kBytes - 1) / ChangedBlocks::kBytes);
    clearPattern_ = status.clearPattern();
    for (size_t block = 0; block < cleared_.size(); ++block) {
        const size_t first = block * ChangedBlocks::kBytes;
        const size_t bytes = std::min<size_t>(ChangedBlocks::kBytes, now.size() - first);
        const auto cleared = static_cast<uint8_t>(status.cleared(static_cast<uint32_t>(first)));
        if (!other && cleared == cleared_[block] &&
            (cleared != 0 || std::memcmp(bytes_.data() + first, now.data() + first, bytes) == 0))
            continue;
        changed.mark(block);
        cleared_[block] = cleared;
        std::memcpy(bytes_.data() + first, now.data() + first, bytes);
    }
    return changed;
}

ImageRows changedRows(std::span<const uint8_t> image, const Target& target, const gpu::DrawState& state,
                      const ChangedBlocks& changed) {
    Update update{.rows = {}, .target = target, .order = machine::rowOrder(state), .changed = changed};
    const uint32_t height = target.name.height;
    ImageRows& rows = update.rows;
    while (rows.top < height && !isRowChanged(update, rows.top)) ++rows.top;
    if (rows.top == height) return {};
    rows.bottom = height;
    while (!isRowChanged(update, rows.bottom - 1)) --rows.bottom;
    const size_t rowBytes = size_t{target.name.width} * kChannels;
    const auto before = image.subspan(rows.top * rowBytes, (rows.bottom - rows.top) * rowBytes);
    rows.pixels.assign(before.begin(), before.end());
    if (target.name.aspect == "depth")
        updateDepths(update, machine::depthStencilFormat(state));
    else
        updateColors(update);
    return std::move(rows);
}

}  // namespace cyclorama::report
