// SPDX-License-Identifier: MIT
#include "families/adreno/rb/lrz_feedback.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "families/adreno/gras/stored_depth.h"

namespace cyclorama::adreno {
namespace {

/// A number for each block, in the order of layers, rows and columns.
constexpr uint64_t numberOf(const LrzPlace& place) {
    return uint64_t{place.layer} << 32 | uint64_t{place.y} << 16 | place.x;
}
constexpr LrzPlace placeNumbered(uint64_t number) {
    return {static_cast<uint32_t>(number & 0xffff), static_cast<uint32_t>(number >> 16 & 0xffff),
            static_cast<uint32_t>(number >> 32)};
}

class Feedback {
  public:
    Feedback(const QuadPlaces& places, const DepthTarget& target, const LrzDraw& lrz, const LrzAddresses& addresses)
        : places_(places), target_(target), lrz_(lrz), addresses_(addresses) {}

    uint64_t run() {
        const RasterList& list = places_.list;
        for (size_t t = 0; t < list.size(); ++t) mark(list.setups[t].bounds, list.triangles[t].layer);
        std::ranges::sort(blocks_);
        blocks_.erase(std::unique(blocks_.begin(), blocks_.end()), blocks_.end());
        return static_cast<uint64_t>(
            std::ranges::count_if(blocks_, [&](uint64_t block) { return take(placeNumbered(block)); }));
    }

  private:
    /// The blocks around a triangle.
    void mark(const func::PixelRectangle& bounds, uint32_t layer) {
        if (bounds.maxX <= 0 || bounds.maxY <= 0) return;
        const auto block = [](int32_t pixel, uint32_t size) {
            return static_cast<uint32_t>(std::max(pixel, 0)) / size;
        };
        const uint32_t width = lrz_.control.blockWidth;
        const uint32_t height = lrz_.control.blockHeight;
        for (uint32_t y = block(bounds.minY, height); y <= block(bounds.maxY - 1, height); ++y)
            for (uint32_t x = block(bounds.minX, width); x <= block(bounds.maxX - 1, width); ++x)
                blocks_.push_back(numberOf({x, y, layer}));
    }

    bool take(const LrzPlace& place) const {
        const std::optional<uint32_t> stored = lrz_.buffer.depth(place);
        if (!stored) return false;
        const std::optional<uint32_t> depth = farthest(place);
        if (!depth) return false;
        lrz_.buffer.reportRead(place, addresses_);
        if (lrz_.control.greater ? *depth <= *stored : *depth >= *stored) return false;
        lrz_.buffer.reportStore(place, addresses_);
        lrz_.buffer.store(place, *depth);
        return true;
    }

    /// The depth of a block by the depth buffer; empty if not all of its pixels are there.
    std::optional<uint32_t> farthest(const LrzPlace& place) const {
        const SurfaceView& view = target_.depth.view;
        const auto& size = view.parameters();
        const int64_t left = int64_t{place.x} * lrz_.control.blockWidth - places_.left;
        const int64_t top = int64_t{place.y} * lrz_.control.blockHeight - places_.top;
        if (left < 0 || top < 0 || left + lrz_.control.blockWidth > size.width ||
            top + lrz_.control.blockHeight > size.height || place.layer >= size.layers)
            return std::nullopt;
        uint32_t result = lrz_.control.greater ? LrzBuffer::kMostDepth : 0;
        for (uint32_t y = 0; y < lrz_.control.blockHeight; ++y)
            for (uint32_t x = 0; x < lrz_.control.blockWidth; ++x) {
                const uint64_t pixel =
                    view.offset(static_cast<uint32_t>(left) + x, static_cast<uint32_t>(top) + y, place.layer);
                for (uint32_t s = 0; s < places_.samplesPerPixel; ++s) {
                    const std::optional<uint32_t> depth = depthAt(pixel + s * uint64_t{view.texelBytes()});
                    if (!depth) return std::nullopt;
                    result = lrz_.control.greater ? std::min(result, *depth) : std::max(result, *depth);
                }
            }
        return result;
    }

    /// In 16 bits, on the safe side.
    std::optional<uint32_t> depthAt(uint64_t offset) const {
        const std::optional<double> depth = storedDepth(target_.format, target_.depth.bytes, offset);
        if (!depth || !(*depth >= 0.0 && *depth <= kDepthSteps)) return std::nullopt;
        return static_cast<uint32_t>(lrz_.control.greater ? std::floor(*depth) : std::ceil(*depth));
    }

    const QuadPlaces& places_;
    const DepthTarget& target_;
    const LrzDraw& lrz_;
    const LrzAddresses& addresses_;
    std::vector<uint64_t> blocks_;
};

}  // namespace

uint64_t feedDepthsBack(const QuadPlaces& places, const DepthTarget& target, const LrzDraw& lrz,
                        const LrzAddresses& addresses) {
    return target.depth.isThere() ? Feedback(places, target, lrz, addresses).run() : 0;
}

}  // namespace cyclorama::adreno
