// SPDX-License-Identifier: MIT
#include "families/adreno/fragment/fragment_draw.h"

#include <algorithm>

#include "families/adreno/rb/lrz_feedback.h"

namespace cyclorama::adreno {
namespace {

/// Rows of a band.
constexpr int32_t kBandHeight = 32;
/// Pixels around triangles from which on more than one worker pays.
constexpr int64_t kFewPixels = 4096;

}  // namespace

bool drawsFragments(const RegisterValues& registers) {
    return !isBinningPass(registers) && !registers.flag("VPC_UNKNOWN_9107/RASTER_DISCARD"_field);
}

FragmentDraw::FragmentDraw(const RegisterValues& registers, const Chip& chip, const GpuMemory& memory,
                           const PrimitiveDraw& draw, LrzListener* listener, Reporter& reporter)
    : draw_(draw),
      raster_(decodeRasterControl(registers, draw)),
      geometry_(raster_, list_),
      lrz_(startLrz(decodeLrzControl(registers, chip.generation, raster_.samples), memory, raster_, listener)),
      control_(decodeFragmentControl(registers)),
      targets_(decodeRenderTargets(registers, raster_, {memory, banksOf(chip)}, reporter)),
      readsTargets_(registers.field("GRAS_SC_CNTL/SINGLE_PRIM_MODE"_field) != 0) {}

bool FragmentDraw::bind(const StageBinder& binder) {
    if (!control_.enabled) return true;
    binding_ = binder.bind(ShaderStage::Fragment);
    if (!binding_) return false;
    leaveOutUnread(control_, binding_->program());
    shading_.emplace(FragmentShading{.binding = *binding_,
                                     .control = control_,
                                     .geometry = geometry_,
                                     .list = list_,
                                     .draw = draw_,
                                     .drawsPoints = drawsPoints(draw_, raster_.polygonMode),
                                     .samples = raster_.samples});
    return true;
}

QuadPlaces FragmentDraw::places() const {
    return {.list = list_, .left = targets_.left, .top = targets_.top, .samplesPerPixel = raster_.samples};
}

FragmentStages FragmentDraw::stages() const {
    return {.raster = raster_,
            .places = places(),
            .lrz = testsLrz() ? &*lrz_ : nullptr,
            .shading = shading_ ? &*shading_ : nullptr,
            .readsTargets = readsTargets_,
            .control = control_,
            .geometry = geometry_,
            .targets = targets_,
            .pixels = pixels_,
            .trace = trace_};
}

/// One where the order of fragments of different pixels can be seen. Each has a wave's slot of the private memory.
uint32_t FragmentDraw::mostWorkers(const machine::WorkerPool& workers) const {
    if (!binding_) return workers.workers();
    if (binding_->cached->writesMemory) return 1;
    if (!binding_->cached->hasPrivateMemory) return workers.workers();
    return std::min<uint32_t>(workers.workers(), binding_->resources.privateMemory.waves);
}

/// Number of workers for the draw; 1 for few pixels.
uint32_t FragmentDraw::workersFor(const machine::WorkerPool& workers) const {
    const uint32_t most = mostWorkers(workers);
    if (most == 1) return 1;
    int64_t pixels = 0;
    for (const func::SetupTriangle& setup : list_.setups) {
        const func::PixelRectangle& box = setup.bounds;
        pixels += int64_t{box.maxX - box.minX} * (box.maxY - box.minY);
        if (pixels > kFewPixels) return most;
    }
    return 1;
}

void FragmentDraw::drawFragments(machine::WorkerPool& workers) {
    if (list_.size() != 0) {
        const uint32_t count = workersFor(workers);
        while (pipes_.size() < count)
            pipes_.push_back(std::make_unique<FragmentPipe>(
                stages(), WaveSlot{.processor = 0, .wave = static_cast<unsigned>(pipes_.size())}));
        if (count == 1)
            pipes_[0]->draw({.first = 0, .step = 1, .height = kMostPixels});
        else
            workers.run([&](uint32_t worker) {
                if (worker >= count) return;
                pipes_[worker]->draw({.first = static_cast<int32_t>(worker),
                                      .step = static_cast<int32_t>(count),
                                      .height = kBandHeight});
            });
    }
    endList();
}

void FragmentDraw::endList(const LrzAddresses& addresses) {
    if (feedsDepthsBack()) fedBackBlocks_ += feedDepthsBack(places(), targets_.depth, *lrz_, addresses);
    list_.clear();
}

FragmentCounts FragmentDraw::counts() const {
    FragmentCounts counts;
    for (const auto& pipe : pipes_) {
        counts.samplesPassed += pipe->samplesPassed();
        counts.shaded += pipe->fragmentsShaded();
        counts.lrz += pipe->lrzCounts();
        counts.readUndefined = counts.readUndefined || pipe->readUndefined();
    }
    return counts;
}

void FragmentDraw::count(const FragmentCounts& drawn, bool countsSamples, QueryCounters& counters) const {
    counters.lrz.fedBackBlocks += fedBackBlocks_;
    if (countsSamples) counters.samplesPassed += drawn.samplesPassed;
    counters.count(PipelineStatistic::FragmentInvocations, drawn.shaded);
    counters.lrz += drawn.lrz;
}

}  // namespace cyclorama::adreno
