// SPDX-License-Identifier: MIT
#include "families/adreno/fragment/early_stage.h"

#include <algorithm>
#include <span>

namespace cyclorama::adreno {
namespace {

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

PackingRules packingRules(const FragmentStages& stages, uint32_t waveQuads) {
    return {.waveQuads = waveQuads,
            .samplesPerPixel = stages.raster.samples,
            .perSample = stages.control.perSample && stages.raster.samples > 1,
            .separatesOverlaps = stages.readsTargets};
}

}  // namespace

EarlyStage::EarlyStage(const FragmentStages& stages, uint32_t waveQuads, FragmentOutput& output,
                       machine::FragmentEnds& ends, FragmentTracer& tracer)
    : samples_(stages.raster.samples),
      sampleMask_(machine::samplesOfQuad(stages.targets.sampleMask & ((1u << samples_) - 1), samples_)),
      testsEarly_(stages.targets.testsEarly),
      hasProgram_(stages.shading != nullptr),
      needsProgram_(hasProgram_ && needsProgram(*stages.shading, stages.targets)),
      output_(output),
      ends_(ends),
      tracer_(tracer),
      packer_(stages.places.list, packingRules(stages, waveQuads)) {}

void EarlyStage::copyQuads(const func::QuadBatch& quads) {
    const uint32_t number = quads.quads;
    early_.quads = number;
    std::copy_n(quads.x.begin(), number, early_.x.begin());
    std::copy_n(quads.y.begin(), number, early_.y.begin());
    std::copy_n(quads.triangle.begin(), number, early_.triangle.begin());
    std::fill_n(early_.sample.begin(), number, uint8_t{0});
    for (uint32_t q = 0; q < number; ++q) early_.covered[q] = quads.sampleCoverage[q] & sampleMask_;
    std::copy_n(early_.covered.begin(), number, early_.live.begin());
}

bool EarlyStage::take(const func::QuadBatch& quads) {
    copyQuads(quads);
    ends_.begin(std::span(quads.sampleCoverage).first(quads.quads));
    if (tracer_) tracer_.covered(early_);
    const uint64_t passed = testsEarly_ ? output_.testDepth(early_) : 0;
    if (tracer_) machine::finishEnded(tracer_.trace(), observed(), early_.covered);
    ends_.ended(gpu::FragmentEnd::Early, observed());
    if (testsEarly_ && !needsProgram_) {
        passProgram(passed);
        return false;
    }
    packer_.take(early_);
    return true;
}

void EarlyStage::passProgram(uint64_t passed) {
    ends_.written(observed());
    if (tracer_) machine::finishAll(tracer_.trace(), observed());
    if (!hasProgram_) return;
    ends_.shaded(observed());
    passedProgram_ +=
        samples_ == 1 || packer_.rules().perSample
            ? passed
            : machine::countLiveFragments(std::span<const uint32_t>(early_.live).first(early_.quads), samples_);
}

}  // namespace cyclorama::adreno
