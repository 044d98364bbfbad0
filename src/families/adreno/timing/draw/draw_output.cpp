// SPDX-License-Identifier: MIT
#include "families/adreno/timing/draw/draw_output.h"

#include <algorithm>
#include <array>

#include "families/adreno/fragment/wave_run.h"
#include "families/adreno/timing/draw/target_lines.h"
#include "machine/values/fragment_quads.h"

namespace cyclorama::adreno {
namespace {

/// Bytes that count as one word of a colour's rate.
constexpr uint32_t kRateBytes = 4;
constexpr uint32_t kAllComponents = 0xf;

FragmentStages outputStages(const FragmentDraw& draw) {
    FragmentStages stages = draw.stages();
    stages.trace = nullptr;
    return stages;
}

std::span<const uint32_t> liveOf(const FragmentBatch& batch) { return std::span(batch.live).first(batch.quads); }

void noteBlending(const SurfaceFormat& format, uint64_t samples, DrawOutput::Blended& blended) {
    constexpr uint8_t kHalfBits = 16;
    const auto components =
        static_cast<uint64_t>(std::ranges::count_if(format.bits, [](uint8_t bits) { return bits; }));
    const bool isFloat = format.kind == func::NumberKind::Float;
    uint64_t& kind = !isFloat                                     ? blended.fixed
                     : std::ranges::max(format.bits) <= kHalfBits ? blended.halves
                                                                  : blended.floats;
    kind += samples * components;
}

bool readsColor(const ColorTarget& target) {
    return target.blender.enabled() || target.logic != nullptr || target.writeMask != kAllComponents;
}

}  // namespace

DrawOutput::DrawOutput(const OpenDraw& draw)
    : stages_(outputStages(*draw.fragments)),
      ends_(stages_.pixels),
      tracer_(nullptr, stages_.places.list, stages_.raster.samples),
      output_(stages_.targets, stages_.control.results, {stages_.places, stages_.geometry, stages_.targets.depth},
              tracer_),
      late_(stages_, output_, ends_, tracer_) {}

DrawOutput::Step DrawOutput::finish(RenderWave& wave) {
    Step step;
    FragmentBatch& batch = wave.batch;
    late_.begin(batch);
    const FragmentGroup* const group = wave.group.get();
    if (group != nullptr) finishFragments(*stages_.shading, group->registers(), batch);
    const std::array<uint32_t, FragmentBatch::kQuads> before = batch.live;
    if (group != nullptr) {
        late_.finish({.wave = group->registers(), .halves = noHalves_}, batch);
        readUndefined_ = readUndefined_ || group->readUndefined();
        noteColors(batch, step);
    } else {
        late_.finishUnshaded(batch);
    }
    noteTests(batch, std::span(before).first(batch.quads), step);
    step.passed = machine::countSamples(liveOf(batch), stages_.raster.samples);
    step.pixels = machine::countLiveFragments(liveOf(batch), stages_.raster.samples);
    return step;
}

void DrawOutput::noteTests(const FragmentBatch& batch, std::span<const uint32_t> before, Step& step) const {
    const DepthTarget& target = stages_.targets.depth;
    if (stages_.targets.testsEarly || !target.tests()) return;
    step.tested = machine::countSamples(before, stages_.raster.samples);
    for (const TargetSurface* const surface : {&target.depth, &target.separateStencil}) {
        addPixels(stages_.places, *surface, batch, before, step.depthReads);
        if (target.writes) addPixels(stages_.places, *surface, batch, liveOf(batch), step.depthWrites);
    }
    step.depthPassed = machine::countSamples(liveOf(batch), stages_.raster.samples);
}

void DrawOutput::noteColors(const FragmentBatch& batch, Step& step) const {
    for (const ColorTarget& target : stages_.targets.colors) {
        if (stages_.control.results.colors[target.number].reg == ir3::kNoRegister) continue;
        const uint32_t words = std::max(target.surface.view.texelBytes() / kRateBytes, 1u);
        const uint64_t samples = machine::countSamples(liveOf(batch), stages_.raster.samples);
        step.written += samples * words;
        if (target.blender.enabled()) noteBlending(*target.surface.view.format(), samples, step.blended);
        if (readsColor(target)) addPixels(stages_.places, target.surface, batch, liveOf(batch), step.colorReads);
        addPixels(stages_.places, target.surface, batch, liveOf(batch), step.colorWrites);
    }
}

FragmentCounts DrawOutput::counts() const {
    return {.samplesPassed = output_.samplesPassed(), .readUndefined = readUndefined_};
}

}  // namespace cyclorama::adreno
