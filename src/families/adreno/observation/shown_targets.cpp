// SPDX-License-Identifier: MIT
#include "families/adreno/observation/shown_targets.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "families/adreno/surface/texel_rows.h"
#include "func/memory/load_value.h"

namespace cyclorama::adreno {
namespace {

using machine::ImagePart;

constexpr uint32_t kChannels = 4;
/// Samples of a pixel, for which there is a quick way.
constexpr uint32_t kUsualSamples = 4;

struct WrittenTarget {
    machine::ObservedTarget name;
    const TargetSurface* surface = nullptr;
    bool isDepth = false;
};

std::vector<WrittenTarget> writtenTargets(const RegisterValues& registers, const RenderTargets& targets) {
    std::vector<WrittenTarget> written;
    for (const ColorTarget& color : targets.colors)
        written.push_back({.name = {.aspect = "colour",
                                    .address = registers.address("RB_MRT[].BASE"_reg, color.number),
                                    .format = color.surface.view.format()->name,
                                    .number = color.number},
                           .surface = &color.surface});
    const TargetSurface& depth = targets.depth.depth;
    if (targets.depth.writes && depth.isThere())
        written.push_back({.name = {.aspect = "depth",
                                    .address = registers.address("RB_DEPTH_BUFFER_BASE"_reg),
                                    .format = depth.view.format()->name},
                           .surface = &depth,
                           .isDepth = true});
    return written;
}

/// The part from (left, top) up to (right, bottom); empty where the ends are not after the beginnings.
ImagePart partBetween(int64_t left, int64_t top, int64_t right, int64_t bottom) {
    left = std::max<int64_t>(left, 0);
    top = std::max<int64_t>(top, 0);
    if (right <= left || bottom <= top) return {};
    return {.x = static_cast<uint32_t>(left),
            .y = static_cast<uint32_t>(top),
            .width = static_cast<uint32_t>(right - left),
            .height = static_cast<uint32_t>(bottom - top)};
}

/// All that the draw can reach of a target, as far as there are bytes.
ImagePart partIn(const TargetSurface& surface, const RenderTargets& targets, const func::PixelRectangle& reach) {
    const SurfaceParameters& parameters = surface.view.parameters();
    if (parameters.pitch == 0) return {};
    const auto columns =
        static_cast<int64_t>(std::min<uint64_t>(parameters.width, parameters.pitch / surface.view.pixelBytes()));
    const auto rows = static_cast<int64_t>(
        std::min<uint64_t>(parameters.height, (surface.bytes.size() + parameters.pitch - 1) / parameters.pitch));
    return partBetween(std::max(reach.minX, targets.left), std::max(reach.minY, targets.top),
                       std::min<int64_t>(reach.maxX, targets.left + columns),
                       std::min<int64_t>(reach.maxY, targets.top + rows));
}

/// A copy of a part of a target, as it is stored, row by row.
struct StoredPart {
    SurfaceView view;
    size_t size = 0;
    std::shared_ptr<std::byte[]> bytes;

    std::span<const std::byte> all() const { return {bytes.get(), size}; }
};

template <size_t kRun>
void copyRunsInside(std::span<const std::byte> from, std::span<const uint64_t> offsets, std::byte* out) {
    for (const uint64_t offset : offsets) {
        std::memcpy(out, &from[offset], kRun);
        out += kRun;
    }
}

/// Copies `run` bytes at each of the offsets; what is not in `from` becomes zeros.
void copyRuns(std::span<const std::byte> from, std::span<const uint64_t> offsets, size_t run, std::byte* out) {
    const bool inside = from.size() >= run && std::ranges::max(offsets) <= from.size() - run;
    // Sizes of most pixels, for which a call would take longer than the copy.
    if (inside && run == 4) return copyRunsInside<4>(from, offsets, out);
    if (inside && run == 8) return copyRunsInside<8>(from, offsets, out);
    if (inside && run == 16) return copyRunsInside<16>(from, offsets, out);
    for (const uint64_t offset : offsets) {
        const size_t there = offset < from.size() ? std::min<size_t>(run, from.size() - offset) : 0;
        if (there != 0) std::memcpy(out, &from[offset], there);
        std::memset(out + there, 0, run - there);
        out += run;
    }
}

/// Values of sRGB count as they are stored, not as colours.
StoredPart store(const TargetSurface& surface, const RenderTargets& targets, const ImagePart& part) {
    SurfaceParameters parameters = surface.view.parameters();
    const uint32_t pixelBytes = surface.view.pixelBytes();
    parameters.srgb = false;
    parameters.tileMode = TileMode::Linear;
    parameters.width = part.width;
    parameters.height = part.height;
    parameters.layers = 1;
    parameters.pitch = uint64_t{part.width} * pixelBytes;
    const size_t size = parameters.pitch * part.height;
    StoredPart stored{
        .view = SurfaceView(parameters), .size = size, .bytes = std::make_unique_for_overwrite<std::byte[]>(size)};
    // The pixels of a row are together in an image without tiles.
    const bool isTiled = surface.view.parameters().tileMode == TileMode::Tiled;
    std::vector<uint64_t> offsets(isTiled ? part.width : 1);
    const size_t run = parameters.pitch / offsets.size();
    for (uint32_t row = 0; row < part.height; ++row) {
        surface.view.offsetsOfRow(
            {.x = part.x - static_cast<uint32_t>(targets.left), .y = part.y + row - static_cast<uint32_t>(targets.top)},
            offsets);
        copyRuns(surface.bytes, offsets, run, stored.bytes.get() + row * parameters.pitch);
    }
    return stored;
}

/// Shows a copy of a part.
class PartShower {
  public:
    PartShower(const StoredPart& part, bool isDepth)
        : part_(part),
          isDepth_(isDepth),
          isInteger_(part.view.format()->isInteger()),
          bytesAsShown_(bytesOf(part.view.packed())) {}

