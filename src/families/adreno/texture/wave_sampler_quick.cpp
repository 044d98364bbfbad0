// SPDX-License-Identifier: MIT
// Most samples: texels with components of 8 bits, in two dimensions, that no border is among. Sums in 255ths are exact.

#include <cstring>

#include "families/adreno/texture/wave_sampler.h"
#include "func/formats/srgb.h"

namespace cyclorama::adreno {

namespace {

using func::Float4;

constexpr float kByteUnit = 255.0f;
constexpr float kQuickShare = 1.0f / 256.0f;
constexpr unsigned kAlphaComponent = 3;

/// 255 times the linear values of bytes in sRGB.
const std::array<float, 256>& scaledSrgbTable() {
    static const std::array<float, 256> kTable = [] {
        std::array<float, 256> table{};
        for (size_t i = 0; i < table.size(); ++i) {
            table[i] = func::exactLinearFromSrgb(static_cast<float>(i) / kByteUnit) * kByteUnit;
        }
        return table;
    }();
    return kTable;
}

}  // namespace

void WaveSampler::prepareQuickWay() {
    const func::PackedFormat& packed = texture_.packed();
    const auto isUsual = [](TextureFilter filter) {
        return filter == TextureFilter::Nearest || filter == TextureFilter::Linear;
    };
    quick_ = texture_.format()->codec == TexelCodec::Packed && packed.bytes == 4 && geometry_.axes == 2 &&
             texture_.descriptor().samples == 1 && !comparing_ && sampler_.reduction == Reduction::Average &&
             isUsual(sampler_.magnification) && isUsual(sampler_.minification) && !sampler_.clampsResult;
    for (unsigned c = 0; c < 4; ++c) {
        const func::PackedComponent& component = packed.component[c];
        const bool lacking = c == kAlphaComponent && component.bits == 0;
        quick_ = quick_ && (lacking || (component.bits == 8 && component.kind == func::NumberKind::Unorm));
    }
    srgb_ = packed.srgb ? scaledSrgbTable().data() : nullptr;
}

Float4 WaveSampler::quickTexel(const std::byte* place) const {
    using Bytes4 [[gnu::vector_size(4)]] = uint8_t;
    Bytes4 bytes;
    std::memcpy(&bytes, place, sizeof bytes);
    Float4 color = __builtin_convertvector(bytes, Float4);
    if (srgb_ != nullptr) {
        for (unsigned c = 0; c < kAlphaComponent; ++c) {
            const unsigned index = texture_.packed().component[c].low / 8;
            color[index] = srgb_[bytes[index]];
        }
    }
    return color;
}

bool WaveSampler::quickLevel(const Probe& probe, bool linear, Float4& color) const {
    const TextureLevel& level = texture_.level(probe.level);
    const auto width = static_cast<int32_t>(level.width);
    const auto height = static_cast<int32_t>(level.height);
    const float s = coordinate(probe, 0);
    const float t = coordinate(probe, 1);
    const AxisTexels across = linear ? linearTexels(s) : AxisTexels{nearestTexel(s), 0};
    const AxisTexels down = linear ? linearTexels(t) : AxisTexels{nearestTexel(t), 0};
    int32_t left = across.first + shiftOf(probe, 0);
    int32_t top = down.first + shiftOf(probe, 1);
    // Texels that have no share are not read.
    int32_t right = left + (across.share != 0 ? 1 : 0);
    int32_t bottom = top + (down.share != 0 ? 1 : 0);
    if (left < 0 || top < 0 || right >= width || bottom >= height) {
        if (seamless_) return false;
        left = wrappedTexel(sampler_.wrap[0], left, width);
        right = wrappedTexel(sampler_.wrap[0], right, width);
        top = wrappedTexel(sampler_.wrap[1], top, height);
        bottom = wrappedTexel(sampler_.wrap[1], bottom, height);
        if ((left | right | top | bottom) < 0) return false;
    }
    const uint64_t before = level.base + probe.layer * level.layerPitch;
    const auto column = [&](int32_t x) {
        return level.tiled ? level.tiles.column(static_cast<uint32_t>(x)) : static_cast<uint32_t>(x) * 4;
    };
    const auto row = [&](int32_t y) {
        if (level.tiled) return level.tiles.row(static_cast<uint32_t>(y));
        return func::BankedTiles::Row{static_cast<uint32_t>(y) * level.pitch, 0};
    };
    const std::span<const std::byte> bytes = texture_.bytes();
    const auto texel = [&](uint32_t x, const func::BankedTiles::Row& y, Float4& result) {
        const uint64_t offset = before + y.base + (level.tiled ? y.bits ^ x : x);
        if (offset > bytes.size() || bytes.size() - offset < 4) return false;
        result = quickTexel(bytes.data() + offset);
        return true;
    };
    const uint32_t columnLeft = column(left);
    const func::BankedTiles::Row rowTop = row(top);
    Float4 first;
    if (!texel(columnLeft, rowTop, first)) return false;
    if ((across.share | down.share) == 0) {
        color = first;
        return true;
    }
    const uint32_t columnRight = column(right);
    const func::BankedTiles::Row rowBottom = row(bottom);
    Float4 second;
    Float4 third;
    Float4 fourth;
    if (!texel(columnRight, rowTop, second) || !texel(columnLeft, rowBottom, third) ||
        !texel(columnRight, rowBottom, fourth)) {
        return false;
    }
    const Float4 x = func::splat(static_cast<float>(across.share) * kQuickShare);
    const Float4 y = func::splat(static_cast<float>(down.share) * kQuickShare);
    const Float4 upper = first + (second - first) * x;
    const Float4 lower = third + (fourth - third) * x;
    color = upper + (lower - upper) * y;
    return true;
}

bool WaveSampler::quickLane(unsigned lane, const SelectedLevels& levels) {
    Probe probe;
    probe.lane = lane;
    probe.layer = geometry_.layer[lane];
    probe.position = {geometry_.position[0][lane], geometry_.position[1][lane], 0.0f};
    probe.level = levels.first;
    const bool linear = levels.filter == TextureFilter::Linear;
    Float4 color;
    if (!quickLevel(probe, linear, color)) return false;
    if (levels.share != 0) {
        Float4 other;
        ++probe.level;
        if (!quickLevel(probe, linear, other)) return false;
        color += (other - color) * func::splat(static_cast<float>(levels.share) * kQuickShare);
    }
    color /= func::splat(kByteUnit);
    for (unsigned c = 0; c < 4; ++c) {
        const func::PackedComponent& component = texture_.packed().component[c];
        result_[lane][c] = component.bits == 0 ? 1.0f : color[component.low / 8];
    }
    return true;
}

}  // namespace cyclorama::adreno
