// SPDX-License-Identifier: MIT
#pragma once
// The clients of a draw pipeline's memory controller.

#include "mem/memory_controller.h"

namespace cyclorama::mem {

struct PipelineClients {
    uint32_t pipes = 1;
    uint32_t textureUnits = 1;
    // Bytes a cycle; the others' are 64, the command processor's 8.
    uint32_t colorWriteBus = 64;
    uint32_t displayBus = 64;
    uint32_t textureBus = 64;
};

inline ClientSettings clientsOf(const PipelineClients& pipeline = {}) {
    ClientSettings settings;
    const uint32_t pipes = pipeline.pipes;
    settings.clients.add({.name = "CommandProcessor", .busWidth = 8, .writes = true});
    settings.clients.add({.name = "StreamerFetch", .turn = 2});
    settings.clients.add({.name = "StreamerLoader", .turn = 1});
    settings.clients.add({.name = "ZStencilTest",
                          .units = pipes,
                          .unitsWithEntries = pipes,
                          .writes = true,
                          .ofRenderOutput = true,
                          .turn = 3});
    settings.clients.add({.name = "ColorWrite",
                          .units = pipes,
                          .busWidth = pipeline.colorWriteBus,
                          .unitsWithEntries = pipes,
                          .writes = true,
                          .ofRenderOutput = true,
                          .turn = 3});
    settings.clients.add({.name = "DAC", .busWidth = pipeline.displayBus, .turn = 4});
    settings.clients.add({.name = "TextureUnit",
                          .units = pipeline.textureUnits,
                          .busWidth = pipeline.textureBus,
                          .unitsWithEntries = pipeline.textureUnits,
                          .turn = 5});
    return settings;
}

/// Default settings of a controller for such clients.
template <typename Settings>
Settings withClients(const PipelineClients& pipeline = {}) {
    Settings settings;
    settings.clients = clientsOf(pipeline);
    return settings;
}

}  // namespace cyclorama::mem
