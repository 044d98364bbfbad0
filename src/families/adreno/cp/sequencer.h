// SPDX-License-Identifier: MIT
#pragma once
// The sequencer of the command processor (SQE): fetches the packets of a job and executes them. It makes the parts that
// sets of packets share, and gives each set those that it uses.

#include <cstdint>
#include <span>
#include <vector>

#include "families/adreno/checks/checks.h"
#include "families/adreno/chip/always_on_clock.h"
#include "families/adreno/cp/bin_visibility.h"
#include "families/adreno/cp/draw_predicate.h"
#include "families/adreno/cp/draw_starter.h"
#include "families/adreno/cp/draw_state_queue.h"
#include "families/adreno/cp/fetched_packet.h"
#include "families/adreno/cp/hang_timer.h"
#include "families/adreno/cp/packet_reporter.h"
#include "families/adreno/cp/packet_table.h"
#include "families/adreno/cp/poller.h"
#include "families/adreno/cp/processor_memory.h"
#include "families/adreno/cp/processor_registers.h"
#include "families/adreno/cp/repeated_packet.h"
#include "families/adreno/cp/stream_stack.h"
#include "families/adreno/cp/word_budget.h"
#include "families/adreno/operations/context_blocks.h"

namespace cyclorama::adreno {

/// A buffer of packets that the kernel's ring calls.
struct Stream {
    uint64_t address = 0;
    uint32_t words = 0;
};

class Sequencer {
  public:
    /// All outlive the sequencer.
    Sequencer(ContextBlocks& blocks, Checks& checks, AlwaysOnClock& clock, HangTimer& hangTimer);
    Sequencer(const Sequencer&) = delete;
    Sequencer& operator=(const Sequencer&) = delete;

    /// A job begins, which may read `mostWords` words.
    void begin(std::vector<Stream> streams, uint64_t mostWords);
    /// Fetches the next packet; false at the end of the job, and after a hang. `memory` is as it is before the packet.
    bool fetch(const gpu::MemoryReader& memory);
    const FetchedPacket& packet() const { return packet_; }
    /// Executes the packet that was fetched.
    PacketResult execute();
    /// Memory that it read.
    std::span<const ProcessorRead> reads() const { return memory_.reads(); }
    /// True if that packet waits for a value: fetch() gives it again.
    bool waits() const { return poller_.waits(); }

  private:
    Checks& checks_;
    std::vector<Stream> jobStreams_;
    size_t nextStream_ = 0;
    FetchedPacket packet_;
    StreamStack streams_;
    PacketReporter reporter_;
    WordBudget budget_;
    ProcessorMemory memory_;
    ProcessorRegisters registers_;
    Poller poller_;
    /// The pass that the last marker began.
    PassMask pass_ = passes::kAll;
    DrawPredicate predicate_;
    BinVisibility visibility_;
    DrawStateQueue groups_;
    RepeatedPacket repeated_;
    DrawStarter starter_;
    PacketTable table_;
};

}  // namespace cyclorama::adreno
