// SPDX-License-Identifier: MIT
// Draws of states by chance, in both machines: kinds of primitives, indices, instances, samples, formats, tests before
// and after programs, stencil, blending, low resolution depth, programs that end fragments or write depth. In system
// memory, and in GMEM bin by bin, with visibility streams or without. In system memory also of several views, with
// geometry programs and tessellation, and with streamout.

#include "adreno/timing/both_machines.h"
#include "adreno/timing/geometry_stream.h"
#include "adreno/timing/gmem_stream.h"

namespace cyclorama::adreno::test {
namespace {

class RandomDraws {
  public:
    explicit RandomDraws(uint32_t seed) : random_(seed) {}

    /// Targets for as many samples as there may be, and some draws.
    void build(DrawStream& stream);
    /// The same with other ways of vertices before the rasterizer.
    void buildStages(DrawStream& stream);
    /// The same in four bins.
    void buildBins(DrawStream& stream);

  private:
    void chooseVertices(DrawStream& stream);
    void chooseStages(DrawStream& stream);
    /// `visibility`: bits of the draws' first words.
    void draw(DrawStream& stream, uint32_t visibility);
    uint32_t below(uint32_t limit) { return static_cast<uint32_t>(random_() % limit); }
    void chooseTargets(DrawStream& stream);
    void chooseTests(DrawStream& stream);
    void chooseColors(DrawStream& stream);
    void chooseProgram(DrawStream& stream);

