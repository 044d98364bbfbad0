// SPDX-License-Identifier: MIT
// Registers that work reads, in both machines: the same ones are stale, at the same packets, and so often.

#include <algorithm>
#include <map>

#include "adreno/timing/both_machines.h"
#include "adreno/timing/geometry_stream.h"
#include "adreno/timing/gmem_stream.h"
#include "families/adreno/checks/check_findings.h"

namespace cyclorama::adreno::test {
namespace {

using RegisterSet = std::set<uint32_t>;

/// A stream's findings, each with its number, place and detail.
/// A stream, and what it writes beside its own state.
struct Streams {
    void (*build)(DrawStream& stream);
    RegisterSet zeros{};
    RegisterSet leftOut{};
};

/// Low resolution depth is cleared, and a pass notes bins; of these one is loaded, another is cleared, and both are
/// drawn to and stored, with and without a fragment program.
void build(DrawStream& stream) {
    constexpr uint32_t kBin = DrawStream::kSize / 2;
    constexpr uint32_t kSeen = DrawStream::kTriangles | 1 << 8;
    constexpr uint32_t kClearLrz = 37;
    stream.vertices({{-1, -1, 0.5f, 1, 1}, {3, -1, 0.5f, 1, 1}, {-1, 3, 0.5f, 1, 1}});
    stream.depthTest().blend();
    stream.set("RB_DEPTH_BUFFER_BASE_GMEM"_reg, 0x40000);
    stream.setAddress("GRAS_LRZ_BUFFER_BASE"_reg, kData + 0x280000);
    stream.set("GRAS_LRZ_BUFFER_PITCH/PITCH"_field, 32);
    stream.setAddress("GRAS_LRZ_FAST_CLEAR_BUFFER_BASE"_reg, kData + 0x290000);
    for (const Field& field :
         {"GRAS_LRZ_CNTL/ENABLE"_field, "GRAS_LRZ_CNTL/LRZ_WRITE"_field, "GRAS_LRZ_CNTL/GREATER"_field,
          "GRAS_LRZ_CNTL/FC_ENABLE"_field, "RB_LRZ_CNTL/ENABLE"_field})
        stream.set(field, 1);
    stream.set("SP_FS_RENDER_COMPONENTS"_reg, ~0u);
    stream.set("SP_FS_MRT[].REG/COLOR_FORMAT"_field, DrawStream::kFormat8888);
    stream.set("PC_VS_OUT_CNTL/STRIDE_IN_VPC"_field, 8);
    stream.set("SP_FS_OUTPUT_CNTL1/MRT"_field, 1);
    stream.set("RB_RENDER_COMPONENTS"_reg, ~0u);
    stream.event(kClearLrz);
    BinStream bins(stream, kBin);
    bins.beginBinning(2);
    stream.draw(3, 1, kSeen);
    bins.endBinning();
    for (const Field& field : {"GRAS_BIN_CONTROL/BINW"_field, "GRAS_BIN_CONTROL/BINH"_field})
        stream.set(field, kBin >> field.value.shift);
    const BinImage color{.address = DrawStream::kColor};
    bins.bin(0, 0).seeBin(0).load(color);
    stream.draw(3, 1, kSeen);
    bins.store(color).bin(kBin, 0).seeBin(1).clear(color, 0x01020304);
    stream.set("SP_FS_CONFIG/ENABLED"_field, 0);
    stream.draw(3, 1, kSeen);
    bins.store(color);
}

void buildWith(DrawStream& stream, const Streams& streams) {
    for (const uint32_t offset : streams.zeros) stream.stream.registers(offset, {0});
    for (const uint32_t offset : streams.leftOut) stream.leaveOut(offset);
    streams.build(stream);
}

/// The register that is stale first, and where; no name if none is.
struct Stale {
    std::string name;
    std::string place;
};

/// The same in both machines, as are all findings.
Stale staleOf(const Streams& streams) {
    const BothMachines both([&streams](DrawStream& stream) { buildWith(stream, streams); }, {.checkStreams = true});
    both.expectSameFindings();
    for (const sim::Finding& finding : both.timed.findings.all())
        if (finding.kind.identifier == findings::kStaleRegister.identifier)
            return {.name = finding.detail, .place = finding.place.substr(0, finding.place.find(' '))};
    return {};
}

class TimedReads : public testing::Test {
  protected:
    TimedReads() {
        for (uint32_t offset = 0; offset < 0xc000; ++offset) offsets_[gpuRegisters().name(offset)] = offset;
        complete(complete_);
    }
    /// Writes zeros until no register is stale.
    void complete(Streams& streams) const {
        for (Stale stale = staleOf(streams); !stale.name.empty(); stale = staleOf(streams)) {
            // A register that is written stays stale if the machines' findings are not of what was read.
            const bool isNew = streams.zeros.insert(offsets_.at(stale.name)).second;
            EXPECT_TRUE(isNew) << stale.name;
            if (!isNew || HasFailure()) break;
        }
    }
    /// What is stale where the stream, which is complete, does not write a register.
    Stale without(uint32_t offset) const {
        Streams streams = complete_;
        streams.leftOut.insert(offset);
        return staleOf(streams);
    }

