// SPDX-License-Identifier: MIT
#pragma once
// The state space as the vocabulary's draw state: one function a stage of the pipeline, in its order. Each sets all
// that it is about.

#include <array>
#include <cstdint>

#include "families/vivante/chip/chip.h"
#include "families/vivante/frontend/hazards.h"
#include "families/vivante/frontend/reporter.h"
#include "families/vivante/frontend/state_file.h"
#include "gpu/draw_state.h"
#include "isa/program.h"

namespace cyclorama::vivante {

/// The operands of a draw packet.
struct DrawParameters {
    uint32_t primitive = 0;  // PRIMITIVE_TYPE
    uint32_t vertices = 0;
    uint32_t first = 0;
    uint32_t instances = 1;
    int32_t baseVertex = 0;
    bool indexed = false;

    bool operator==(const DrawParameters&) const = default;
};

/// The draw state of a chip before any of its registers count: what differs from the vocabulary's defaults.
gpu::DrawState initialDrawState();

/// Vertices of `count` primitives; 0 for a type that the chip lacks.
uint64_t verticesOfPrimitives(uint32_t primitive, uint32_t count);

/// Vertex elements and streams, index stream, primitive. `elements` are the vertex elements written last.
/// False where the primitive type is none.
bool translateVertexInput(const Chip& chip, const StateFile& state, const DrawParameters& draw, uint32_t elements,
                          const Reporter& report, gpu::VertexInput& input);

/// The registers of a stage that are inputs and outputs, and how many of each.
struct StageLinkage {
    isa::ProgramInterface interface {};
    uint32_t inputs = 0;
    uint32_t outputs = 0;
    /// Temporary registers that a thread is given.
    uint32_t temporaries = 0;
};
StageLinkage vertexLinkage(const Chip& chip, const StateFile& state, const Reporter& report);
StageLinkage pixelLinkage(const Chip& chip, const StateFile& state, const Reporter& report);

/// Viewport, culling, points and lines, varyings, scissor, depth bias, multisampling. The sizes of the surfaces come
/// from translatePixelEngine(), which goes first.
void translateRaster(const Chip& chip, const StateFile& state, const Reporter& report, gpu::DrawState& draw);

/// Depth, stencil, alpha test, blending, colour buffers and their tile status.
void translatePixelEngine(const Chip& chip, const StateFile& state, const Reporter& report, gpu::DrawState& draw);

/// The memory that a draw may write: a range for each colour buffer, empty if it is off, and one for depth.
std::array<AddressRange, gpu::kRenderTargets> colorRanges(const gpu::DrawState& draw);
AddressRange depthRange(const gpu::DrawState& draw);

}  // namespace cyclorama::vivante
