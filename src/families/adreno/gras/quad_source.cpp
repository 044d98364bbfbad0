// SPDX-License-Identifier: MIT
#include "families/adreno/gras/quad_source.h"

#include <span>

namespace cyclorama::adreno {
namespace {

constexpr int32_t kMostColumns = 16384;

}  // namespace

void QuadSource::start(const func::RowBands& bands) {
    bands_ = bands;
    filling_ = false;
    filler_.reset();
    startTriangle(0);
}

/// Takes up a triangle, no band of it yet.
void QuadSource::startTriangle(uint32_t number) {
    triangle_ = number;
    if (number < list_.size()) band_ = bands_.firstFrom(list_.setups[number].bounds.minY);
}

bool QuadSource::next(func::QuadBatch& quads) {
    quads.quads = 0;
    while (true) {
        if (filling_) {
            const uint32_t before = quads.quads;
            filling_ = filler_->fill(quads);
            if (left_ != LrzStage::Verdict::All) dropRejected(quads, before);
            if (quads.quads != 0 && (filling_ || quads.full())) return true;
        } else {
            const bool more = triangle_ < list_.size();
            const bool same = more && filler_ && list_.triangles[triangle_].viewport == viewport_;
            if (quads.quads != 0 && !same) return true;
            if (!more) return false;
            if (!same) {
                viewport_ = list_.triangles[triangle_].viewport;
                filler_.emplace(rasterState(control_, viewport_), func::TileSizes{}, func::QuadParts::Coverage);
            }
            startBand();
        }
    }
}

/// Starts the current band of the current triangle, or takes up the next triangle.
void QuadSource::startBand() {
    const auto setup = std::span(list_.setups).subspan(triangle_, 1);
    if (band_ * bands_.height > setup[0].bounds.maxY) return startTriangle(triangle_ + 1);
    const int32_t minY = band_ * bands_.height;
    const int32_t maxY = minY + bands_.height;
    band_ += bands_.step;
    left_ = lrz_ == nullptr ? LrzStage::Verdict::All : lrz_->take(setup[0], list_.triangles[triangle_], minY, maxY);
    if (left_ == LrzStage::Verdict::None && listener_ == nullptr) return;
    filler_->start(setup, triangle_, {.minX = 0, .minY = minY, .maxX = kMostColumns, .maxY = maxY});
    filling_ = true;
}

/// Drops the quads from `first` on that are in rejected blocks of their triangle.
void QuadSource::dropRejected(func::QuadBatch& quads, uint32_t first) {
    uint32_t kept = first;
    for (uint32_t q = first; q < quads.quads; ++q) {
        if (left_ == LrzStage::Verdict::None || lrz_->rejects(quads.x[q], quads.y[q])) {
            if (listener_ != nullptr)
                listener_->rejected(quads.triangle[q], quads.x[q], quads.y[q], quads.sampleCoverage[q]);
            continue;
        }
        quads.x[kept] = quads.x[q];
        quads.y[kept] = quads.y[q];
        quads.triangle[kept] = quads.triangle[q];
        quads.sampleCoverage[kept] = quads.sampleCoverage[q];
        ++kept;
    }
    quads.quads = kept;
}

}  // namespace cyclorama::adreno
