// SPDX-License-Identifier: MIT
#include "families/adreno/a2d/blit_sampling.h"

#include <algorithm>
#include <bit>

namespace cyclorama::adreno {
namespace {

constexpr int32_t kOne = 1 << BlitState::kFraction;

bool turns(BlitRotation rotation) { return rotation == BlitRotation::By90 || rotation == BlitRotation::By270; }

/// Axes of the source. Rotations are clockwise: by 90 degrees, the left column becomes the upper row, from below.
bool mirrorsX(BlitRotation rotation) {
    return rotation == BlitRotation::MirrorX || rotation == BlitRotation::By180 || rotation == BlitRotation::By270;
}
bool mirrorsY(BlitRotation rotation) {
    return rotation == BlitRotation::MirrorY || rotation == BlitRotation::By180 || rotation == BlitRotation::By90;
}

/// The corners of an area on one axis.
struct Corners {
    int32_t first = 0;
    int32_t last = 0;
};
Corners acrossOf(const BlitRectangle& area) { return {area.left, area.right}; }
Corners downOf(const BlitRectangle& area) { return {area.top, area.bottom}; }

BlitAxis axisOf(const Corners& source, const Corners& target, bool mirrored, int32_t window, uint32_t size) {
    return {source.first, source.last, target.first, target.last, mirrored, window, size};
}

/// Floor of a quotient with a positive divisor.
int64_t floorDivide(int64_t value, int64_t divisor) {
    const int64_t quotient = value / divisor;
    return quotient * divisor > value ? quotient - 1 : quotient;
}

float mix(uint32_t first, uint32_t second, uint32_t weight) {
    const float a = std::bit_cast<float>(first);
    const float b = std::bit_cast<float>(second);
    return weight == 0 ? a : a + (b - a) * (static_cast<float>(weight) / static_cast<float>(kOne));
}

}  // namespace

BlitAxis::BlitAxis(int32_t sourceFirst, int32_t sourceLast, int32_t targetFirst, int32_t targetLast, bool mirrored,
                   int32_t window, uint32_t size)
    : first_(sourceFirst),
      length_(int64_t{sourceLast} - sourceFirst + kOne),
      start_(targetFirst),
      width_(int64_t{targetLast} - targetFirst + 1),
      window_(window),
      size_(size),
      mirrored_(mirrored),
      isWhole_(sourceFirst % kOne == 0) {}

int64_t BlitAxis::position(int32_t target) const {
    int64_t index = target - start_;
    if (mirrored_) index = width_ - 1 - index;
    return first_ + floorDivide((2 * index + 1) * length_, 2 * width_);
}

uint32_t BlitAxis::clamp(int64_t texel) const {
    const int64_t last = std::max<int64_t>(size_, 1) - 1;
    return static_cast<uint32_t>(std::max<int64_t>(std::clamp<int64_t>(texel, 0, last) - window_, 0));
}

TexelPair BlitAxis::pair(int32_t target) const {
    const int64_t place = position(target) - kOne / 2;
    const int64_t texel = place >> BlitState::kFraction;
    return {.first = clamp(texel), .second = clamp(texel + 1), .weight = static_cast<uint32_t>(place & (kOne - 1))};
}

bool BlitAxis::isWithin(int32_t first, int32_t last) const {
    return position(first) >> BlitState::kFraction >= window_ && position(last) >> BlitState::kFraction < size_;
}

BlitMapping::BlitMapping(const BlitState& state)
    : x_(axisOf(acrossOf(state.sourceArea),
                turns(state.rotation) ? downOf(state.targetArea) : acrossOf(state.targetArea), mirrorsX(state.rotation),
                state.windowX, state.sourceWidth)),
      y_(axisOf(downOf(state.sourceArea), turns(state.rotation) ? acrossOf(state.targetArea) : downOf(state.targetArea),
                mirrorsY(state.rotation), state.windowY, state.sourceHeight)),
      turned_(turns(state.rotation)) {
    const auto reach = [&](const BlitAxis& axis, const Corners& target) {
        if (!state.linear) return std::max(axis.nearest(target.first), axis.nearest(target.last));
        return std::max(axis.pair(target.first).second, axis.pair(target.last).second);
    };
    const Corners across = acrossOf(state.clipped);
    const Corners down = downOf(state.clipped);
    needed_ = {.left = 0,
               .top = 0,
               .right = static_cast<int32_t>(reach(x_, turned_ ? down : across)),
               .bottom = static_cast<int32_t>(reach(y_, turned_ ? across : down))};
}

void BlitMapping::nearestOffsets(const SurfaceView& source, const TexelPlace& target,
                                 std::span<uint64_t> offsets) const {
    if (turned_) {
        const uint32_t x = x_.nearest(static_cast<int32_t>(target.y));
        for (size_t i = 0; i < offsets.size(); ++i)
            offsets[i] = source.offset(x, y_.nearest(static_cast<int32_t>(target.x + i)));
        return;
    }
    const uint32_t y = y_.nearest(static_cast<int32_t>(target.y));
    const auto first = static_cast<int32_t>(target.x);
    const auto last = first + static_cast<int32_t>(offsets.size()) - 1;
    if (x_.isShift() && x_.isWithin(first, last)) {
        source.offsetsOfRow({.x = x_.nearest(first), .y = y}, offsets);
        return;
    }
    for (size_t i = 0; i < offsets.size(); ++i)
        offsets[i] = source.offset(x_.nearest(first + static_cast<int32_t>(i)), y);
}

bool BlitMapping::isWithin(const TexelPlace& target, uint32_t count) const {
    const auto first = static_cast<int32_t>(target.x);
    return x_.isWithin(first, first + static_cast<int32_t>(count) - 1);
}

bool averagesSamples(const BlitState& state, const SurfaceFormat& source) {
    return !source.isInteger() && state.averageSamples && state.source.samples > 1;
}

bool filtersTexels(const BlitState& state, const SurfaceFormat& source, const BlitMapping& mapping) {
    return !source.isInteger() && state.linear && !averagesSamples(state, source) && !mapping.isShift();
}

BlitSampler::BlitSampler(const BlitState& state, const ImageBytes& source, const BlitMapping& mapping, uint32_t columns)
    : state_(state), source_(source), mapping_(mapping), result_(columns), offsets_(columns) {
    averages_ = averagesSamples(state, *source.view.format());
    filters_ = filtersTexels(state, *source.view.format(), mapping);
    constexpr size_t kCorners = 4;
    for (size_t i = 0; i < (averages_ ? state.source.samples : filters_ ? kCorners : 0); ++i)
        parts_.emplace_back(columns);
    if (filters_) squares_.resize(columns);
}

const TexelRow& BlitSampler::row(const TexelPlace& target) {
    if (averages_)
        loadMean(target);
    else if (filters_)
        loadFiltered(target);
    else
        loadNearest(target);
    for (size_t i = 0; i < 4; ++i)
        if ((state_.components >> i & 1) == 0) std::ranges::fill(result_.component(i), 0);
    return result_;
}

void BlitSampler::loadNearest(const TexelPlace& target) {
    mapping_.nearestOffsets(source_.view, target, offsets_);
    source_.view.load(source_.bytes, offsets_, result_.columns());
}

void BlitSampler::loadMean(const TexelPlace& target) {
    mapping_.nearestOffsets(source_.view, target, offsets_);
    for (TexelRow& part : parts_) {
        source_.view.load(source_.bytes, offsets_, part.columns());
        for (uint64_t& offset : offsets_) offset += source_.view.texelBytes();
    }
    averageSamples(parts_, result_);
}

void BlitSampler::loadCorners(bool right, bool lower, TexelRow& row) {
    for (size_t i = 0; i < offsets_.size(); ++i) {
        const TexelSquare& square = squares_[i];
        offsets_[i] =
            source_.view.offset(right ? square.x.second : square.x.first, lower ? square.y.second : square.y.first);
    }
    source_.view.load(source_.bytes, offsets_, row.columns());
}

void BlitSampler::loadFiltered(const TexelPlace& target) {
    for (size_t i = 0; i < squares_.size(); ++i)
        squares_[i] =
            mapping_.square(static_cast<int32_t>(target.x) + static_cast<int32_t>(i), static_cast<int32_t>(target.y));
    loadCorners(false, false, parts_[0]);
    loadCorners(true, false, parts_[1]);
    loadCorners(false, true, parts_[2]);
    loadCorners(true, true, parts_[3]);
    for (size_t component = 0; component < 4; ++component) {
        for (size_t i = 0; i < squares_.size(); ++i) {
            const uint32_t weight = squares_[i].x.weight;
            const float upper = mix(parts_[0].component(component)[i], parts_[1].component(component)[i], weight);
            const float lower = mix(parts_[2].component(component)[i], parts_[3].component(component)[i], weight);
            result_.component(component)[i] = std::bit_cast<uint32_t>(
                mix(std::bit_cast<uint32_t>(upper), std::bit_cast<uint32_t>(lower), squares_[i].y.weight));
        }
    }
}

}  // namespace cyclorama::adreno
