// SPDX-License-Identifier: MIT
#pragma once
// Attribute load (LDA): a shader reads a vertex attribute through the texture unit.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "func/texture/texture_access.h"
#include "func/texture/texture_memory.h"
#include "func/texture/texture_state.h"

namespace cyclorama::func {

/// Bytes of one component.
uint32_t streamFormatBytes(StreamFormat format);

/// One component as a float, from streamFormatBytes() bytes. Normalized values are products with the rounded reciprocal
/// of their largest value, not quotients as texels are.
float convertStreamComponent(StreamFormat format, const std::byte* data);

/// Bytes of an entry of `components` components.
uint32_t streamEntryBytes(StreamFormat format, uint32_t components);

/// The first `components` components of a value, at most four, from streamEntryBytes() bytes; the others stay.
void convertStreamEntry(StreamFormat format, uint32_t components, const std::byte* data, Vec4& value);

/// The bytes that a load reads. A load that crosses a line of (2^blockDimension)^2 bytes takes two reads of equal size,
/// the first one moved back as far as needed, so it begins before the attribute. Reads begin at an address rounded
/// down to 4: an attribute that is not aligned to 4 bytes is read from too low an address.
void planAttributeLoad(const AttributeStream& stream, const TextureUnitSettings& settings,
                       const std::array<uint32_t, kQuadFragments>& indices, TextureAccessPlan& plan);

/// Reads all that a plan asks for; out[fragment * 16 + read], in a vector as fetchTexels() gives.
void fetchAttribute(const TextureAccessPlan& plan, const MemoryWindows& memory, FetchedTexels& out,
                    TextureFaults& faults);

/// The attribute of each fragment from fetched bytes.
std::array<Vec4, kQuadFragments> convertAttribute(const AttributeStream& stream, const TextureAccessPlan& plan,
                                                  std::span<const TexelBytes> reads);

/// The attribute at one index: plan, fetch and conversion at once.
Vec4 loadAttribute(const AttributeStream& stream, const TextureUnitSettings& settings, const MemoryWindows& memory,
                   uint32_t index, TextureFaults& faults);

}  // namespace cyclorama::func
