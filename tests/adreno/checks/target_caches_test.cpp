// SPDX-License-Identifier: MIT
// One image in the caches of targets in two places, and the same uses with the events between.

#include "families/adreno/checks/target_caches.h"

#include "adreno/fragment/render_bench.h"
#include "families/adreno/a2d/blit_engine.h"
#include "families/adreno/checks/check_findings.h"
#include "families/adreno/packets/packets.h"

namespace cyclorama::adreno::test {
namespace {

constexpr uint32_t kDropDepths = 24;
constexpr uint32_t kDropColors = 25;
constexpr uint32_t kWriteDepthsBack = 28;
constexpr uint32_t kWriteColorsBack = 29;
constexpr uint32_t kTargetFormat = 0x30;
constexpr uint64_t kCachedImage = 0x1'0010'0000;
constexpr CachePlace kFirstPlace{};
constexpr CachePlace kSecondPlace{.target = 1};
constexpr CachePlace kDepthPlace{.depth = true};

class TargetCachesTest : public testing::Test {
  protected:
    static ImageUse imageOf(MemoryClient unit) {
        return {.unit = unit, .address = kCachedImage, .bytes = 0x4000, .pixelBytes = 4};
    }
    OptionalIssue write(const CachePlace& place, MemoryClient unit = MemoryClient::Colors) {
        return caches_.use(imageOf(unit), place, false, true);
    }
    OptionalIssue readAndWrite(const CachePlace& place) {
        return caches_.use(imageOf(MemoryClient::Colors), place, true, true);
    }

    TargetCaches caches_;
};

TEST_F(TargetCachesTest, AnImageIsWrittenBackBeforeItIsAnotherTarget) {
    EXPECT_FALSE(write(kFirstPlace, MemoryClient::Blit));
    EXPECT_FALSE(write(kFirstPlace));
    const OptionalIssue issue = write(kSecondPlace);
    ASSERT_TRUE(issue);
    EXPECT_EQ(issue->kind, &findings::kTargetChanged);
    EXPECT_EQ(issue->detail, "0x100100000: RB colours as target 0, layer 0, then RB colours as target 1, layer 0");
    EXPECT_FALSE(write(kSecondPlace)) << "told once";
}

TEST_F(TargetCachesTest, AFlushWritesBackItsOwnCache) {
    write(kFirstPlace);
    caches_.event(kWriteDepthsBack);
    EXPECT_TRUE(write(kSecondPlace));
    caches_.beginSubmission();
    write(kFirstPlace);
    caches_.event(kWriteColorsBack);
    EXPECT_FALSE(write(kSecondPlace));
}

TEST_F(TargetCachesTest, LinesOfBeforeAreDropped) {
    write(kFirstPlace);
    caches_.event(kWriteColorsBack);
    write(kSecondPlace);
    caches_.event(kWriteColorsBack);
    EXPECT_FALSE(write(kFirstPlace)) << "all is written over";
    caches_.event(kWriteColorsBack);
    EXPECT_TRUE(readAndWrite(kSecondPlace));
    caches_.event(kWriteColorsBack);
    caches_.event(kDropColors);
    EXPECT_FALSE(readAndWrite(kFirstPlace));
}

TEST_F(TargetCachesTest, ColoursAndDepthDoNotKnowOfEachOther) {
    write(kDepthPlace);
    caches_.event(kWriteColorsBack);
    caches_.event(kDropColors);
    EXPECT_TRUE(write(kFirstPlace, MemoryClient::Blit));
    caches_.beginSubmission();
    write(kDepthPlace);
    caches_.event(kWriteDepthsBack);
    write(kFirstPlace, MemoryClient::Blit);
    caches_.event(kWriteColorsBack);
    caches_.event(kDropDepths);
    EXPECT_FALSE(readAndWrite(kDepthPlace));
}

TEST_F(TargetCachesTest, ASubmissionBeginsWithEmptyCaches) {
    write(kFirstPlace);
    caches_.beginSubmission();
    EXPECT_FALSE(write(kSecondPlace));
}

TEST_F(TargetCachesTest, LayersArePlacesOfTheirOwn) {
    const auto conflict = [&](uint64_t offset, bool flush) {
        caches_.beginSubmission();
        ImageUse layer = imageOf(MemoryClient::Blit);
        layer.address += offset;
        caches_.use(layer, kFirstPlace, false, true);
        if (flush) caches_.event(kWriteColorsBack);
        return caches_.useLayers(imageOf(MemoryClient::Colors), kFirstPlace, 0x1000);
    };
    const OptionalIssue issue = conflict(0x2000, false);
    ASSERT_TRUE(issue);
    EXPECT_EQ(issue->detail, "0x100102000: 2D engine, then RB colours as target 0, layer 2");
    EXPECT_FALSE(conflict(0x2000, true));
    EXPECT_FALSE(conflict(0x2800, false)) << "no layer begins there";
    EXPECT_FALSE(conflict(0x4000, false)) << "behind the image";
}

/// Clears targets by the 2D engine, and draws to both.
std::string clearAndDraw(const std::vector<uint32_t>& events) {
    RenderBench bench;
    bench.program(colorProgram(1.0f, 0.0f, 0.0f, 1.0f));
    for (const uint32_t target : {0u, 1u}) {
        bench.colorTarget(target, kTargetFormat);
        bench.set("RB_2D_BLIT_CNTL/SOLID_COLOR"_field, 1);
        bench.set("RB_2D_BLIT_CNTL/MASK"_field, 0xf);
        bench.set("RB_2D_DST_INFO/COLOR_FORMAT"_field, kTargetFormat);
        bench.setAddress("RB_2D_DST"_reg, RenderBench::kColor + target * RenderBench::kTargetStride);
        bench.set("RB_2D_DST_PITCH"_reg, 1);
        const GpuMemory memory = bench.gpuMemory();
        BlitEngine(bench.chip, memory, bench.workers, bench.reporter,
                   TransferObserver(gmemRangeOf(bench.chip), &bench.checks, &bench.checks))
            .run(bench.registers);
    }
    for (const uint32_t event : events) bench.checks.packet(static_cast<uint32_t>(adreno::Opcode::EventWrite), event);
    bench.drawAll();
    return bench.findingsText();
}

TEST(TargetCacheDraw, TheSecondTargetIsNotWhereItsClearIs) {
    EXPECT_EQ(clearAndDraw({}), "cache-target-changed: 0x100140000: 2D engine, then RB colours as target 1, layer 0\n");
    EXPECT_EQ(clearAndDraw({kWriteColorsBack, kDropColors}), "");
}

}  // namespace
}  // namespace cyclorama::adreno::test
