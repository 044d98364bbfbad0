// SPDX-License-Identifier: MIT
#include "machine/timing/rop/fragment_map.h"

#include <gtest/gtest.h>

#include <array>

#include "machine/functional_scene.h"

namespace cyclorama::machine {
namespace {

using timing::FragmentMap;
using timing::QuadInFlight;

constexpr auto kBottomFirst = func::RowOrder::BottomFirst;

QuadInFlight quadAt(int32_t x, int32_t y) {
    QuadInFlight quad;
    quad.quad.x = x;
    quad.quad.y = y;
    return quad;
}

/// Red, green and blue of one quad as a number again.
uint32_t valueAt(const func::Picture& picture, uint32_t x, uint32_t y) {
    const uint8_t* pixel = &picture.rgba[(size_t{y} * picture.width + x) * 4];
    EXPECT_EQ(pixel[3], 255);
    return pixel[0] | uint32_t{pixel[1]} << 8 | uint32_t{pixel[2]} << 16;
}

TEST(FragmentMap, CountsTheFragmentsOfEachWriteOfAQuad) {
    FragmentMap map(FragmentMapMode::Overdraw);
    map.resize(7, 4);
    for (uint32_t i = 0; i < 3; ++i) map.note(quadAt(6, 2), 10 + i);
    map.note(quadAt(0, 0), 20);
    map.note(quadAt(8, 0), 20);  // outside
    const func::Picture picture = map.finishFrame(7, 4, kBottomFirst);
    ASSERT_EQ(picture.width, 4u);
    ASSERT_EQ(picture.height, 2u);
    EXPECT_EQ(valueAt(picture, 3, 0), 12u);
    EXPECT_EQ(valueAt(picture, 0, 1), 4u);
    EXPECT_EQ(valueAt(picture, 0, 0), 0u);
}

TEST(FragmentMap, EachFrameStartsWithoutNotes) {
    FragmentMap map(FragmentMapMode::Overdraw);
    map.resize(4, 4);
    map.note(quadAt(0, 0), 1);
    map.finishFrame(4, 4, kBottomFirst);
    EXPECT_EQ(valueAt(map.finishFrame(4, 4, kBottomFirst), 0, 1), 0u);
}

TEST(FragmentMap, ShowsTheLatencyOfTheLastQuadOfAPlace) {
    QuadInFlight quad = quadAt(2, 0);
    quad.created = 1000;
    quad.shaderStart = 1100;
    quad.shaderEnd = 1100 + 0x010203;
    FragmentMap toWrite(FragmentMapMode::LatencyToWrite);
    FragmentMap shader(FragmentMapMode::ShaderLatency);
    for (FragmentMap* map : {&toWrite, &shader}) {
        map->resize(4, 2);
        map->note(quadAt(2, 0), 5000);
        map->note(quad, 1300);
    }
    EXPECT_EQ(valueAt(toWrite.finishFrame(4, 2, kBottomFirst), 1, 0), 300u);
    EXPECT_EQ(valueAt(shader.finishFrame(4, 2, kBottomFirst), 1, 0), 0x010203u);
}

TEST(FragmentMap, RowsAreInTheOrderOfTheFrame) {
    for (const auto rows : {func::RowOrder::BottomFirst, func::RowOrder::TopFirst}) {
        FragmentMap map(FragmentMapMode::Color);
        map.resize(2, 6);
        map.recordColor(quadAt(0, 0), 0x112233);
        const func::Picture picture = map.finishFrame(2, 6, rows);
        EXPECT_EQ(valueAt(picture, 0, rows == func::RowOrder::TopFirst ? 0 : 2), 0x112233u);
    }
}

/// The map of the first frame of a scene of 64 x 64 pixels: everything blue, and a rectangle behind or in front of it.
func::Picture mapOf(FragmentMapMode mode, func::CompareFunction test) {
    Scene scene;
    scene.depthTest(test);
    for (const uint32_t stream : {0u, 1u})
        scene.state.input.edit().streams[stream].address = kVertexAddress + stream * 16;
    scene.draw(scene.everything(kBlue, 0.5f));
    for (const uint32_t stream : {0u, 1u})
        scene.state.input.edit().streams[stream].address = kVertexAddress + 0x1000 + stream * 16;
    scene.draw(scene.rectangle(8, 8, 40, 40, kRed, 0.0f));
    scene.present();
    Configuration configuration;
    configuration.simulator.generateFragmentMap = true;
    configuration.simulator.fragmentMapMode = mode;
    const auto outcome = scene.runTimed({}, configuration);
    EXPECT_EQ(outcome->dumps.size(), 1u);
    EXPECT_EQ(outcome->dumps.at(0).first, "fragmentmap0000");
    return outcome->dumps.at(0).second;
}

TEST(FragmentMapOfAMachine, ShowsWhatWasWrittenOverWhat) {
    const func::Picture over = mapOf(FragmentMapMode::Overdraw, func::CompareFunction::Less);
    const func::Picture behind = mapOf(FragmentMapMode::Overdraw, func::CompareFunction::Greater);
    const func::Picture color = mapOf(FragmentMapMode::Color, func::CompareFunction::Less);
    const uint32_t row = over.height - 1 - 8;  // from below, as the scene has it; off the diagonals of the rectangles
    EXPECT_EQ(valueAt(over, 14, row), 2 * valueAt(over, 30, row));
    EXPECT_EQ(valueAt(behind, 14, row), valueAt(behind, 30, row));
    EXPECT_NE(valueAt(color, 14, row), valueAt(color, 30, row));
    EXPECT_EQ(valueAt(color, 30, row), 0xff0000u);  // blue
}

TEST(FragmentMapOfAMachine, ShowsLatencies) {
    const func::Picture toWrite = mapOf(FragmentMapMode::LatencyToWrite, func::CompareFunction::Less);
    const func::Picture shader = mapOf(FragmentMapMode::ShaderLatency, func::CompareFunction::Less);
    for (uint32_t y = 0; y < shader.height; ++y) {
        for (uint32_t x = 0; x < shader.width; ++x) {
            EXPECT_GT(valueAt(shader, x, y), 0u);
            EXPECT_GT(valueAt(toWrite, x, y), valueAt(shader, x, y));
        }
    }
}

TEST(FragmentMapOfAMachine, IsNotWrittenUnlessAskedFor) {
    Scene scene;
    scene.draw(scene.everything(kBlue, 0.5f));
    scene.present();
    EXPECT_TRUE(scene.runTimed()->dumps.empty());
}

}  // namespace
}  // namespace cyclorama::machine
