// SPDX-License-Identifier: MIT
// Operations of the 2D engine without a counterpart in Pixman, against plain code and values worked out by hand; and
// its findings.

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

#include "engine2d_scene.h"
#include "families/vivante/frontend/packets.h"

namespace cyclorama::vivante {
namespace {

using machine::ResolveResult;

constexpr uint32_t kRowBytes = 64;
constexpr uint32_t kSource = Scene2d::kSource;
constexpr uint32_t kDestination = Scene2d::kDestination;

void images(Scene2d& scene, uint32_t command) {
    scene.source(kSource, kRowBytes, 6);
    scene.destination(kDestination, kRowBytes, 6, command);
}

uint32_t pixel(Scene2d& scene, uint32_t x, uint32_t y, uint32_t image = kDestination) {
    return scene.word(image + y * kRowBytes + x * 4);
}

TEST(Engine2d, CombinesByAllRasterOperations) {
    constexpr uint32_t kPattern = 0xf0ca53a6;
    for (uint32_t rop = 0; rop < 256; ++rop) {
        Scene2d scene;
        scene.randomize(kSource, kRowBytes * 16, 3);
        scene.randomize(kDestination, kRowBytes * 16, 4);
        const uint32_t source = pixel(scene, 1, 2, kSource);
        const uint32_t destination = pixel(scene, 1, 2);
        images(scene, kBlitCommand);
        scene.rop(rop);
        scene.set("DE.PATTERN_FG_COLOR"_reg, kPattern);
        scene.draw({{0, 0, 4, 4}});
        EXPECT_TRUE(scene.run().findings.all().empty());
        uint32_t expected = 0;
        for (uint32_t bit = 0; bit < 32; ++bit) {
            const uint32_t index = (kPattern >> bit & 1) << 2 | (source >> bit & 1) << 1 | (destination >> bit & 1);
            expected |= (rop >> index & 1) << bit;
        }
        ASSERT_EQ(pixel(scene, 1, 2), expected) << rop;
    }
}

TEST(Engine2d, RasterOperationsOfTwoInputs) {
    EXPECT_EQ(engine2d::ofSourceAlone(0xc), 0xcc);
    EXPECT_EQ(engine2d::ofSourceAlone(0x6), 0x66);
    EXPECT_EQ(engine2d::ofPatternAlone(0xc), 0xf0);
    EXPECT_EQ(engine2d::ofPatternAlone(0x6), 0x5a);
    EXPECT_EQ(engine2d::ofPatternAlone(0xa), 0xaa);
}

TEST(Engine2d, KeysMakePixelsTransparent) {
    Scene2d scene;
    for (uint32_t x = 0; x < 4; ++x) {
        scene.memory.store(kSource + 4 * x, 0xff000010u * (x + 1));
        scene.memory.store(kDestination + 4 * x, 0xff0000a0u);
    }
    images(scene, kBlitCommand);
    scene.rop(0xcc, 0xaa);
    scene.set("DE.PE_TRANSPARENCY"_reg, 2);
    scene.set("DE.SRC_COLOR_BG"_reg, 0x00000020);
    scene.set("DE.SRC_COLOR_KEY_HIGH"_reg, 0x00000030);
    scene.draw({{0, 0, 4, 1}});
    scene.run();
    EXPECT_EQ(pixel(scene, 0, 0) & 0xff, 0x10U);
    EXPECT_EQ(pixel(scene, 1, 0) & 0xff, 0xa0U);
    EXPECT_EQ(pixel(scene, 2, 0) & 0xff, 0xa0U);
    EXPECT_EQ(pixel(scene, 3, 0) & 0xff, 0x40U);
    // Only pixels that do not match are drawn; with DirectFB's way only those that do.
    for (const bool directFb : {false, true}) {
        scene.memory.store(kDestination, 0xff0000a0u);
        scene.memory.store(kDestination + 4, 0xff0000b0u);
        images(scene, kBlitCommand);
        scene.set("DE.PE_TRANSPARENCY"_reg, 2u << 8 | (directFb ? 1u << 29 : 0));
        scene.set("DE.DEST_COLOR_KEY"_reg, 0xa0);
        scene.set("DE.DEST_COLOR_KEY_HIGH"_reg, 0xa0);
        scene.draw({{0, 0, 2, 1}});
        scene.run();
        EXPECT_EQ(pixel(scene, 0, 0) & 0xff, directFb ? 0x10U : 0xa0U);
        EXPECT_EQ(pixel(scene, 1, 0) & 0xff, directFb ? 0xb0U : 0x20U);
    }
}

TEST(Engine2d, PatternsRepeatFromTheirOrigin) {
    Scene2d scene;
    images(scene, kBlitCommand);
    scene.rop(0xf0, 0xaa);
    scene.set("DE.PATTERN_CONFIG"_reg, 10u | 1u << 4 | 1u << 16);  // two colours, one pixel to the left
    scene.set("DE.PATTERN_LOW"_reg, 0x000000c1);
    scene.set("DE.PATTERN_HIGH"_reg, 0);
    scene.set("DE.PATTERN_MASK_LOW"_reg, 0x000000fe);
    scene.set("DE.PATTERN_FG_COLOR"_reg, 0xff112233);
    scene.set("DE.PATTERN_BG_COLOR"_reg, 0xff445566);
    scene.set("DE.PE_TRANSPARENCY"_reg, 1 << 4);
    scene.draw({{0, 0, 16, 2}});
    EXPECT_TRUE(scene.run().findings.all().empty());
    EXPECT_EQ(pixel(scene, 0, 0), 0xff112233U);
    EXPECT_EQ(pixel(scene, 1, 0), 0xff445566U);
    EXPECT_EQ(pixel(scene, 6, 0), 0U) << "masked";
    EXPECT_EQ(pixel(scene, 7, 0), 0xff112233U);
    EXPECT_EQ(pixel(scene, 15, 0), 0xff112233U);
    EXPECT_EQ(pixel(scene, 0, 1), 0U) << "masked";
    // In memory.
    for (uint32_t i = 0; i < 64; ++i) scene.memory.store(kSource + 4 * i, 0xff000000 | i);
    scene.set("DE.PATTERN_ADDRESS"_reg, kSource);
    scene.set("DE.PATTERN_CONFIG"_reg, 6u | 1u << 4);
    scene.set("DE.PE_TRANSPARENCY"_reg, 0);
    scene.draw({{0, 0, 16, 16}});
    scene.run();
    EXPECT_EQ(pixel(scene, 11, 13), 0xff000000 | (5 * 8 + 3));
}

// etna_viv, bitblt2d_from_stream.c: an M of 8x8 pixels in two words.
TEST(Engine2d, ExpandsBitmapsOfTheStream) {
    static constexpr std::string_view kRows[] = {"1...1..1", "11.11.1.", "1.1.1.1.", "1.1.1..1",
                                                 "1...1...", "1...1.1.", "1...1..1", "........"};
    for (const bool transparent : {false, true}) {
        Scene2d scene;
        scene.source(0, 4, 10, 1 << 8);
        scene.destination(kDestination, kRowBytes, 6, kBlitCommand);
        scene.rop(0xcc, 0xaa);
        scene.set("DE.SRC_COLOR_FG"_reg, 0xffffffff);
        scene.set("DE.SRC_COLOR_BG"_reg, 0xff2020ff);
        scene.set("DE.PE_TRANSPARENCY"_reg, transparent ? 1 : 0);
        scene.draw({{2, 1, 10, 9}}, {0xa9aada89, 0x00898a88});
        EXPECT_TRUE(scene.run().findings.all().empty());
        for (uint32_t y = 0; y < 8; ++y)
            for (uint32_t x = 0; x < 8; ++x)
                ASSERT_EQ(pixel(scene, x + 2, y + 1), kRows[y][x] == '1' ? 0xffffffffU
                                                      : transparent      ? 0U
                                                                         : 0xff2020ffU);
    }
}

TEST(Engine2d, ReadsBitmapsPalettesAndAlphaAlone) {
    Scene2d scene;
    scene.memory.store(kSource, 0x000000a5u);
    scene.source(kSource, 4, 10);
    scene.destination(kDestination, kRowBytes, 6, kBlitCommand);
    scene.set("DE.SRC_COLOR_FG"_reg, 0xff00ff00);
    scene.draw({{0, 0, 8, 1}});
    scene.run();
    for (uint32_t x = 0; x < 8; ++x) EXPECT_EQ(pixel(scene, x, 0), (0xa5u >> (7 - x) & 1) != 0 ? 0xff00ff00U : 0U);
    scene.source(kSource, 4, 9);
    scene.stream.set("DE.INDEX_COLOR_TABLE32"_reg.word(0xa5), 0x80123456);
    scene.draw({{0, 0, 1, 1}});
    scene.run();
    EXPECT_EQ(pixel(scene, 0, 0), 0x80123456U);
    scene.source(kSource, 4, 16);
    scene.set("DE.GLOBAL_SRC_COLOR"_reg, 0x00445566);
    scene.draw({{0, 0, 1, 1}});
    scene.run();
    EXPECT_EQ(pixel(scene, 0, 0), 0xa5445566U);
}

// etna_viv, doc/2d.md, YUV color spaces. Luma 100, blue difference 90, red difference 160.
TEST(Engine2d, ConvertsYuv) {
    for (const uint32_t format : {7u, 8u, 15u, 17u, 18u})
        for (const bool standard709 : {false, true}) {
            SCOPED_TRACE(format);
            Scene2d scene;
            scene.source(kSource, 4, format);
            scene.destination(kDestination, kRowBytes, 6, kBlitCommand);
            scene.set("DE.UPLANE_ADDRESS"_reg, kSource + 0x100);
            scene.set("DE.UPLANE_STRIDE"_reg, 4);
            scene.set("DE.VPLANE_ADDRESS"_reg, kSource + 0x200);
            scene.set("DE.VPLANE_STRIDE"_reg, 4);
            scene.set("DE.PE_CONTROL"_reg, standard709 ? 1 : 0);
            const uint32_t pair =
                format == 7 ? 100u | 90u << 8 | 100u << 16 | 160u << 24 : 90u | 100u << 8 | 160u << 16 | 100u << 24;
            for (uint32_t row = 0; row < 2; ++row)
                scene.memory.store(kSource + 4 * row, format < 9 ? pair : 0x64646464u);
            for (uint32_t row = 0; row < 2; ++row) {
                scene.memory.store(kSource + 0x100 + 4 * row, format == 15 ? 0x5a5a5a5au : 0xa05aa05au);
                scene.memory.store(kSource + 0x200 + 4 * row, 0xa0a0a0a0u);
            }
            scene.draw({{0, 0, 2, 2}});
            EXPECT_TRUE(scene.run().findings.all().empty());
            // 298 * 84 + 128 = 25160; differences of -38 and 32.
            const uint32_t expected =
                standard709
                    ? (25160 + 461 * 32) >> 8 << 16 | (25160 + 55 * 38 - 137 * 32) >> 8 << 8 | (25160 - 543 * 38) >> 8
                    : (25160 + 410 * 32) >> 8 << 16 | (25160 + 101 * 38 - 209 * 32) >> 8 << 8 | (25160 - 519 * 38) >> 8;
            for (uint32_t y = 0; y < 2; ++y)
                for (uint32_t x = 0; x < 2; ++x) EXPECT_EQ(pixel(scene, x, y), 0xff000000 | expected);
        }
}

// The two passes of xf86-video-armada's video overlay: from planes to pairs, and from those to colours.
TEST(Engine2d, FiltersFromPlanesToPairsAndThenToColors) {
    Scene2d scene;
    scene.source(kSource, 8, 17);
    scene.set("DE.UPLANE_ADDRESS"_reg, kSource + 0x100);
    scene.set("DE.UPLANE_STRIDE"_reg, 8);
    for (std::byte& each : scene.bytes(kSource, 64)) each = std::byte{100};
    for (uint32_t i = 0; i < 16; ++i) scene.memory.store(kSource + 0x100 + 4 * i, 0xa05aa05au);
    // The middle tap alone, at every place.
    std::vector<uint32_t> kernel(77);
    for (uint32_t row = 0; row < 17; ++row) kernel[(row * 9 + 4) / 2] |= 0x4000u << (16 * ((row * 9 + 4) % 2));
    scene.stream.load("DE.FILTER_KERNEL"_reg.word(), kernel);
    scene.stream.load("DE.STRETCH_FACTOR_LOW"_reg.word(), {0x10000, 0x8000});
    scene.stream.load("DE.VR_SOURCE_IMAGE_LOW"_reg.word(), {0, 8u | 8u << 16, 0, 0, 0, 8u | 16u << 16});
    scene.destination(kSource + 0x1000, 16, 7, 0);
    scene.set("DE.VR_CONFIG"_reg, 1);
    EXPECT_TRUE(scene.run().findings.all().empty());
    EXPECT_EQ(scene.word(kSource + 0x1000 + 15 * 16 + 12), 0xa0645a64U);
    scene.source(kSource + 0x1000, 16, 7);
    scene.destination(kDestination, kRowBytes, 6, 0);
    scene.stream.load("DE.STRETCH_FACTOR_LOW"_reg.word(), {0x10000, 0x10000});
    scene.stream.load("DE.VR_SOURCE_IMAGE_LOW"_reg.word(), {0, 8u | 16u << 16, 0, 0, 0, 8u | 16u << 16});
    scene.set("DE.VR_CONFIG"_reg, 0);
    EXPECT_TRUE(scene.run().findings.all().empty());
    EXPECT_EQ(pixel(scene, 7, 15), 0xff000000 | (25160 + 410 * 32) >> 8 << 16 |
                                       (25160 + 101 * 38 - 209 * 32) >> 8 << 8 | (25160 - 519 * 38) >> 8);
}

// etna_viv, doc/2d.md, Lines: the first pixel is drawn, the last is not.
TEST(Engine2d, LinesEndBeforeTheirLastPixel) {
    struct Row {
        engine2d::Rectangle ends;
        std::vector<std::pair<uint32_t, uint32_t>> pixels;
    };
    const std::vector<Row> rows = {{{2, 3, 6, 3}, {{2, 3}, {3, 3}, {4, 3}, {5, 3}}},
                                   {{6, 3, 2, 3}, {{6, 3}, {5, 3}, {4, 3}, {3, 3}}},
                                   {{2, 2, 2, 5}, {{2, 2}, {2, 3}, {2, 4}}},
                                   {{1, 1, 4, 4}, {{1, 1}, {2, 2}, {3, 3}}},
                                   {{0, 0, 6, 2}, {{0, 0}, {1, 0}, {2, 1}, {3, 1}, {4, 1}, {5, 2}}},
                                   {{4, 4, 4, 4}, {}}};
    for (const Row& row : rows) {
        Scene2d scene;
        scene.source(kSource, kRowBytes, 10);
        scene.destination(kDestination, kRowBytes, 6, kLineCommand);
        scene.set("DE.SRC_COLOR_FG"_reg, 0xff44ff44);
        scene.draw({row.ends});
        EXPECT_TRUE(scene.run().findings.all().empty());
        uint32_t drawn = 0;
        for (uint32_t y = 0; y < 8; ++y)
            for (uint32_t x = 0; x < 8; ++x) drawn += pixel(scene, x, y) != 0;
        EXPECT_EQ(drawn, row.pixels.size());
        for (const auto& [x, y] : row.pixels) EXPECT_EQ(pixel(scene, x, y), 0xff44ff44U) << x << ", " << y;
    }
}

TEST(Engine2d, MemoryThatIsNotThereIsLeftAlone) {
    Scene2d scene;
    images(scene, kBlitCommand);
    scene.set("DE.SRC_ORIGIN"_reg, 0xffffu << 16);
    scene.source(kSource, kRowBytes, 6);
    scene.draw({{0, 0, 4, 4}});  // a row before the first page
    scene.set("DE.SRC_ORIGIN"_reg, 0);
    scene.destination(kDestination, 8, 6, kBlitCommand);
    scene.draw({{0, 0, 4, 4}});  // rows that overlap
    scene.destination(kSource + Scene2d::kBytes - kRowBytes, kRowBytes, 6, kBlitCommand);
    scene.draw({{0, 0, 16, 1}, {0, 0, 16, 2}});
    scene.run();
    EXPECT_EQ(scene.results,
              (std::vector{ResolveResult::OutOfMemory, ResolveResult::Unsupported, ResolveResult::OutOfMemory}));
    EXPECT_EQ(scene.word(kDestination), 0U);
}

TEST(Engine2dFindings, CommandsInTheOtherPipe) {
    Chip both = gc320();
    both.features[0] |= 1u << 2;
    Scene2d scene(both);
    images(scene, kClearCommand);
    scene.draw({{0, 0, 4, 4}});
    const Outcome in3d = scene.run();
    EXPECT_EQ(in3d.count("2d-command-in-3d-pipe"), 1U);
    EXPECT_EQ(in3d.hangs, 1U);
    scene.set("GL.PIPE_SELECT"_reg, 1);
    scene.set("DE.VR_CONFIG"_reg, 0);
    EXPECT_EQ(scene.run().count("2d-command-in-3d-pipe"), 0U);
    scene.set("GL.PIPE_SELECT"_reg, 0);
    scene.set("DE.VR_CONFIG"_reg, 0);
    EXPECT_EQ(scene.run().count("2d-command-in-3d-pipe"), 1U);
    EXPECT_EQ(execute(Stream().set("RS.KICKER"_reg, 1), gc320()).count("3d-command-in-2d-pipe"), 1U);
}

TEST(Engine2dFindings, PipesThatAChipLacks) {
    EXPECT_EQ(execute(Stream().set("GL.PIPE_SELECT"_reg, 1).packet({4u << 27 | 1u << 8, 0, 0, 0}))
                  .count("pipe-missing-on-chip"),
              1U);
    EXPECT_EQ(
        execute(Stream().set("GL.PIPE_SELECT"_reg, 0).set("RS.KICKER"_reg, 1), gc320()).count("pipe-missing-on-chip"),
        1U);
}

TEST(Engine2dFindings, PipesChangeWithoutAStall) {
    Chip both = gc320();
    both.features[0] |= 1u << 2;
    const auto changes = [&](void (*between)(Scene2d&)) {
        Scene2d scene(both);
        scene.set("GL.PIPE_SELECT"_reg, 1);
        images(scene, kClearCommand);
        scene.draw({{0, 0, 4, 4}});
        between(scene);
        scene.set("GL.PIPE_SELECT"_reg, 0);
        return scene.run().count("pipe-change-without-stall");
    };
    constexpr uint32_t kFrontEndToPixelEngine = 1 | 7 << 8;
    EXPECT_EQ(changes([](Scene2d&) {}), 1U);
    EXPECT_EQ(changes([](Scene2d& scene) { scene.stream.stall(1, 7); }), 0U);
    EXPECT_EQ(changes([](Scene2d& scene) {
                  scene.stream.packet({9u << 27, kFrontEndToPixelEngine});
              }),
              1U)
        << "a stall without a semaphore";
    EXPECT_EQ(changes([](Scene2d& scene) { scene.set("GL.SEMAPHORE_TOKEN"_reg, kFrontEndToPixelEngine); }), 1U);
    EXPECT_EQ(changes([](Scene2d& scene) { scene.set("GL.PIPE_SELECT"_reg, 1); }), 1U);
}

TEST(Engine2dFindings, WhatIsNotSimulated) {
    const auto refused = [](const auto& change) {
        Scene2d scene;
        images(scene, kBlitCommand);
        scene.rop(0xe8);  // source, pattern and destination
        change(scene);
        scene.draw({{0, 0, 4, 4}});
        const Outcome outcome = scene.run();
        EXPECT_TRUE(scene.results.empty());
        return std::pair{outcome.count("2d-operation-not-simulated"), outcome.count("2d-format-not-drawn")};
    };
    constexpr std::pair<uint64_t, uint64_t> kOperation{1, 0};
    constexpr std::pair<uint64_t, uint64_t> kFormat{0, 1};
    EXPECT_EQ(refused([](Scene2d& s) { s.destination(kDestination, kRowBytes, 6, 8 << 12); }), kOperation);
    EXPECT_EQ(refused([](Scene2d& s) { s.destination(kDestination, kRowBytes, 6, kBlitCommand | 1 << 8); }),
              kOperation);
    EXPECT_EQ(refused([](Scene2d& s) { s.source(kSource, kRowBytes, 6, 1 << 7); }), kOperation);
    EXPECT_EQ(refused([](Scene2d& s) { s.source(kSource, kRowBytes, 6, 1u << 30); }), kOperation);
    EXPECT_EQ(refused([](Scene2d& s) { s.set("DE.PE_DITHER_LOW"_reg, 0); }), kOperation);
    EXPECT_EQ(refused([](Scene2d& s) { s.set("DE.ROT_ANGLE"_reg, 3); }), kOperation);
    EXPECT_EQ(refused([](Scene2d& s) { s.set("DE.SRC_EX_CONFIG"_reg, 8); }), kOperation);
    EXPECT_EQ(refused([](Scene2d& s) { s.set("DE.DEYUV_CONVERSION"_reg, 1); }), kOperation);
    EXPECT_EQ(refused([](Scene2d& s) { s.source(kSource, kRowBytes, 19); }), kFormat);
    EXPECT_EQ(refused([](Scene2d& s) { s.destination(kDestination, kRowBytes, 7, kBlitCommand); }), kFormat);
    EXPECT_EQ(refused([](Scene2d& s) { s.destination(kDestination, kRowBytes, 16, kBlitCommand); }), kFormat);
    EXPECT_EQ(refused([](Scene2d& s) { s.set("DE.PATTERN_CONFIG"_reg, 9u | 1u << 4); }), kFormat);
    Scene2d onePass;
    onePass.set("DE.VR_CONFIG"_reg, 2);
    EXPECT_EQ(onePass.run().count("2d-operation-not-simulated"), 1U);
}

TEST(Engine2dFindings, AddressesAreMultiplesOfFour) {
    Scene2d scene;
    scene.source(kSource + 2, kRowBytes, 4);
    scene.destination(kDestination, kRowBytes, 4, kBlitCommand);
    scene.draw({{0, 0, 4, 4}});
    EXPECT_EQ(scene.run().count("2d-address-misaligned"), 1U);
}

// Drivers write a state that has no other use three times behind DRAW_2D (etna_viv: the 2D programs).
TEST(Engine2dFindings, WhatDriversWriteAfterADrawing) {
    EXPECT_TRUE(execute(Stream().set("DUMMY.BEHIND_DRAW_2D"_reg, 0), gc320()).findings.all().empty());
}

TEST(Engine2dPackets, AreDescribed) {
    const std::vector<uint32_t> words{4u << 27 | 1u << 16 | 1u << 8, 0, 0xfffe0003, 0x00080010, 42, 0};
    EXPECT_EQ(describePacket(words), "DRAW_2D COUNT=1, DATA_COUNT=1, 3,-2 to 16,8");
    const Draw2dPacket packet(words);
    EXPECT_EQ(packet.count(), 1U);
    EXPECT_EQ(packet.data().size(), 1U);
    EXPECT_EQ(packet.data()[0], 42U);
    EXPECT_EQ(Draw2dPacket(std::span(words).first(3)).count(), 0U);
    EXPECT_TRUE(Draw2dPacket(std::span(words).first(3)).data().empty());
}

}  // namespace
}  // namespace cyclorama::vivante
