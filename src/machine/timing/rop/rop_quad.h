// SPDX-License-Identifier: MIT
#pragma once
// A quad on its way through a render output unit, and the quads between their read and their write.

#include <array>
#include <cstdint>

#include "gpu/draw_state.h"
#include "machine/timing/draw/work.h"
#include "machine/timing/rop/quad_pieces.h"
#include "sim/queue.h"

namespace cyclorama::machine::timing {

struct RopQuad {
    uint32_t id = 0;  // in the pipeline's pool
    QuadId quad = 0;
    /// Samples that are left, bit fragment * samples + sample.
    uint32_t coverage = 0;
    /// Samples that are written to the cache; tests may remove some from the coverage but not from these.
    uint32_t written = 0;
    /// Byte offset of the quad in each target.
    std::array<uint32_t, gpu::kRenderTargets> offset{};
    /// The pipeline has them; null before the quad has a place.
    QuadPieces* pieces = nullptr;
};

/// The quads that were read and not written yet, in their order: no other quad of the same place may be read.
class QuadHazards {
  public:
    explicit QuadHazards(uint32_t quads) : quads_(quads) {}

    /// `target` is the first active one; offsets in it stand for places.
    bool conflicts(const RopQuad& quad, uint32_t target) const {
        if (counts_[bucketOf(quad.offset[target])] == 0) return false;
        for (uint32_t i = 0; i < quads_.size(); ++i)
            if (quads_[i]->offset[target] == quad.offset[target]) return true;
        return false;
    }
    void add(const RopQuad& quad, uint32_t target) {
        quads_.push(&quad);
        ++counts_[bucketOf(quad.offset[target])];
    }
    /// The oldest was written.
    void remove(uint32_t target) { --counts_[bucketOf(quads_.pop()->offset[target])]; }

  private:
    static constexpr uint32_t kBuckets = 64;
    // The top bits of a product by the golden ratio spread offsets of any step.
    static constexpr uint32_t bucketOf(uint32_t offset) { return offset * 0x9e3779b1u >> 26; }

    sim::BoundedQueue<const RopQuad*> quads_;
    std::array<uint32_t, kBuckets> counts_{};
};

}  // namespace cyclorama::machine::timing
