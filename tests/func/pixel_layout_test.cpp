// SPDX-License-Identifier: MIT
#include "func/layout/pixel_layout.h"

#include <gtest/gtest.h>

#include <vector>

namespace cyclorama::func {
namespace {

struct KnownPixel {
    uint32_t x, y, offset, unitOfFour;
};

struct KnownLayout {
    PixelLayoutParameters parameters;
    uint32_t size;
    std::vector<KnownPixel> pixels;
};

/// Computed by ATTILA's PixelMapper (2015 snapshot): computeAddress, mapToUnit, computeFrameBufferSize.
std::vector<KnownLayout> knownLayouts() {
    const TileSizes standard;
    return {
        {{.width = 640, .height = 480, .tiles = standard},
         1310720,
         {{0, 0, 0, 0},
          {1, 0, 4, 0},
          {0, 1, 8, 0},
          {2, 0, 16, 0},
          {0, 2, 64, 0},
          {8, 0, 256, 0},
          {0, 8, 512, 0},
          {16, 0, 1024, 1},
          {0, 16, 2048, 2},
          {48, 32, 13312, 1},
          {64, 0, 16384, 0},
          {0, 64, 163840, 0},
          {99, 49, 30748, 2}}},
        {{.width = 640, .height = 480, .tiles = standard, .samples = 4},
         5242880,
         {{1, 0, 16, 0},
          {0, 1, 32, 0},
          {2, 0, 64, 0},
          {0, 2, 128, 0},
          {8, 0, 16384, 0},
          {0, 8, 32768, 0},
          {16, 0, 1024, 1},
          {0, 16, 2048, 2},
          {48, 32, 13312, 1},
          {64, 0, 65536, 0},
          {0, 64, 655360, 0},
          {99, 49, 79984, 2}}},
        {{.width = 320, .height = 200, .tiles = standard, .samples = 2, .bytesPerSample = 8},
         1310720,
         {{1, 0, 16, 0}, {8, 0, 16384, 0}, {0, 8, 32768, 0}, {0, 64, 327680, 0}, {99, 49, 79984, 2}}},
        {{.width = 100, .height = 50, .tiles = {8, 8, 32, 16, 2, 2}, .samples = 8},
         262144,
         {{1, 0, 32, 0},
          {2, 0, 256, 0},
          {0, 2, 128, 0},
          {8, 0, 8192, 0},
          {16, 0, 16384, 0},
          {0, 16, 4096, 2},
          {48, 32, 149504, 1},
          {99, 49, 203104, 3}}},
        {{.width = 1024, .height = 768, .tiles = {4, 4, 8, 8, 4, 4}, .bytesPerSample = 8},
         6291456,
         {{1, 0, 8, 0}, {2, 0, 32, 0}, {0, 2, 128, 0}, {8, 0, 256, 1}, {0, 8, 512, 2}, {99, 49, 288824, 0}}},
    };
}

TEST(PixelLayout, PlacesPixelsAsAttilaDoes) {
    for (const KnownLayout& known : knownLayouts()) {
        ASSERT_EQ(layoutProblem(known.parameters), "");
        const PixelLayout layout(known.parameters);
        EXPECT_EQ(layout.bufferSize(), known.size);
        for (const KnownPixel& pixel : known.pixels) {
            EXPECT_EQ(layout.offset(pixel.x, pixel.y), pixel.offset) << pixel.x << ',' << pixel.y;
            EXPECT_EQ(layout.unitOfPixel(pixel.x, pixel.y, 4), pixel.unitOfFour) << pixel.x << ',' << pixel.y;
        }
    }
}

std::vector<PixelLayoutParameters> manyLayouts() {
    std::vector<PixelLayoutParameters> layouts;
    for (uint32_t samples : {1u, 2u, 4u, 8u}) {
        for (uint32_t bytes : {4u, 8u}) {
            for (const TileSizes& tiles :
                 {TileSizes{8, 8, 16, 16, 4, 4}, TileSizes{8, 16, 32, 16, 2, 2}, TileSizes{16, 8, 16, 32, 1, 1}}) {
                const PixelLayoutParameters p{
                    .width = 131, .height = 77, .tiles = tiles, .samples = samples, .bytesPerSample = bytes};
                if (layoutProblem(p).empty()) layouts.push_back(p);
            }
        }
    }
    return layouts;
}

TEST(PixelLayout, UsesEveryByteOnce) {
    ASSERT_GE(manyLayouts().size(), 15u);
    for (const PixelLayoutParameters& parameters : manyLayouts()) {
        const PixelLayout layout(parameters);
        EXPECT_GE(layout.paddedWidth(), parameters.width);
        EXPECT_GE(layout.paddedHeight(), parameters.height);
        std::vector<bool> used(layout.bufferSize() / layout.pixelBytes());
        ASSERT_EQ(used.size(), size_t{layout.paddedWidth()} * layout.paddedHeight());
        for (uint32_t y = 0; y < layout.paddedHeight(); ++y) {
            for (uint32_t x = 0; x < layout.paddedWidth(); ++x) {
                const uint32_t offset = layout.offset(x, y);
                ASSERT_EQ(offset % layout.pixelBytes(), 0u);
                ASSERT_LT(offset, layout.bufferSize());
                ASSERT_FALSE(used[offset / layout.pixelBytes()]) << x << ',' << y;
                used[offset / layout.pixelBytes()] = true;
            }
        }
    }
}

TEST(PixelLayout, KeepsQuadsTogether) {
    for (const PixelLayoutParameters& parameters : manyLayouts()) {
        const PixelLayout layout(parameters);
        for (uint32_t y = 0; y < layout.paddedHeight(); y += 2) {
            for (uint32_t x = 0; x < layout.paddedWidth(); x += 2) {
                const uint32_t quad = layout.offset(x, y);
                ASSERT_EQ(quad % layout.quadBytes(), 0u);
                ASSERT_EQ(layout.offset(x + 1, y), quad + layout.pixelBytes());
                ASSERT_EQ(layout.offset(x, y + 1), quad + 2 * layout.pixelBytes());
                ASSERT_EQ(layout.offset(x + 1, y + 1), quad + 3 * layout.pixelBytes());
            }
        }
    }
}

TEST(PixelLayout, AgreesOnTheUnitOfPixelAndOffset) {
    for (const PixelLayoutParameters& parameters : manyLayouts()) {
        const PixelLayout layout(parameters);
        for (uint32_t units : {1u, 2u, 3u, 4u, 8u}) {
            for (uint32_t y = 0; y < layout.paddedHeight(); y += 3) {
                for (uint32_t x = 0; x < layout.paddedWidth(); x += 3) {
                    ASSERT_EQ(layout.unitOfOffset(layout.offset(x, y), units), layout.unitOfPixel(x, y, units));
                }
            }
        }
    }
}

TEST(PixelLayout, RefusesWhatCannotBe) {
    const auto problem = [](auto change) {
        PixelLayoutParameters parameters{.width = 64, .height = 64};
        change(parameters);
        return std::string(layoutProblem(parameters));
    };
    EXPECT_EQ(problem([](auto&) {}), "");
    EXPECT_NE(problem([](auto& p) { p.samples = 3; }), "");
    EXPECT_NE(problem([](auto& p) { p.bytesPerSample = 2; }), "");
    EXPECT_NE(problem([](auto& p) { p.tiles.overScanWidth = 2; }), "");
    EXPECT_NE(problem([](auto& p) { p.tiles.overScanWidth = p.tiles.overScanHeight = 16; }), "");
    EXPECT_NE(problem([](auto& p) { p.tiles.scanWidth = 12; }), "");
    EXPECT_NE(problem([](auto& p) { p.tiles.scanWidth = 4; }), "");
    EXPECT_NE(problem([](auto& p) { p.tiles.generationWidth = 0; }), "");
    EXPECT_NE(problem([](auto& p) { p.width = p.height = 65536; }), "");
    EXPECT_NE(problem([](auto& p) { p.width = 1u << 31; }), "");
    // 8 samples need generation tiles of 4 x 2 quads, and twice that height with 8 bytes each.
    EXPECT_EQ(problem([](auto& p) { p.samples = 8; }), "");
    EXPECT_EQ(problem([](auto& p) { p.samples = 8, p.bytesPerSample = 8; }), "");
    EXPECT_NE(problem([](auto& p) { p.samples = 8, p.tiles.generationWidth = 4; }), "");
    EXPECT_NE(problem([](auto& p) { p.samples = 8, p.bytesPerSample = 8, p.tiles.generationHeight = 4; }), "");
}

TEST(PixelLayout, EmptyBufferHasNoBytes) {
    EXPECT_EQ(PixelLayout().bufferSize(), 0u);
    EXPECT_EQ(PixelLayout(PixelLayoutParameters{.width = 0, .height = 0}).bufferSize(), 0u);
}

// GCxxx hardware notes, Texture tiling and Supertiling: places in the image of the first, some inner and the last tile.
TEST(TiledLayout, PlacesTilesAsTheNotesDraw) {
    const PixelLayout tiled(
        TiledLayoutParameters{.tiling = Tiling::Tiled, .width = 32, .height = 8, .stride = 32, .bytesPerSample = 1});
    EXPECT_EQ(tiled.offset(1, 1), 5u);
    EXPECT_EQ(tiled.offset(4, 0), 16u);
    EXPECT_EQ(tiled.offset(7, 2), 27u);
    EXPECT_EQ(tiled.offset(0, 4), 128u);
    EXPECT_EQ(tiled.bufferSize(), 256u);

    const PixelLayout super(TiledLayoutParameters{
        .tiling = Tiling::SuperTiled, .width = 128, .height = 128, .stride = 128, .bytesPerSample = 1});
    const auto tile = [&](uint32_t column, uint32_t row) { return super.offset(column * 4, row * 4) / 16; };
    EXPECT_EQ(tile(1, 0), 1u);
    EXPECT_EQ(tile(0, 1), 2u);
    EXPECT_EQ(tile(1, 3), 7u);
    EXPECT_EQ(tile(2, 0), 8u);
    EXPECT_EQ(tile(15, 0), 57u);
    EXPECT_EQ(tile(0, 4), 64u);
    EXPECT_EQ(tile(7, 10), 157u);
    EXPECT_EQ(tile(15, 15), 255u);
    EXPECT_EQ(tile(16, 0), 256u);
    EXPECT_EQ(tile(0, 16), 512u);
    EXPECT_EQ(super.offset(3, 2), 11u);
    EXPECT_EQ(super.bufferSize(), 128u * 128);
}

TEST(TiledLayout, LinearBuffersAreRowsOfTheirStride) {
    const PixelLayout layout(
        TiledLayoutParameters{.tiling = Tiling::Linear, .width = 10, .height = 6, .stride = 64, .bytesPerSample = 2});
    EXPECT_EQ(layout.offset(1, 0), 2u);
    EXPECT_EQ(layout.offset(0, 1), 64u);
    EXPECT_EQ(layout.offset(9, 5), 5u * 64 + 18);
    EXPECT_EQ(layout.bufferSize(), 5u * 64 + 20);  // up to the end of the last pixel
    EXPECT_EQ(layout.pictureSize(), 5u * 64 + 20);
    const PixelLayout odd(
        TiledLayoutParameters{.tiling = Tiling::Linear, .width = 9, .height = 5, .stride = 64, .bytesPerSample = 2});
    EXPECT_EQ(odd.bufferSize(), 5u * 64 + 20) << "whole quads";
    EXPECT_EQ(odd.pictureSize(), 4u * 64 + 18);
}

// GCxxx hardware notes, Multi-tiled layouts: rows of tiles, or of supertiles, go to the two pipes in turn, and each
// pipe's lie one after the other in its own memory.
TEST(TiledLayout, TwoPipesTakeRowsOfTilesInTurn) {
    constexpr uint32_t kSecond = 0x10000;
    const PixelLayout tiled(TiledLayoutParameters{.tiling = Tiling::Tiled,
                                                  .width = 32,
                                                  .height = 16,
                                                  .stride = 32,
                                                  .bytesPerSample = 1,
                                                  .pipes = 2,
                                                  .secondPipeOffset = kSecond});
    EXPECT_EQ(tiled.offset(4, 3), 16u + 12);
    EXPECT_EQ(tiled.offset(0, 4), kSecond);
    EXPECT_EQ(tiled.offset(5, 6), kSecond + 16 + 9);
    EXPECT_EQ(tiled.offset(0, 8), 128u);
    EXPECT_EQ(tiled.offset(31, 15), kSecond + 255);

    const PixelLayout super(TiledLayoutParameters{.tiling = Tiling::SuperTiled,
                                                  .width = 128,
                                                  .height = 256,
                                                  .stride = 512,
                                                  .pipes = 2,
                                                  .secondPipeOffset = kSecond});
    EXPECT_EQ(super.offset(64, 0), 64u * 64 * 4);
    EXPECT_EQ(super.offset(0, 63), (198u * 16 + 12) * 4) << "the last tile of the first column";
    EXPECT_EQ(super.offset(0, 64), kSecond);
    EXPECT_EQ(super.offset(5, 64), kSecond + 16 * 4 + 4);
    EXPECT_EQ(super.offset(0, 128), 64u * 512);
    EXPECT_EQ(super.offset(127, 255), kSecond + 2u * 64 * 512 - 4);
}

TEST(TiledLayout, SamplesAreARectangleOfALargerImage) {
    for (const uint32_t samples : {2u, 4u}) {
        const uint32_t down = samples / 2;
        const PixelLayout layout(TiledLayoutParameters{
            .tiling = Tiling::SuperTiled, .width = 40, .height = 40, .stride = 512, .samples = samples});
        const PixelLayout image(
            TiledLayoutParameters{.tiling = Tiling::SuperTiled, .width = 80, .height = 40 * down, .stride = 512});
        for (uint32_t y = 0; y < 40; y += 2)
            for (uint32_t x = 0; x < 40; x += 2)
                for (uint32_t slot = 0; slot < 4 * samples; ++slot) {
                    const uint32_t fragment = slot / samples;
                    const uint32_t sample = slot % samples;
                    const uint32_t sampleX = (x + fragment % 2) * 2 + sample % 2;
                    const uint32_t sampleY = (y + fragment / 2) * down + sample / 2;
                    ASSERT_EQ(layout.offset(x, y) + layout.quad().offset[slot], image.offset(sampleX, sampleY));
                }
    }
}

TEST(TiledLayout, EveryPixelHasAPlaceOfItsOwn) {
    for (const Tiling tiling : {Tiling::Linear, Tiling::Tiled, Tiling::SuperTiled})
        for (const uint32_t pipes : {1u, 2u}) {
            if (pipes == 2 && tiling == Tiling::Linear) continue;
            const PixelLayout layout(TiledLayoutParameters{.tiling = tiling,
                                                           .width = 64,
                                                           .height = 128,
                                                           .stride = 128,
                                                           .bytesPerSample = 2,
                                                           .pipes = pipes,
                                                           .secondPipeOffset = pipes == 2 ? 64u * 128 : 0});
            EXPECT_EQ(layout.bufferSize(), 128u * 128);
            std::vector<bool> seen(layout.bufferSize());
            for (uint32_t y = 0; y < 128; ++y)
                for (uint32_t x = 0; x < 64; ++x) {
                    ASSERT_LT(layout.offset(x, y), layout.bufferSize());
                    ASSERT_FALSE(seen[layout.offset(x, y)]);
                    seen[layout.offset(x, y)] = true;
                }
        }
}

TEST(TiledLayout, RunsOfPixelsLieOneAfterTheOther) {
    const auto layout = [](Tiling tiling) {
        return PixelLayout(TiledLayoutParameters{.tiling = tiling, .width = 200, .height = 8, .stride = 1024});
    };
    EXPECT_EQ(layout(Tiling::Tiled).runPixels(), 4u);
    EXPECT_EQ(layout(Tiling::SuperTiled).runPixels(), 4u);
    EXPECT_EQ(layout(Tiling::Linear).runPixels(), 64u);
    // Quads one after the other, their pixels row by row.
    EXPECT_EQ(PixelLayout(PixelLayoutParameters{.width = 64, .height = 64}).runPixels(), 2u);
    for (const Tiling tiling : {Tiling::Linear, Tiling::Tiled, Tiling::SuperTiled}) {
        const PixelLayout tiles = layout(tiling);
        for (uint32_t x = 1; x < 200; ++x)
            if (x % tiles.runPixels() != 0) {
                ASSERT_EQ(tiles.offset(x, 3), tiles.offset(x - 1, 3) + 4);
            }
    }
}

TEST(TiledLayout, ImpossibleOnesAreRefused) {
    const TiledLayoutParameters good{.tiling = Tiling::Tiled, .width = 16, .height = 16, .stride = 64};
    EXPECT_TRUE(layoutProblem(good).empty());
    const auto refused = [&](auto&& change) {
        TiledLayoutParameters parameters = good;
        change(parameters);
        return !layoutProblem(parameters).empty();
    };
    EXPECT_TRUE(refused([](auto& p) { p.stride = 60; }));
    EXPECT_TRUE(refused([](auto& p) { p.samples = 8; }));
    EXPECT_TRUE(refused([](auto& p) { p.bytesPerSample = 3; }));
    EXPECT_TRUE(refused([](auto& p) { p.pipes = 3; }));
    EXPECT_TRUE(refused([](auto& p) { p.tiling = Tiling::Hierarchy; }));
    EXPECT_TRUE(refused([](auto& p) { p.stride = 0x80000000; }));
}

}  // namespace
}  // namespace cyclorama::func
