// SPDX-License-Identifier: MIT
// DAC.SaveBlitSourceData: pictures of the windows that blits copy.

#include <gtest/gtest.h>

#include "machine/functional_scene.h"

namespace cyclorama::machine {
namespace {

/// Two copies, in different frames, of the window (x 16 to 48, y 8 to 24) of a red and a green rectangle.
std::unique_ptr<Outcome> runWithBlits(bool save, uint32_t width = 32) {
    Scene scene;
    scene.draw(scene.rectangle(0, 0, 30, 12, kRed));
    for (const uint32_t stream : {0u, 1u})
        scene.state.input.edit().streams[stream].address = kVertexAddress + 0x1000 + stream * 16;
    scene.draw(scene.rectangle(30, 12, 64, 64, kGreen));
    scene.state.blit = {.x = 16,
                        .y = 8,
                        .width = width,
                        .height = 16,
                        .destinationAddress = kTextureAddress,
                        .destinationLog2Width = 5};
    scene.command(attila::operation(attila::Blit{})).present();
    scene.command(attila::operation(attila::Blit{})).present();
    Configuration configuration;
    configuration.dac.saveBlitSourceData = save;
    return scene.runTimed({}, configuration);
}

TEST(BlitSource, IsThePartOfTheFrameThatIsCopied) {
    const auto outcome = runWithBlits(true);
    ASSERT_EQ(outcome->frames.size(), 2u);
    ASSERT_EQ(outcome->dumps.size(), 2u);
    EXPECT_EQ(outcome->dumps[0].first, "blitsource0000-0000");
    EXPECT_EQ(outcome->dumps[1].first, "blitsource0001-0000");
    const func::Picture& frame = outcome->picture();
    const func::Picture& window = outcome->dumps[0].second;
    ASSERT_EQ(window.width, 32u);
    ASSERT_EQ(window.height, 16u);
    for (uint32_t row = 0; row < window.height; ++row) {
        // The window's top row is y = 23 from below.
        const size_t first = (size_t{frame.height - 24 + row} * frame.width + 16) * 4;
        const std::vector<uint8_t> expected(frame.rgba.begin() + static_cast<std::ptrdiff_t>(first),
                                            frame.rgba.begin() + static_cast<std::ptrdiff_t>(first + 32 * 4));
        const auto actual = window.rgba.begin() + static_cast<std::ptrdiff_t>(row) * 32 * 4;
        EXPECT_EQ(std::vector<uint8_t>(actual, actual + 32 * 4), expected) << "row " << row;
    }
    EXPECT_TRUE(runWithBlits(false)->dumps.empty());
}

}  // namespace
}  // namespace cyclorama::machine
