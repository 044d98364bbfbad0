// SPDX-License-Identifier: MIT
#pragma once
// Quads of fragments with their samples, as a batch of them goes through tests, the program and writes: what all
// fragment loops do with the samples, what observers of the run count, and what a traced pixel reports.
//
// Samples of a quad are bits: fragment * samplesPerPixel + sample. Fragments are x + 2 y within the quad.

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "func/types.h"
#include "gpu/pixel_counts.h"
#include "gpu/work_trace.h"
#include "machine/values/fragment_trace.h"

namespace cyclorama::machine {

/// The samples of one fragment, bit i for sample i.
constexpr uint32_t samplesOfFragment(uint32_t samplesOfQuad, uint32_t fragment, uint32_t samplesPerPixel) {
    return samplesOfQuad >> (fragment * samplesPerPixel) & ((1u << samplesPerPixel) - 1);
}

/// The same samples of every fragment of a quad.
constexpr uint32_t samplesOfQuad(uint32_t samplesOfFragment, uint32_t samplesPerPixel) {
    uint32_t samples = 0;
    for (uint32_t f = 0; f < func::kQuadFragments; ++f) samples |= samplesOfFragment << (f * samplesPerPixel);
    return samples;
}

/// All samples of some fragments, bit f for fragment f.
constexpr uint32_t samplesOfFragments(uint32_t fragments, uint32_t samplesPerPixel) {
    uint32_t samples = 0;
    for (uint32_t f = 0; f < func::kQuadFragments; ++f)
        if ((fragments >> f & 1) != 0) samples |= ((1u << samplesPerPixel) - 1) << (f * samplesPerPixel);
    return samples;
}

/// Keeps of each fragment the samples that `samplesOfLane(lane)` has, bit i for sample i. Lane: 4 * quad + fragment.
template <typename SamplesOfLane>
void keepSamples(std::span<uint32_t> samples, uint32_t samplesPerPixel, SamplesOfLane samplesOfLane) {
    const uint32_t all = (1u << samplesPerPixel) - 1;
    for (uint32_t q = 0; q < samples.size(); ++q)
        for (uint32_t f = 0; f < func::kQuadFragments; ++f)
            samples[q] &= ~((all & ~samplesOfLane(q * func::kQuadFragments + f)) << (f * samplesPerPixel));
}

/// Samples in masks of quads.
uint64_t countSamples(std::span<const uint32_t> quads, uint32_t samplesPerPixel);
/// Fragments of these quads that have a sample.
uint64_t countLiveFragments(std::span<const uint32_t> quads, uint32_t samplesPerPixel);

/// A batch of quads: an element a quad in each span.
struct FragmentQuads {
    /// The first fragment's pixel.
    std::span<const int32_t> x;
    std::span<const int32_t> y;
    std::span<const uint32_t> triangle;
    /// Samples that are left.
    std::span<const uint32_t> samples;
    uint32_t samplesPerPixel = 1;
};

/// Counts, where an observer of the run wants it, how the fragments of batches end. A batch goes through stages that
/// take samples away: begin(), and after each stage ended().
class FragmentEnds {
  public:
    /// The largest batch, in quads.
    static constexpr size_t kMostQuads = 32;

    /// `pixels` may be null: nothing is counted.
    explicit FragmentEnds(gpu::PixelCounts* pixels = nullptr) : pixels_(pixels) {}

    /// True if anything is counted.
    explicit operator bool() const { return pixels_ != nullptr; }

    /// Samples of each quad of the batch that comes.
    void begin(std::span<const uint32_t> samples) {
        if (pixels_ != nullptr) keep(samples);
    }
    /// Fragments have ended that had samples after the stage before, and have none.
    void ended(gpu::FragmentEnd end, const FragmentQuads& quads) {
        if (pixels_ != nullptr) count(end, quads);
    }
    /// All fragments that are left are written.
    void written(const FragmentQuads& quads) const {
        if (pixels_ != nullptr) countWritten(quads);
    }
    /// The program runs for the batch: counts helpers.
    void shaded(const FragmentQuads& quads) const {
        if (pixels_ != nullptr) countHelpers(quads);
    }
    /// Ends a quad's fragments before its first test. Requires that something is counted.
    void rejected(int32_t x, int32_t y, uint32_t samples, uint32_t samplesPerPixel) const;

  private:
    void keep(std::span<const uint32_t> samples);
    void count(gpu::FragmentEnd end, const FragmentQuads& quads);
    void countWritten(const FragmentQuads& quads) const;
    void countHelpers(const FragmentQuads& quads) const;

    gpu::PixelCounts* pixels_;
    std::array<uint32_t, kMostQuads> before_{};
};

/// A fragment of a batch that is traced (gpu/work_trace.h), with a sample left.
struct TracedFragment {
    uint32_t quad = 0;
    uint32_t fragment = 0;
    uint32_t samples = 0;

    uint32_t lane() const { return quad * func::kQuadFragments + fragment; }
};

std::vector<TracedFragment> tracedFragments(const gpu::WorkTrace& trace, const FragmentQuads& quads);

/// A traced fragment, and its samples in a target that is about to change.
struct TracedTarget {
    TracedFragment fragment;
    TracedSamples before;
};

/// Reports a test of depth and stencil. `quads`: after it.
void traceTest(gpu::WorkTrace& trace, const FragmentQuads& quads, std::span<const TracedTarget> targets);

/// Reports a write of colours to a target. `colorOf(lane)`: red, green, blue and alpha.
template <typename ColorOf>
void traceWrite(gpu::WorkTrace& trace, const FragmentQuads& quads, std::span<const TracedTarget> targets,
                uint32_t target, ColorOf colorOf) {
    for (const TracedTarget& one : targets)
        trace.report(quads.triangle[one.fragment.quad],
                     colorWriteText(target, colorOf(one.fragment.lane()), one.fragment.samples, one.before));
}

/// Reports what the program and its alpha have removed. `before`: samples of each quad before that.
void traceKilled(gpu::WorkTrace& trace, const FragmentQuads& quads, std::span<const uint32_t> before);

/// Ends traced fragments that had a sample in `before` and have none left.
void finishEnded(gpu::WorkTrace& trace, const FragmentQuads& quads, std::span<const uint32_t> before);

/// Ends all traced fragments of a batch.
void finishAll(gpu::WorkTrace& trace, const FragmentQuads& quads);

}  // namespace cyclorama::machine
