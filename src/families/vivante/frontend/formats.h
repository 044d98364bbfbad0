// SPDX-License-Identifier: MIT
#pragma once
// The encodings of formats in registers, as formats of the vocabulary. Vivante names components from the highest bit
// down, the vocabulary from the lowest up (etna_viv: common_3d.xml, state_3d.xml, state_blt.xml; Mesa:
// etnaviv_format.c, etnaviv_translate.h).

#include <cstdint>
#include <optional>

#include "func/formats/format.h"
#include "func/types.h"

namespace cyclorama::vivante {

/// Formats of colour buffers and resolves by their encoding (PE_FORMAT; RS_FORMAT is a part of it); nothing for others.
std::optional<func::Format> pixelFormat(uint32_t encoding);
/// Formats of the blit engine (BLT_FORMAT).
std::optional<func::Format> blitFormat(uint32_t encoding);

struct TexelFormat {
    func::Format format = func::Format::Rgba8888;
    func::TextureCompression compression = func::TextureCompression::None;
};

/// Formats of textures: TEXTURE_FORMAT, and TEXTURE_FORMAT_EXT where that is 0.
std::optional<TexelFormat> texelFormat(uint32_t encoding, uint32_t extended);

/// Formats of vertex attributes: `type` is FE_DATA_TYPE; with `integer` the program takes the bits as integers.
std::optional<func::StreamFormat> vertexFormat(uint32_t type, bool normalized, bool integer);

/// A format with pixels of 1, 2, 4 or 8 bytes, for copies that do not convert; nothing for other sizes.
std::optional<func::Format> formatOfSize(uint32_t bytes);

func::CompareFunction compareFunction(uint32_t encoding);
/// Textures compare by an encoding of their own.
func::CompareFunction textureCompareFunction(uint32_t encoding);
func::StencilOperation stencilOperation(uint32_t encoding);
func::BlendFactor blendFactor(uint32_t encoding);
func::BlendEquation blendEquation(uint32_t encoding);
func::LogicOperation logicOperation(uint32_t encoding);

}  // namespace cyclorama::vivante
