// SPDX-License-Identifier: MIT
#pragma once
// Names of the values that fields of the 2D engine hold, from 0 up; empty where a value is not known (etna_viv:
// rnndb/state_2d.xml).

#include <string_view>

namespace cyclorama::vivante {

inline constexpr std::string_view kDeFormat[] = {
    "X4R4G4B4",   "A4R4G4B4", "X1R5G5B5", "A1R5G5B5", "R5G6B5", "X8R8G8B8", "A8R8G8B8", "YUY2", "UYVY", "INDEX8",
    "MONOCHROME", "",         "",         "",         "",       "YV12",     "A8",       "NV12", "NV16", "RG16"};
inline constexpr std::string_view kDeSwizzle[] = {"ARGB", "RGBA", "ABGR", "BGRA"};
inline constexpr std::string_view kDeLocation[] = {"MEMORY", "STREAM"};
inline constexpr std::string_view kDePack[] = {"PACKED8", "PACKED16", "PACKED32", "UNPACKED"};
inline constexpr std::string_view kDeMonoTransparency[] = {"BACKGROUND", "FOREGROUND"};
inline constexpr std::string_view kDeCommand[] = {
    "CLEAR",           "LINE",           "BIT_BLT",        "BIT_BLT_REVERSED",
    "STRETCH_BLT",     "HOR_FILTER_BLT", "VER_FILTER_BLT", "ONE_PASS_FILTER_BLT",
    "MULTI_SOURCE_BLT"};
inline constexpr std::string_view kDePatternType[] = {"SOLID_COLOR", "PATTERN"};
inline constexpr std::string_view kDeRopType[] = {"ROP2_PATTERN", "ROP2_SOURCE", "ROP3", "ROP4"};
inline constexpr std::string_view kDeMirrorMode[] = {"NONE", "MIRROR_X", "MIRROR_Y", "MIRROR_XY"};
inline constexpr std::string_view kDeAlphaMode[] = {"NORMAL", "INVERSED"};
inline constexpr std::string_view kDeGlobalAlphaMode[] = {"NORMAL", "GLOBAL", "SCALED"};
inline constexpr std::string_view kDeBlendMode[] = {
    "ZERO", "ONE", "NORMAL", "INVERSED", "COLOR", "COLOR_INVERSED", "SATURATED_ALPHA", "SATURATED_DEST_ALPHA"};
inline constexpr std::string_view kDeFilterStart[] = {"HORIZONTAL_BLIT", "VERTICAL_BLIT", "ONE_PASS_BLIT"};
inline constexpr std::string_view kDeRotation[] = {"ROT0", "FLIP_X", "FLIP_Y", "", "ROT90", "ROT180", "ROT270"};
inline constexpr std::string_view kDeGlobalMultiply[] = {"DISABLE", "ALPHA", "COLOR"};
inline constexpr std::string_view kDeTransparency[] = {"OPAQUE", "MASK", "KEY"};
inline constexpr std::string_view kDeYuvStandard[] = {"601", "709"};
inline constexpr std::string_view kDeUvSwizzle[] = {"UV", "VU"};

}  // namespace cyclorama::vivante
