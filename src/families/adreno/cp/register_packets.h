// SPDX-License-Identifier: MIT
#pragma once
// Packets that change registers by words of the packet and by other registers (Mesa: adreno_pm4.xml).

#include <span>

#include "families/adreno/cp/packet_table.h"
#include "families/adreno/cp/processor_registers.h"

namespace cyclorama::adreno {

class RegisterPackets {
  public:
    /// The registers outlive the set.
    explicit RegisterPackets(ProcessorRegisters& registers) : registers_(registers) {}

    static std::span<const PacketRow<RegisterPackets>> rows();

  private:
    /// dst = ((dst & src0) rotated left) | src1, or + src1.
    void readModifyWrite(const FetchedPacket& packet);
    /// CNT + 1 registers to or from those kept for the streams.
    void registerToScratch(const FetchedPacket& packet);
    void scratchToRegister(const FetchedPacket& packet);
    void scratchWrite(const FetchedPacket& packet);
    /// A register and its value; the first word says how the firmware is to follow what is written.
    void registerWrite(const FetchedPacket& packet);
    void registerBunch(const FetchedPacket& packet);

    ProcessorRegisters& registers_;
};

}  // namespace cyclorama::adreno
