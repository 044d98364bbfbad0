// SPDX-License-Identifier: MIT
// Low resolution depth: blocks of known depths, draws at known depths, and what is left of both. Depths are counted by
// hand: 0.25 * 65535 = 16383.75.

#include <bit>
#include <cstring>

#include "adreno/fragment/render_bench.h"
#include "families/adreno/packets/packets.h"

namespace cyclorama::adreno {
namespace {

using test::RenderBench;

constexpr uint64_t kLrz = RenderBench::kBase + 0x580000;
constexpr uint64_t kTracking = RenderBench::kBase + 0x590000;
constexpr uint32_t kLrzPitch = 32;
constexpr uint32_t kLayerPitch = 0x1000;
/// Blocks of the target with one sample.
constexpr uint32_t kBlocks = RenderBench::kSize / 8;
constexpr uint32_t kAllBlocks = kBlocks * kBlocks;
constexpr uint32_t kView = 3 | 1 << 16;

enum class Mode : uint8_t { Early = 0, Late = 1, EarlyLrzLateZ = 2 };

/// A white program without depth test, so that pixels tell what LRZ leaves.
struct LrzBench : RenderBench {
    explicit LrzBench(uint32_t threads = 1, GpuGeneration generation = GpuGeneration::A6xxGen3)
        : RenderBench(threads, generation) {
        colorTarget(0, 0x30);
        program(test::colorProgram(1.0f, 1.0f, 1.0f, 1.0f));
        setAddress("GRAS_LRZ_BUFFER_BASE"_reg, kLrz);
        set("GRAS_LRZ_BUFFER_PITCH/PITCH"_field, kLrzPitch / 32);
        set("GRAS_LRZ_CNTL/ENABLE"_field, 1);
        fill(0xffff);
    }
    void fill(uint16_t depth) {
        for (uint64_t i = 0; i < 4 * kLayerPitch; i += 2) ASSERT_TRUE(memory.store(kLrz + i, depth));
    }
    void writes() { set("GRAS_LRZ_CNTL/LRZ_WRITE"_field, 1); }
    void greater() { set("GRAS_LRZ_CNTL/GREATER"_field, 1); }
    void mode(Mode mode) { set("GRAS_SU_DEPTH_PLANE_CNTL/Z_MODE"_field, static_cast<uint32_t>(mode)); }
    uint32_t block(uint32_t x, uint32_t y, uint32_t layer = 0) const {
        return memory.load<uint16_t>(kLrz + layer * kLayerPitch + uint64_t{y * kLrzPitch + x} * 2).value_or(0xbad);
    }
    void fastClear() {
        setAddress("GRAS_LRZ_FAST_CLEAR_BUFFER_BASE"_reg, kTracking);
        set("GRAS_LRZ_CNTL/FC_ENABLE"_field, 1);
    }
    /// The draws that follow have this direction, and the buffer that one.
    void track(LrzTracking::Direction draws, LrzTracking::Direction buffer) {
        setAddress("GRAS_LRZ_FAST_CLEAR_BUFFER_BASE"_reg, kTracking);
        set("GRAS_LRZ_CNTL/DIR"_field, static_cast<uint32_t>(draws));
        set("GRAS_LRZ_CNTL/DIR_WRITE"_field, 1);
        set("GRAS_LRZ_CNTL/DISABLE_ON_WRONG_DIR"_field, 1);
        set("GRAS_LRZ_DEPTH_VIEW"_reg, kView);
        ASSERT_TRUE(memory.store(kTracking + LrzTracking::kDirection, buffer));
        ASSERT_TRUE(memory.store(kTracking + LrzTracking::kDepthView, kView));
    }
    LrzTracking::Direction direction() const {
        return memory.load<LrzTracking::Direction>(kTracking + LrzTracking::kDirection)
            .value_or(LrzTracking::Direction::Disabled);
    }
    const LrzCounts& counts() const { return counters.lrz; }
    uint32_t drawn() const {
        const std::vector<uint32_t> texels = picture();
        return static_cast<uint32_t>(std::ranges::count(texels, ~0u));
    }
    void clearPicture() {
        for (uint64_t i = 0; i < kTargetStride; i += 4) ASSERT_TRUE(memory.store(kColor + i, uint32_t{0}));
    }
};

TEST(LrzDraw, RejectsWhatIsBehindBlocks) {
    LrzBench bench;
    bench.fill(0x8000);
    bench.drawAll(0.75f);
    EXPECT_EQ(bench.drawn(), 0u);
    EXPECT_EQ(bench.counts().rejectedBlocks, kAllBlocks);
    EXPECT_EQ(bench.counts().coveredBlocks, kAllBlocks);
    bench.drawAll(0.25f);
    EXPECT_EQ(bench.drawn(), RenderBench::kSize * RenderBench::kSize);
    EXPECT_EQ(bench.counts().rejectedBlocks, kAllBlocks);
    EXPECT_EQ(bench.block(3, 3), 0x8000u) << "without LRZ_WRITE nothing is written";
    EXPECT_EQ(bench.findingsText(), "");
}

TEST(LrzDraw, ComparesTheOtherWayWhereDepthGrows) {
    LrzBench bench;
    bench.greater();
    bench.fill(0x8000);
    bench.drawAll(0.25f);
    EXPECT_EQ(bench.drawn(), 0u);
    bench.drawAll(0.75f);
    EXPECT_EQ(bench.drawn(), RenderBench::kSize * RenderBench::kSize);
}

TEST(LrzDraw, KeepsWhatIsWithinAStepOfTheBlock) {
    LrzBench bench;
    bench.fill(0x8000);  // 0.500008
    bench.drawAll(0.50002f);
    EXPECT_EQ(bench.drawn(), RenderBench::kSize * RenderBench::kSize) << "32768.8 is not a step behind";
    bench.clearPicture();
    bench.drawAll(0.50003f);
    EXPECT_EQ(bench.drawn(), 0u);
}

TEST(LrzDraw, RejectsSomeBlocksOfATriangle) {
    LrzBench bench;
    ASSERT_TRUE(bench.memory.store(kLrz + 2 * (2 * kLrzPitch + 5), uint16_t{0x1000}));
    bench.drawAll(0.5f);
    EXPECT_EQ(bench.drawn(), RenderBench::kSize * RenderBench::kSize - 64);
    EXPECT_EQ(bench.texel(5 * 8, 2 * 8), 0u);
    EXPECT_EQ(bench.texel(5 * 8 + 7, 2 * 8 + 7), 0u);
    EXPECT_EQ(bench.texel(5 * 8 - 1, 2 * 8), ~0u);
    EXPECT_EQ(bench.texel(5 * 8, 2 * 8 + 8), ~0u);
}

TEST(LrzDraw, WritesTheFarthestOfCoveredBlocks) {
    LrzBench bench;
    bench.writes();
    bench.drawAll(0.25f);
    EXPECT_EQ(bench.block(0, 0), 16384u);
    EXPECT_EQ(bench.block(kBlocks - 1, kBlocks - 1), 16384u);
    EXPECT_EQ(bench.block(kBlocks, 0), 0xffffu) << "beside the picture";
    bench.drawAll(0.5f);
    EXPECT_EQ(bench.block(0, 0), 16384u) << "what is farther changes nothing";
    bench.fill(0xffff);
    // From 0 at the left to 1 at the right of 64 pixels: the last pixel's centre of the first block is at 7.5 / 64.
    bench.draw(PrimitiveTopology::Triangles, {{-1, -1, 0, 1}, {3, -1, 2, 1}, {-1, 3, 0, 1}});
    EXPECT_EQ(bench.block(0, 4), 7680u);
    EXPECT_EQ(bench.block(1, 4), 15872u);
}

TEST(LrzDraw, WritesTheNearestWhereDepthGrows) {
    LrzBench bench;
    bench.greater();
    bench.writes();
    bench.fill(0);
    bench.drawAll(0.25f);
    EXPECT_EQ(bench.block(0, 0), 16383u);
}

TEST(LrzDraw, WritesOnlyBlocksThatOneTriangleCovers) {
    LrzBench bench;
    bench.writes();
    // The upper left half.
    bench.draw(PrimitiveTopology::Triangles, {{-1, -1, 0, 1}, {1, -1, 0, 1}, {-1, 1, 0, 1}});
    EXPECT_EQ(bench.block(0, 0), 0u);
    EXPECT_EQ(bench.block(6, 0), 0u);
    EXPECT_EQ(bench.block(7, 0), 0xffffu) << "on the edge";
    EXPECT_EQ(bench.block(7, 7), 0xffffu);
    EXPECT_EQ(bench.counts().writtenBlocks, 28u);
    EXPECT_EQ(bench.counts().partialBlocks, 8u);
    // The scissor cuts blocks.
    bench.fill(0xffff);
    bench.set("GRAS_SC_WINDOW_SCISSOR_BR"_reg, 63 << 16 | 62);
    bench.drawAll(0.0f);
    EXPECT_EQ(bench.block(6, 3), 0u);
    EXPECT_EQ(bench.block(7, 3), 0xffffu);
}

TEST(LrzDraw, DoesNotWriteWhereFragmentsMayNot) {
    LrzBench bench;
    bench.writes();
    bench.set("GRAS_LRZ_CNTL/Z_BOUNDS_ENABLE"_field, 1);
    bench.drawAll(0.25f);
    bench.set("GRAS_LRZ_CNTL/Z_BOUNDS_ENABLE"_field, 0);
    bench.set("RB_BLEND_CNTL/SAMPLE_MASK"_field, 0xfffe);
    bench.drawAll(0.25f);
    bench.set("RB_BLEND_CNTL/SAMPLE_MASK"_field, 0xffff);
    bench.set("GRAS_BIN_CONTROL/FORCE_LRZ_WRITE_DIS"_field, 1);
    bench.drawAll(0.25f);
    EXPECT_EQ(bench.block(0, 0), 0xffffu);
    EXPECT_EQ(bench.counts().writtenBlocks, 0u);
}

TEST(LrzDraw, RestsWhereDepthIsTestedLate) {
    LrzBench bench;
    bench.fill(0x1000);
    bench.writes();
    bench.mode(Mode::Late);
    bench.drawAll(0.5f);
    EXPECT_EQ(bench.drawn(), RenderBench::kSize * RenderBench::kSize);
    bench.drawAll(0.0f);
    EXPECT_EQ(bench.block(0, 0), 0x1000u);
    bench.clearPicture();
    bench.mode(Mode::EarlyLrzLateZ);
    bench.drawAll(0.5f);
    EXPECT_EQ(bench.drawn(), 0u);
}

TEST(LrzDraw, HasBlocksOfSamples) {
    LrzBench bench;
    bench.samples(2);
    bench.writes();
    // The left 8 of 64 pixels, all rows: two columns of blocks of 4x4 pixels.
    bench.draw(PrimitiveTopology::Triangles, {{-1, -1, 0, 1}, {-0.75f, -1, 0, 1}, {-1, 31, 0, 1}});
    EXPECT_EQ(bench.block(0, 0), 0u);
    EXPECT_EQ(bench.block(0, 15), 0u);
    EXPECT_EQ(bench.block(1, 0), 0u) << "samples end an eighth before the edge of the pixel";
    EXPECT_EQ(bench.block(1, 15), 0xffffu) << "the edge is not upright";
    EXPECT_EQ(bench.block(2, 0), 0xffffu);
    bench.samples(1);
    bench.fill(0xffff);
    bench.drawAll(0.0f);
    EXPECT_EQ(bench.block(7, 15), 0u) << "8x4 pixels";
    EXPECT_EQ(bench.block(8, 15), 0xffffu);
}

TEST(LrzDraw, HasDepthsOfLayers) {
    LrzBench bench;
    bench.writes();
    bench.set("GRAS_MAX_LAYER_INDEX"_reg, 2);
    bench.set("GRAS_VS_LAYER_CNTL/WRITES_LAYER"_field, 1);
    bench.primitives.layout.layer = 4;
    const float layer = std::bit_cast<float>(2u);
    const std::vector<test::TestVertex> all = {{-1, -1, 0, 1, layer}, {3, -1, 0, 1, layer}, {-1, 3, 0, 1, layer}};
    bench.draw(PrimitiveTopology::Triangles, all);
    EXPECT_EQ(bench.block(0, 0), 0xffffu) << "without a pitch there is only the first layer";
    bench.set("GRAS_LRZ_BUFFER_PITCH/ARRAY_PITCH"_field, kLayerPitch >> 8);
    bench.draw(PrimitiveTopology::Triangles, all);
    EXPECT_EQ(bench.block(0, 0), 0xffffu);
    EXPECT_EQ(bench.block(0, 0, 2), 0u);
}

TEST(LrzFastClear, BlocksWithoutTheirBitAreCleared) {
    LrzBench bench;
    bench.fastClear();
    bench.fill(0);
    bench.drawAll(1.0f);
    EXPECT_EQ(bench.drawn(), RenderBench::kSize * RenderBench::kSize) << "1.0, whatever the depths are";
    bench.writes();
    // 8x8 pixels and some more.
    bench.draw(PrimitiveTopology::Triangles, {{-1, -1, 0.25f, 1}, {-0.4f, -1, 0.25f, 1}, {-1, -0.4f, 0.25f, 1}});
    EXPECT_EQ(bench.block(0, 0), 16384u);
    EXPECT_EQ(bench.block(15, 3), 0xffffu) << "cleared with it";
    EXPECT_EQ(bench.block(16, 0), 0u);
    EXPECT_EQ(bench.block(0, 4), 0u);
    EXPECT_EQ(bench.memory.load<uint8_t>(kTracking), uint8_t{1});
    bench.drawAll(0.0f);
    // Two blocks of 16x4 depths a row of 32, and two rows of them; the second of a row is beside the picture.
    EXPECT_EQ(bench.memory.load<uint8_t>(kTracking), uint8_t{5});
}

TEST(LrzFastClear, IsZeroWhereDepthGrows) {
    LrzBench bench;
    bench.fastClear();
    bench.greater();
    bench.drawAll(0.0f);
    EXPECT_EQ(bench.counts().rejectedBlocks, 0u);
    bench.writes();
    bench.draw(PrimitiveTopology::Triangles, {{-1, -1, 0.25f, 1}, {-0.4f, -1, 0.25f, 1}, {-1, -0.4f, 0.25f, 1}});
    EXPECT_EQ(bench.block(0, 0), 16383u);
    EXPECT_EQ(bench.block(1, 0), 0u);
}

TEST(LrzFastClear, EndsWithItsBits) {
    LrzBench bench;
    bench.fastClear();
    bench.set("GRAS_LRZ_BUFFER_PITCH/ARRAY_PITCH"_field, 0x8000);  // 0x800000 bytes: bits beyond the 512 bytes
    bench.set("GRAS_MAX_LAYER_INDEX"_reg, 1);
    bench.set("GRAS_VS_LAYER_CNTL/WRITES_LAYER"_field, 1);
    bench.primitives.layout.layer = 4;
    const float layer = std::bit_cast<float>(1u);
    bench.draw(PrimitiveTopology::Triangles, {{-1, -1, 1, 1, layer}, {3, -1, 1, 1, layer}, {-1, 3, 1, 1, layer}});
    EXPECT_EQ(bench.counts().coveredBlocks, 0u) << "blocks that are not there are not tested";
}

TEST(LrzDirection, IsThatOfTheFirstDraw) {
    using Direction = LrzTracking::Direction;
    LrzBench bench;
    bench.fill(0x1000);
    bench.track(Direction::Less, Direction::NotSet);
    bench.drawAll(0.5f);
    EXPECT_EQ(bench.direction(), Direction::Less);
    EXPECT_EQ(bench.drawn(), 0u);
    bench.drawAll(0.5f);
    EXPECT_EQ(bench.direction(), Direction::Less);
    EXPECT_EQ(bench.drawn(), 0u);
}

TEST(LrzDirection, AnotherOneEndsLrz) {
    using Direction = LrzTracking::Direction;
    for (const Direction other : {Direction::Greater, Direction::NotSet}) {
        LrzBench bench;
        bench.fill(0x8000);
        bench.track(other, Direction::Less);
        bench.greater();
        bench.drawAll(0.25f);
        EXPECT_EQ(bench.direction(), Direction::Disabled);
        EXPECT_EQ(bench.drawn(), RenderBench::kSize * RenderBench::kSize);
        bench.track(Direction::Less, bench.direction());
        bench.set("GRAS_LRZ_CNTL/GREATER"_field, 0);
        bench.clearPicture();
        bench.drawAll(0.75f);
        EXPECT_EQ(bench.drawn(), RenderBench::kSize * RenderBench::kSize) << "nor do draws of the first direction";
    }
}

TEST(LrzDirection, ADrawMayOnlyLookAtIt) {
    using Direction = LrzTracking::Direction;
    LrzBench bench;
    bench.fill(0x1000);
    bench.track(Direction::Greater, Direction::Less);
    bench.set("GRAS_LRZ_CNTL/DIR_WRITE"_field, 0);
    bench.drawAll(0.5f);
    EXPECT_EQ(bench.drawn(), RenderBench::kSize * RenderBench::kSize);
    EXPECT_EQ(bench.direction(), Direction::Less);
}

TEST(LrzDirection, AnotherDepthViewDoesNotUseTheDepths) {
    using Direction = LrzTracking::Direction;
    LrzBench bench;
    bench.fill(0x1000);
    bench.track(Direction::Less, Direction::Less);
    bench.set("GRAS_LRZ_DEPTH_VIEW"_reg, kView + 1);
    bench.drawAll(0.5f);
    EXPECT_EQ(bench.drawn(), RenderBench::kSize * RenderBench::kSize);
    EXPECT_EQ(bench.direction(), Direction::Less);
}

TEST(LrzDirection, IsUnknownToTheFirstChips) {
    using Direction = LrzTracking::Direction;
    LrzBench bench(1, GpuGeneration::A6xxGen2);
    bench.fill(0x1000);
    bench.track(Direction::Greater, Direction::Less);
    bench.drawAll(0.5f);
    EXPECT_EQ(bench.drawn(), 0u);
    EXPECT_EQ(bench.direction(), Direction::Less);
}

TEST(LrzThreads, ShareBlocksWithoutAnyDifference) {
    LrzBench one(1);
    LrzBench two(2);
    for (LrzBench* const bench : {&one, &two}) {
        bench->fastClear();
        bench->writes();
        std::vector<test::TestVertex> vertices;
        for (uint32_t i = 0; i < 40; ++i) {
            const float z = static_cast<float>(i * 7 % 40) / 40.0f;
            const float x = static_cast<float>(i % 5) / 5.0f - 1.0f;
            for (const auto& corner : {std::array{0.0f, -1.0f}, std::array{3.0f, -1.0f}, std::array{0.0f, 3.0f}})
                vertices.push_back({x + corner[0], corner[1], z, 1});
        }
        bench->draw(PrimitiveTopology::Triangles, vertices);
    }
    EXPECT_EQ(one.picture(), two.picture());
    EXPECT_GT(one.counts().rejectedBlocks, 0u);
    EXPECT_EQ(one.counts().rejectedBlocks, two.counts().rejectedBlocks);
    EXPECT_EQ(one.counts().writtenBlocks, two.counts().writtenBlocks);
    for (uint32_t y = 0; y < kBlocks; ++y)
        for (uint32_t x = 0; x < kBlocks; ++x) EXPECT_EQ(one.block(x, y), two.block(x, y)) << x << ", " << y;
}

/// A depth buffer at 1 whose test lets pass what is less, and LRZ that writes.
struct RejectionBench : LrzBench {
    RejectionBench() {
        depthTarget(DepthFormat::Unorm24Stencil8);
        clearDepth(0xffffff);
        test(kLess);
        writes();
    }
    void clearDepth(uint32_t word) {
        for (uint64_t i = 0; i < kTargetStride; i += 4) ASSERT_TRUE(memory.store(kDepth + i, word));
    }
    void test(uint32_t function) {
        set("RB_DEPTH_CNTL/Z_TEST_ENABLE"_field, 1);
        set("RB_DEPTH_CNTL/Z_WRITE_ENABLE"_field, 1);
        set("RB_DEPTH_CNTL/ZFUNC"_field, function);
    }
    void marker(uint32_t mode) { checks.packet(static_cast<uint32_t>(Opcode::SetMarker), mode); }