    std::map<std::string, uint32_t> offsets_;
    /// Zeros for all that work reads and that has no value in the stream.
    Streams complete_{.build = build};
};

TEST_F(TimedReads, RegistersAreStaleInBothMachinesUntilAllAreWritten) {
    // Some that all draws read, or draws of bins with fragments.
    for (const auto& reg : {"SP_HS_CONFIG"_reg, "VPC_SO_STREAM_CNTL"_reg, "GRAS_VS_LAYER_CNTL"_reg,
                            "VPC_UNKNOWN_9107"_reg, "RB_MRT[].BASE_GMEM"_reg, "HLSQ_FS_CNTL"_reg})
        EXPECT_TRUE(complete_.zeros.contains(reg.word())) << gpuRegisters().name(reg.word());
}

TEST_F(TimedReads, EachRegisterThatIsLeftOutIsStaleInBothMachines) {
    FunctionalBench bench;
    DrawStream stream(bench.memory);
    build(stream);
    std::set<std::string> unread;
    for (const uint32_t offset : stream.written()) {
        const std::string name = gpuRegisters().name(offset);
        if (without(offset).name != name) unread.insert(name);
        ASSERT_FALSE(HasFailure()) << name;
    }
    EXPECT_EQ(unread,
              (std::set<std::string>{// Drawn to GMEM.
                                     "RB_MRT[0].PITCH", "RB_MRT[0].BASE", "RB_MRT[0].BASE_HI", "RB_DEPTH_BUFFER_PITCH",
                                     "RB_DEPTH_BUFFER_BASE", "RB_DEPTH_BUFFER_BASE_HI",
                                     // Depths are not clamped, and attributes are of each vertex.
                                     "GRAS_CL_Z_CLAMP[0].MAX", "VFD_DECODE[0].STEP_RATE", "VFD_DECODE[0x1].STEP_RATE",
                                     // There is one target.
                                     "SP_FS_OUTPUT[0x1].REG", "SP_FS_OUTPUT[0x2].REG", "SP_FS_OUTPUT[0x3].REG",
                                     "SP_FS_OUTPUT[0x4].REG", "SP_FS_OUTPUT[0x5].REG", "SP_FS_OUTPUT[0x6].REG",
                                     "SP_FS_OUTPUT[0x7].REG",
                                     // A copy that drivers may leave out.
                                     "GRAS_SU_DEPTH_CNTL"}));
}

void buildPatches(DrawStream& stream) {
    stream.vertices(randomVertices(30));
    tessellationStages(stream, true, 0);
    addGeometryStage(stream, 2, PrimitiveTopology::Triangles);
    stream.draw(30, 1, LinkedStages::kTrianglePatches | LinkedStages::kTessellates | LinkedStages::kGeometryStage);
}

void buildGeometry(DrawStream& stream) {
    stream.vertices(randomVertices(30));
    streamOut(stream, 1 << 12);
    geometryStage(stream, 2, PrimitiveTopology::Triangles);
    stream.draw(30, 1, DrawStream::kTriangles | LinkedStages::kGeometryStage);
}

TEST_F(TimedReads, OfOtherStagesAreTheSameInBothMachines) {
    Streams patches{.build = buildPatches};
    complete(patches);
    // The stream writes those that it needs, of each stage.
    patches.leftOut = {"PC_TESS_NUM_VERTEX"_reg.word()};
    EXPECT_EQ(staleOf(patches).name, "PC_TESS_NUM_VERTEX");
    patches.leftOut = {"SP_DS_CTRL_REG0"_reg.word()};
    EXPECT_EQ(staleOf(patches).name, "SP_DS_CTRL_REG0");
    patches.leftOut = {"PC_PRIMITIVE_CNTL_6"_reg.word()};
    EXPECT_EQ(staleOf(patches).name, "PC_PRIMITIVE_CNTL_6");
    Streams geometry{.build = buildGeometry};
    complete(geometry);
    geometry.leftOut = {"VPC_SO[].BUFFER_SIZE"_reg.word()};
    EXPECT_EQ(staleOf(geometry).name, "VPC_SO[0].BUFFER_SIZE");
}

TEST_F(TimedReads, AreOfEachKindOfWork) {
    const auto placeOf = [this](const Register& reg) {
        const Stale left = without(reg.word());
        EXPECT_EQ(left.name, gpuRegisters().name(reg.word()));
        return left.place;
    };
    constexpr std::string_view kEvent = "CP_EVENT_WRITE";
    constexpr std::string_view kDraw = "CP_DRAW_INDX_OFFSET";
    EXPECT_EQ(placeOf("GRAS_LRZ_FAST_CLEAR_BUFFER_BASE"_reg), kEvent) << "a clear of low resolution depth";
    EXPECT_EQ(placeOf("VSC_BIN_SIZE"_reg), kEvent) << "the begin of a binning pass";
    EXPECT_EQ(placeOf("VFD_FETCH[].STRIDE"_reg), kDraw);
    EXPECT_EQ(placeOf("GRAS_CL_VPORT[].XSCALE"_reg), kDraw) << "of a binning pass";
    EXPECT_EQ(placeOf("GRAS_LRZ_BUFFER_PITCH"_reg), kDraw) << "of a binning pass";
    EXPECT_EQ(placeOf("VSC_PRIM_STRM_LIMIT"_reg), kEvent) << "the end of a binning pass";
    EXPECT_EQ(placeOf("RB_BLIT_DST_PITCH"_reg), kEvent) << "a load";
    EXPECT_EQ(placeOf("RB_BLIT_CLEAR_COLOR_DW0"_reg), kEvent) << "a clear of GMEM";
    EXPECT_EQ(placeOf("RB_MRT[].BUF_INFO"_reg), kDraw) << "to GMEM";
}

}  // namespace
}  // namespace cyclorama::adreno::test
