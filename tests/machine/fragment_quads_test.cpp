// SPDX-License-Identifier: MIT
#include "machine/values/fragment_quads.h"

#include <gtest/gtest.h>

#include <bit>
#include <map>
#include <string>

#include "func/raster/row_bands.h"

namespace cyclorama::machine {
namespace {

using gpu::FragmentEnd;

TEST(SampleBits, FragmentsAreBesideEachOther) {
    EXPECT_EQ(samplesOfFragment(0x4321, 2, 4), 3u);
    EXPECT_EQ(samplesOfFragment(0b1000, 3, 1), 1u);
    EXPECT_EQ(samplesOfQuad(0b0101, 4), 0x5555u);
    EXPECT_EQ(samplesOfQuad(1, 1), 0xfu);
    EXPECT_EQ(samplesOfFragments(0b1001, 4), 0xf00fu);
    EXPECT_EQ(samplesOfFragments(0b0110, 1), 0b0110u);
}

TEST(KeepSamples, LanesKeepWhatTheirMaskHas) {
    std::array<uint32_t, 2> samples{0xff, 0x0f};
    keepSamples(samples, 2, [](uint32_t lane) { return lane == 1 ? 0b01u : lane == 4 ? 0u : ~0u; });
    EXPECT_EQ(samples[0], 0b11110111u);
    EXPECT_EQ(samples[1], 0b00001100u);
}

TEST(CountSamples, MasksOfAllSizesAreCounted) {
    std::array<uint32_t, 33> quads;
    for (const uint32_t samplesPerPixel : {1u, 2u, 4u, 8u}) {
        quads.fill(samplesOfQuad(1, samplesPerPixel));
        quads[7] = 0;
        quads[32] = samplesOfFragments(0b0110, samplesPerPixel);
        EXPECT_EQ(countSamples(quads, samplesPerPixel), 31u * 4 + 2 * samplesPerPixel);
        EXPECT_EQ(countLiveFragments(quads, samplesPerPixel), 31u * 4 + 2);
    }
}

TEST(RowBands, FirstBandReachesTheRowOrFollowsIt) {
    const func::RowBands bands{.first = 1, .step = 3, .height = 32};
    EXPECT_EQ(bands.firstFrom(-5), 1);
    EXPECT_EQ(bands.firstFrom(63), 1);
    EXPECT_EQ(bands.firstFrom(64), 4);
    EXPECT_EQ(bands.firstFrom(4 * 32 + 31), 4);
    EXPECT_EQ(bands.firstFrom(5 * 32), 7);
}

TEST(RowBands, WorkersShareAllRowsOnce) {
    for (int32_t row = 0; row < 400; ++row) {
        int owners = 0;
        for (int32_t worker = 0; worker < 3; ++worker) {
            const func::RowBands bands{.first = worker, .step = 3, .height = 32};
            owners += bands.firstFrom(row) == row / 32 ? 1 : 0;
        }
        EXPECT_EQ(owners, 1) << row;
    }
}

/// Two quads of two samples a pixel.
struct Batch {
    std::array<int32_t, 2> x{0, 2};
    std::array<int32_t, 2> y{0, 0};
    std::array<uint32_t, 2> triangle{7, 8};
    std::array<uint32_t, 2> samples{0xff, 0b00001111};

    FragmentQuads quads() const { return {x, y, triangle, samples, 2}; }
};

uint32_t countOf(const gpu::PixelCounts& counts, FragmentEnd end) {
    uint32_t sum = 0;
    for (const uint16_t count : counts.tile(end, 0, 0)) sum += count;
    return sum;
}

TEST(FragmentEnds, PixelCountsWhenItsLastSampleDies) {
    gpu::PixelCounts counts(4, 2);
    FragmentEnds ends(&counts);
    Batch batch;
    ends.begin(batch.samples);
    ends.shaded(batch.quads());
    batch.samples = {0b11111101, 0b00001111};
    ends.ended(FragmentEnd::Killed, batch.quads());
    EXPECT_EQ(countOf(counts, FragmentEnd::Killed), 0u);
    batch.samples = {0b11110000, 0b00001100};
    ends.ended(FragmentEnd::Late, batch.quads());
    ends.written(batch.quads());
    EXPECT_EQ(countOf(counts, FragmentEnd::Late), 3u);
    EXPECT_EQ(countOf(counts, FragmentEnd::Written), 3u);
    EXPECT_EQ(countOf(counts, FragmentEnd::Helper), 2u);
    ends.rejected(0, 0, 0b00000011, 2);
    EXPECT_EQ(countOf(counts, FragmentEnd::Early), 1u);
}

TEST(FragmentEnds, WithoutCountsEveryCallIsAllowed) {
    FragmentEnds ends;
    EXPECT_FALSE(ends);
    const Batch batch;
    ends.begin(batch.samples);
    ends.ended(FragmentEnd::Killed, batch.quads());
    ends.written(batch.quads());
    EXPECT_FALSE(ends);
}

class Trace final : public gpu::WorkTrace {
  public:
    Trace(int32_t x, int32_t y) : WorkTrace(gpu::TracedPixel{x, y}, std::nullopt) {}
    void report(uint64_t triangle, std::string what) override { reported[triangle] += what + '\n'; }
    void finish(uint64_t triangle) override { ++finished[triangle]; }
    void reportVertex(uint32_t, std::string) override {}

    std::map<uint64_t, std::string> reported;
    std::map<uint64_t, int> finished;
};

TEST(TracedFragments, AreThoseOfThePixelWithSamples) {
    const Batch batch;
    const auto traced = tracedFragments(Trace(3, 0), batch.quads());
    ASSERT_EQ(traced.size(), 1u);
    EXPECT_EQ(traced[0].lane(), 5u);
    EXPECT_EQ(traced[0].samples, 0b11u);
    EXPECT_TRUE(tracedFragments(Trace(3, 1), batch.quads()).empty());
    EXPECT_TRUE(tracedFragments(Trace(8, 0), batch.quads()).empty());
}

TEST(TraceKilled, ReportsChangedFragmentsAlone) {
    Trace trace(3, 0);
    Batch batch;
    const auto before = batch.samples;
    traceKilled(trace, batch.quads(), before);
    EXPECT_TRUE(trace.reported.empty());
    batch.samples[1] = 0b0111;
    traceKilled(trace, batch.quads(), before);
    EXPECT_EQ(trace.reported.at(8), killedText(1) + '\n');
}

TEST(FinishEnded, EndsFragmentsThatLostTheirLastSample) {
    Trace trace(3, 0);
    Batch batch;
    const auto before = batch.samples;
    batch.samples[1] = 0b0111;
    finishEnded(trace, batch.quads(), before);
    EXPECT_TRUE(trace.finished.empty());
    batch.samples[1] = 0b0011;
    finishEnded(trace, batch.quads(), before);
    EXPECT_EQ(trace.finished.at(8), 1);
    // Without a sample before, the fragment had not begun.
    finishEnded(trace, batch.quads(), batch.samples);
    EXPECT_EQ(trace.finished.at(8), 1);
}

}  // namespace
}  // namespace cyclorama::machine
