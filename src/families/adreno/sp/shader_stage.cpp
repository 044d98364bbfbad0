// SPDX-License-Identifier: MIT
#include "families/adreno/sp/shader_stage.h"

namespace cyclorama::adreno {
namespace {

constexpr StageRegisters kStageRegisters[kShaderStages] = {
    {.control = "SP_VS_CTRL_REG0"_reg.word(),
     .config = "SP_VS_CONFIG"_reg.word(),
     .constants = "HLSQ_VS_CNTL"_reg.word(),
     .program = "SP_VS_OBJ_START"_reg.word(),
     .instructions = "SP_VS_INSTRLEN"_reg.word(),
     .firstOffset = "SP_VS_OBJ_FIRST_EXEC_OFFSET"_reg.word(),
     .privateParam = "SP_VS_PVT_MEM_PARAM"_reg.word(),
     .privateAddress = "SP_VS_PVT_MEM_ADDR"_reg.word(),
     .privateSize = "SP_VS_PVT_MEM_SIZE"_reg.word(),
     .samplers = "SP_VS_TEX_SAMP"_reg.word(),
     .textures = "SP_VS_TEX_CONST"_reg.word(),
     .images = "SP_IBO"_reg.word(),
     .bindlessBase = "SP_BINDLESS_BASE[].DESCRIPTOR"_reg.word()},
    {.control = "SP_HS_CTRL_REG0"_reg.word(),
     .config = "SP_HS_CONFIG"_reg.word(),
     .constants = "HLSQ_HS_CNTL"_reg.word(),
     .program = "SP_HS_OBJ_START"_reg.word(),
     .instructions = "SP_HS_INSTRLEN"_reg.word(),
     .firstOffset = "SP_HS_OBJ_FIRST_EXEC_OFFSET"_reg.word(),
     .privateParam = "SP_HS_PVT_MEM_PARAM"_reg.word(),
     .privateAddress = "SP_HS_PVT_MEM_ADDR"_reg.word(),
     .privateSize = "SP_HS_PVT_MEM_SIZE"_reg.word(),
     .samplers = "SP_HS_TEX_SAMP"_reg.word(),
     .textures = "SP_HS_TEX_CONST"_reg.word(),
     .images = "SP_IBO"_reg.word(),
     .bindlessBase = "SP_BINDLESS_BASE[].DESCRIPTOR"_reg.word()},
    {.control = "SP_DS_CTRL_REG0"_reg.word(),
     .config = "SP_DS_CONFIG"_reg.word(),
     .constants = "HLSQ_DS_CNTL"_reg.word(),
     .program = "SP_DS_OBJ_START"_reg.word(),
     .instructions = "SP_DS_INSTRLEN"_reg.word(),
     .firstOffset = "SP_DS_OBJ_FIRST_EXEC_OFFSET"_reg.word(),
     .privateParam = "SP_DS_PVT_MEM_PARAM"_reg.word(),
     .privateAddress = "SP_DS_PVT_MEM_ADDR"_reg.word(),
     .privateSize = "SP_DS_PVT_MEM_SIZE"_reg.word(),
     .samplers = "SP_DS_TEX_SAMP"_reg.word(),
     .textures = "SP_DS_TEX_CONST"_reg.word(),
     .images = "SP_IBO"_reg.word(),
     .bindlessBase = "SP_BINDLESS_BASE[].DESCRIPTOR"_reg.word()},
    {.control = "SP_GS_CTRL_REG0"_reg.word(),
     .config = "SP_GS_CONFIG"_reg.word(),
     .constants = "HLSQ_GS_CNTL"_reg.word(),
     .program = "SP_GS_OBJ_START"_reg.word(),
     .instructions = "SP_GS_INSTRLEN"_reg.word(),
     .firstOffset = "SP_GS_OBJ_FIRST_EXEC_OFFSET"_reg.word(),
     .privateParam = "SP_GS_PVT_MEM_PARAM"_reg.word(),
     .privateAddress = "SP_GS_PVT_MEM_ADDR"_reg.word(),
     .privateSize = "SP_GS_PVT_MEM_SIZE"_reg.word(),
     .samplers = "SP_GS_TEX_SAMP"_reg.word(),
     .textures = "SP_GS_TEX_CONST"_reg.word(),
     .images = "SP_IBO"_reg.word(),
     .bindlessBase = "SP_BINDLESS_BASE[].DESCRIPTOR"_reg.word()},
    {.control = "SP_FS_CTRL_REG0"_reg.word(),
     .config = "SP_FS_CONFIG"_reg.word(),
     .constants = "HLSQ_FS_CNTL"_reg.word(),
     .program = "SP_FS_OBJ_START"_reg.word(),
     .instructions = "SP_FS_INSTRLEN"_reg.word(),
     .firstOffset = "SP_FS_OBJ_FIRST_EXEC_OFFSET"_reg.word(),
     .privateParam = "SP_FS_PVT_MEM_PARAM"_reg.word(),
     .privateAddress = "SP_FS_PVT_MEM_ADDR"_reg.word(),
     .privateSize = "SP_FS_PVT_MEM_SIZE"_reg.word(),
     .samplers = "SP_FS_TEX_SAMP"_reg.word(),
     .textures = "SP_FS_TEX_CONST"_reg.word(),
     .images = "SP_IBO"_reg.word(),
     .bindlessBase = "SP_BINDLESS_BASE[].DESCRIPTOR"_reg.word()},
    {.control = "SP_CS_CTRL_REG0"_reg.word(),
     .config = "SP_CS_CONFIG"_reg.word(),
     .constants = "HLSQ_CS_CNTL"_reg.word(),
     .program = "SP_CS_OBJ_START"_reg.word(),
     .instructions = "SP_CS_INSTRLEN"_reg.word(),
     .firstOffset = "SP_CS_OBJ_FIRST_EXEC_OFFSET"_reg.word(),
     .privateParam = "SP_CS_PVT_MEM_PARAM"_reg.word(),
     .privateAddress = "SP_CS_PVT_MEM_ADDR"_reg.word(),
     .privateSize = "SP_CS_PVT_MEM_SIZE"_reg.word(),
     .samplers = "SP_CS_TEX_SAMP"_reg.word(),
     .textures = "SP_CS_TEX_CONST"_reg.word(),
     .images = "SP_CS_IBO"_reg.word(),
     .bindlessBase = "SP_CS_BINDLESS_BASE[].DESCRIPTOR"_reg.word()}};

}  // namespace

std::string_view name(ShaderStage stage) {
    constexpr std::string_view kNames[kShaderStages] = {"VS", "HS", "DS", "GS", "FS", "CS"};
    return kNames[static_cast<size_t>(stage)];
}

const StageRegisters& registersOf(ShaderStage stage) { return kStageRegisters[static_cast<size_t>(stage)]; }

}  // namespace cyclorama::adreno
