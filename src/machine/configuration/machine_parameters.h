// SPDX-License-Identifier: MIT
#pragma once

#include "machine/configuration/parameters/clipper_parameters.h"
#include "machine/configuration/parameters/color_write_parameters.h"
#include "machine/configuration/parameters/command_processor_parameters.h"
#include "machine/configuration/parameters/dac_parameters.h"
#include "machine/configuration/parameters/gddr_memory_parameters.h"
#include "machine/configuration/parameters/gddr_timing_parameters.h"
#include "machine/configuration/parameters/gpu_parameters.h"
#include "machine/configuration/parameters/hierarchical_z_parameters.h"
#include "machine/configuration/parameters/interpolator_parameters.h"
#include "machine/configuration/parameters/memory_controller_parameters.h"
#include "machine/configuration/parameters/micropolygon_parameters.h"
#include "machine/configuration/parameters/primitive_assembly_parameters.h"
#include "machine/configuration/parameters/rasterization_parameters.h"
#include "machine/configuration/parameters/scalar_shader_parameters.h"
#include "machine/configuration/parameters/shader_parameters.h"
#include "machine/configuration/parameters/simple_memory_parameters.h"
#include "machine/configuration/parameters/simulator_parameters.h"
#include "machine/configuration/parameters/streamer_parameters.h"
#include "machine/configuration/parameters/texture_unit_parameters.h"
#include "machine/configuration/parameters/triangle_setup_parameters.h"
#include "machine/configuration/parameters/vector_shader_parameters.h"
#include "machine/configuration/parameters/vertex_shader_parameters.h"
#include "machine/configuration/parameters/work_distributor_parameters.h"
#include "machine/configuration/parameters/z_stencil_test_parameters.h"

namespace cyclorama::machine {

/// The parameters that all machines have: one member a part of the machine, in pipeline order. A value; a new one holds
/// the defaults.
struct MachineParameters {
    // Defined in the source file: the code that makes, copies and destroys all parameters is compiled once.
    MachineParameters();
    MachineParameters(const MachineParameters& other);
    MachineParameters(MachineParameters&& other) noexcept;
    MachineParameters& operator=(const MachineParameters& other);
    MachineParameters& operator=(MachineParameters&& other) noexcept;
    ~MachineParameters();

    SimulatorParameters simulator;
    GpuParameters gpu;
    CommandProcessorParameters commandProcessor;
    MemoryControllerParameters memoryController;
    SimpleMemoryParameters simpleMemory;
    GddrMemoryParameters gddrMemory;
    GddrTimingParameters gddrTiming;
    StreamerParameters streamer;
    VertexShaderParameters vertexShader;
    PrimitiveAssemblyParameters primitiveAssembly;
    ClipperParameters clipper;
    TriangleSetupParameters triangleSetup;
    RasterizationParameters rasterization;
    MicropolygonParameters micropolygon;
    HierarchicalZParameters hierarchicalZ;
    InterpolatorParameters interpolator;
    WorkDistributorParameters workDistributor;
    ShaderParameters shader;
    ScalarShaderParameters scalarShader;
    VectorShaderParameters vectorShader;
    TextureUnitParameters textureUnit;
    ZStencilTestParameters zStencilTest;
    ColorWriteParameters colorWrite;
    DacParameters dac;
};

}  // namespace cyclorama::machine
