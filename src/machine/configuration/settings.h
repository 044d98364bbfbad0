// SPDX-License-Identifier: MIT
#pragma once
// Parts of a configuration in the form that the pure functions take.

#include "func/layout/pixel_layout.h"
#include "func/texture/texture_state.h"
#include "machine/configuration/configuration.h"
#include "mem/address_space.h"

namespace cyclorama::machine {

/// The tile hierarchy of colour and depth buffers.
func::TileSizes tileSizes(const RasterizationParameters& raster);

/// Requires a configuration that check() accepts.
func::TextureUnitSettings textureUnitSettings(const Configuration& configuration);

/// Sizes of the memories, which the configuration gives in MiB.
mem::AddressSpaceSettings addressSpaceSettings(const Configuration& configuration);

}  // namespace cyclorama::machine
