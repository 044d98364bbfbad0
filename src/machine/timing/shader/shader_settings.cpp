// SPDX-License-Identifier: MIT
#include "machine/timing/shader/shader_settings.h"

namespace cyclorama::machine::timing {

namespace {

/// Only the scalar configuration of the vector model is an array of scalar units.
isa::UnitModel unitModel(bool fixedLatency, bool scalarUnits) {
    using enum isa::UnitModel;
    if (scalarUnits) return fixedLatency ? ScalarFixedLatency : Scalar;
    return fixedLatency ? VectorFixedLatency : Vector;
}

}  // namespace

ShaderSettings shaderSettings(const ShaderParameters& common, const VectorShaderParameters& vector,
                              const LegacyShaderParameters& legacy) {
    const bool scalarUnits = vector.vectorShader && vector.aluConfig.get() == VectorAluConfig::Scalar;
    return {.vector = vector.vectorShader,
            .inputsPerCycle = common.inputsPerCycle,
            .outputsPerCycle = common.outputsPerCycle,
            .outputLatency = common.outputLatency,
            .textureUnits = common.textureUnits,
            .textureRequestRate = common.textureRequestRate,
            .textureRequestGroup = common.textureRequestGroup,
            .swapOnBlock = common.swapOnBlock,
            .units = unitModel(common.fixedLatencyAlu, scalarUnits),
            .vectorModel = {.threads = vector.threads,
                            .resources = vector.resources,
                            .length = vector.length,
                            .aluWidth = vector.aluWidth,
                            .aluConfig = vector.aluConfig,
                            .waitOnStall = vector.waitOnStall,
                            .explicitBlock = vector.explicitBlock},
            .legacyModel = {.threads = legacy.executableThreads,
                            .inputBuffers = legacy.inputBuffers,
                            .resources = legacy.threadResources,
                            .threadsPerCycle = legacy.threadRate,
                            .instructionsPerCycle = legacy.fetchRate,
                            .fetchDelay = legacy.fetchDelay,
                            .threadGroup = legacy.threadGroup,
                            .threadWindow = legacy.threadWindow,
                            .scalarAlu = legacy.scalarAlu,
                            .lockedExecution = legacy.lockedExecutionMode}};
}

}  // namespace cyclorama::machine::timing
