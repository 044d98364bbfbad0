// SPDX-License-Identifier: MIT
#pragma once
// Streamout: words of vertices go to buffers, primitive by primitive (VPC_SO_*).

#include <array>
#include <cstdint>
#include <vector>

#include "families/adreno/chip/query_counters.h"
#include "families/adreno/memory/address_listener.h"
#include "families/adreno/memory/gpu_memory.h"
#include "families/adreno/registers/register_values.h"
#include "families/adreno/vpc/primitives.h"
#include "families/adreno/vpc/streamout_program.h"

namespace cyclorama::adreno {

class Streamout {
  public:
    /// Decodes the draw's streamout. `offsets`: the chip's registers, in which each write finds and leaves the ends of
    /// the buffers (VPC_SO[].BUFFER_OFFSET). Memory, counters and `offsets` outlive it.
    Streamout(const RegisterValues& registers, const StreamoutProgram& program, const GpuMemory& memory,
              QueryCounters& counters, RegisterValues& offsets);

    /// A draw with this state has one.
    static bool isOn(const RegisterValues& registers);
    bool writes() const { return enabled_; }
    /// Has every write to a buffer reported from now on; null: none. The listener outlives this.
    void report(AddressListener* addresses) { addresses_ = addresses; }
    /// Writes the vertices of primitives of a stream as far as its buffers have room for whole primitives, and counts.
    void write(const PrimitiveDraw& draw, const PrimitiveBatch& batch);

  private:
    struct Buffer {
        uint64_t address = 0;
        uint32_t bytes = 0;
        uint32_t stride = 0;
        uint32_t offset = 0;
        /// None: nothing is written to it.
        uint32_t stream = kNoStream;
    };
    /// A word of a record that goes to a buffer.
    struct Move {
        uint32_t location = 0;
        uint32_t buffer = 0;
        uint32_t offset = 0;
    };
    static constexpr uint32_t kNoStream = ~0u;
    static constexpr size_t kBuffers = 4;
    static constexpr size_t kStreams = 4;

    bool hasRoom(uint32_t stream, uint32_t vertices) const;
    void writeVertex(const uint32_t* record, uint32_t stride, uint32_t stream);
    // Between registers and buffers of a stream.
    void takeOffsets(uint32_t stream);
    void keepOffsets(uint32_t stream);

    const GpuMemory& memory_;
    QueryCounters& counters_;
    RegisterValues& offsets_;
    AddressListener* addresses_ = nullptr;
    bool enabled_ = false;
    uint32_t streams_ = 0;
    std::array<Buffer, kBuffers> buffers_{};
    std::array<std::vector<Move>, kStreams> moves_;
};

}  // namespace cyclorama::adreno
