// SPDX-License-Identifier: MIT
#pragma once
// Streams whose draws have several views, whose vertices go to buffers, or that have tessellation and geometry
// programs.

#include <cstdint>
#include <string>

#include "adreno/timing/draw_stream.h"

namespace cyclorama::adreno::test {

/// Two views, each with a viewport of its own. With `positions` the vertex program leaves those of both, else it is
/// executed for each.
inline void drawViews(DrawStream& stream, bool positions) {
    stream.set("PC_MULTIVIEW_CNTL/ENABLE"_field, 1);
    stream.set("PC_MULTIVIEW_CNTL/DISABLEMULTIPOS"_field, positions ? 0 : 1);
    stream.set("PC_MULTIVIEW_CNTL/VIEWS"_field, 2);
    stream.set("PC_MULTIVIEW_MASK"_reg, 3);
    stream.set("GRAS_SU_CNTL/VIEWPORTINDEXINCR"_field, 1);
    constexpr float kQuarter = DrawStream::kSize * 0.25f;
    constexpr uint32_t kCorner = (DrawStream::kSize - 1) << 16 | (DrawStream::kSize - 1);
    for (const Register& reg : {"GRAS_CL_VPORT[].XSCALE"_reg, "GRAS_CL_VPORT[].XOFFSET"_reg,
                                "GRAS_CL_VPORT[].YSCALE"_reg, "GRAS_CL_VPORT[].YOFFSET"_reg})
        stream.setReal(reg, kQuarter, 1);
    stream.setReal("GRAS_CL_VPORT[].ZSCALE"_reg, 1.0f, 1);
    stream.setReal("GRAS_CL_Z_CLAMP[].MAX"_reg, 1.0f, 1);
    stream.set("GRAS_SC_SCREEN_SCISSOR[].BR"_reg, kCorner, 1);
    stream.set("GRAS_SC_VIEWPORT_SCISSOR[].BR"_reg, kCorner, 1);
    if (!positions) return;
    // The second position follows the first; it is r1, too.
    stream.set("SP_VS_PRIMITIVE_CNTL"_reg, 3);
    stream.set("SP_VS_OUT[].REG"_reg, 4 | 0xf << 8, 1);
    stream.set("SP_VS_VPC_DST[].REG"_reg, 0 | 4 << 8 | 8 << 16);
    stream.set("VPC_VS_PACK"_reg, 12 | 4 << 8 | 0xff << 16 | 1u << 24);
}

/// Buffer 0 of the streamout takes the eight words of each vertex.
struct Streamout32 {
    static constexpr uint64_t kBuffer = kData + 0x10000;
    static constexpr uint64_t kEnd = kData + 0xf00;  ///< where its event writes the words in the buffer
    static constexpr uint32_t kVertexBytes = 32;
};

inline void streamOut(DrawStream& stream, uint32_t bytes, uint32_t offset = 0) {
    stream.set("VPC_SO_CNTL"_reg, 1u << 16);
    stream.set("VPC_SO_STREAM_CNTL"_reg, 1 | 1u << 15);
    stream.setAddress("VPC_SO[].BUFFER_BASE"_reg, Streamout32::kBuffer);
    stream.set("VPC_SO[].BUFFER_SIZE"_reg, bytes);
    stream.set("VPC_SO[].BUFFER_STRIDE"_reg, Streamout32::kVertexBytes / 4);
    stream.set("VPC_SO[].BUFFER_OFFSET"_reg, offset);
    stream.setAddress("VPC_SO[].FLUSH_BASE"_reg, Streamout32::kEnd);
    stream.writeState();
    for (uint32_t pair = 0; pair < 4; ++pair) {
        const auto half = [](uint32_t word) { return word * 4 | 1u << 11; };
        stream.stream.registers("VPC_SO_PROG"_reg.word(), {half(2 * pair) | half(2 * pair + 1) << 12});
    }
}

/// Has the end of buffer 0 written.
inline void flushStreamout(DrawStream& stream) {
    constexpr uint32_t kFlushStreamout0 = 17;
    stream.event(kFlushStreamout0);
}

/// Corners, of eight words each as vertices have them, pass from stage to stage through memory: 96 bytes a triangle. A
/// header comes in r4.x, places of patches in r4.y, numbers in r4.z, and points of patches in r4.w and r3.x.
struct LinkedStages {
    static constexpr uint64_t kFactors = kData + 0x60000;
    static constexpr uint64_t kPatches = kData + 0x70000;
    static constexpr uint32_t kTriangleUnits = 96 / 16;
    static constexpr uint32_t kGeometryStage = 1 << 16;
    static constexpr uint32_t kTessellates = 1 << 17;
    static constexpr uint32_t kTrianglePatches = 34 | 1 << 12;
};

/// r5.x becomes the place of a corner whose number is r5.y, of the primitive in the header.
inline constexpr std::string_view kCornerPlace =
    "and.b r5.x, r4.x, 63\n(rpt5)nop\nshl.b r5.z, r5.x, 6\nshl.b r5.w, r5.x, 5\nshl.b r6.x, r5.y, 5\n(rpt5)nop\n"
    "add.u r5.x, r5.z, r5.w\n(rpt5)nop\nadd.u r5.x, r5.x, r6.x\n(rpt5)nop\n";
inline constexpr std::string_view kStoreCorner =
    "add.u r6.z, r5.x, 16\n(rpt5)nop\nstlw.f32 l[r5.x], r0.x, 4\nstlw.f32 l[r6.z], r1.x, 4\n"
    "(ss)chmask\nchsh\nend";
inline constexpr std::string_view kLoadCorner =
    "add.u r6.z, r5.x, 16\n(rpt5)nop\nldlw.f32 r0.x, l[r5.x], 4\nldlw.f32 r1.x, l[r6.z], 4\n(ss)nop\n";

/// Stores its vertex for the next stage.
inline std::string linkedVertexProgram() {
    return "shr.b r5.y, r4.x, 6\n(rpt5)nop\nand.b r5.y, r5.y, 31\n(rpt5)nop\n" + std::string(kCornerPlace) +
           std::string(kStoreCorner);
}

/// Each fiber gives the corner of its number, further to the right in each invocation; of the last invocation only two
/// corners are given if it is odd. With `streams`, invocation 1 writes to stream 1.
inline std::string geometryProgram(bool streams) {
    return "shr.b r7.x, r4.x, 16\nshr.b r7.y, r4.x, 11\n(rpt5)nop\nand.b r7.y, r7.y, 31\nand.b r5.y, r7.x, 3\n"
           "(rpt5)nop\n" +
           std::string(kCornerPlace) + std::string(kLoadCorner) +
           "mov.u32f32 r7.z, r7.y\ncmps.u.eq r3.z, r7.x, 0\n(rpt5)nop\nmul.f r7.z, r7.z, (0.5)\n"
           "shl.b r3.z, r3.z, 2\n(rpt5)nop\nadd.f r0.x, r0.x, r7.z\n" +
           (streams ? "add.u r3.z, r3.z, r7.y\n" : "") +
           "add.u r7.w, r7.x, r7.y\n(rpt5)nop\ncmps.u.eq p0.x, r7.w, 3\n(rpt5)nop\nkill p0.x\nend";
}

inline void setProgram(DrawStream& stream, const Register& start, const Register& length, std::string_view text) {
    const DrawStream::Placed placed = stream.place(text);
    stream.setAddress(start, placed.address);
    stream.set(length, placed.units);
}

/// A geometry program that gives triangles of three corners, or points and lines of them.
inline void addGeometryStage(DrawStream& stream, uint32_t invocations, PrimitiveTopology output, bool streams = false) {
    constexpr uint32_t kNone = ir3::kNoRegister;
    setProgram(stream, "SP_GS_OBJ_START"_reg, "SP_GS_INSTRLEN"_reg, geometryProgram(streams));
    stream.set("SP_GS_CTRL_REG0"_reg, 1u << 20 | 8u << 7);
    stream.set("VFD_CONTROL_5"_reg, 16 | kNone << 8);
    stream.set("PC_PRIMITIVE_CNTL_5"_reg, 2 | (invocations - 1) << 10 | static_cast<uint32_t>(output) << 16);
    stream.set("PC_PRIMITIVE_CNTL_6"_reg, LinkedStages::kTriangleUnits);
    stream.set("SP_GS_PRIMITIVE_CNTL"_reg, 2 | 14 << 6);
    stream.set("SP_GS_OUT[].REG"_reg, (4 | 0xf << 8) | (0 | 0xf << 8) << 16);
    stream.set("SP_GS_VPC_DST[].REG"_reg, 0 | 4 << 8);
    stream.set("VPC_GS_PACK"_reg, 8 | 4 << 8 | 0xff << 16);
    stream.set("VPC_GS_CLIP_CNTL"_reg, 0xffff00);
    stream.set("VPC_GS_LAYER_CNTL"_reg, 0xffff);
}

/// A geometry program after vertices.
inline void geometryStage(DrawStream& stream, uint32_t invocations, PrimitiveTopology output, bool streams = false) {
    stream.set("SP_VS_CTRL_REG0"_reg, 1u << 20 | 8u << 7);
    stream.vertexProgram(linkedVertexProgram());
    addGeometryStage(stream, invocations, output, streams);
}

/// The address of something of a patch in r9.x: `bytes` of 4 and 16, or 32 and 64, for each.
inline std::string patchAddress(uint64_t address, uint32_t shift) {
    return fmt::format(
        "shl.b r8.x, r4.y, {}\nshl.b r8.y, r4.y, {}\nmov.u32u32 r9.x, {}\nmov.u32u32 r9.y, {}\n(rpt5)nop\n"
        "add.u r9.x, r9.x, r8.x\n(rpt5)nop\nadd.u r9.x, r9.x, r8.y\n(rpt5)nop\n",
        shift, shift == 2 ? 4 : 6, low(address), high(address));
}

/// Stores a corner for domain programs, and factors by the patch's number.
inline std::string hullProgram() {
    return "shr.b r5.y, r4.x, 11\n(rpt5)nop\nand.b r5.y, r5.y, 31\n(rpt5)nop\n" + std::string(kCornerPlace) +
           std::string(kLoadCorner) + patchAddress(LinkedStages::kPatches, 5) +
           "shl.b r6.x, r5.y, 5\n(rpt5)nop\nadd.u r9.x, r9.x, r6.x\n(rpt5)nop\nadd.u r10.x, r9.x, 16\n"
           "mov.u32u32 r10.y, r9.y\n(rpt5)nop\nstg.u32 g[r9.x], r0.x, 4\nstg.u32 g[r10.x], r1.x, 4\n(sy)(ss)nop\n" +
           patchAddress(LinkedStages::kFactors, 2) +
           "and.b r11.x, r4.z, 7\nadd.u r12.x, r9.x, 16\nmov.u32u32 r12.y, r9.y\n(rpt5)nop\n"
           "mov.u32f32 r11.y, r11.x\n(rpt5)nop\nmov.f32f32 r11.z, r11.y\nadd.f r11.w, r11.y, (1.0)\n"
           "mov.u32u32 r11.x, r4.z\n(rpt5)nop\nstg.u32 g[r9.x], r11.x, 4\nstg.u32 g[r12.x], r11.w, 1\nend";
}

/// Between the corners of its patch. `last`: the end of the program.
inline std::string domainProgram(std::string_view last) {
    std::string text = patchAddress(LinkedStages::kPatches, 5) + "mov.u32u32 r10.y, r9.y\n";
    for (uint32_t corner = 0; corner < 3; ++corner)
        text += fmt::format(
            "ldg.u32 r{}.x, g[r9.x], 4\nadd.u r10.x, r9.x, 16\n(rpt5)nop\nldg.u32 r{}.x, g[r10.x], 4\n(sy)(ss)nop\n"
            "add.u r9.x, r9.x, 32\n(rpt5)nop\n",
            11 + 2 * corner, 12 + 2 * corner);
    // P = A + u (B - A) + v (C - A).
    for (const char component : {'x', 'y', 'z', 'w'})
        for (uint32_t half = 0; half < 2; ++half)
            text += fmt::format(
                "add.f r8.x, r{2}.{0}, (neg)r{1}.{0}\nadd.f r8.y, r{3}.{0}, (neg)r{1}.{0}\n(rpt5)nop\n"
                "mul.f r8.x, r8.x, r4.w\nmul.f r8.y, r8.y, r3.x\n(rpt5)nop\nadd.f r8.x, r8.x, r8.y\n(rpt5)nop\n"
                "add.f r{4}.{0}, r{1}.{0}, r8.x\n",
                component, 11 + half, 13 + half, 15 + half, half);
    return text + std::string(last);
}

/// Patches of triangles, with factors from 0 to 8; `geometry`: before a geometry program. `piece`: patches of a piece;
/// 0: all that there may be.
inline void tessellationStages(DrawStream& stream, bool geometry, uint32_t piece) {
    stream.set("SP_VS_CTRL_REG0"_reg, 1u << 20 | 8u << 7);
    stream.vertexProgram(linkedVertexProgram());
    setProgram(stream, "SP_HS_OBJ_START"_reg, "SP_HS_INSTRLEN"_reg, hullProgram());
    const std::string store = "shr.b r5.y, r4.x, 6\n(rpt5)nop\nand.b r5.y, r5.y, 31\n(rpt5)nop\n" +
                              std::string(kCornerPlace) + std::string(kStoreCorner);
    setProgram(stream, "SP_DS_OBJ_START"_reg, "SP_DS_INSTRLEN"_reg, domainProgram(geometry ? store : "end"));
    stream.set("SP_HS_CTRL_REG0"_reg, 1u << 20 | 13u << 7);
    stream.set("SP_DS_CTRL_REG0"_reg, 1u << 20 | 17u << 7);
    stream.setAddress("PC_TESSFACTOR_ADDR"_reg, LinkedStages::kFactors);
    stream.set("PC_TESS_NUM_VERTEX"_reg, 3);
    stream.set("PC_HS_INPUT_SIZE"_reg, LinkedStages::kTriangleUnits);
    stream.set("PC_TESS_CNTL"_reg, 2 << 2);
    stream.set("VFD_CONTROL_1/REGID4PRIMID"_field, 18);
    stream.set("VFD_CONTROL_2"_reg, 17 | 16 << 8);
    stream.set("VFD_CONTROL_3"_reg, 18 | 17 << 8 | 19 << 16 | 12u << 24);
    stream.set("SP_DS_PRIMITIVE_CNTL"_reg, 2);
    stream.set("SP_DS_OUT[].REG"_reg, (4 | 0xf << 8) | (0 | 0xf << 8) << 16);
    stream.set("SP_DS_VPC_DST[].REG"_reg, 0 | 4 << 8);
    stream.set("VPC_DS_PACK"_reg, 8 | 4 << 8 | 0xff << 16);
    stream.set("VPC_DS_CLIP_CNTL"_reg, 0xffff00);
    stream.set("VPC_DS_LAYER_CNTL"_reg, 0xffff);
    stream.writeState();
    stream.stream.command(Opcode::SetSubdrawSize, {piece * 3});
}

}  // namespace cyclorama::adreno::test
