// SPDX-License-Identifier: MIT
// Low resolution depth by itself: triangles whose planes are given, against blocks whose depths are known. A depth z is
// z * 65535 steps of a block; a triangle is rejected in a block where even its nearest depth there is at least
// a step farther away than the block's (Mesa: docs/drivers/freedreno/hw/lrz.rst, for what is compared and replaced;
// docs/develop/adreno.md for rounding). Steps are counted by hand.

#include "families/adreno/gras/lrz_stage.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <optional>
#include <vector>

#include "mem/address_space.h"

namespace cyclorama::adreno {
namespace {

/// Keeps what it hears.
class KeptRejections final : public LrzListener {
  public:
    struct Kept {
        size_t block;
        LrzRejection rejection;
    };
    void beginTests(uint64_t, uint32_t, uint32_t, uint32_t) override {}
    bool wants(size_t, DepthOrder, double) const override { return wanted; }
    void keep(size_t block, const LrzRejection& rejection) override { all.push_back({block, rejection}); }
    void beginDepths(const DepthBuffer*, std::optional<DepthOrder>) override {}

    bool wanted = true;
    std::vector<Kept> all;
};

/// A window of 64x64 pixels, eight blocks each way, and memory for the depths of two layers.
class LrzStageTest : public testing::Test {
  protected:
    using Verdict = LrzStage::Verdict;

    static constexpr uint64_t kDepths = 0x1'0000'0000;
    static constexpr uint64_t kBits = kDepths + 0x10000;
    static constexpr int32_t kPixels = 64;
    static constexpr uint32_t kPitch = 32;
    static constexpr uint64_t kLayerPitch = 0x1000;

    LrzStageTest() : space_(mem::FlatAddressSpace{}) {
        space_.mappings()->mapZeros(kDepths, 0x20000);
        control_.tests = true;
        control_.address = kDepths;
        control_.pitch = kPitch;
        for (WindowViewport& viewport : raster_.viewports)
            viewport.scissor = {.minX = 0, .minY = 0, .maxX = kPixels, .maxY = kPixels};
        raster_.clip.zeroToOne = true;
        fill(0x8000);
    }

    void fill(uint16_t depth) {
        for (uint64_t i = 0; i < 2 * kLayerPitch; i += 2) ASSERT_TRUE(space_.store(kDepths + i, depth));
    }
    void setBlock(uint32_t x, uint32_t y, uint16_t depth) {
        ASSERT_TRUE(space_.store(kDepths + 2 * (uint64_t{y} * kPitch + x), depth));
    }
    uint32_t block(uint32_t x, uint32_t y, uint32_t layer = 0) const {
        return space_.load<uint16_t>(kDepths + layer * kLayerPitch + 2 * (uint64_t{y} * kPitch + x)).value_or(0xbad);
    }

    /// A triangle that covers all pixels of `bounds` and more, with a depth plane at the centres of pixels.
    static func::SetupTriangle covering(const func::PlaneEquation& depth,
                                        const func::PixelRectangle& bounds = {0, 0, kPixels, kPixels}) {
        func::SetupTriangle setup;
        for (uint32_t e = 0; e < func::kDepthPlane; ++e) setup.planes[e] = {0.0, 0.0, 1.0};
        setup.planes[func::kDepthPlane] = depth;
        setup.bounds = bounds;
        return setup;
    }
    static func::SetupTriangle flat(double z) { return covering({0.0, 0.0, z}); }
    /// From 0 at the left of the window to 1 at its right.
    static func::SetupTriangle sloped() { return covering({1.0 / kPixels, 0.0, 0.5 / kPixels}); }

    LrzDraw draw() const {
        LrzDraw draw{.control = control_,
                     .buffer = LrzBuffer(control_, memory_, raster_.reach(), raster_.lastLayer),
                     .raster = raster_,
                     .depths = {},
                     .firstSample = {},
                     .lastSample = {}};
        for (uint32_t i = 0; i < kViewports; ++i) draw.depths[i] = DepthTransform(raster_, i);
        return draw;
    }
    /// One triangle over all rows.
    Verdict take(const func::SetupTriangle& setup, const RasterTriangle& triangle = {}) {
        const LrzDraw all = draw();
        LrzStage stage(all);
        const Verdict verdict = stage.take(setup, triangle, 0, kPixels);
        counts_ = stage.counts();
        return verdict;
    }

