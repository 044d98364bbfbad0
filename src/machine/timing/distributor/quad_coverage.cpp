// SPDX-License-Identifier: MIT
#include "machine/timing/distributor/quad_coverage.h"

#include <span>

#include "machine/values/fragment_quads.h"
#include "machine/values/fragment_tests.h"
#include "machine/values/fragment_trace.h"

namespace cyclorama::machine::timing {

void QuadCoverage::startDraw(const gpu::DrawState& state) {
    alphaTest_ = state.alphaTest;
    samplesPerPixel_ = state.multisampling.samplesPerPixel();
    sampleMask_ = quadSampleMask(state.multisampling);
    byAlpha_ = state.multisampling.coversByAlpha();
    wholeQuads_ = state.raster->rules.multisampleCullsWholeQuads;
    pixels_ = state.pixels;
    trace_ = state.trace;
}

bool QuadCoverage::admit(QuadInFlight& quad) const {
    if (samplesPerPixel_ > 1) {
        const uint32_t before = pixels_ != nullptr ? left(quad) : 0;
        quad.samples &= sampleMask_;
        quad.culled |= ~liveFragments(quad.samples, samplesPerPixel_) & func::kAllFragments;
        if (pixels_ != nullptr) count(gpu::FragmentEnd::Early, quad, before & ~left(quad));
    }
    if (trace_ != nullptr) finishCulled(quad);
    return quad.culled != func::kAllFragments;
}

void QuadCoverage::shade(QuadInFlight& quad) const {
    if (pixels_ == nullptr) return;
    quad.toShade = left(quad);
    count(gpu::FragmentEnd::Helper, quad, ~quad.toShade & func::kAllFragments);
}

void QuadCoverage::takeShaded(QuadId id, uint32_t killed, bool complete) const {
    QuadInFlight& quad = (*quads_)[id];
    const uint32_t followed = trace_ != nullptr ? followedLeft(quad) : 0;
    quad.culled |= killed;
    if (complete && alphaTest_.enabled) testAlpha(id);
    if (complete && byAlpha_) coverByAlpha(id);
    if (followed != 0 && followedLeft(quad) != followed) {
        trace_->report(quad.triangle, killedText(followedLeft(quad)));
        finishCulled(quad);
    }
    if (complete && pixels_ != nullptr) count(gpu::FragmentEnd::Killed, quad, quad.toShade & ~left(quad));
}

uint32_t QuadCoverage::followedLeft(const QuadInFlight& quad) const {
    const auto fragment = trace_->fragmentOf(quad.quad.x, quad.quad.y);
    if (!fragment || (quad.culled >> *fragment & 1) != 0) return 0;
    const uint32_t samples = samplesLeft(quad.samples, quad.culled, samplesPerPixel_, wholeQuads_);
    return samplesOfFragment(samples, *fragment, samplesPerPixel_);
}

void QuadCoverage::finishCulled(const QuadInFlight& quad) const {
    if (trace_->fragmentOf(quad.quad.x, quad.quad.y) && followedLeft(quad) == 0) trace_->finish(quad.triangle);
}

uint32_t QuadCoverage::left(const QuadInFlight& quad) const {
    const uint32_t samples = samplesLeft(quad.samples, quad.culled, samplesPerPixel_, wholeQuads_);
    return liveFragments(samples, samplesPerPixel_);
}

void QuadCoverage::count(gpu::FragmentEnd end, const QuadInFlight& quad, uint32_t fragments) const {
    pixels_->add(end, quad.quad.x, quad.quad.y, fragments);
}

void QuadCoverage::testAlpha(QuadId id) const {
    QuadInFlight& quad = (*quads_)[id];
    const QuadVectors& colors = quads_->color(0, id);
    for (uint32_t f = 0; f < func::kQuadFragments; ++f)
        if ((quad.culled >> f & 1) == 0 && !passesAlphaTest(alphaTest_, colors[f][3])) quad.culled |= 1u << f;
}

void QuadCoverage::coverByAlpha(QuadId id) const {
    QuadInFlight& quad = (*quads_)[id];
    const QuadVectors& colors = quads_->color(0, id);
    keepSamples(std::span(&quad.samples, 1), samplesPerPixel_,
                [&](uint32_t fragment) { return samplesOfAlpha(colors[fragment][3], samplesPerPixel_); });
    quad.culled |= ~liveFragments(quad.samples, samplesPerPixel_) & func::kAllFragments;
}

}  // namespace cyclorama::machine::timing
