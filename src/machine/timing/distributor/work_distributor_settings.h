// SPDX-License-Identifier: MIT
#pragma once
// Settings of the work distributor, from [RASTERIZER], [GPU] and [FRAGMENTSHADER].

#include <cstdint>

#include "func/layout/pixel_layout.h"
#include "machine/configuration/configuration.h"

namespace cyclorama::machine::timing {

struct WorkDistributorSettings {
    uint32_t pipes = 4;           // render output pipes
    uint32_t shaders = 4;         // shader processors
    uint32_t vertexChannels = 8;  // from and to the streamer
    uint32_t loaders = 1;         // that the channels are shared among
    /// Elements that a shader processor takes at once.
    uint32_t group = 64;
    func::TileSizes tiles{};
    /// From hierarchical Z.
    uint32_t generatedQuadsPerCycle = 64;
    /// To and from the interpolator; the pipes share as many, at least one each.
    uint32_t quadsPerCycle = 4;
    uint32_t interpolators = 4;

    // Queues of each shader processor; elements.
    uint32_t inputsPerCycle = 4;
    uint32_t outputsPerCycle = 4;
    uint32_t outputLatency = 11;  // cycles
    uint32_t shaderInputQueueSize = 512;
    uint32_t shaderOutputQueueSize = 512;
    /// Consecutive elements for one processor where tiles do not decide.
    uint32_t shaderInputBatchSize = 64;
    bool tiledDistribution = true;

    uint32_t vertexInputQueueSize = 128;
    uint32_t shadedVertexQueueSize = 512;
    // Queues of each pipe; quads.
    uint32_t generatedQueueSize = 256;
    uint32_t testedQueueSize = 32;
    uint32_t interpolatedQueueSize = 32;
    uint32_t shadedQueueSize = 2048;

    /// Quads that a pipe takes, and gives back, in a cycle.
    uint32_t quadsPerPipe() const { return quadsPerCycle > pipes ? quadsPerCycle / pipes : 1; }
    uint32_t quadsPerGroup() const { return group / func::kQuadFragments; }
};

WorkDistributorSettings workDistributorSettings(const Configuration& configuration);

}  // namespace cyclorama::machine::timing
