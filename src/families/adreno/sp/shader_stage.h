// SPDX-License-Identifier: MIT
#pragma once
// The stages that execute programs, and the registers that say how: the same ones for each stage at other places.

#include <cstdint>
#include <string_view>

#include "families/adreno/registers/registers.h"

namespace cyclorama::adreno {

enum class ShaderStage : uint8_t { Vertex, Hull, Domain, Geometry, Fragment, Compute };
inline constexpr size_t kShaderStages = 6;

/// "VS", "HS", "DS", "GS", "FS", "CS".
std::string_view name(ShaderStage stage);

/// Offsets of a stage's registers (Mesa: a6xx.xml).
struct StageRegisters {
    uint32_t control;         ///< SP_VS_CTRL_REG0
    uint32_t config;          ///< SP_VS_CONFIG
    uint32_t constants;       ///< HLSQ_VS_CNTL
    uint32_t program;         ///< SP_VS_OBJ_START, 64 bits
    uint32_t instructions;    ///< SP_VS_INSTRLEN, in units of 16 instructions
    uint32_t firstOffset;     ///< SP_VS_OBJ_FIRST_EXEC_OFFSET
    uint32_t privateParam;    ///< SP_VS_PVT_MEM_PARAM
    uint32_t privateAddress;  ///< SP_VS_PVT_MEM_ADDR, 64 bits
    uint32_t privateSize;     ///< SP_VS_PVT_MEM_SIZE
    uint32_t samplers;        ///< SP_VS_TEX_SAMP, 64 bits
    uint32_t textures;        ///< SP_VS_TEX_CONST, 64 bits
    uint32_t images;          ///< SP_IBO or SP_CS_IBO, 64 bits
    uint32_t bindlessBase;    ///< SP_BINDLESS_BASE[] or SP_CS_BINDLESS_BASE[], five of 64 bits
};
const StageRegisters& registersOf(ShaderStage stage);

}  // namespace cyclorama::adreno
