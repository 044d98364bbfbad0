// SPDX-License-Identifier: MIT
#pragma once
// The 2D engine: fills, copies, and copies with scaling, rotation, mirrored axes, conversion of formats and means of
// samples.

#include <cstdint>
#include <optional>

#include "families/adreno/a2d/blit_sampling.h"
#include "families/adreno/a2d/blit_state.h"
#include "families/adreno/a2d/transfer_observer.h"
#include "families/adreno/chip/chip.h"
#include "families/adreno/chip/reporter.h"
#include "families/adreno/memory/gpu_memory.h"
#include "families/adreno/surface/texel_rows.h"
#include "machine/functional/worker_pool.h"

namespace cyclorama::adreno {

/// The view of an image as far as it reaches to the right and down, exclusively. Empty if the format is unknown.
std::optional<SurfaceView> viewOf(const BlitImage& image, uint32_t width, uint32_t height, const Chip& chip);

/// The words of a solid colour, for texels of a format.
std::array<uint32_t, 4> solidWords(const BlitState& state, const func::PackedFormat& format);

class BlitEngine {
  public:
    /// All outlive it.
    BlitEngine(const Chip& chip, const GpuMemory& memory, machine::WorkerPool& workers, Reporter& reporter,
               const TransferObserver& observer)
        : chip_(chip), memory_(memory), workers_(workers), reporter_(reporter), observer_(observer) {}

    /// Does the blit that the registers describe.
    void run(const RegisterValues& registers) const;

  private:
    struct Blit;

    /// Calls work(first, end) for ranges of the blit's rows.
    template <typename Work>
    void forRows(const Blit& blit, Work work) const;
    void fill(const Blit& blit) const;
    void blitFrom(Blit& blit) const;
    void move(const Blit& blit, const BlitMapping& mapping) const;
    void scale(const Blit& blit, const BlitMapping& mapping) const;

    const Chip& chip_;
    const GpuMemory& memory_;
    machine::WorkerPool& workers_;
    Reporter& reporter_;
    const TransferObserver& observer_;
};

}  // namespace cyclorama::adreno
