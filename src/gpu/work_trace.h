// SPDX-License-Identifier: MIT
#pragma once
// Follows the fragments of one pixel, and one vertex, through the work of an operation. The stages of a machine report
// to it what they do with them, in sentences; where nothing is followed they pay a test of a pointer a batch.

#include <cstdint>
#include <optional>
#include <string>

namespace cyclorama::gpu {

/// A pixel of a surface, in the order of its rows in memory.
struct TracedPixel {
    int32_t x = 0;
    int32_t y = 0;
};

class WorkTrace {
  public:
    WorkTrace(std::optional<TracedPixel> pixel, std::optional<uint32_t> vertex) : pixel_(pixel), vertex_(vertex) {}
    virtual ~WorkTrace() = default;
    WorkTrace(const WorkTrace&) = delete;
    WorkTrace& operator=(const WorkTrace&) = delete;

    /// The followed fragment (x + 2 y) of the quad at an even place; empty if none is followed.
    std::optional<uint32_t> fragmentOf(int32_t x, int32_t y) const {
        if (!pixel_ || (pixel_->x & ~1) != x || (pixel_->y & ~1) != y) return std::nullopt;
        return static_cast<uint32_t>((pixel_->x & 1) + 2 * (pixel_->y & 1));
    }
    /// The vertex of an index is followed.
    bool followsVertex(uint32_t index) const { return index == vertex_; }

    /// Something happens to a followed fragment. `triangle`: a number that no other triangle has whose fragments are
    /// under way; its first report begins a fragment. May be called from several threads.
    virtual void report(uint64_t triangle, std::string what) = 0;
    /// The fragment has ended: the number may stand for another triangle from now on.
    virtual void finish(uint64_t triangle) = 0;
    /// Something happens to the followed vertex in an instance.
    virtual void reportVertex(uint32_t instance, std::string what) = 0;

  private:
    std::optional<TracedPixel> pixel_;
    std::optional<uint32_t> vertex_;
};

}  // namespace cyclorama::gpu
