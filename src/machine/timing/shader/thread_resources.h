#pragma once
// What a thread takes of a shader's registers.

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

    /// For each element (ATTILA: VectorShaderFetch::reserveVectorThread).
    uint32_t perThread() const { return std::max({inputs, outputs, registers}); }
};

/// Two outputs of a vertex go out in a cycle; then they take this long (ATTILA: ShaderCommon.h,
/// OUTPUT_TRANSMISSION_LATENCY and OUTPUT_DELAY_LATENCY).
inline constexpr uint32_t kOutputsPerTransmission = 2;
inline constexpr uint32_t kOutputDelay = 3;

/// What room is kept for before the first draw (ATTILA: maxThreadResources after reset).
inline constexpr uint32_t kInitialMostPerThread = 3;

/// The most that a thread of any target takes, which those of a triangle setup program are among, whether there are any
/// or not (ATTILA: computeMaxThreadResources).
uint32_t mostOf(const std::array<ThreadResources, kShaderTargets>& targets);

/// Of a draw's threads (ATTILA: CommandProcessor, SET_IN_ATTR, SET_OUT_ATTR, SET_THREAD_RES).
ThreadResources resourcesOf(ShaderTarget target, const gpu::DrawState& state);

}  // namespace cyclorama::machine::timing