    static constexpr uint32_t kLess = 1;
    static constexpr uint32_t kGreater = 4;
    static constexpr uint32_t kAlways = 7;
    static constexpr uint32_t kInMemory = 1;
    static constexpr uint32_t kEndOfBin = 6;
};

TEST(LrzRejections, AreRightWhereTheDepthBufferHidesThem) {
    RejectionBench bench;
    bench.drawAll(0.25f);
    bench.drawAll(0.5f);
    EXPECT_EQ(bench.counts().rejectedBlocks, kAllBlocks);
    bench.marker(RejectionBench::kEndOfBin);
    EXPECT_EQ(bench.findingsText(), "");
}

TEST(LrzRejections, AreRightWhereALaterDrawHidesThem) {
    RejectionBench bench;
    // As a binning pass has left it.
    bench.fill(0x4000);
    bench.drawAll(0.5f);
    bench.drawAll(0.25f);
    bench.marker(RejectionBench::kEndOfBin);
    EXPECT_EQ(bench.findingsText(), "");
}

TEST(LrzRejections, AreRightWhereWhatHidThemIsOverwritten) {
    RejectionBench bench;
    bench.drawAll(0.25f);
    bench.drawAll(0.5f);
    bench.set("GRAS_LRZ_CNTL/ENABLE"_field, 0);
    bench.test(RejectionBench::kAlways);
    bench.drawAll(0.75f);
    bench.marker(RejectionBench::kEndOfBin);
    EXPECT_EQ(bench.findingsText(), "");
}

// As dEQP-GLES2.functional.fragment_ops.random.51 draws.
TEST(LrzRejections, AreRightWhereDepthsChangeInTheOtherOrderLater) {
    RejectionBench bench;
    bench.drawAll(0.875f);
    const uint64_t before = bench.drawn();
    bench.greater();
    bench.set("GRAS_LRZ_CNTL/LRZ_WRITE"_field, 0);
    bench.test(RejectionBench::kGreater);
    bench.set("RB_DEPTH_CNTL/Z_WRITE_ENABLE"_field, 0);
    bench.drawAll(0.75f);
    EXPECT_EQ(bench.drawn(), before);
    bench.set("GRAS_LRZ_CNTL/GREATER"_field, 0);
    bench.test(RejectionBench::kLess);
    bench.drawAll(0.5f);
    bench.marker(RejectionBench::kEndOfBin);
    EXPECT_EQ(bench.findingsText(), "");
}

TEST(LrzRejections, FindsTheDirectionOfAnotherTest) {
    RejectionBench bench;
    bench.greater();
    bench.drawAll(0.25f);
    EXPECT_EQ(bench.drawn(), 0u);
    bench.marker(RejectionBench::kEndOfBin);
    EXPECT_EQ(bench.findingsText(),
              "lrz-rejects-visible: pixel 0, 0: depth 0.250000, and 1.000000 in the depth buffer\n");
}

TEST(LrzRejections, FindsADirectionThatChangedOnTheWay) {
    RejectionBench bench;
    bench.drawAll(0.25f);
    bench.test(RejectionBench::kGreater);
    bench.drawAll(0.5f);
    bench.marker(RejectionBench::kEndOfBin);
    EXPECT_EQ(bench.findingsText(),
              "lrz-rejects-visible: pixel 0, 0: depth 0.500000, and 0.250000 in the depth buffer\n");
}

TEST(LrzRejections, FindsAClearOfOtherDepth) {
    RejectionBench bench;
    ASSERT_TRUE(bench.memory.store(kLrz + 2 * (2 * kLrzPitch + 5), uint16_t{0x1000}));
    bench.drawAll(0.5f);
    bench.marker(RejectionBench::kInMemory);
    EXPECT_EQ(bench.findingsText(),
              "lrz-rejects-visible: pixel 40, 16: depth 0.500000, and 1.000000 in the depth buffer\n");
}

TEST(LrzRejections, FindsWhatABinningPassWroteThoughFragmentsAreDropped) {
    RejectionBench bench;
    bench.set("GRAS_BIN_CONTROL/RENDER_MODE"_field, 1);
    bench.binning.begin(bench.registers);
    bench.drawAll(0.25f);
    bench.drawAll(0.5f);
    bench.set("GRAS_BIN_CONTROL/RENDER_MODE"_field, 0);
    bench.marker(4);
    // All fragments of the first draw are dropped; the second has no primitive left.
    bench.set("RB_DEPTH_CNTL/Z_WRITE_ENABLE"_field, 0);
    bench.drawAll(0.25f);
    bench.marker(RejectionBench::kEndOfBin);
    EXPECT_EQ(bench.findingsText(),
              "lrz-rejects-visible: pixel 0, 0: depth 0.500000, and 1.000000 in the depth buffer\n");
}

TEST(LrzRejections, DepthsOfAnotherPassSayNothing) {
    RejectionBench bench;
    bench.drawAll(0.25f);
    bench.drawAll(0.5f);
    bench.marker(RejectionBench::kInMemory);
    bench.clearDepth(0xffffff);
    bench.fill(0xffff);
    bench.drawAll(0.75f);
    bench.marker(RejectionBench::kInMemory);
    EXPECT_EQ(bench.findingsText(), "");
}

/// A depth buffer of 0.5 that is tested and written, and feedback in the modes of a mask.
struct FeedbackBench : LrzBench {
    explicit FeedbackBench(DepthFormat format, uint32_t modes, GpuGeneration generation = GpuGeneration::A6xxGen3)
        : LrzBench(1, generation) {
        depthTarget(format);
        set("RB_DEPTH_CNTL/Z_TEST_ENABLE"_field, 1);
        set("RB_DEPTH_CNTL/Z_WRITE_ENABLE"_field, 1);
        set("RB_DEPTH_CNTL/ZFUNC"_field, 7);
        drawAll(0.5f);
        set("RB_DEPTH_CNTL/ZFUNC"_field, 1);
        set("GRAS_BIN_CONTROL/LRZ_FEEDBACK_ZMODE_MASK"_field, modes);
    }
    /// Two triangles that cover the picture only together.
    void drawHalves(float z) {
        draw(PrimitiveTopology::Triangles,
             {{-1, -1, z, 1}, {1, -1, z, 1}, {-1, 1, z, 1}, {-1, 1, z, 1}, {1, -1, z, 1}, {1, 1, z, 1}});
    }
};

constexpr uint32_t kEarlyFeedback = 1;
constexpr uint32_t kEarlyLrzFeedback = 2;
constexpr uint32_t kLateFeedback = 4;

TEST(LrzFeedback, TakesTheDepthsThatADrawLeaves) {
    for (const DepthFormat format : {DepthFormat::Unorm16, DepthFormat::Unorm24Stencil8, DepthFormat::Float32}) {
        FeedbackBench bench(format, kEarlyFeedback);
        bench.drawHalves(0.25f);
        EXPECT_EQ(bench.block(0, 0), 16384u);
        EXPECT_EQ(bench.block(3, 4), 16384u) << "on the diagonal";
        EXPECT_EQ(bench.counts().fedBackBlocks, kAllBlocks);
        // A part of a block leaves the rest at what it was.
        bench.draw(PrimitiveTopology::Triangles, {{-1, -1, 0, 1}, {-0.9f, -1, 0, 1}, {-1, -0.9f, 0, 1}});
        EXPECT_EQ(bench.block(0, 0), 16384u);
        bench.drawAll(0.75f);
        EXPECT_EQ(bench.counts().rejectedBlocks, kAllBlocks);
    }
}

TEST(LrzFeedback, TakesTheLeastWhereDepthGrows) {
    FeedbackBench bench(DepthFormat::Unorm24Stencil8, kEarlyFeedback);
    bench.greater();
    bench.fill(0);
    bench.set("RB_DEPTH_CNTL/ZFUNC"_field, 4);
    bench.drawAll(0.75f);
    EXPECT_EQ(bench.block(0, 0), 49151u);
}

TEST(LrzFeedback, IsForTheModesOfItsMask) {
    struct Case {
        Mode mode;
        uint32_t mask;
    };
    for (const Case& one : {Case{Mode::Early, kEarlyFeedback}, Case{Mode::Late, kLateFeedback},
                            Case{Mode::EarlyLrzLateZ, kEarlyLrzFeedback}}) {
        for (const bool named : {false, true}) {
            FeedbackBench bench(DepthFormat::Unorm16, named ? one.mask : 7 & ~one.mask);
            bench.mode(one.mode);
            bench.set("RB_DEPTH_PLANE_CNTL/Z_MODE"_field, static_cast<uint32_t>(one.mode));
            bench.drawAll(0.25f);
            EXPECT_EQ(bench.block(0, 0), named ? 16384u : 0xffffu) << static_cast<uint32_t>(one.mode);
        }
    }
}

TEST(LrzFeedback, IsNotForAllDraws) {
    const auto left = [](auto change, GpuGeneration generation = GpuGeneration::A6xxGen3) {
        FeedbackBench bench(DepthFormat::Unorm16, kEarlyFeedback, generation);
        change(bench);
        bench.drawHalves(0.25f);
        return bench.block(3, 4);
    };
    EXPECT_EQ(left([](LrzBench&) {}), 16384u);
    EXPECT_EQ(left([](LrzBench& bench) { bench.set("GRAS_BIN_CONTROL/FORCE_LRZ_WRITE_DIS"_field, 1); }), 0xffffu);
    EXPECT_EQ(left([](LrzBench& bench) { bench.set("RB_DEPTH_CNTL/Z_WRITE_ENABLE"_field, 0); }), 0xffffu);
    EXPECT_EQ(left([](LrzBench& bench) { bench.writes(); }), 0xffffu) << "GRAS writes what one triangle covers";
    EXPECT_EQ(left([](LrzBench& bench) {
                  bench.writes();
                  bench.set("GRAS_BIN_CONTROL/BUFFERS_LOCATION"_field, 3);
              }),
              16384u);
    EXPECT_EQ(left([](LrzBench&) {}, GpuGeneration::A6xxGen2), 0xffffu) << "the first chips have none";
}

TEST(LrzBinning, WritesDepthsAndLeavesPrimitivesOut) {
    LrzBench bench;
    bench.writes();
    bench.set("GRAS_BIN_CONTROL/RENDER_MODE"_field, 1);
    bench.binning.begin(bench.registers);
    bench.drawAll(0.25f);
    EXPECT_EQ(bench.block(0, 0), 16384u);
    EXPECT_EQ(bench.drawn(), 0u);
    bench.drawAll(0.5f);
    EXPECT_EQ(bench.counts().keptPrimitives, 1u);
    EXPECT_EQ(bench.counts().rejectedPrimitives, 1u);
    // The rendering pass rejects what is drawn before what hides it.
    bench.set("GRAS_BIN_CONTROL/RENDER_MODE"_field, 0);
    bench.set("GRAS_BIN_CONTROL/FORCE_LRZ_WRITE_DIS"_field, 1);
    bench.drawAll(0.5f);
    EXPECT_EQ(bench.drawn(), 0u);
    bench.drawAll(0.25f);
    EXPECT_EQ(bench.drawn(), RenderBench::kSize * RenderBench::kSize);
}

}  // namespace
}  // namespace cyclorama::adreno
