#pragma once
// What a thread takes of a shader's registers.

#include <algorithm>
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

/// Of a draw's threads (ATTILA: CommandProcessor, SET_IN_ATTR, SET_OUT_ATTR, SET_THREAD_RES).
ThreadResources resourcesOf(ShaderTarget target, const gpu::DrawState& state);

}  // namespace cyclorama::machine::timing
