// SPDX-License-Identifier: MIT
#pragma once
// Packets that move words between memory and registers (Mesa: adreno_pm4.xml). In order, and done one after the other:
// waits for writes have nothing to wait for.

#include <span>

#include "families/adreno/cp/packet_reporter.h"
#include "families/adreno/cp/packet_table.h"
#include "families/adreno/cp/processor_memory.h"
#include "families/adreno/cp/processor_registers.h"

namespace cyclorama::adreno {

class MemoryPackets {
  public:
    /// All outlive the set.
    MemoryPackets(ProcessorMemory& memory, ProcessorRegisters& registers, PacketReporter& reporter)
        : memory_(memory), registers_(registers), reporter_(reporter) {}

    static std::span<const PacketRow<MemoryPackets>> rows();

  private:
    PacketResult memoryWrite(const FetchedPacket& packet);
    /// Registers, one after the other. With ACCUMULATE they are added to what is there; with 64B as numbers of two
    /// words.
    PacketResult registerToMemory(const FetchedPacket& packet);
    void memoryToRegister(const FetchedPacket& packet);
    /// The sum of up to three numbers, each negated if its flag is set.
    PacketResult memoryToMemory(const FetchedPacket& packet);
    PacketResult memoryCopy(const FetchedPacket& packet);

    ProcessorMemory& memory_;
    ProcessorRegisters& registers_;
    PacketReporter& reporter_;
};

}  // namespace cyclorama::adreno
