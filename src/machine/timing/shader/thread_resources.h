// SPDX-License-Identifier: MIT
#pragma once
// A thread's share of a shader's registers.

#include <algorithm>
#include <array>
#include <cstdint>

#include "gpu/draw_state.h"
#include "machine/timing/shader/shader_ports.h"

namespace cyclorama::machine::timing {

struct ThreadResources {
    uint32_t inputs = 0;     // active attributes
    uint32_t outputs = 0;    // active attributes
    uint32_t registers = 1;  // as the driver counted them

    /// For each element.
    uint32_t perThread() const { return std::max({inputs, outputs, registers}); }
};

/// Two outputs of a vertex go out in a cycle; then they take this long.
inline constexpr uint32_t kOutputsPerTransmission = 2;
inline constexpr uint32_t kOutputDelay = 3;

/// Registers of a thread that room is kept for before the first draw.
inline constexpr uint32_t kInitialMostPerThread = 3;

/// The most that a thread of any target takes, which those of a triangle setup program are among, whether there are any
/// or not.
uint32_t mostOf(const std::array<ThreadResources, kShaderTargets>& targets);

/// Resources of a draw's threads.
ThreadResources resourcesOf(ShaderTarget target, const gpu::DrawState& state);

}  // namespace cyclorama::machine::timing
