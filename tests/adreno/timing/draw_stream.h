// SPDX-License-Identifier: MIT
#pragma once
// Streams that draw in system memory, for the timing machine and the functional one.

#include <array>
#include <bit>
#include <cstdint>
#include <map>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "adreno/timing/timing_bench.h"
#include "families/adreno/gras/raster_control.h"
#include "families/adreno/rb/render_targets.h"

namespace cyclorama::adreno::test {

/// A state of registers, and draws. Vertices have four floats of a position, which comes to r0, and four of varyings,
/// which come to r1; the vertex program leaves the position in r0 and varyings in r1. Fragments have i and j in r2.x
/// and r2.y, and leave a colour in r0.
class DrawStream {
  public:
    static constexpr uint64_t kColor = kData + 0x100000;
    static constexpr uint64_t kDepth = kData + 0x200000;
    static constexpr uint64_t kVertices = kData + 0x300000;
    static constexpr uint64_t kIndices = kData + 0x400000;
    static constexpr uint32_t kSize = 64;  ///< pixels of the targets each way
    static constexpr uint32_t kTriangles = 4;
    static constexpr uint32_t kFormat8888 = 0x30;

    explicit DrawStream(mem::AddressSpace& memory) : memory_(memory) { startState(); }

    void set(const Register& reg, uint32_t value, uint32_t index = 0) { registers_[reg.word(index)] = value; }
    void setReal(const Register& reg, float value, uint32_t index = 0) {
        set(reg, std::bit_cast<uint32_t>(value), index);
    }
    void setAddress(const Register& reg, uint64_t value, uint32_t index = 0) {
        registers_[reg.word(index)] = low(value);
        registers_[reg.word(index) + 1] = high(value);
    }
    void set(const Field& field, uint32_t value, uint32_t index = 0) {
        uint32_t& word = registers_[field.reg.word(index)];
        const auto mask = static_cast<uint32_t>(field.value.mask());
        word = (word & ~mask) | (value << field.value.low & mask);
    }

    /// The stream never writes it, whatever its state has.
    DrawStream& leaveOut(uint32_t offset) {
        leftOut_.insert(offset);
        return *this;
    }
    /// Registers that the stream has written.
    const std::set<uint32_t>& written() const { return written_; }

    DrawStream& vertexProgram(std::string_view text) {
        const Placed placed = place(text);
        setAddress("SP_VS_OBJ_START"_reg, placed.address);
        set("SP_VS_INSTRLEN"_reg, placed.units);
        return *this;
    }
    DrawStream& fragmentProgram(std::string_view text) {
        const Placed placed = place(text);
        setAddress("SP_FS_OBJ_START"_reg, placed.address);
        set("SP_FS_INSTRLEN"_reg, placed.units);
        return *this;
    }
    /// By default what is greater passes: memory is zeros.
    DrawStream& depthTest(uint32_t compare = 4) {
        set("RB_DEPTH_BUFFER_INFO/DEPTH_FORMAT"_field, static_cast<uint32_t>(DepthFormat::Float32));
        set("GRAS_SU_DEPTH_BUFFER_INFO/DEPTH_FORMAT"_field, static_cast<uint32_t>(DepthFormat::Float32));
        set("RB_DEPTH_BUFFER_PITCH"_reg, kSize * 4 >> 6);
        setAddress("RB_DEPTH_BUFFER_BASE"_reg, kDepth);
        set("RB_DEPTH_CNTL/Z_TEST_ENABLE"_field, 1);
        set("RB_DEPTH_CNTL/Z_WRITE_ENABLE"_field, 1);
        set("RB_DEPTH_CNTL/ZFUNC"_field, compare);
        set("GRAS_SU_DEPTH_CNTL"_reg, 1);
        return *this;
    }
    /// Depth is tested after the program.
    DrawStream& testsLate() {
        set("RB_DEPTH_PLANE_CNTL/Z_MODE"_field, 1);
        set("GRAS_SU_DEPTH_PLANE_CNTL/Z_MODE"_field, 1);
        return *this;
    }
    /// Adds colours to what the target has.
    DrawStream& blend() {
        set("RB_MRT[].CONTROL/BLEND"_field, 1);
        set("RB_MRT[].BLEND_CONTROL/RGB_SRC_FACTOR"_field, 1);
        set("RB_MRT[].BLEND_CONTROL/RGB_DEST_FACTOR"_field, 1);
        set("RB_MRT[].BLEND_CONTROL/ALPHA_SRC_FACTOR"_field, 1);
        set("RB_MRT[].BLEND_CONTROL/ALPHA_DEST_FACTOR"_field, 1);
        return *this;
    }

