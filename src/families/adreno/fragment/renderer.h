// SPDX-License-Identifier: MIT
#pragma once
// Draws primitives: sets them up, and has their fragments drawn by all workers, each in bands of rows of its own. What
// is drawn does not depend on the number of workers, unless a program samples what its draw itself writes at other
// pixels, which the rules of the APIs leave undefined.

#include "families/adreno/chip/chip.h"
#include "families/adreno/chip/query_counters.h"
#include "families/adreno/chip/reporter.h"
#include "families/adreno/fragment/fragment_draw.h"
#include "families/adreno/gras/lrz_listener.h"
#include "families/adreno/gras/primitive_setup.h"
#include "families/adreno/vpc/primitives.h"
#include "machine/functional/worker_pool.h"
#include "machine/values/operation_context.h"

namespace cyclorama::adreno {

class Renderer {
  public:
    /// The binder has the draw's programs. All outlive it.
    Renderer(const RegisterValues& registers, const Chip& chip, const GpuMemory& memory, const StageBinder& binder,
             machine::WorkerPool& workers, QueryCounters& counters, Reporter& reporter)
        : registers_(registers),
          chip_(chip),
          memory_(memory),
          binder_(binder),
          workers_(workers),
          counters_(counters),
          reporter_(reporter) {}

    /// Both may be null.
    void setListeners(LrzListener* lrz, ImageListener* images) {
        lrzListener_ = lrz;
        imageListener_ = images;
    }
    /// Counts fragments, traces pixels and shows targets for observers of the run; may be null.
    void observe(machine::OperationContext* context) { observers_ = context; }

    /// Takes all primitives of a draw.
    void draw(PrimitiveSource& primitives);

  private:
    void drawPrimitives(PrimitiveSource& primitives, FragmentDraw& draw);
    /// Reports to listeners what the draw tests and writes, and shows observers its targets.
    void announce(FragmentDraw& draw);
    machine::ObservedDraw observedDraw() const {
        return observers_ == nullptr ? machine::ObservedDraw{} : observers_->observedDraw();
    }

    const RegisterValues& registers_;
    const Chip& chip_;
    const GpuMemory& memory_;
    const StageBinder& binder_;
    machine::WorkerPool& workers_;
    QueryCounters& counters_;
    Reporter& reporter_;
    LrzListener* lrzListener_ = nullptr;
    ImageListener* imageListener_ = nullptr;
    machine::OperationContext* observers_ = nullptr;
    gpu::PixelCounts* pixels_ = nullptr;
};

}  // namespace cyclorama::adreno
