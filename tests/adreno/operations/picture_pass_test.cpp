// SPDX-License-Identifier: MIT
// Passes over pictures, by the registers that Turnip writes for them (Mesa 25.0.7: vulkan/tu_cmd_buffer.cc,
// tu6_emit_bin_size(), tu6_emit_window_offset()).

#include "families/adreno/operations/picture_pass.h"

#include <gtest/gtest.h>

#include "families/adreno/registers/registers.h"

namespace cyclorama::adreno::test {
namespace {

/// Words of GRAS_BIN_CONTROL and RB_BIN_CONTROL of bins of 256x240 pixels.
RegisterValues withBins(uint32_t renderMode, uint32_t buffersLocation) {
    constexpr uint32_t kSize = 256 / 32 | 240 / 16 << 8;
    RegisterValues registers;
    const uint32_t word = kSize | renderMode << 18 | buffersLocation << 22;
    registers.write("GRAS_BIN_CONTROL"_reg.word(), word);
    registers.write("RB_BIN_CONTROL"_reg.word(), word);
    registers.write("RB_WINDOW_OFFSET"_reg.word(), 512 | 240 << 16);
    return registers;
}

TEST(PicturePass, OfGmemIsABinAtTheOffsetOfTheWindow) {
    constexpr gpu::Pass::Area kArea{.x = 512, .y = 240, .width = 256, .height = 240};
    EXPECT_EQ(picturePassOf(withBins(0, 0)), (gpu::Pass{.kind = "bin", .area = kArea}));
    EXPECT_EQ(passKindOf(withBins(0, 0)), PassKind::Bin);
}

TEST(PicturePass, OfBinningAndOfDrawsToMemoryIsNoPart) {
    EXPECT_EQ(picturePassOf(withBins(1, 0)), gpu::Pass{.kind = "binning"});
    EXPECT_EQ(picturePassOf(withBins(0, 3)), gpu::Pass{.kind = "direct"});
    EXPECT_EQ(passKindOf(withBins(0, 3)), PassKind::Direct);
}

}  // namespace
}  // namespace cyclorama::adreno::test
