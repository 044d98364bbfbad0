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

/// Vertices that the fibers of some primitives have left.
struct GeometryRecords {
    std::vector<uint32_t> words;
    /// One word for each record.
    std::vector<uint32_t> flags;
};

/// Primitives in the order in which they were given, with the numbers of their streams.
struct StreamPrimitives {
    std::vector<Primitive> primitives;
    std::vector<uint32_t> streams;

    void clear() {
        primitives.clear();
        streams.clear();
    }
    /// The primitives from number `first` on, as far as they belong to the same vertex stream.
    std::span<const Primitive> runFrom(size_t first) const {
        size_t end = first;
        while (end < primitives.size() && streams[end] == streams[first]) ++end;
        return std::span(primitives).subspan(first, end - first);
    }
};

class GeometryStage {
  public:
    /// All outlive it. `links` are those of the stage before it, in whose fibers it continues.
    GeometryStage(StageBinding& binding, const RegisterValues& registers, const VertexOutputs& outputs,
                  const PrimitiveControl& control, const LinkRegisters& links, QueryCounters& counters);

    /// Primitives that fit the memory between the stages.
    size_t mostPrimitives() const { return mostPrimitives_; }
    static PrimitiveTopology topologyOf(const RegisterValues& registers);
    PrimitiveTopology topology() const { return topology_; }
    /// Bytes of a primitive in that memory.
    size_t inputBytes() const { return inputBytes_; }
    uint32_t invocations() const { return invocations_; }
    /// Fibers, and records, of a primitive.
    size_t fibers() const { return size_t{verticesOut_} * invocations_; }

    /// Executes the program for primitives with some numbers, whose vertices are in the memory.
    void run(std::span<const uint32_t> ids, StageMemory& memory);
    /// The next primitives of one stream that the last run gave; null after all of them.
    const PrimitiveBatch* next();

    // The same in parts.
    /// Room for the records of some primitives.
    void begin(size_t primitives, GeometryRecords& records) const;
    /// A wave over `count` of their fibers from one on, with its inputs.
    ir3::Wave start(std::span<const uint32_t> ids, size_t first, size_t count) const;
    /// Takes the records of a wave that has ended.
    void keep(const ir3::Wave& wave, size_t first, size_t count, GeometryRecords& records) const;
    /// Adds the primitives of the invocations that end with the fibers from `first` to `end`.
    void assemble(const GeometryRecords& records, std::span<const uint32_t> ids, size_t first, size_t end,
                  StreamPrimitives& primitives) const;

  private:
    /// Flags of a vertex that no fiber gave.
    static constexpr uint32_t kNoVertex = ~0u;

    /// The primitives of one invocation, whose vertices begin at a record.
    void assembleOne(const GeometryRecords& records, uint32_t firstRecord, uint32_t id,
                     StreamPrimitives& primitives) const;
    /// Adds the primitive that ends with a vertex; false if none does.
    bool addVertex(uint32_t record, uint32_t inStrip, const std::array<uint32_t, 2>& before, uint32_t id,
                   std::vector<Primitive>& primitives) const;

    StageBinding& binding_;
    const VertexOutputs& outputs_;
    const PrimitiveControl& control_;
    const LinkRegisters links_;
    QueryCounters& counters_;
    StageUnits units_;
    uint32_t verticesOut_ = 1;
    uint32_t invocations_ = 1;
    PrimitiveTopology topology_ = PrimitiveTopology::Points;
    size_t inputBytes_ = 0;
    size_t mostPrimitives_ = 1;
    /// The last run's.
    GeometryRecords records_;
    StreamPrimitives primitives_;
    size_t nextPrimitive_ = 0;
    PrimitiveBatch batch_;
};

}  // namespace cyclorama::adreno
