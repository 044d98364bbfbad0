// SPDX-License-Identifier: MIT
#pragma once
// Work under way and unflushed caches of a chip, as far as the command stream shows, compared with the order that the
// GCxxx hardware notes ask for (Synchronization, State changes and caches, Tile status).

#include <cstdint>
#include <span>
#include <variant>
#include <vector>

#include "families/vivante/frontend/reporter.h"
#include "families/vivante/frontend/state_file.h"
#include "mem/range_map.h"

namespace cyclorama::vivante {

using mem::AddressRange;

class Hazards {
  public:
    /// A draw was started that writes these colour and depth buffers (empty ranges: none).
    void draw(std::span<const AddressRange> colors, const AddressRange& depth, const Reporter& report);
    /// GL.FLUSH_CACHE was written.
    void flush(bool color, bool depth);
    /// A stall was executed that waits for the pixel engine.
    void stallForPixelEngine() {
        drawsUnderWay_ = false;
        vertexTexturesFlushed_ = false;
    }
    /// The blit engine starts, after the draws so far: it takes over what they wrote.
    void blit() { blitIsLast_ = drawsUnderWay_; }
    /// A stall was executed that waits for the blit engine, and so for draws before its last work.
    void stallForBlit() {
        if (blitIsLast_) stallForPixelEngine();
    }
    /// The vertex texture cache was flushed: reported at a draw that no stall separates from it.
    void flushVertexTextures() { vertexTexturesFlushed_ = drawsUnderWay_; }

    /// A resolve or blit reads this range: reported where a draw wrote it and its cache was not flushed.
    void resolveReads(const AddressRange& range, const Reporter& report) const;
    /// A fill wrote this range: tile status in it is cleared.
    void filled(const AddressRange& range);
    /// Tile status at an address is used: reported where nothing ever cleared it.
    void tileStatusUsed(func::Address address, const Reporter& report) const;

    /// A register is about to change: reported where the notes ask for a stall first.
    void beforeChange(uint32_t word, uint32_t previous, uint32_t value, const Reporter& report) const;

  private:
    bool drawsUnderWay_ = false;
    bool blitIsLast_ = false;
    bool vertexTexturesFlushed_ = false;
    std::vector<AddressRange> unflushedColor_;
    std::vector<AddressRange> unflushedDepth_;
    /// The ranges that fills wrote, joined.
    mem::RangeMap<std::monostate> filled_;
};

}  // namespace cyclorama::vivante
