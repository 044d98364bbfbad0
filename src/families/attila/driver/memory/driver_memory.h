// SPDX-License-Identifier: MIT
#pragma once
// The parts of the driver by which resources reach the GPU.

#include <cstdint>

#include "families/attila/driver/memory/gpu_memory.h"
#include "families/attila/driver/memory/render_caches.h"
#include "families/attila/driver/memory/transaction_buffer.h"
#include "func/texture/texture_state.h"

namespace cyclorama::attila {

/// Forms of surfaces that the configuration asks for, whatever programs ask for.
struct SurfaceOptions {
    /// Colours that the GPU draws are halves.
    bool halfColors = false;
    /// Samples of all that it draws; 0: as programs ask.
    uint32_t samples = 0;
};

/// The memory, and the way to it.
struct DriverMemory {
    GpuMemory& memory;
    TransactionBuffer& transactions;
    RenderCaches& caches;
    func::TextureUnitSettings textureUnit;
    SurfaceOptions surfaces{};
};

}  // namespace cyclorama::attila
