// SPDX-License-Identifier: MIT
#pragma once
// The vector shader model: a thread is a vector of elements that share one program counter.
//
// Latencies: an input is in its thread the cycle after it was sent; the thread may fetch in the cycle of its last
// input; decode follows a cycle later and execution with it; messages from decode to fetch arrive another cycle later.

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "machine/timing/core/stall_reporter.h"
#include "machine/timing/shader/shader_processor.h"
#include "machine/timing/shader/vector_execute.h"
#include "machine/timing/shader/vector_fetch.h"
#include "machine/timing/shader/vector_thread.h"
#include "sim/trace.h"

namespace cyclorama::machine::timing {

class VectorShader final : public ShaderProcessor, public StallReporter {
  public:
    VectorShader(sim::Simulation& simulation, sim::DomainId domain, sim::DomainId shaderDomain, uint32_t index,
                 const ShaderSettings& settings, Shading& shading);
    ~VectorShader() override;

    void clock(sim::Cycle cycle) override;
    void accountSleep(sim::Cycle first, uint64_t count) override;
    void settleStatistics(sim::Cycle end) override;
    std::string describeWait() const override;
    void describeState(std::vector<std::string>& lines) const override;
    sim::Backlog backlog() const override;
    void appendQueues(std::vector<sim::QueueLevel>& queues) const override;
    const Box* holdup() const override;
    /// The ALUs take elements of an instruction.
    bool atFullRate() const override { return execute_.issuing(); }
    bool executes() const override { return fetch_.readyThreads() > 0 || execute_.issuing() || execute_.executing(); }
    void reportStalls(uint64_t cycles, RunObserver& observer) const override;

  private:
    class Core;

    void clockOwnDomain(sim::Cycle cycle);
    /// Fetch and decode, in the shaders' cycles.
    void fetchAndExecute(sim::Cycle cycle);
    void obeyDecode(sim::Cycle cycle);
    void fetch(sim::Cycle cycle);
    bool outsideIdle() const { return fetch_.outputsIdle() && execute_.requestsIdle(); }
    bool insideIdle() const { return fetch_.fetchIdle() && execute_.stepIdle() && fetched_ == nullptr; }

    std::vector<VectorThread> threads_;
    VectorFetch fetch_;
    VectorExecute execute_;
    sim::TracePoint fetches_;
    sim::TracePoint control_;  // from decode to fetch
    // Between fetch and decode, in turn.
    std::array<FetchedVector, 2> fetchedVectors_;
    const FetchedVector* fetched_ = nullptr;  // arrives at decode in the next cycle; null if nothing was fetched
    const FetchedVector* arrived_ = nullptr;
    std::unique_ptr<Core> core_;  // where the shaders have their own clock
};

}  // namespace cyclorama::machine::timing
