// SPDX-License-Identifier: MIT
#pragma once
// Packets that give work other than draws to the rest of the chip (Mesa: adreno_pm4.xml).

#include <span>

#include "families/adreno/cp/draw_predicate.h"
#include "families/adreno/cp/packet_reporter.h"
#include "families/adreno/cp/packet_table.h"
#include "families/adreno/operations/operation_maker.h"
#include "families/adreno/registers/register_values.h"

namespace cyclorama::adreno {

class WorkPackets {
  public:
    /// All outlive the set. The predicate leaves dispatches out.
    WorkPackets(const DrawPredicate& predicate, const RegisterValues& registers, OperationMaker& operations,
                PacketReporter& reporter)
        : predicate_(predicate), registers_(registers), operations_(operations), reporter_(reporter) {}

    static std::span<const PacketRow<WorkPackets>> rows();

  private:
    /// Takes effect at the work that follows, which reports itself.
    void later(const FetchedPacket& packet);
    PacketResult executeCompute(const FetchedPacket& packet);
    PacketResult executeComputeIndirect(const FetchedPacket& packet);
    /// The numbers of workgroups are in registers.
    PacketResult runOpencl(const FetchedPacket& packet);
    PacketResult blit2d(const FetchedPacket& packet);

    const DrawPredicate& predicate_;
    const RegisterValues& registers_;
    OperationMaker& operations_;
    PacketReporter& reporter_;
};

}  // namespace cyclorama::adreno
