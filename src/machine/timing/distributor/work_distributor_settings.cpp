// SPDX-License-Identifier: MIT
#include "machine/timing/distributor/work_distributor_settings.h"

#include "machine/configuration/settings.h"
#include "machine/timing/raster/triangle_traversal.h"

namespace cyclorama::machine::timing {

WorkDistributorSettings workDistributorSettings(const Configuration& configuration) {
    const WorkDistributorParameters& own = configuration.workDistributor;
    const RasterizationParameters& rasterization = configuration.rasterization;
    const ShaderParameters& shader = configuration.shader;
    return {.pipes = configuration.gpu.numStampPipes,
            .shaders = configuration.gpu.numFragmentShaders,
            .vertexChannels = configuration.gpu.numVertexShaders,
            .loaders = configuration.streamer.loaderUnits,
            .group = configuration.vectorShader.vectorShader ? configuration.vectorShader.length
                                                             : configuration.scalarShader.threadGroup,
            .tiles = tileSizes(rasterization),
            .generatedQuadsPerCycle = generatedQuadsPerCycle(rasterization),
            .quadsPerCycle = rasterization.stampsPerCycle,
            .interpolators = configuration.interpolator.numInterpolators,
            .inputsPerCycle = shader.inputsPerCycle,
            .outputsPerCycle = shader.outputsPerCycle,
            .outputLatency = shader.outputLatency,
            .shaderInputQueueSize = own.shaderInputQueueSize,
            .shaderOutputQueueSize = own.shaderOutputQueueSize,
            .shaderInputBatchSize = own.shaderInputBatchSize,
            .tiledDistribution = own.tiledShaderDistribution,
            .vertexInputQueueSize = own.vertexInputQueueSize,
            .shadedVertexQueueSize = own.shadedVertexQueueSize,
            .generatedQueueSize = own.generatedStampQueueSize,
            .testedQueueSize = own.earlyZTestedStampQueueSize,
            .interpolatedQueueSize = own.interpolatedStampQueueSize,
            .shadedQueueSize = own.shadedStampQueueSize};
}

}  // namespace cyclorama::machine::timing
