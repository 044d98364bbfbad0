// SPDX-License-Identifier: MIT
// The texture unit with surfaces outside of ATTILA's layout, and with programs' accesses to memory: which lines they
// read from memory, what they take, and flushing.

#include <gtest/gtest.h>

#include <bit>
#include <set>

#include "machine/timing/texture_bench.h"
#include "sim/fault.h"

namespace cyclorama::machine::timing {
namespace {

using Event = TextureTestShader::Event;

constexpr uint32_t kImage = 0x10000;

/// 64-byte lines in both levels.
TextureTimingSettings surfaceSettings() {
    return {.addressAluLatency = 6, .filterAluLatency = 4, .cache = {.requestQueueSize = 32, .inputQueueSize = 32}};
}

/// 64x64 texels of 32 bits, level after level.
func::TextureState surfaceState(func::Tiling tiling, func::FilterMode filter) {
    func::TextureState state = textureState(filter, kImage);
    state.tiling = tiling;
    state.format = func::Format::R8G8B8A8Unorm;
    uint32_t address = kImage;
    for (uint32_t level = 0; level <= 6; ++level) {
        const uint32_t side = std::max(64u >> level, tiling == func::Tiling::SuperTiled ? 64u : 4u);
        state.stride[level] = side * 4;
        state.address[level][0] = address;
        address += side * side * 4;
    }
    return state;
}

TextureRequest surfaceSampleOf(const func::PreparedTexture& texture, uint32_t thread,
                               const func::QuadCoordinates& operand) {
    return {.texture = &texture, .thread = thread, .operand = operand};
}

/// The lines that memory was asked for, relative to the image.
std::set<uint32_t> linesOf(const TextureBench& bench, uint32_t base = kImage) {
    std::set<uint32_t> lines;
    for (const TextureTestMemory::Sent& sent : bench.memory.sent) {
        EXPECT_EQ(sent.bytes, 64u);
        lines.insert(static_cast<uint32_t>((sent.address - func::Address(base)) / 64));
    }
    return lines;
}

/// A quad around texel (x, y).
func::QuadCoordinates quadOn(float x, float y) { return quadAt(x / 64, y / 64, 1.0f / 64); }

std::set<uint32_t> linesRead(const func::TextureState& state, const func::QuadCoordinates& operand) {
    TextureBench bench(surfaceSettings());
    const func::PreparedTexture texture(state, {});
    bench.shader.script.emplace(100, surfaceSampleOf(texture, 0, operand));
    bench.runThrough(600);
    EXPECT_EQ(bench.shader.received.size(), 1u);
    return linesOf(bench);
}

TEST(TextureSurfaceTest, ReadsTheLinesOfEachLayout) {
    using enum func::Tiling;
    // Bilinear, texels (7, 7) to (9, 9). Linear: four lines a row of 64 texels; a line has sixteen texels.
    EXPECT_EQ(linesRead(surfaceState(Linear, func::FilterMode::Linear), quadOn(8, 8)),
              (std::set<uint32_t>{28, 32, 36}));
    // Tiles of 4x4 are lines, sixteen a row.
    EXPECT_EQ(linesRead(surfaceState(Tiled, func::FilterMode::Linear), quadOn(8, 8)),
              (std::set<uint32_t>{16 + 1, 16 + 2, 32 + 1, 32 + 2}));
    // Supertiles: tile (1, 1) is the fourth, (2, 1) is in the next eight, (1, 2) is the sixth.
    EXPECT_EQ(linesRead(surfaceState(SuperTiled, func::FilterMode::Linear), quadOn(8, 8)),
              (std::set<uint32_t>{3, 10, 5, 12}));
    // One texel each, all of a tile.
    EXPECT_EQ(linesRead(surfaceState(Tiled, func::FilterMode::Nearest), quadOn(8.5f, 8.5f)), (std::set<uint32_t>{34}));
}

TEST(TextureSurfaceTest, ReadsBothLevelsOfATrilinearSample) {
    const func::TextureState state = surfaceState(func::Tiling::Tiled, func::FilterMode::LinearMipmapLinear);
    const std::set<uint32_t> lines = linesRead(state, quadAt(0.3f, 0.3f, 2.8f / 64));
    const uint32_t second = static_cast<uint32_t>((state.address[2][0] - func::Address(kImage)) / 64);
    EXPECT_TRUE(std::any_of(lines.begin(), lines.end(), [&](uint32_t line) { return line >= 256 && line < second; }));
    EXPECT_TRUE(std::any_of(lines.begin(), lines.end(), [&](uint32_t line) { return line >= second; }));
    EXPECT_GE(*lines.begin(), 256u);
}

TEST(TextureSurfaceTest, CompressedBlocksComeInLinesOfTheSecondLevel) {
    func::TextureState state = surfaceState(func::Tiling::Tiled, func::FilterMode::Nearest);
    state.compression = func::TextureCompression::Etc2Rgb;
    for (uint32_t level = 0; level <= 6; ++level) state.stride[level] = std::max(16u >> level, 1u) * 8;
    // Block (5, 2) of a row of sixteen of eight bytes each.
    EXPECT_EQ(linesRead(state, quadOn(21.5f, 9.5f)), (std::set<uint32_t>{(2 * 16 + 5) * 8 / 64}));
}

TEST(TextureSurfaceTest, AQuadOfOneLoopInTheCacheTakesWhatAnyOtherTakes) {
    TextureBench bench(surfaceSettings());
    const func::PreparedTexture texture(surfaceState(func::Tiling::Tiled, func::FilterMode::Linear), {});
    bench.shader.script.emplace(100, surfaceSampleOf(texture, 0, quadOn(9.5f, 9.5f)));
    for (uint32_t i = 0; i < 3; ++i)
        bench.shader.script.emplace(300 + i, surfaceSampleOf(texture, 1 + i, quadOn(9.5f, 9.5f)));
    bench.runThrough(500);
    ASSERT_EQ(bench.shader.received.size(), 4u);
    for (uint32_t i = 0; i < 3; ++i) EXPECT_EQ(bench.shader.received[1 + i], (Event{300 + 6 + 4 + 9 + i, 1 + i}));
    EXPECT_EQ(bench.statistic("BilinearSamples"), "4");
    EXPECT_EQ(bench.statistic("FetchesOK"), "64");
}

TEST(TextureSurfaceTest, FragmentsThatDoNotTakePartReadNothing) {
    TextureBench bench(surfaceSettings());
    const func::PreparedTexture texture(surfaceState(func::Tiling::Linear, func::FilterMode::Nearest), {});
    const QuadDetail one{.texture = &texture, .executing = 0b1000};
    const QuadDetail none{.texture = &texture};
    TextureRequest request = surfaceSampleOf(texture, 0, quadOn(8.5f, 8.5f));
    request.detail = &one;
    bench.shader.script.emplace(100, request);
    request.detail = &none;
    request.thread = 1;
    bench.shader.script.emplace(300, request);
    bench.runThrough(500);
    EXPECT_EQ(linesOf(bench), (std::set<uint32_t>{36}));  // row 9 alone
    ASSERT_EQ(bench.shader.received.size(), 2u);
    EXPECT_EQ(bench.shader.received[1], (Event{300 + 6 + 4 + 9, 1}));
}

TEST(TextureSurfaceTest, GradientsChooseTheLevel) {
    TextureBench bench(surfaceSettings());
    const func::TextureState state = surfaceState(func::Tiling::Tiled, func::FilterMode::LinearMipmapNearest);
    const func::PreparedTexture texture(state, {});
    func::QuadGradients gradients;
    for (auto& each : gradients.x) each[0] = 8.0f / 64;
    const QuadDetail detail{.texture = &texture, .gradients = &gradients, .executing = 0b1111};
    TextureRequest request = surfaceSampleOf(texture, 0, quadOn(8.5f, 8.5f));
    request.operation = func::TextureOperation::SampleGradient;
    request.detail = &detail;
    bench.shader.script.emplace(100, request);
    bench.runThrough(500);
    for (const uint32_t line : linesOf(bench)) {
        EXPECT_GE(func::Address(kImage + line * 64), state.address[3][0].alignedDown(64));
        EXPECT_LT(kImage + line * 64, state.address[4][0]);
    }
}

TEST(TextureSurfaceTest, AccessesToMemoryReadTheLinesOfTheirBytes) {
    TextureBench bench(surfaceSettings());
    // A lane in the middle of a line, one that crosses into the next, one that does not take part.
    const QuadDetail detail{.executing = 0b1011, .bytes = 16};
    TextureRequest request{.operation = func::TextureOperation::LoadAttribute, .thread = 9, .detail = &detail};
    constexpr std::array<uint32_t, 4> kAddresses{0x20010, 0x20138, 0x20400, 0x20024};
    for (uint32_t f = 0; f < 4; ++f) request.operand[f][0] = std::bit_cast<float>(kAddresses[f]);
    DrawRecord draw;
    request.draw = &draw;
    bench.shader.script.emplace(100, request);
    bench.shader.script.emplace(300, request);
    bench.runThrough(600);
    EXPECT_EQ(linesOf(bench, 0x20000), (std::set<uint32_t>{0, 4, 5}));
    ASSERT_EQ(bench.shader.received.size(), 2u);
    EXPECT_EQ(bench.shader.received[1].thread, 9u);
    // From the cache: as a quad of one loop, and a cycle more for each that the ports move sixteen bytes in.
    EXPECT_GE(bench.shader.received[1].cycle, 300u + 6 + 4 + 9);
    EXPECT_LE(bench.shader.received[1].cycle, 300u + 6 + 4 + 9 + 8);
}

TEST(TextureSurfaceTest, AFlushForgetsTheLines) {
    for (const bool twoLevels : {true, false}) {
        TextureTimingSettings levels = surfaceSettings();
        levels.cache.twoLevels = twoLevels;
        TextureBench bench(levels);
        const func::PreparedTexture texture(surfaceState(func::Tiling::Tiled, func::FilterMode::Linear), {});
        for (const sim::Cycle cycle : {100u, 300u, 500u})
            bench.shader.script.emplace(cycle, surfaceSampleOf(texture, 0, quadOn(9.5f, 9.5f)));
        bench.runThrough(400);
        EXPECT_EQ(bench.memory.sent.size(), 1u);
        bench.unit.command.write(400, UnitCommand{.operation = UnitOperation::Flush});
        bench.runThrough(700);
        EXPECT_EQ(bench.memory.sent.size(), 2u);
        EXPECT_EQ(bench.shader.received.size(), 3u);
    }
}

TEST(TextureSurfaceTest, AFlushWhileInUseIsAFault) {
    TextureBench bench(surfaceSettings());
    const func::PreparedTexture texture(surfaceState(func::Tiling::Tiled, func::FilterMode::Linear), {});
    bench.shader.script.emplace(100, surfaceSampleOf(texture, 0, quadOn(9.5f, 9.5f)));
    bench.runThrough(103);
    bench.unit.command.write(103, UnitCommand{.operation = UnitOperation::Flush});
    EXPECT_THROW(bench.runThrough(110), sim::Fault);
}

TEST(TextureSurfaceTest, SleepingChangesNothing) {
    std::vector<std::string> first;
    for (const bool sleeping : {true, false}) {
        TextureBench bench(surfaceSettings(), {.sleeping = sleeping});
        const func::PreparedTexture texture(surfaceState(func::Tiling::SuperTiled, func::FilterMode::Linear), {});
        for (uint32_t i = 0; i < 20; ++i)
            bench.shader.script.emplace(100 + 7 * i,
                                        surfaceSampleOf(texture, i, quadOn(3.0f * static_cast<float>(i), 8)));
        bench.runThrough(900);
        EXPECT_EQ(bench.shader.received.size(), 20u);
        if (first.empty()) first = bench.statistics();
        EXPECT_EQ(bench.statistics(), first);
    }
}

// The four fragments are a line apart, so that their texels in two rows are eight lines of one bank.
TEST(TextureSurfaceTest, SleepingChangesNothingWhileBanksAndPlacesAreShort) {
    TextureTimingSettings settings = surfaceSettings();
    settings.cache.twoLevels = false;
    settings.cache.geometry = {.ways = 16, .lines = 1, .lineBytes = 64};
    settings.cache.missesPerCycle = 2;
    std::vector<std::string> first;
    for (const bool sleeping : {true, false}) {
        TextureBench bench(settings, {.sleeping = sleeping});
        bench.memory.latency = 30;
        const func::PreparedTexture texture(surfaceState(func::Tiling::Linear, func::FilterMode::Linear), {});
        for (uint32_t i = 0; i < 20; ++i)
            bench.shader.script.emplace(
                100 + i, surfaceSampleOf(texture, i, quadAt(0.1f, 0.04f * static_cast<float>(i), 16.0f / 64)));
        bench.runThrough(5000);
        EXPECT_EQ(bench.shader.received.size(), 20u);
        // As counted when each fetch was tried in each cycle.
        EXPECT_EQ(bench.statistic("FetchBankConflicts"), "2664");
        EXPECT_EQ(bench.statistic("FetchesFailed"), "5344");
        EXPECT_EQ(bench.statistic("MissFailMissFetch_FC64"), "2064");
        if (first.empty()) first = bench.statistics();
        EXPECT_EQ(bench.statistics(), first);
    }
}

}  // namespace
}  // namespace cyclorama::machine::timing
