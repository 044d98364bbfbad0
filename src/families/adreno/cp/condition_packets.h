// SPDX-License-Identifier: MIT
#pragma once
// Packets that skip words of their buffer where a condition does not hold, and that set the predicate, a condition of
// bits that tests of registers set (Mesa: adreno_pm4.xml).

#include <cstdint>
#include <span>

#include "families/adreno/cp/packet_reporter.h"
#include "families/adreno/cp/packet_table.h"
#include "families/adreno/cp/processor_memory.h"
#include "families/adreno/cp/processor_registers.h"
#include "families/adreno/cp/stream_stack.h"
#include "families/adreno/stream/draw_state_groups.h"

namespace cyclorama::adreno {

class ConditionPackets {
  public:
    /// All outlive the set; `pass` is the present pass.
    ConditionPackets(StreamStack& streams, ProcessorMemory& memory, ProcessorRegisters& registers, const PassMask& pass,
                     PacketReporter& reporter)
        : streams_(streams), memory_(memory), registers_(registers), pass_(pass), reporter_(reporter) {}

    static std::span<const PacketRow<ConditionPackets>> rows();

  private:
    void conditionalExecute(const FetchedPacket& packet);
    /// Sets a bit of the predicate to one of a register, or bits of it to those of a word.
    void registerTest(const FetchedPacket& packet);
    void conditionalRegisterExecute(const FetchedPacket& packet);

    /// Leaves words of the present buffer out; a finding if it has fewer.
    void skip(uint32_t words);

    StreamStack& streams_;
    ProcessorMemory& memory_;
    ProcessorRegisters& registers_;
    const PassMask& pass_;
    PacketReporter& reporter_;
    uint32_t predicate_ = 0;
};

}  // namespace cyclorama::adreno
