// SPDX-License-Identifier: MIT
#pragma once
// Packets that continue in another buffer, and those that need no time (Mesa: adreno_pm4.xml).

#include <span>

#include "families/adreno/cp/packet_reporter.h"
#include "families/adreno/cp/packet_table.h"
#include "families/adreno/cp/stream_stack.h"

namespace cyclorama::adreno {

class FlowPackets {
  public:
    /// Both outlive the set.
    FlowPackets(StreamStack& streams, PacketReporter& reporter) : streams_(streams), reporter_(reporter) {}

    static std::span<const PacketRow<FlowPackets>> rows();

  private:
    /// All that came before is done.
    void nothing(const FetchedPacket& packet);
    void call(const FetchedPacket& packet);
    void chain(const FetchedPacket& packet);

    StreamStack& streams_;
    PacketReporter& reporter_;
};

}  // namespace cyclorama::adreno
