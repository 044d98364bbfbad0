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

}  // namespace cyclorama::adreno