    std::vector<uint8_t> show() {
        const SurfaceParameters& parameters = part_.view.parameters();
        std::vector<uint8_t> pixels;
        pixels.reserve(size_t{parameters.width} * parameters.height * channels());
        for (uint32_t y = 0; y < parameters.height; ++y)
            for (uint32_t x = 0; x < parameters.width;) {
                const uint32_t alike = sameSamples(x, y);
                appendFirstSamples(x, y, alike, pixels);
                x += alike;
                if (x == parameters.width) break;
                const uint32_t others = otherSamples(x, y);
                appendMeans(x, y, others, pixels);
                x += others;
            }
        return pixels;
    }

  private:
    /// The byte of each component, where a pixel is four components of fractions of 8 bits.
    using ByteOrderOfPixel = std::optional<std::array<uint8_t, kChannels>>;

    static ByteOrderOfPixel bytesOf(const func::PackedFormat& format) {
        std::array<uint8_t, kChannels> places{};
        for (size_t c = 0; c < places.size(); ++c) {
            const func::PackedComponent& component = format.component[c];
            if (format.bytes != kChannels || component.bits != 8 || component.kind != func::NumberKind::Unorm)
                return std::nullopt;
            places[c] = component.low / 8;
        }
        return places;
    }

    /// A copy has no tiles: pixels of a row follow each other.
    const std::byte* pixel(uint32_t x, uint32_t y) const { return part_.bytes.get() + part_.view.offset(x, y); }
    /// The first pixel, of those up to the end of the row, of which all samples are the first one, or are not.
    uint32_t firstThat(bool agrees, uint32_t x, uint32_t y) const {
        const uint32_t samples = part_.view.parameters().samples;
        if (samples == 1) return agrees ? x : part_.view.parameters().width;
        return part_.view.texelBytes() == sizeof(uint32_t) && samples == kUsualSamples
                   ? firstWhere(agrees, x, y, wordsAgree)
                   : firstWhere(agrees, x, y, [&](const std::byte* pixel) {
                         const uint32_t bytes = part_.view.texelBytes();
                         return std::memcmp(pixel, pixel + bytes, size_t{part_.view.pixelBytes()} - bytes) == 0;
                     });
    }
    template <typename Agree>
    uint32_t firstWhere(bool agrees, uint32_t x, uint32_t y, Agree agree) const {
        const uint32_t pixelBytes = part_.view.pixelBytes();
        for (const std::byte* at = pixel(x, y); x < part_.view.parameters().width; ++x, at += pixelBytes)
            if (agree(at) == agrees) return x;
        return x;
    }
    static bool wordsAgree(const std::byte* pixel) {
        const auto words = func::loadValue<std::array<uint32_t, kUsualSamples>>(pixel);
        uint32_t differing = 0;
        for (const uint32_t word : words) differing |= word ^ words[0];
        return differing == 0;
    }
    size_t channels() const { return isDepth_ ? 1 : kChannels; }
    /// Pixels to the right that their first sample shows, and how is known.
    uint32_t sameSamples(uint32_t x, uint32_t y) const { return isPlain() ? firstThat(false, x, y) - x : 0; }
    uint32_t otherSamples(uint32_t x, uint32_t y) const {
        return isPlain() ? firstThat(true, x, y) - x : part_.view.parameters().width - x;
    }
    bool isPlain() const { return bytesAsShown_ || (isDepth_ && part_.view.texelBytes() == sizeof(uint32_t)); }
    void appendFirstSamples(uint32_t x, uint32_t y, uint32_t count, std::vector<uint8_t>& pixels) const {
        const size_t first = pixels.size();
        pixels.resize(first + count * channels());
        uint8_t* out = &pixels[first];
        const std::byte* from = pixel(x, y);
        const uint32_t pixelBytes = part_.view.pixelBytes();
        if (isDepth_) {
            for (uint32_t i = 0; i < count; ++i, from += pixelBytes)
                out[i] = depthByte(func::loadValue<uint32_t>(from));
            return;
        }
        const std::array<uint8_t, kChannels> places = *bytesAsShown_;
        for (uint32_t i = 0; i < count; ++i, from += pixelBytes, out += kChannels)
            for (size_t c = 0; c < kChannels; ++c) out[c] = std::to_integer<uint8_t>(from[places[c]]);
    }
    /// A depth as a byte, from a float or from 24 bits.
    uint8_t depthByte(uint32_t word) const {
        constexpr uint32_t kOnes = 0xffffff;
        if (part_.view.packed().component[0].kind == func::NumberKind::Float) return byteOf(word);
        return byteOf(std::bit_cast<uint32_t>(static_cast<float>(word & kOnes) / static_cast<float>(kOnes)));
    }
    /// Rounded as resolves round.
    void appendMeans(uint32_t x, uint32_t y, uint32_t count, std::vector<uint8_t>& pixels) {
        samples_.assign(isInteger_ ? 1 : part_.view.parameters().samples, TexelRow(count));
        for (uint32_t sample = 0; sample < samples_.size(); ++sample)
            part_.view.loadRow(part_.all(), {.x = x, .y = y, .sample = sample}, count, samples_[sample].columns());
        TexelRow mean(count);
        const bool single = samples_.size() == 1;
        if (!single) averageSamples(samples_, mean);
        const func::ConstTexelColumns words = (single ? samples_[0] : mean).constColumns();
        for (uint32_t i = 0; i < count; ++i)
            for (size_t c = 0; c < channels(); ++c) pixels.push_back(byteOf(words[c][i]));
    }
    uint8_t byteOf(uint32_t word) const {
        if (isInteger_ && !isDepth_) return static_cast<uint8_t>(std::clamp(static_cast<int32_t>(word), 0, 255));
        const auto value = std::bit_cast<float>(word);
        // Its sums have no fraction: they are rounded as std::nearbyint() does, without a call.
        constexpr float kRounding = 1u << 23;
        // Not-a-number becomes 0.
        const float scaled = value > 0.0f ? std::min(value, 1.0f) * 255.0f : 0.0f;
        return static_cast<uint8_t>(static_cast<int32_t>(scaled + kRounding - kRounding));
    }

