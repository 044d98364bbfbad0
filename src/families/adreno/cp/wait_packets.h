// SPDX-License-Identifier: MIT
#pragma once
// Packets that compare a word with a reference, and wait or write (Mesa: adreno_pm4.xml).

#include <span>

#include "families/adreno/cp/packet_reporter.h"
#include "families/adreno/cp/packet_table.h"
#include "families/adreno/cp/poller.h"
#include "families/adreno/cp/processor_memory.h"
#include "families/adreno/cp/processor_registers.h"

namespace cyclorama::adreno {

class WaitPackets {
  public:
    /// All outlive the set.
    WaitPackets(ProcessorMemory& memory, ProcessorRegisters& registers, Poller& poller)
        : memory_(memory), registers_(registers), poller_(poller) {}

    static std::span<const PacketRow<WaitPackets>> rows();

  private:
    void waitRegisterOrMemory(const FetchedPacket& packet);
    void waitMemoryGreaterOrEqual(const FetchedPacket& packet);
    PacketResult conditionalWrite(const FetchedPacket& packet);

    ProcessorMemory& memory_;
    ProcessorRegisters& registers_;
    Poller& poller_;
};

}  // namespace cyclorama::adreno
