// SPDX-License-Identifier: MIT
#include "families/adreno/fragment/fragment_units.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "func/lanes/vectors.h"

namespace cyclorama::adreno {
namespace {

constexpr uint32_t kFloatOne = 0x3f800000;

func::Float4 floats(const ir3::LaneWords& words, uint32_t lane) {
    func::Float4 values;
    std::memcpy(&values, &words.lane[lane], sizeof values);
    return values;
}

}  // namespace

void FragmentUnits::fill(ir3::LaneWords& data, uint32_t word) const {
    std::fill_n(data.lane.begin(), batch_->quads * func::kQuadFragments, word);
}

template <typename WordOf>
void FragmentUnits::fillByTriangle(ir3::LaneWords& data, WordOf wordOf) const {
    for (uint32_t q = 0; q < batch_->quads; ++q)
        std::fill_n(&data.lane[size_t{q} * func::kQuadFragments], func::kQuadFragments,
                    wordOf(shading_.list.triangles[batch_->triangle[q]]));
}

/// The first corner's value, and the differences to the others in their shares: a value that all corners have is not
/// rounded.
void FragmentUnits::interpolate(const ir3::VaryingRequest& request, std::span<ir3::LaneWords> data) {
    ir3::LaneWords& result = data[0];
    const uint32_t location = request.location;
    const PrimitiveDraw& draw = shading_.draw;
    if (location == draw.primitiveIdLocation)
        return fillByTriangle(result, [](const RasterTriangle& triangle) { return triangle.primitive; });
    if (location == draw.viewIdLocation)
        return fillByTriangle(result, [](const RasterTriangle& triangle) { return uint32_t{triangle.view}; });
    if (location >= Varyings::kComponents) return fill(result, 0);
    const Varyings& varyings = shading_.control.varyings;
    if (shading_.drawsPoints && varyings.replacements[location] != PointReplacement::None)
        return replaceByPoint(varyings.replacements[location], result);
    const VaryingMode mode = varyings.modes[location];
    if (mode == VaryingMode::Zero) return fill(result, 0);
    if (mode == VaryingMode::One) return fill(result, kFloatOne);
    if (location >= draw.layout.stride) {
        readUndefined_ = true;
        return fill(result, 0);
    }
    if (mode == VaryingMode::Flat || request.i == nullptr || request.j == nullptr)
        return fillByTriangle(result, [&](const RasterTriangle& triangle) { return triangle.provoking[location]; });
    func::Float4 first{};
    func::Float4 toSecond{};
    func::Float4 toThird{};
    for (uint32_t q = 0; q < batch_->quads; ++q) {
        if (q == 0 || batch_->triangle[q] != batch_->triangle[q - 1]) {
            const RasterTriangle& triangle = shading_.list.triangles[batch_->triangle[q]];
            const auto corner = [&](size_t i) { return std::bit_cast<float>(triangle.records[i][location]); };
            first = func::splat(corner(0));
            toSecond = func::splat(corner(1) - corner(0));
            toThird = func::splat(corner(2) - corner(0));
        }
        const uint32_t lane = q * func::kQuadFragments;
        const func::Float4 value = first + floats(*request.i, lane) * toSecond + floats(*request.j, lane) * toThird;
        std::memcpy(&result.lane[lane], &value, sizeof value);
    }
}

void FragmentUnits::replaceByPoint(PointReplacement replacement, ir3::LaneWords& data) const {
    const bool inverted = (replacement == PointReplacement::OneMinusT) !=
                          (shading_.control.varyings.invertsT && replacement != PointReplacement::S);
    for (uint32_t q = 0; q < batch_->quads; ++q) {
        const SpritePlace& sprite = shading_.list.triangles[batch_->triangle[q]].sprite;
        for (uint32_t f = 0; f < func::kQuadFragments; ++f) {
            const bool alongX = replacement == PointReplacement::S;
            const int32_t pixel =
                alongX ? batch_->x[q] + static_cast<int32_t>(f & 1) : batch_->y[q] + static_cast<int32_t>(f >> 1);
            const float from = alongX ? sprite.left : sprite.top;
            const float share = (static_cast<float>(pixel) + 0.5f - from) * sprite.inverseSize;
            data.lane[q * func::kQuadFragments + f] = std::bit_cast<uint32_t>(inverted ? 1.0f - share : share);
        }
    }
}

}  // namespace cyclorama::adreno
