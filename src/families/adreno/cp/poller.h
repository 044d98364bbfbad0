// SPDX-License-Identifier: MIT
#pragma once
// Comparisons of a word in memory or of a register with a reference, and waits until one holds.

#include <cstdint>
#include <optional>

#include "families/adreno/cp/hang_timer.h"
#include "families/adreno/cp/packet_reporter.h"
#include "families/adreno/cp/processor_memory.h"
#include "families/adreno/cp/processor_registers.h"

namespace cyclorama::adreno {

/// The end of a wait, for the kind of packets that poll: the word at an address, or a register, against a reference.
struct Poll {
    enum class Source : uint8_t { Register, Memory, Scratch };
    Source source = Source::Memory;
    uint64_t address = 0;
    uint32_t mask = ~0u;
    uint32_t function = 0;
    uint32_t reference = 0;
    bool isSigned = false;
};

class Poller {
  public:
    /// All outlive it.
    Poller(ProcessorMemory& memory, ProcessorRegisters& registers, HangTimer& hangTimer, PacketReporter& reporter)
        : memory_(memory), registers_(registers), hangTimer_(hangTimer), reporter_(reporter) {}

    /// Nothing, with a finding, where nothing is mapped.
    std::optional<bool> holds(const Poll& poll);
    /// Waits until it holds; hangs where it does not in time.
    void waitFor(const Poll& poll);
    /// True after waitFor() until it holds, if time passes elsewhere (HangTimer): the packet has to be executed again.
    bool waits() const { return waits_; }

  private:
    ProcessorMemory& memory_;
    ProcessorRegisters& registers_;
    HangTimer& hangTimer_;
    PacketReporter& reporter_;
    bool waits_ = false;
};

}  // namespace cyclorama::adreno
