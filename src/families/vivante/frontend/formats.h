#pragma once
// The encodings of formats in registers, as formats of the vocabulary. Vivante names components from the highest bit
// down, the vocabulary from the lowest up (etna_viv: common_3d.xml, state_3d.xml, state_blt.xml; Mesa:
// etnaviv_format.c, etnaviv_translate.h).

#include <cstdint>
#include <optional>

#include "func/types.h"

namespace cyclorama::vivante {

/// Of colour buffers and resolves (PE_FORMAT; RS_FORMAT is a part of it).
std::optional<func::Format> pixelFormat(uint32_t encoding);
/// Of the blit engine (BLT_FORMAT).
std::optional<func::Format> blitFormat(uint32_t encoding);

struct TexelFormat {
    func::Format format = func::Format::Rgba8888;
    func::TextureCompression compression = func::TextureCompression::None;
};

/// Of textures: TEXTURE_FORMAT, and TEXTURE_FORMAT_EXT where that is 0.
std::optional<TexelFormat> texelFormat(uint32_t encoding, uint32_t extended);

/// Of vertex attributes: FE_DATA_TYPE, whether it is normalized, and whether the program takes its bits as integers.
std::optional<func::StreamFormat> vertexFormat(uint32_t type, bool normalized, bool integer);

/// Bytes of a pixel, or of a compressed block of 4x4 texels.
uint32_t formatBytes(func::Format format);
uint32_t blockBytes(func::TextureCompression compression);
/// A format whose pixels are so large, for what moves bytes whatever they mean; nothing but for 1, 2, 4 and 8 bytes.
std::optional<func::Format> formatOfSize(uint32_t bytes);

func::CompareFunction compareFunction(uint32_t encoding);
/// Textures compare by an encoding of their own.
func::CompareFunction textureCompareFunction(uint32_t encoding);
func::StencilOperation stencilOperation(uint32_t encoding);
func::BlendFactor blendFactor(uint32_t encoding);
func::BlendEquation blendEquation(uint32_t encoding);
func::LogicOperation logicOperation(uint32_t encoding);

}  // namespace cyclorama::vivante
