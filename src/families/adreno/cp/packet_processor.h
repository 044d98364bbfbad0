// SPDX-License-Identifier: MIT
#pragma once
// The command processor: executes the packets of jobs, as far as they are its own work, and gives the machine what they
// ask of others.

#include <cstdint>
#include <optional>
#include <vector>

#include "families/adreno/cp/processor_state.h"
#include "gpu/command.h"

namespace cyclorama::adreno {

/// A buffer of packets that the kernel's ring calls.
struct Stream {
    uint64_t address = 0;
    uint32_t words = 0;
};

class PacketProcessor final : public gpu::CommandSource {
  public:
    /// Words of streams and of memory that are read in the time of a hangcheck, one a cycle: more is taken for a stream
    /// without end.
    static constexpr uint64_t kMostWords = uint64_t{1} << 28;

    /// All outlive the processor.
    PacketProcessor(ContextBlocks& blocks, Checks& checks, AlwaysOnClock& clock, HangTimer& hangTimer,
                    uint64_t mostWords = kMostWords)
        : state_(blocks, checks, clock, hangTimer), mostWords_(mostWords) {}

    /// Takes a job's streams. Registers, predicates and groups continue from those before, but after a hang.
    void begin(std::vector<Stream> streams);
    /// True after a job that stopped before its end.
    bool hung() const { return state_.hung(); }

    std::optional<gpu::Command> next(const gpu::MemoryReader& memory) override;

  private:
    /// The next packet into the state; false at the end, and where the processor hangs.
    bool fetch(const gpu::MemoryReader& memory);
    std::optional<gpu::Operation> execute();

    ProcessorState state_;
    const uint64_t mostWords_;
    std::vector<Stream> streams_;
    size_t nextStream_ = 0;
    uint64_t packets_ = 0;
};

}  // namespace cyclorama::adreno
