// SPDX-License-Identifier: MIT
#pragma once
// The images that draws and clears of the vocabulary write, as observers of the run are shown them.

#include <optional>
#include <span>
#include <vector>

#include "func/output/resolve.h"
#include "gpu/draw_state.h"
#include "machine/values/observed_operation.h"
#include "machine/values/surfaces.h"

namespace cyclorama::machine {

struct WrittenTarget {
    ObservedTarget name;
    MappedSurface surface;
    func::Format format = func::Format::Rgba8888;  // a colour buffer's; unused for others
    /// Format of a depth buffer; none in a colour buffer.
    std::optional<func::DepthStencilFormat> depth{};
    func::RowOrder order = func::RowOrder::TopFirst;
};

/// The targets that a draw of that state can change, or, without `tests`, a clear; as far as they are in memory.
std::vector<WrittenTarget> targetsOf(const gpu::DrawState& state, Surfaces& surfaces, bool tests);

/// Copies parts of a target, y from the first row of memory, out of memory, to be shown later. Tiles that are cleared
/// have their clear value, whatever is there. Colours are those of func::PixelResolver; depths are the mean of a
/// pixel's samples.
ShownParts shownParts(const WrittenTarget& target, std::span<const ImagePart> parts);

}  // namespace cyclorama::machine
