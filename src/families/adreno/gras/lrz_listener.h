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
#include "families/adreno/memory/address_listener.h"
#include "families/adreno/surface/surface_view.h"
#include "func/raster/triangle_setup.h"

namespace cyclorama::adreno {

/// Depths that a draw's test lets pass; none: it has no order.
enum class DepthOrder : uint8_t { None, Nearer, Farther };

/// A depth buffer while draws write to it.
struct DepthBuffer {
    SurfaceView view;
    std::span<const std::byte> bytes;
    DepthFormat format = DepthFormat::None;
    /// Place in the window of the buffer's first pixel, and the pixels of the window that draws reach.
    int32_t left = 0;
    int32_t top = 0;
    func::PixelRectangle reach;
    uint32_t samples = 1;
    std::array<func::SampleOffset, kMostSamples> samplePlaces{};

    /// Same bytes and same place in the window.
    bool isSame(const DepthBuffer& other) const {
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

/// Hear of what tests of blocks access; any may be null.
struct LrzAddresses {
    AddressListener* depths = nullptr;  ///< that are read
    AddressListener* bits = nullptr;    ///< of the fast clear, that are read
    AddressListener* writes = nullptr;  ///< of both
};

class LrzListener {
  public:
    virtual ~LrzListener() = default;
    /// A draw that is tested against an LRZ buffer begins. `columns`: blocks of a row; `rows`: rows of blocks from
    /// layer to layer; `last`: number of the last layer.
    virtual void beginTests(uint64_t address, uint32_t columns, uint32_t rows, uint32_t last) = 0;
    /// True where keep() would store a rejection with this order and front depth: the foremost triangle of each block
    /// is kept. Any thread; no two for one block.
    virtual bool wants(size_t block, DepthOrder order, double front) const = 0;
    /// Requires wants(). `block`: (layer * rows + row) * columns + column.
    virtual void keep(size_t block, const LrzRejection& rejection) = 0;
    /// A draw begins that writes depths in this order, or none. `buffer`: null if it is not tested.
    virtual void beginDepths(const DepthBuffer* buffer, std::optional<DepthOrder> order) = 0;
};

}  // namespace cyclorama::adreno
