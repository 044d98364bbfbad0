// SPDX-License-Identifier: MIT
#pragma once
// Names of the values that fields hold, from 0 up; empty where a value is not known (etna_viv: rnndb; Mesa: etnaviv
// hardware headers).
//
// Long because: a table has a row for each value of a field.

#include <string_view>

namespace cyclorama::vivante {

inline constexpr std::string_view kBlendEq[] = {"ADD", "SUBTRACT", "REVERSE_SUBTRACT", "MIN", "MAX"};
inline constexpr std::string_view kBlendFunc[] = {"ZERO",
                                                  "ONE",
                                                  "SRC_COLOR",
                                                  "ONE_MINUS_SRC_COLOR",
                                                  "SRC_ALPHA",
                                                  "ONE_MINUS_SRC_ALPHA",
                                                  "DST_ALPHA",
                                                  "ONE_MINUS_DST_ALPHA",
                                                  "DST_COLOR",
                                                  "ONE_MINUS_DST_COLOR",
                                                  "SRC_ALPHA_SATURATE",
                                                  "CONSTANT_ALPHA",
                                                  "ONE_MINUS_CONSTANT_ALPHA",
                                                  "CONSTANT_COLOR",
                                                  "ONE_MINUS_CONSTANT_COLOR"};
inline constexpr std::string_view kBltCommandCommand[] = {"",        "CLEAR_IMAGE", "COPY_IMAGE", "COPY_BUFFER",
                                                          "INPLACE", "YUV_TILE",    "GEN_MIPMAPS"};
inline constexpr std::string_view kBltConfigInplaceBpp[] = {"1", "2", "4", "8", "16"};
inline constexpr std::string_view kBltFormat[] = {"",
                                                  "A4R4G4B4",
                                                  "",
                                                  "",
                                                  "",
                                                  "X8R8G8B8",
                                                  "A8R8G8B8",
                                                  "",
                                                  "",
                                                  "",
                                                  "",
                                                  "",
                                                  "",
                                                  "",
                                                  "",
                                                  "",
                                                  "",
                                                  "",
                                                  "",
                                                  "",
                                                  "",
                                                  "",
                                                  "",
                                                  "",
                                                  "",
                                                  "",
                                                  "",
                                                  "",
                                                  "A16R16G16B16",
                                                  "",
                                                  "",
                                                  "",
                                                  "",
                                                  "",
                                                  "R8G8B8",
                                                  "R8",
                                                  "R8G8"};
inline constexpr std::string_view kBltTiling[] = {"LINEAR", "", "", "SUPER_TILED"};
inline constexpr std::string_view kColorCompressionFormat[] = {"A4R4G4B4", "A1R5G5B5", "R5G6B5",
                                                               "A8R8G8B8", "X8R8G8B8", "D24S8"};
inline constexpr std::string_view kCompareFunc[] = {"NEVER",   "LESS",     "EQUAL",  "LEQUAL",
                                                    "GREATER", "NOTEQUAL", "GEQUAL", "ALWAYS"};
inline constexpr std::string_view kEndianMode[] = {"NO_SWAP", "SWAP_16", "SWAP_32"};
inline constexpr std::string_view kFeDataType[] = {"BYTE",
                                                   "UNSIGNED_BYTE",
                                                   "SHORT",
                                                   "UNSIGNED_SHORT",
                                                   "INT",
                                                   "UNSIGNED_INT",
                                                   "",
                                                   "",
                                                   "FLOAT",
                                                   "HALF_FLOAT",
                                                   "",
                                                   "FIXED",
                                                   "INT_10_10_10_2",
                                                   "UNSIGNED_INT_10_10_10_2",
                                                   "BYTE_I",
                                                   "SHORT_I"};
inline constexpr std::string_view kFeDmaDebugStateCalState[] = {"IDLE", "LDADR", "IDXCALC"};
inline constexpr std::string_view kFeDmaDebugStateCmdDmaState[] = {"IDLE", "START", "REQ", "END"};
inline constexpr std::string_view kFeDmaDebugStateCmdFetchState[] = {"IDLE", "RAMVALID", "VALID"};
inline constexpr std::string_view kFeDmaDebugStateCmdState[] = {
    "IDLE",    "DEC",       "ADR0",       "LOAD0",   "ADR1", "LOAD1",   "3DADR",   "3DCMD",
    "3DCNTL",  "3DIDXCNTL", "INITREQDMA", "DRAWIDX", "DRAW", "2DRECT0", "2DRECT1", "2DDATA0",
    "2DDATA1", "WAITFIFO",  "WAIT",       "LINK",    "END",  "STALL"};
inline constexpr std::string_view kFeDmaDebugStateReqDmaState[] = {"IDLE", "WAITIDX", "CAL"};
inline constexpr std::string_view kFeDmaDebugStateVeReqState[] = {"IDLE", "CKCACHE", "MISS"};
inline constexpr std::string_view kFeIndexStreamControlType[] = {"UNSIGNED_CHAR", "UNSIGNED_SHORT", "UNSIGNED_INT"};
inline constexpr std::string_view kFeVertexElementConfigNormalize[] = {"OFF", "SIGN_EXTEND", "ON"};
inline constexpr std::string_view kGlMultiSampleConfigMsaaSamples[] = {"NONE", "2X", "4X"};
inline constexpr std::string_view kGlApiMode[] = {"OPENGL", "OPENVG", "OPENCL"};
inline constexpr std::string_view kLogicOp[] = {
    "CLEAR", "NOR",   "AND_INVERTED", "COPY_INVERTED", "AND_REVERSE", "INVERT",     "XOR", "NAND",
    "AND",   "EQUIV", "NOOP",         "OR_INVERTED",   "COPY",        "OR_REVERSE", "OR",  "SET"};
inline constexpr std::string_view kNfeGenericAttribConfig0Normalize[] = {"OFF", "", "ON"};
inline constexpr std::string_view kPaConfigCullFaceMode[] = {"OFF", "CW", "CCW"};
inline constexpr std::string_view kPaConfigFillMode[] = {"POINT", "WIREFRAME", "SOLID"};
inline constexpr std::string_view kPaConfigShadeModel[] = {"FLAT", "SMOOTH"};
inline constexpr std::string_view kPeDepthConfigDepthFormat[] = {"D16", "D24S8"};
inline constexpr std::string_view kPeDepthConfigDepthMode[] = {"NONE", "Z", "W"};
inline constexpr std::string_view kPeHdepthControlFormat[] = {"DISABLED", "", "", "", "", "D16", "", "", "D24S8"};
inline constexpr std::string_view kPeStencilConfigMode[] = {"DISABLED", "ONE_SIDED", "TWO_SIDED"};
inline constexpr std::string_view kPipeId[] = {"PIPE_3D", "PIPE_2D"};
inline constexpr std::string_view kPixelFormat[] = {"X4R4G4B4",
                                                    "A4R4G4B4",
                                                    "X1R5G5B5",
                                                    "A1R5G5B5",
                                                    "R5G6B5",
                                                    "X8R8G8B8",
                                                    "A8R8G8B8",
                                                    "YUY2",
                                                    "",
                                                    "",
                                                    "",
                                                    "",
                                                    "",
                                                    "",
                                                    "",
                                                    "",
                                                    "A8",
                                                    "R16F",
                                                    "G16R16F",
                                                    "A16B16G16R16F",
                                                    "R32F",
                                                    "G32R32F",
                                                    "A2B10G10R10",
                                                    "R8I",
                                                    "G8R8I",
                                                    "A8B8G8R8I",
                                                    "R16I",
                                                    "G16R16I",
                                                    "A16B16G16R16I",
                                                    "B10G11R11F",
                                                    "A2B10G10R10UI",
                                                    "G8R8",
                                                    "",
                                                    "",
                                                    "",
                                                    "R8"};
inline constexpr std::string_view kRsClearControlMode[] = {"DISABLED", "ENABLED1", "ENABLED4", "ENABLED4_2"};
inline constexpr std::string_view kStencilOp[] = {"KEEP", "ZERO",   "REPLACE",   "INCR",
                                                  "DECR", "INVERT", "INCR_WRAP", "DECR_WRAP"};
inline constexpr std::string_view kSyncRecipient[] = {"", "FE", "",   "", "", "RA", "", "PE", "",
                                                      "", "",   "DE", "", "", "",   "", "BLT"};
inline constexpr std::string_view kTextureFilter[] = {"NONE", "NEAREST", "LINEAR", "ANISOTROPIC"};
inline constexpr std::string_view kTextureFormat[] = {
    "NONE",     "A8",       "L8",       "I8",     "A8L8",      "A4R4G4B4",  "X4R4G4B4", "A8R8G8B8",
    "X8R8G8B8", "A8B8G8R8", "X8B8G8R8", "R5G6B5", "A1R5G5B5",  "X1R5G5B5",  "YUY2",     "UYVY",
    "D16",      "D24X8",    "",         "DXT1",   "DXT2_DXT3", "DXT4_DXT5", "",         "",
    "",         "",         "",         "",       "",          "E5B9G9R9",  "ETC1"};
inline constexpr std::string_view kTextureFormatAstc[] = {"RGBA_4x4",
                                                          "RGBA_5x4",
                                                          "RGBA_5x5",
                                                          "RGBA_6x5",
                                                          "RGBA_6x6",
                                                          "RGBA_8x5",
                                                          "RGBA_8x6",
                                                          "RGBA_8x8",
                                                          "RGBA_10x5",
                                                          "RGBA_10x6",
                                                          "RGBA_10x8",
                                                          "RGBA_10x10",
                                                          "RGBA_12x10",
                                                          "RGBA_12x12",
                                                          "",
                                                          "",
                                                          "SRGB8_ALPHA8_4x4",
                                                          "SRGB8_ALPHA8_5x4",
                                                          "SRGB8_ALPHA8_5x5",
                                                          "SRGB8_ALPHA8_6x5",
                                                          "SRGB8_ALPHA8_6x6",
                                                          "SRGB8_ALPHA8_8x5",
                                                          "SRGB8_ALPHA8_8x6",
                                                          "SRGB8_ALPHA8_8x8",
                                                          "SRGB8_ALPHA8_10x5",
                                                          "SRGB8_ALPHA8_10x6",
                                                          "SRGB8_ALPHA8_10x8",
                                                          "SRGB8_ALPHA8_10x10",
                                                          "SRGB8_ALPHA8_12x10",
                                                          "SRGB8_ALPHA8_12x12"};
inline constexpr std::string_view kTextureFormatExt[] = {"NONE",
                                                         "RGB8_PUNCHTHROUGH_ALPHA1_ETC2",
                                                         "RGBA8_ETC2_EAC",
                                                         "R11_EAC",
                                                         "RG11_EAC",
                                                         "SIGNED_RG11_EAC",
                                                         "G8R8",
                                                         "R16F",
                                                         "G16R16F",
                                                         "A16B16G16R16F",
                                                         "R32F",
                                                         "G32R32F",
                                                         "A2B10G10R10",
                                                         "SIGNED_R11_EAC",
                                                         "R8_SNORM",
                                                         "G8R8_SNORM",
                                                         "X8B8G8R8_SNORM",
                                                         "A8B8G8R8_SNORM",
                                                         "",
                                                         "",
                                                         "ASTC",
                                                         "R8I",
                                                         "G8R8I",
                                                         "A8B8G8R8I",
                                                         "R16I",
                                                         "G16R16I",
                                                         "A16B16G16R16I",
                                                         "B10G11R11F",
                                                         "A2B10G10R10UI",
                                                         "",
                                                         "",
                                                         "",
                                                         "",
                                                         "R8",
                                                         "D24S8",
                                                         "R32I",
                                                         "G32R32I",
                                                         "AYUV"};
inline constexpr std::string_view kTextureCompareFunc[] = {"LEQUAL", "GEQUAL",   "LESS",   "GREATER",
                                                           "EQUAL",  "NOTEQUAL", "ALWAYS", "NEVER"};
inline constexpr std::string_view kTextureHalign[] = {"FOUR", "SIXTEEN", "SUPER_TILED", "SPLIT_TILED",
                                                      "SPLIT_SUPER_TILED"};
inline constexpr std::string_view kTextureSwizzle[] = {"RED", "GREEN", "BLUE", "ALPHA", "ZERO", "ONE"};
inline constexpr std::string_view kTextureType[] = {"NONE", "1D", "2D", "3D", "", "CUBE_MAP"};
inline constexpr std::string_view kTextureWrapmode[] = {"REPEAT", "MIRRORED_REPEAT", "CLAMP_TO_EDGE",
                                                        "CLAMP_TO_BORDER"};
inline constexpr std::string_view kTsCacheMode[] = {"128", "256"};
inline constexpr std::string_view kTsSamplerFormat[] = {
    "A4R4G4B4", "A1R5G5B5", "R5G6B5", "A8R8G8B8", "X8R8G8B8", "D24X8", "", "", "D16", "", "", "", "", "", "", "RAW"};
inline constexpr std::string_view kVaryingComponentUse[] = {"UNUSED", "USED", "POINTCOORD_X", "POINTCOORD_Y"};

}  // namespace cyclorama::vivante
