// SPDX-License-Identifier: MIT
#pragma once
// Threads as the decode stage of a shader processor knows them, and its commands to the fetch stage.

#include <algorithm>
#include <cstdint>
#include <vector>

#include "machine/timing/shader/register_scoreboard.h"
#include "machine/timing/shader/shader_statistics.h"
#include "machine/timing/shader/vector_thread.h"

namespace cyclorama::machine::timing {

struct DecodedThread {
    RegisterScoreboard registers;
    uint32_t pendingInstructions = 0;
    bool ready = true;
    bool waitsForTexture = false;
    bool ending = false;
    bool exportsDepth = false;

    /// Nothing is left to be done for a thread that has come to its end.
    bool ended() const { return ending && !waitsForTexture && pendingInstructions == 0; }
};

template <typename Thread>
uint32_t threadsWaitingForTextures(const std::vector<Thread>& threads) {
    return static_cast<uint32_t>(std::ranges::count_if(threads, [](const Thread& t) { return t.waitsForTexture; }));
}

/// The commands of a cycle, and their counters. `id` is a thread's number.
class DecodeCommands {
  public:
    /// The statistics outlive it.
    explicit DecodeCommands(ExecuteStatistics& statistics) : statistics_(&statistics) {}

    /// For fetch, which clears them.
    std::vector<DecodeCommand>& list() { return commands_; }
    bool empty() const { return commands_.empty(); }

    /// No more instructions of a thread; nothing if it is blocked already.
    void block(DecodedThread& thread, uint32_t id, uint32_t pc);
    /// Throws sim::Fault if the thread is not blocked.
    void unblock(DecodedThread& thread, uint32_t id, uint32_t pc);
    /// The thread is over; its state is that of the next thread of its number.
    void end(DecodedThread& thread, uint32_t id, uint32_t pc);
    /// An instruction of the thread is complete: its depth was exported if the thread exports one.
    void exportDepth(DecodedThread& thread, uint32_t id, uint32_t pc);
    /// Fetch brings the instruction again.
    void repeat(uint32_t id, uint32_t pc);
    /// The thread continues at another instruction.
    void jump(uint32_t id, uint32_t pc);

  private:
    void send(DecodeCommandKind kind, uint32_t id, uint32_t pc) { commands_.push_back({kind, id, pc}); }

    ExecuteStatistics* statistics_;
    std::vector<DecodeCommand> commands_;
};

}  // namespace cyclorama::machine::timing
