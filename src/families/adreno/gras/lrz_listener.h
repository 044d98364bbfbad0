// SPDX-License-Identifier: MIT
#pragma once
// Hears of the blocks that low resolution depth rejects, and of the depths that draws write.

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "families/adreno/gras/depth_transform.h"
#include "families/adreno/gras/raster_control.h"
#include "families/adreno/surface/surface_view.h"
#include "func/raster/triangle_setup.h"

namespace cyclorama::adreno {

/// Depths that a draw's test lets pass; none: it has no order.
enum class DepthOrder : uint8_t { None, Nearer, Farther };

/// A depth buffer while draws write to it.
struct DepthPlace {
    SurfaceView view;
    std::span<const std::byte> bytes;
    DepthFormat format = DepthFormat::None;
    /// Place in the window of the buffer's first pixel, and the pixels of the window that draws reach.
    int32_t left = 0;
    int32_t top = 0;
    func::PixelRectangle reach;
    uint32_t samples = 1;
    std::array<func::SampleOffset, kMostSamples> samplePlaces{};

    bool isWithin(const DepthPlace& other) const {
        return bytes.data() == other.bytes.data() && left == other.left && top == other.top;
    }
};

/// A triangle in a block that it is rejected in.
struct LrzRejection {
    func::SetupTriangle setup;
    DepthTransform transform;
    DepthOrder order = DepthOrder::None;
    /// Pixels of the block around the triangle.
    func::PixelRectangle box;
    uint32_t layer = 0;
    /// A bound of its depths: none is more in front.
    double front = 0.0;
};

class LrzListener {
  public:
    virtual ~LrzListener() = default;
    /// A draw begins that is tested with the depths at this address, of rows of `columns` blocks, `rows` from layer to
    /// layer, up to the last one.
    virtual void beginTests(uint64_t address, uint32_t columns, uint32_t rows, uint32_t last) = 0;
    /// True where it would replace the one of its block: one triangle of a block is kept, the foremost. Threads give
    /// blocks of their own.
    virtual bool wants(size_t block, DepthOrder order, double front) const = 0;
    virtual void keep(size_t block, const LrzRejection& rejection) = 0;
    /// A draw begins that writes depths in this order, or none. `place`: null if it is not tested.
    virtual void beginDepths(const DepthPlace* place, std::optional<DepthOrder> order) = 0;
};

}  // namespace cyclorama::adreno
