// SPDX-License-Identifier: MIT
#pragma once
// Registers of the resolve engine (RS) and the blit engine (BLT), translated to commands of the vocabulary.

#include <cstdint>
#include <vector>

#include "families/vivante/chip/chip.h"
#include "families/vivante/frontend/hazards.h"
#include "families/vivante/frontend/reporter.h"
#include "families/vivante/frontend/state_file.h"
#include "gpu/command.h"

namespace cyclorama::vivante {

/// For a write of RS.KICKER. Empty if the state makes no sense, which is reported.
std::vector<gpu::Operation> translateResolve(const Chip& chip, const StateFile& state, Hazards& hazards,
                                             const Reporter& report);

/// RS.KICKER_INPLACE was written.
std::vector<gpu::Operation> translateResolveInPlace(const Chip& chip, const StateFile& state, Hazards& hazards,
                                                    const Reporter& report);

/// BLT.COMMAND was written.
std::vector<gpu::Operation> translateBlit(const Chip& chip, const StateFile& state, Hazards& hazards,
                                          const Reporter& report);

/// The YUV tiler of either engine was started.
enum class YuvTiler : uint8_t { Resolve, Blit };
std::vector<gpu::Operation> translateYuvTiler(YuvTiler tiler, const StateFile& state, Hazards& hazards,
                                              const Reporter& report);

/// Addresses that the rows [0, rows) of a surface take.
AddressRange surfaceRange(const gpu::Surface& surface, uint32_t rows);

}  // namespace cyclorama::vivante
