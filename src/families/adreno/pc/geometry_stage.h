// SPDX-License-Identifier: MIT
#pragma once
// Geometry programs. A fiber is started for each vertex that a primitive may give, executes the whole program, and ends
// with the vertex whose number is its own (Mesa: ir3_nir_lower_tess.c, ir3_nir_lower_gs).

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "families/adreno/pc/linked_vertex_stage.h"
#include "families/adreno/vpc/primitive_control.h"
#include "families/adreno/vpc/primitives.h"
#include "families/adreno/vpc/vertex_outputs.h"

namespace cyclorama::adreno {

class GeometryStage {
  public:
    /// All outlive it. `links` are those of the stage before it, in whose fibers it continues.
    GeometryStage(StageBinding& binding, const RegisterValues& registers, const VertexOutputs& outputs,
                  const PrimitiveControl& control, const LinkRegisters& links, QueryCounters& counters,
                  StageMemory& memory);

    /// Primitives that fit the memory between the stages.
    size_t mostPrimitives() const { return mostPrimitives_; }
    PrimitiveTopology topology() const { return topology_; }

    /// Executes the program for primitives with some numbers, whose vertices are in the memory.
    void run(std::span<const uint32_t> ids);
    /// The primitives of the next stream that the last run gave any for; null after all streams.
    const PrimitiveBatch* next();

  private:
    /// Flags of a vertex that no fiber gave.
    static constexpr uint32_t kNoVertex = ~0u;
    static constexpr uint32_t kStreams = 4;

    void runWave(std::span<const uint32_t> ids, size_t first, size_t count);
    /// The primitives of one invocation, whose vertices begin at a record.
    void assemble(uint32_t firstRecord, uint32_t id);
    void addVertex(uint32_t record, uint32_t inStrip, const std::array<uint32_t, 2>& before, uint32_t id,
                   std::vector<Primitive>& primitives) const;

    StageBinding& binding_;
    const VertexOutputs& outputs_;
    const PrimitiveControl& control_;
    const LinkRegisters links_;
    QueryCounters& counters_;
    StageMemory& memory_;
    StageUnits units_;
    uint32_t verticesOut_ = 1;
    uint32_t invocations_ = 1;
    PrimitiveTopology topology_ = PrimitiveTopology::Points;
    size_t mostPrimitives_ = 1;
    std::vector<uint32_t> records_;
    /// Flags of the vertices, one word for each record.
    std::vector<uint32_t> flags_;
    std::array<std::vector<Primitive>, kStreams> primitives_;
    /// The next stream.
    uint32_t stream_ = kStreams;
    PrimitiveBatch batch_;
};

}  // namespace cyclorama::adreno
