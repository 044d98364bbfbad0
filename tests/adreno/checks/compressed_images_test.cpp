// SPDX-License-Identifier: MIT
// Images that are written and read as what they are not by UBWC, and the same uses in order.

#include "families/adreno/checks/compressed_images.h"

#include "adreno/a2d/transfer_fixture.h"
#include "adreno/fragment/render_bench.h"
#include "adreno/tp/texture_words.h"
#include "families/adreno/a2d/blit_engine.h"
#include "families/adreno/a2d/gmem_blit.h"
#include "families/adreno/a2d/gmem_blit_state.h"
#include "families/adreno/checks/cache_events.h"
#include "families/adreno/checks/check_findings.h"
#include "families/adreno/packets/packets.h"

namespace cyclorama::adreno::test {
namespace {

constexpr uint64_t kCompressedPixels = 0x1'0010'1000;
constexpr uint64_t kFlagPlane = 0x1'0010'0000;
const std::vector<std::string> kMixedUses{"image-compression-mixed"};

ImageUse plainImage(uint64_t address = kCompressedPixels, uint64_t bytes = 0x4000) {
    return {.unit = MemoryClient::Colors, .address = address, .bytes = bytes, .pixelBytes = 4};
}
ImageUse compressedImage(uint64_t address = kCompressedPixels, uint64_t flags = kFlagPlane) {
    ImageUse use = plainImage(address);
    use.compressed = true;
    use.flags = flags;
    return use;
}

TEST(CompressedImages, AreReadAsTheyWereWritten) {
    CompressedImages images;
    images.write(compressedImage());
    EXPECT_FALSE(images.read(compressedImage()));
    const OptionalIssue issue = images.read(plainImage());
    ASSERT_TRUE(issue);
    EXPECT_EQ(issue->kind, &findings::kMixedCompression);
    EXPECT_EQ(issue->detail,
              "0x100101000: written by RB colours with flags at 0x100100000, 4 bytes a pixel, read by RB colours "
              "without flags");
    EXPECT_FALSE(images.read(plainImage())) << "told once";
    images.write(plainImage());
    EXPECT_FALSE(images.read(plainImage()));
    EXPECT_TRUE(images.read(compressedImage()));
}

TEST(CompressedImages, HaveTheirFlagsAndTiles) {
    const auto mixed = [](const ImageUse& reader) {
        CompressedImages images;
        images.write(compressedImage());
        return images.read(reader).has_value();
    };
    EXPECT_TRUE(mixed(compressedImage(kCompressedPixels, kFlagPlane + 0x1000)));
    EXPECT_FALSE(mixed(compressedImage(kCompressedPixels, 0))) << "flags that are not known";
    ImageUse wider = compressedImage();
    wider.pixelBytes = 8;
    EXPECT_TRUE(mixed(wider));
    ImageUse tall = compressedImage();
    tall.tallTiles = true;
    EXPECT_TRUE(mixed(tall));
    EXPECT_FALSE(mixed(plainImage(kCompressedPixels + 0x100))) << "a place between";
}

TEST(CompressedImages, AreForgottenWithTheirMemory) {
    const auto known = [](const ImageUse& later) {
        CompressedImages images;
        images.write(compressedImage());
        images.write(later);
        return images.read(plainImage()).has_value();
    };
    EXPECT_FALSE(known(plainImage(kCompressedPixels + 0x3fff, 1))) << "a part behind the first pixel";
    EXPECT_FALSE(known(plainImage(kCompressedPixels - 0x100, 0x101))) << "a part with the first pixel";
    EXPECT_FALSE(known(plainImage(kFlagPlane, 0x1000))) << "flags";
    EXPECT_TRUE(known(plainImage(kCompressedPixels + 0x4000)));
    EXPECT_TRUE(known(plainImage(kCompressedPixels - 0x100, 0x100)));
    CompressedImages images;
    images.write(compressedImage());
    images.beginSubmission();
    EXPECT_FALSE(images.read(plainImage()));
}

/// Textures of 64x64 texels in tiles, as programs find them.
class CompressedTextureTest : public TransferTest {
  protected:
    static TextureWords words(bool flags, uint32_t levels = 1) {
        TextureWords words = TestTexture{.width = 64,
                                         .height = 64,
                                         .pitch = 256,
                                         .arrayPitch = 0x8000,
                                         .levels = levels,
                                         .tileMode = TileMode::Tiled,
                                         .address = kCompressedPixels}
                                 .words();
        if (!flags) return words;
        words[3] |= 1u << 28;
        words[7] = static_cast<uint32_t>(kFlagPlane);
        words[8] = static_cast<uint32_t>(kFlagPlane >> 32);
        return words;
    }
    std::vector<std::string> use(const TextureWords& texture, ImageAccess access) {
        const GpuMemory memory = gpuMemory();
        StageResources resources;
        resources.memory = &memory;
        resources.images = &checks_;
        resources.banks = banksOf(chip_);
        TextureViews views(resources);
        views.texture(texture, access);
        return reported();
    }
};

TEST_F(CompressedTextureTest, AreSampledWithTheirFlags) {
    checks_.imageWritten(compressedImage());
    EXPECT_TRUE(use(words(true), ImageAccess::Sample).empty());
    EXPECT_TRUE(use(words(false), ImageAccess::Describe).empty());
    EXPECT_EQ(use(words(false), ImageAccess::Sample), kMixedUses);
    EXPECT_EQ(findings_.all()[0].detail,
              "0x100101000: written by RB colours with flags at 0x100100000, 4 bytes a pixel, read by TP texture fetch "
              "without flags");
}

TEST_F(CompressedTextureTest, AreReadLevelByLevel) {
    // The second level, behind 64 rows of 256 bytes.
    checks_.imageWritten(plainImage());
    checks_.imageWritten(compressedImage(kCompressedPixels + 0x4000, kFlagPlane + 0x800));
    EXPECT_TRUE(use(words(false), ImageAccess::Sample).empty());
    EXPECT_EQ(use(words(false, 2), ImageAccess::Sample), kMixedUses);
}

TEST_F(CompressedTextureTest, ImagesAreStoredAsTheirDescriptorsSay) {
    EXPECT_TRUE(use(words(false), ImageAccess::Store).empty());
    EXPECT_TRUE(use(words(false), ImageAccess::Load).empty());
    EXPECT_EQ(use(words(true), ImageAccess::Sample), kMixedUses);
}

/// Stores a bin of 32x32 pixels, and loads it.
TEST_F(CompressedTextureTest, BinsAreLoadedWithTheirFlags) {
    const auto move = [&](GmemBlitKind kind, bool flags) {
        set("RB_BLIT_INFO/TYPE"_field, static_cast<uint32_t>(kind));
        set("RB_BIN_CONTROL2/BINW"_field, 32);
        set("RB_BIN_CONTROL2/BINH"_field, 32);
        set("RB_BLIT_SCISSOR_BR"_reg, 31 | 31 << 16);
        set("RB_BLIT_DST_INFO/COLOR_FORMAT"_field, kRgba8);
        set("RB_BLIT_DST_INFO/FLAGS"_field, flags ? 1 : 0);
        setAddress("RB_BLIT_DST"_reg, kCompressedPixels);
        setAddress("RB_BLIT_FLAG_DST"_reg, kFlagPlane);
        set("RB_BLIT_DST_PITCH"_reg, 256 >> 6);
        blitGmem();
        return reported();
    };
    move(GmemBlitKind::Store, true);
    EXPECT_TRUE(move(GmemBlitKind::Load, true).empty());
    checks_.packet(static_cast<uint32_t>(adreno::Opcode::DrawIndexedOffset), 0);
    EXPECT_EQ(move(GmemBlitKind::Load, false), kMixedUses);
}

/// Fills one pixel, and copies it.
TEST_F(CompressedTextureTest, BlitsReadWithFlags) {
    const auto move = [&](bool solid, bool flags) {
        set("RB_2D_BLIT_CNTL/SOLID_COLOR"_field, solid ? 1 : 0);
        set("RB_2D_BLIT_CNTL/MASK"_field, 0xf);
        set("RB_2D_DST_INFO/COLOR_FORMAT"_field, kRgba8);
        set("RB_2D_DST_INFO/FLAGS"_field, solid && flags ? 1 : 0);
        setAddress("RB_2D_DST"_reg, solid ? kCompressedPixels : kSource);
        setAddress("RB_2D_DST_FLAGS"_reg, kFlagPlane);
        set("RB_2D_DST_PITCH"_reg, 1);
        set("SP_PS_2D_SRC_INFO/COLOR_FORMAT"_field, kRgba8);
        set("SP_PS_2D_SRC_INFO/FLAGS"_field, flags ? 1 : 0);
        setAddress("SP_PS_2D_SRC"_reg, kCompressedPixels);
        setAddress("SP_PS_2D_SRC_FLAGS"_reg, kFlagPlane);
        set("SP_PS_2D_SRC_PITCH"_reg, 64 << 9);
        blit();
        checks_.packet(static_cast<uint32_t>(adreno::Opcode::EventWrite), cache_events::kColorFlush);
        checks_.packet(static_cast<uint32_t>(adreno::Opcode::WaitForIdle), 0);
        checks_.packet(static_cast<uint32_t>(adreno::Opcode::EventWrite), cache_events::kUcheInvalidate);
        return reported();
    };
    move(true, true);
    EXPECT_TRUE(move(false, true).empty());
    EXPECT_EQ(move(false, false), kMixedUses);
}

TEST(CompressedTargets, AreBlendedWithTheirFlags) {
    RenderBench bench;
    bench.program(colorProgram(1.0f, 0.0f, 0.0f, 1.0f));
    bench.colorTarget(0, kRgba8);
    bench.set("RB_RENDER_CNTL/FLAG_MRTS"_field, 1);
    bench.drawAll();
    bench.set("RB_MRT[].CONTROL/BLEND"_field, 1);
    bench.drawAll();
    EXPECT_EQ(bench.findingsText(), "");
    bench.set("RB_RENDER_CNTL/FLAG_MRTS"_field, 0);
    bench.drawAll();
    EXPECT_EQ(bench.findings.all().size(), 1u) << bench.findingsText();
    EXPECT_EQ(bench.findings.all()[0].kind.identifier, kMixedUses[0]);
}

TEST(CompressedTargets, AreTestedWithTheirFlags) {
    RenderBench bench;
    bench.program(colorProgram(1.0f, 0.0f, 0.0f, 1.0f));
    bench.colorTarget(0, kRgba8);
    bench.depthTarget(DepthFormat::Float32);
    bench.set("RB_DEPTH_CNTL/Z_TEST_ENABLE"_field, 1);
    bench.set("RB_DEPTH_CNTL/Z_WRITE_ENABLE"_field, 1);
    bench.set("RB_RENDER_CNTL/FLAG_DEPTH"_field, 1);
    bench.setAddress("RB_DEPTH_FLAG_BUFFER_BASE"_reg, kFlagPlane);
    bench.drawAll();
    bench.drawAll();
    EXPECT_EQ(bench.findingsText(), "");
    bench.set("RB_RENDER_CNTL/FLAG_DEPTH"_field, 0);
    bench.drawAll();
    EXPECT_EQ(bench.findings.all().size(), 1u) << bench.findingsText();
    EXPECT_EQ(bench.findings.all()[0].kind.identifier, kMixedUses[0]);
}

}  // namespace
}  // namespace cyclorama::adreno::test
