// SPDX-License-Identifier: MIT
#pragma once
// The fetch half of the scalar shader: every element is a thread with its own registers; groups
// of them execute in lock step. A group is fetched at once and sent to decode ThreadRate threads a cycle; then
// FetchDelay passes before its next turn. With ThreadWindow any ready group may be next; without it ScalarBatches says
// which. Elements beyond ExecutableThreads wait in input buffers until threads end.

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "machine/timing/shader/scalar_batches.h"
#include "machine/timing/shader/scalar_thread.h"
#include "machine/timing/shader/shader_processor.h"
#include "machine/timing/shader/shader_statistics.h"
#include "machine/timing/shader/thread_resources.h"
#include "machine/timing/shader/vector_thread.h"
#include "sim/queue.h"

namespace cyclorama::machine::timing {

class ScalarFetch {
  public:
    using Cycle = sim::Cycle;

    ScalarFetch(ShaderProcessor& processor, const ShaderSettings& settings, Shading& shading, uint32_t index,
                std::vector<ScalarThread>& threads, std::vector<ScalarGroup>& groups);

    // The steps of a cycle, in this order.
    void takeInputs(Cycle cycle);
    void takeCommands(Cycle cycle);
    void obey(const DecodeCommand& command);
    /// Adds what goes to decode in this cycle.
    void fetch(Cycle cycle, bool decoderReady, std::vector<ThreadInstruction>& sent);
    void sendOutputs(Cycle cycle);
    void showStatus(Cycle cycle);
    void account(uint64_t cycles);

    bool idle() const {
        return nextInGroup_ == 0 && readyGroups_.empty() && fetchedGroups_.empty() && finished_.empty() &&
               !output_.underWay && (!batches_ || readyThreads_ == 0);
    }
    std::string describeWait() const;
    sim::Backlog backlog() const;
    void appendQueues(std::vector<sim::QueueLevel>& queues) const;
    uint32_t readyThreads() const { return readyThreads_; }

  private:
    /// It may have no room for what comes until its status is seen.
    bool isBusy() const;
    /// Free, for what may come before a refusal is seen.
    uint32_t neededThreads() const { return 2 * std::max(inputsPerCycle_, model_.threadGroup); }
    /// Instructions fetched for every thread of the group that is being sent.
    struct GroupFetch {
        uint32_t group = 0;
        std::vector<ThreadInstruction> instructions;
    };

    /// Outputs of finished threads on their way out.
    struct Transmission {
        uint32_t threads = 0;
        bool underWay = false;
        uint32_t cycles = 0;
    };

    void takeDraw(ShaderTarget target, const gpu::DrawState& state);
    void accept(Cycle cycle, const ShaderElements& element);
    void shade(uint32_t group);
    void makeReady(uint32_t thread);
    /// A thread that never ran becomes ready.
    void admit(Cycle cycle, uint32_t thread);
    bool holdsLastVertex(uint32_t group) const;
    void returnFetchedGroups(Cycle cycle);
    bool chooseGroup();
    bool chooseInOrder(Cycle cycle, bool& search);
    void fetchGroup(uint32_t group);
    void block(uint32_t thread, uint32_t pc);
    void finish(uint32_t thread);
    void reload(Cycle cycle);
    void send(Cycle cycle);
    uint32_t groupOf(uint32_t thread) const { return thread / model_.threadGroup; }
    uint32_t place(uint32_t position) const { return position + 1 == buffers_ ? 0 : position + 1; }

    ShaderProcessor* processor_;
    Shading* shading_;
    std::vector<ScalarThread>* threads_;
    std::vector<ScalarGroup>* groups_;
    uint32_t buffers_;  // threads and input buffers
    ScalarShaderSettings model_;
    uint32_t inputsPerCycle_;
    uint32_t outputsPerCycle_;
    bool swapOnBlock_;
    FetchStatistics statistics_;

    std::array<ThreadResources, kShaderTargets> targets_;
    uint32_t mostPerThread_;
    uint32_t freeResources_;

    // One ring: filled buffers that wait, then empty ones.
    std::vector<uint32_t> ring_;
    uint32_t firstFilled_ = 0;
    uint32_t firstEmpty_ = 0;
    uint32_t lastEmpty_;
    uint32_t freeThreads_;

    uint32_t readyThreads_ = 0;
    sim::BoundedQueue<uint32_t> readyGroups_;
    sim::BoundedQueue<uint32_t> fetchedGroups_;
    std::optional<ScalarBatches> batches_;  // without ThreadWindow
    GroupFetch current_;
    bool currentReady_ = false;
    uint32_t nextInGroup_ = 0;

    sim::BoundedQueue<uint32_t> finished_;
    Transmission output_;
    std::vector<ShaderElements> runs_;
};

}  // namespace cyclorama::machine::timing
