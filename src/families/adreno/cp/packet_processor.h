// SPDX-License-Identifier: MIT
#pragma once
// The command processor: executes the packets of jobs, as far as they are its own work, and gives the machine what they
// ask of others.

#include <cstdint>
#include <optional>
#include <vector>

#include "families/adreno/cp/sequencer.h"
#include "gpu/command.h"

namespace cyclorama::adreno {

class PacketProcessor final : public gpu::CommandSource {
  public:
    /// Words of streams and of memory that are read in the time of a hangcheck, one a cycle: more is taken for a stream
    /// without end.
    static constexpr uint64_t kMostWords = uint64_t{1} << 28;

    /// All outlive the processor.
    PacketProcessor(ContextBlocks& blocks, Checks& checks, AlwaysOnClock& clock, HangTimer& hangTimer,
                    uint64_t mostWords = kMostWords);

    /// Takes a job's streams. Registers, predicates and groups continue from those before, but after a hang.
    void begin(std::vector<Stream> streams);
    /// True after a job that the processor, or a block after it, did not come to the end of.
    bool hung() const { return blocks_.reporter().hung(); }

    std::optional<gpu::Command> next(const gpu::MemoryReader& memory) override;

  private:
    /// Starts the chip anew, as its driver does after a hang.
    void restart();

    ContextBlocks& blocks_;
    Checks& checks_;
    AlwaysOnClock& clock_;
    HangTimer& hangTimer_;
    const uint64_t mostWords_;
    std::optional<Sequencer> sequencer_;
    uint64_t packets_ = 0;
};

}  // namespace cyclorama::adreno
