// SPDX-License-Identifier: MIT
#pragma once
// The pass over a picture that draws and moves of bins are part of, by the registers at their packets (Mesa:
// registers/adreno/a6xx.xml, GRAS_BIN_CONTROL, RB_BIN_CONTROL, RB_WINDOW_OFFSET; vulkan/tu_cmd_buffer.cc).

#include <cstdint>

#include "families/adreno/registers/register_values.h"
#include "gpu/pass.h"

namespace cyclorama::adreno {

/// Draws of a binning pass, to GMEM, or to memory.
enum class PassKind : uint8_t { Binning, Bin, Direct };
PassKind passKindOf(const RegisterValues& registers);

/// `binning`; `bin`, with its area; `direct`.
gpu::Pass picturePassOf(const RegisterValues& registers);

}  // namespace cyclorama::adreno
