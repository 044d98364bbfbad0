// SPDX-License-Identifier: MIT
#pragma once
// Vertex fetch and decode (VFD): the registers with which the vertex program of each fiber starts.

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "families/adreno/isa/wave.h"
#include "families/adreno/memory/address_listener.h"
#include "families/adreno/memory/gpu_memory.h"
#include "families/adreno/registers/register_values.h"
#include "families/adreno/surface/surface_format.h"

namespace cyclorama::adreno {

/// A register of a program, by component; those from ir3::kNoRegister on are none.
using ProgramRegister = uint32_t;

/// The lanes of a register in a wave; null for r63.x and beyond, and where the wave has no such register.
ir3::LaneWords* laneRegister(ir3::Wave& wave, ProgramRegister reg);

/// An attribute: where it comes from, what it is, and the registers that it goes to.
struct VertexAttribute {
    uint32_t buffer = 0;
    uint32_t offset = 0;
    func::PackedFormat format;
    /// Integers become floats.
    bool floats = false;
    /// By instance, not by vertex.
    bool instanced = false;
    /// Instances that share an element; 0: all.
    uint32_t stepRate = 0;
    /// Its first register, and which of its components are written.
    ProgramRegister destination = ir3::kNoRegister;
    uint32_t mask = 0;
};

struct VertexBuffer {
    uint64_t address = 0;
    uint64_t bytes = 0;
    uint32_t stride = 0;
};

/// All of VFD's registers that a draw uses.
struct VertexInputState {
    static constexpr size_t kBuffers = 32;

    std::array<VertexBuffer, kBuffers> buffers{};
    std::vector<VertexAttribute> attributes;
    ProgramRegister vertexId = ir3::kNoRegister;
    ProgramRegister instanceId = ir3::kNoRegister;
    ProgramRegister viewId = ir3::kNoRegister;
    /// Added to indices and to instances where attributes are fetched; to the numbers in registers where they say so.
    uint32_t indexOffset = 0;
    uint32_t instanceOffset = 0;
    bool vertexIdHasOffset = false;
    bool instanceIdHasOffset = false;

    /// Registers up to the last that something comes to: programs need not name them.
    uint32_t registersUsed() const;

    /// Reports formats that no attribute has.
    static VertexInputState of(const RegisterValues& registers, Reporter& reporter);
};

/// The vertices of a wave: one for each of its first fibers.
struct VertexLanes {
    std::span<const uint32_t> indices;
    std::span<const uint32_t> instances;
};

/// Fetches attributes for waves, one after the other.
class VertexFetch {
  public:
    /// Both outlive it.
    VertexFetch(const VertexInputState& state, const GpuMemory& memory) : state_(state), memory_(memory) {}

    /// Fills the attributes' registers, and those of numbers.
    void fill(const VertexLanes& lanes, uint32_t view, ir3::Wave& wave);

    /// Has the address of every attribute reported from now on; null: none. The listener outlives this.
    void report(AddressListener* addresses) { addresses_ = addresses; }

  private:
    void fetch(const VertexAttribute& attribute, const VertexLanes& lanes, ir3::Wave& wave);
    /// Brings the attribute's bytes of each fiber together; zeros for those outside of the buffer.
    void gather(const VertexAttribute& attribute, std::span<const uint64_t> offsets);

    const VertexInputState& state_;
    const GpuMemory& memory_;
    AddressListener* addresses_ = nullptr;
    std::array<std::byte, isa::kWaveLanes * func::kMaxPackedTexelBytes> bytes_{};
    std::array<ir3::LaneWords, 4> words_{};
};

}  // namespace cyclorama::adreno
