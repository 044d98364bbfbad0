// SPDX-License-Identifier: MIT
#include "machine/values/fragment_quads.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "func/lanes/host_versions.h"
#include "machine/values/fragment_tests.h"

namespace cyclorama::machine {

using gpu::FragmentEnd;

namespace {

/// Bits set in masks of `bits` bits each, up to 32: many masks at once, as few hosts are sure to count by themselves.
[[gnu::always_inline]] inline uint64_t countBits(std::span<const uint32_t> masks, uint32_t bits) {
    constexpr uint32_t kWordBits = 64;
    uint64_t count = 0;
    uint64_t word = 0;
    uint32_t used = 0;
    for (const uint32_t mask : masks) {
        word |= uint64_t{mask} << used;
        used += bits;
        if (used + bits <= kWordBits) continue;
        count += static_cast<uint64_t>(std::popcount(word));
        word = used = 0;
    }
    return count + static_cast<uint64_t>(std::popcount(word));
}

}  // namespace

uint64_t countSamples(std::span<const uint32_t> quads, uint32_t samplesPerPixel) {
    return func::runOnHost<countBits>(quads, samplesPerPixel * func::kQuadFragments);
}

uint64_t countLiveFragments(std::span<const uint32_t> quads, uint32_t samplesPerPixel) {
    if (samplesPerPixel == 1) return countSamples(quads, samplesPerPixel);
    uint64_t count = 0;
    for (const uint32_t samples : quads)
        count += static_cast<uint64_t>(std::popcount(liveFragments(samples, samplesPerPixel)));
    return count;
}

void FragmentEnds::rejected(int32_t x, int32_t y, uint32_t samples, uint32_t samplesPerPixel) const {
    pixels_->add(FragmentEnd::Early, x, y, liveFragments(samples, samplesPerPixel));
}

void FragmentEnds::keep(std::span<const uint32_t> samples) { std::ranges::copy(samples, before_.begin()); }

void FragmentEnds::count(FragmentEnd end, const FragmentQuads& quads) {
    for (size_t q = 0; q < quads.samples.size(); ++q) {
        const uint32_t before = std::exchange(before_[q], quads.samples[q]);
        if (before == quads.samples[q]) continue;
        pixels_->add(
            end, quads.x[q], quads.y[q],
            liveFragments(before, quads.samplesPerPixel) & ~liveFragments(quads.samples[q], quads.samplesPerPixel));
    }
}

void FragmentEnds::countWritten(const FragmentQuads& quads) const {
    for (size_t q = 0; q < quads.samples.size(); ++q)
        pixels_->add(FragmentEnd::Written, quads.x[q], quads.y[q],
                     liveFragments(quads.samples[q], quads.samplesPerPixel));
}

void FragmentEnds::countHelpers(const FragmentQuads& quads) const {
    for (size_t q = 0; q < quads.samples.size(); ++q)
        if (quads.samples[q] != 0)
            pixels_->add(FragmentEnd::Helper, quads.x[q], quads.y[q],
                         ~liveFragments(quads.samples[q], quads.samplesPerPixel) & func::kAllFragments);
}

std::vector<TracedFragment> tracedFragments(const gpu::WorkTrace& trace, const FragmentQuads& quads) {
    std::vector<TracedFragment> traced;
    for (uint32_t q = 0; q < quads.samples.size(); ++q) {
        const auto fragment = trace.fragmentOf(quads.x[q], quads.y[q]);
        if (!fragment) continue;
        const uint32_t samples = samplesOfFragment(quads.samples[q], *fragment, quads.samplesPerPixel);
        if (samples != 0) traced.push_back({q, *fragment, samples});
    }
    return traced;
}

void traceTest(gpu::WorkTrace& trace, const FragmentQuads& quads, std::span<const TracedTarget> targets) {
    for (const auto& [fragment, before] : targets) {
        const uint32_t passed =
            samplesOfFragment(quads.samples[fragment.quad], fragment.fragment, quads.samplesPerPixel);
        trace.report(quads.triangle[fragment.quad], depthTestText(fragment.samples, passed, before));
    }
}

void traceKilled(gpu::WorkTrace& trace, const FragmentQuads& quads, std::span<const uint32_t> before) {
    for (size_t q = 0; q < quads.samples.size(); ++q) {
        const auto fragment = trace.fragmentOf(quads.x[q], quads.y[q]);
        if (!fragment) continue;
        const uint32_t left = samplesOfFragment(quads.samples[q], *fragment, quads.samplesPerPixel);
        if (left != samplesOfFragment(before[q], *fragment, quads.samplesPerPixel))
            trace.report(quads.triangle[q], killedText(left));
    }
}

void finishEnded(gpu::WorkTrace& trace, const FragmentQuads& quads, std::span<const uint32_t> before) {
    for (size_t q = 0; q < quads.samples.size(); ++q) {
        const auto fragment = trace.fragmentOf(quads.x[q], quads.y[q]);
        if (fragment && samplesOfFragment(before[q], *fragment, quads.samplesPerPixel) != 0 &&
            samplesOfFragment(quads.samples[q], *fragment, quads.samplesPerPixel) == 0)
            trace.finish(quads.triangle[q]);
    }
}

void finishAll(gpu::WorkTrace& trace, const FragmentQuads& quads) {
    for (size_t q = 0; q < quads.samples.size(); ++q)
        if (trace.fragmentOf(quads.x[q], quads.y[q])) trace.finish(quads.triangle[q]);
}

}  // namespace cyclorama::machine
