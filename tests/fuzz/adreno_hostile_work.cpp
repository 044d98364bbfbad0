// SPDX-License-Identifier: MIT
#include "fuzz/adreno_hostile_work.h"

#include <array>
#include <bit>
#include <cstdlib>
#include <initializer_list>
#include <span>
#include <string_view>
#include <variant>
#include <vector>

#include "families/adreno/isa/codec.h"
#include "families/adreno/registers/registers.h"

namespace cyclorama::adreno::test {
namespace {

using fuzz::Input;

constexpr uint64_t kBase = kHostileMemory;
constexpr uint64_t kMapped = kHostileMemoryBytes;
constexpr uint64_t kVertexProgram = kBase + 0x10000;
constexpr uint64_t kFragmentProgram = kBase + 0x11000;
constexpr uint64_t kComputeProgram = kBase + 0x12000;
/// Changes of memory are here: vertices, indices, counts, descriptors, constants.
constexpr uint64_t kData = kBase + 0x20000;
constexpr uint64_t kDataBytes = 0x10000;
constexpr uint64_t kVertices = kData;
constexpr uint64_t kIndices = kData + 0x1000;
constexpr uint64_t kTexture = kData + 0x3000;
constexpr uint64_t kSampler = kData + 0x3100;
constexpr uint64_t kTexels = kBase + 0x40000;
constexpr uint64_t kColor = kBase + 0x80000;
constexpr uint64_t kDepth = kBase + 0xc0000;
constexpr uint32_t kSize = 32;
constexpr uint32_t kCorner = (kSize - 1) << 16 | (kSize - 1);
constexpr uint32_t kRgba8 = 0x30;

struct Change {
    uint8_t kind = 0;
    uint16_t place = 0;
    uint32_t value = 0;
};

enum class Work : uint8_t { Draw, IndirectDraw, Dispatch, Blit, GmemBlit };
constexpr uint8_t kWorks = 5;

std::vector<Change> changesIn(Input& input) {
    constexpr size_t kMost = 64;
    std::vector<Change> changes;
    while (!input.empty() && changes.size() < kMost) {
        const uint32_t head = input.word();
        changes.push_back(
            {.kind = static_cast<uint8_t>(head), .place = static_cast<uint16_t>(head >> 16), .value = input.word()});
    }
    return changes;
}

/// Numbers of all registers that have a name.
const std::vector<uint32_t>& registerNumbers() {
    static const std::vector<uint32_t> kNumbers = [] {
        std::vector<uint32_t> numbers;
        constexpr uint32_t kLast = 0xc000;
        for (uint32_t number = 0; number < kLast; ++number)
            if (gpuRegisters().find(number)) numbers.push_back(number);
        return numbers;
    }();
    return kNumbers;
}

uint32_t putProgram(mem::AddressSpace& memory, uint64_t address, std::string_view text) {
    const auto assembled = ir3::assembleProgram(text);
    if (!std::holds_alternative<std::vector<uint64_t>>(assembled)) std::abort();
    auto words = std::get<std::vector<uint64_t>>(assembled);
    constexpr size_t kUnit = 16;
    words.resize((words.size() + kUnit - 1) / kUnit * kUnit);
    if (!memory.write(address, std::as_bytes(std::span(words)))) std::abort();
    return static_cast<uint32_t>(words.size() / kUnit);
}

/// The first register of several, by its name, and their values.
void write(CommandStream& stream, Register reg, std::initializer_list<uint32_t> values, uint32_t index = 0) {
    stream.registers(reg.word(index), values);
}

void setUpVertices(CommandStream& stream, mem::AddressSpace& memory) {
    const uint32_t length = putProgram(memory, kVertexProgram, "mov.f32f32 r1.x, r0.x\nmov.f32f32 r1.y, r0.y\nend");
    constexpr std::array<float, 12> kCorners = {-1, -1, 0.25f, 1, 3, -1, 0.5f, 1, -1, 3, 0.75f, 1};
    constexpr std::array<uint16_t, 6> kCornerNumbers = {0, 1, 2, 2, 1, 0};
    constexpr uint32_t kFloat4 = 0x82;
    constexpr uint32_t kNone = 0xfcfcfcfc;
    if (!memory.write(kVertices, std::as_bytes(std::span(kCorners))) ||
        !memory.write(kIndices, std::as_bytes(std::span(kCornerNumbers))))
        std::abort();
    write(stream, "SP_VS_OBJ_START"_reg, {low(kVertexProgram), high(kVertexProgram)});
    write(stream, "SP_VS_INSTRLEN"_reg, {length});
    write(stream, "SP_VS_CTRL_REG0"_reg, {1u << 20 | 4u << 7});
    write(stream, "SP_VS_PRIMITIVE_CNTL"_reg, {2});
    write(stream, "SP_VS_OUT[].REG"_reg, {(4 | 0xf << 8) | (0 | 0xf << 8) << 16});
    write(stream, "SP_VS_VPC_DST[].REG"_reg, {0 | 4 << 8});
    write(stream, "VPC_VS_PACK"_reg, {8 | 4 << 8 | 0xff << 16});
    write(stream, "VPC_VS_CLIP_CNTL"_reg, {0xffff00});
    write(stream, "VPC_VS_LAYER_CNTL"_reg, {0xffff});
    write(stream, "VFD_CONTROL_0"_reg, {1 | 1 << 8});
    write(stream, "VFD_CONTROL_1"_reg, {kNone});
    write(stream, "VFD_FETCH[].BASE"_reg, {low(kVertices), high(kVertices), 0x1000, 16});
    write(stream, "VFD_DECODE[].INSTR"_reg, {1u << 31 | kFloat4 << 20, 1});
    write(stream, "VFD_DEST_CNTL[].INSTR"_reg, {0xf});
}

void setUpFragments(CommandStream& stream, mem::AddressSpace& memory) {
    const uint32_t length =
        putProgram(memory, kFragmentProgram,
                   "bary.f r3.x, 0, r2.x\nbary.f r3.y, 1, r2.x\n(rpt5)nop\nsam (f32)(xyzw)r0.x, r3.x, s#0, t#0\n"
                   "(sy)add.f r0.w, r0.w, c0.x\nend");
    constexpr uint32_t kNone = 0xfcfcfcfc;
    write(stream, "SP_FS_CTRL_REG0"_reg, {1u << 31});
    write(stream, "SP_FS_OBJ_START"_reg, {low(kFragmentProgram), high(kFragmentProgram)});
    write(stream, "SP_FS_INSTRLEN"_reg, {length});
    write(stream, "SP_FS_CONFIG"_reg, {1u << 8 | 1u << 9 | 1u << 17});
    write(stream, "SP_FS_TEX_CONST"_reg, {low(kTexture), high(kTexture)});
    write(stream, "SP_FS_TEX_SAMP"_reg, {low(kSampler), high(kSampler)});
    write(stream, "HLSQ_CONTROL_2_REG"_reg, {kNone, (kNone & ~0xffu) | 8, kNone});
    write(stream, "SP_FS_OUTPUT_CNTL0"_reg, {0xfcfcfc00, 1});
    write(stream, "SP_FS_OUTPUT[].REG"_reg, {0, 0xfc, 0xfc, 0xfc, 0xfc, 0xfc, 0xfc, 0xfc});
    const std::array<uint32_t, 16> texture = {kRgba8 << 22 | 0 << 4 | 1 << 7 | 2 << 10 | 3 << 13,
                                              kSize | kSize << 15,
                                              kSize * 4 << 7 | 1u << 29,
                                              0,
                                              low(kTexels),
                                              high(kTexels) | 1 << 17};
    const std::array<uint32_t, 4> sampler = {};
    std::array<uint32_t, kSize * kSize> texels{};
    for (uint32_t i = 0; i < texels.size(); ++i) texels[i] = i * 0x10203 | 1;
    if (!memory.write(kTexels, std::as_bytes(std::span(texels))) ||
        !memory.write(kTexture, std::as_bytes(std::span(texture))) ||
        !memory.write(kSampler, std::as_bytes(std::span(sampler))))
        std::abort();
}

void setUpTargets(CommandStream& stream) {
    constexpr uint32_t kHalf = std::bit_cast<uint32_t>(kSize / 2.0f);
    constexpr uint32_t kOne = std::bit_cast<uint32_t>(1.0f);
    write(stream, "GRAS_CL_VPORT[].XOFFSET"_reg, {kHalf, kHalf, kHalf, kHalf, 0, kOne});
    write(stream, "GRAS_CL_Z_CLAMP[].MIN"_reg, {0, kOne});
    write(stream, "GRAS_SC_VIEWPORT_SCISSOR[].TL"_reg, {0, kCorner});
    write(stream, "RB_BIN_CONTROL"_reg, {3u << 22});
    write(stream, "RB_RENDER_COMPONENTS"_reg, {0xffffffff});
    write(stream, "RB_BLEND_CNTL"_reg, {0xffffu << 16});
    write(stream, "RB_FS_OUTPUT_CNTL1"_reg, {1});
    write(stream, "RB_MRT[].CONTROL"_reg, {0xfu << 7});
    write(stream, "RB_MRT[].BUF_INFO"_reg,
          {kRgba8, kSize * 4 >> 6, kSize * kSize * 4 >> 6, low(kColor), high(kColor), 0});
    write(stream, "RB_DEPTH_BUFFER_INFO"_reg,
          {1, kSize * 4 >> 6, kSize * kSize * 4 >> 6, low(kDepth), high(kDepth), 0});
    write(stream, "GRAS_SU_DEPTH_BUFFER_INFO"_reg, {1});
    write(stream, "RB_DEPTH_CNTL"_reg, {1 | 2 | 7 << 2 | 1 << 6});
}

void setUpCompute(CommandStream& stream, mem::AddressSpace& memory) {
    const uint32_t length = putProgram(memory, kComputeProgram,
                                       "mov.u32u32 r3.x, c0.x\nmov.u32u32 r3.y, c0.y\n(rpt5)nop\n"
                                       "ldg.u32 r1.x, g[r3.x], 1\n(sy)isam (f32)(xyzw)r4.x, r0.x, s#0, t#0\n"
                                       "(sy)stg.u32 g[r3.x], r1.x, 1\nstib.b.untyped.1d.u32.1.imm r1.x, r0.x, 0\nend");
    constexpr uint32_t kLocal = 3;
    write(stream, "SP_CS_CTRL_REG0"_reg, {1u << 31});
    write(stream, "SP_CS_OBJ_START"_reg, {low(kComputeProgram), high(kComputeProgram)});
    write(stream, "SP_CS_INSTRLEN"_reg, {length});
    write(stream, "SP_CS_TEX_CONST"_reg, {low(kTexture), high(kTexture)});
    write(stream, "SP_CS_TEX_SAMP"_reg, {low(kSampler), high(kSampler)});
    write(stream, "SP_CS_IBO"_reg, {low(kTexture), high(kTexture)});
    write(stream, "HLSQ_CS_NDRANGE_0"_reg, {3 | kLocal << 2 | kLocal << 12});
    write(stream, "HLSQ_CS_CNTL_0"_reg, {0xc0 | 0xfcu << 8 | 0xfcu << 16, 0xfc});
    constexpr uint32_t kConstants = 1u << 14 | 13u << 18 | 1u << 22;
    stream.command(Opcode::LoadStateFragment, {kConstants, 0, 0, low(kData), high(kData), 0, 0});
}

void setUpMoves(CommandStream& stream) {
    write(stream, "RB_2D_BLIT_CNTL"_reg, {0xfu << 20});
    write(stream, "RB_2D_DST_INFO"_reg, {kRgba8, low(kColor), high(kColor), kSize * 4 >> 6});
    write(stream, "SP_PS_2D_SRC_INFO"_reg,
          {kRgba8, kSize | kSize << 15, low(kTexels), high(kTexels), kSize * 4 >> 6 << 9});
    write(stream, "GRAS_2D_SRC_TL_X"_reg, {0, kSize << 8, 0, kSize << 8});
    write(stream, "RB_BLIT_DST_INFO"_reg, {kRgba8 << 7, low(kColor), high(kColor), kSize * 4 >> 6});
    write(stream, "RB_BIN_CONTROL2"_reg, {1 | 2 << 8});
}

/// Small areas, whatever the changes say.
void bound(CommandStream& stream) {
    write(stream, "GRAS_SC_SCREEN_SCISSOR[].TL"_reg, {0, kCorner});
    write(stream, "GRAS_SC_WINDOW_SCISSOR_TL"_reg, {0, kCorner});
    write(stream, "GRAS_2D_DST_TL"_reg, {0, kCorner});
    write(stream, "RB_BLIT_SCISSOR_TL"_reg, {0, kCorner});
}

void addWork(CommandStream& stream, Work work) {
    constexpr uint32_t kTriangles = 4;
    constexpr uint32_t kIndexed = 0 << 6 | 1 << 10;
    constexpr uint32_t kBlitEvent = 30;
    switch (work) {
        case Work::Draw:
            stream.command(Opcode::DrawIndexedOffset, {kTriangles | 2 << 6, 1, 3});
            break;
        case Work::IndirectDraw:
            stream.command(Opcode::DrawIndexedOffset,
                           {kTriangles | kIndexed, 2, 6, 0, low(kIndices), high(kIndices), 0x80});
            break;
        case Work::Dispatch:
            stream.command(Opcode::ExecuteCompute, {0, 2, 1, 1});
            break;
        case Work::Blit:
            stream.command(Opcode::Blit, {3});
            break;
        case Work::GmemBlit:
            stream.command(Opcode::EventWrite, {kBlitEvent});
            break;
    }
}

void apply(const Change& change, CommandStream& stream, mem::AddressSpace& memory) {
    const uint32_t number = registerNumbers()[change.place % registerNumbers().size()];
    switch (change.kind % 4) {
        case 0:
            stream.registers(number, {change.value});
            break;
        case 1:
            stream.registers(number, {change.value % static_cast<uint32_t>(kMapped), high(kBase)});
            break;
        case 2:
            stream.registers(number, {1u << change.value % 32});
            break;
        default:
            if (!memory.store(kData + change.place * sizeof(uint32_t) % kDataBytes, change.value)) std::abort();
    }
}

}  // namespace

CommandStream hostileWork(Input& input, mem::AddressSpace& memory) {
    const auto work = static_cast<Work>(input.byte() % kWorks);
    CommandStream stream;
    setUpTargets(stream);
    setUpVertices(stream, memory);
    setUpFragments(stream, memory);
    setUpCompute(stream, memory);
    setUpMoves(stream);
    for (const Change& change : changesIn(input)) apply(change, stream, memory);
    bound(stream);
    addWork(stream, work);
    return stream;
}

}  // namespace cyclorama::adreno::test
