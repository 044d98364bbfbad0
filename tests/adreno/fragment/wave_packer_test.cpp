// SPDX-License-Identifier: MIT
#include "families/adreno/fragment/wave_packer.h"

#include <gtest/gtest.h>

#include <vector>

namespace cyclorama::adreno {
namespace {

/// A list of two triangles in two layers.
struct PackerBench {
    PackerBench() {
        list.triangles.push_back({});
        list.triangles.push_back({.layer = 1});
    }

    /// Quads side by side with these live samples, of triangle 0.
    static FragmentBatch batch(const std::vector<uint32_t>& live) {
        FragmentBatch batch;
        batch.quads = static_cast<uint32_t>(live.size());
        for (uint32_t q = 0; q < batch.quads; ++q) {
            batch.x[q] = static_cast<int32_t>(2 * q);
            batch.y[q] = 0;
            batch.triangle[q] = 0;
            batch.covered[q] = batch.live[q] = live[q];
            batch.sample[q] = 0;
        }
        return batch;
    }
    /// The x of each quad of the waves that are due, wave by wave; the rest stays in the packer.
    static std::vector<std::vector<int32_t>> wavesOf(WavePacker& packer, FragmentBatch& batch) {
        std::vector<std::vector<int32_t>> waves;
        packer.take(batch);
        while (packer.pack()) {
            const FragmentBatch& wave = packer.wave();
            waves.emplace_back(wave.x.begin(), wave.x.begin() + wave.quads);
            packer.wave().quads = 0;
        }
        return waves;
    }

    RasterList list;
};

using Waves = std::vector<std::vector<int32_t>>;

TEST(WavePacker, FullWavesAreDueAndTheRestStays) {
    const PackerBench bench;
    WavePacker packer(bench.list, {.waveQuads = 2});
    FragmentBatch batch = PackerBench::batch({1, 1, 1});
    EXPECT_EQ(PackerBench::wavesOf(packer, batch), (Waves{{0, 2}}));
    EXPECT_EQ(packer.wave().quads, 1u);
    EXPECT_EQ(PackerBench::wavesOf(packer, batch), (Waves{{4, 0}, {2, 4}}));
    EXPECT_EQ(packer.wave().quads, 0u);
}

TEST(WavePacker, QuadsWithoutSamplesTakeNoPlace) {
    const PackerBench bench;
    WavePacker packer(bench.list, {.waveQuads = 2});
    FragmentBatch batch = PackerBench::batch({0, 1, 0, 8, 0});
    EXPECT_EQ(PackerBench::wavesOf(packer, batch), (Waves{{2, 6}}));
    EXPECT_EQ(packer.wave().quads, 0u);
}

TEST(WavePacker, SamplesBecomeQuadsOfTheirOwn) {
    const PackerBench bench;
    WavePacker packer(bench.list, {.waveQuads = 3, .samplesPerPixel = 4, .perSample = true});
    // Samples 0 and 2 of fragment 0, 2 of fragment 3; of the second quad sample 1 of fragment 1.
    FragmentBatch batch = PackerBench::batch({0x4005, 0x0020});
    packer.take(batch);
    ASSERT_TRUE(packer.pack());
    const FragmentBatch& wave = packer.wave();
    EXPECT_EQ(wave.live[0], 0x0001u);
    EXPECT_EQ(wave.live[1], 0x4004u);
    EXPECT_EQ(wave.live[2], 0x0020u);
    EXPECT_EQ(wave.sample[0], 0u);
    EXPECT_EQ(wave.sample[1], 2u);
    EXPECT_EQ(wave.sample[2], 1u);
    packer.wave().quads = 0;
    EXPECT_FALSE(packer.pack());
}

TEST(WavePacker, WaveIsDueBeforeAnOverlap) {
    const PackerBench bench;
    WavePacker packer(bench.list, {.waveQuads = 8, .separatesOverlaps = true});
    FragmentBatch batch = PackerBench::batch({1, 1, 1});
    batch.x = {0, 2, 0};
    EXPECT_EQ(PackerBench::wavesOf(packer, batch), (Waves{{0, 2}}));
    EXPECT_EQ(packer.wave().x[0], 0);
    EXPECT_EQ(packer.wave().quads, 1u);
}

TEST(WavePacker, OtherSamplesAndLayersDoNotOverlap) {
    const PackerBench bench;
    WavePacker packer(bench.list, {.waveQuads = 8, .separatesOverlaps = true});
    FragmentBatch batch = PackerBench::batch({1, 2, 1});
    batch.x = {0, 0, 0};
    batch.triangle = {0, 0, 1};
    EXPECT_EQ(PackerBench::wavesOf(packer, batch), Waves{});
    EXPECT_EQ(packer.wave().quads, 3u);
}

TEST(WavePacker, OverlapOfAFirstSampleKeepsTheOthers) {
    const PackerBench bench;
    WavePacker packer(bench.list, {.waveQuads = 8, .samplesPerPixel = 2, .perSample = true, .separatesOverlaps = true});
    FragmentBatch batch = PackerBench::batch({0b11, 0b11});
    batch.x = {0, 0};
    EXPECT_EQ(PackerBench::wavesOf(packer, batch), (Waves{{0, 0}}));
    ASSERT_EQ(packer.wave().quads, 2u);
    EXPECT_EQ(packer.wave().live[0], 0b01u);
    EXPECT_EQ(packer.wave().live[1], 0b10u);
}

}  // namespace
}  // namespace cyclorama::adreno
