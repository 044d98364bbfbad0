// SPDX-License-Identifier: MIT
#pragma once
// The memory accesses of a resolve, fill or copy, in the order in which the engine goes through them: block by block of
// 16x4 samples, the window that Vivante's RS aligns to (GCxxx hardware notes, Resolve). Values are not among it: they
// are written at once (machine/values/resolve_operations.h).

#include <cstdint>
#include <vector>

#include "families/vivante/operations/operations.h"
#include "gpu/command.h"
#include "machine/values/surfaces.h"
#include "mem/address_space.h"

namespace cyclorama::vivante {

struct ResolvePlan {
    /// Bytes within one line of 64.
    struct Access {
        func::Address address{};
        uint32_t bytes = 0;
    };
    struct Block {
        uint32_t reads = 0;   // of `reads`
        uint32_t writes = 0;  // of `writes`
        /// Samples taken in and samples put out, together; pixels of the 2D engine.
        uint32_t samples = 0;
    };

    std::vector<Block> blocks;
    std::vector<Access> reads;  // those of the first block first
    std::vector<Access> writes;

    void clear() {
        blocks.clear();
        reads.clear();
        writes.clear();
    }
};

/// Plans operations. Lines that a block touches in several places are one access; lines of tile status are read, and
/// written, when the first of their tiles is needed; tiles of a source that are cleared are not read.
class ResolvePlanner {
  public:
    /// The memory must outlive it.
    explicit ResolvePlanner(mem::AddressSpace& memory) : surfaces_(memory, {}) {}

    // Before the operation is executed, for it changes the tile status. Empty where it does nothing. The plan is valid
    // until the next call.
    const ResolvePlan& plan(const gpu::Resolve& operation);
    const ResolvePlan& plan(const gpu::Fill& operation);
    const ResolvePlan& plan(const gpu::ResolveTileStatus& operation);
    const ResolvePlan& plan(const gpu::CopyMemory& operation);
    const ResolvePlan& plan(const CombinePlanes& operation);
    // Plans of 2D operations that were executed, with all that they touch in memory. Pixels outside of the clipping
    // rectangle leaves out are not visited.
    const ResolvePlan& plan(const engine2d::Drawing& operation);
    const ResolvePlan& plan(const engine2d::FilterBlit& operation);

  private:
    /// A rectangle of samples of a surface.
    struct Window {
        uint32_t x = 0;
        uint32_t y = 0;
        uint32_t width = 0;
        uint32_t height = 0;
    };
    /// One side of an operation.
    class Side;

    ResolvePlan plan_;
    machine::Surfaces surfaces_;
};

}  // namespace cyclorama::vivante
