// SPDX-License-Identifier: MIT
#pragma once
// Colours on their way from a wave to the targets: blending, logic operations, conversion, masks.

#include <array>
#include <cstdint>

#include "families/adreno/gras/fragment_batch.h"
#include "families/adreno/isa/half_results.h"
#include "families/adreno/isa/wave.h"
#include "families/adreno/rb/quad_places.h"
#include "families/adreno/rb/render_targets.h"
#include "families/adreno/sp/fragment_control.h"

namespace cyclorama::adreno {

/// A result of the fragment program: words of red, green, blue and alpha, floats in their bits or integers.
struct ShadedColor {
    /// In the wave's registers, among its results that are floats, or in `own`.
    std::array<const ir3::LaneWords*, 4> component{};
    std::array<ir3::LaneWords, 4> own{};
};

/// A result in a wave's registers, as long as they do not change; half ones are widened, of `lanes` lanes, where they
/// are not floats already.
void readColor(const ir3::Wave& wave, const ir3::HalfResults& halves, uint32_t lanes, const ColorResult& from,
               bool integers, ShadedColor& color);

/// Writes the live samples of a batch to a target. `second` is the second colour of blending, where it takes one.
void writeColor(const QuadPlaces& places, const ColorTarget& target, const FragmentBatch& batch,
                const ShadedColor& color, const ShadedColor* second);

}  // namespace cyclorama::adreno
