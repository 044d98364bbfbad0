// SPDX-License-Identifier: MIT
#pragma once
// Finds fragments that low resolution depth rejects though they are to be seen. A fragment may rightly be rejected that
// the depth test of its moment lets pass, as the depths of a binning pass are those of its end. It is rejected wrongly
// if it is in front of all that the depth buffer holds from then until the draws of its bin are done.

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "families/adreno/checks/remark.h"
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

class LrzRejections {
  public:
    /// A draw begins that is tested with the depths at this address, of rows of `columns` blocks, `rows` from layer to
    /// layer, up to the last one. The remark is of draws with other depths before.
    Remarks beginTests(uint64_t address, uint32_t columns, uint32_t rows, uint32_t last);
    /// True where it would replace the one of its block: one triangle of a block is kept, the foremost. Threads give
    /// blocks of their own.
    bool wants(size_t block, DepthOrder order, double front) const;
    void keep(size_t block, const LrzRejection& rejection);

    /// A draw begins that writes depths in this order, or none. `place`: null if it is not tested.
    Remarks beginDepths(const DepthPlace* place, std::optional<DepthOrder> order);
    /// Depths are about to change in this order: of the others, those that are hidden until now stay it. So do those
    /// whose depths are not known yet.
    void settle(DepthOrder next);
    /// The draws to the depth buffer are done.
    Remarks finish();
    void forget();

  private:
    static constexpr size_t kMostBlocks = size_t{1} << 20;

    /// The first pixel of the rejected part that is in front of the depth buffer, in words; empty: none is.
    std::string visible(const LrzRejection& rejection) const;
    std::string compare(const LrzRejection& rejection, int32_t x, int32_t y) const;
    bool isHere(const LrzRejection& rejection) const;

    uint64_t address_ = 0;
    uint32_t columns_ = 0;
    std::vector<std::unique_ptr<LrzRejection>> blocks_;
    std::atomic<bool> any_ = false;
    /// Triangles were rejected in this order since a draw of another wrote depths.
    std::atomic<bool> anyNearer_ = false;
    std::atomic<bool> anyFarther_ = false;
    DepthPlace place_;
};

}  // namespace cyclorama::adreno
