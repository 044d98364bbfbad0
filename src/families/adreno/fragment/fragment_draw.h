// SPDX-License-Identifier: MIT
#pragma once
// The fragments of a draw: its state as their stages use it, decoded once, the triangles whose fragments are due, and
// the pipes that draw them.

#include <memory>
#include <optional>
#include <vector>

#include "families/adreno/chip/chip.h"
#include "families/adreno/chip/query_counters.h"
#include "families/adreno/fragment/fragment_pipe.h"
#include "families/adreno/gras/lrz_listener.h"
#include "families/adreno/sp/stage_binding.h"
#include "machine/functional/worker_pool.h"

namespace cyclorama::adreno {

/// Totals of a draw's fragments.
struct FragmentCounts {
    uint64_t samplesPassed = 0;
    uint64_t shaded = 0;
    LrzCounts lrz{};
    /// The program read a varying that the stages before do not write.
    bool readUndefined = false;
};

/// False for draws of a binning pass, which only asks which bins primitives reach, and where the state discards
/// primitives.
bool drawsFragments(const RegisterValues& registers);

class FragmentDraw {
  public:
    /// Starts the draw's tests of low resolution depth, and reports targets that cannot be drawn to. `draw` and memory
    /// outlive it; the listener may be null.
    FragmentDraw(const RegisterValues& registers, const Chip& chip, const GpuMemory& memory, const PrimitiveDraw& draw,
                 LrzListener* listener, Reporter& reporter);
    FragmentDraw(const FragmentDraw&) = delete;
    FragmentDraw& operator=(const FragmentDraw&) = delete;

    const RasterControl& raster() const { return raster_; }
    const RenderTargets& targets() const { return targets_; }
    bool testsLrz() const { return lrz_ && lrz_->control.tests; }
    /// Triangles that the next drawFragments() draws; callers append.
    RasterList& list() { return list_; }

    /// Counts how fragments end, and traces a pixel; both may be null.
    void observe(gpu::PixelCounts* pixels, gpu::WorkTrace* trace) {
        pixels_ = pixels;
        trace_ = trace;
    }
    /// False where the draw's program cannot run: its fragments are not drawn.
    bool bind(const StageBinder& binder);
    /// Draws the fragments of the list, and empties it. What is drawn does not depend on the number of workers, unless
    /// the program samples what the draw itself writes at other pixels, which the rules of the APIs leave undefined.
    void drawFragments(machine::WorkerPool& workers);
    /// Counts of the fragments that drawFragments() has drawn.
    FragmentCounts counts() const;
    /// Adds the counts of the draw at its end; `countsSamples`: also the samples that passed.
    void count(const FragmentCounts& drawn, bool countsSamples, QueryCounters& counters) const;

    /// For whoever draws the fragments of the list itself, after bind(): refers to this.
    FragmentStages stages() const;
    /// All fragments of the list are drawn: takes their depths over where low resolution depth asks for it, and
    /// empties the list. `addresses` hear of accesses to low resolution depth.
    void endList(const LrzAddresses& addresses = {});
    bool feedsDepthsBack() const { return lrz_ && lrz_->control.feedsBack; }
    /// Null where no program is executed.
    StageBinding* binding() { return binding_ ? &*binding_ : nullptr; }

  private:
    QuadPlaces places() const;
    uint32_t workersFor(const machine::WorkerPool& workers) const;
    uint32_t mostWorkers(const machine::WorkerPool& workers) const;

    const PrimitiveDraw& draw_;
    const RasterControl raster_;
    RasterList list_;
    const FragmentGeometry geometry_;
    /// Empty for a draw that does not use low resolution depth.
    std::optional<LrzDraw> lrz_;
    FragmentControl control_;
    const RenderTargets targets_;
    const bool readsTargets_;
    /// Empty where no program is executed.
    std::optional<StageBinding> binding_;
    std::optional<FragmentShading> shading_;
    gpu::PixelCounts* pixels_ = nullptr;
    gpu::WorkTrace* trace_ = nullptr;
    std::vector<std::unique_ptr<FragmentPipe>> pipes_;
    uint64_t fedBackBlocks_ = 0;
};

}  // namespace cyclorama::adreno
