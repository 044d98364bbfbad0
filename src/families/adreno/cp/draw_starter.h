// SPDX-License-Identifier: MIT
#pragma once
// Decision on a draw after its packet is decoded: leave it out, run its groups of draw state first, or start it.
// (Mesa has the order in which the firmware leaves draws out and runs groups: docs/drivers/freedreno.rst,
// tu_cmd_buffer.cc.)

#include <cstdint>

#include "families/adreno/cp/bin_visibility.h"
#include "families/adreno/cp/draw_predicate.h"
#include "families/adreno/cp/draw_state_queue.h"
#include "families/adreno/cp/packet_table.h"
#include "families/adreno/cp/repeated_packet.h"
#include "families/adreno/operations/operation_maker.h"

namespace cyclorama::adreno {

class DrawStarter {
  public:
    /// All outlive it.
    DrawStarter(const DrawPredicate& predicate, BinVisibility& visibility, DrawStateQueue& groups,
                RepeatedPacket& repeated, OperationMaker& operations)
        : predicate_(predicate),
          visibility_(visibility),
          groups_(groups),
          repeated_(repeated),
          operations_(operations) {}

    /// Indices of a piece of a draw of patches, for the draws that follow; 0: draws are not cut.
    void setSubdrawIndices(uint32_t indices) { subdrawIndices_ = indices; }

    bool leavesAllOut() const { return predicate_.leavesOut(); }
    /// True for a draw that is left out: by the predicate, without instances, or as it reaches nothing of the bin, of
    /// whose draws it is then taken off. None of its groups runs.
    bool leavesOut(const DrawOperands& operands);
    /// True if groups have to run before a packet's draw of this number; the packet is executed again after them, from
    /// that draw on.
    bool runGroupsFirst(const FetchedPacket& packet, uint32_t draw);
    /// Starts a draw that is not left out and whose groups have run.
    gpu::Operation start(const FetchedPacket& packet, DrawOperands operands);
    /// All of that, for a packet of one draw.
    PacketResult startOnly(const FetchedPacket& packet, const DrawOperands& operands);

  private:
    bool looksAtBin(const DrawOperands& operands) const;

    const DrawPredicate& predicate_;
    BinVisibility& visibility_;
    DrawStateQueue& groups_;
    RepeatedPacket& repeated_;
    OperationMaker& operations_;
    uint32_t subdrawIndices_ = 0;
};

}  // namespace cyclorama::adreno
