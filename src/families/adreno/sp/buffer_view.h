// SPDX-License-Identifier: MIT
#pragma once
// A storage buffer as its descriptor says (Mesa: a6xx.xml, A6XX_TEX_CONST; vulkan/tu_descriptor_set.cc).

#include <cstdint>
#include <optional>

#include "families/adreno/isa/instruction.h"
#include "families/adreno/sp/descriptors.h"

namespace cyclorama::adreno {

struct BufferView {
    uint64_t address = 0;  ///< of the first element
    uint64_t bytes = 0;    ///< from there on; an access beyond reads zero, or is lost
};

BufferView bufferView(const TextureWords& words);

/// Bytes of an element of an untyped access.
constexpr unsigned elementBytes(ir3::ValueType type) {
    if (type == ir3::ValueType::U8 || type == ir3::ValueType::U8In32) return 1;
    return ir3::isHalf(type) ? 2 : 4;
}

/// A buffer whose texels ISAM gives as the words that they are.
struct PlainElements {
    BufferView view;
    unsigned bytes = 4;  ///< of an element
};
/// Empty if texels have to be converted. `vector`: ISAM.V, whose elements have the instruction's size.
std::optional<PlainElements> plainElements(const TextureWords& words, ir3::ValueType type, bool vector);

}  // namespace cyclorama::adreno
