// SPDX-License-Identifier: MIT
// The event BLIT, for registers as Mesa's drivers set them.

#include "families/adreno/a2d/gmem_blit.h"

#include "adreno/a2d/transfer_fixture.h"
#include "families/adreno/a2d/gmem_blit_state.h"
#include "families/adreno/a2d/transfer_findings.h"
#include "families/adreno/packets/packets.h"

namespace cyclorama::adreno::test {
namespace {

constexpr uint32_t kDepthStencil = 0xa0;
constexpr uint32_t kGmemOffset = 0x8000;
constexpr uint32_t kBinWidth = 64;
constexpr uint32_t kBinHeight = 32;
constexpr uint32_t kWideBin = 256;

class GmemBlitTest : public TransferTest {
  protected:
    /// A bin whose first pixel is 64, 32 of an image with rows of 128 pixels.
    void move(GmemBlitKind kind, uint32_t format, uint32_t samples = 1, uint32_t imageSamples = 1,
              uint64_t address = kTarget) {
        set("RB_BLIT_INFO/TYPE"_field, static_cast<uint32_t>(kind));
        set("RB_BIN_CONTROL2/BINW"_field, kBinWidth);
        set("RB_BIN_CONTROL2/BINH"_field, kBinHeight);
        set("RB_WINDOW_OFFSET2"_reg, 64 | 32 << 16);
        set("RB_BLIT_SCISSOR_TL"_reg, 0);
        set("RB_BLIT_SCISSOR_BR"_reg, 111 | 47 << 16);
        set("RB_BLIT_GMEM_MSAA_CNTL/SAMPLES"_field, samples / 2);
        set("RB_BLIT_BASE_GMEM"_reg, kGmemOffset);
        set("RB_BLIT_DST_INFO/COLOR_FORMAT"_field, format);
        set("RB_BLIT_DST_INFO/SAMPLES"_field, imageSamples / 2);
        setAddress("RB_BLIT_DST"_reg, address);
        set("RB_BLIT_DST_PITCH"_reg, 128 * 4 * imageSamples >> 6);
        blitGmem();
    }
    /// A bin of kWideBin x kWideBin pixels, enough for all workers, from the image's first pixel on.
    void moveWide(GmemBlitKind kind, uint32_t pitch = kWideBin * 4) {
        set("RB_BLIT_INFO/TYPE"_field, static_cast<uint32_t>(kind));
        set("RB_BIN_CONTROL2/BINW"_field, kWideBin);
        set("RB_BIN_CONTROL2/BINH"_field, kWideBin);
        set("RB_BLIT_SCISSOR_BR"_reg, (kWideBin - 1) | (kWideBin - 1) << 16);
        set("RB_BLIT_BASE_GMEM"_reg, kGmemOffset);
        set("RB_BLIT_DST_INFO/COLOR_FORMAT"_field, kRgba8);
        setAddress("RB_BLIT_DST"_reg, kTarget);
        set("RB_BLIT_DST_PITCH"_reg, pitch >> 6);
        blitGmem();
    }
    uint32_t& wideGmem(uint32_t x, uint32_t y) {
        return *reinterpret_cast<uint32_t*>(gpuMemory().gmem(kGmemOffset + (y * kWideBin + x) * 4, 4));
    }
    uint32_t& gmem(uint32_t x, uint32_t y, uint32_t samples = 1, uint32_t sample = 0) {
        const uint64_t offset = kGmemOffset + ((y * kBinWidth + x) * samples + sample) * 4;
        return *reinterpret_cast<uint32_t*>(gpuMemory().gmem(offset, 4));
    }
    static uint64_t image(uint32_t x, uint32_t y, uint32_t samples = 1, uint32_t sample = 0) {
        return kTarget + ((y * 128 + x) * samples + sample) * 4;
    }
};

TEST_F(GmemBlitTest, LoadsTheBinOfAnImage) {
    put<uint32_t>(image(64, 32), 1);
    put<uint32_t>(image(111, 47), 2);
    put<uint32_t>(image(112, 47), 3);
    move(GmemBlitKind::Load, kRgba8);
    EXPECT_EQ(gmem(0, 0), 1u);
    EXPECT_EQ(gmem(47, 15), 2u);
    EXPECT_EQ(gmem(48, 15), 0u);
    EXPECT_TRUE(reported().empty());
}

TEST_F(GmemBlitTest, LoadsThatAreClearedAreNeedless) {
    move(GmemBlitKind::Load, kRgba8);
    set("RB_BLIT_INFO/CLEAR_MASK"_field, 0x7);
    move(GmemBlitKind::Clear, kRgba8);
    EXPECT_TRUE(reported().empty()) << "alpha is kept";
    set("RB_BLIT_INFO/CLEAR_MASK"_field, 0xf);
    move(GmemBlitKind::Clear, kRgba8);
    EXPECT_EQ(reported(), std::vector<std::string>{"gmem-load-needless"});
}

TEST_F(GmemBlitTest, StoresOfWhatWasLoadedAreNeedless) {
    move(GmemBlitKind::Load, kRgba8);
    checks_.packet(static_cast<uint32_t>(adreno::Opcode::DrawIndexedOffset), 0);
    move(GmemBlitKind::Store, kRgba8);
    EXPECT_TRUE(reported().empty());
    move(GmemBlitKind::Load, kRgba8);
    move(GmemBlitKind::Store, kRgba8);
    EXPECT_EQ(reported(), std::vector<std::string>{"gmem-store-needless"});
}

TEST_F(GmemBlitTest, ImagesThatAreNotMappedAreReported) {
    move(GmemBlitKind::Store, kRgba8, 1, 1, 0x1'4000'0000);
    ASSERT_EQ(reported(), std::vector<std::string>{"gpu-memory-not-mapped"});
    // 47 rows and 112 pixels.
    EXPECT_EQ(findings_.all()[0].detail, "RB blit: 0x140000000, 24512 bytes");
}

TEST_F(GmemBlitTest, StoresTheBinOfAnImage) {
    gmem(0, 0) = 1;
    gmem(47, 15) = 2;
    gmem(48, 15) = 3;
    put<uint32_t>(image(112, 47), 4);
    move(GmemBlitKind::Store, kRgba8);
    EXPECT_EQ(at<uint32_t>(image(64, 32)), 1u);
    EXPECT_EQ(at<uint32_t>(image(111, 47)), 2u);
    EXPECT_EQ(at<uint32_t>(image(112, 47)), 4u);
}

/// GMEM has components in the order of the format, whatever the order in memory is.
TEST_F(GmemBlitTest, OrdersComponentsInMemory) {
    gmem(0, 0) = 0x44332211;
    set("RB_BLIT_DST_INFO/COLOR_SWAP"_field, 1);
    move(GmemBlitKind::Store, kRgba8);
    EXPECT_EQ(at<uint32_t>(image(64, 32)), 0x44112233u);
    gmem(0, 0) = 0;
    move(GmemBlitKind::Load, kRgba8);
    EXPECT_EQ(gmem(0, 0), 0x44332211u);
}

TEST_F(GmemBlitTest, MovesAllSamplesOfAnImageWithAsMany) {
    for (uint32_t sample = 0; sample < 4; ++sample) gmem(2, 1, 4, sample) = 100 + sample;
    move(GmemBlitKind::Store, kRgba8, 4, 4);
    for (uint32_t sample = 0; sample < 4; ++sample) EXPECT_EQ(at<uint32_t>(image(66, 33, 4, sample)), 100 + sample);
    for (uint32_t sample = 0; sample < 4; ++sample) gmem(2, 1, 4, sample) = 0;
    move(GmemBlitKind::Load, kRgba8, 4, 4);
    for (uint32_t sample = 0; sample < 4; ++sample) EXPECT_EQ(gmem(2, 1, 4, sample), 100 + sample);
}

TEST_F(GmemBlitTest, ResolvesSamples) {
    const uint32_t values[] = {0x00000010, 0x00000020, 0x00000030, 0xff000040};
    for (uint32_t sample = 0; sample < 4; ++sample) gmem(0, 0, 4, sample) = values[sample];
    move(GmemBlitKind::Store, kRgba8, 4, 1);
    EXPECT_EQ(at<uint32_t>(image(64, 32)), 0x40000028u);
    set("RB_BLIT_INFO/SAMPLE_0"_field, 1);
    move(GmemBlitKind::Store, kRgba8, 4, 1);
    EXPECT_EQ(at<uint32_t>(image(64, 32)), 0x10u);
}

TEST_F(GmemBlitTest, LoadsOneSampleIntoAll) {
    put<uint32_t>(image(65, 32), 7);
    move(GmemBlitKind::Load, kRgba8, 2, 1);
    EXPECT_EQ(gmem(1, 0, 2, 0), 7u);
    EXPECT_EQ(gmem(1, 0, 2, 1), 7u);
}

TEST_F(GmemBlitTest, ClearsComponents) {
    set("RB_BLIT_CLEAR_COLOR_DW0"_reg, 0x44332211);
    set("RB_BLIT_INFO/CLEAR_MASK"_field, 0xf);
    move(GmemBlitKind::Clear, kRgba8, 2);
    EXPECT_EQ(gmem(0, 0, 2, 0), 0x44332211u);
    EXPECT_EQ(gmem(47, 15, 2, 1), 0x44332211u);
    EXPECT_EQ(gmem(48, 15, 2, 1), 0u);
    EXPECT_EQ(at<uint32_t>(image(64, 32)), 0u);
    set("RB_BLIT_CLEAR_COLOR_DW0"_reg, 0xaabbccdd);
    set("RB_BLIT_INFO/CLEAR_MASK"_field, 0x8);
    move(GmemBlitKind::Clear, kRgba8, 2);
    EXPECT_EQ(gmem(0, 0, 2, 0), 0xaa332211u);
}

TEST_F(GmemBlitTest, ClearsDepthOrStencil) {
    set("RB_BLIT_INFO/DEPTH"_field, 1);
    set("RB_BLIT_CLEAR_COLOR_DW0"_reg, 0x44332211);
    set("RB_BLIT_INFO/CLEAR_MASK"_field, 1);
    move(GmemBlitKind::Clear, kDepthStencil);
    EXPECT_EQ(gmem(0, 0), 0x00332211u);
    set("RB_BLIT_INFO/CLEAR_MASK"_field, 2);
    move(GmemBlitKind::Clear, kDepthStencil);
    EXPECT_EQ(gmem(0, 0), 0x44332211u);
}

TEST_F(GmemBlitTest, StoresAndThenClears) {
    gmem(0, 0) = 5;
    set("RB_BLIT_CLEAR_COLOR_DW0"_reg, 9);
    move(GmemBlitKind::StoreAndClear, kRgba8);
    EXPECT_EQ(gmem(0, 0), 5u);
    set("RB_BLIT_INFO/CLEAR_MASK"_field, 0xf);
    move(GmemBlitKind::StoreAndClear, kRgba8);
    EXPECT_EQ(at<uint32_t>(image(64, 32)), 5u);
    EXPECT_EQ(gmem(0, 0), 9u);
}

TEST_F(GmemBlitTest, WorkersShareRows) {
    for (uint32_t y = 0; y < kWideBin; ++y)
        for (uint32_t x = 0; x < kWideBin; ++x) wideGmem(x, y) = y << 16 | x;
    moveWide(GmemBlitKind::Store);
    for (uint32_t y = 0; y < kWideBin; ++y)
        for (uint32_t x = 0; x < kWideBin; ++x)
            ASSERT_EQ(at<uint32_t>(kTarget + (y * kWideBin + x) * 4), y << 16 | x) << x << ", " << y;
    set("RB_BLIT_INFO/CLEAR_MASK"_field, 0xf);
    set("RB_BLIT_CLEAR_COLOR_DW0"_reg, 5);
    moveWide(GmemBlitKind::Clear);
    for (uint32_t y = 0; y < kWideBin; ++y)
        for (uint32_t x = 0; x < kWideBin; ++x) ASSERT_EQ(wideGmem(x, y), 5u) << x << ", " << y;
    moveWide(GmemBlitKind::Load);
    for (uint32_t y = 0; y < kWideBin; ++y)
        for (uint32_t x = 0; x < kWideBin; ++x) ASSERT_EQ(wideGmem(x, y), y << 16 | x) << x << ", " << y;
}

TEST_F(GmemBlitTest, RowsThatOverlapAreStoredInOrder) {
    constexpr uint32_t kPitch = 64;
    for (uint32_t y = 0; y < kWideBin; ++y)
        for (uint32_t x = 0; x < kWideBin; ++x) wideGmem(x, y) = y << 16 | x;
    moveWide(GmemBlitKind::Store, kPitch);
    for (uint32_t y = 0; y < kWideBin; ++y)
        for (uint32_t x = 0; x < kPitch / 4; ++x)
            ASSERT_EQ(at<uint32_t>(kTarget + y * kPitch + x * 4), y << 16 | x) << x << ", " << y;
}

TEST_F(GmemBlitTest, ReportsBinsThatAreNotThere) {
    blitGmem();
    EXPECT_EQ(reported(), std::vector<std::string>{std::string(findings::kNoBin.identifier)});
    move(GmemBlitKind::Load, 0x07);
    move(GmemBlitKind::Load, 0x82, 4);
    EXPECT_EQ(reported().back(), findings::kBlitFormat.identifier);
    set("RB_BLIT_BASE_GMEM"_reg, 0xff000);
    blitGmem();
    EXPECT_EQ(reported().back(), findings::kBinBeyondGmem.identifier);
}

}  // namespace
}  // namespace cyclorama::adreno::test
