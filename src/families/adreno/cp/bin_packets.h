// SPDX-License-Identifier: MIT
#pragma once
// Packets that begin passes over a picture and name the bin of it that is drawn (Mesa: adreno_pm4.xml,
// vulkan/tu_cmd_buffer.cc).

#include <cstdint>
#include <span>
#include <vector>

#include "families/adreno/cp/bin_visibility.h"
#include "families/adreno/cp/packet_table.h"
#include "families/adreno/cp/processor_memory.h"
#include "families/adreno/registers/register_values.h"
#include "families/adreno/stream/draw_state_groups.h"

namespace cyclorama::adreno {

class BinPackets {
  public:
    /// All outlive the set; `pass` is the present pass.
    BinPackets(ProcessorMemory& memory, const RegisterValues& registers, BinVisibility& visibility, PassMask& pass)
        : memory_(memory), registers_(registers), visibility_(visibility), pass_(pass) {}

    static std::span<const PacketRow<BinPackets>> rows();

  private:
    /// Addresses of the streams of a bin's pipe, and of the size of the first.
    struct BinData {
        uint64_t draws = 0;
        uint64_t drawSize = 0;
        uint64_t primitives = 0;
    };

    void setMarker(const FetchedPacket& packet);
    void overrideVisibility(const FetchedPacket& packet);
    void setBinData(const FetchedPacket& packet);
    void setBinDataOffset(const FetchedPacket& packet);
    /// CP_SKIP_IB2_ENABLE_*: leave for buffers to be left out once the bin's visibility stream has nothing more. Draws
    /// are left out one by one instead, and the rest of the buffers is executed: freedreno has the clears of its first
    /// bin in such a buffer, and both drivers the ends of their queries (Mesa: fd6_gmem.cc, fd6_emit_tile;
    /// tu_query_pool.cc).
    void skipBuffers(const FetchedPacket& packet);

    /// `flags`: the number of bins of the pipe, and the bin's own.
    void setBin(uint32_t flags, const BinData& data);
    /// Words of a stream; none, with a finding, where nothing is mapped.
    std::vector<uint32_t> streamWords(uint64_t address, uint32_t bytes);

    ProcessorMemory& memory_;
    const RegisterValues& registers_;
    BinVisibility& visibility_;
    PassMask& pass_;
};

}  // namespace cyclorama::adreno
