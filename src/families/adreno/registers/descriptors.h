// SPDX-License-Identifier: MIT
#pragma once
// Descriptors in memory: samplers, textures and images, uniform buffers (Mesa: a6xx.xml, A6XX_TEX_SAMP, A6XX_TEX_CONST,
// A6XX_UBO).

#include "families/adreno/registers/enumerations.h"
#include "families/adreno/registers/register_info.h"

namespace cyclorama::adreno {

inline constexpr size_t kSamplerDescriptorWords = 4;
/// Descriptors of textures, images and storage buffers.
inline constexpr size_t kTextureDescriptorWords = 16;
inline constexpr size_t kUniformDescriptorWords = 2;

inline constexpr Choice kTexFilter[] = {
    {0, "A6XX_TEX_NEAREST"}, {1, "A6XX_TEX_LINEAR"}, {2, "A6XX_TEX_ANISO"}, {3, "A6XX_TEX_CUBIC"}};
inline constexpr Choice kTexClamp[] = {{0, "A6XX_TEX_REPEAT"},
                                       {1, "A6XX_TEX_CLAMP_TO_EDGE"},
                                       {2, "A6XX_TEX_MIRROR_REPEAT"},
                                       {3, "A6XX_TEX_CLAMP_TO_BORDER"},
                                       {4, "A6XX_TEX_MIRROR_CLAMP"}};
inline constexpr Choice kTexAniso[] = {{0, "A6XX_TEX_ANISO_1"},
                                       {1, "A6XX_TEX_ANISO_2"},
                                       {2, "A6XX_TEX_ANISO_4"},
                                       {3, "A6XX_TEX_ANISO_8"},
                                       {4, "A6XX_TEX_ANISO_16"}};
inline constexpr Choice kReductionMode[] = {
    {0, "A6XX_REDUCTION_MODE_AVERAGE"}, {1, "A6XX_REDUCTION_MODE_MIN"}, {2, "A6XX_REDUCTION_MODE_MAX"}};
inline constexpr Choice kTexSwiz[] = {{0, "A6XX_TEX_X"}, {1, "A6XX_TEX_Y"},    {2, "A6XX_TEX_Z"},
                                      {3, "A6XX_TEX_W"}, {4, "A6XX_TEX_ZERO"}, {5, "A6XX_TEX_ONE"}};
inline constexpr Choice kTexType[] = {{0, "A6XX_TEX_1D"}, {1, "A6XX_TEX_2D"},     {2, "A6XX_TEX_CUBE"},
                                      {3, "A6XX_TEX_3D"}, {4, "A6XX_TEX_BUFFER"}, {5, "A6XX_TEX_IMG_BUFFER"}};
inline constexpr FieldInfo kTexSampWord0[] = {
    {"MIPFILTER_LINEAR_NEAR", flag(0)},   {"XY_MAG", choice(kTexFilter, 1, 2)}, {"XY_MIN", choice(kTexFilter, 3, 4)},
    {"WRAP_S", choice(kTexClamp, 5, 7)},  {"WRAP_T", choice(kTexClamp, 8, 10)}, {"WRAP_R", choice(kTexClamp, 11, 13)},
    {"ANISO", choice(kTexAniso, 14, 16)}, {"LOD_BIAS", fixed(19, 31, 8)},
};
inline constexpr FieldInfo kTexSampWord1[] = {
    {"CLAMPENABLE", flag(0)},
    {"COMPARE_FUNC", choice(kCompareFunc, 1, 3)},
    {"CUBEMAPSEAMLESSFILTOFF", flag(4)},
    {"UNNORM_COORDS", flag(5)},
    {"MIPFILTER_LINEAR_FAR", flag(6)},
    {"MAX_LOD", unsignedFixed(8, 19, 8)},
    {"MIN_LOD", unsignedFixed(20, 31, 8)},
};
inline constexpr FieldInfo kTexSampWord2[] = {
    {"REDUCTION_MODE", choice(kReductionMode, 0, 1)},
    {"CHROMA_LINEAR", flag(5)},
    {"BCOLOR", hex(7, 31)},
};
inline constexpr RegisterInfo kSamplerWords[] = {
    {0, "", kTexSampWord0},
    {1, "", kTexSampWord1},
    {2, "", kTexSampWord2},
    {3, "", hex()},
};
inline constexpr FieldInfo kTexConstWord0[] = {
    {"TILE_MODE", choice(kTileMode, 0, 1)},
    {"SRGB", flag(2)},
    {"SWIZ_X", choice(kTexSwiz, 4, 6)},
    {"SWIZ_Y", choice(kTexSwiz, 7, 9)},
    {"SWIZ_Z", choice(kTexSwiz, 10, 12)},
    {"SWIZ_W", choice(kTexSwiz, 13, 15)},
    {"MIPLVLS", number(16, 19)},
    {"CHROMA_MIDPOINT_X", flag(16)},
    {"CHROMA_MIDPOINT_Y", flag(18)},
    {"SAMPLES", choice(kMsaaSamples, 20, 21)},
    {"FMT", choice(kFormat, 22, 29)},
    {"SWAP", choice(kColorSwap, 30, 31)},
};
inline constexpr FieldInfo kTexConstWord1[] = {
    {"WIDTH", number(0, 14)},
    {"HEIGHT", number(15, 29)},
};
inline constexpr FieldInfo kTexConstWord2[] = {
    {"STRUCTSIZETEXELS", number(4, 15)}, {"STARTOFFSETTEXELS", number(16, 21)},
    {"PITCHALIGN", number(0, 3)},        {"PITCH", number(7, 28)},
    {"TYPE", choice(kTexType, 29, 31)},
};
inline constexpr FieldInfo kTexConstWord3[] = {
    {"ARRAY_PITCH", number(0, 22, 12)},
    {"MIN_LAYERSZ", hex(23, 26, 12)},
    {"TILE_ALL", flag(27)},
    {"FLAG", flag(28)},
};
inline constexpr FieldInfo kTexConstWord4[] = {
    {"BASE_LO", hex(5, 31, 5)},
};
inline constexpr FieldInfo kTexConstWord5[] = {
    {"BASE_HI", hex(0, 16)},
    {"DEPTH", number(17, 29)},
};
inline constexpr FieldInfo kTexConstWord6[] = {
    {"MIN_LOD_CLAMP", unsignedFixed(0, 11, 8)},
    {"PLANE_PITCH", number(8, 31)},
};
inline constexpr FieldInfo kTexConstWord7[] = {
    {"FLAG_LO", hex(5, 31, 5)},
};
inline constexpr FieldInfo kTexConstWord8[] = {
    {"FLAG_HI", hex(0, 16)},
};
inline constexpr FieldInfo kTexConstWord9[] = {
    {"FLAG_BUFFER_ARRAY_PITCH", number(0, 16, 4)},
};
inline constexpr FieldInfo kTexConstWord10[] = {
    {"FLAG_BUFFER_PITCH", number(0, 6, 6)},
    {"FLAG_BUFFER_LOGW", number(8, 11)},
    {"FLAG_BUFFER_LOGH", number(12, 15)},
};
inline constexpr RegisterInfo kTextureWords[] = {
    {0, "", kTexConstWord0}, {1, "", kTexConstWord1}, {2, "", kTexConstWord2},   {3, "", kTexConstWord3},
    {4, "", kTexConstWord4}, {5, "", kTexConstWord5}, {6, "", kTexConstWord6},   {7, "", kTexConstWord7},
    {8, "", kTexConstWord8}, {9, "", kTexConstWord9}, {10, "", kTexConstWord10}, {11, "", hex()},
    {12, "", hex()},         {13, "", hex()},         {14, "", hex()},           {15, "", hex()},
};
inline constexpr FieldInfo kUboWord0[] = {
    {"BASE_LO", hex()},
};
inline constexpr FieldInfo kUboWord1[] = {
    {"BASE_HI", hex(0, 16)},
    {"SIZE", hex(17, 31)},
};
inline constexpr RegisterInfo kUniformBufferWords[] = {
    {0, "", kUboWord0},
    {1, "", kUboWord1},
};

}  // namespace cyclorama::adreno
