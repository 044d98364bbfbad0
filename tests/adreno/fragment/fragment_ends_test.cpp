// SPDX-License-Identifier: MIT
// How the fragments of draws end, pixel by pixel: known numbers of small draws, which add up to the chip's own
// counters.

#include <stdexcept>

#include "adreno/fragment/render_bench.h"
#include "families/adreno/fragment/fragment_pipe.h"

namespace cyclorama::adreno {
namespace {

using gpu::FragmentEnd;
using gpu::PixelCounts;
using test::RenderBench;

constexpr uint32_t kEdge = RenderBench::kSize;
constexpr uint64_t kPixels = uint64_t{kEdge} * kEdge;

/// Early, killed, late, written, helpers.
using Ends = std::array<uint64_t, gpu::kFragmentEnds>;

/// An observer that wants counts of fragments, and nothing else.
class Counting final : public machine::OperationContext {
  public:
    gpu::PixelCounts* countPixels(const machine::ObservedSurface& surface) override {
        surface_ = surface;
        return &counts_;
    }
    const machine::ObservedSurface& surface() const { return surface_; }
    uint32_t at(FragmentEnd end, uint32_t x, uint32_t y) const {
        const auto tile = counts_.tile(end, x / PixelCounts::kTile, y / PixelCounts::kTile);
        return tile.empty() ? 0 : tile[size_t{y % PixelCounts::kTile} * PixelCounts::kTile + x % PixelCounts::kTile];
    }
    Ends ends() const {
        Ends sums{};
        for (size_t end = 0; end < sums.size(); ++end)
            for (uint32_t y = 0; y < kEdge; ++y)
                for (uint32_t x = 0; x < kEdge; ++x) sums[end] += at(static_cast<FragmentEnd>(end), x, y);
        return sums;
    }

    const gpu::DrawState& state() const override { throw std::logic_error("no state"); }
    mem::AddressSpace& memory() override { throw std::logic_error("no memory"); }
    machine::Surfaces& surfaces() override { throw std::logic_error("no surfaces"); }
    const func::TextureUnitSettings& textures() const override { throw std::logic_error("no textures"); }
    void memoryWritten() override {}
    void contentsSet(gpu::Buffer /*buffer*/) override {}
    machine::FrameSink& frames() override { throw std::logic_error("no frames"); }
    uint32_t countPicture() override { return 0; }
    void report(const sim::FindingKind& /*kind*/) override {}

  private:
    PixelCounts counts_{kEdge, kEdge};
    machine::ObservedSurface surface_;
};

/// A white program, and a target of colours and one of depths.
struct EndsBench : RenderBench {
    static constexpr uint64_t kLowDepths = kBase + 0x580000;
    static constexpr uint32_t kLess = 1;
    static constexpr uint32_t kAlways = 7;

    explicit EndsBench(uint32_t threads = 1) : RenderBench(threads, GpuGeneration::A6xxGen3) {
        colorTarget(0, 0x30);
        depthTarget(DepthFormat::Float32);
        program(test::colorProgram(1.0f, 1.0f, 1.0f, 1.0f));
        counters.start(StatisticGroup::Fragments);
        context = &counting;
    }
    void testDepth(uint32_t function, bool late) {
        set("RB_DEPTH_CNTL/Z_TEST_ENABLE"_field, 1);
        set("RB_DEPTH_CNTL/ZFUNC"_field, function);
        set("RB_DEPTH_PLANE_CNTL/Z_MODE"_field, late ? 1 : 0);
    }
    /// Kills the fragments of even columns.
    void killEvenColumns() {
        set("HLSQ_CONTROL_4_REG/XYCOORDREGID"_field, 8);
        program(
            "and.b r1.x, r2.x, 16\nnop\nnop\ncmps.u.eq p0.x, r1.x, 0\nmov.f32f32 r0.x, (1.0)\n"
            "mov.f32f32 r0.y, (1.0)\nmov.f32f32 r0.z, (1.0)\nmov.f32f32 r0.w, (1.0)\nnop\nnop\nkill p0.x\nend");
    }
    void lrz(uint16_t depth) {
        for (uint64_t i = 0; i < 0x1000; i += 2) ASSERT_TRUE(memory.store(kLowDepths + i, depth));
        setAddress("GRAS_LRZ_BUFFER_BASE"_reg, kLowDepths);
        set("GRAS_LRZ_BUFFER_PITCH/PITCH"_field, 1);
        set("GRAS_LRZ_CNTL/ENABLE"_field, 1);
    }
    uint64_t invocations() const {
        return counters.statistic(static_cast<uint32_t>(PipelineStatistic::FragmentInvocations));
    }