    mem::AddressSpace space_;
    sim::Findings findings_;
    Reporter reporter_{findings_};
    GpuMemory memory_{space_, {}, reporter_};
    LrzControl control_;
    RasterControl raster_;
    /// Blocks counted for the last triangle that was tested.
    LrzCounts counts_;
};

TEST_F(LrzStageTest, RejectsWhatIsBehindAllBlocks) {
    EXPECT_EQ(take(flat(0.75)), Verdict::None);
    EXPECT_EQ(counts_.coveredBlocks, 64u);
    EXPECT_EQ(counts_.rejectedBlocks, 64u);
    EXPECT_EQ(take(flat(0.25)), Verdict::All);
    EXPECT_EQ(counts_.coveredBlocks, 64u);
    EXPECT_EQ(counts_.rejectedBlocks, 0u);
    control_.greater = true;
    EXPECT_EQ(take(flat(0.75)), Verdict::All);
    EXPECT_EQ(take(flat(0.25)), Verdict::None);
}

TEST_F(LrzStageTest, EqualDepthPassesInBothDirections) {
    for (uint32_t depth = 0; depth <= LrzBuffer::kMostDepth; depth += 257) {
        fill(static_cast<uint16_t>(depth));
        for (const bool greater : {false, true}) {
            control_.greater = greater;
            EXPECT_EQ(take(flat(depth / 65535.0)), Verdict::All) << depth << ", " << greater;
        }
    }
}

TEST_F(LrzStageTest, RejectsFromAWholeStepOn) {
    // 1.0 is exactly 65535 steps.
    fill(65534);
    EXPECT_EQ(take(flat(1.0)), Verdict::None);
    EXPECT_EQ(take(flat(std::nextafter(1.0, 0.0))), Verdict::All) << "not a whole step";
    control_.greater = true;
    fill(1);
    EXPECT_EQ(take(flat(0.0)), Verdict::None);
    EXPECT_EQ(take(flat(std::nextafter(0.0, 1.0))), Verdict::All);
}

TEST_F(LrzStageTest, ComparesTheForemostDepthOfEachBlock) {
    // Blocks begin at (8 n + 0.5) / 64: the fifth is the first whose nearest depth is greater than 0.5.
    const LrzDraw nearer = draw();
    LrzStage stage(nearer);
    EXPECT_EQ(stage.take(sloped(), {}, 0, kPixels), Verdict::Part);
    for (int32_t x = 0; x < kPixels; ++x) EXPECT_EQ(stage.rejects(x, 63), x >= 32) << x;
    EXPECT_EQ(stage.counts().rejectedBlocks, 32u);
    // They end at (8 n + 7.5) / 64: the fourth is the last whose farthest depth is less than 0.5.
    control_.greater = true;
    const LrzDraw farther = draw();
    LrzStage other(farther);
    EXPECT_EQ(other.take(sloped(), {}, 0, kPixels), Verdict::Part);
    for (int32_t x = 0; x < kPixels; ++x) EXPECT_EQ(other.rejects(x, 0), x < 32) << x;
}

TEST_F(LrzStageTest, DepthCountsWithinTheTrianglesBounds) {
    // Of the fourth block only the columns from 31 on: 31.5 / 64 * 65535 is 32255.5.
    fill(32254);
    EXPECT_EQ(take(covering({1.0 / kPixels, 0.0, 0.5 / kPixels}, {31, 0, 32, 8})), Verdict::None);
    EXPECT_EQ(take(covering({1.0 / kPixels, 0.0, 0.5 / kPixels}, {30, 0, 32, 8})), Verdict::All);
    // The same downwards.
    EXPECT_EQ(take(covering({0.0, 1.0 / kPixels, 0.5 / kPixels}, {0, 31, 8, 32})), Verdict::None);
    EXPECT_EQ(take(covering({0.0, 1.0 / kPixels, 0.5 / kPixels}, {0, 30, 8, 32})), Verdict::All);
}

TEST_F(LrzStageTest, TestsTheRowsThatAreAskedFor) {
    setBlock(2, 1, 0);
    const LrzDraw all = draw();
    LrzStage stage(all);
    EXPECT_EQ(stage.take(flat(0.25), {}, 0, 8), Verdict::All);
    EXPECT_EQ(stage.take(flat(0.25), {}, 8, 16), Verdict::Part);
    EXPECT_TRUE(stage.rejects(16, 8));
    EXPECT_TRUE(stage.rejects(23, 15));
    EXPECT_FALSE(stage.rejects(15, 8));
    EXPECT_FALSE(stage.rejects(24, 8));
    EXPECT_FALSE(stage.rejects(16, 16)) << "another row";
    EXPECT_EQ(stage.counts().coveredBlocks, 16u);
    EXPECT_EQ(stage.counts().rejectedBlocks, 1u);
}

TEST_F(LrzStageTest, TestsOnlyBlocksThatTheTriangleReaches) {
    control_.writes = true;
    func::SetupTriangle setup = flat(0.25);
    // Inside from x = 20 on: the columns 0 and 1 are not reached, and column 2 is reached in part.
    setup.planes[0] = {1.0, 0.0, 0.5 - 20.0};
    EXPECT_EQ(take(setup), Verdict::All);
    EXPECT_EQ(counts_.partialBlocks, 8u);
    EXPECT_EQ(counts_.coveredBlocks, 5u * 8u);
    EXPECT_EQ(counts_.writtenBlocks, 5u * 8u) << "none that is covered in part";
    EXPECT_EQ(block(1, 0), 0x8000u);
    EXPECT_EQ(block(2, 0), 0x8000u);
    EXPECT_EQ(block(3, 0), 16384u);
    EXPECT_EQ(block(7, 7), 16384u);
}

TEST_F(LrzStageTest, RejectsBlocksThatAreReachedInPart) {
    func::SetupTriangle setup = flat(0.75);
    setup.planes[1] = {0.0, -1.0, 3.5};
    EXPECT_EQ(take(setup), Verdict::None) << "rows 0 to 3";
    EXPECT_EQ(counts_.partialBlocks, 8u);
    EXPECT_EQ(counts_.coveredBlocks, 0u);
    EXPECT_EQ(counts_.rejectedBlocks, 8u);
}

TEST_F(LrzStageTest, WritesTheHindmostDepthOfEachBlock) {
    fill(0xffff);
    EXPECT_EQ(take(sloped()), Verdict::All);
    EXPECT_EQ(block(0, 0), 0xffffu) << "the draw writes none";
    EXPECT_EQ(counts_.writtenBlocks, 0u);
    control_.writes = true;
    EXPECT_EQ(take(sloped()), Verdict::All);
    // 7.5 / 64 * 65535 is 7679.9, and 63.5 / 64 * 65535 is 65023.01: rounded up.
    EXPECT_EQ(block(0, 0), 7680u);
    EXPECT_EQ(block(7, 7), 65024u);
    EXPECT_EQ(counts_.writtenBlocks, 64u);
    EXPECT_EQ(block(8, 0), 0xffffu) << "outside of the triangle's bounds";
    control_.greater = true;
    fill(0);
    EXPECT_EQ(take(sloped()), Verdict::All);
    // 0.5 / 64 * 65535 is 511.99, and 56.5 / 64 * 65535 is 57855.1: rounded down.
    EXPECT_EQ(block(0, 0), 511u);
    EXPECT_EQ(block(7, 7), 57855u);
}

TEST_F(LrzStageTest, WritesOnlyWhatIsNearer) {
    control_.writes = true;
    setBlock(3, 3, 16384);
    setBlock(4, 3, 16385);
    EXPECT_EQ(take(flat(0.25)), Verdict::All);
    EXPECT_EQ(block(3, 3), 16384u);
    EXPECT_EQ(block(4, 3), 16384u);
    EXPECT_EQ(counts_.writtenBlocks, 63u);
    EXPECT_EQ(take(flat(0.3)), Verdict::None) << "the same draw again is behind itself";
    EXPECT_EQ(counts_.writtenBlocks, 0u);
}

TEST_F(LrzStageTest, DoesNotWriteBlocksThatTheScissorCuts) {
    control_.writes = true;
    raster_.viewports[0].scissor = {.minX = 0, .minY = 1, .maxX = 63, .maxY = kPixels};
    EXPECT_EQ(take(flat(0.25)), Verdict::All);
    EXPECT_EQ(counts_.writtenBlocks, 7u * 7u);
    EXPECT_EQ(block(0, 0), 0x8000u);
    EXPECT_EQ(block(7, 1), 0x8000u);
    EXPECT_EQ(block(6, 1), 16384u);
}

TEST_F(LrzStageTest, DoesNotWriteBlocksWithFragmentsBeyondAPlaneOfDepth) {
    control_.writes = true;
    fill(0xffff);
    // From -0.25 at the left to 1.25 at the right: 0 is at column 10.7, and 1 at column 53.3.
    const func::SetupTriangle setup = covering({1.5 / kPixels, 0.0, 0.75 / kPixels - 0.25});
    EXPECT_EQ(take(setup), Verdict::All);
    EXPECT_EQ(block(1, 0), 0xffffu);
    EXPECT_NE(block(2, 0), 0xffffu);
    EXPECT_NE(block(5, 0), 0xffffu);
    EXPECT_EQ(block(6, 0), 0xffffu);
    EXPECT_EQ(counts_.writtenBlocks, 4u * 8u);
    raster_.clip.nearPlane = false;
    EXPECT_EQ(take(setup), Verdict::All);
    EXPECT_EQ(block(0, 0), 0u) << "limited to 0";
}

TEST_F(LrzStageTest, ComparesDepthsOfTheWindow) {
    fill(0x8000);
    raster_.viewports[0].transform.scale[2] = 0.5f;
    EXPECT_EQ(take(flat(0.75)), Verdict::All) << "at 0.375";
    raster_.viewports[0].transform.offset[2] = 0.25f;
    EXPECT_EQ(take(flat(0.75)), Verdict::None) << "at 0.625";
    func::SetupTriangle setup = flat(0.75);
    setup.depthOffset = -0.25;
    EXPECT_EQ(take(setup), Verdict::All) << "polygon offset takes it to 0.375";
    EXPECT_EQ(take(flat(0.75), {.viewport = 1}), Verdict::None) << "another viewport";
    raster_.clampsDepth = true;
    raster_.viewports[0].farthest = 0.5f;
    EXPECT_EQ(take(flat(0.75)), Verdict::All) << "clamped to 0.5";
}

TEST_F(LrzStageTest, BlocksWithoutDepthsPassUntested) {
    control_.pitch = 4;
    fill(0);
    const LrzDraw all = draw();
    LrzStage stage(all);
    EXPECT_EQ(stage.take(flat(0.5), {}, 0, kPixels), Verdict::Part);
    EXPECT_TRUE(stage.rejects(31, 0));
    EXPECT_FALSE(stage.rejects(32, 0));
    EXPECT_EQ(stage.counts().coveredBlocks, 32u);
    EXPECT_EQ(take(flat(0.5), {.layer = 1}), Verdict::All) << "no other layer without a pitch of layers";
    EXPECT_EQ(counts_.coveredBlocks, 0u);
    control_.address = kDepths + 0x100000;
    EXPECT_EQ(take(flat(0.5)), Verdict::All) << "not mapped";
    EXPECT_EQ(counts_.coveredBlocks, 0u);
}

TEST_F(LrzStageTest, LayersHaveDepthsOfTheirOwn) {
    control_.layerPitch = kLayerPitch;
    control_.writes = true;
    raster_.lastLayer = 1;
    EXPECT_EQ(take(flat(0.25), {.layer = 1}), Verdict::All);
    EXPECT_EQ(block(0, 0, 0), 0x8000u);
    EXPECT_EQ(block(0, 0, 1), 16384u);
    EXPECT_EQ(take(flat(0.375), {.layer = 1}), Verdict::None);
    EXPECT_EQ(take(flat(0.375), {.layer = 0}), Verdict::All);
}

TEST_F(LrzStageTest, SteepPlanesAreNotTested) {
    EXPECT_EQ(take(covering({2e6, 0.0, 0.75})), Verdict::All);
    EXPECT_EQ(counts_.coveredBlocks, 0u);
    EXPECT_EQ(take(covering({std::nan(""), 0.0, 0.75})), Verdict::All);
    EXPECT_EQ(counts_.coveredBlocks, 0u);
}

TEST_F(LrzStageTest, BlocksAreOfSamples) {
    // Four samples a pixel: blocks of 4x4 pixels, whose samples are up to 0.375 from the centres of pixels.
    control_.blockWidth = control_.blockHeight = 4;
    control_.writes = true;
    fill(0xffff);
    raster_.samples = 4;
    LrzDraw all = draw();
    all.firstSample = {-0.375, -0.375};
    all.lastSample = {0.375, 0.375};
    LrzStage stage(all);
    EXPECT_EQ(stage.take(covering({1.0 / kPixels, 0.0, 0.0}, {0, 0, 8, 4}), {}, 0, kPixels), Verdict::All);
    EXPECT_EQ(stage.counts().coveredBlocks, 2u);
    // The last sample of the second block is 7.375 pixels from the left; the first of the first block is outside.
    EXPECT_EQ(block(0, 0), 0xffffu) << "-0.375 is before the near plane";
    EXPECT_EQ(block(1, 0), 7552u) << "7.375 / 64 * 65535 is 7551.9";
}

TEST_F(LrzStageTest, FastClearStandsForDepthsWithoutTheirBit) {
    control_.fastClear = true;
    control_.trackingAddress = kBits;
    fill(0);
    EXPECT_EQ(take(flat(1.0)), Verdict::All) << "cleared to the farthest";
    control_.greater = true;
    fill(0xffff);
    EXPECT_EQ(take(flat(0.0)), Verdict::All) << "cleared to the nearest";
    // The second bit: blocks 16 to 31 of the first four rows, outside of the window. The first of the second row is the
    // third, as the pitch has two.
    ASSERT_TRUE(space_.store(kBits, uint8_t{4}));
    const LrzDraw all = draw();
    LrzStage stage(all);
    EXPECT_EQ(stage.take(flat(0.5), {}, 0, kPixels), Verdict::Part);
    EXPECT_FALSE(stage.rejects(0, 31));
    EXPECT_TRUE(stage.rejects(0, 32));
}

TEST_F(LrzStageTest, WritingABlockFillsThoseThatAreClearedWithIt) {
    control_.fastClear = true;
    control_.writes = true;
    control_.trackingAddress = kBits;
    fill(0x1234);
    EXPECT_EQ(take(covering({0.0, 0.0, 0.25}, {8, 8, 16, 16})), Verdict::All);
    EXPECT_EQ(space_.load<uint8_t>(kBits), uint8_t{1});
    for (uint32_t y = 0; y < 8; ++y)
        for (uint32_t x = 0; x < kPitch; ++x)
            EXPECT_EQ(block(x, y), x == 1 && y == 1 ? 16384u : x < 16 && y < 4 ? 0xffffu : 0x1234u) << x << ", " << y;
}

TEST_F(LrzStageTest, ListenerKeepsTheFrontOfRejectedTriangles) {
    KeptRejections kept;
    control_.layerPitch = kLayerPitch;
    raster_.lastLayer = 1;
    LrzDraw all = draw();
    all.listener = &kept;
    all.control.order = DepthOrder::Nearer;
    all.layerRows = 64;
    LrzStage stage(all);
    const func::SetupTriangle setup = covering({1.0 / kPixels, 0.0, 0.5 / kPixels}, {44, 0, 50, 6});
    ASSERT_EQ(stage.take(setup, {.layer = 1}, 0, kPixels), Verdict::None);
    ASSERT_EQ(kept.all.size(), 2u);
    EXPECT_EQ(kept.all[0].block, 64 * size_t{kPitch} + 5) << "(layer * rows + row) * columns + column";
    EXPECT_EQ(kept.all[0].rejection.box, (func::PixelRectangle{44, 0, 48, 6}));
    EXPECT_EQ(kept.all[0].rejection.front, 44.5 / kPixels);
    EXPECT_EQ(kept.all[0].rejection.layer, 1u);
    EXPECT_EQ(kept.all[1].rejection.box, (func::PixelRectangle{48, 0, 50, 6}));
    EXPECT_EQ(kept.all[1].rejection.front, 48.5 / kPixels);
    kept.wanted = false;
    ASSERT_EQ(stage.take(setup, {.layer = 1}, 0, kPixels), Verdict::None);
    EXPECT_EQ(kept.all.size(), 2u);
}

}  // namespace
}  // namespace cyclorama::adreno
