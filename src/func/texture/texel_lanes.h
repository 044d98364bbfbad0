// SPDX-License-Identifier: MIT
#pragma once
// Steps of sampling a texture in two dimensions, each over all lanes of a batch: from coordinates to texels, their
// places, their words, and results. Loops without branches, in vectors as wide as the host has them; `width` lanes, a
// multiple of 8.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "func/lanes/lane_loops.h"
#include "func/layout/texel_layout.h"
#include "func/texture/texel_axis.h"
#include "func/types.h"

namespace cyclorama::func {

/// How coordinates select texels along an axis.
struct AxisRule {
    TexelWrap wrap = TexelWrap::Repeat;
    int32_t size = 0;  ///< texels
    bool normalized = true;
    bool linear = false;
    bool pairs = false;     ///< two texels are wanted: `linear`, or a filter that takes the same twice
    bool seamless = false;  ///< nothing is wrapped: texels beyond the edge belong to another face
    bool bordered = false;  ///< texels beyond a border are noted, and found; of pairs
};

/// Texels on both sides of a coordinate, and the second one's share. Without one it is the first. Only of pairs.
struct AxisBatch {
    PerLane<int32_t> first;
    PerLane<int32_t> second;
    PerLane<float> share;
    /// Bit 0: the first texel is beyond the border, bit 1: the second one. Only of AxisRule::bordered.
    PerLane<uint32_t> beyond;
    bool reachesBorder = false;
};

/// Selects the texels of `position`, `shift` away if there is one, and wraps them. `found` keeps its bits where there
/// are such texels, and loses all of them elsewhere.
void selectTexels(const AxisRule& rule, unsigned width, const PerLane<float>& position, const PerLane<int32_t>* shift,
                  AxisBatch& texels, PerLane<uint32_t>& found);

/// Terms of texels' places in bytes: base + (bits ^ column).
struct RowBatch {
    PerLane<uint32_t> base;
    PerLane<uint32_t> bits;
};
/// `starts`: the place of each lane's layer, in bytes. Places must be below 2^31.
void locateRows(const TexelLayout& layout, unsigned width, const PerLane<uint32_t>& starts, const PerLane<int32_t>& y,
                RowBatch& rows);
void locateColumns(const TexelLayout& layout, unsigned width, const PerLane<int32_t>& x, PerLane<uint32_t>& columns);

/// Reads texels of `bytes` bytes, two or four. Requires bytes <= memory.size() <= 2^31. `found` is as above.
void readWords(std::span<const std::byte> memory, unsigned bytes, unsigned width, const RowBatch& rows,
               const PerLane<uint32_t>& columns, PerLane<uint32_t>& words, PerLane<uint32_t>& found);

/// The texel at the upper left, those to its right and below, and the one at the lower right.
using TexelWords = std::array<PerLane<uint32_t>, 4>;

/// Weights of a level's texels in a sample, in the order of TexelWords.
using TexelWeights = std::array<PerLane<float>, 4>;
/// `level`: weight of the whole level. All shares are multiples of 1/256, so weights are exact.
void weighTexels(unsigned width, const PerLane<float>& level, const AxisBatch& across, const AxisBatch& down,
                 TexelWeights& weights);

/// Adds texels times their weights to `sum`, one after the other: fractions of 255 in the byte that begins at bit
/// `low`, or what `table` has for that byte.
void addBytes(unsigned width, const TexelWords& words, unsigned low, const float* table, const TexelWeights& weights,
              PerLane<float>& sum);
/// The same of one texel a lane.
void addNearestBytes(unsigned width, const PerLane<uint32_t>& words, unsigned low, const float* table,
                     const PerLane<float>& weight, PerLane<float>& sum);

/// A depth in the low bits of a word: a fraction of as many bits, or with none a float.
struct DepthRule {
    unsigned bits = 0;
    CompareFunction compare = CompareFunction::Never;
    /// References are limited to 0 to 1.
    bool limitsReference = false;
};
/// True if no lane has a texel within the border.
bool areAllBeyond(unsigned width, const AxisBatch& across, const AxisBatch& down);
/// Texels as floats, and `border`, one too, in the place of those beyond it.
void placeBorder(const DepthRule& rule, unsigned width, uint32_t border, const AxisBatch& across, const AxisBatch& down,
                 TexelWords& words);
/// Adds the weights of texels that pass the comparison to `sum`.
void addPassed(const DepthRule& rule, unsigned width, const TexelWords& words, const PerLane<float>& reference,
               const TexelWeights& weights, PerLane<float>& sum);

}  // namespace cyclorama::func
