// SPDX-License-Identifier: MIT
#pragma once
// ATTILA's part of the command processor (ATTILA: CommandProcessor): register writes, loads of programs, blits, block
// states, dumps.
//
//   register writes -> [kRegisterUpdates of each half of the pipeline, kept back while a batch is drawn] -> one a cycle
//                      when that half is free
//   loads           -> memory reads; those of fragment programs wait for the end of the batch
//   blits, dumps    -> ROPs, then DAC;   block states -> ROPs
//
// Simplified: a loaded program can be drawn with in the cycle in which the command is accepted. A load of a program
// always asks for its own bytes first, where ATTILA's first request of a unified program has the size of the fragment
// program.

#include <array>
#include <optional>

#include "families/attila/operations/operations.h"
#include "machine/timing/command/command_front.h"
#include "machine/timing/command/command_processor.h"
#include "mem/memory_controller.h"
#include "sim/queue.h"
#include "sim/signal.h"

namespace cyclorama::attila {

/// Register writes that wait in the command processor, for each half of the pipeline (ATTILA: MAX_REGISTER_UPDATES).
inline constexpr uint32_t kRegisterUpdates = 512;
/// Cycles of a flush of the depth and stencil buffer after the ROPs' part, for the last updates of Hierarchical Z to
/// arrive (ATTILA: flushDelayCycles).
inline constexpr uint32_t kDepthFlushDelay = 10000;

class CommandFront final : public machine::timing::CommandFront {
  public:
    /// Must outlive the front.
    explicit CommandFront(machine::timing::CommandProcessor& processor);

    sim::Output<mem::MemoryControllerCommand> memoryController;

    /// The results of the last cycle.
    struct Events {
        /// The state of a buffer whose dump is complete, or of a complete blit.
        const machine::timing::DrawRecord* dumped = nullptr;
        DumpBuffer::Content dumpedContent = DumpBuffer::Content::Color;
        const machine::timing::DrawRecord* blitted = nullptr;
        /// A load from memory that began.
        std::optional<LoadProgram> loaded;
    };
    const Events& events() const { return events_; }

    bool execute(sim::Cycle cycle, const gpu::FamilyOperation& operation) override;
    bool execute(sim::Cycle cycle, const machine::timing::EngineOperation& operation) override;
    void reset() override;
    bool resume(sim::Cycle cycle) override;
    bool staysWithHost(const gpu::WriteMemory& write) const override;
    bool clock(sim::Cycle cycle, bool mayRequest) override;
    void accountSleep(uint64_t cycles) override;

  private:
    using State = machine::timing::CommandProcessor::State;

    /// A register write that is kept back: the value to send to the memory controller, if any.
    struct RegisterUpdate {
        std::optional<func::Address> secondInterleavingStart;
    };

    bool execute(sim::Cycle cycle, const SetState& operation);
    bool execute(sim::Cycle cycle, const LoadProgram& operation);
    bool execute(sim::Cycle cycle, const Blit& operation);
    bool execute(sim::Cycle cycle, const BlockState& operation);
    bool execute(sim::Cycle cycle, const DumpBuffer& operation);
    bool execute(sim::Cycle cycle, const EndOfInitialization& operation);

    bool unknown(const std::string& operation);
    bool applyOldest(sim::Cycle cycle, StateDomain domain);
    void apply(sim::Cycle cycle, const RegisterUpdate& update);
    void startLoad(sim::Cycle cycle, const LoadProgram& load);
    sim::BoundedQueue<RegisterUpdate>& updates(StateDomain domain) { return updates_[static_cast<size_t>(domain)]; }

    machine::timing::CommandProcessor& processor_;
    Events events_;
    std::array<sim::BoundedQueue<RegisterUpdate>, 2> updates_;
    func::Address secondInterleavingStart_{};
    /// A register write that could not be kept is tried, and counted, in every cycle.
    bool retriesWrite_ = false;
    /// The load of a fragment program that waits for the end of the batch, or has begun then.
    std::optional<LoadProgram> storedLoad_;
    bool loadingStored_ = false;
};

}  // namespace cyclorama::attila
