// SPDX-License-Identifier: MIT
#pragma once
// CP_EVENT_WRITE: ends of work, counters of queries, streamout, bins, and work of the blit unit (Mesa: adreno_pm4.xml,
// vulkan/tu_cmd_buffer.cc).

#include <cstdint>
#include <span>

#include "families/adreno/chip/always_on_clock.h"
#include "families/adreno/chip/query_counters.h"
#include "families/adreno/cp/packet_reporter.h"
#include "families/adreno/cp/packet_table.h"
#include "families/adreno/cp/processor_memory.h"
#include "families/adreno/operations/operation_maker.h"
#include "families/adreno/registers/register_values.h"
#include "families/adreno/vsc/binning_pass.h"

namespace cyclorama::adreno {

class EventPackets {
  public:
    /// All outlive the set.
    EventPackets(ProcessorMemory& memory, const RegisterValues& registers, QueryCounters& counters,
                 const BinningPass& binning, AlwaysOnClock& clock, OperationMaker& operations, PacketReporter& reporter)
        : memory_(memory),
          registers_(registers),
          counters_(counters),
          binning_(binning),
          clock_(clock),
          operations_(operations),
          reporter_(reporter) {}

    static std::span<const PacketRow<EventPackets>> rows();

  private:
    struct EventRow {
        uint32_t event = 0;
        PacketFunction<EventPackets> run;
    };
    static std::span<const EventRow> events();

    PacketResult writeEvent(const FetchedPacket& packet);
    /// The end of work that is done at once: known when the packet is read, and at most written to memory.
    PacketResult signalEnd(const FetchedPacket& packet);
    void startCounting(const FetchedPacket& packet);
    void stopCounting(const FetchedPacket& packet);
    /// Written and generated primitives of each stream.
    PacketResult writePrimitiveCounts(const FetchedPacket& packet);
    /// Writes the number of words that a streamout buffer has, from its base on.
    PacketResult flushStreamout(const FetchedPacket& packet);
    PacketResult writeSampleCount(const FetchedPacket& packet);
    PacketResult blitGmem(const FetchedPacket& packet);
    PacketResult clearLrz(const FetchedPacket& packet);
    void beginBinning(const FetchedPacket& packet);
    PacketResult endBinning(const FetchedPacket& packet);

    PacketResult storeNumbers(uint64_t address, std::span<const uint64_t> numbers);

    ProcessorMemory& memory_;
    const RegisterValues& registers_;
    QueryCounters& counters_;
    const BinningPass& binning_;
    AlwaysOnClock& clock_;
    OperationMaker& operations_;
    PacketReporter& reporter_;
};

}  // namespace cyclorama::adreno
