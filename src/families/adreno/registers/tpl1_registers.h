// SPDX-License-Identifier: MIT
#pragma once
// Texture pipes (SP_TP, TPL1), as a table
// (Mesa: a6xx.xml; names and offsets as there).

#include "families/adreno/registers/enumerations.h"
#include "families/adreno/registers/register_info.h"
#include "families/adreno/registers/shared_fields.h"

namespace cyclorama::adreno {

inline constexpr FieldInfo kSpTpRasMsaaCntl[] = {
    {"SAMPLES", choice(kMsaaSamples, 0, 1)},
    {"UNK2", hex(2, 3)},
};
inline constexpr FieldInfo kSpTpModeCntl[] = {
    {"ISAMMODE", choice(kIsamMode, 0, 1)},
    {"UNK3", hex(2, 7)},
};
inline constexpr FieldInfo k2dSrcSurfInfo[] = {
    {"COLOR_FORMAT", choice(kFormat, 0, 7)},
    {"TILE_MODE", choice(kTileMode, 8, 9)},
    {"COLOR_SWAP", choice(kColorSwap, 10, 11)},
    {"FLAGS", flag(12)},
    {"SRGB", flag(13)},
    {"SAMPLES", choice(kMsaaSamples, 14, 15)},
    {"FILTER", flag(16)},
    {"UNK17", flag(17)},
    {"SAMPLES_AVERAGE", flag(18)},
    {"UNK19", flag(19)},
    {"UNK20", flag(20)},
    {"UNK21", flag(21)},
    {"UNK22", flag(22)},
    {"UNK23", hex(23, 26)},
    {"UNK28", flag(28)},
};
inline constexpr FieldInfo kSpPs2dSrcSize[] = {
    {"WIDTH", number(0, 14)},
    {"HEIGHT", number(15, 29)},
};
inline constexpr FieldInfo kSpPs2dSrcPitch[] = {
    {"UNK0", hex(0, 8)},
    {"PITCH", number(9, 23, 6)},
};
inline constexpr FieldInfo kTpl1DbgEcoCntl1[] = {
    {"TP_UBWC_FLAG_HINT", flag(18)},
};
inline constexpr FieldInfo kTpl1NcModeCntl[] = {
    {"MODE", flag(0)},           {"LOWER_BIT", number(1, 2)}, {"MIN_ACCESS_LENGTH", flag(3)},
    {"UPPER_BIT", number(4, 4)}, {"UNK6", hex(6, 7)},
};

inline constexpr RegisterInfo kTpl1Registers[] = {
    {0xb300, "SP_TP_RAS_MSAA_CNTL", kSpTpRasMsaaCntl},
    {0xb301, "SP_TP_DEST_MSAA_CNTL", kDestMsaaCntl},
    {0xb302, "SP_TP_BORDER_COLOR_BASE_ADDR", address()},
    {0xb304, "SP_TP_SAMPLE_CONFIG", kSampleConfig},
    {0xb305, "SP_TP_SAMPLE_LOCATION_0", kSampleLocations},
    {0xb306, "SP_TP_SAMPLE_LOCATION_1", kSampleLocations},
    {0xb307, "SP_TP_WINDOW_OFFSET", kRegXy},
    {0xb309, "SP_TP_MODE_CNTL", kSpTpModeCntl},
    {0xb4c0, "SP_PS_2D_SRC_INFO", k2dSrcSurfInfo},
    {0xb4c1, "SP_PS_2D_SRC_SIZE", kSpPs2dSrcSize},
    {0xb4c2, "SP_PS_2D_SRC", address()},
    {0xb4c4, "SP_PS_2D_SRC_PITCH", kSpPs2dSrcPitch},
    {0xb4c5, "SP_PS_2D_SRC_PLANE1", address()},
    {0xb4c7, "SP_PS_2D_SRC_PLANE_PITCH", number(0, 11, 6)},
    {0xb4c8, "SP_PS_2D_SRC_PLANE2", address()},
    {0xb4ca, "SP_PS_2D_SRC_FLAGS", address()},
    {0xb4cc, "SP_PS_2D_SRC_FLAGS_PITCH", number(0, 7, 6)},
    {0xb4cd, "SP_PS_UNKNOWN_B4CD", hex(6, 31)},
    {0xb4ce, "SP_PS_UNKNOWN_B4CE"},
    {0xb4cf, "SP_PS_UNKNOWN_B4CF", hex(0, 30)},
    {0xb4d0, "SP_PS_UNKNOWN_B4D0", hex(0, 29)},
    {0xb4d1, "SP_WINDOW_OFFSET", kRegXy},
    {0xb600, "TPL1_DBG_ECO_CNTL", hex(0, 25)},
    {0xb601, "TPL1_ADDR_MODE_CNTL", choice(kAddressMode, 0, 31)},
    {0xb602, "TPL1_DBG_ECO_CNTL1", kTpl1DbgEcoCntl1},
    {0xb604, "TPL1_NC_MODE_CNTL", kTpl1NcModeCntl},
    {0xb605, "TPL1_UNKNOWN_B605", number(0, 7)},
    {0xb608, "TPL1_BICUBIC_WEIGHTS_TABLE_0", hex(0, 29)},
    {0xb609, "TPL1_BICUBIC_WEIGHTS_TABLE_1", hex(0, 29)},
    {0xb60a, "TPL1_BICUBIC_WEIGHTS_TABLE_2", hex(0, 29)},
    {0xb60b, "TPL1_BICUBIC_WEIGHTS_TABLE_3", hex(0, 29)},
    {0xb60c, "TPL1_BICUBIC_WEIGHTS_TABLE_4", hex(0, 29)},
    {0xb610, "TPL1_PERFCTR_TP_SEL[]", undescribed(), {12, 1}},
};

}  // namespace cyclorama::adreno
