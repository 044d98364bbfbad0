// SPDX-License-Identifier: MIT
// Draws of states by chance, in both machines: kinds of primitives, indices, instances, samples, formats, tests before
// and after programs, stencil, blending, low resolution depth, programs that end fragments or write depth.

#include "adreno/timing/draw_stream.h"

namespace cyclorama::adreno::test {
namespace {

class RandomDraws {
  public:
    explicit RandomDraws(uint32_t seed) : random_(seed) {}

    /// Targets for as many samples as there may be, and some draws.
    void build(DrawStream& stream);

  private:
    uint32_t below(uint32_t limit) { return static_cast<uint32_t>(random_() % limit); }
    void chooseTargets(DrawStream& stream);
    void chooseTests(DrawStream& stream);
    void chooseColors(DrawStream& stream);
    void chooseProgram(DrawStream& stream);

    std::mt19937 random_;
};

void RandomDraws::chooseTargets(DrawStream& stream) {
    constexpr uint32_t kMostBytes = 16 * 4;  // of a pixel: of four samples of four floats
    const uint32_t samples = below(3);
    for (const Field& field :
         {"GRAS_RAS_MSAA_CNTL/SAMPLES"_field, "RB_RAS_MSAA_CNTL/SAMPLES"_field, "SP_TP_RAS_MSAA_CNTL/SAMPLES"_field})
        stream.set(field, samples);
    constexpr std::array<uint32_t, 4> kFormats = {0x30, 0x82, 0x62, 0x0e};
    stream.set("RB_MRT[].BUF_INFO/COLOR_FORMAT"_field, kFormats[below(kFormats.size())]);
    stream.set("RB_MRT[].PITCH"_reg, DrawStream::kSize * kMostBytes >> 6);
    if (below(4) != 0) return;
    stream.setAddress("GRAS_LRZ_BUFFER_BASE"_reg, kData + 0x280000);
    stream.set("GRAS_LRZ_BUFFER_PITCH/PITCH"_field, 32);
    stream.set("GRAS_LRZ_CNTL/ENABLE"_field, 1);
    stream.set("GRAS_LRZ_CNTL/LRZ_WRITE"_field, below(2));
    stream.set("GRAS_LRZ_CNTL/GREATER"_field, 1);
}

void RandomDraws::chooseTests(DrawStream& stream) {
    stream.depthTest(below(8));
    const auto format = below(2) == 0 ? DepthFormat::Float32 : DepthFormat::Unorm24Stencil8;
    stream.set("RB_DEPTH_BUFFER_INFO/DEPTH_FORMAT"_field, static_cast<uint32_t>(format));
    stream.set("GRAS_SU_DEPTH_BUFFER_INFO/DEPTH_FORMAT"_field, static_cast<uint32_t>(format));
    stream.set("RB_DEPTH_BUFFER_PITCH"_reg, DrawStream::kSize * 16 >> 6);
    stream.set("RB_DEPTH_CNTL/Z_TEST_ENABLE"_field, below(4) != 0);
    stream.set("RB_DEPTH_CNTL/Z_WRITE_ENABLE"_field, below(2));
    const uint32_t mode = below(3);
    stream.set("RB_DEPTH_PLANE_CNTL/Z_MODE"_field, mode);
    stream.set("GRAS_SU_DEPTH_PLANE_CNTL/Z_MODE"_field, mode);
    stream.set("RB_STENCIL_CONTROL"_reg, below(2) == 0 ? 0 : 5u | below(1u << 24) << 8);
    stream.set("RB_STENCILREF"_reg, below(256));
    stream.set("RB_STENCILMASK"_reg, 0xff);
    stream.set("RB_STENCILWRMASK"_reg, 0xff);
}

void RandomDraws::chooseColors(DrawStream& stream) {
    stream.blend();
    stream.set("RB_MRT[].CONTROL/BLEND"_field, below(2));
    stream.set("RB_MRT[].BLEND_CONTROL/RGB_SRC_FACTOR"_field, below(12));
    stream.set("RB_MRT[].BLEND_CONTROL/RGB_DEST_FACTOR"_field, below(12));
    stream.set("RB_MRT[].CONTROL/COMPONENT_ENABLE"_field, below(3) == 0 ? below(16) : 15);
    stream.set("RB_BLEND_CNTL/ALPHA_TO_COVERAGE"_field, below(6) == 0);
    stream.set("RB_BLEND_CNTL/SAMPLE_MASK"_field, below(4) == 0 ? below(16) : 0xffff);
    stream.set("GRAS_SU_CNTL/CULL_BACK"_field, below(4) == 0);
    stream.set("PC_PRIMITIVE_CNTL_0/PRIMITIVE_RESTART"_field, 1);
    stream.set("PC_RESTART_INDEX"_reg, ~0u);
    stream.set("PC_PRIMITIVE_CNTL_0/PROVOKING_VTX_LAST"_field, below(2));
}

void RandomDraws::chooseProgram(DrawStream& stream) {
    constexpr std::array<std::string_view, 4> kPrograms = {
        "(rpt3)bary.f r0.x, (r)0, r2.x\nend",
        "(rpt3)bary.f r0.x, (r)0, r2.x\n(rpt5)nop\nadd.f r0.x, r0.x, r0.y\nrcp r0.y, r0.z\n(ss)end",
        "(rpt3)bary.f r0.x, (r)0, r2.x\n(rpt5)nop\ncmps.f.lt p0.x, r0.x, r0.y\n(rpt5)nop\nkill p0.x\nend",
        "(rpt3)bary.f r0.x, (r)0, r2.x\n(rpt5)nop\nmov.f32f32 r3.x, r0.x\n(rpt5)nop\nend"};
    const uint32_t number = below(kPrograms.size());
    stream.fragmentProgram(kPrograms[number]);
    // The last one writes depth, which early tests do not see.
    stream.set("SP_FS_OUTPUT_CNTL0"_reg, ir3::kNoRegister * 0x01010100u);
    if (number == 3) stream.set("SP_FS_OUTPUT_CNTL0/DEPTH_REGID"_field, 12);
    stream.set("SP_FS_CTRL_REG0/THREADSIZE"_field, below(2));
    stream.set("RB_SAMPLE_CNTL/PER_SAMP_MODE"_field, below(4) == 0);
    stream.set("SP_FS_CONFIG/ENABLED"_field, below(8) != 0);
}

void RandomDraws::build(DrawStream& stream) {
    stream.vertices(randomVertices(400, 0.6f + 0.3f * static_cast<float>(below(4))));
    std::vector<uint32_t> indices;
    for (uint32_t i = 0; i < 300; ++i) indices.push_back(below(16) == 0 ? ~0u : below(1 + below(400)));
    stream.indices(indices);
    chooseTargets(stream);
    const uint32_t draws = 1 + below(6);
    for (uint32_t i = 0; i < draws; ++i) {
        chooseTests(stream);
        chooseColors(stream);
        chooseProgram(stream);
        constexpr std::array<uint32_t, 8> kPrimitives = {9, 2, 3, 4, 5, 6, 7, 8};
        const uint32_t primitive = kPrimitives[below(kPrimitives.size())];
        if (below(2) == 0)
            stream.draw(1 + below(400), 1 + below(3), primitive);
        else
            stream.drawIndexed(1 + below(3), primitive);
        if (below(4) == 0) stream.waitForIdle();
    }
}

std::vector<uint32_t> contentOf(const mem::AddressSpace& memory) {
    std::vector<uint32_t> words(0x300000 / sizeof(uint32_t));
    EXPECT_TRUE(memory.read(kData, std::as_writable_bytes(std::span(words))));
    return words;
}

std::vector<std::string> linesOf(const sim::Findings& findings) {
    std::vector<std::string> lines;
    for (const sim::Finding& finding : findings.all())
        lines.push_back(fmt::format("{} {} {}", finding.kind.identifier, finding.place, finding.detail));
    return lines;
}

class RandomDrawStates : public testing::TestWithParam<uint32_t> {};

TEST_P(RandomDrawStates, LeaveTheFunctionalMachinesMemoryAndFindings) {
    FunctionalBench functional;
    DrawStream plain(functional.memory);
    RandomDraws(GetParam()).build(plain);
    functional.run(plain.stream);
    constexpr std::array<const char*, 3> kSettings = {"ADRENO.DrawsInFlight=4", "ADRENO.ShaderUnits=1",
                                                      "ADRENO.CcuSize=4"};
    TimingBench timed({.parameters = {kSettings[GetParam() % kSettings.size()]}});
    DrawStream stream(timed.memory);
    RandomDraws(GetParam()).build(stream);
    timed.run(stream.stream);
    EXPECT_TRUE(contentOf(timed.memory) == contentOf(functional.memory));
    EXPECT_EQ(linesOf(timed.findings), linesOf(functional.findings));
    EXPECT_EQ(timed.counter("UNTIMED_OPERATIONS_CP"), 0u);
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomDrawStates, testing::Range(0u, 16u));
// What low resolution depth rejected is known to be visible when the last draw has ended.
INSTANTIATE_TEST_SUITE_P(VisibleRejections, RandomDrawStates, testing::Values(335u, 621u, 717u, 740u));

}  // namespace
}  // namespace cyclorama::adreno::test
