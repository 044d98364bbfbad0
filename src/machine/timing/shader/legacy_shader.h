// SPDX-License-Identifier: MIT
#pragma once
// The legacy shader model: every element is a thread, groups of them execute in lock step.
//
// Modelled: LockedExecutionMode, with and without ThreadWindow. Without it, and with a shader clock
// of its own, makeShaderProcessor() refuses.

#include <string>
#include <vector>

#include "machine/timing/shader/legacy_execute.h"
#include "machine/timing/shader/legacy_fetch.h"
#include "machine/timing/shader/legacy_thread.h"
#include "machine/timing/shader/shader_processor.h"

namespace cyclorama::machine::timing {

class LegacyShader final : public ShaderProcessor {
  public:
    LegacyShader(sim::Simulation& simulation, sim::DomainId domain, uint32_t index, const ShaderSettings& settings,
                 Shading& shading);

    void clock(sim::Cycle cycle) override;
    void accountSleep(sim::Cycle first, uint64_t count) override;
    std::string describeWait() const override;

  private:
    std::vector<LegacyThread> threads_;
    std::vector<LegacyGroup> groups_;
    LegacyFetch fetch_;
    LegacyExecute execute_;
    std::vector<LegacyInstruction> fetched_;  // arrive at decode in the next cycle
    std::vector<LegacyInstruction> arrived_;
};

}  // namespace cyclorama::machine::timing
