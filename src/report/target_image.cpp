// SPDX-License-Identifier: MIT
#include "report/target_image.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "func/formats/any_color_format.h"
#include "func/memory/load_value.h"
#include "machine/values/picture.h"
#include "report/format_names.h"

namespace cyclorama::report {

namespace {

uint8_t toByte(float value) {
    // The half is added as a float: what lies just below the middle may round up.
    // NOLINTNEXTLINE(bugprone-incorrect-roundings)
    return static_cast<uint8_t>((value > 0.0f ? value < 1.0f ? value : 1.0f : 0.0f) * 255.0f + 0.5f);
}

/// The samples of the pixels of a row.
class RowReader {
  public:
    RowReader(const machine::Surface& surface, uint32_t bytesPerSample)
        : surface_(surface), cleared_(surface.status.clearPattern()), bytesPerSample_(bytesPerSample) {}

    /// Copies one sample of each of `count` pixels from x on.
    void read(uint32_t x, uint32_t y, uint32_t count, uint32_t sample, std::byte* out) const {
        const uint32_t fromPixel = offsetOfSample(sample);
        for (uint32_t i = 0; i < count; ++i, out += bytesPerSample_) {
            const uint32_t offset = surface_.layout->offset(x + i, y) + fromPixel;
            const bool cleared = surface_.status.enabled() && surface_.status.cleared(offset);
            std::memcpy(out, cleared ? reinterpret_cast<const std::byte*>(&cleared_) : surface_.bytes.data() + offset,
                        bytesPerSample_);
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

/// Calls convert(x, y, lanes, out) for runs of pixels, from the top row on.
template <typename Convert>
std::vector<uint8_t> makeImage(const Target& target, const gpu::DrawState& state, Convert convert) {
    const TargetName& name = target.name;
    std::vector<uint8_t> rgba(size_t{name.width} * name.height * kChannels);
    uint8_t* out = rgba.data();
    for (uint32_t line = 0; line < name.height; ++line) {
        const uint32_t y = machine::rowOrder(state) == func::RowOrder::TopFirst ? line : name.height - 1 - line;
        for (uint32_t x = 0; x < name.width; x += func::kColorLanes) {
            const uint32_t lanes = std::min(func::kColorLanes, name.width - x);
            convert(x, y, lanes, out);
            out += size_t{lanes} * kChannels;
        }
    }
    return rgba;
}

std::vector<uint8_t> colorImage(const Target& target, const gpu::DrawState& state) {
    const func::ColorFormat& format = *func::findAnyColorFormat(target.format);
    const uint32_t samples = target.surface.layout->parameters().samples;
    const RowReader rows(target.surface, format.bytesPerSample);
    func::SampleBytes bytes;
    func::ColorLanes colors;
    std::array<float, size_t{func::kColorLanes} * kChannels> sums;
    return makeImage(target, state, [&](uint32_t x, uint32_t y, uint32_t lanes, uint8_t* out) {
        sums.fill(0.0f);
        for (uint32_t sample = 0; sample < samples; ++sample) {
            rows.read(x, y, lanes, sample, bytes.data.data());
            format.unpack(bytes, lanes, colors);
            for (uint32_t i = 0; i < lanes; ++i)
                for (uint32_t c = 0; c < kChannels; ++c) sums[i * kChannels + c] += colors.component[c][i];
        }
        for (uint32_t i = 0; i < lanes * kChannels; ++i) out[i] = toByte(sums[i] / static_cast<float>(samples));
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

std::vector<uint8_t> depthImage(const Target& target, const gpu::DrawState& state) {
    const func::DepthStencilFormat format = machine::depthStencilFormat(state);
    const uint32_t samples = target.surface.layout->parameters().samples;
    const uint32_t sampleBytes = func::bytesPerSample(format);
    const RowReader rows(target.surface, sampleBytes);
    std::array<std::byte, size_t{func::kColorLanes} * func::kDepthStencilBytes> bytes;
    std::array<float, func::kColorLanes> sums;
    return makeImage(target, state, [&](uint32_t x, uint32_t y, uint32_t lanes, uint8_t* out) {
        sums.fill(0.0f);
        for (uint32_t sample = 0; sample < samples; ++sample) {
            rows.read(x, y, lanes, sample, bytes.data());
            for (uint32_t i = 0; i < lanes; ++i) sums[i] += depthOf(bytes.data() + size_t{i} * sampleBytes, format);
        }
        for (uint32_t i = 0; i < lanes; ++i) {
            std::fill_n(out + size_t{i} * kChannels, kChannels - 1, toByte(sums[i] / static_cast<float>(samples)));
            out[i * kChannels + 3] = 255;
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

std::vector<uint8_t> imageOf(const Target& target, const gpu::DrawState& state) {
    return target.name.aspect == "depth" ? depthImage(target, state) : colorImage(target, state);
}

}  // namespace cyclorama::report
