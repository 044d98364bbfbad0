// SPDX-License-Identifier: MIT
#pragma once
// The command processor's reads and writes of memory for its packets.

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "families/adreno/checks/checks.h"
#include "families/adreno/cp/fetched_packet.h"
#include "families/adreno/cp/packet_reporter.h"
#include "families/adreno/cp/word_budget.h"
#include "gpu/command.h"

namespace cyclorama::adreno {

/// Bytes that a packet read.
struct ProcessorRead {
    uint64_t address = 0;
    uint64_t bytes = 0;
};

class ProcessorMemory {
  public:
    /// All outlive it. `packet`, the one in execution, decides which of its accesses are checked; the checks hear of
    /// writes, and report reads of what may not be written yet.
    ProcessorMemory(const FetchedPacket& packet, WordBudget& budget, PacketReporter& reporter, Checks& checks)
        : packet_(packet), budget_(budget), reporter_(reporter), checks_(checks) {}

    /// The memory as it is before the packet.
    void setMemory(const gpu::MemoryReader& memory) {
        memory_ = &memory;
        reads_.clear();
    }
    /// Reads of the packet so far, but those of one that waits for a value.
    std::span<const ProcessorRead> reads() const { return reads_; }

    /// Copies words out of memory; false, with a finding, where nothing is mapped or the budget is spent.
    bool load(uint64_t address, std::span<uint32_t> words);
    /// A write of words, which are valid until the next store; nothing without words, and, with a finding, where
    /// nothing is mapped.
    std::optional<gpu::Operation> store(uint64_t address, std::span<const uint32_t> words);

  private:
    bool fetch(uint64_t address, std::span<uint32_t> words);

    const FetchedPacket& packet_;
    WordBudget& budget_;
    PacketReporter& reporter_;
    Checks& checks_;
    const gpu::MemoryReader* memory_ = nullptr;
    std::vector<uint32_t> outgoing_;
    std::vector<ProcessorRead> reads_;
};

}  // namespace cyclorama::adreno
