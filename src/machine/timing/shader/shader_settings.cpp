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
                              const ScalarShaderParameters& scalar) {
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
            .scalarModel = {.threads = scalar.executableThreads,
                            .inputBuffers = scalar.inputBuffers,
                            .resources = scalar.threadResources,
                            .threadsPerCycle = scalar.threadRate,
                            .instructionsPerCycle = scalar.fetchRate,
                            .fetchDelay = scalar.fetchDelay,
                            .threadGroup = scalar.threadGroup,
                            .threadWindow = scalar.threadWindow,
                            .scalarAlu = scalar.scalarAlu,
                            .lockedExecution = scalar.lockedExecutionMode}};
}

}  // namespace cyclorama::machine::timing
