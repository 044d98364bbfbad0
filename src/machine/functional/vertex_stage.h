// SPDX-License-Identifier: MIT
#pragma once
// From vertex streams to shaded vertices: index and attribute fetch, the vertex program.

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "func/raster/interpolation.h"
#include "gpu/draw_state.h"
#include "isa/executor.h"
#include "machine/functional/index_table.h"
#include "machine/values/fragment_trace.h"
#include "machine/values/program_memory.h"
#include "machine/values/shader_units.h"
#include "mem/address_space.h"

namespace cyclorama::machine {

/// Faults while fetching and shading vertices; each is a finding.
struct VertexFaults {
    /// Indices or attributes outside memory; read as zero.
    uint64_t outOfRange = 0;
    /// Programs given up: endless, or run out of their instructions.
    uint64_t brokenPrograms = 0;
};

class VertexStage {
  public:
    explicit VertexStage(mem::AddressSpace& memory) : memory_(&memory), programMemory_(memory) {}

    struct Options {
        /// The streamer passes the index alone, whatever the state says.
        bool attributesByShader = false;
        gpu::VertexColors colors = gpu::VertexColors::ClampedToUnit;
        /// Instructions after which the draw is given up.
        uint64_t instructions = 0;
    };
    void startDraw(const gpu::DrawState& state, const isa::ExecutionContext& context, const Options& options);

    /// Shades the vertices at some positions of the stream of one instance; equal indices are shaded once.
    /// slots()[i] is then the vertex of positions[i].
    void shade(std::span<const uint32_t> positions, uint32_t instance);

    /// Programs did not end, or executed all instructions that the draw may: the last vertices are not all shaded.
    bool givenUp() const { return givenUp_; }

    std::span<const uint32_t> slots() const { return slots_; }
    /// The index of each position.
    std::span<const uint32_t> indices() const { return indices_; }
    const func::VertexAttributes& vertex(uint32_t slot) const { return vertices_[slot]; }

    uint64_t shaded() const { return shaded_; }
    uint64_t instructions() const { return instructions_; }
    const VertexFaults& faults() const { return faults_; }
    uint64_t memoryFaults() const { return programMemory_.faults(); }
    void resetCounts();

  private:
    uint32_t index(uint32_t position);
    void shadeGroup(std::span<const uint32_t> indices, uint32_t firstSlot, uint32_t instance);
    void follow(std::span<const uint32_t> indices, uint32_t instance, LaneTrace& traced);
    void loadInputs(std::span<const uint32_t> indices, uint32_t instance);
    void storeOutputs(uint32_t firstSlot, uint32_t count);

    const mem::AddressSpace* memory_;
    ProgramMemory programMemory_;
    const gpu::DrawState* state_ = nullptr;
    isa::ExecutionContext context_;
    Options options_;
    /// Bit a: attribute a of the vertices is read.
    uint32_t outputsUsed_ = ~0u;
    bool givenUp_ = false;
    isa::ThreadGroup group_;
    std::vector<uint32_t> indices_;
    std::vector<uint32_t> slots_;
    std::vector<uint32_t> unique_;
    IndexTable slotOfIndex_;
    std::vector<func::VertexAttributes> vertices_;
    uint64_t shaded_ = 0;
    uint64_t instructions_ = 0;
    VertexFaults faults_;
};

}  // namespace cyclorama::machine
