// SPDX-License-Identifier: MIT
#pragma once
// A storage buffer as its descriptor says (Mesa: a6xx.xml, A6XX_TEX_CONST; vulkan/tu_descriptor_set.cc).

#include <array>
#include <cstdint>

#include "families/adreno/shading/descriptors.h"

namespace cyclorama::adreno {

struct BufferView {
    uint64_t address = 0;  ///< of the first element
    uint64_t bytes = 0;    ///< from there on; an access beyond reads zero, or is lost
    /// Elements of a buffer; width, height and depth or layers of an image.
    std::array<uint32_t, 3> size{};
};

BufferView bufferView(const TextureWords& words);

}  // namespace cyclorama::adreno
