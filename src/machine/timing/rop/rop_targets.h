// SPDX-License-Identifier: MIT
#pragma once
// The buffers that the quads of a draw go to: render targets of a colour unit, or the one depth and stencil buffer.

#include <array>
#include <cstdint>

#include "gpu/draw_state.h"
#include "machine/timing/rop/surface_status.h"
#include "machine/values/surfaces.h"

namespace cyclorama::machine::timing {

/// Metadata of the buffers of a draw: which backend of the cache serves their lines.
enum class BufferMetadata : uint8_t { BlockStates, TileStatus };

struct RopTarget {
    /// It is there and something of it can be written.
    bool active = false;
    bool readsDestination = false;
    uint32_t bytesPerSample = 4;
    func::Address address{};
    MappedSurface surface{};
    /// Bytes of a sample that a write changes, one bit each.
    uint32_t sampleBytes = 0;
    /// The same of four consecutive samples, by which of them are covered.
    std::array<uint64_t, 16> writeMasks{};
    /// Status of the surface's lines, where tile status is its metadata.
    SurfaceStatus status{};

    /// Sets the bytes of each sample that a write changes.
    void setSampleBytes(uint32_t bytes);
    /// Fills the tiles of a quad before its bytes are tested or changed.
    void fillPendingTiles(uint32_t offset) const {
        if (surface.status.enabled()) surface.status.open(surface.bytes, offset, surface.layout->quad().extent);
    }
};

class RopTargets {
  public:
    RopTarget& operator[](uint32_t index) { return targets_[index]; }
    const RopTarget& operator[](uint32_t index) const { return targets_[index]; }

    /// Choices that hold for all targets of a draw.
    BufferMetadata metadata() const { return metadata_; }
    void setMetadata(BufferMetadata metadata) { metadata_ = metadata; }

    /// Finds out which targets are active, once all are set.
    void update();
    // The active ones in their order; the first comes after the last.
    uint32_t active() const { return active_; }
    uint32_t first() const { return first_; }
    uint32_t after(uint32_t index) const { return after_[index]; }
    /// The quads of the draw read some target.
    bool anyRead() const { return anyRead_; }
    /// Samples of a quad are not consecutive, in any target.
    bool scattered() const;
    /// Bytes of the largest step of a quad: four samples.
    uint32_t largestStep() const;

  private:
    std::array<RopTarget, gpu::kRenderTargets> targets_;
    BufferMetadata metadata_ = BufferMetadata::BlockStates;
    uint32_t active_ = 0;
    uint32_t first_ = 0;
    std::array<uint32_t, gpu::kRenderTargets> after_{};
    bool anyRead_ = false;
};

}  // namespace cyclorama::machine::timing
