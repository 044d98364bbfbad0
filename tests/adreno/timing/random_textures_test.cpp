// SPDX-License-Identifier: MIT
// Draws with textures by chance, in both machines and with boxes that do not sleep: formats, sizes, layouts, levels,
// filters, textures that are read ahead of programs and by them.

#include "adreno/timing/draw_stream.h"
#include "adreno/timing/texture_stream.h"

namespace cyclorama::adreno::test {
namespace {

class RandomTextures {
  public:
    explicit RandomTextures(uint32_t seed) : random_(seed) {}

    void build(mem::AddressSpace& memory, DrawStream& stream);

  private:
    uint32_t below(uint32_t limit) { return static_cast<uint32_t>(random_() % limit); }
    void chooseTexture(CommandStream& stream, uint32_t number);
    void chooseProgram(DrawStream& stream);

    std::mt19937 random_;
};

void RandomTextures::chooseTexture(CommandStream& stream, uint32_t number) {
    constexpr std::array<std::pair<uint32_t, uint32_t>, 5> kFormats = {
        {{kByteTexels, 4}, {kHalfTexels, 8}, {kFloatTexels, 16}, {kNumberTexels, 16}, {0x03, 1}}};
    const auto [format, bytes] = kFormats[below(kFormats.size())];
    TestTexture texture{.format = format};
    texture.width = 1u << below(8);
    texture.height = 1u << below(8);
    texture.levels = 1 + below(4);
    texture.pitch = std::max(texture.width * bytes, 64u);
    texture.tileMode = below(2) == 0 ? TileMode::Linear : TileMode::Tiled;
    texture.address = kTexels + uint64_t{below(4)} * 0x40000;
    const uint32_t filters = below(4) << 1 | below(4) << 3 | below(2);
    const uint32_t wraps = below(5) << 5 | below(5) << 8;
    loadTexture(stream, TextureStage::Fragments, number, texture, filters | wraps | below(5) << 14,
                below(4) == 0 ? kTexels + 0x100000 : 0);
}

void RandomTextures::chooseProgram(DrawStream& stream) {
    const std::string coordinates = "(rpt3)bary.f r3.x, (r)0, r2.x\n(rpt5)nop\n";
    const std::array<std::string, 4> programs = {
        coordinates + "sam (f32)(xyzw)r0.x, r3.x, s#0, t#0\n(sy)end",
        coordinates +
            "sam (f32)(xyzw)r0.x, r3.x, s#0, t#0\nsam (f32)(xyzw)r1.x, r3.z, s#1, t#1\n"
            "(sy)add.f r0.x, r0.x, r1.y\n(rpt5)nop\nend",
        coordinates +
            "saml (f32)(xyzw)r0.x, r3.x, r3.w, s#1, t#1\n(sy)(ss)mov.f32f32 r3.x, r0.y\n(rpt5)nop\n"
            "sam (f32)(x)r0.x, r3.x, s#0, t#0\n(sy)end",
        "(rpt3)bary.f r1.x, (r)0, r2.x\n(rpt5)nop\nadd.f r0.x, r0.x, r1.x\n(rpt5)nop\nend"};
    const uint32_t number = below(programs.size());
    stream.fragmentProgram(programs[number]);
    // The last one finds a texel that was read before it.
    const bool ahead = number == 3;
    stream.set("SP_FS_PREFETCH_CNTL/COUNT"_field, ahead ? 1 : 0);
    stream.set("SP_FS_PREFETCH[].CMD"_reg, 0);
    if (ahead) {
        stream.set("SP_FS_PREFETCH[].CMD/WRMASK"_field, 0xf);
        stream.set("SP_FS_PREFETCH[].CMD/CMD"_field, 1);
        stream.set("SP_FS_PREFETCH[].CMD/TEX_ID"_field, below(2));
    }
    stream.set("SP_FS_CTRL_REG0/THREADSIZE"_field, below(2));
    stream.set("SP_FS_CTRL_REG0/FULLREGFOOTPRINT"_field, 5);
}

void RandomTextures::build(mem::AddressSpace& memory, DrawStream& stream) {
    std::vector<uint32_t> texels(0x180000 / sizeof(uint32_t));
    for (uint32_t& texel : texels) texel = below(~0u);
    ASSERT_TRUE(memory.write(kTexels, std::as_bytes(std::span(texels))));
    stream.vertices(randomVertices(120));
    const uint32_t draws = 1 + below(4);
    for (uint32_t i = 0; i < draws; ++i) {
        for (const uint32_t number : {0u, 1u}) chooseTexture(stream.stream, number);
        chooseProgram(stream);
        stream.draw(3 + below(110));
        if (below(4) == 0) stream.waitForIdle();
    }
}

std::vector<uint32_t> colorsOf(const mem::AddressSpace& memory) {
    std::vector<uint32_t> words(0x100000 / sizeof(uint32_t));
    EXPECT_TRUE(memory.read(DrawStream::kColor, std::as_writable_bytes(std::span(words))));
    return words;
}

std::vector<std::string> placesOf(const sim::Findings& findings) {
    std::vector<std::string> lines;
    for (const sim::Finding& finding : findings.all())
        lines.push_back(fmt::format("{} {} {}", finding.kind.identifier, finding.place, finding.detail));
    return lines;
}

class RandomTextureStates : public testing::TestWithParam<uint32_t> {};

TEST_P(RandomTextureStates, LeaveTheFunctionalMachinesColorsAndFindings) {
    FunctionalBench functional;
    DrawStream plain(functional.memory);
    RandomTextures(GetParam()).build(functional.memory, plain);
    functional.run(plain.stream);
    const auto timed = [](const sim::SimulationSettings& settings) {
        auto bench = std::make_unique<TimingBench>(BenchSettings{.simulation = settings});
        DrawStream stream(bench->memory);
        RandomTextures(GetParam()).build(bench->memory, stream);
        const uint64_t cycles = bench->run(stream.stream);
        return std::pair(cycles, std::move(bench));
    };
    const auto [cycles, bench] = timed({});
    EXPECT_TRUE(colorsOf(bench->memory) == colorsOf(functional.memory));
    EXPECT_EQ(placesOf(bench->findings), placesOf(functional.findings));
    EXPECT_GT(bench->counter("OUTPUT_PIXELS_TP"), 0u);
    EXPECT_EQ(timed({.sleeping = false}).first, cycles);
    EXPECT_EQ(timed({.reverseOrder = true}).first, cycles);
}

/// A triangle over the target of 64x64 pixels, each of which has the texel of its place, read ahead of the program.
void drawTexels(DrawStream& stream, bool ahead) {
    TestTexture texture{.format = kByteTexels, .width = 64, .height = 64, .pitch = 256, .address = kTexels};
    loadTexture(stream.stream, TextureStage::Fragments, 0, texture, kNearest);
    stream.set("SP_FS_PREFETCH_CNTL/COUNT"_field, ahead ? 1 : 0);
    stream.set("SP_FS_PREFETCH[].CMD/WRMASK"_field, 0xf);
    stream.set("SP_FS_PREFETCH[].CMD/CMD"_field, 1);
    stream.fragmentProgram(ahead ? "end" : "mov.f32f32 r0.x, (1.0)\nend");
    stream.vertices({{-1, -1, 0.5f, 1}, {3, -1, 0.5f, 1, 2, 0}, {-1, 3, 0.5f, 1, 0, 2}});
    stream.draw(3);
}

TEST(PrefetchedTextures, TakeTextureUnitsTimeAndTraffic) {
    const auto timed = [](bool ahead, const char* parameter) {
        auto bench = std::make_unique<TimingBench>(BenchSettings{.parameters = {parameter}});
        for (uint32_t i = 0; i < 64 * 64; ++i) bench->set(kTexels + i * uint64_t{4}, 0x01010101u * (i % 251));
        DrawStream stream(bench->memory);
        drawTexels(stream, ahead);
        const uint64_t cycles = bench->run(stream.stream);
        return std::pair(cycles, std::move(bench));
    };
    const auto [cycles, bench] = timed(true, "ADRENO.TextureLatency=76");
    EXPECT_EQ(bench->at(DrawStream::kColor + (5 * 64 + 7) * 4), 0x01010101u * ((5 * 64 + 7) % 251));
    EXPECT_EQ(bench->counter("OUTPUT_PIXELS_TP"), 64u * 64);
    EXPECT_GE(bench->counter("READ_REQUESTS_TP_UCHE"), 64u * 64 * 4 / 64) << "lines of several units";
    EXPECT_EQ(timed(false, "ADRENO.TextureLatency=76").second->counter("OUTPUT_PIXELS_TP"), 0u);
    // The last wave's program waits longer, as those do that make room for it.
    EXPECT_GE(timed(true, "ADRENO.TextureMissLatency=194").first, cycles + 100);
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomTextureStates, testing::Range(0u, 24u));

}  // namespace
}  // namespace cyclorama::adreno::test
