// SPDX-License-Identifier: MIT
#include "families/adreno/a2d/cache_following.h"

#include <algorithm>
#include <functional>
#include <vector>

namespace cyclorama::adreno {
namespace {

/// Texels of a write that are followed at most: of larger ones the first rows are.
constexpr int64_t kMostTexels = 1 << 22;

bool liesInGmem(const Execution& execution, const SurfaceView& view) {
    const Chip& chip = execution.chip();
    return view.address() - chip.gmemBase < chip.gmemBytes;
}

}  // namespace

void followImageRead(Execution& execution, const SurfaceView& view, MemoryClient unit) {
    Checks& checks = execution.pipeline.checks;
    if (!liesInGmem(execution, view)) checks.report(checks.images.read(useOf(view, unit)));
}

void followImageWrite(Execution& execution, const SurfaceView& view, MemoryClient unit) {
    if (liesInGmem(execution, view)) return;
    Checks& checks = execution.pipeline.checks;
    const ImageUse use = useOf(view, unit);
    checks.images.write(use);
    // Moves of bins pass the caches by.
    if (unit == MemoryClient::Blit) checks.report(checks.targets.use(use, CachePlace{}, false, true));
}

void followWrite(Execution& execution, const SurfaceView& view, const BlitRectangle& area) {
    if (area.empty() || liesInGmem(execution, view)) return;
    const int32_t columns = area.right - area.left + 1;
    const int64_t rows = kMostTexels / (int64_t{columns} * view.parameters().samples);
    const auto last = static_cast<int32_t>(std::min<int64_t>(area.bottom, area.top + rows - 1));
    const auto runs = [view, area, columns, last](const std::function<void(uint64_t, uint64_t)>& run) {
        std::vector<uint64_t> offsets(static_cast<size_t>(columns));
        TexelPlace place{.x = static_cast<uint32_t>(area.left)};
        for (int32_t y = area.top; y <= last; ++y)
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
