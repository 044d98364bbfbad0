// SPDX-License-Identifier: MIT
#pragma once
// Reports the images that transfers use, and the texels that they write.

#include <cstdint>
#include <functional>
#include <span>

#include "families/adreno/a2d/blit_state.h"
#include "families/adreno/a2d/transfer_listener.h"
#include "families/adreno/surface/image_use.h"
#include "families/adreno/surface/surface_view.h"

namespace cyclorama::adreno {

/// Images in GMEM are in no cache, and are not reported.
class TransferObserver {
  public:
    TransferObserver() = default;
    /// Both may be null, and outlive it.
    TransferObserver(const GmemRange& gmem, ImageListener* images, TransferListener* transfers)
        : gmem_(gmem), images_(images), transfers_(transfers) {}

    void imageRead(const SurfaceView& view, MemoryClient unit) const;
    void imageWritten(const SurfaceView& view, MemoryClient unit) const;
    /// All samples of a rectangle of the first layer are written.
    void written(const SurfaceView& view, const BlitRectangle& area) const;
    /// Texels of an image that are read, row by row. `offsets` fills in those of row `row`, from the image's address
    /// on.
    void read(const SurfaceView& view, uint32_t rows, uint32_t columns,
              const std::function<void(uint32_t row, std::span<uint64_t> offsets)>& offsets) const;
    void gmemMoved(GmemMove kind, const GmemPart& part) const {
        if (transfers_ != nullptr) transfers_->gmemMoved(kind, part);
    }

  private:
    bool isInGmem(const SurfaceView& view) const { return view.address() - gmem_.base < gmem_.bytes; }

    GmemRange gmem_;
    ImageListener* images_ = nullptr;
    TransferListener* transfers_ = nullptr;
};

}  // namespace cyclorama::adreno
