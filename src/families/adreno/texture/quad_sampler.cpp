// SPDX-License-Identifier: MIT
#include "families/adreno/texture/quad_sampler.h"

#include <bit>
#include <cstring>

#include "families/adreno/texture/texel_addressing.h"
#include "func/compare.h"
#include "func/formats/srgb.h"

namespace cyclorama::adreno {

namespace {

using func::Float4;
using func::Int4;
using func::Uint4;

constexpr unsigned kAllLanes = 15;
constexpr uint32_t kColorBytes = 4;
constexpr float kByteUnit = 255.0f;
constexpr float kQuickShare = 1.0f / kShareUnit;
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

/// The bytes' own values.
const std::array<float, 256>& plainTable() {
    static const std::array<float, 256> kTable = [] {
        std::array<float, 256> table{};
        for (size_t i = 0; i < table.size(); ++i) table[i] = static_cast<float>(i);
        return table;
    }();
    return kTable;
}

// Four lanes of what texel_addressing.h has.

Float4 boundedCoordinates(Float4 coordinate) {
    const Float4 limit = func::splat(kCoordinateLimit);
    const Float4 above = func::select(coordinate >= -limit, coordinate, -limit);
    return func::select(above < limit, above, limit);
}

Int4 wholeParts(Float4 coordinate) {
    const Int4 truncated = func::toInteger(coordinate);
    return truncated + (coordinate < func::toFloat(truncated));
}

Float4 scaledCoordinates(TextureWrap wrap, Float4 coordinate, uint32_t size, bool normalized) {
    coordinate = boundedCoordinates(coordinate);
    if (!normalized) return coordinate;
    if (wrap == TextureWrap::Repeat) coordinate -= func::toFloat(wholeParts(coordinate));
    if (wrap == TextureWrap::MirrorRepeat) {
        coordinate -= func::splat(2.0f) * func::toFloat(wholeParts(coordinate * func::splat(0.5f)));
    }
    return boundedCoordinates(coordinate * func::splat(static_cast<float>(size)));
}

}  // namespace

QuadSampler::QuadSampler(const SampledTexture& sampled, const LaneGeometry& geometry, const LevelSelection& selection,
                         bool compares)
    : texture_(sampled.texture),
      sampler_(sampled.sampler),
      geometry_(geometry),
      selection_(selection),
      bytes_(sampled.texture.bytes()),
      texelBytes_(texture_.packed().bytes),
      seamless_(texture_.descriptor().type == TextureType::Cube && sampler_.seamlessCube),
      compares_(compares),
      usual_(hasUsualFilters() && (compares ? hasDepthTexels() : hasByteTexels())) {
    if (usual_) takeSources();
}

void QuadSampler::takeSources() {
    const func::PackedFormat& packed = texture_.packed();
    const auto byteOf = [&packed](size_t component) {
        return static_cast<uint8_t>(packed.component[component].low / 8);
    };
    for (size_t c = 0; c < results_.size(); ++c) {
        const Swizzle from = texture_.descriptor().swizzle[c];
        const auto component = static_cast<size_t>(from);
        if (from > Swizzle::W) {
            results_[c] = from == Swizzle::One ? kOneResult : kZeroResult;
        } else if (compares_) {
            results_[c] = from == Swizzle::X ? 0 : from == Swizzle::W ? kOneResult : kZeroResult;
        } else {
            results_[c] = packed.component[component].bits == 0 ? kOneResult : byteOf(component);
        }
    }
    if (!packed.srgb || compares_) return;
    srgb_ = true;
    tables_.fill(plainTable().data());
    for (size_t c = 0; c < kAlphaComponent; ++c) tables_[byteOf(c)] = scaledSrgbTable().data();
}

bool QuadSampler::hasUsualFilters() const {
    const auto isUsual = [](TextureFilter filter) {
        return filter == TextureFilter::Nearest || filter == TextureFilter::Linear;
    };
    return texture_.format()->codec == TexelCodec::Packed && geometry_.axes == 2 &&
           texture_.descriptor().samples == 1 && sampler_.reduction == Reduction::Average &&
           isUsual(sampler_.magnification) && isUsual(sampler_.minification) && !sampler_.clampsResult;
}

bool QuadSampler::hasByteTexels() const {
    const func::PackedFormat& packed = texture_.packed();
    if (packed.bytes != kColorBytes || bytes_.size() < kColorBytes) return false;
    for (unsigned c = 0; c < 4; ++c) {
        const func::PackedComponent& component = packed.component[c];
        const bool lacking = c == kAlphaComponent && component.bits == 0;
        if (!lacking && (component.bits != 8 || component.kind != func::NumberKind::Unorm)) return false;
    }
    return true;
}

/// Floats, or fractions of 16 or 24 bits.
bool QuadSampler::hasDepthTexels() const {
    const func::PackedComponent& depth = texture_.packed().component[0];
    if (bytes_.size() < texelBytes_ || depth.low != 0) return false;
    if (depth.kind == func::NumberKind::Float) return depth.bits == 32 && texelBytes_ == 4;
    return depth.kind == func::NumberKind::Unorm && depth.bits <= 24 && depth.bits >= 16 &&
           texelBytes_ == (depth.bits == 16 ? 2 : 4);
}

isa::WaveMask QuadSampler::sample(const isa::WaveMask& lanes, std::span<ir3::LaneWords> data) const {
    if (!usual_) return lanes;
    isa::WaveMask left{};
    isa::forQuads(lanes, [&](unsigned first, unsigned wanted) {
        left |= isa::WaveMask::quad(first, wanted & ~sampleQuad(first, wanted, data));
    });
    return left;
}

/// The lanes that were sampled.
unsigned QuadSampler::sampleQuad(unsigned first, unsigned wanted, std::span<ir3::LaneWords> data) const {
    unsigned sampled = 0;
    while (wanted != 0) {
        const SelectedLevels levels = selection_.levelsOf(first + static_cast<unsigned>(std::countr_zero(wanted)));
        const unsigned same = selection_.isSharedByQuad() ? wanted : lanesWith(levels, first, wanted);
        QuadColors colors;
        const unsigned found = sampleLevels(first, levels, colors) & same;
        store(colors, first, found, data);
        sampled |= found;
        wanted &= ~same;
    }
    return sampled;
}

unsigned QuadSampler::lanesWith(const SelectedLevels& levels, unsigned first, unsigned among) const {
    unsigned lanes = 0;
    for (unsigned f = 0; f < kQuadLanes; ++f) {
        if ((among >> f & 1) != 0 && selection_.levelsOf(first + f) == levels) lanes |= 1u << f;
    }
    return lanes;
}

unsigned QuadSampler::sampleLevels(unsigned first, const SelectedLevels& levels, QuadColors& colors) const {
    const bool linear = levels.filter == TextureFilter::Linear;
    unsigned found = sampleLevel(first, levels.first, linear, colors);
    if (levels.share != 0 && found != 0) {
        QuadColors others;
        found &= sampleLevel(first, levels.first + 1, linear, others);
        const Float4 share = func::splat(static_cast<float>(levels.share) * kQuickShare);
        for (unsigned f = 0; f < kQuadLanes; ++f) colors[f] += (others[f] - colors[f]) * share;
    }
    if (compares_) return found;
    for (Float4& color : colors) color /= func::splat(kByteUnit);
    return found;
}

unsigned QuadSampler::sampleLevel(unsigned first, uint32_t number, bool linear, QuadColors& colors) const {
    const TextureLevel& level = texture_.level(number);
    Axis across = axisOf(0, first, level.width, linear);
    Axis down = axisOf(1, first, level.height, linear);
    const Int4 outside = (across.first < 0) | (down.first < 0) | (across.second >= static_cast<int32_t>(level.width)) |
                         (down.second >= static_cast<int32_t>(level.height));
    const unsigned there = func::anyOf(outside) ? wrap(level, across, down) : kAllLanes;
    if (there == 0) return 0;
    if (compares_) return there & compareTexels(first, level, across, down, colors);
    return there &
           (linear ? readLinear(first, level, across, down, colors) : readNearest(first, level, across, down, colors));
}

QuadSampler::Axis QuadSampler::axisOf(unsigned axis, unsigned first, uint32_t size, bool linear) const {
    const Float4 position = func::loadFloats(&geometry_.position[axis][first]);
    const Float4 coordinate = scaledCoordinates(sampler_.wrap[axis], position, size, sampler_.normalized);
    Axis texels{};
    Int4 share{};
    if (linear) {
        const Int4 fixed = wholeParts(coordinate * func::splat(256.0f) + func::splat(0.5f)) - 128;
        texels.first = fixed >> 8;
        share = fixed & 255;
        texels.share = func::toFloat(share) * func::splat(kQuickShare);
    } else {
        texels.first = wholeParts(coordinate);
    }
    if (geometry_.shifted) {
        Int4 offset;
        std::memcpy(&offset, &geometry_.offset[axis][first], sizeof offset);
        texels.first += offset;
    }
    // Texels that have no share are not read.
    texels.second = texels.first - (share != 0);
    return texels;
}

unsigned QuadSampler::wrap(const TextureLevel& level, Axis& across, Axis& down) const {
    const auto width = static_cast<int32_t>(level.width);
    const auto height = static_cast<int32_t>(level.height);
    unsigned there = 0;
    for (unsigned f = 0; f < kQuadLanes; ++f) {
        const bool inside =
            across.first[f] >= 0 && down.first[f] >= 0 && across.second[f] < width && down.second[f] < height;
        if (!inside) {
            if (seamless_) continue;
            across.first[f] = wrappedTexel(sampler_.wrap[0], across.first[f], width);
            across.second[f] = wrappedTexel(sampler_.wrap[0], across.second[f], width);
            down.first[f] = wrappedTexel(sampler_.wrap[1], down.first[f], height);
            down.second[f] = wrappedTexel(sampler_.wrap[1], down.second[f], height);
            if ((across.first[f] | across.second[f] | down.first[f] | down.second[f]) < 0) continue;
        }
        there |= 1u << f;
    }
    return there;
}

Uint4 QuadSampler::columnsOf(const TextureLevel& level, Int4 texel) const {
    const auto x = std::bit_cast<Uint4>(texel);
    return level.tiled ? level.tiles.column(x) : x * texelBytes_;
}

QuadSampler::Rows QuadSampler::rowsOf(const TextureLevel& level, Int4 texel) {
    Rows rows{};
    for (unsigned f = 0; f < kQuadLanes; ++f) {
        const auto y = static_cast<uint32_t>(texel[f]);
        rows.base[f] = level.tiled ? level.tiles.rowBase(y) : y * level.pitch;
    }
    if (level.tiled) rows.bits = level.tiles.rowBits(std::bit_cast<Uint4>(texel));
    return rows;
}

std::array<uint64_t, 4> QuadSampler::layersOf(unsigned first, const TextureLevel& level) const {
    std::array<uint64_t, 4> before;
    for (unsigned f = 0; f < kQuadLanes; ++f) before[f] = level.base + geometry_.layer[first + f] * level.layerPitch;
    return before;
}

bool QuadSampler::read(uint64_t offset, Float4& color) const {
    if (offset > bytes_.size() - kColorBytes) return false;
    uint32_t word = 0;
    std::memcpy(&word, &bytes_[offset], sizeof word);
    color = srgb_ ? Float4{tables_[0][word & 255], tables_[1][word >> 8 & 255], tables_[2][word >> 16 & 255],
                           tables_[3][word >> 24]}
                  : func::bytesAsFloats(word);
    return true;
}

unsigned QuadSampler::readNearest(unsigned first, const TextureLevel& level, const Axis& across, const Axis& down,
                                  QuadColors& colors) const {
    const Rows rows = rowsOf(level, down.first);
    const Uint4 places = rows.bits ^ columnsOf(level, across.first);
    const std::array<uint64_t, 4> before = layersOf(first, level);
    unsigned found = 0;
    for (unsigned f = 0; f < kQuadLanes; ++f) {
        if (read(before[f] + rows.base[f] + places[f], colors[f])) found |= 1u << f;
    }
    return found;
}

unsigned QuadSampler::readLinear(unsigned first, const TextureLevel& level, const Axis& across, const Axis& down,
                                 QuadColors& colors) const {
    const Rows top = rowsOf(level, down.first);
    const Rows bottom = rowsOf(level, down.second);
    const Uint4 left = columnsOf(level, across.first);
    const Uint4 right = columnsOf(level, across.second);
    const std::array<Uint4, 4> places{top.bits ^ left, top.bits ^ right, bottom.bits ^ left, bottom.bits ^ right};
    const std::array<uint64_t, 4> before = layersOf(first, level);
    unsigned found = 0;
    for (unsigned f = 0; f < kQuadLanes; ++f) {
        const uint64_t upperRow = before[f] + top.base[f];
        const uint64_t lowerRow = before[f] + bottom.base[f];
        std::array<Float4, 4> texel;
        if (!read(upperRow + places[0][f], texel[0]) || !read(upperRow + places[1][f], texel[1]) ||
            !read(lowerRow + places[2][f], texel[2]) || !read(lowerRow + places[3][f], texel[3])) {
            continue;
        }
        const Float4 x = func::splat(across.share[f]);
        const Float4 upper = texel[0] + (texel[1] - texel[0]) * x;
        const Float4 lower = texel[2] + (texel[3] - texel[2]) * x;
        colors[f] = upper + (lower - upper) * func::splat(down.share[f]);
        found |= 1u << f;
    }
    return found;
}

Float4 QuadSampler::depthsAt(const std::array<uint64_t, 4>& rows, Uint4 places, unsigned& found) const {
    const func::PackedComponent& depth = texture_.packed().component[0];
    std::array<uint32_t, 4> words{};
    for (unsigned f = 0; f < kQuadLanes; ++f) {
        const uint64_t offset = rows[f] + places[f];
        if (offset > bytes_.size() - texelBytes_) {
            found &= ~(1u << f);
        } else if (texelBytes_ == sizeof(uint32_t)) {
            std::memcpy(&words[f], &bytes_[offset], sizeof(uint32_t));
        } else {
            std::memcpy(&words[f], &bytes_[offset], sizeof(uint16_t));
        }
    }
    if (depth.kind == func::NumberKind::Float) return std::bit_cast<Float4>(words);
    const int32_t ones = (1 << depth.bits) - 1;
    return func::toFloat(std::bit_cast<Int4>(words) & ones) / func::splat(static_cast<float>(ones));
}

unsigned QuadSampler::compareTexels(unsigned first, const TextureLevel& level, const Axis& across, const Axis& down,
                                    QuadColors& colors) const {
    Rows top = rowsOf(level, down.first);
    Rows bottom = rowsOf(level, down.second);
    const std::array<uint64_t, 4> before = layersOf(first, level);
    for (unsigned f = 0; f < kQuadLanes; ++f) {
        top.base[f] += before[f];
        bottom.base[f] += before[f];
    }
    Float4 reference = func::loadFloats(&geometry_.reference[first]);
    if (texture_.packed().component[0].kind == func::NumberKind::Unorm) {
        reference = func::clampToUnit(reference);
    }
    unsigned found = kAllLanes;
    const auto passed = [&](const Rows& rows, Uint4 columns) {
        const Float4 depths = depthsAt(rows.base, rows.bits ^ columns, found);
        return func::select(func::compare(sampler_.compare, reference, depths), func::splat(1.0f), func::splat(0.0f));
    };
    const Uint4 left = columnsOf(level, across.first);
    const Uint4 right = columnsOf(level, across.second);
    const std::array<Float4, 4> part{passed(top, left), passed(top, right), passed(bottom, left),
                                     passed(bottom, right)};
    const Float4 upper = part[0] + (part[1] - part[0]) * across.share;
    const Float4 lower = part[2] + (part[3] - part[2]) * across.share;
    const Float4 share = upper + (lower - upper) * down.share;
    for (unsigned f = 0; f < kQuadLanes; ++f) colors[f] = Float4{share[f], 0.0f, 0.0f, 0.0f};
    return found;
}

void QuadSampler::store(const QuadColors& colors, unsigned first, unsigned lanes,
                        std::span<ir3::LaneWords> data) const {
    std::array<Float4, 6> results = {};
    func::transpose(colors, std::span(results).first<4>());
    results[kOneResult] = func::splat(1.0f);
    for (size_t c = 0; c < results_.size(); ++c) {
        uint32_t* const to = &data[c].lane[first];
        const Float4& words = results[results_[c]];
        if (lanes == kAllLanes) {
            std::memcpy(to, &words, sizeof words);
            continue;
        }
        for (unsigned f = 0; f < kQuadLanes; ++f) {
            if ((lanes >> f & 1) != 0) to[f] = std::bit_cast<uint32_t>(words[f]);
        }
    }
}

}  // namespace cyclorama::adreno
