// SPDX-License-Identifier: MIT
#include "machine/timing/texture/texture_unit.h"

#include <gtest/gtest.h>

#include <bit>

#include "machine/timing/texture_bench.h"

namespace cyclorama::machine::timing {
namespace {

using Event = TextureTestShader::Event;

/// A load of an attribute without a stream: nothing to fetch, one loop.
TextureRequest emptyLoad(DrawRecord& draw, uint32_t thread) {
    return {.draw = &draw, .operation = func::TextureOperation::LoadAttribute, .thread = thread};
}

TextureRequest sampleOf(const func::PreparedTexture& texture, uint32_t thread, const func::QuadCoordinates& operand) {
    return {.texture = &texture, .thread = thread, .operand = operand};
}

TextureTimingSettings settings() {
    return {.addressAluLatency = 6, .filterAluLatency = 4, .cache = {.requestQueueSize = 32, .inputQueueSize = 32}};
}

TEST(TextureUnitTest, GivesATicketACycleForEveryPlaceInItsQueue) {
    TextureTimingSettings small = settings();
    small.requestQueueSize = 8;
    TextureBench bench(small);
    DrawRecord draw;
    bench.shader.script.emplace(20, emptyLoad(draw, 1));
    bench.runThrough(40);
    // Written in 0 to 7; the request's in 20, in which it leaves the queue again.
    EXPECT_EQ(bench.shader.ticketCycles, (std::vector<sim::Cycle>{1, 2, 3, 4, 5, 6, 7, 8, 21}));
}

TEST(TextureUnitTest, ARequestTakesTheLatenciesOfBothPipelinesAndNineCycles) {
    for (const uint32_t address : {1u, 6u, 15u}) {
        for (const uint32_t filter : {1u, 4u, 10u}) {
            TextureTimingSettings latencies = settings();
            latencies.addressAluLatency = address;
            latencies.filterAluLatency = filter;
            TextureBench bench(latencies);
            DrawRecord draw;
            bench.shader.script.emplace(100, emptyLoad(draw, 7));
            bench.runThrough(200);
            EXPECT_EQ(bench.shader.received, (std::vector<Event>{{100 + address + filter + 9, 7}}));
            // From the cycle in which the shader sent it to the one in which the unit sends the result.
            EXPECT_EQ(bench.statistic("TextureResultLatency"), std::to_string(address + filter + 9));
        }
    }
}

TEST(TextureUnitTest, QuadsOfOneLoopFollowEachOtherEveryCycle) {
    TextureBench bench(settings());
    DrawRecord draw;
    for (uint32_t i = 0; i < 5; ++i) bench.shader.script.emplace(100 + i, emptyLoad(draw, i));
    bench.runThrough(200);
    EXPECT_EQ(bench.shader.received, (std::vector<Event>{{119, 0}, {120, 1}, {121, 2}, {122, 3}, {123, 4}}));
}

TEST(TextureUnitTest, ATrilinearQuadOccupiesEachStageForTwoCycles) {
    TextureBench bench(settings());
    const func::PreparedTexture texture(textureState(func::FilterMode::LinearMipmapLinear), {});
    // The image is 2.8 times as large as on the screen: levels 1 and 2. All quads touch the same texels.
    for (uint32_t i = 0; i < 4; ++i)
        bench.shader.script.emplace(100 + i, sampleOf(texture, i, quadAt(0.25f, 0.25f, 2.8f / 64)));
    for (uint32_t i = 0; i < 3; ++i)
        bench.shader.script.emplace(300 + i, sampleOf(texture, 8 + i, quadAt(0.25f, 0.25f, 2.8f / 64)));
    bench.runThrough(400);
    ASSERT_EQ(bench.shader.received.size(), 7u);
    // With its lines in the cache, each loop takes the address unit, fetch, read and filter for a cycle more.
    EXPECT_EQ(bench.shader.received[4], (Event{300 + 6 + 4 + 9 + 4, 8}));
    EXPECT_EQ(bench.shader.received[5], (Event{300 + 6 + 4 + 9 + 6, 9}));
    EXPECT_EQ(bench.shader.received[6], (Event{300 + 6 + 4 + 9 + 8, 10}));
    EXPECT_EQ(bench.statistic("BilinearSamples"), "14");
    EXPECT_EQ(bench.statistic("MipsSampled2"), "7");
    EXPECT_EQ(bench.statistic("HistoBilinears02"), "7");
    EXPECT_EQ(bench.statistic("FetchesOK"), "224");
    EXPECT_EQ(bench.statistic("ReadsOK_FC64"), "224");
    EXPECT_EQ(bench.statistic("AddressALUBusyCycles"), "14");
    EXPECT_EQ(bench.statistic("FilterALUBusyCycles"), "14");
}

TEST(TextureUnitTest, QuadsWhoseLinesAreThereOvertakeThoseThatWait) {
    TextureBench bench(settings());
    bench.memory.latency = 60;
    const func::PreparedTexture texture(textureState(func::FilterMode::Nearest), {});
    bench.shader.script.emplace(100, sampleOf(texture, 1, quadAt(0.01f, 0.01f, 1.0f / 64)));
    bench.shader.script.emplace(300, sampleOf(texture, 2, quadAt(0.51f, 0.01f, 1.0f / 64)));
    bench.shader.script.emplace(301, sampleOf(texture, 3, quadAt(0.01f, 0.01f, 1.0f / 64)));
    bench.runThrough(500);
    ASSERT_EQ(bench.shader.received.size(), 3u);
    EXPECT_EQ(bench.shader.received[1], (Event{301 + 6 + 4 + 9, 3}));
    EXPECT_EQ(bench.shader.received[2].thread, 2u);
}

TEST(TextureUnitTest, AFullWindowStopsFetching) {
    TextureTimingSettings narrow = settings();
    narrow.waitReadWindow = 1;
    TextureBench bench(narrow);
    bench.memory.latency = 60;
    const func::PreparedTexture texture(textureState(func::FilterMode::Nearest), {});
    bench.shader.script.emplace(100, sampleOf(texture, 1, quadAt(0.01f, 0.01f, 1.0f / 64)));
    bench.shader.script.emplace(101, sampleOf(texture, 2, quadAt(0.51f, 0.01f, 1.0f / 64)));
    bench.runThrough(400);
    ASSERT_EQ(bench.shader.received.size(), 2u);
    ASSERT_EQ(bench.memory.sent.size(), 2u);
    // The second quad is fetched in the cycle in which the first one's line has come, and asks memory two cycles later.
    EXPECT_EQ(bench.memory.sent[0].cycle, 100u + 6 + 3 + 2);
    const sim::Cycle filled = bench.shader.received[0].cycle - 4 - 5;
    EXPECT_EQ(bench.memory.sent[1].cycle, filled + 2);
    EXPECT_EQ(bench.statistic("FetchStallWaitRead"), std::to_string(filled - (100 + 6 + 4)));
}

TEST(TextureUnitTest, TheAccessQueueBoundsTheQuadsInside) {
    TextureTimingSettings single = settings();
    single.accessQueueSize = 1;
    TextureBench bench(single);
    DrawRecord draw;
    for (uint32_t i = 0; i < 3; ++i) bench.shader.script.emplace(100 + i, emptyLoad(draw, i));
    bench.runThrough(200);
    // A quad enters in the cycle in which the one before becomes a result, two before that is received.
    EXPECT_EQ(bench.shader.received, (std::vector<Event>{{119, 0}, {136, 1}, {153, 2}}));
}

TEST(TextureUnitTest, AnisotropicSamplesAreOneResult) {
    TextureBench bench(settings());
    func::TextureState state = textureState(func::FilterMode::Linear);
    state.maxAnisotropy = 8;
    const func::PreparedTexture texture(state, {});
    func::QuadCoordinates stretched = quadAt(0.25f, 0.25f, 1.0f / 64);
    stretched[2][1] = stretched[3][1] = 0.25f + 4.0f / 64;
    bench.shader.script.emplace(100, sampleOf(texture, 5, stretched));
    bench.runThrough(300);
    EXPECT_EQ(bench.shader.received.size(), 1u);
    EXPECT_EQ(bench.statistic("HistoAnisoRatio04"), "1");
    EXPECT_EQ(bench.statistic("AnisotropyRatio"), "4");
    EXPECT_EQ(bench.statistic("BilinearSamples"), "4");
    EXPECT_EQ(bench.statistic("FetchesOK"), "64");
}

TEST(TextureUnitTest, AnAttributeLoadReadsItsStream) {
    TextureBench bench(settings());
    DrawRecord draw;
    draw.state.input.edit().attributeStream[3] = 1;
    draw.state.input.edit().streams[1] = {
        .address = 0x2000, .stride = 16, .format = func::StreamFormat::Float32, .components = 4};
    TextureRequest load = emptyLoad(draw, 9);
    load.unit = 3;
    for (uint32_t f = 0; f < func::kQuadFragments; ++f) load.operand[f][0] = std::bit_cast<float>(f + 3);
    bench.shader.script.emplace(100, load);
    bench.runThrough(300);
    // Indices 3 to 6 are at 0x2030 to 0x206f, in two lines; each is a read of sixteen bytes.
    ASSERT_EQ(bench.memory.sent.size(), 2u);
    EXPECT_EQ(bench.memory.sent[0].address, 0x2000u);
    EXPECT_EQ(bench.memory.sent[1].address, 0x2040u);
    EXPECT_EQ(bench.statistic("ReadBytes_FC64"), "64");
    EXPECT_EQ(bench.shader.received.size(), 1u);
}

/// Many quads over a texture larger than the caches, answers out of order, and times without reads.
void runMixedLoad(TextureBench& bench, const std::vector<const func::PreparedTexture*>& textures) {
    bench.memory.latency = 30;
    bench.memory.spread = 23;
    bench.memory.acceptScript = {{700, false}, {900, true}};
    uint32_t random = 12345;
    const auto next = [&random] {
        random = random * 1664525 + 1013904223;
        return static_cast<float>(random >> 8) / static_cast<float>(1u << 24);
    };
    sim::Cycle cycle = 100;
    for (uint32_t i = 0; i < 300; ++i) {
        cycle += next() < 0.8f ? 1 : static_cast<sim::Cycle>(next() * 60);
        const float s = next();
        const float t = next();
        bench.shader.script.emplace(
            cycle++, sampleOf(*textures[i % textures.size()], i, quadAt(s, t, (0.5f + 4.0f * next()) / 64)));
    }
    bench.runThrough(30000);
}

TEST(TextureUnitTest, SleepingAndTheOrderOfBoxesChangeNothing) {
    const func::PreparedTexture trilinear(textureState(func::FilterMode::LinearMipmapLinear, 0x10000), {});
    const func::PreparedTexture nearest(textureState(func::FilterMode::Nearest, 0x40000), {});
    func::TextureState state = textureState(func::FilterMode::LinearMipmapLinear, 0x80000);
    state.maxAnisotropy = 8;
    const func::PreparedTexture anisotropic(state, {});
    // With more than four ways, tries have victims that a pointer chooses.
    for (const auto& [twoLevels, ways] : {std::pair{true, 4u}, {false, 4u}, {true, 6u}, {false, 6u}}) {
        TextureTimingSettings tight = settings();
        tight.requestQueueSize = 512;
        tight.accessQueueSize = 24;
        tight.waitReadWindow = 6;
        tight.cache = {.twoLevels = twoLevels,
                       .geometry = {.ways = ways, .lines = 4, .lineBytes = 64},
                       .requestQueueSize = 6,
                       .inputQueueSize = 3,
                       .missesPerCycle = 2,
                       .decompressLatency = 3,
                       .secondLevel = {.ways = ways, .lines = 4, .lineBytes = 128},
                       .secondInputQueueSize = 2};
        TextureBench asleep(tight, {}, 16);
        TextureBench awake(tight, {.sleeping = false}, 16);
        TextureBench reversed(tight, {.reverseOrder = true}, 16);
        for (TextureBench* bench : {&asleep, &awake, &reversed})
            runMixedLoad(*bench, {&trilinear, &nearest, &anisotropic});
        EXPECT_EQ(asleep.shader.received.size(), 300u) << twoLevels << ", " << ways << " ways";
        for (TextureBench* other : {&awake, &reversed}) {
            EXPECT_EQ(asleep.shader.received, other->shader.received);
            EXPECT_EQ(asleep.shader.ticketCycles, other->shader.ticketCycles);
            EXPECT_EQ(asleep.memory.sent, other->memory.sent);
            EXPECT_EQ(asleep.statistics(), other->statistics());
        }
    }
}

TEST(TextureUnitTest, SaysWhatItWaitsFor) {
    TextureBench bench(settings());
    bench.memory.latency = 0;
    const func::PreparedTexture texture(textureState(func::FilterMode::Nearest), {});
    EXPECT_EQ(bench.unit.describeWait(), "");
    bench.shader.script.emplace(100, sampleOf(texture, 1, quadAt(0.01f, 0.01f, 1.0f / 64)));
    bench.runThrough(200);
    EXPECT_EQ(
        bench.unit.describeWait(),
        "0 requests and 1 quads under way: 0 wait for addresses, 0 to be fetched; 1 samples wait for cache lines; "
        "1 lines on their way, 1 reads under way in memory");
}

}  // namespace
}  // namespace cyclorama::machine::timing