    void vertices(const std::vector<std::array<float, 8>>& values) {
        ASSERT_TRUE(memory_.write(kVertices, std::as_bytes(std::span(values))));
    }
    void indices(const std::vector<uint32_t>& values) {
        indexCount_ = static_cast<uint32_t>(values.size());
        ASSERT_TRUE(memory_.write(kIndices, std::as_bytes(std::span(values))));
    }
    /// With the registers that were set so far.
    DrawStream& draw(uint32_t count, uint32_t instances = 1, uint32_t primitive = kTriangles) {
        writeState();
        constexpr uint32_t kCounted = 2 << 6;
        stream.command(Opcode::DrawIndexedOffset, {primitive | kCounted, instances, count});
        return *this;
    }
    DrawStream& drawIndexed(uint32_t instances = 1, uint32_t primitive = kTriangles) {
        writeState();
        constexpr uint32_t kWords = 2 << 10;
        stream.command(Opcode::DrawIndexedOffset,
                       {primitive | kWords, instances, indexCount_, 0, low(kIndices), high(kIndices), indexCount_});
        return *this;
    }
    /// An event, with the registers that were set so far.
    DrawStream& event(uint32_t number) {
        writeState();
        stream.command(Opcode::EventWrite, {number});
        return *this;
    }
    DrawStream& waitForIdle() {
        stream.command(Opcode::WaitForIdle);
        return *this;
    }
    /// The registers that were set so far.
    void writeState() {
        for (const auto& [offset, value] : registers_) {
            if (leftOut_.contains(offset)) continue;
            stream.registers(offset, {value});
            written_.insert(offset);
        }
        registers_.clear();
    }

    /// A program in memory, and its units of 16 instructions. It is loaded ahead, as drivers do.
    struct Placed {
        uint64_t address = 0;
        uint32_t units = 0;
    };
    Placed place(std::string_view text) {
        const Placed placed{.address = programs_, .units = put(text)};
        programs_ += placed.units * kUnitBytes;
        constexpr uint32_t kIndirectFragmentProgram = 12 << 18 | 2 << 16;
        stream.command(adreno::Opcode::LoadStateFragment,
                       {kIndirectFragmentProgram | placed.units << 22, low(placed.address), high(placed.address)});
        return placed;
    }

    CommandStream stream;

  private:
    static constexpr uint32_t kUnitBytes = 128;

    /// Units of 16 instructions.
    uint32_t put(std::string_view text) {
        const auto assembled = ir3::assembleProgram(text);
        if (const auto* const error = std::get_if<ir3::AssemblyError>(&assembled)) {
            ADD_FAILURE() << "line " << error->line << ": " << error->reason;
            return 0;
        }
        constexpr size_t kUnit = 16;
        std::vector<uint64_t> words = std::get<std::vector<uint64_t>>(assembled);
        words.resize((words.size() + kUnit - 1) / kUnit * kUnit);
        EXPECT_TRUE(memory_.write(programs_, std::as_bytes(std::span(words))));
        return static_cast<uint32_t>(words.size() / kUnit);
    }
    void startState();

