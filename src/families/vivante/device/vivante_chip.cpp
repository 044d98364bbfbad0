#include "families/vivante/device/vivante_chip.h"

#include "sim/error.h"

namespace cyclorama::vivante {

Chip vivanteChip(const machine::Configuration& configuration) {
    const machine::VivanteParameters& parameters = configuration.vivante;
    if (parameters.model == 0)
        throw sim::Error("", "", "the configuration describes no Vivante chip: VIVANTE.Model is zero");
    return {.name = parameters.chipName,
            .model = parameters.model,
            .revision = parameters.revision,
            .productId = parameters.productId,
            .customerId = parameters.customerId,
            .ecoId = parameters.ecoId,
            .features = {parameters.features, parameters.minorFeatures0, parameters.minorFeatures1,
                         parameters.minorFeatures2, parameters.minorFeatures3, parameters.minorFeatures4,
                         parameters.minorFeatures5, parameters.minorFeatures6, parameters.minorFeatures7,
                         parameters.minorFeatures8, parameters.minorFeatures9, parameters.minorFeatures10,
                         parameters.minorFeatures11},
            .streamCount = parameters.streamCount,
            .registerMax = parameters.registerMax,
            .threadCount = parameters.threadCount,
            .vertexCacheSize = parameters.vertexCacheSize,
            .shaderCoreCount = parameters.shaderCoreCount,
            .pixelPipes = parameters.pixelPipes,
            .vertexOutputBufferSize = parameters.vertexOutputBufferSize,
            .bufferSize = parameters.bufferSize,
            .instructionCount = parameters.instructionCount,
            .constantCount = parameters.constantCount,
            .varyingsCount = parameters.varyingsCount};
}

}  // namespace cyclorama::vivante
