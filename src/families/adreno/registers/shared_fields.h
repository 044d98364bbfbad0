// SPDX-License-Identifier: MIT
#pragma once
// Fields of registers that several blocks have (Mesa: a6xx.xml).

#include "families/adreno/registers/enumerations.h"
#include "families/adreno/registers/register_info.h"

namespace cyclorama::adreno {

inline constexpr FieldInfo kSampleConfig[] = {
    {"UNK0", flag(0)},
    {"LOCATION_ENABLE", flag(1)},
};
inline constexpr FieldInfo kSampleLocations[] = {
    {"SAMPLE_0_X", fixed(0, 3, 4)},   {"SAMPLE_0_Y", fixed(4, 7, 4)},   {"SAMPLE_1_X", fixed(8, 11, 4)},
    {"SAMPLE_1_Y", fixed(12, 15, 4)}, {"SAMPLE_2_X", fixed(16, 19, 4)}, {"SAMPLE_2_Y", fixed(20, 23, 4)},
    {"SAMPLE_3_X", fixed(24, 27, 4)}, {"SAMPLE_3_Y", fixed(28, 31, 4)},
};
inline constexpr FieldInfo kRegXy[] = {
    {"X", number(0, 13)},
    {"Y", number(16, 29)},
};
inline constexpr FieldInfo k2dBlitCntl[] = {
    {"ROTATE", choice(kRotation, 0, 2)},
    {"OVERWRITEEN", flag(3)},
    {"UNK4", hex(4, 6)},
    {"SOLID_COLOR", flag(7)},
    {"COLOR_FORMAT", choice(kFormat, 8, 15)},
    {"SCISSOR", flag(16)},
    {"UNK17", hex(17, 18)},
    {"D24S8", flag(19)},
    {"MASK", hex(20, 23)},
    {"IFMT", choice(k2dIfmt, 24, 28)},
    {"RASTER_MODE", choice(kRasterMode, 29, 29)},
};
inline constexpr FieldInfo kMultiviewCntl[] = {
    {"ENABLE", flag(0)},
    {"DISABLEMULTIPOS", flag(1)},
    {"VIEWS", number(2, 6)},
};
inline constexpr FieldInfo kStateId[] = {
    {"STATE_ID", hex(0, 7)},
};
inline constexpr FieldInfo kBindlessBaseDescriptor[] = {
    {"DESC_SIZE", choice(kBindlessDescriptorSize, 0, 1)},
    {"ADDR", hex(2, 63, 2)},
};
inline constexpr FieldInfo kDestMsaaCntl[] = {
    {"SAMPLES", choice(kMsaaSamples, 0, 1)},
    {"MSAA_DISABLE", flag(2)},
};
inline constexpr FieldInfo kRasMsaaCntl[] = {
    {"SAMPLES", choice(kMsaaSamples, 0, 1)},
    {"UNK2", hex(2, 2)},
    {"UNK3", hex(3, 3)},
};
inline constexpr FieldInfo kCsCntl0[] = {
    {"WGIDCONSTID", shaderRegister(0, 7)},
    {"WGSIZECONSTID", shaderRegister(8, 15)},
    {"WGOFFSETCONSTID", shaderRegister(16, 23)},
    {"LOCALIDREGID", shaderRegister(24, 31)},
};
inline constexpr FieldInfo kCsCntl1[] = {
    {"LINEARLOCALIDREGID", shaderRegister(0, 7)},
    {"SINGLE_SP_CORE", flag(8)},
    {"THREADSIZE", choice(kThreadsize, 9, 9)},
    {"THREADSIZE_SCALAR", flag(10)},
};
inline constexpr FieldInfo kCsCtrlReg1[] = {
    {"SHARED_SIZE", number(0, 4)},
    {"CONSTANTRAMMODE", choice(kConstRamMode, 5, 6)},
};
inline constexpr FieldInfo kEventCmd[] = {
    {"STATE_ID", hex(16, 23)},
    {"EVENT", choice(kEventType, 0, 6)},
};
inline constexpr FieldInfo kRenderComponents[] = {
    {"RT0", hex(0, 3)},   {"RT1", hex(4, 7)},   {"RT2", hex(8, 11)},  {"RT3", hex(12, 15)},
    {"RT4", hex(16, 19)}, {"RT5", hex(20, 23)}, {"RT6", hex(24, 27)}, {"RT7", hex(28, 31)},
};
inline constexpr FieldInfo kSrgbCntl[] = {
    {"SRGB_MRT0", flag(0)}, {"SRGB_MRT1", flag(1)}, {"SRGB_MRT2", flag(2)}, {"SRGB_MRT3", flag(3)},
    {"SRGB_MRT4", flag(4)}, {"SRGB_MRT5", flag(5)}, {"SRGB_MRT6", flag(6)}, {"SRGB_MRT7", flag(7)},
};
inline constexpr FieldInfo kFsOutputCntl1[] = {
    {"MRT", number(0, 3)},
};
inline constexpr FieldInfo kDepthPlaneCntl[] = {
    {"Z_MODE", choice(kZtestMode, 0, 1)},
};
inline constexpr FieldInfo kSampleCntl[] = {
    {"PER_SAMP_MODE", flag(0)},
};
inline constexpr FieldInfo kPolygonModeCntl[] = {
    {"MODE", choice(kPolygonMode, 0, 1)},
};

}  // namespace cyclorama::adreno
