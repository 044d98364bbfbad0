// SPDX-License-Identifier: MIT
#pragma once
// Finds fragments that low resolution depth rejects though they are to be seen. A fragment may rightly be rejected that
// the depth test of its moment lets pass, as the depths of a binning pass are those of its end. It is rejected wrongly
// if it is in front of all that the depth buffer holds from then until the draws of its bin are done.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "families/adreno/chip/reporter.h"
#include "families/adreno/gras/lrz_listener.h"

namespace cyclorama::adreno {

class LrzRejections final : public LrzListener {
  public:
    /// The reporter outlives it.
    explicit LrzRejections(Reporter& reporter) : reporter_(reporter) {}

    /// Finishes draws with other depths.
    void beginTests(uint64_t address, uint32_t columns, uint32_t rows, uint32_t last) override;
    bool wants(size_t block, DepthOrder order, double front) const override;
    void keep(size_t block, const LrzRejection& rejection) override;
    /// Finishes draws to another depth buffer.
    void beginDepths(const DepthBuffer* buffer, std::optional<DepthOrder> order) override;
    /// Depths are about to change in the order `next`: forgets rejections under the other order that have been right so
    /// far, or whose depths are not known.
    void settle(DepthOrder next);
    /// The draws to the depth buffer are done: reports the first fragment that was rejected wrongly.
    void finish();
    void forget();

  private:
    static constexpr size_t kMostBlocks = size_t{1} << 20;

    /// The first pixel of the rejected part that is in front of the depth buffer, in words; empty: none is.
    std::string visible(const LrzRejection& rejection) const;
    std::string compare(const LrzRejection& rejection, int32_t x, int32_t y) const;
    bool isHere(const LrzRejection& rejection) const;

    Reporter& reporter_;
    uint64_t address_ = 0;
    uint32_t columns_ = 0;
    std::vector<std::unique_ptr<LrzRejection>> blocks_;
    std::atomic<bool> any_ = false;
    /// Triangles were rejected in this order since a draw of another wrote depths.
    std::atomic<bool> anyNearer_ = false;
    std::atomic<bool> anyFarther_ = false;
    DepthBuffer buffer_;
};

}  // namespace cyclorama::adreno
