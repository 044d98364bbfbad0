// SPDX-License-Identifier: MIT
#pragma once
// Loads, stores and atomic operations on images and typed buffers (LDIB, STIB and ATOMIC.B with .typed): the base
// level, coordinates in texels, cubes as arrays of faces. Texels outside of the image read as zeros, with alpha as
// the format has it, and are not written.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "families/adreno/isa/units.h"
#include "families/adreno/tp/texture.h"

namespace cyclorama::adreno {

/// Up to four components for `lanes`.
void loadImage(const Texture& image, const ir3::BufferRequest& request, const isa::WaveMask& lanes,
               std::span<ir3::LaneWords> data);

/// All components of the format are written; those that are not given are 0.
void storeImage(const Texture& image, const ir3::BufferRequest& request, const isa::WaveMask& lanes,
                std::span<const ir3::LaneWords> data);

/// The bytes of each lane's texel, for atomic operations; null outside.
void locateImageTexels(const Texture& image, const ir3::BufferRequest& request, const isa::WaveMask& lanes,
                       std::span<std::byte*, isa::kWaveLanes> texels);

/// Width, height and depth, layers or faces; of a buffer its elements and zeros.
std::array<uint32_t, 3> imageSize(const Texture& image);

}  // namespace cyclorama::adreno
