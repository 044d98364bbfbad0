// SPDX-License-Identifier: MIT
#pragma once
// The state of the command processor, as packets see and change it.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "families/adreno/checks/checks.h"
#include "families/adreno/chip/always_on_clock.h"
#include "families/adreno/cp/bin_visibility.h"
#include "families/adreno/cp/draw_settings.h"
#include "families/adreno/cp/hang_timer.h"
#include "families/adreno/cp/stream_stack.h"
#include "families/adreno/operations/context_blocks.h"
#include "families/adreno/stream/draw_state_groups.h"
#include "gpu/command.h"
#include "sim/finding.h"

namespace cyclorama::adreno {

/// The kinds of comparison of waits and conditional writes (Mesa: adreno_pm4.xml, cp_cond_function).
bool compare(uint32_t function, uint32_t value, uint32_t reference);

class ProcessorState {
  public:
    /// All outlive the state.
    ProcessorState(ContextBlocks& blocks, Checks& checks, AlwaysOnClock& clock, HangTimer& hangTimer)
        : blocks_(blocks),
          chip_(blocks.state()),
          counters_(blocks.counters()),
          binning_(blocks.binning()),
          reporter_(blocks.reporter()),
          checks_(checks),
          clock_(clock),
          hangTimer_(hangTimer) {}

    StreamStack streams;
    FetchedPacket packet;
    /// Bits that tests set for conditions.
    uint32_t predicate = 0;
    DrawStateGroups groups;
    DrawSettings draws;
    BinVisibility visibility;
    /// The pass that the last marker began.
    PassMask pass = passes::kAll;

    /// The memory as it is before the packet.
    void setMemory(const gpu::MemoryReader& memory) { memory_ = &memory; }
    /// A job begins, which may read `mostWords` words.
    void begin(uint64_t mostWords) {
        wordsLeft_ = mostWords;
        checks_.beginSubmission();
        // The driver has started the chip anew.
        if (hung()) reset();
    }
    /// True after a job that the processor, or a block after it, did not come to the end of.
    bool hung() const { return reporter_.hung(); }

    ChipState& chip() { return chip_; }
    QueryCounters& counters() { return counters_; }
    BinningPass& binning() { return binning_; }
    AlwaysOnClock& clock() { return clock_; }
    /// Blocks after the processor, which make its operations.
    ContextBlocks& blocks() { return blocks_; }
    /// The packet's name, and where it stands: "CP_EXEC_CS at 0x100000000".
    std::string place() const;

    uint32_t word(size_t index) const { return packet.words[index]; }
    /// Two words as an address or a number, the low one first.
    uint64_t pair(size_t index) const { return word(index) | static_cast<uint64_t>(word(index + 1)) << 32; }
    bool bit(size_t index, uint32_t number) const { return (word(index) >> number & 1) != 0; }

    uint32_t readRegister(uint32_t offset);
    void writeRegister(uint32_t offset, uint32_t value);

    /// Takes words off those that the job may read; hangs, and false, where too few are left.
    bool spend(uint64_t words);
    /// Copies words out of memory; false, with a finding, where nothing is mapped.
    bool load(uint64_t address, std::span<uint32_t> words);
    /// The last stream of the job is read.
    void endSubmission() { checks_.endSubmission(); }
    /// Reports the packet to the checks.
    void followPacket();
    /// A write of words; nothing, with a finding, where nothing is mapped.
    std::optional<gpu::Operation> store(uint64_t address, std::span<const uint32_t> words);

    /// The end of a wait, for the kind of packets that poll: the word at an address, or a register, against a
    /// reference.
    struct Poll {
        enum class Source : uint8_t { Register, Memory, Scratch };
        Source source = Source::Memory;
        uint64_t address = 0;
        uint32_t mask = ~0u;
        uint32_t function = 0;
        uint32_t reference = 0;
        bool isSigned = false;
    };
    /// Nothing, with a finding, where nothing is mapped.
    std::optional<bool> holds(const Poll& poll);
    /// Waits until it holds; hangs where it does not in time.
    void waitFor(const Poll& poll);

    /// Runs a group after the packet, after those that were named before.
    void queueGroup(const DrawStateGroup& group) { nextGroups_.push_back(group); }
    /// True if groups have to run before a draw: they do, and then its packet comes again.
    bool runGroupsFirst();
    /// The packet comes again, at one of its draws.
    void repeatPacket(uint32_t draw);
    /// Calls the groups that run next.
    void callGroups();
    /// True if a packet comes again now.
    bool returns();

    void report(const sim::FindingKind& kind, std::string_view detail = {});
    /// Stops the job.
    void hang(const sim::FindingKind& kind, std::string_view detail = {});

  private:
    void reset();
    bool fetch(uint64_t address, std::span<uint32_t> words);
    bool polls() const;

    ContextBlocks& blocks_;
    ChipState& chip_;
    QueryCounters& counters_;
    BinningPass& binning_;
    Reporter& reporter_;
    Checks& checks_;
    AlwaysOnClock& clock_;
    HangTimer& hangTimer_;
    const gpu::MemoryReader* memory_ = nullptr;
    std::vector<uint32_t> outgoing_;
    std::vector<DrawStateGroup> nextGroups_;
    std::optional<ReturningPacket> returning_;
    uint64_t wordsLeft_ = 0;
};

}  // namespace cyclorama::adreno