    std::mt19937 random_;
    /// Kinds of primitives, with the bits of stages.
    std::vector<uint32_t> primitives_ = {9, 2, 3, 4, 5, 6, 7, 8};
    BinImage color_{.address = DrawStream::kColor};
};

void RandomDraws::chooseTargets(DrawStream& stream) {
    constexpr uint32_t kMostBytes = 16 * 4;  // of a pixel: of four samples of four floats
    const uint32_t samples = below(3);
    for (const Field& field :
         {"GRAS_RAS_MSAA_CNTL/SAMPLES"_field, "RB_RAS_MSAA_CNTL/SAMPLES"_field, "SP_TP_RAS_MSAA_CNTL/SAMPLES"_field})
        stream.set(field, samples);
    constexpr std::array<uint32_t, 4> kFormats = {0x30, 0x82, 0x62, 0x0e};
    constexpr std::array<uint32_t, 4> kBytes = {4, 16, 8, 2};
    const uint32_t format = below(kFormats.size());
    color_.format = kFormats[format];
    color_.bytes = kBytes[format];
    color_.samples = 1u << samples;
    stream.set("RB_MRT[].BUF_INFO/COLOR_FORMAT"_field, kFormats[format]);
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

void RandomDraws::chooseVertices(DrawStream& stream) {
    stream.vertices(randomVertices(400, 0.6f + 0.3f * static_cast<float>(below(4))));
    std::vector<uint32_t> indices;
    for (uint32_t i = 0; i < 300; ++i) indices.push_back(below(16) == 0 ? ~0u : below(1 + below(400)));
    stream.indices(indices);
}

void RandomDraws::build(DrawStream& stream) {
    chooseVertices(stream);
    chooseTargets(stream);
    draw(stream, 0);
}

void RandomDraws::chooseStages(DrawStream& stream) {
    using Stages = LinkedStages;
    const uint32_t kind = below(6);
    const bool tessellates = kind >= 4;
    if (kind < 3) {
        if (kind != 0) drawViews(stream, kind == 2);
        return;
    }
    if (tessellates) tessellationStages(stream, kind == 5, below(2) == 0 ? 0 : 1 + below(40));
    const auto output = static_cast<PrimitiveTopology>(below(3));
    const uint32_t invocations = 1 + below(3);
    const bool streams = below(2) == 0;
    if (kind == 3) geometryStage(stream, invocations, output, streams);
    if (kind == 5) addGeometryStage(stream, invocations, output, streams);
    const uint32_t flags = (tessellates ? Stages::kTessellates : 0) | (kind != 4 ? Stages::kGeometryStage : 0);
    primitives_ = {4 | flags, 5 | flags, 6 | flags};
    if (tessellates) primitives_ = {Stages::kTrianglePatches | flags};
    stream.set("PC_RASTER_CNTL/STREAM"_field, streams ? below(2) : 0);
}

void RandomDraws::buildStages(DrawStream& stream) {
    chooseVertices(stream);
    chooseTargets(stream);
    chooseStages(stream);
    if (below(3) != 0) streamOut(stream, below(1 << 17), 4 * below(64));
    draw(stream, 0);
    flushStreamout(stream);
}

void RandomDraws::buildBins(DrawStream& stream) {
    constexpr uint32_t kBin = DrawStream::kSize / 2;
    constexpr uint32_t kDepthOffset = 0x40000;
    constexpr uint32_t kLooksAtStreams = 1 << 8;
    chooseVertices(stream);
    chooseTargets(stream);
    BinStream bins(stream, kBin);
    const BinImage depth{.gmemOffset = kDepthOffset,
                         .address = DrawStream::kDepth,
                         .format = 0x4a,  // FMT6_32_FLOAT
                         .samples = color_.samples,
                         .imageSamples = color_.samples};
    if (below(2) == 0) color_.imageSamples = color_.samples;
    stream.set("RB_DEPTH_BUFFER_BASE_GMEM"_reg, kDepthOffset);
    const bool binning = below(2) == 0;
    const bool loads = below(2) == 0;
    // The draws of each pass are the same.
    const std::mt19937 draws = random_;
    if (binning) {
        bins.beginBinning(2);
        draw(stream, kLooksAtStreams);
        bins.endBinning();
    }
    for (uint32_t i = 0; i < 4; ++i) {
        random_ = draws;
        bins.bin(i % 2 * kBin, i / 2 * kBin);
        if (binning) bins.seeBin(i);
        loads ? bins.load(color_) : bins.clear(color_, 0x3c003c00);
        bins.clear(depth, 0);
        draw(stream, binning ? kLooksAtStreams : 0);
        bins.store(color_).store(depth);
    }
}

void RandomDraws::draw(DrawStream& stream, uint32_t visibility) {
    const uint32_t draws = 1 + below(6);
    for (uint32_t i = 0; i < draws; ++i) {
        chooseTests(stream);
        chooseColors(stream);
        chooseProgram(stream);
        const uint32_t primitive = primitives_[below(static_cast<uint32_t>(primitives_.size()))] | visibility;
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

class RandomDrawStates : public testing::TestWithParam<uint32_t> {
  protected:
    static void compare(void (RandomDraws::*build)(DrawStream& stream));
};

void RandomDrawStates::compare(void (RandomDraws::*build)(DrawStream& stream)) {
    const auto buildStream = [build](DrawStream& stream) {
        RandomDraws draws(GetParam());
        (draws.*build)(stream);
    };
    constexpr std::array<const char*, 3> kSettings = {"ADRENO.DrawsInFlight=4", "ADRENO.ShaderUnits=1",
                                                      "ADRENO.CcuSize=4"};
    const BothMachines both(buildStream, {.timed = {.parameters = {kSettings[GetParam() % kSettings.size()]}}});
    EXPECT_TRUE(contentOf(both.timed.memory) == contentOf(both.functional.memory));
    both.expectSameFindings();
}

TEST_P(RandomDrawStates, LeaveTheFunctionalMachinesMemoryAndFindings) { compare(&RandomDraws::build); }

TEST_P(RandomDrawStates, LeaveThemWithOtherStagesToo) { compare(&RandomDraws::buildStages); }

TEST_P(RandomDrawStates, LeaveThemInGmemToo) { compare(&RandomDraws::buildBins); }

INSTANTIATE_TEST_SUITE_P(Seeds, RandomDrawStates, testing::Range(0u, 16u));
// What low resolution depth rejected is known to be visible when the last draw has ended.
INSTANTIATE_TEST_SUITE_P(VisibleRejections, RandomDrawStates, testing::Values(335u, 621u, 717u, 740u));

}  // namespace
}  // namespace cyclorama::adreno::test
