// SPDX-License-Identifier: MIT
#pragma once
// The stages of a draw that passes vertices on through memory: before a hull program, or a geometry program, or both.

#include <cstdint>
#include <memory>
#include <optional>

#include "families/adreno/operations/draw_operation.h"
#include "families/adreno/pc/geometry_stage.h"
#include "families/adreno/pc/tessellation_control.h"
#include "families/adreno/pc/tessellation_stages.h"
#include "families/adreno/timing/draw/vertex_wave.h"
#include "families/adreno/timing/programs/packet_work.h"

namespace cyclorama::adreno {

/// Refers to parts of itself: it stays where it was made.
struct DrawStages {
    /// Patches between vertices and primitives.
    struct Patches {
        Patches(const DrawOperation& operation, OpenDraw& draw, const GpuMemory& memory, PacketWork& work,
                const ProgramSettings& settings);

        ShaderProgram hullProgram;
        ShaderProgram domainProgram;
        TessellationControl control;
        HullStage hull;
        FactorReader factors;
        DomainStage domain;
    };
    struct Geometry {
        /// `links`: of the stage before it.
        Geometry(const DrawOperation& operation, OpenDraw& draw, const LinkRegisters& links, PacketWork& work,
                 const ProgramSettings& settings);

        ShaderProgram program;
        GeometryStage stage;
    };

    /// All outlive it.
    DrawStages(const DrawOperation& itsOperation, OpenDraw& its, const GpuMemory& memory, PacketWork& work,
               const ProgramSettings& settings);
    DrawStages(const DrawStages&) = delete;
    DrawStages& operator=(const DrawStages&) = delete;

    uint64_t preambleSteps() const;
    /// Primitives that the next part may have, and their bytes of the memory between the stages.
    size_t mostPrimitives(PatchPlaces* places) const;
    uint32_t partBytes(size_t primitives) const;
    /// The same of primitives between a domain and a geometry program.
    uint32_t linkedBytes(size_t primitives) const;

    const DrawOperation& operation;
    OpenDraw& draw;
    LinkedVertexStage vertices;
    std::optional<Patches> patches;
    std::optional<Geometry> geometry;

  private:
    size_t primitiveBytes_ = 0;
};

/// Bytes of VPC's storage that records of a wave of a program take.
inline uint32_t recordBytesOf(const ShaderProgram& program, const OpenDraw& draw) {
    return program.binding().shape.width * draw.outputs.layout.stride * static_cast<uint32_t>(sizeof(uint32_t));
}

}  // namespace cyclorama::adreno
