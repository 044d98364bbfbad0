// SPDX-License-Identifier: MIT
#pragma once
// Registers of the 2D engine (DE), translated to its operations (etna_viv: rnndb/state_2d.xml, doc/2d.md).

#include <cstdint>
#include <optional>
#include <span>

#include "families/vivante/chip/chip.h"
#include "families/vivante/frontend/packets.h"
#include "families/vivante/frontend/reporter.h"
#include "families/vivante/frontend/state_file.h"
#include "gpu/command.h"

namespace cyclorama::vivante {

/// The whole packet DRAW_2D. Empty if the state asks for what is not simulated, which is reported.
std::optional<gpu::Operation> translateDrawing(const Chip& chip, const StateFile& state, const Draw2dPacket& packet,
                                               const Reporter& report);

/// DE.VR_CONFIG was written.
std::optional<gpu::Operation> translateFilterBlit(const Chip& chip, const StateFile& state, const Reporter& report);

}  // namespace cyclorama::vivante
