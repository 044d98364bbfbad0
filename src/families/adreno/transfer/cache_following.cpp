// SPDX-License-Identifier: MIT
#include "families/adreno/transfer/cache_following.h"

#include <vector>

namespace cyclorama::adreno {

void followWrite(Execution& execution, const SurfaceView& view, const BlitRectangle& area) {
    const Chip& chip = execution.chip();
    if (area.empty() || view.address() - chip.gmemBase < chip.gmemBytes) return;
    const auto runs = [view, area](const std::function<void(uint64_t, uint64_t)>& run) {
        std::vector<uint64_t> offsets(static_cast<size_t>(area.right - area.left + 1));
        TexelPlace place{.x = static_cast<uint32_t>(area.left)};
        for (int32_t y = area.top; y <= area.bottom; ++y)
            for (uint32_t sample = 0; sample < view.parameters().samples; ++sample) {
                place.y = static_cast<uint32_t>(y);
                place.sample = sample;
                view.offsetsOfRow(place, offsets);
                for (const uint64_t offset : offsets) run(view.address() + offset, view.texelBytes());
            }
    };
    execution.pipeline.checks.colorWrites.write(view.address(), view.address() + view.extent(), runs);
}

}  // namespace cyclorama::adreno
