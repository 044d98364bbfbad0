// SPDX-License-Identifier: MIT
#include "families/adreno/a2d/transfer_observer.h"

#include <algorithm>
#include <vector>

namespace cyclorama::adreno {
namespace {

/// Texels of a write that are followed at most: of larger ones the first rows are.
constexpr int64_t kMostTexels = 1 << 22;

}  // namespace

void TransferObserver::imageRead(const SurfaceView& view, MemoryClient unit) const {
    if (images_ != nullptr && !isInGmem(view)) images_->imageRead(useOf(view, unit));
}

void TransferObserver::imageWritten(const SurfaceView& view, MemoryClient unit) const {
    if (images_ == nullptr || isInGmem(view)) return;
    const ImageUse use = useOf(view, unit);
    images_->imageWritten(use);
    // Moves of bins pass the caches by.
    if (unit == MemoryClient::Blit) images_->imageCached(use, CachePlace{}, false, true);
}

void TransferObserver::written(const SurfaceView& view, const BlitRectangle& area) const {
    if (transfers_ == nullptr || area.empty() || isInGmem(view)) return;
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
    transfers_->transferWritten(view.address(), view.address() + view.extent(), runs);
}

void TransferObserver::read(const SurfaceView& view, uint32_t rows, uint32_t columns,
                            const std::function<void(uint32_t row, std::span<uint64_t> offsets)>& offsets) const {
    if (transfers_ == nullptr || !transfers_->wantsReads(view.address(), view.extent())) return;
    std::vector<uint64_t> row(columns);
    for (uint32_t y = 0; y < rows; ++y) {
        offsets(y, row);
        for (const uint64_t offset : row)
            if (offset <= view.extent() && transfers_->transferRead(view.address() + offset, view.texelBytes())) return;
    }
}

}  // namespace cyclorama::adreno
