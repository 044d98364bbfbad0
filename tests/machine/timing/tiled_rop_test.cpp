// SPDX-License-Identifier: MIT
// The pixel engine of draws in window coordinates: surfaces in tiles, their tile status, what reaches memory and when.
// Cycles as in rop_test.cpp: a quad that is written in cycle c waits for its lines from c + 2 on.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <random>

#include "families/registry.h"
#include "families/vivante/chip/dialect.h"
#include "families/vivante/timing/tile_status_settings.h"
#include "func/output/color_write.h"
#include "machine/configuration/configuration.h"
#include "machine/timing/rop/pixel_pipes.h"
#include "machine/timing/rop/quad_pieces.h"
#include "machine/timing/rop_bench.h"

namespace cyclorama::machine::timing {
namespace {

using sim::kNever;

constexpr uint32_t kStatusAddress = 0x600000;
constexpr uint32_t kTileBytes = 64;

RopSettings tiledColorSettings(uint32_t lineBytes = kTileBytes) {
    RopSettings settings = smallColorSettings();
    settings.cache.geometry.lineBytes = lineBytes;
    settings.cache.compressionLatency = settings.cache.decompressionLatency = 1;
    settings.cache.tileStatus = true;
    return settings;
}

ZStencilTestSettings tiledDepthSettings() {
    ZStencilTestSettings settings = smallZSettings();
    settings.rop.cache = tiledColorSettings().cache;
    return settings;
}

gpu::SurfaceLayout storageOf(func::Tiling tiling, uint32_t stride, bool status = true) {
    gpu::SurfaceLayout storage;
    storage.tiling = tiling;
    storage.stride = stride;
    if (status)
        storage.tileStatus = {
            .enabled = true, .address = kStatusAddress, .tileBytes = kTileBytes, .clearValue = 0x11223344};
    return storage;
}

/// State of a draw in window coordinates, as the command processor makes it.
void useTiles(gpu::DrawState& state, func::Tiling tiling = func::Tiling::SuperTiled, uint32_t samples = 1,
              bool status = true, func::Format format = func::Format::B8G8R8A8Unorm) {
    state.raster.edit().rules = vivante::dialect().raster;
    state.raster.edit().samples = samples;
    state.multisampling = {.enabled = samples > 1, .samples = samples};
    gpu::RenderTarget& target = state.color.edit().targets[0];
    target.color.format = format;
    target.color.conversion = func::ColorConversion::Exact;
    target.color.samples = samples;
    const uint32_t bytes = func::findColorFormat(format, func::ColorConversion::Exact)->bytesPerSample;
    const uint32_t across = samples > 1 ? 2 : 1;
    target.storage = storageOf(tiling, 256 * across * bytes, status);
    state.depthBuffer.edit().storage = storageOf(tiling, 256 * across * 4, status);
    state.depthStencil.edit().format = func::DepthStencilFormat::Stencil8Depth24;
    state.depthStencil.edit().maskedBits = func::MaskedStencilBits::Keep;
}

void testTiledDepth(gpu::DrawState& state) {
    state.depthStencil.edit().depthTest = true;
    state.depthStencil.edit().depthFunction = func::CompareFunction::Less;
    state.depthStencil.edit().depthWrite = true;
}

void blendTiled(gpu::DrawState& state) {
    func::BlendState& blending = state.color.edit().targets[0].color.blend;
    blending.enabled = true;
    blending.destinationColor = func::BlendFactor::One;
}

template <typename Bench>
void clearTiles(Bench& bench, std::byte pattern = std::byte{0x55}) {
    std::ranges::fill(bench.space.span(kStatusAddress, 0x10000).value(), pattern);
}

/// Ends the batch and flushes.
template <typename Bench>
void endAndFlush(Bench& bench, sim::Cycle c) {
    bench.at(c, UnitOperation::End);
    bench.at(c + 5, UnitOperation::Flush);
}

/// Transactions to or from tile status.
template <typename Bench>
uint64_t statusTransactions(const Bench& bench, std::string_view what) {
    return static_cast<uint64_t>(
        std::ranges::count_if(bench.valuesOf(what), [](uint64_t address) { return address >= kStatusAddress; }));
}

TEST(TimingTiledRop, SettingsOfTheTileStatusCache) {
    Configuration configuration = families::defaultConfiguration();
    for (const char* setting : {"VIVANTE.TileStatusCacheWays=6", "VIVANTE.TileStatusCacheLines=8"})
        configuration.set(setting);
    const TileStatusUnit::Settings settings = vivante::tileStatusSettings(vivante::parametersOf(configuration).engines);
    EXPECT_EQ(settings.geometry.ways, 6u);
    EXPECT_EQ(settings.geometry.lines, 8u);
}

TEST(TimingTiledRop, AClearedTileIsFilledWithoutReadingIt) {
    ColorBench bench(tiledColorSettings());
    useTiles(bench.record.state);
    blendTiled(bench.record.state);
    clearTiles(bench);
    bench.at(5, UnitOperation::Draw);
    bench.quad(20, 0, 0);
    bench.last(20);
    bench.run(400);
    EXPECT_EQ(bench.valuesOf("read"), std::vector<uint64_t>{kStatusAddress}) << "the tile status alone";
    EXPECT_TRUE(bench.valuesOf("write").empty());
    EXPECT_EQ(bench.statistic("TileStatusClearedLines_CW-SU0"), 1u);
    EXPECT_EQ(bench.statistic("TileStatusReadBytes_CW-SU0"), 64u);
    // 0.25 + 0x22 in green of the clear value; alpha 1 + 0x11.
    const uint32_t pixel = bench.space.load<uint32_t>(kBufferAddress).value();
    EXPECT_EQ(pixel >> 24, 0xffu);
    EXPECT_EQ(pixel >> 8 & 0xff, 0x33u + 128);
    EXPECT_EQ(bench.space.load<uint32_t>(kBufferAddress + 60), 0x11223344u) << "the rest of the tile";
}

TEST(TimingTiledRop, StatusIsReadOnceForTheLinesThatItCovers) {
    ColorBench bench(tiledColorSettings());
    useTiles(bench.record.state);
    blendTiled(bench.record.state);
    clearTiles(bench);
    bench.at(5, UnitOperation::Draw);
    // 64 bytes of status with 2 bits a tile: the 256 tiles of a supertile.
    for (int32_t i = 0; i < 16; ++i) bench.quad(20, 4 * i, 4 * i);
    bench.last(20);
    bench.run(1000);
    EXPECT_EQ(bench.valuesOf("read"), std::vector<uint64_t>{kStatusAddress});
    EXPECT_EQ(bench.statistic("TileStatusClearedLines_CW-SU0"), 16u);
    EXPECT_EQ(bench.statistic("TileStatusMisses_TSt-SU0"), 1u);
}

TEST(TimingTiledRop, TheLookUpWaitsForTheStatusAndNoLonger) {
    for (const sim::Cycle latency : {10u, 60u}) {
        ColorBench bench(tiledColorSettings(), latency);
        useTiles(bench.record.state);
        blendTiled(bench.record.state);
        clearTiles(bench);
        bench.at(5, UnitOperation::Draw);
        bench.quad(20, 0, 0);
        bench.quad(20 + 4 * latency, 4, 0);
        bench.last(20 + 4 * latency);
        bench.run(1000);
        // Fetched in 22; in 23 the cache for tile status is asked, which answers in 24; the status is read in 25, and
        // seen by memory in 26.
        EXPECT_EQ(bench.cycleOf("read"), 26u);
        // The second line finds the status: two cycles for the answer. It waits for its line from c + 2 on, the request
        // is taken in c + 3 and decompressed in c + 5, written in from c + 6 on for two cycles; read, operated on in
        // two, written, out and the end shown.
        const sim::Cycle second = 20 + 4 * latency;
        EXPECT_EQ(bench.cycleOfStatus(UnitStatus::End), second + 5 + 1 + 2 + 1 + 2 + 1 + 1 + 2);
    }
}

TEST(TimingTiledRop, AWrittenTileIsRead) {
    ColorBench bench(tiledColorSettings());
    useTiles(bench.record.state);
    blendTiled(bench.record.state);
    clearTiles(bench, std::byte{0});
    bench.at(5, UnitOperation::Draw);
    bench.quad(20, 4, 0);
    bench.last(20);
    bench.run(400);
    EXPECT_EQ(bench.valuesOf("read"), (std::vector<uint64_t>{kStatusAddress, kBufferAddress + 64}));
    EXPECT_EQ(bench.statistic("TileStatusClearedLines_CW-SU0"), 0u);
}

TEST(TimingTiledRop, WithoutTileStatusTheLineIsReadAtOnce) {
    ColorBench bench(tiledColorSettings());
    useTiles(bench.record.state, func::Tiling::SuperTiled, 1, false);
    blendTiled(bench.record.state);
    bench.at(5, UnitOperation::Draw);
    bench.quad(20, 4, 0);
    bench.last(20);
    bench.run(400);
    EXPECT_EQ(bench.valuesOf("read"), std::vector<uint64_t>{kBufferAddress + 64});
    EXPECT_EQ(bench.cycleOf("read"), 24u);
}

TEST(TimingTiledRop, AFlushWritesDirtyLinesThenTheirStatus) {
    ColorBench bench(tiledColorSettings());
    useTiles(bench.record.state);
    blendTiled(bench.record.state);
    clearTiles(bench);
    bench.at(5, UnitOperation::Draw);
    bench.quad(20, 0, 0);
    bench.quad(20, 8, 0);
    bench.last(20);
    endAndFlush(bench, 300);
    bench.run(800);
    EXPECT_EQ(bench.valuesOf("write"),
              (std::vector<uint64_t>{kBufferAddress, kBufferAddress + 8 * 64, kStatusAddress}));
    EXPECT_EQ(bench.statistic("TileStatusWriteBytes_CW-SU0"), 64u);
    EXPECT_NE(bench.cycleOfStatus(UnitStatus::End, 1), kNever);
    EXPECT_EQ(bench.cycleOf("states"), kNever) << "there are no block states to show";
    // Both tiles are written now, their neighbours still cleared.
    EXPECT_EQ(bench.space.load<uint8_t>(kStatusAddress), std::optional<uint8_t>(0x54));
}

TEST(TimingTiledRop, CleanLinesAndCleanStatusAreNotWritten) {
    ZBench bench(tiledDepthSettings());
    useTiles(bench.record.state);
    testTiledDepth(bench.record.state);
    bench.record.state.depthStencil.edit().depthFunction = func::CompareFunction::Always;
    bench.record.state.depthStencil.edit().depthWrite = false;
    clearTiles(bench, std::byte{0});
    bench.at(5, UnitOperation::Draw);
    bench.quad(20, 0, 0);
    bench.last(20);
    endAndFlush(bench, 300);
    bench.run(800);
    EXPECT_EQ(bench.valuesOf("read"), (std::vector<uint64_t>{kStatusAddress, kBufferAddress}));
    EXPECT_TRUE(bench.valuesOf("write").empty());
    EXPECT_NE(bench.cycleOfStatus(UnitStatus::End, 1), kNever);
}

TEST(TimingTiledRop, AFlushForgetsTheTileStatus) {
    ColorBench bench(tiledColorSettings());
    useTiles(bench.record.state);
    blendTiled(bench.record.state);
    clearTiles(bench);
    bench.at(5, UnitOperation::Draw);
    bench.quad(20, 0, 0);
    bench.last(20);
    endAndFlush(bench, 300);
    bench.at(500, UnitOperation::End);
    bench.at(510, UnitOperation::Draw);
    bench.quad(520, 0, 0);
    bench.last(520);
    bench.run(1000);
    // The tile is written now: status and line are read.
    EXPECT_EQ(bench.valuesOf("read"), (std::vector<uint64_t>{kStatusAddress, kStatusAddress, kBufferAddress}));
}

TEST(TimingTiledRop, StatusIsNotLookedUpOnceAllClearedTilesAreFilled) {
    for (const uint32_t clearedTiles : {2u, 3u}) {
        ColorBench bench(tiledColorSettings());
        useTiles(bench.record.state);
        blendTiled(bench.record.state);
        gpu::TileStatus& status = bench.record.state.color.edit().targets[0].storage.tileStatus;
        status.autoDisable = true;
        status.clearedTiles = clearedTiles;
        status.timesCounted = 1;
        clearTiles(bench);
        bench.at(5, UnitOperation::Draw);
        bench.quad(20, 0, 0);
        bench.quad(20, 4, 0);
        bench.last(20);
        endAndFlush(bench, 300);
        bench.at(500, UnitOperation::End);
        bench.at(510, UnitOperation::Draw);
        bench.quad(520, 0, 0);
        bench.last(520);
        bench.run(1000);
        std::vector<uint64_t> reads{kStatusAddress, kStatusAddress, kBufferAddress};
        if (clearedTiles == 2) reads.erase(reads.begin());
        EXPECT_EQ(bench.valuesOf("read"), reads);
        // A line is asked for in the cycle after its quad; its status two cycles later, when the cache has answered.
        EXPECT_EQ(bench.cycleOf("read", 1), clearedTiles == 2 ? 524u : 526u);
    }
}

TEST(TimingTiledRop, AnAllocatedLineOfAClearedTileLeavesWhole) {
    for (const bool cleared : {true, false}) {
        ColorBench bench(tiledColorSettings(256));
        useTiles(bench.record.state);
        bench.record.state.color.edit().targets[0].storage.tileStatus.tileBytes = 256;
        clearTiles(bench, cleared ? std::byte{0x55} : std::byte{0});
        bench.at(5, UnitOperation::Draw);
        bench.quad(20, 0, 0);
        bench.last(20);
        endAndFlush(bench, 300);
        bench.run(800);
        // Nothing is read to write a colour; to say that the tile is written its status is.
        EXPECT_EQ(bench.valuesOf("read"), std::vector<uint64_t>{kStatusAddress});
        EXPECT_GT(bench.cycleOf("read"), 300u);
        EXPECT_EQ(bench.statistic("AllocateOK_CW-SU0"), 1u);
        std::vector<uint64_t> writes{kBufferAddress};
        if (cleared)
            writes.insert(writes.end(),
                          {kBufferAddress + 64, kBufferAddress + 128, kBufferAddress + 192, kStatusAddress});
        EXPECT_EQ(bench.valuesOf("write"), writes);
    }
}

TEST(TimingTiledRop, TileStatusIsWrittenBackWhenItsLineIsReplaced) {
    RopSettings settings = tiledColorSettings();
    settings.cache.geometry.ways = 1;
    settings.cache.geometry.lines = 1;
    ColorBench bench(settings, 40, {}, {.geometry = {.ways = 2, .lines = 1, .lineBytes = 64}});
    useTiles(bench.record.state);
    blendTiled(bench.record.state);
    clearTiles(bench);
    bench.at(5, UnitOperation::Draw);
    // Quads in four supertiles, in rows of four of them: a line of status each.
    for (int32_t i = 0; i < 4; ++i) bench.quad(20, 64 * i, 0);
    bench.last(20);
    bench.run(1500);
    EXPECT_EQ(statusTransactions(bench, "read"), 4u);
    const std::vector<uint64_t> writes = bench.valuesOf("write");
    // Each line leaves as the next comes; the first two lines of status leave for the third and fourth.
    EXPECT_EQ(std::ranges::count(writes, kStatusAddress), 1);
    EXPECT_EQ(statusTransactions(bench, "write"), 2u);
    EXPECT_EQ(writes.size(), 3u + 2u);
}

TEST(TimingTiledRop, MissesOfStatusWaitUntilMemoryAccepts) {
    ColorBench bench(tiledColorSettings(), 10);
    useTiles(bench.record.state);
    blendTiled(bench.record.state);
    clearTiles(bench);
    bench.at(5, UnitOperation::Draw);
    bench.quad(20, 0, 0);
    bench.last(20);
    bench.memory.accepts = {.reads = false, .writes = true};
    bench.probe.script[100] = [&](sim::Cycle) { bench.memory.accepts = {}; };
    bench.run(400);
    EXPECT_GE(bench.cycleOf("read"), 101u);
    EXPECT_LE(bench.cycleOf("read"), 103u);
    EXPECT_NE(bench.cycleOfStatus(UnitStatus::End), kNever);
}

TEST(TimingTiledRop, AQuadOfATileIsOneStepWhateverItsSamples) {
    for (const uint32_t samples : {1u, 2u, 4u}) {
        ZBench bench(tiledDepthSettings());
        useTiles(bench.record.state, func::Tiling::SuperTiled, samples);
        testTiledDepth(bench.record.state);
        clearTiles(bench);
        bench.at(5, UnitOperation::Draw);
        bench.quad(20, 0, 0);
        bench.last(20);
        bench.run(400);
        EXPECT_EQ(bench.statistic("FetchOK_ZST-SU0"), 1u) << samples;
        EXPECT_EQ(bench.statistic("ReadOK_ZST-SU0"), 1u) << samples;
        EXPECT_EQ(bench.statistic("WriteOK_ZST-SU0"), 1u) << samples;
    }
}

TEST(TimingTiledRop, TheOperationTakesItsCyclesForEachSample) {
    for (const uint32_t samples : {1u, 2u, 4u}) {
        ZStencilTestSettings settings = tiledDepthSettings();
        settings.rop.operationRate = 3;
        settings.rop.cache.portWidth = 64;
        ZBench bench(settings);
        useTiles(bench.record.state, func::Tiling::SuperTiled, samples);
        testTiledDepth(bench.record.state);
        clearTiles(bench);
        bench.at(5, UnitOperation::Draw);
        for (int32_t i = 0; i < 8; ++i) bench.quad(20, 2 * i, 0);
        bench.run(600);
        ASSERT_EQ(bench.valuesOf("tested").size(), 8u);
        EXPECT_EQ(bench.cycleOf("tested", 7) - bench.cycleOf("tested", 6), 3 * samples);
    }
}

TEST(TimingTiledRop, RowsTakeAStepEach) {
    ColorBench bench(tiledColorSettings());
    useTiles(bench.record.state, func::Tiling::Linear, 1, false);
    bench.at(5, UnitOperation::Draw);
    bench.quad(20, 16, 4);
    bench.last(20);
    endAndFlush(bench, 200);
    bench.run(500);
    EXPECT_EQ(bench.statistic("AllocateOK_CW-SU0"), 2u);
    EXPECT_EQ(bench.valuesOf("write"),
              (std::vector<uint64_t>{kBufferAddress + 4 * 1024 + 64, kBufferAddress + 5 * 1024 + 64}));
}

TEST(TimingTiledRop, PiecesCoverEverySampleOnce) {
    for (const func::Tiling tiling : {func::Tiling::Linear, func::Tiling::Tiled, func::Tiling::SuperTiled})
        for (const uint32_t samples : {1u, 2u, 4u})
            for (const uint32_t bytes : {1u, 2u, 4u, 8u})
                for (const uint32_t surface : {0x1000u, 0x1004u}) {
                    const func::PixelLayout layout(func::TiledLayoutParameters{.tiling = tiling,
                                                                               .width = 64,
                                                                               .height = 64,
                                                                               .stride = 64 * 2 * bytes,
                                                                               .samples = samples,
                                                                               .bytesPerSample = bytes});
                    // The second part of a sample in two blocks is left out.
                    const bool aligned = surface % bytes == 0;
                    QuadPieces pieces;
                    pieces.clear();
                    const uint32_t offset = layout.offset(6, 10);
                    pieces.addScattered(0, layout.quad(), 4 * samples, bytes, surface, offset);
                    uint32_t seen = 0;
                    uint32_t written = 0;
                    ASSERT_GT(pieces.count(), 0u);
                    do {
                        const QuadPiece& piece = pieces.current();
                        EXPECT_EQ(seen & piece.samples, 0u);
                        seen |= piece.samples;
                        EXPECT_EQ(piece.address.alignedDown(64), (piece.address + (piece.bytes - 1)).alignedDown(64));
                        const uint64_t mask =
                            writtenBytes(piece, layout.quad(), surface + offset, ~0u, (1u << bytes) - 1);
                        written += static_cast<uint32_t>(std::popcount(mask));
                        if (aligned && piece.bytes < 64) {
                            EXPECT_EQ(mask >> piece.bytes, 0u);
                        }
                    } while (!pieces.advance());
                    EXPECT_EQ(seen, samples == 4 ? 0xffffu : (1u << 4 * samples) - 1);
                    if (aligned) {
                        EXPECT_EQ(written, 4 * samples * bytes);
                    }
                }
}

TEST(TimingTiledRop, OnlyCoveredSamplesReachMemory) {
    ColorBench bench(tiledColorSettings());
    useTiles(bench.record.state, func::Tiling::SuperTiled, 4, false);
    bench.at(5, UnitOperation::Draw);
    const QuadId quad = bench.quad(20, 0, 0);
    bench.quadPool[quad].samples = 0x0008;  // the last sample of the first pixel
    bench.last(20);
    bench.run(200);
    const auto tile = [&](uint32_t x, uint32_t y) {
        return bench.space.load<uint32_t>(kBufferAddress + (y * 4 + x) * 4).value();
    };
    EXPECT_EQ(tile(1, 1), 0xff4080bfu);
    EXPECT_EQ(tile(0, 0), mem::kUnwrittenWord);
    EXPECT_EQ(tile(2, 1), mem::kUnwrittenWord);
    EXPECT_EQ(bench.unit.samplesPassed(), 1u);
}

TEST(TimingTiledRop, SamplesThatPassAreCountedWithoutATargetToo) {
    ColorBench bench(tiledColorSettings());
    useTiles(bench.record.state, func::Tiling::SuperTiled, 2);
    bench.record.state.color.edit().targets[0].enabled = false;
    bench.at(5, UnitOperation::Draw);
    bench.quadPool[bench.quad(20, 0, 0)].samples = 0x2d;
    bench.quad(20, 4, 0, 0, 0xf);
    bench.quadPool[bench.quad(20, 8, 0, 0, 0x1)].samples = 0xff;
    bench.last(20);
    bench.run(200);
    EXPECT_EQ(bench.unit.samplesPassed(), 4u + 6u);
}

TEST(TimingTiledRop, FailedDepthIsNotWritten) {
    ZBench bench(tiledDepthSettings());
    useTiles(bench.record.state);
    testTiledDepth(bench.record.state);
    bench.record.state.depthBuffer.edit().storage.tileStatus.clearValue = 0x00080000;  // depth 0x800, stencil 0
    clearTiles(bench);
    bench.at(5, UnitOperation::Draw);
    const QuadId quad = bench.quad(20, 0, 0, 0x1000);
    bench.last(20);
    endAndFlush(bench, 300);
    bench.run(800);
    EXPECT_EQ(bench.quadPool[quad].culled, 0xfu);
    EXPECT_EQ(bench.statistic("WriteOK_ZST-SU0"), 0u);
    EXPECT_TRUE(std::ranges::none_of(bench.valuesOf("write"), [](uint64_t a) { return a < kStatusAddress; }));
}

TEST(TimingTiledRop, StencilOfFailedSamplesIsWritten) {
    ZBench bench(tiledDepthSettings());
    useTiles(bench.record.state);
    func::DepthStencilState& tests = bench.record.state.depthStencil.edit();
    tests.stencilTest = true;
    tests.front.function = func::CompareFunction::Never;
    tests.front.stencilFail = func::StencilOperation::IncrementSaturate;
    bench.record.state.depthBuffer.edit().storage.tileStatus.clearValue = 0xffffff07;
    clearTiles(bench);
    bench.at(5, UnitOperation::Draw);
    bench.quad(20, 0, 0, 0x1000);
    bench.last(20);
    endAndFlush(bench, 300);
    bench.run(800);
    EXPECT_EQ(bench.space.load<uint32_t>(kBufferAddress), 0xffffff08u);
    EXPECT_EQ(bench.statistic("WriteOK_ZST-SU0"), 1u);
    EXPECT_EQ(bench.valuesOf("write"), (std::vector<uint64_t>{kBufferAddress, kStatusAddress}));
}

TEST(TimingTiledRop, SixteenBitDepthHasHalfTheTraffic) {
    for (const bool sixteen : {false, true}) {
        ZBench bench(tiledDepthSettings());
        useTiles(bench.record.state, func::Tiling::Tiled, 1, false);
        testTiledDepth(bench.record.state);
        bench.record.state.depthStencil.edit().depthFunction = func::CompareFunction::Always;
        if (sixteen) {
            bench.record.state.raster.edit().depthBits = 16;
            bench.record.state.depthStencil.edit().format = func::DepthStencilFormat::Depth16;
            bench.record.state.depthBuffer.edit().storage.stride = 512;
        }
        bench.at(5, UnitOperation::Draw);
        for (int32_t y = 0; y < 4; y += 2)
            for (int32_t x = 0; x < 64; x += 2) bench.quad(20, x, y, 0x1234);
        bench.last(20);
        endAndFlush(bench, 800);
        bench.run(1500);
        EXPECT_EQ(bench.valuesOf("read").size(), sixteen ? 8u : 16u);
        EXPECT_EQ(bench.valuesOf("write").size(), sixteen ? 8u : 16u);
        if (sixteen) {
            EXPECT_EQ(bench.space.load<uint16_t>(kBufferAddress + 30), std::optional<uint16_t>(0x1234));
        }
    }
}

TEST(TimingTiledRop, DepthThatAProgramWroteIsTested) {
    ZBench bench(tiledDepthSettings());
    useTiles(bench.record.state, func::Tiling::SuperTiled, 1, false);
    testTiledDepth(bench.record.state);
    bench.record.state.depthStencil.edit().depthFunction = func::CompareFunction::Always;
    bench.record.state.fragmentWritesDepth = true;
    bench.at(5, UnitOperation::Draw);
    const QuadId quad = bench.quad(20, 0, 0);
    bench.quadPool[quad].shadedDepth = {0.5f, -1.0f, 2.0f, 0.25f};
    bench.last(20);
    bench.run(200);
    EXPECT_EQ(bench.space.load<uint32_t>(kBufferAddress).value() >> 8, 1u << 23);
    EXPECT_EQ(bench.space.load<uint32_t>(kBufferAddress + 4).value() >> 8, 0u);
    EXPECT_EQ(bench.space.load<uint32_t>(kBufferAddress + 16).value() >> 8, 0xffffffu);
}

TEST(TimingTiledRop, SeveralTargetsOfDifferentSizes) {
    ColorBench bench(tiledColorSettings());
    useTiles(bench.record.state, func::Tiling::SuperTiled, 1, false);
    gpu::RenderTarget& second = bench.record.state.color.edit().targets[1];
    second = bench.record.state.color->targets[0];
    second.address = kBufferAddress + 0x200000;
    second.color.format = func::Format::B5G6R5Unorm;
    second.storage.stride = 512;
    blendTiled(bench.record.state);
    bench.at(5, UnitOperation::Draw);
    bench.quad(20, 4, 0);
    bench.last(20);
    endAndFlush(bench, 200);
    bench.run(500);
    EXPECT_EQ(bench.valuesOf("read"), std::vector<uint64_t>{kBufferAddress + 64}) << "the second is not blended";
    EXPECT_EQ(bench.valuesOf("write"), (std::vector<uint64_t>{kBufferAddress + 0x200000, kBufferAddress + 64}));
    EXPECT_EQ(bench.space.load<uint16_t>(kBufferAddress + 0x200000 + 32), std::optional<uint16_t>(0x4417));
}

TEST(TimingTiledRop, PipesHaveRowsOfTheirOwn) {
    gpu::DrawState state;
    useTiles(state, func::Tiling::SuperTiled);
    state.color.edit().targets[0].enabled = true;
    const PixelPipes super(state, 2);
    EXPECT_EQ(super.of(0), 0u);
    EXPECT_EQ(super.of(63), 0u);
    EXPECT_EQ(super.of(64), 1u);
    EXPECT_EQ(super.of(128), 0u);
    useTiles(state, func::Tiling::SuperTiled, 4);
    EXPECT_EQ(PixelPipes(state, 2).of(31), 0u);
    EXPECT_EQ(PixelPipes(state, 2).of(32), 1u);
    useTiles(state, func::Tiling::Tiled);
    EXPECT_EQ(PixelPipes(state, 2).of(3), 0u);
    EXPECT_EQ(PixelPipes(state, 2).of(4), 1u);
    EXPECT_EQ(PixelPipes(state, 1).of(4), 0u);
}

TEST(TimingTiledRop, AMultiTiledSurfaceHasEachPipesBytesInItsOwnMemory) {
    ColorBench bench(tiledColorSettings());
    useTiles(bench.record.state, func::Tiling::SuperTiled, 1, false);
    gpu::SurfaceLayout& storage = bench.record.state.color.edit().targets[0].storage;
    storage.pipes = 2;
    storage.secondPipeAddress = kBufferAddress + 0x80000;
    bench.at(5, UnitOperation::Draw);
    bench.quad(20, 0, 64);
    bench.last(20);
    endAndFlush(bench, 200);
    bench.run(500);
    EXPECT_EQ(bench.valuesOf("write"), std::vector<uint64_t>{kBufferAddress + 0x80000});
    EXPECT_EQ(bench.space.load<uint32_t>(kBufferAddress + 0x80000), 0xff4080bfu);
}

TEST(TimingTiledRop, ASurfaceThatIsNotInMemoryIsLeftAlone) {
    ColorBench bench(tiledColorSettings());
    useTiles(bench.record.state);
    bench.record.state.color.edit().targets[0].address = 0x7ff000;  // of 8 MiB
    bench.at(5, UnitOperation::Draw);
    bench.quad(20, 0, 0);
    bench.last(20);
    bench.run(200);
    EXPECT_NE(bench.cycleOfStatus(UnitStatus::End), kNever);
    EXPECT_EQ(bench.memory.bytes, 0u);
}

/// Many quads over more lines than the cache holds, of which some share their place.
template <typename Bench>
std::vector<RopEvent> stress(Bench& bench) {
    std::mt19937 engine(7);
    const auto random = [&engine] { return static_cast<uint32_t>(engine()); };
    bench.at(5, UnitOperation::Draw);
    for (int32_t i = 0; i < 1500; ++i) {
        const auto x = static_cast<int32_t>(random() % 96 * 2);
        const auto y = static_cast<int32_t>(random() % 96 * 2);
        const QuadId id = bench.quad(20 + static_cast<sim::Cycle>(i) * 3, x, y, random() % 0xffffff, random() % 16);
        bench.quadPool[id].samples = random() & 0xffff;
        for (auto& color : bench.quadPool.color(0, id))
            color = {static_cast<float>(random() % 256) / 255.0f, 0.5f, static_cast<float>(x) / 256.0f, 1.0f};
    }
    bench.last(20);
    endAndFlush(bench, 100000);
    bench.run(120000);
    return bench.events;
}

TEST(TimingTiledRop, SleepingAndOrderChangeNothing) {
    std::vector<RopEvent> events[3];
    std::vector<std::pair<std::string, uint64_t>> statistics[3];
    const sim::SimulationSettings ways[3] = {
        {.sleeping = true}, {.sleeping = false}, {.sleeping = false, .reverseOrder = true}};
    for (size_t way = 0; way < 3; ++way) {
        ColorBench bench(tiledColorSettings(), 40, ways[way]);
        useTiles(bench.record.state, func::Tiling::SuperTiled, 4);
        blendTiled(bench.record.state);
        clearTiles(bench);
        events[way] = stress(bench);
        bench.simulation.settle();
        for (const auto& [name, columns] : bench.simulation.statistics().columns())
            statistics[way].emplace_back(name, columns.front()->value(sim::Interval::Frame).sum);
        std::ranges::stable_sort(events[way], {}, [](const RopEvent& e) { return std::pair(e.cycle, e.what); });
        EXPECT_EQ(bench.quadPool.inUse(), 0u);
    }
    EXPECT_GT(events[0].size(), 1500u);
    EXPECT_EQ(events[0], events[1]);
    EXPECT_EQ(events[0], events[2]);
    EXPECT_EQ(statistics[0], statistics[1]);
    EXPECT_EQ(statistics[0], statistics[2]);
}

TEST(TimingTiledRop, ValuesAreThoseOfTheFunctionsInOrder) {
    for (const uint32_t samples : {1u, 2u, 4u}) {
        ColorBench bench(tiledColorSettings());
        useTiles(bench.record.state, func::Tiling::SuperTiled, samples);
        blendTiled(bench.record.state);
        clearTiles(bench);
        mem::AddressSpace expectedSpace({.gpuMemoryBytes = 8 << 20});
        std::ranges::fill(expectedSpace.span(kStatusAddress, 0x10000).value(), std::byte{0x55});
        Surfaces surfaces(expectedSpace, func::TileSizes{});
        const MappedSurface expected = surfaces.color(bench.record.state, 0);
        ASSERT_TRUE(expected.valid && expected.status.enabled());
        const func::ColorWriter writer(bench.record.state.color->targets[0].color, expected.layout->quad());
        std::vector<std::pair<QuadInFlight, QuadVectors>> sent;
        bench.probe.script[10] = [&](sim::Cycle) {
            for (const auto& [from, id] : bench.probe.queue)
                if (!bench.quadPool[id].last) sent.push_back({bench.quadPool[id], bench.quadPool.color(0, id)});
        };
        stress(bench);
        ASSERT_EQ(sent.size(), 1500u);
        for (const auto& [quad, colors] : sent) {
            const uint32_t offset =
                expected.layout->offset(static_cast<uint32_t>(quad.quad.x), static_cast<uint32_t>(quad.quad.y));
            uint32_t coverage = samples == 1 ? ~quad.culled & 0xf : quad.samples;
            for (uint32_t f = 0; f < 4; ++f)
                if ((quad.culled >> f & 1) != 0) coverage &= ~(((1u << samples) - 1) << (f * samples));
            coverage &= samples == 4 ? 0xffffu : (1u << 4 * samples) - 1;
            if (coverage == 0) continue;
            float color[4][4];
            for (size_t f = 0; f < 4; ++f)
                for (size_t c = 0; c < 4; ++c) color[c][f] = colors[f][c];
            expected.status.open(expected.bytes, offset, expected.layout->quad().extent);
            writer.write(expected.bytes, {.offsets = {&offset, 1},
                                          .coverage = {&coverage, 1},
                                          .color = {color[0], color[1], color[2], color[3]}});
        }
        EXPECT_TRUE(
            std::ranges::equal(bench.space.span(kBufferAddress, expected.bytes.size()).value(), expected.bytes));
        EXPECT_TRUE(std::ranges::equal(bench.space.span(kStatusAddress, 0x10000).value(),
                                       expectedSpace.span(kStatusAddress, 0x10000).value()));
    }
}

}  // namespace
}  // namespace cyclorama::machine::timing
