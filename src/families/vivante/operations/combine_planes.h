// SPDX-License-Identifier: MIT
#pragma once
// The values of the YUV tiler.

#include <array>
#include <cstdint>

#include "families/vivante/operations/operations.h"
#include "machine/values/resolve_operations.h"
#include "machine/values/surfaces.h"
#include "mem/address_space.h"

namespace cyclorama::vivante {

/// Two pixels of a row share one sample of chroma, and so do two rows; an odd last column or row shares it.
machine::ResolveResult combinePlanes(const CombinePlanes& operation, machine::Surfaces& surfaces,
                                     mem::AddressSpace& memory);

/// Addresses of a pixel's bytes in the planes: luma, blue difference, red difference.
std::array<uint32_t, 3> planeAddresses(const CombinePlanes& operation, uint32_t x, uint32_t y);

}  // namespace cyclorama::vivante
