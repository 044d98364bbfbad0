// SPDX-License-Identifier: MIT
#pragma once
// Packets that set the predicate of draws and dispatches (Mesa: adreno_pm4.xml).

#include <span>

#include "families/adreno/cp/draw_predicate.h"
#include "families/adreno/cp/packet_reporter.h"
#include "families/adreno/cp/packet_table.h"
#include "families/adreno/cp/processor_memory.h"

namespace cyclorama::adreno {

class PredicatePackets {
  public:
    /// All outlive the set.
    PredicatePackets(ProcessorMemory& memory, DrawPredicate& predicate, PacketReporter& reporter)
        : memory_(memory), predicate_(predicate), reporter_(reporter) {}

    static std::span<const PacketRow<PredicatePackets>> rows();

  private:
    void predicateGlobally(const FetchedPacket& packet);
    void predicateLocally(const FetchedPacket& packet);
    void setPredicate(const FetchedPacket& packet);

    ProcessorMemory& memory_;
    DrawPredicate& predicate_;
    PacketReporter& reporter_;
};

}  // namespace cyclorama::adreno
