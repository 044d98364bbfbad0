// SPDX-License-Identifier: MIT
#pragma once
// Draws whose numbers are in the packet (Mesa: adreno_pm4.xml).

#include <span>

#include "families/adreno/cp/draw_starter.h"
#include "families/adreno/cp/packet_reporter.h"
#include "families/adreno/cp/packet_table.h"
#include "families/adreno/cp/processor_memory.h"
#include "families/adreno/cp/stream_stack.h"

namespace cyclorama::adreno {

class DrawPackets {
  public:
    /// All outlive the set.
    DrawPackets(const StreamStack& streams, ProcessorMemory& memory, DrawStarter& starter, PacketReporter& reporter)
        : streams_(streams), memory_(memory), starter_(starter), reporter_(reporter) {}

    static std::span<const PacketRow<DrawPackets>> rows();

  private:
    PacketResult drawDirect(const FetchedPacket& packet);
    /// The count of vertices is what a streamout wrote.
    PacketResult drawAuto(const FetchedPacket& packet);
    void drawOfOldForm(const FetchedPacket& packet);
    void setSubdrawSize(const FetchedPacket& packet);

    const StreamStack& streams_;
    ProcessorMemory& memory_;
    DrawStarter& starter_;
    PacketReporter& reporter_;
};

}  // namespace cyclorama::adreno