    mem::AddressSpace& memory_;
    std::map<uint32_t, uint32_t> registers_;
    std::set<uint32_t> leftOut_;
    std::set<uint32_t> written_;
    uint64_t programs_ = kPrograms;
    uint32_t indexCount_ = 0;
};

inline void DrawStream::startState() {
    constexpr uint32_t kNone = ir3::kNoRegister;
    constexpr float kHalf = kSize * 0.5f;
    constexpr uint32_t kCorner = (kSize - 1) << 16 | (kSize - 1);
    for (const Register& reg : {"GRAS_CL_VPORT[].XSCALE"_reg, "GRAS_CL_VPORT[].XOFFSET"_reg,
                                "GRAS_CL_VPORT[].YSCALE"_reg, "GRAS_CL_VPORT[].YOFFSET"_reg})
        setReal(reg, kHalf);
    setReal("GRAS_CL_VPORT[].ZSCALE"_reg, 1.0f);
    setReal("GRAS_CL_Z_CLAMP[].MAX"_reg, 1.0f);
    for (const Register& reg :
         {"GRAS_SC_SCREEN_SCISSOR[].BR"_reg, "GRAS_SC_VIEWPORT_SCISSOR[].BR"_reg, "GRAS_SC_WINDOW_SCISSOR_BR"_reg})
        set(reg, kCorner);
    set("GRAS_CL_CNTL/ZERO_GB_SCALE_Z"_field, 1);
    set("RB_BIN_CONTROL/BUFFERS_LOCATION"_field, 3);
    set("GRAS_BIN_CONTROL/BUFFERS_LOCATION"_field, 3);
    set("RB_RENDER_COMPONENTS"_reg, 0xffffffff);
    set("RB_BLEND_CNTL/SAMPLE_MASK"_field, 0xffff);
    for (const Register& reg : {"HLSQ_CONTROL_2_REG"_reg, "HLSQ_CONTROL_3_REG"_reg, "HLSQ_CONTROL_4_REG"_reg})
        set(reg, kNone * 0x01010101);
    set("HLSQ_CONTROL_3_REG/IJ_PERSP_PIXEL"_field, 8);
    set("SP_FS_OUTPUT_CNTL0"_reg, kNone * 0x01010100);
    for (uint32_t i = 0; i < kColorTargets; ++i) set("SP_FS_OUTPUT[].REG/REGID"_field, i == 0 ? 0 : kNone, i);
    set("SP_FS_OUTPUT_CNTL1/MRT"_field, 1);
    set("SP_FS_CONFIG/ENABLED"_field, 1);
    set("SP_FS_CTRL_REG0/MERGEDREGS"_field, 1);
    set("SP_FS_CTRL_REG0/FULLREGFOOTPRINT"_field, 4);
    set("RB_FS_OUTPUT_CNTL1/MRT"_field, 1);
    set("RB_MRT[].BUF_INFO/COLOR_FORMAT"_field, kFormat8888);
    set("RB_MRT[].PITCH"_reg, kSize * 4 >> 6);
    setAddress("RB_MRT[].BASE"_reg, kColor);
    set("RB_MRT[].CONTROL/COMPONENT_ENABLE"_field, 0xf);
    set("SP_VS_CTRL_REG0"_reg, 1u << 20 | 4u << 7);
    set("SP_VS_PRIMITIVE_CNTL"_reg, 2);
    set("SP_VS_OUT[].REG"_reg, (4 | 0xf << 8) | (0 | 0xf << 8) << 16);
    set("SP_VS_VPC_DST[].REG"_reg, 0 | 4 << 8);
    set("VPC_VS_PACK"_reg, 8 | 4 << 8 | 0xff << 16);
    set("VPC_VS_CLIP_CNTL"_reg, 0xffff00);
    set("VPC_VS_LAYER_CNTL"_reg, 0xffff);
    set("VPC_CNTL_0"_reg, 0xff << 16 | 0xffu << 8 | 0xff);
    set("VPC_CNTL_0/PRIMIDLOC"_field, 0xff);
    set("VPC_CNTL_0/VIEWIDLOC"_field, 0xff);
    set("VFD_CONTROL_0"_reg, 2 | 2 << 8);
    set("VFD_CONTROL_1"_reg, kNone * 0x01010101);
    setAddress("VFD_FETCH[].BASE"_reg, kVertices);
    set("VFD_FETCH[].SIZE"_reg, 1 << 20);
    set("VFD_FETCH[].STRIDE"_reg, 32);
    constexpr uint32_t kFloat4 = 0x82;
    for (uint32_t i = 0; i < 2; ++i) {
        set("VFD_DECODE[].INSTR"_reg, i * 16 << 5 | kFloat4 << 20 | 1u << 31, i);
        set("VFD_DECODE[].STEP_RATE"_reg, 1, i);
        set("VFD_DEST_CNTL[].INSTR"_reg, 0xf | i * 4 << 4, i);
    }
    vertexProgram("end");
    fragmentProgram("(rpt3)bary.f r0.x, (r)0, r2.x\nend");
}

/// Triangles at random places, some partly outside the target or behind the viewer.
inline std::vector<std::array<float, 8>> randomVertices(uint32_t count, float reach = 1.2f) {
    std::mt19937 random(7);
    const auto between = [&random](float least, float most) {
        return least + (most - least) * static_cast<float>(random() % 4096) / 4096.0f;
    };
    std::vector<std::array<float, 8>> all(count);
    for (auto& vertex : all) {
        const float w = between(0.2f, 2.0f);
        vertex = {between(-reach, reach) * w, between(-reach, reach) * w, between(0.0f, 1.0f) * w, w,
                  between(0.0f, 1.0f),        between(0.0f, 1.0f),        between(0.0f, 1.0f),     between(0.0f, 1.0f)};
    }
    return all;
}

}  // namespace cyclorama::adreno::test
