// SPDX-License-Identifier: MIT
#pragma once
// The event BLIT: loads a bin of an image into GMEM, stores it to memory, resolves its samples there, or clears it in
// GMEM.

#include <optional>

#include "families/adreno/a2d/gmem_blit_state.h"
#include "families/adreno/a2d/transfer_observer.h"
#include "families/adreno/chip/chip.h"
#include "families/adreno/chip/reporter.h"
#include "families/adreno/memory/gpu_memory.h"
#include "families/adreno/surface/texel_rows.h"
#include "machine/functional/worker_pool.h"

namespace cyclorama::adreno {

/// A move that can be done: its state, and the two images.
struct OpenGmemBlit {
    GmemBlitState state;
    ImageBytes gmem;
    /// Without bytes for clears, and where it is not mapped.
    ImageBytes image;
};

class GmemBlit {
  public:
    /// All outlive it.
    GmemBlit(const Chip& chip, const GpuMemory& memory, machine::WorkerPool& workers, Reporter& reporter,
             const TransferObserver& observer)
        : chip_(chip), memory_(memory), workers_(workers), reporter_(reporter), observer_(observer) {}

    /// Finds what the registers describe, and reports it to the observer; empty where nothing is moved.
    std::optional<OpenGmemBlit> open(const RegisterValues& registers) const;
    /// Moves or clears its pixels.
    void move(const OpenGmemBlit& blit) const;

  private:
    /// Calls work(first, end) for ranges of the rows of `target` that are moved or cleared.
    template <typename Work>
    void forRows(const GmemBlitState& state, const SurfaceView& target, Work work) const;
    /// The bin's image in GMEM; without bytes, and with a finding, where it does not fit.
    ImageBytes gmemBytes(const GmemBlitState& state) const;
    ImageBytes imageBytes(const GmemBlitState& state, const SurfaceView& view) const;
    /// The clear value's bits, and those that are written.
    void clear(const GmemBlitState& state, const ImageBytes& gmem) const;
    void reportMove(const GmemBlitState& state) const;

    const Chip& chip_;
    const GpuMemory& memory_;
    machine::WorkerPool& workers_;
    Reporter& reporter_;
    const TransferObserver& observer_;
};

}  // namespace cyclorama::adreno
