// SPDX-License-Identifier: MIT
#pragma once
// Images in memory as pictures, for displays and debugging.

#include <cstdint>
#include <optional>

#include "func/output/resolve.h"
#include "gpu/draw_state.h"
#include "gpu/surface.h"
#include "machine/values/surfaces.h"
#include "mem/address_space.h"

namespace cyclorama::machine {

/// The image, its first row the picture's top one. Samples of multisampled images are pixels of their own; components
/// are clamped to [0, 1] and rounded to 8 bits. Tiles that the tile status calls cleared show their clear value.
/// Nothing where the format has no colours or the image is not wholly in memory.
std::optional<func::Picture> readPicture(mem::AddressSpace& memory, const gpu::Surface& surface,
                                         func::AlphaOutput alpha = func::AlphaOutput::Opaque);

/// Order of the rows of a state's buffers in memory.
func::RowOrder rowOrder(const gpu::DrawState& state);

/// The frame in render target 0; nothing if the target is not in memory.
std::optional<func::Picture> framePicture(const gpu::DrawState& state, Surfaces& surfaces);

}  // namespace cyclorama::machine
