// SPDX-License-Identifier: MIT
#include "families/adreno/checks/lrz_rejections.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "families/adreno/checks/check_findings.h"
#include "families/adreno/gras/stored_depth.h"

namespace cyclorama::adreno {
namespace {

double valueAt(const func::PlaneEquation& plane, double x, double y) { return plane.a * x + plane.b * y + plane.c; }

func::PixelRectangle common(const func::PixelRectangle& a, const func::PixelRectangle& b) {
    return {std::max(a.minX, b.minX), std::max(a.minY, b.minY), std::min(a.maxX, b.maxX), std::min(a.maxY, b.maxY)};
}

}  // namespace

void LrzRejections::beginTests(uint64_t address, uint32_t columns, uint32_t rows, uint32_t last) {
    if (address != address_ || columns != columns_) {
        finish();
        forget();
        address_ = address;
        columns_ = columns;
    }
    const size_t wanted = size_t{columns} * rows * (size_t{last} + 1);
    if (wanted > blocks_.size() && wanted <= kMostBlocks) blocks_.resize(wanted);
}

bool LrzRejections::wants(size_t block, DepthOrder order, double front) const {
    if (order == DepthOrder::None || block >= blocks_.size()) return false;
    const LrzRejection* const kept = blocks_[block].get();
    return kept == nullptr ||
           (kept->order == order && (order == DepthOrder::Nearer ? front < kept->front : front > kept->front));
}

void LrzRejections::keep(size_t block, const LrzRejection& rejection) {
    blocks_[block] = std::make_unique<LrzRejection>(rejection);
    (rejection.order == DepthOrder::Nearer ? anyNearer_ : anyFarther_).store(true, std::memory_order_relaxed);
    any_.store(true, std::memory_order_relaxed);
}

void LrzRejections::beginDepths(const DepthBuffer* buffer, std::optional<DepthOrder> order) {
    // Blocks rejected under the other depth order may become visible from here on.
    if (order && ((*order != DepthOrder::Nearer && anyNearer_.exchange(false, std::memory_order_relaxed)) ||
                  (*order != DepthOrder::Farther && anyFarther_.exchange(false, std::memory_order_relaxed))))
        settle(*order);
    if (buffer == nullptr) return;
    if (!buffer_.isSame(*buffer)) finish();
    func::PixelRectangle reach = buffer->reach;
    if (!buffer_.bytes.empty())
        reach = {std::min(reach.minX, buffer_.reach.minX), std::min(reach.minY, buffer_.reach.minY),
                 std::max(reach.maxX, buffer_.reach.maxX), std::max(reach.maxY, buffer_.reach.maxY)};
    buffer_ = *buffer;
    buffer_.reach = reach;
}

bool LrzRejections::isHere(const LrzRejection& rejection) const {
    const func::PixelRectangle box = common(rejection.box, buffer_.reach);
    return box.minX < box.maxX && box.minY < box.maxY;
}

void LrzRejections::settle(DepthOrder next) {
    if (!any_) return;
    for (auto& kept : blocks_) {
        if (!kept || kept->order == next) continue;
        if (buffer_.bytes.empty() || !isHere(*kept) || visible(*kept).empty()) kept.reset();
    }
}

void LrzRejections::finish() {
    std::string first;
    if (any_ && !buffer_.bytes.empty())
        for (auto& kept : blocks_) {
            if (!kept || !isHere(*kept)) continue;
            if (std::string words = visible(*kept); !words.empty() && first.empty()) first = std::move(words);
            kept.reset();
        }
    buffer_ = {};
    if (!first.empty()) reporter_.report(findings::kVisibleRejected, first);
}

void LrzRejections::forget() {
    if (any_) std::ranges::fill(blocks_, nullptr);
    any_ = false;
    buffer_ = {};
}

std::string LrzRejections::visible(const LrzRejection& rejection) const {
    const func::PixelRectangle box = common(rejection.box, buffer_.reach);
    for (int32_t y = box.minY; y < box.maxY; ++y)
        for (int32_t x = box.minX; x < box.maxX; ++x)
            if (std::string words = compare(rejection, x, y); !words.empty()) return words;
    return {};
}

/// By a whole step: what is rounded otherwise is none.
std::string LrzRejections::compare(const LrzRejection& rejection, int32_t x, int32_t y) const {
    const auto& size = buffer_.view.parameters();
    const int64_t column = int64_t{x} - buffer_.left;
    const int64_t row = int64_t{y} - buffer_.top;
    if (column < 0 || row < 0 || column >= size.width || row >= size.height || rejection.layer >= size.layers)
        return {};
    const uint64_t pixel =
        buffer_.view.offset(static_cast<uint32_t>(column), static_cast<uint32_t>(row), rejection.layer);
    for (uint32_t s = 0; s < buffer_.samples; ++s) {
        // With one sample a pixel, planes begin at its place.
        const func::SampleOffset sample = buffer_.samples == 1 ? func::SampleOffset{0.5, 0.5} : buffer_.samplePlaces[s];
        const double atX = x + sample.x - 0.5;
        const double atY = y + sample.y - 0.5;
        const auto isOutside = [&](const func::PlaneEquation& edge) { return !(valueAt(edge, atX, atY) > 0.0); };
        const auto& planes = rejection.setup.planes;
        if (std::any_of(planes.begin(), planes.begin() + func::kDepthPlane, isOutside)) continue;
        const double window =
            rejection.transform(valueAt(planes[func::kDepthPlane], atX, atY), rejection.setup.depthOffset);
        // Perhaps beyond the near or the far plane.
        if (window <= rejection.transform.least || window >= rejection.transform.most) continue;
        const std::optional<double> stored =
            storedDepth(buffer_.format, buffer_.bytes, pixel + s * uint64_t{buffer_.view.texelBytes()});
        if (!stored) continue;
        const double inFront = window * kDepthSteps - *stored;
        if (rejection.order == DepthOrder::Nearer ? inFront < -1.0 : inFront > 1.0)
            return fmt::format("pixel {}, {}: depth {:.6f}, and {:.6f} in the depth buffer", x, y, window,
                               *stored / kDepthSteps);
    }
    return {};
}

}  // namespace cyclorama::adreno
