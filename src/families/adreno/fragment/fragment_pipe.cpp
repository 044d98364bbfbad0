// SPDX-License-Identifier: MIT
#include "families/adreno/fragment/fragment_pipe.h"

#include <algorithm>
#include <span>

namespace cyclorama::adreno {
namespace {

/// True if colours, in the same half registers for all targets, are all that is read of waves that have ended.
/// Integers, and results of other kinds that might share their registers, are bits.
bool wantsHalves(const FragmentResults& results, const RenderTargets& targets) {
    const ColorResult& first = results.colors[0];
    const bool onlyColors =
        results.depth == kNoRegister && results.stencil == kNoRegister && results.sampleMask == kNoRegister;
    return onlyColors && first.half && !results.dualSource &&
           std::ranges::all_of(targets.colors, [&](const ColorTarget& target) {
               const ColorResult& color = results.colors[target.number];
               return color.half && color.reg == first.reg && !target.isInteger();
           });
}

/// False where the program does nothing and no result of it is used.
bool needsProgram(const FragmentShading& shading, const RenderTargets& targets) {
    const FragmentResults& results = shading.control.results;
    const bool writesColors = std::ranges::any_of(
        targets.colors, [&](const ColorTarget& target) { return results.colors[target.number].reg != kNoRegister; });
    const bool asksForColor = targets.alphaTest.enabled || targets.alphaToCoverage;
    return !shading.binding.cached->isEmpty || shading.control.prefetchCount != 0 || writesColors || asksForColor ||
           results.depth != kNoRegister || results.stencil != kNoRegister || results.sampleMask != kNoRegister;
}

std::optional<LrzStage> makeLrz(const LrzDraw* draw) {
    if (draw == nullptr) return std::nullopt;
    return std::optional<LrzStage>(std::in_place, *draw);
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
    : samples_(stages.raster.samples),
      sampleMask_(machine::samplesOfQuad(stages.targets.sampleMask & ((1u << samples_) - 1), samples_)),
      testsEarly_(stages.targets.testsEarly),
      needsProgram_(stages.shading != nullptr && needsProgram(*stages.shading, stages.targets)),
      lrz_(makeLrz(stages.lrz)),
      run_(makeRun(stages, slot)),
      ends_(stages.pixels),
      follower_(stages.trace, stages.places.list, samples_),
      source_(stages.raster, stages.places.list, lrz_ ? &*lrz_ : nullptr, ends_ || follower_ ? this : nullptr),
      packer_(stages.places.list, packingRules(stages, run_)),
      output_(stages.targets, stages.control.results, {stages.places, stages.geometry, stages.targets.depth},
              follower_) {}

void FragmentPipe::draw(const func::RowBands& bands) {
    func::QuadBatch quads;
    source_.start(bands);
    while (!givenUp_ && source_.next(quads)) process(quads);
    shade();
}

void FragmentPipe::rejected(uint32_t triangle, int32_t x, int32_t y, uint32_t samples) {
    if (ends_) ends_.rejected(x, y, samples, samples_);
    if (follower_) follower_.rejected(triangle, x, y, samples);
}

void FragmentPipe::takeQuads(const func::QuadBatch& quads) {
    const uint32_t number = quads.quads;
    raster_.quads = number;
    std::copy_n(quads.x.begin(), number, raster_.x.begin());
    std::copy_n(quads.y.begin(), number, raster_.y.begin());
    std::copy_n(quads.triangle.begin(), number, raster_.triangle.begin());
    std::fill_n(raster_.sample.begin(), number, uint8_t{0});
    for (uint32_t q = 0; q < number; ++q) raster_.covered[q] = quads.sampleCoverage[q] & sampleMask_;
    std::copy_n(raster_.covered.begin(), number, raster_.live.begin());
}

void FragmentPipe::process(const func::QuadBatch& quads) {
    takeQuads(quads);
    ends_.begin(std::span(quads.sampleCoverage).first(quads.quads));
    if (follower_) follower_.covered(raster_);
    const uint64_t passed = testsEarly_ ? output_.testDepth(raster_) : 0;
    if (follower_) machine::finishEnded(follower_.trace(), observed(raster_), raster_.covered);
    ends_.ended(gpu::FragmentEnd::Early, observed(raster_));
    if (testsEarly_ && !needsProgram_) return passProgram(passed);
    packer_.take(raster_);
    while (!givenUp_ && packer_.pack()) shade();
}

void FragmentPipe::passProgram(uint64_t passed) {
    ends_.written(observed(raster_));
    if (follower_) machine::finishAll(follower_.trace(), observed(raster_));
    if (!run_) return;
    ends_.shaded(observed(raster_));
    passedProgram_ +=
        samples_ == 1 || packer_.rules().perSample
            ? passed
            : machine::countFragments(std::span<const uint32_t>(raster_.live).first(raster_.quads), samples_);
}

void FragmentPipe::shade() {
    FragmentBatch& batch = packer_.wave();
    if (batch.quads == 0 || givenUp_) return;
    ends_.begin(std::span(batch.live).first(batch.quads));
    if (run_) {
        ends_.shaded(observed(batch));
        if (follower_) beforeProgram_ = batch.live;
        const ir3::Wave* const wave = run_->run(batch, follower_);
        givenUp_ = wave == nullptr;
        if (givenUp_) return;
        finish({.wave = *wave, .halves = run_->halves()}, batch);
    } else {
        finishUnshaded(batch);
    }
    if (follower_) machine::finishAll(follower_.trace(), observed(batch));
    batch.quads = 0;
}

void FragmentPipe::finish(const WaveResults& wave, FragmentBatch& batch) {
    output_.testAlpha(wave, batch);
    ends_.ended(gpu::FragmentEnd::Killed, observed(batch));
    if (follower_) machine::traceKilled(follower_.trace(), observed(batch), beforeProgram_);
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
