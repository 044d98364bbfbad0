// SPDX-License-Identifier: MIT
#include "func/raster/quad_source.h"

#include <algorithm>

namespace cyclorama::func {

void QuadSource::start(const TriangleRun& run, const RowBands& bands, QuadFilter* filter) {
    run_ = run;
    bands_ = bands;
    filter_ = filter;
    filling_ = false;
    startGroup(0);
}

/// Takes a group as the next one to be rasterized, and the first band that it may have fragments in.
void QuadSource::startGroup(size_t first) {
    place_ = first;
    group_ = run_.triangles.subspan(std::min(first, run_.triangles.size()));
    group_ = group_.first(std::min<size_t>(group_.size(), run_.group));
    if (group_.empty()) return;
    int32_t firstRow = group_[0].bounds.minY;
    int32_t lastRow = group_[0].bounds.maxY;
    for (const SetupTriangle& triangle : group_) {
        firstRow = std::min(firstRow, triangle.bounds.minY);
        lastRow = std::max(lastRow, triangle.bounds.maxY);
    }
    band_ = bands_.firstFrom(firstRow);
    lastRow_ = std::min(lastRow, window_.maxY - 1);
}

/// Starts the next band of the group; false, with the next group taken, if there is none.
bool QuadSource::startBand() {
    if (int64_t{band_} * bands_.height > lastRow_) {
        startGroup(place_ + group_.size());
        return false;
    }
    const int32_t minY = band_ * bands_.height;
    const int32_t maxY = minY + bands_.height;
    band_ += bands_.step;
    const uint32_t number = run_.first + static_cast<uint32_t>(place_);
    if (filter_ != nullptr && !filter_->begin(number, minY, maxY)) return false;
    filler_.start(group_, number, {.minX = window_.minX, .minY = minY, .maxX = window_.maxX, .maxY = maxY});
    return true;
}

bool QuadSource::next(QuadBatch& quads) {
    quads.quads = 0;
    while (filling_ || !group_.empty()) {
        if (!filling_) {
            filling_ = startBand();
            continue;
        }
        const uint32_t before = quads.quads;
        filling_ = filler_.fill(quads);
        if (filter_ != nullptr) filter_->filter(quads, before);
        if (quads.quads != 0 && (filling_ || quads.full())) return true;
    }
    return quads.quads != 0;
}

}  // namespace cyclorama::func
