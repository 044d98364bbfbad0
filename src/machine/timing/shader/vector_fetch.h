// SPDX-License-Identifier: MIT
#pragma once
// The fetch half of the vector shader: gathers inputs into threads, chooses the thread that
// fetches next, sends the outputs of ended threads and shows whether there is room.
//
// Registers alone limit the threads: each takes the larger of its active inputs, active outputs and the
// registers that the driver names, for every element at once.
//
// Simplified: state arrives with the draw, not register by register; no triangle setup or micropolygons on the shader.

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "machine/timing/shader/shader_processor.h"
#include "machine/timing/shader/shader_statistics.h"
#include "machine/timing/shader/thread_resources.h"
#include "machine/timing/shader/vector_thread.h"
#include "sim/queue.h"

namespace cyclorama::machine::timing {

class VectorFetch {
  public:
    using Cycle = sim::Cycle;

    VectorFetch(ShaderProcessor& processor, const ShaderSettings& settings, Shading& shading, uint32_t index,
                std::vector<VectorThread>& threads);

    // The steps of a cycle. With a clock of their own, the shaders run the second group in it.
    void takeInputs(Cycle cycle);
    void takeCommands(Cycle cycle);
    void sendOutputs(Cycle cycle);
    void showStatus(Cycle cycle);

    void obey(const DecodeCommand& command);
    /// Decode was ready a cycle ago: something may be fetched, and arrives a cycle later. True if `fetched` is that.
    bool fetch(bool decoderReady, FetchedVector& fetched);
    /// Counters that grow every cycle: those of this one. What stays the same is added when it changes, or by settle().
    void account();

    /// Nothing to send; nothing to fetch.
    bool outputsIdle() const { return !output_.underWay && output_.next == length_ && ended_.empty(); }
    bool fetchIdle() const { return readyThreads_ == 0 && cyclesToNextFetch_ == 0; }
    /// The same for cycles that passed asleep, all alike: as the last one that was accounted.
    void accountIdle(uint64_t cycles);
    /// Before statistics are taken.
    void settle();
    /// The other half of the cycle changed what the next account() will see.
    bool changedSinceAccount() const { return !(counts() == counts_); }
    std::string describeWait() const;
    sim::Backlog backlog() const;
    void appendQueues(std::vector<sim::QueueLevel>& queues) const;
    uint32_t readyThreads() const { return readyThreads_; }
    bool isReady(uint32_t thread) const { return ready_[thread] != 0; }

  private:
    /// Outputs of a finished thread on their way out.
    struct Transmission {
        uint32_t thread = 0;
        uint32_t next = 0;       // output; the vector's length if there is none
        uint32_t nextRun = 0;    // of the thread
        uint32_t sentOfRun = 0;  // elements
        uint32_t resources = 0;
        uint32_t active = 0;  // outputs
        bool underWay = false;
        uint32_t cycles = 0;
    };

    ThreadCounts counts() const;
    void takeDraw(ShaderTarget target, const gpu::DrawState& state);
    void accept(ShaderElements elements);
    void reserve(ShaderTarget target);
    /// The thread that inputs go to has all of them.
    void startThread();
    void setReady(uint32_t thread, bool ready) {
        ready_[thread] = ready;
        readyThreads_ += ready ? 1 : ~0u;
    }
    /// The first that is ready, from `thread` on and then from the beginning; there is one.
    uint32_t firstReady(uint32_t thread) const;
    void finishTransmission();
    void startTransmission(Cycle cycle);
    void send(Cycle cycle, uint32_t latency);

    ShaderProcessor* processor_;
    Shading* shading_;
    std::vector<VectorThread>* threads_;
    uint32_t length_;
    uint32_t outputsPerCycle_;
    uint32_t neededThreads_;  // free, for what may come before a refusal is seen
    uint32_t fetchCycles_;    // from one fetch to the next
    uint32_t instructionsPerFetch_;
    uint32_t allResources_;
    bool swapOnBlock_;
    FetchStatistics statistics_;

    std::array<ThreadResources, kShaderTargets> targets_;
    uint32_t mostPerThread_;
    uint32_t freeResources_;
    sim::BoundedQueue<uint32_t> free_;
    sim::BoundedQueue<uint32_t> ended_;
    std::vector<uint8_t> ready_;  // by thread
    uint32_t readyThreads_ = 0;
    uint32_t blockedThreads_ = 0;
    uint32_t scan_ = 0;
    uint32_t cyclesToNextFetch_ = 0;

    uint32_t inputThread_ = 0;
    uint32_t nextInput_;

    Transmission output_;
    ThreadCounts counts_;  // in the cycles that were accounted last,
    uint64_t cyclesOfCounts_ = 0;
};

}  // namespace cyclorama::machine::timing