    Counting counting;
};

TEST(FragmentEnds, AreWrittenAndHelpersOnAnEdge) {
    EndsBench bench;
    // The right angle at the upper left corner of the target, both legs 16 pixels long: 15 pixels in the first row. The
    // diagonal goes through 8 quads, of each of which a pixel is inside.
    bench.draw(PrimitiveTopology::Triangles, {{-1, -1, 0, 1}, {-0.5f, -1, 0, 1}, {-1, -0.5f, 0, 1}});
    EXPECT_EQ(bench.counting.ends(), (Ends{0, 0, 0, 120, 24}));
    EXPECT_EQ(bench.counting.at(FragmentEnd::Written, 14, 0), 1u);
    EXPECT_EQ(bench.counting.at(FragmentEnd::Written, 15, 0), 0u);
    EXPECT_EQ(bench.counting.at(FragmentEnd::Helper, 15, 0), 1u);
    EXPECT_EQ(bench.counting.at(FragmentEnd::Helper, 14, 2), 0u);
    EXPECT_EQ(bench.invocations(), 120u);
    EXPECT_EQ(bench.counters.samplesPassed, 120u);
    EXPECT_EQ(bench.counting.surface(),
              (machine::ObservedSurface{
                  .address = RenderBench::kColor, .width = kEdge, .height = kEdge, .order = func::RowOrder::TopFirst}));
}

TEST(FragmentEnds, FailTestsBeforeOrBehindTheProgram) {
    for (const bool late : {false, true}) {
        EndsBench bench;
        bench.testDepth(EndsBench::kLess, late);
        bench.drawAll(0.25f);  // behind the zeros of the buffer
        EXPECT_EQ(bench.counting.ends(), late ? (Ends{0, 0, kPixels, 0, 0}) : (Ends{kPixels, 0, 0, 0, 0}));
        EXPECT_EQ(bench.invocations(), late ? kPixels : 0);
    }
}

TEST(FragmentEnds, AreKilledByThePrograms) {
    EndsBench bench;
    bench.testDepth(EndsBench::kAlways, true);
    bench.killEvenColumns();
    bench.drawAll(0.5f);
    EXPECT_EQ(bench.counting.ends(), (Ends{0, kPixels / 2, 0, kPixels / 2, 0}));
    EXPECT_EQ(bench.counting.at(FragmentEnd::Killed, 8, 3), 1u);
    EXPECT_EQ(bench.counting.at(FragmentEnd::Written, 9, 3), 1u);
}

TEST(FragmentEnds, AreRejectedEarlyByLowResolutionDepth) {
    EndsBench bench;
    bench.lrz(0x8000);
    bench.drawAll(0.75f);
    EXPECT_EQ(bench.counting.ends(), (Ends{kPixels, 0, 0, 0, 0}));
    // One block of 8x8 pixels is nearer than the draw.
    ASSERT_TRUE(bench.memory.store(EndsBench::kLowDepths + 2 * (2 * 32 + 5), uint16_t{0x1000}));
    bench.drawAll(0.25f);
    EXPECT_EQ(bench.counting.ends(), (Ends{kPixels + 64, 0, 0, kPixels - 64, 0}));
    EXPECT_EQ(bench.counting.at(FragmentEnd::Early, 5 * 8, 2 * 8), 2u);
    EXPECT_EQ(bench.counting.at(FragmentEnd::Written, 5 * 8 + 7, 2 * 8 + 7), 0u);
}

TEST(FragmentEnds, AreOfPixelsAsLongAsAnySampleIsLeft) {
    EndsBench bench;
    bench.samples(2);
    // A left edge at x = 4.5: two of the four samples of a column.
    bench.draw(PrimitiveTopology::Triangles, {{4.5f / 32 - 1, -1, 0, 1}, {3, -1, 0, 1}, {4.5f / 32 - 1, 5, 0, 1}});
    EXPECT_EQ(bench.counting.at(FragmentEnd::Written, 3, 0), 0u);
    EXPECT_EQ(bench.counting.at(FragmentEnd::Written, 4, 0), 1u);
    EXPECT_EQ(bench.counting.ends()[static_cast<size_t>(FragmentEnd::Written)], bench.invocations());
}

TEST(FragmentEnds, AreTheSameForAnyNumberOfThreads) {
    const auto ends = [](uint32_t threads) {
        EndsBench bench(threads);
        bench.testDepth(EndsBench::kLess, true);
        bench.killEvenColumns();
        bench.draw(PrimitiveTopology::Triangles, {{-1, -1, -0.5f, 1}, {1, -1, 0.5f, 1}, {-1, 1, 0.5f, 1}});
        return bench.counting.ends();
    };
    const Ends one = ends(1);
    EXPECT_GT(one[static_cast<size_t>(FragmentEnd::Killed)], 0u);
    EXPECT_GT(one[static_cast<size_t>(FragmentEnd::Late)], 0u);
    EXPECT_EQ(ends(2), one);
}

}  // namespace
}  // namespace cyclorama::adreno
