// SPDX-License-Identifier: MIT
#pragma once
// Tells an observer of the run, where it asks for it, how the fragments of batches end. A batch goes through stages
// that take samples away: begin(), and behind each stage ended().

#include <array>
#include <cstdint>
#include <span>

#include "families/adreno/fragment/render_context.h"
#include "families/adreno/gras/fragment_batch.h"
#include "gpu/pixel_counts.h"

namespace cyclorama::adreno {

class FragmentEnds {
  public:
    explicit FragmentEnds(const RenderContext& context) : pixels_(context.pixels), samples_(context.samples()) {}

    /// True if anything is to be told.
    explicit operator bool() const { return pixels_ != nullptr; }

    /// Samples of each quad of the batch that comes.
    void begin(std::span<const uint32_t> samples) {
        if (pixels_ != nullptr) keep(samples);
    }
    /// Fragments have ended that have no sample left.
    void ended(gpu::FragmentEnd end, const FragmentBatch& batch) {
        if (pixels_ != nullptr) count(end, batch);
    }
    /// All fragments that are left are written.
    void written(const FragmentBatch& batch) const {
        if (pixels_ != nullptr) countWritten(batch);
    }
    /// The program runs for the batch.
    void shaded(const FragmentBatch& batch) const {
        if (pixels_ != nullptr) countHelpers(batch);
    }
    /// The fragments of a quad that low resolution depth rejects. Requires that anything is to be told.
    void rejected(int32_t x, int32_t y, uint32_t samples) const;

  private:
    void keep(std::span<const uint32_t> samples);
    void count(gpu::FragmentEnd end, const FragmentBatch& batch);
    void countWritten(const FragmentBatch& batch) const;
    void countHelpers(const FragmentBatch& batch) const;

    gpu::PixelCounts* pixels_;
    uint32_t samples_;
    std::array<uint32_t, FragmentBatch::kQuads> before_{};
};

}  // namespace cyclorama::adreno
