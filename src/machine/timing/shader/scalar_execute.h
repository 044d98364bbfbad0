// SPDX-License-Identifier: MIT
#pragma once
// The other half of the scalar shader: decode, execution pipelines and write back, thread by thread, and the traffic
// with the texture units. An instruction that the first thread of a group may execute, all of
// the group executes; if a later thread has to wait, decode waits with it.
//
// Simplified: no jumps.

#include <array>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "machine/timing/shader/decode_commands.h"
#include "machine/timing/shader/result_pipelines.h"
#include "machine/timing/shader/scalar_thread.h"
#include "machine/timing/shader/shader_processor.h"
#include "machine/timing/shader/shader_statistics.h"
#include "machine/timing/shader/texture_dispatch.h"
#include "machine/timing/shader/write_ports.h"

namespace cyclorama::machine::timing {

class ScalarExecute {
  public:
    using Cycle = sim::Cycle;

    ScalarExecute(ShaderProcessor& processor, const ShaderSettings& settings, uint32_t index,
                  std::vector<ScalarThread>& threads, std::vector<ScalarGroup>& groups);

    // The steps of a cycle, in this order.
    void takeTickets(Cycle cycle) { textures_.takeTickets(cycle); }
    /// `arrived` is what fetch sent a cycle ago.
    void step(Cycle cycle, const std::vector<ThreadInstruction>& arrived);
    void sendRequests(Cycle cycle);
    void takeResults(Cycle cycle);

    /// Commands to fetch of this cycle, for the next; fetch clears them.
    std::vector<DecodeCommand>& commands() { return commands_.list(); }
    bool ready() const { return filled_ == 0; }

    /// Nothing to do but wait for results of the pipelines, in nextResult() or never, or of the texture units.
    bool idle() const { return filled_ == 0 && commands_.empty() && requests_.empty() && textures_.settled(); }
    /// Instructions are in decode or in the pipelines.
    bool executing() const { return filled_ > 0 || !results_.empty(); }
    Cycle nextResult(Cycle after) const { return results_.next(after); }
    std::string describeWait() const { return textures_.describeWait(threadsWaitingForTextures()); }
    uint32_t threadsWaitingForTextures() const { return timing::threadsWaitingForTextures(state_); }
    /// The texture unit whose turn it is to be asked.
    uint32_t textureUnit() const { return textures_.unit(); }

  private:
    struct ThreadState : DecodedThread {
        bool waitsForRepeated = false;
    };

    enum class Decision : uint8_t { Execute, Repeat, Drop };

    struct Completion {
        uint32_t thread = 0;
        uint32_t pc = 0;
        const isa::Instruction* instruction = nullptr;
    };

    /// The quad of a load whose four threads have executed it.
    struct PendingRequest {
        uint32_t thread = 0;  // the first
        uint32_t load = 0;
    };

    /// Cycles of fetch that decode can hold.
    static constexpr uint32_t kBuffers = 2;

    uint32_t latencyOf(const isa::Instruction& instruction) const;
    void writeBack(Cycle cycle);
    void store(const std::vector<ThreadInstruction>& arrived);
    void decode(Cycle cycle);
    /// True if the instruction has to wait in decode.
    bool decodeOne(Cycle cycle, const ThreadInstruction& instruction);
    void passSlot();
    void passThread(uint32_t& groups);
    Decision decide(Cycle cycle, const ThreadInstruction& instruction);
    bool mustRepeat(Cycle cycle, const ThreadState& thread, const isa::Instruction& instruction) const;
    void issue(Cycle cycle, const ThreadInstruction& instruction);
    /// Empty if none waits.
    std::optional<TextureRequest> nextRequest();

    std::vector<ScalarThread>* threads_;
    std::vector<ScalarGroup>* groups_;
    ScalarShaderSettings model_;
    uint32_t groupsPerCycle_;
    isa::UnitModel units_;
    ExecuteStatistics statistics_;

    std::vector<ThreadState> state_;
    DecodeCommands commands_;
    std::array<std::vector<ThreadInstruction>, kBuffers> buffer_;
    uint32_t filled_ = 0;              // buffers
    uint32_t next_ = 0;                // buffer
    uint32_t nextSlot_ = 0;            // of that
    uint32_t groupThread_ = 0;         // whose turn it is
    uint32_t groupInstructions_ = 0;   // that the first thread executed
    uint32_t threadInstructions_ = 0;  // that are done with
    bool simdTaken_ = false;
    bool scalarTaken_ = false;

    ResultPipelines<Completion> results_;
    WritePorts writes_;

    TextureDispatch textures_;
    std::deque<PendingRequest> requests_;
};

}  // namespace cyclorama::machine::timing
