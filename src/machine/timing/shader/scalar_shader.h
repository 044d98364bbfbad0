// SPDX-License-Identifier: MIT
#pragma once
// The scalar shader model: every element is a thread, groups of them execute in lock step.
//
// Modelled: LockedExecutionMode, with and without ThreadWindow. Without it, and with a shader clock
// of its own, makeShaderProcessor() refuses.

#include <string>
#include <vector>

#include "machine/timing/shader/scalar_execute.h"
#include "machine/timing/shader/scalar_fetch.h"
#include "machine/timing/shader/scalar_thread.h"
#include "machine/timing/shader/shader_processor.h"

namespace cyclorama::machine::timing {

class ScalarShader final : public ShaderProcessor {
  public:
    ScalarShader(sim::Simulation& simulation, sim::DomainId domain, uint32_t index, const ShaderSettings& settings,
                 Shading& shading);

    void clock(sim::Cycle cycle) override;
    void accountSleep(sim::Cycle first, uint64_t count) override;
    std::string describeWait() const override;
    sim::Backlog backlog() const override;
    void appendQueues(std::vector<sim::QueueLevel>& queues) const override;
    const Box* holdup() const override;
    bool executes() const override { return fetch_.readyThreads() > 0 || execute_.executing(); }

  private:
    std::vector<ScalarThread> threads_;
    std::vector<ScalarGroup> groups_;
    ScalarFetch fetch_;
    ScalarExecute execute_;
    std::vector<ThreadInstruction> fetched_;  // arrive at decode in the next cycle
    std::vector<ThreadInstruction> arrived_;
};

}  // namespace cyclorama::machine::timing
