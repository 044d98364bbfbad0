// SPDX-License-Identifier: MIT
#pragma once
// Packets that set groups of draw state (Mesa: adreno_pm4.xml, CP_SET_DRAW_STATE).

#include <span>

#include "families/adreno/cp/draw_state_queue.h"
#include "families/adreno/cp/packet_reporter.h"
#include "families/adreno/cp/packet_table.h"
#include "families/adreno/cp/stream_stack.h"

namespace cyclorama::adreno {

class DrawStatePackets {
  public:
    /// All outlive the set.
    DrawStatePackets(const StreamStack& streams, DrawStateQueue& groups, PacketReporter& reporter)
        : streams_(streams), groups_(groups), reporter_(reporter) {}

    static std::span<const PacketRow<DrawStatePackets>> rows();

  private:
    /// Names groups for the draws that follow, or runs them.
    void setDrawState(const FetchedPacket& packet);
    void setMode(const FetchedPacket& packet);

    const StreamStack& streams_;
    DrawStateQueue& groups_;
    PacketReporter& reporter_;
    /// Groups run where they are set (CP_SET_MODE).
    bool runsAtOnce_ = false;
};

}  // namespace cyclorama::adreno
