// SPDX-License-Identifier: MIT
#pragma once
// Settings of a shader processor, from [FRAGMENTSHADER].

#include <cstdint>

#include "isa/cost_class.h"
#include "machine/configuration/parameters/scalar_shader_parameters.h"
#include "machine/configuration/parameters/shader_parameters.h"
#include "machine/configuration/parameters/vector_shader_parameters.h"

namespace cyclorama::machine::timing {

struct VectorShaderSettings {
    uint32_t threads = 128;
    uint32_t resources = 512;
    uint32_t length = 64;
    uint32_t aluWidth = 64;
    VectorAluConfig aluConfig = VectorAluConfig::Simd4PlusScalar;
    bool waitOnStall = false;
    bool explicitBlock = false;
};

struct ScalarShaderSettings {
    uint32_t threads = 8192;
    uint32_t inputBuffers = 128;
    uint32_t resources = 16384;
    uint32_t threadsPerCycle = 16;
    uint32_t instructionsPerCycle = 2;
    uint32_t fetchDelay = 4;
    uint32_t threadGroup = 64;
    bool threadWindow = true;
    bool scalarAlu = true;
    bool lockedExecution = true;
};

struct ShaderSettings {
    bool vector = true;
    uint32_t inputsPerCycle = 4;
    uint32_t outputsPerCycle = 4;
    uint32_t outputLatency = 11;
    uint32_t textureUnits = 1;
    uint32_t textureRequestRate = 1;
    uint32_t textureRequestGroup = 64;
    bool swapOnBlock = false;
    isa::UnitModel units = isa::UnitModel::Vector;
    VectorShaderSettings vectorModel;
    ScalarShaderSettings scalarModel;
};

ShaderSettings shaderSettings(const ShaderParameters& common, const VectorShaderParameters& vector,
                              const ScalarShaderParameters& scalar);

}  // namespace cyclorama::machine::timing
