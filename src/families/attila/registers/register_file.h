// SPDX-License-Identifier: MIT
#pragma once
// The content of ATTILA's registers: the state that machines see, and values for the front end alone.

#include <array>
#include <cstdint>

#include "families/attila/isa/encoding.h"
#include "gpu/draw_state.h"

namespace cyclorama::attila {

/// Shader programs are loaded from memory at `address`; a load takes `bytes` bytes.
struct ProgramLocation {
    uint32_t address = 0;
    uint32_t bytes = 0;
};

/// Kinds of shader thread with a start of their own: vertices, fragments, and the triangles and microtriangles of the
/// setup in the shader (ATTILA: GPU.h, ShaderTarget).
inline constexpr uint32_t kShaderTargets = 4;

/// Instructions that the shaders hold; programs of all kinds share them (ATTILA: ShaderEmulator).
inline constexpr uint32_t kInstructionMemorySize = 4096;

/// Levels of a texture that have address registers.
inline constexpr uint32_t kTextureRegisterLevels = 13;

/// The state after power-on: a surface of 400x400 pixels, a target of 8-bit colours and a depth buffer (ATTILA: the
/// reset states of TriangleSetup, HierarchicalZ, ZStencilTestV2, ColorWriteV2 and DAC).
gpu::DrawState initialDrawState();

struct RegisterFile {
    gpu::DrawState draw = initialDrawState();

    ProgramLocation vertexProgram;
    ProgramLocation fragmentProgram;
    ProgramLocation shaderProgram;
    /// Place in the instruction memory that a shader program is loaded to. Vertex and fragment programs are loaded to
    /// their first instruction.
    uint32_t shaderLoadPc = 0;
    std::array<uint32_t, kShaderTargets> startPc{};
    /// Resources of a thread by target; those of vertices and fragments are in the draw state.
    std::array<uint32_t, kShaderTargets> otherThreadResources{};
    /// Added to the address of each program.
    uint32_t programMemory = 0;
    uint32_t textureMemory = 0;

    /// Writes to several fields of the draw state what one register says.
    void setMultisampling(const gpu::Multisampling& value);
};

}  // namespace cyclorama::attila
