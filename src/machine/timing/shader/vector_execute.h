// SPDX-License-Identifier: MIT
#pragma once
// The other half of the vector shader: decode, execution pipelines, write back, and the traffic with the texture units.
//
// A fetched instruction issues for VectorALUWidth elements at a time, a group every repeat-rate cycles. Its result may
// be used when the first group's has arrived: latency + 1 cycles after issue. Decode refuses an instruction whose
// sources are pending, whose result would overtake an earlier one, that finds no write port or not enough tickets of
// the texture unit whose turn it is; then fetch brings it again, or decode waits (VectorWaitOnStall).

#include <array>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "machine/timing/shader/decode_commands.h"
#include "machine/timing/shader/result_pipelines.h"
#include "machine/timing/shader/shader_processor.h"
#include "machine/timing/shader/shader_statistics.h"
#include "machine/timing/shader/texture_dispatch.h"
#include "machine/timing/shader/vector_thread.h"
#include "machine/timing/shader/write_ports.h"
#include "sim/queue.h"

namespace cyclorama::machine::timing {

class VectorExecute {
  public:
    using Cycle = sim::Cycle;

    VectorExecute(ShaderProcessor& processor, const ShaderSettings& settings, uint32_t index,
                  std::vector<VectorThread>& threads);

    // The steps of a cycle. With a clock of their own, the shaders run step() in it.
    void takeTickets(Cycle cycle) { textures_.takeTickets(cycle); }
    /// `arrived` is what fetch sent a cycle ago; null if it sent nothing.
    void step(Cycle cycle, const FetchedVector* arrived);
    void sendRequests(Cycle cycle);
    void takeResults(Cycle cycle);

    /// Commands to fetch of this cycle, for the next; fetch clears them.
    std::vector<DecodeCommand>& commands() { return commands_.list(); }
    /// True if fetch may send in the next cycle.
    bool ready() const { return !available_ && cyclesToNextFetch_ <= 2; }

    /// Nothing to do but wait for results of the pipelines, in nextResult() or never, or of the texture units.
    bool stepIdle() const;
    /// Instructions are in the pipelines.
    bool executing() const { return !results_.empty(); }
    /// Elements of an instruction enter them, or they are taken until the next can.
    bool issuing() const { return executing_ || (executable_ > 0 && cyclesToNextFetch_ > 0); }
    Cycle nextResult(Cycle after) const { return results_.next(after); }
    bool requestsIdle() const { return requests_.empty() && textures_.settled(); }
    std::string describeWait() const { return textures_.describeWait(threadsWaitingForTextures()); }
    uint32_t threadsWaitingForTextures() const { return timing::threadsWaitingForTextures(state_); }
    /// For what a thread that runs waits at an instruction.
    InstructionWait waitOf(uint32_t thread, uint32_t pc) const;
    /// The texture unit whose turn it is to be asked.
    uint32_t textureUnit() const { return textures_.unit(); }

  private:
    struct ThreadState : DecodedThread {
        uint32_t pendingTextureElements = 0;
        bool jumping = false;
    };

    enum class Decision : uint8_t { Execute, Stall, Drop };

    /// Elements of an instruction, or of two of the same latency, that leave the pipelines together.
    struct Completion {
        uint32_t thread = 0;
        uint32_t count = 0;  // instructions
        std::array<const isa::Instruction*, kFetchedInstructions> instruction{};
        std::array<uint32_t, kFetchedInstructions> pc{};
        bool first = false;  // with the first element
        bool last = false;   // with the last
    };

    struct PendingRequests {
        uint32_t thread = 0;
        uint32_t load = 0;
        uint32_t firstQuad = 0;
        uint32_t quads = 0;
    };

    uint32_t latencyOf(const isa::Instruction& instruction) const;

    void wakeThreads();
    void writeBack(Cycle cycle);
    void completeFirst(Cycle cycle, const Completion& completion);
    void completeLast(const Completion& completion);
    void decode(Cycle cycle);
    Decision decide(Cycle cycle, const isa::Instruction& instruction, bool simdTaken) const;
    void issue(Cycle cycle, const isa::Instruction& instruction, uint32_t pc);
    void setBlocking(ThreadState& thread, const isa::Instruction& instruction, uint32_t pc);
    void execute(Cycle cycle);
    void launch(Cycle cycle);
    /// For the elements that start in `cycle` of instructions with this latency; `pc` is the first's.
    Completion& startResults(Cycle cycle, uint32_t latency, uint32_t pc);
    /// For the elements of a load that start; `last` if they are the instruction's last.
    void requestLoad(bool last);
    /// Empty if none waits.
    std::optional<TextureRequest> nextRequest();

    ShaderProcessor* processor_;
    std::vector<VectorThread>* threads_;
    VectorShaderSettings model_;
    uint32_t instructionsPerFetch_;
    isa::UnitModel units_;
    ExecuteStatistics statistics_;

    std::vector<ThreadState> state_;
    DecodeCommands commands_;
    FetchedVector vector_;    // in decode or execution
    bool available_ = false;  // waits for decode
    bool executing_ = false;
    uint32_t executable_ = 0;  // instructions of vector_
    uint32_t element_ = 0;     // next to start
    uint32_t repeatRate_ = 1;
    uint32_t cyclesToNextFetch_ = 0;
    uint32_t cyclesToNextStart_ = 0;

    ResultPipelines<Completion> results_;
    WritePorts writes_;

    TextureDispatch textures_;
    std::deque<PendingRequests> requests_;
    sim::BoundedQueue<uint32_t> finished_;  // threads whose texture results are complete
};

}  // namespace cyclorama::machine::timing