    const StoredPart& part_;
    bool isDepth_, isInteger_;
    ByteOrderOfPixel bytesAsShown_;
    std::vector<TexelRow> samples_;
};

machine::ShownParts shownParts(const WrittenTarget& target, const RenderTargets& targets,
                               std::vector<ImagePart> places) {
    std::vector<StoredPart> stored;
    size_t bytes = 0;
    for (const ImagePart& place : places) {
        stored.push_back(store(*target.surface, targets, place));
        bytes += stored.back().size;
    }
    return {.places = std::move(places),
            .bytes = bytes,
            .pixels = [stored = std::make_shared<const std::vector<StoredPart>>(std::move(stored)),
                       isDepth = target.isDepth] {
                std::vector<std::vector<uint8_t>> pixels;
                for (const StoredPart& part : *stored) pixels.push_back(PartShower(part, isDepth).show());
                return pixels;
            }};
}

}  // namespace

void showTargetsBefore(const machine::ObservedDraw& observed, const RegisterValues& registers,
                       const RenderTargets& targets, const func::PixelRectangle& reach) {
    if (!observed) return;
    for (const WrittenTarget& target : writtenTargets(registers, targets)) {
        const ImagePart part = partIn(*target.surface, targets, reach);
        if (!part.empty() && observed.observer->wantsBefore(target.name, part))
            observed.observer->show(observed.operation, false, target.name, shownParts(target, targets, {part}));
    }
}

void showTargetsAfter(const machine::ObservedDraw& observed, const RegisterValues& registers,
                      const RenderTargets& targets, const func::PixelRectangle& reach, const gpu::PixelCounts* pixels) {
    if (!observed || pixels == nullptr) return;
    for (const WrittenTarget& target : writtenTargets(registers, targets))
        observed.observer->show(
            observed.operation, true, target.name,
            shownParts(target, targets, machine::writtenParts(*pixels, partIn(*target.surface, targets, reach))));
}

}  // namespace cyclorama::adreno
