// SPDX-License-Identifier: MIT
#include "families/adreno/fragment/fragment_pipe.h"

#include <algorithm>
#include <span>
#include <vector>

namespace cyclorama::adreno {
namespace {

/// True if colours, in the same half registers for all targets, are all that is read of waves that have ended.
/// Integers, and results of other kinds that might share their registers, are bits.
bool wantsHalves(const FragmentResults& results, const RenderTargets& targets) {
    const ColorResult& first = results.colors[0];
    const bool onlyColors = results.depth == ir3::kNoRegister && results.stencil == ir3::kNoRegister &&
                            results.sampleMask == ir3::kNoRegister;
    return onlyColors && first.half && !results.dualSource &&
           std::ranges::all_of(targets.colors, [&](const ColorTarget& target) {
               const ColorResult& color = results.colors[target.number];
               return color.half && color.reg == first.reg && !target.isInteger();
           });
}

/// The first triangle from `first` on through another viewport.
uint32_t endOfViewport(const std::vector<RasterTriangle>& triangles, uint32_t first) {
    uint32_t end = first + 1;
    while (end < triangles.size() && triangles[end].viewport == triangles[first].viewport) ++end;
    return end;
}

std::optional<WaveRun> makeRun(const FragmentStages& stages, const WaveSlot& slot) {
    if (stages.shading == nullptr) return std::nullopt;
    const bool halves = wantsHalves(stages.control.results, stages.targets) && stages.trace == nullptr;
    return std::optional<WaveRun>(std::in_place, *stages.shading, slot, halves);
}

}  // namespace

FragmentPipe::FragmentPipe(const FragmentStages& stages, const WaveSlot& slot)
    : raster_(stages.raster),
      list_(stages.places.list),
      run_(makeRun(stages, slot)),
      ends_(stages.pixels),
      tracer_(stages.trace, stages.places.list, stages.raster.samples),
      output_(stages.targets, stages.control.results, {stages.places, stages.geometry, stages.targets.depth}, tracer_),
      early_(stages, run_ ? run_->quads() : FragmentBatch::kQuads, output_, ends_, tracer_),
      late_(stages, output_, ends_, tracer_) {
    if (stages.lrz != nullptr) lrz_.emplace(*stages.lrz, list_, stages.raster.samples, ends_, tracer_);
}

void FragmentPipe::draw(const func::RowBands& bands) {
    constexpr func::PixelRectangle kAllPixels{.minX = 0, .minY = 0, .maxX = kMostPixels, .maxY = kMostPixels};
    func::QuadBatch quads;
    for (uint32_t first = 0; first < list_.size() && !givenUp_;) {
        const uint32_t end = endOfViewport(list_.triangles, first);
        func::QuadSource source(rasterState(raster_, list_.triangles[first].viewport), func::TileSizes{},
                                func::QuadParts::Coverage, kAllPixels);
        source.start({.triangles = std::span(list_.setups).subspan(first, end - first), .first = first}, bands,
                     lrz_ ? &*lrz_ : nullptr);
        while (!givenUp_ && source.next(quads)) process(quads);
        first = end;
    }
    shade();
}

void FragmentPipe::process(const func::QuadBatch& quads) {
    if (!early_.take(quads)) return;
    while (!givenUp_ && early_.packer().pack()) shade();
}

void FragmentPipe::shade() {
    FragmentBatch& batch = early_.packer().wave();
    if (batch.quads == 0 || givenUp_) return;
    late_.begin(batch);
    if (run_) {
        const ir3::Wave* const wave = run_->run(batch, tracer_);
        givenUp_ = wave == nullptr;
        if (givenUp_) return;
        late_.finish({.wave = *wave, .halves = run_->halves()}, batch);
    } else {
        late_.finishUnshaded(batch);
    }
    batch.quads = 0;
}

}  // namespace cyclorama::adreno
