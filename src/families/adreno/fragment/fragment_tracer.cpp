// SPDX-License-Identifier: MIT
#include "families/adreno/fragment/fragment_tracer.h"

#include <fmt/format.h>

#include "families/adreno/isa/result_text.h"

namespace cyclorama::adreno {

void FragmentTracer::rejected(uint32_t triangle, int32_t x, int32_t y, uint32_t samples) const {
    const auto fragment = trace_->fragmentOf(x, y);
    if (!fragment || machine::samplesOfFragment(samples, *fragment, samples_) == 0) return;
    trace_->report(triangle, "rejected by low resolution depth (LRZ): its block is in front of it");
    trace_->finish(triangle);
}

void FragmentTracer::covered(const FragmentBatch& batch) const {
    for (const machine::TracedFragment& one : machine::tracedFragments(*trace_, quadsOf(batch, samples_))) {
        const uint32_t triangle = batch.triangle[one.quad];
        const func::PixelRectangle& bounds = list_.setups[triangle].bounds;
        trace_->report(triangle,
                       fmt::format("covered by a {} triangle, within columns {} to {} and rows {} to {}: samples {:#x}",
                                   list_.triangles[triangle].backFacing ? "back-facing" : "front-facing", bounds.minX,
                                   bounds.maxX, bounds.minY, bounds.maxY, one.samples));
    }
}

std::vector<machine::TracedTarget> FragmentTracer::targets(const FragmentBatch& batch, const TargetSurface& surface,
                                                           const QuadPlaces& places) const {
    std::vector<machine::TracedTarget> traced;
    if (!surface.isThere()) return traced;
    for (const machine::TracedFragment& one : machine::tracedFragments(*trace_, quadsOf(batch, samples_))) {
        const auto pixels = places.offsets(surface.view, batch, one.quad);
        // One fragment, whose samples are beside each other.
        const func::QuadShape shape{.extent = surface.view.texelBytes() * samples_ * func::kQuadFragments};
        if (pixels[one.fragment] >= surface.bytes.size()) continue;
        traced.push_back({one, machine::TracedSamples(surface.bytes.subspan(pixels[one.fragment]), shape,
                                                      {.quad = 0, .fragment = 0, .samplesPerPixel = samples_})});
    }
    return traced;
}

void FragmentTracer::begin(const FragmentBatch& batch, const CachedProgram* program) {
    lanes_.clear();
    for (const machine::TracedFragment& one : machine::tracedFragments(*trace_, quadsOf(batch, samples_)))
        lanes_.push_back({one.lane(), batch.triangle[one.quad]});
    if (!lanes_.empty() && listing_.empty()) listing_ = textsOf(program);
}

void FragmentTracer::executed(size_t index, const ir3::Step& step, const ir3::Wave& wave, isa::WaveMask lanes) {
    for (const Lane& lane : lanes_) {
        if (!lanes.test(lane.lane)) continue;
        const std::string result = ir3::resultText(step, wave, lane.lane);
        trace_->report(lane.triangle,
                       fmt::format("{:4}: {}{}{}", index, listing_[index], result.empty() ? "" : "  # ", result));
    }
}

}  // namespace cyclorama::adreno
