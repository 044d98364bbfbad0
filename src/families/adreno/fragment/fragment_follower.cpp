// SPDX-License-Identifier: MIT
#include "families/adreno/fragment/fragment_follower.h"

#include <fmt/format.h>

#include <bit>
#include <optional>

#include "families/adreno/isa/result_text.h"

namespace cyclorama::adreno {

void FragmentFollower::rejected(uint32_t triangle, int32_t x, int32_t y, uint32_t samples) const {
    const auto fragment = trace_->fragmentOf(x, y);
    if (!fragment || samplesOf(samples, *fragment, context_.samples()) == 0) return;
    trace_->tell(triangle, "rejected by low resolution depth (LRZ): its block is in front of it");
    trace_->finish(triangle);
}

void FragmentFollower::covered(const FragmentBatch& batch) const {
    for (uint32_t q = 0; q < batch.quads; ++q) {
        const auto fragment = trace_->fragmentOf(batch.x[q], batch.y[q]);
        const uint32_t samples = fragment ? samplesOf(batch.covered[q], *fragment, context_.samples()) : 0;
        if (samples == 0) continue;
        const func::PixelRectangle& bounds = context_.list.setups[batch.triangle[q]].bounds;
        trace_->tell(batch.triangle[q],
                     fmt::format("covered by a {} triangle, within columns {} to {} and rows {} to {}: samples {:#x}",
                                 context_.list.triangles[batch.triangle[q]].backFacing ? "back-facing" : "front-facing",
                                 bounds.minX, bounds.maxX, bounds.minY, bounds.maxY, samples));
    }
}

std::vector<FragmentFollower::Look> FragmentFollower::look(const FragmentBatch& batch,
                                                           const TargetSurface& surface) const {
    std::vector<Look> looks;
    if (!surface.isThere()) return looks;
    const uint32_t perPixel = context_.samples();
    for (uint32_t q = 0; q < batch.quads; ++q) {
        const auto fragment = trace_->fragmentOf(batch.x[q], batch.y[q]);
        const uint32_t live = fragment ? liveOf(batch, q, *fragment) : 0;
        if (live == 0) continue;
        const auto pixels = surface.view.offsetsOfQuad(static_cast<uint32_t>(batch.x[q] - context_.targets.offsetX),
                                                       static_cast<uint32_t>(batch.y[q] - context_.targets.offsetY),
                                                       context_.list.triangles[batch.triangle[q]].layer);
        // One fragment, whose samples lie together.
        const func::QuadShape shape{.extent = surface.view.texelBytes() * perPixel * func::kQuadFragments};
        if (pixels[*fragment] >= surface.bytes.size()) continue;
        looks.push_back({q, *fragment, live,
                         machine::TracedSamples(surface.bytes.subspan(pixels[*fragment]), shape,
                                                {.quad = 0, .fragment = 0, .samplesPerPixel = perPixel})});
    }
    return looks;
}

void FragmentFollower::tested(const FragmentBatch& batch, const std::vector<Look>& looks) const {
    for (const Look& look : looks)
        trace_->tell(batch.triangle[look.quad],
                     machine::depthTestText(look.live, liveOf(batch, look.quad, look.fragment), look.samples));
}

void FragmentFollower::written(const FragmentBatch& batch, const std::vector<Look>& looks, uint32_t target,
                               const ShadedColor& color) const {
    for (const Look& look : looks) {
        const size_t lane = size_t{look.quad} * func::kQuadFragments + look.fragment;
        func::Vec4 value;
        for (size_t c = 0; c < value.size(); ++c) value[c] = std::bit_cast<float>(color.component[c]->lane[lane]);
        trace_->tell(batch.triangle[look.quad], machine::colorWriteText(target, value, look.live, look.samples));
    }
}

void FragmentFollower::begin(const FragmentBatch& batch) {
    lanes_.clear();
    for (uint32_t q = 0; q < batch.quads; ++q)
        if (const auto fragment = trace_->fragmentOf(batch.x[q], batch.y[q]);
            fragment && liveOf(batch, q, *fragment) != 0)
            lanes_.push_back({q * func::kQuadFragments + *fragment, batch.triangle[q]});
    if (!lanes_.empty() && listing_.empty()) listing_ = textsOf(context_.binding->cached.get());
}

void FragmentFollower::executed(size_t index, const ir3::Step& step, const ir3::Wave& wave, isa::WaveMask lanes) {
    for (const Lane& lane : lanes_) {
        if (!lanes.test(lane.lane)) continue;
        const std::string result = ir3::resultText(step, wave, lane.lane);
        trace_->tell(lane.triangle,
                     fmt::format("{:4}: {}{}{}", index, listing_[index], result.empty() ? "" : "  # ", result));
    }
}

void FragmentFollower::killed(const FragmentBatch& batch, const FragmentBatch& before) const {
    for (uint32_t q = 0; q < batch.quads; ++q) {
        const auto fragment = trace_->fragmentOf(batch.x[q], batch.y[q]);
        if (fragment && liveOf(before, q, *fragment) != liveOf(batch, q, *fragment))
            trace_->tell(batch.triangle[q], machine::killedText(liveOf(batch, q, *fragment)));
    }
}

void FragmentFollower::finish(const FragmentBatch& batch, bool all) const {
    for (uint32_t q = 0; q < batch.quads; ++q)
        if (const auto fragment = trace_->fragmentOf(batch.x[q], batch.y[q]);
            fragment && (all || liveOf(batch, q, *fragment) == 0))
            trace_->finish(batch.triangle[q]);
}

}  // namespace cyclorama::adreno
