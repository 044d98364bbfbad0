#pragma once
// Command streams executed by the simulator: the front end of the chip, and a machine behind it.

#include <memory>

#include "device/submit_executor.h"
#include "frontend/vivante/chip.h"
#include "machine/configuration.h"
#include "machine/frame_sink.h"
#include "sim/finding.h"

namespace cyclorama::device {

class SimulatedExecutor final : public SubmitExecutor {
  public:
    /// `findings` has to outlive the executor; only the queue's thread touches it. The configuration must have passed
    /// check().
    SimulatedExecutor(const frontend::vivante::Chip& chip, const machine::Configuration& configuration,
                      sim::Findings& findings);
    ~SimulatedExecutor() override;

    std::unique_ptr<ExecutionContext> makeContext() override;
    uint32_t counter(uint32_t domain, uint32_t signal) override;

  private:
    class Context;

    /// Counts what was done since `before`.
    void add(const machine::WorkCounters& now, const machine::WorkCounters& before);

    const frontend::vivante::Chip chip_;
    const machine::Configuration& configuration_;
    sim::Findings& findings_;
    /// Of all contexts together.
    machine::WorkCounters counters_;
};

}  // namespace cyclorama::device
