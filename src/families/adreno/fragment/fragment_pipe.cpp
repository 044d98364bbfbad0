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

/// False where the program does nothing and no result of it is used.
bool needsProgram(const FragmentShading& shading, const RenderTargets& targets) {
    const FragmentResults& results = shading.control.results;
    const bool writesColors = std::ranges::any_of(targets.colors, [&](const ColorTarget& target) {
        return results.colors[target.number].reg != ir3::kNoRegister;
    });
    const bool asksForColor = targets.alphaTest.enabled || targets.alphaToCoverage;
    return !shading.binding.cached->isEmpty || shading.control.prefetchCount != 0 || writesColors || asksForColor ||
           results.depth != ir3::kNoRegister || results.stencil != ir3::kNoRegister ||
           results.sampleMask != ir3::kNoRegister;
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

PackingRules packingRules(const FragmentStages& stages, const std::optional<WaveRun>& run) {
    return {.waveQuads = run ? run->quads() : FragmentBatch::kQuads,
            .samplesPerPixel = stages.raster.samples,
            .perSample = stages.control.perSample && stages.raster.samples > 1,
            .separatesOverlaps = stages.readsTargets};
}

}  // namespace

FragmentPipe::FragmentPipe(const FragmentStages& stages, const WaveSlot& slot)
    : raster_(stages.raster),
      list_(stages.places.list),
      samples_(stages.raster.samples),
      sampleMask_(machine::samplesOfQuad(stages.targets.sampleMask & ((1u << samples_) - 1), samples_)),
      testsEarly_(stages.targets.testsEarly),
      needsProgram_(stages.shading != nullptr && needsProgram(*stages.shading, stages.targets)),
      run_(makeRun(stages, slot)),
      ends_(stages.pixels),
      tracer_(stages.trace, stages.places.list, samples_),
      packer_(stages.places.list, packingRules(stages, run_)),
      output_(stages.targets, stages.control.results, {stages.places, stages.geometry, stages.targets.depth}, tracer_) {
    if (stages.lrz != nullptr) lrz_.emplace(*stages.lrz, list_, samples_, ends_, tracer_);
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

void FragmentPipe::takeQuads(const func::QuadBatch& quads) {
    const uint32_t number = quads.quads;
    early_.quads = number;
    std::copy_n(quads.x.begin(), number, early_.x.begin());
    std::copy_n(quads.y.begin(), number, early_.y.begin());
    std::copy_n(quads.triangle.begin(), number, early_.triangle.begin());
    std::fill_n(early_.sample.begin(), number, uint8_t{0});
    for (uint32_t q = 0; q < number; ++q) early_.covered[q] = quads.sampleCoverage[q] & sampleMask_;
    std::copy_n(early_.covered.begin(), number, early_.live.begin());
}

void FragmentPipe::process(const func::QuadBatch& quads) {
    takeQuads(quads);
    ends_.begin(std::span(quads.sampleCoverage).first(quads.quads));
    if (tracer_) tracer_.covered(early_);
    const uint64_t passed = testsEarly_ ? output_.testDepth(early_) : 0;
    if (tracer_) machine::finishEnded(tracer_.trace(), observed(early_), early_.covered);
    ends_.ended(gpu::FragmentEnd::Early, observed(early_));
    if (testsEarly_ && !needsProgram_) return passProgram(passed);
    packer_.take(early_);
    while (!givenUp_ && packer_.pack()) shade();
}

void FragmentPipe::passProgram(uint64_t passed) {
    ends_.written(observed(early_));
    if (tracer_) machine::finishAll(tracer_.trace(), observed(early_));
    if (!run_) return;
    ends_.shaded(observed(early_));
    passedProgram_ +=
        samples_ == 1 || packer_.rules().perSample
            ? passed
            : machine::countLiveFragments(std::span<const uint32_t>(early_.live).first(early_.quads), samples_);
}

void FragmentPipe::shade() {
    FragmentBatch& batch = packer_.wave();
    if (batch.quads == 0 || givenUp_) return;
    ends_.begin(std::span(batch.live).first(batch.quads));
    if (run_) {
        ends_.shaded(observed(batch));
        if (tracer_) beforeProgram_ = batch.live;
        const ir3::Wave* const wave = run_->run(batch, tracer_);
        givenUp_ = wave == nullptr;
        if (givenUp_) return;
        finish({.wave = *wave, .halves = run_->halves()}, batch);
    } else {
        finishUnshaded(batch);
    }
    if (tracer_) machine::finishAll(tracer_.trace(), observed(batch));
    batch.quads = 0;
}

void FragmentPipe::finish(const WaveResults& wave, FragmentBatch& batch) {
    output_.testAlpha(wave, batch);
    ends_.ended(gpu::FragmentEnd::Killed, observed(batch));
    if (tracer_) machine::traceKilled(tracer_.trace(), observed(batch), beforeProgram_);
    if (!testsEarly_) output_.testDepth(wave, batch);
    ends_.ended(gpu::FragmentEnd::Late, observed(batch));
    ends_.written(observed(batch));
    output_.writeColors(wave, batch);
}

void FragmentPipe::finishUnshaded(FragmentBatch& batch) {
    if (!testsEarly_) output_.testDepth(batch);
    ends_.ended(gpu::FragmentEnd::Early, observed(batch));
    ends_.written(observed(batch));
}

}  // namespace cyclorama::adreno
