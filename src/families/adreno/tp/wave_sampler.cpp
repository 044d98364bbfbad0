// SPDX-License-Identifier: MIT
#include "families/adreno/tp/wave_sampler.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "families/adreno/tp/batch_sampler.h"
#include "families/adreno/tp/texel_reports.h"
#include "func/compare.h"
#include "func/formats/color_format.h"

namespace cyclorama::adreno {

namespace {

using ir3::Opcode;

constexpr uint32_t kOneFloat = 0x3f800000;

/// Shares of the four texels around a place between the second and the third (Catmull-Rom).
std::array<float, 4> cubicShares(uint32_t share) {
    const float t = static_cast<float>(share) / kShareUnit;
    const float square = t * t;
    const float cube = square * t;
    return {-0.5f * cube + square - 0.5f * t, 1.5f * cube - 2.5f * square + 1.0f,
            -1.5f * cube + 2.0f * square + 0.5f * t, 0.5f * cube - 0.5f * square};
}

/// The texel of a neighbouring face beyond an edge. Beyond two edges, where no texel is, the one inside of both.
func::CubeTexel seamlessTexel(const func::CubeTexel& texel, int32_t size) {
    if (size <= 0) return {texel.face, func::kOutside, func::kOutside};
    const func::CubeTexel inside{texel.face, std::clamp(texel.x, 0, size - 1), std::clamp(texel.y, 0, size - 1)};
    if ((texel.x == inside.x) == (texel.y == inside.y)) return inside;
    return func::neighbourTexel(texel, size, cubePlaceOf);
}

LaneGeometry geometryOf(const SampledTexture& sampled, const ir3::TextureInstructionRequest& request,
                        const isa::WaveMask& lanes) {
    const bool footprints = request.opcode == Opcode::GetLod || dependsOnFootprint(sampled.texture, sampled.sampler);
    LaneGeometry geometry;
    locateLanes(sampled.texture, sampled.sampler, request, lanes, footprints, geometry);
    return geometry;
}

}  // namespace

WaveSampler::WaveSampler(const SampledTexture& sampled, const ir3::TextureInstructionRequest& request,
                         const isa::WaveMask& lanes)
    : sampled_(sampled),
      texture_(sampled.texture),
      sampler_(sampled.sampler),
      request_(request),
      lanes_(lanes),
      integer_(texture_.format()->isInteger()),
      integerSign_(texture_.format()->kind == func::NumberKind::Sint ? 1u << 31 : 0),
      comparing_(request.fields.shadow && !integer_),
      seamless_(sampled.seamless()),
      geometry_(geometryOf(sampled, request, lanes)),
      selection_(texture_, sampler_, request, geometry_) {
    words_.linearChroma = sampler_.linearChroma;
}

void WaveSampler::sample(std::span<ir3::LaneWords> data) {
    const float start = sampler_.reduction == Reduction::Minimum   ? std::numeric_limits<float>::infinity()
                        : sampler_.reduction == Reduction::Maximum ? -std::numeric_limits<float>::infinity()
                                                                   : 0.0f;
    const uint32_t integerStart = integerSign_ ^ (sampler_.reduction == Reduction::Minimum ? ~uint32_t{0} : 0);
    const isa::WaveMask left =
        BatchSampler(sampled_, geometry_, selection_, comparing_, request_.fields.writeMask).sample(lanes_, data);
    if (left.none()) return;
    forLanes(left, [&](unsigned lane) {
        result_[lane].fill(start);
        integers_[lane].fill(integerStart);
        sampleLane(lane);
    });
    flush();
    finish(left, data);
}

void WaveSampler::sampleLane(unsigned lane) {
    const LaneFootprint& footprint = geometry_.footprintOf(lane);
    const SelectedLevels levels = selection_.levelsOf(lane);
    const uint32_t samples = integer_ ? 1 : footprint.samples;
    if (sampled_.listener != nullptr)
        sampled_.listener->filtered(isa::WaveMask::only(lane),
                                    samples > 1 ? TexelFilterKind::Anisotropic : filterKindOf(levels));
    const float part = 1.0f / static_cast<float>(samples);
    Probe probe;
    probe.lane = lane;
    probe.layer = geometry_.layer[lane];
    for (uint32_t i = 0; i < samples; ++i) {
        const float along = func::anisotropicStep(i, samples);
        for (unsigned axis = 0; axis < geometry_.axes; ++axis) {
            probe.position[axis] = geometry_.position[axis][lane];
            if (samples > 1 && axis < 2) probe.position[axis] += footprint.step[axis] * along;
        }
        const float share = static_cast<float>(levels.share) / kShareUnit;
        probe.level = levels.first;
        probe.weight = part * (1.0f - share);
        sampleLevel(probe, levels.filter);
        if (levels.share == 0) continue;
        ++probe.level;
        probe.weight = part * share;
        sampleLevel(probe, levels.filter);
    }
}

void WaveSampler::sampleLevel(const Probe& probe, TextureFilter filter) {
    if (filter == TextureFilter::Nearest) return nearest(probe);
    if (filter == TextureFilter::Cubic && geometry_.axes == 2) return cubic(probe);
    linear(probe);
}

float WaveSampler::coordinate(const Probe& probe, unsigned axis) const {
    const TextureLevel& level = texture_.level(probe.level);
    const std::array<uint32_t, 3> size = {level.width, level.height, level.depth};
    return func::withScaling(sampled_.wrap(axis), static_cast<float>(size[axis]), sampler_.normalized,
                             [&](auto scale) { return scale(probe.position[axis]); });
}

TexelTap WaveSampler::tap(const Probe& probe, int32_t x, int32_t y, int32_t slice) const {
    const TextureLevel& level = texture_.level(probe.level);
    uint32_t layer = probe.layer;
    if (seamless_) {
        const auto face = static_cast<func::CubeFace>(layer % func::kCubeFaces);
        const func::CubeTexel texel = seamlessTexel({face, x, y}, static_cast<int32_t>(level.width));
        x = texel.x;
        y = texel.y;
        layer = layer - layer % func::kCubeFaces + static_cast<uint32_t>(texel.face);
    } else {
        x = func::wrappedTexel(sampler_.wrap[0], x, static_cast<int32_t>(level.width));
        y = geometry_.axes == 1 ? 0 : func::wrappedTexel(sampler_.wrap[1], y, static_cast<int32_t>(level.height));
    }
    if (geometry_.axes == 3) {
        slice = func::wrappedTexel(sampler_.wrap[2], slice, static_cast<int32_t>(level.depth));
        if (slice != func::kOutside) layer = static_cast<uint32_t>(slice);
    }
    TexelTap tap{};
    if (x == func::kOutside || y == func::kOutside || slice == func::kOutside) {
        tap.offset = kBorderTap;
        return tap;
    }
    return tapAt(texture_, level, static_cast<uint32_t>(x), static_cast<uint32_t>(y), layer);
}

void WaveSampler::nearest(const Probe& probe) {
    std::array<int32_t, 3> texel{};
    for (unsigned axis = 0; axis < geometry_.axes; ++axis) {
        texel[axis] = func::nearestTexel(coordinate(probe, axis)) + shiftOf(probe, axis);
    }
    add(tap(probe, texel[0], texel[1], texel[2]), probe.lane, probe.weight);
}

void WaveSampler::linear(const Probe& probe) {
    if (geometry_.axes != 3) return linearSlice(probe, 0, probe.weight);
    const func::AxisTexels slices = func::linearTexels(coordinate(probe, 2));
    const float share = static_cast<float>(slices.share) / kShareUnit;
    const int32_t first = slices.first + shiftOf(probe, 2);
    linearSlice(probe, first, probe.weight * (1.0f - share));
    if (slices.share != 0) linearSlice(probe, first + 1, probe.weight * share);
}

void WaveSampler::linearSlice(const Probe& probe, int32_t slice, float weight) {
    const func::AxisTexels across = func::linearTexels(coordinate(probe, 0));
    const func::AxisTexels down = geometry_.axes > 1 ? func::linearTexels(coordinate(probe, 1)) : func::AxisTexels{};
    const int32_t x = across.first + shiftOf(probe, 0);
    const int32_t y = geometry_.axes > 1 ? down.first + shiftOf(probe, 1) : 0;
    const float right = static_cast<float>(across.share) / kShareUnit;
    const float below = static_cast<float>(down.share) / kShareUnit;
    std::array<float, 4> weights = {weight * (1.0f - right) * (1.0f - below), weight * right * (1.0f - below),
                                    weight * (1.0f - right) * below, weight * right * below};
    if (seamless_) {
        // A cube's corner has three texels; the fourth place takes their mean.
        const auto size = static_cast<int32_t>(texture_.level(probe.level).width);
        for (unsigned i = 0; i < 4; ++i) {
            const auto column = static_cast<uint32_t>(x + static_cast<int32_t>(i & 1));
            const auto row = static_cast<uint32_t>(y + static_cast<int32_t>(i >> 1));
            if (column < static_cast<uint32_t>(size) || row < static_cast<uint32_t>(size)) continue;
            const float third = weights[i] / 3.0f;
            for (float& each : weights) each += third;
            weights[i] = 0.0f;
        }
    }
    for (unsigned i = 0; i < 4; ++i) {
        if (weights[i] == 0.0f) {
            passOver(probe.lane);
            continue;
        }
        add(tap(probe, x + static_cast<int32_t>(i & 1), y + static_cast<int32_t>(i >> 1), slice), probe.lane,
            weights[i]);
    }
}

void WaveSampler::cubic(const Probe& probe) {
    const func::AxisTexels across = func::linearTexels(coordinate(probe, 0));
    const func::AxisTexels down = func::linearTexels(coordinate(probe, 1));
    const std::array<float, 4> columns = cubicShares(across.share);
    const std::array<float, 4> rows = cubicShares(down.share);
    for (int32_t j = 0; j < 4; ++j) {
        for (int32_t i = 0; i < 4; ++i) {
            const float weight = probe.weight * columns[static_cast<size_t>(i)] * rows[static_cast<size_t>(j)];
            if (weight == 0.0f) {
                passOver(probe.lane);
                continue;
            }
            add(tap(probe, across.first + i - 1, down.first + j - 1, 0), probe.lane, weight);
        }
    }
}

void WaveSampler::add(TexelTap tap, unsigned lane, float weight) {
    if (tapCount_ == taps_.size()) flush();
    tap.lane = static_cast<uint8_t>(lane);
    tap.weight = weight;
    taps_[tapCount_++] = tap;
}

void WaveSampler::passOver(unsigned lane) {
    if (sampled_.listener == nullptr) return;
    const TexelRead none{.address = 0, .bytes = 0, .lane = lane};
    sampled_.listener->texels({&none, 1}, TexelForm{.filterBytes = filterBytesOf(*texture_.format())});
}

void WaveSampler::flush() {
    const std::span<const TexelTap> taps = std::span(taps_).first(tapCount_);
    if (sampled_.listener != nullptr) reportTaps(texture_, taps, *sampled_.listener);
    fetchTexels(texture_, taps, sampled_.border, words_);
    for (size_t i = 0; i < taps.size(); ++i) accumulate(i, taps[i]);
    tapCount_ = 0;
}

float WaveSampler::compared(float texel, unsigned lane) const {
    float reference = geometry_.reference[lane];
    if (texture_.format()->kind == func::NumberKind::Unorm) reference = func::clampToUnit(reference);
    return func::compare(sampler_.compare, reference, texel) ? 1.0f : 0.0f;
}

void WaveSampler::accumulateInteger(size_t index, unsigned lane) {
    for (unsigned c = 0; c < 4; ++c) {
        uint32_t& result = integers_[lane][c];
        const uint32_t texel = words_.component[c][index];
        const bool less = (texel ^ integerSign_) < (result ^ integerSign_);
        if (sampler_.reduction == Reduction::Average || less == (sampler_.reduction == Reduction::Minimum))
            result = texel;
    }
}

void WaveSampler::accumulate(size_t index, const TexelTap& tap) {
    if (integer_) return accumulateInteger(index, tap.lane);
    std::array<float, 4> texel{};
    for (unsigned c = 0; c < 4; ++c) texel[c] = std::bit_cast<float>(words_.component[c][index]);
    if (comparing_) texel = {compared(texel[0], tap.lane), 0.0f, 0.0f, 1.0f};
    std::array<float, 4>& result = result_[tap.lane];
    switch (sampler_.reduction) {
        case Reduction::Minimum:
            for (unsigned c = 0; c < 4; ++c) result[c] = std::min(result[c], texel[c]);
            break;
        case Reduction::Maximum:
            for (unsigned c = 0; c < 4; ++c) result[c] = std::max(result[c], texel[c]);
            break;
        default:
            for (unsigned c = 0; c < 4; ++c) result[c] += texel[c] * tap.weight;
            break;
    }
}

uint32_t WaveSampler::swizzled(const std::array<uint32_t, 4>& texel, unsigned component) const {
    return func::componentOf(texel, texture_.descriptor().swizzle[component], texture_.format()->oneWord());
}

void WaveSampler::finish(const isa::WaveMask& lanes, std::span<ir3::LaneWords> data) const {
    const func::NumberKind kind = texture_.format()->kind;
    const bool clamps = sampler_.clampsResult && (kind == func::NumberKind::Unorm || kind == func::NumberKind::Snorm);
    const float low = kind == func::NumberKind::Snorm ? -1.0f : 0.0f;
    forLanes(lanes, [&](unsigned lane) {
        std::array<uint32_t, 4> texel = integers_[lane];
        for (unsigned c = 0; c < 4 && !integer_; ++c) {
            const float value = result_[lane][c];
            texel[c] = std::bit_cast<uint32_t>(clamps ? std::clamp(value, low, 1.0f) : value);
        }
        for (unsigned c = 0; c < 4; ++c) data[c].lane[lane] = swizzled(texel, c);
    });
}

void WaveSampler::gather(unsigned component, std::span<ir3::LaneWords> data) {
    // From the lower left, counterclockwise, as the interfaces number them.
    constexpr std::array<std::array<int32_t, 2>, 4> kPlaces = {{{0, 1}, {1, 1}, {1, 0}, {0, 0}}};
    static_assert(isa::kWaveLanes * kPlaces.size() == kTapBatch);
    // Texels of the first level, after which a view may begin (VK-GL-CTS: texture.mipmap.min_lod_gather).
    if (texture_.descriptor().minLodClamp >= 1.0f) {
        forLanes(lanes_, [&](unsigned lane) {
            for (size_t i = 0; i < kPlaces.size(); ++i) data[i].lane[lane] = 0;
        });
        return;
    }
    if (sampled_.listener != nullptr) sampled_.listener->filtered(lanes_, TexelFilterKind::Linear);
    forLanes(lanes_, [&](unsigned lane) {
        Probe probe;
        probe.lane = lane;
        probe.layer = geometry_.layer[lane];
        for (unsigned axis = 0; axis < geometry_.axes; ++axis) probe.position[axis] = geometry_.position[axis][lane];
        const int32_t x = func::linearTexels(coordinate(probe, 0)).first + shiftOf(probe, 0);
        const int32_t y = func::linearTexels(coordinate(probe, 1)).first + shiftOf(probe, 1);
        for (const auto& [right, down] : kPlaces) {
            taps_[tapCount_] = tap(probe, x + right, y + down, 0);
            taps_[tapCount_++].lane = static_cast<uint8_t>(lane);
        }
    });
    const std::span<const TexelTap> taps = std::span(taps_).first(tapCount_);
    if (sampled_.listener != nullptr) reportTaps(texture_, taps, *sampled_.listener);
    fetchTexels(texture_, taps, sampled_.border, words_);
    for (size_t i = 0; i < taps.size(); ++i) {
        std::array<uint32_t, 4> texel{};
        for (unsigned c = 0; c < 4; ++c) texel[c] = words_.component[c][i];
        const unsigned lane = taps[i].lane;
        if (comparing_) {
            texel = {std::bit_cast<uint32_t>(compared(std::bit_cast<float>(texel[0]), lane)), 0, 0, kOneFloat};
        }
        data[i % kPlaces.size()].lane[lane] = swizzled(texel, component);
    }
}

void WaveSampler::describeLod(std::span<ir3::LaneWords> data) {
    constexpr float kLargest = 4096.0f;
    forLanes(lanes_, [&](unsigned lane) {
        const float lod = selection_.lodOf(lane);
        const float last = sampler_.usesLevels ? static_cast<float>(texture_.levels() - 1) : 0.0f;
        float accessed = std::min(selection_.limited(lod), last);
        if (!sampler_.mixesLevels) accessed = static_cast<float>(nearestLevel(accessed));
        const auto fixed = [&](float value) {
            const float bounded = value > -kLargest ? std::min(value, kLargest) : -kLargest;
            return static_cast<uint32_t>(static_cast<int32_t>(std::floor(bounded * kLodUnit + 0.5f)));
        };
        data[0].lane[lane] = fixed(accessed);
        data[1].lane[lane] = fixed(lod);
        data[2].lane[lane] = 0;
        data[3].lane[lane] = 0;
    });
}

}  // namespace cyclorama::adreno
