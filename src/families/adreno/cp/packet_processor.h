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

    // One packet at a time, for machines with time, in place of next().
    /// A packet that was executed, and the command of it that the machine has to carry out.
    struct PacketStep {
        /// Valid until the next step.
        const FetchedPacket* packet = nullptr;
        /// Memory that it read, but what it waits for. Valid as long as the packet.
        std::span<const ProcessorRead> reads{};
        /// The packet waits for a value: the next step executes it again.
        bool waits = false;
        /// Empty if the processor did all of it.
        std::optional<gpu::Command> command{};
    };
    /// The packet that step() executes next, if the job has one. Valid until then.
    const FetchedPacket* peek(const gpu::MemoryReader& memory);
    /// Executes the next packet; empty after the last one, and after a hang. `timer`, which outlives the job, ends
    /// waits.
    std::optional<PacketStep> step(const gpu::MemoryReader& memory, HangTimer& timer);
    /// All work of a job whose packets are executed has ended: what it leaves is checked.
    void endJob();

    AlwaysOnClock& alwaysOnClock() { return clock_; }
    QueryCounters& counters() { return blocks_.counters(); }
    Reporter& reporter() { return blocks_.reporter(); }

  private:
    /// The timer of the machine that asks for packets.
    class PresentTimer final : public HangTimer {
      public:
        explicit PresentTimer(HangTimer& timer) : timer_(&timer) {}
        void choose(HangTimer& timer) { timer_ = &timer; }
        void begin() override { timer_->begin(); }
        bool lasts() override { return timer_->lasts(); }
        bool passesElsewhere() const override { return timer_->passesElsewhere(); }

      private:
        HangTimer* timer_;
    };

    /// Fetches a packet, if none is; false at the end of the job, and after a hang.
    bool fetch(const gpu::MemoryReader& memory);
    /// Executes the packet that was fetched.
    std::optional<gpu::Command> execute();
    /// Starts the chip anew, as its driver does after a hang.
    void restart();

    ContextBlocks& blocks_;
    Checks& checks_;
    AlwaysOnClock& clock_;
    PresentTimer hangTimer_;
    const uint64_t mostWords_;
    std::optional<Sequencer> sequencer_;
    uint64_t packets_ = 0;
    bool fetched_ = false;  ///< a packet that is not executed
};

}  // namespace cyclorama::adreno
